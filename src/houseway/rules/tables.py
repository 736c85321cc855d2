"""Compiled pay tables: the rows of the alternative that the house chose, with their clauses and prices."""

import re
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from houseway.rules.errors import RuleError
from houseway.rules.grammar import Price
from houseway.rules.patterns import Pattern, Row, View, compile_row, fits
from houseway.rules.pays import Pay, row_pay
from houseway.rules.wording import quoted
from houseway.rules.words import PayBlock

NOT_OFFERED = "-"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its name, what it asks of the hand, its price (or one a key), and its envy bonus in cents."""

    name: str
    clauses: Row
    pays: tuple[Pay, ...]
    envy: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The alternative of a pay table that is in use."""

    name: str
    id: str
    rows: tuple[TableRow, ...]
    block: PayBlock
    hand: str

    def path(self, row: TableRow) -> str:
        """The path of a row in the file."""
        return row_path(self.name, self.id, row.name)

    def price(self, row: TableRow, key: int | None) -> Pay | None:
        """The price of a row; with prices by count, the one under `key` (None where nothing is printed)."""
        if not self.block.by:
            return row.pays[0]
        keys = self.block.keys
        if key is not None and self.block.beyond and key > max(keys):
            key = max(keys)
        return row.pays[keys.index(key)] if key in keys else None


def row_path(table: str, table_id: str, row: str) -> str:
    """The path of a row of an alternative of a pay table in the file."""
    return f"pay_tables.{quoted(table)}[{table_id}].rows.{quoted(row)}"


def find_block(name: str, blocks: tuple[PayBlock, ...], table_id: str) -> PayBlock:
    """The printed block that holds the alternative `table_id`."""
    for block in blocks:
        if table_id in block.ids:
            if isinstance(block.base, list):
                return msgspec.structs.replace(block, base=block.base[block.ids.index(table_id)])
            return block
    known = ", ".join(i for block in blocks for i in block.ids)
    raise RuleError(f"{name} has no pay table {table_id!r}; printed are {known}", f"house.pay_tables.{name}")


def named_alternative(blocks: tuple[PayBlock, ...], name: str) -> str:
    """The alternative that a house names: its id, else a printed name, else the end of a long id, else its number.

    Capitals and leading zeros do not matter; a name that fits several alternatives means none of them ("").
    """
    ids = [(block.prefix, id_) for block in blocks for id_ in block.ids]
    if any(id_ == name for _, id_ in ids):
        return name
    asked = _without_zeros(name)
    readings = (
        [id_ for _, id_ in ids if _without_zeros(id_) == asked],
        [id_ for prefix, id_ in ids if prefix and _without_zeros(prefix + id_) == asked],
        [id_ for block in blocks for id_, also in zip(block.ids, block.also, strict=False) if also == name][:1],
        [id_ for _, id_ in ids if _without_zeros(id_).rsplit("-", 1)[-1] == asked],
        [id_ for _, id_ in ids if asked.isdecimal() and re.search(rf"\D{asked}$", _without_zeros(id_))],
    )
    fits_name = next((hits for hits in readings if hits), [])
    return fits_name[0] if len(fits_name) == 1 else ""


def _without_zeros(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", name.strip().casefold())


def best_odds(name: str, blocks: tuple[PayBlock, ...], table_id: str) -> Fraction:
    """The highest odds that the alternative `table_id` prints."""
    block = find_block(name, blocks, table_id)
    column = block.ids.index(table_id)
    cells: list[Price] = []
    for value in block.rows.values():
        cells += value if block.by and isinstance(value, list) else [_cell(value, column)]
    pays = [row_pay(cell, block.odds) for cell in cells if cell != NOT_OFFERED]
    return max((part.amount for pay in pays for part in pay.parts if part.kind == "odds"), default=Fraction(0))


def _cell(value: Price | list[Price], column: int) -> Price:
    return value[column] if isinstance(value, list) else value


def _row_prices(block: PayBlock, value: Price | list[Price], column: int) -> tuple[Pay, ...]:
    """The prices of one row in a column; none where that alternative has no such row."""
    if block.by:
        if not isinstance(value, list):
            return (row_pay(value, block.odds),) * len(block.keys)
        return tuple(row_pay(price, block.odds) for price in value)
    price = _cell(value, column)
    return () if price == NOT_OFFERED else (row_pay(price, block.odds),)


def column_prices(block: PayBlock, table_id: str) -> list[tuple[str, tuple[Pay, ...], int]]:
    """Row names, prices and envy bonuses (cents) of one alternative, in the printed order."""
    column = block.ids.index(table_id)
    rows = []
    for row_name, value in block.rows.items():
        cell = _cell(block.envy.get(row_name, NOT_OFFERED), column)
        envy = 0 if cell == NOT_OFFERED else round(float(str(cell).lstrip("$").replace(",", "")) * 100)
        if pays := _row_prices(block, value, column):
            rows.append((row_name, pays, envy))
    return rows


def compile_table(
    name: str,
    blocks: tuple[PayBlock, ...],
    table_id: str,
    hand: str,
    patterns: dict[str, Pattern],
    house_suit: str = "s",
) -> Table:
    """The rows of the alternative `table_id`, in the printed order."""
    block = find_block(name, blocks, table_id)
    hand = block.hand or hand
    rows = []
    for row_name, pays, envy in column_prices(block, table_id):
        rows.append(TableRow(row_name, compile_row(row_name, patterns, hand, house_suit), pays, envy))
    return Table(name, table_id, tuple(rows), block, hand)


def matching_rows(table: Table, view: View) -> list[TableRow]:
    """The row that decides: the first that fits; with `award = "best"` all that fit."""
    if table.block.award == "best":
        return [row for row in table.rows if fits(row.clauses, view)]
    for row in table.rows:
        if fits(row.clauses, view):
            return [row]
    return []
