"""Compiled pay tables: the rows of the alternative that the house chose, with their clauses and prices."""

from dataclasses import dataclass

from houseway.rules.errors import RuleError
from houseway.rules.patterns import Pattern, Row, compile_row
from houseway.rules.pays import Pay, parse_pay
from houseway.rules.words import PayBlock, Price

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

    def price(self, row: TableRow, key: int | None) -> Pay | None:
        """The price of a row; with prices by count, the one under `key` (None where nothing is printed)."""
        if not self.block.by:
            return row.pays[0]
        keys = self.block.keys
        if key is not None and self.block.beyond and key > max(keys):
            key = max(keys)
        return row.pays[keys.index(key)] if key in keys else None


def find_block(name: str, blocks: tuple[PayBlock, ...], table_id: str) -> PayBlock:
    """The printed block that holds the alternative `table_id`."""
    for block in blocks:
        if table_id in block.ids:
            return block
    known = ", ".join(i for block in blocks for i in block.ids)
    raise RuleError(f"{name} has no pay table {table_id!r}; printed are {known}", f"house.pay_tables.{name}")


def _cell(value: Price | list[Price], column: int, columns: int) -> Price:
    if not isinstance(value, list):
        return value
    if len(value) != columns:
        raise RuleError(f"has {len(value)} prices for {columns} columns")
    return value[column]


def compile_table(
    name: str,
    blocks: tuple[PayBlock, ...],
    table_id: str,
    hand: str,
    patterns: dict[str, Pattern],
    house_suit: str = "s",
    envy_pays: bool = True,
) -> Table:
    """The rows of the alternative `table_id`, in the printed order."""
    block = find_block(name, blocks, table_id)
    hand = block.hand or hand
    column = block.ids.index(table_id)
    rows = []
    for row_name, value in block.rows.items():
        place = f"pay_tables.{name}.rows.{row_name}"
        try:
            clauses = compile_row(row_name, patterns, hand, house_suit)
            if block.by:
                if not isinstance(value, list) or len(value) != len(block.keys):
                    raise RuleError(f"needs one price for each of the keys {list(block.keys)}")
                pays = tuple(parse_pay(price, block.odds) for price in value)
            else:
                price = _cell(value, column, len(block.ids))
                if price == NOT_OFFERED:
                    continue
                pays = (parse_pay(price, block.odds),)
            envy = 0
            if envy_pays and row_name in block.envy:
                cell = _cell(block.envy[row_name], column, len(block.ids))
                if cell != NOT_OFFERED:
                    envy = round(float(str(cell).lstrip("$").replace(",", "")) * 100)
        except (RuleError, ValueError) as error:
            message = error.message if isinstance(error, RuleError) else str(error)
            raise RuleError(message, place) from None
        rows.append(TableRow(row_name, clauses, pays, envy))
    for row_name in block.envy:
        if row_name not in block.rows:
            raise RuleError(
                "an envy bonus for a row that the table does not have", f"pay_tables.{name}.envy.{row_name}"
            )
    return Table(name, table_id, tuple(rows), block, hand)
