"""Pay tables on a rule sheet: every printed block with all its columns."""

from typing import Any

from houseway.rules.game import Game
from houseway.rules.grammar import Price
from houseway.rules.patterns import Pattern
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import flat, rest, stated
from houseway.rules.tables import NOT_OFFERED
from houseway.rules.wording import humanize, listed, money
from houseway.rules.words import Head, PayBlock

_TOLD = (
    *("ids", "rule", "odds", "by", "keys", "beyond", "hand", "rows", "envy", "base", "award", "seed", "increment"),
    *("library", "agreement", "decks", "least", "joker"),
)
_COUNTED = {
    "hands": "hands",
    "margin": "margin",
    "count": "cards",
    "up": "up",
    "free_bets": "free bets",
    "streak": "wins",
}


def _price(value: Price, odds: str) -> str:
    if value == NOT_OFFERED:
        return "–"
    return value if isinstance(value, str) else f"{value:,g} {odds}".strip()


def _cells(value: Price | list[Price] | None, columns: int, odds: str) -> tuple[str, ...]:
    if value is None:
        return ("–",) * columns
    if isinstance(value, list):
        return tuple(_price(one, odds) for one in value)
    return (_price(value, odds),) * columns


def _columns(block: PayBlock) -> tuple[str, ...]:
    if not block.by:
        return block.ids
    unit = _COUNTED.get(block.by, block.by)
    heads = [f"{'ace' if (block.by, key) == ('up', 11) else key} {unit}" for key in block.keys]
    if block.beyond and block.keys:
        heads[block.keys.index(max(block.keys))] += " or more"
    return tuple(heads)


def _dollars(amount: float | list[int | float] | list[float]) -> str:
    return " / ".join(money(one) for one in amount) if isinstance(amount, list) else money(amount)


def _remarks(block: PayBlock) -> tuple[str, ...]:
    remarks = []
    if block.hand:
        remarks.append(f"judged on the hand {humanize(block.hand)}")
    if block.base != 1:
        remarks.append(f"dollar amounts are for each {_dollars(block.base)} staked")
    if block.award == "best":
        remarks.append("of several rows that fit, the one that pays most")
    if block.seed:
        remarks.append(
            "least start of the meter: " + listed([f"{humanize(k)} {_dollars(v)}" for k, v in block.seed.items()])
        )
    if block.increment:
        grows = listed([f"{humanize(k)} by {v:g}% of each stake" for k, v in block.increment.items()])
        remarks.append(f"the meter grows: {grows}")
    for what, cells in (("decks", block.decks), ("least stake", [money(one) for one in block.least_stake])):
        if cells:
            remarks.append(f"{what}: {' / '.join(cells)}")
    if block.joker:
        remarks.append("joker: any card" if block.joker == "wild" else "joker: an ace, or fills a straight or flush")
    if block.agreement:
        remarks.append("only with the owner's written agreement")
    return (*remarks, *rest(block, _TOLD))


def _grid(game: Game[Head], name: str, block: PayBlock) -> Grid:
    columns = _columns(block)
    rows = [(humanize(row), *_cells(value, len(columns), block.odds)) for row, value in block.rows.items()]
    if block.envy:
        envy = (_cells(block.envy.get(row), len(columns), "") for row in block.rows)
        rows = [(*row, *cells) for row, cells in zip(rows, envy, strict=True)]
        columns = (*columns, *(f"envy {column}" for column in columns))
    in_use = game.table_id(name)
    chosen = f", in use: {in_use}" if in_use in block.ids else ""
    title = f"{humanize(name)} ({'schedule' if len(block.ids) == 1 else 'schedules'} {', '.join(block.ids)}{chosen})"
    return Grid(title, ("hand", *columns), tuple(rows), game.cite(block.rule), _remarks(block))


def _asked(pattern: Pattern) -> dict[str, Any]:
    return {name: value for name, value in stated(pattern).items() if name != "rule"}


def pay_tables(game: Game[Head]) -> Section:
    """Every printed pay table, after the rows that the file itself defines."""
    grids = tuple(_grid(game, name, block) for name, blocks in game.spec.pay_tables.items() for block in blocks)
    priced = {row for blocks in game.spec.pay_tables.values() for block in blocks for row in block.rows}
    named = tuple(
        Statement(
            f"{humanize(name).capitalize()}: {flat(_asked(pattern))}.", game.cite(pattern.rule) if pattern.rule else ""
        )
        for name, pattern in game.spec.patterns.items()
        if name in priced
    )
    return Section("Pay tables", named, grids)
