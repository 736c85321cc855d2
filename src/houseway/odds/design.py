"""Solve for a price: whole-number pay tables whose house edge lies in a range, from the counts of one price.

The return of a wager is linear in its prices, so once the rows are counted a pay table costs a few multiplications.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.measures import VOLATILITY, spread
from houseway.odds.report import PayLine, SidePrice
from houseway.rules.errors import RuleError
from houseway.rules.pays import parse_pay

_LADDER = (
    *range(1, 21), 22, 24, 25, 28, 30, 33, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120, 125, 130, 140,
    150, 160, 175, 180, 200, 225, 250, 275, 300, 350, 400, 450, 500, 600, 700, 750, 800, 900, 1000, 1200, 1250, 1500,
    1750, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 25000, 50000, 100000,
)  # fmt: skip
_ROWS_CHANGED = 3  # of a proposal
_STEPS = 4  # rungs of the ladder on either side of the price in use
_HIGHEST = 1_000_000
_AT_ONCE = 200_000


@dataclass(frozen=True, slots=True)
class PaidRow:
    """A row whose price can be chosen: `N to 1` or `N for 1`."""

    hand: str
    probability: float
    pays: int
    returns_stake: bool

    def text(self, pays: int) -> str:
        return f"{pays} {'to' if self.returns_stake else 'for'} 1"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pay table: its prices in the order of the rows, and what they yield."""

    pays: tuple[int, ...]
    house_edge: float
    hit_frequency: float
    std_dev: float
    changed: tuple[int, ...]  # rows whose price is another than today


@dataclass(frozen=True)
class Design:
    """What of a wager's price can be chosen, and what stays."""

    rows: tuple[PaidRow, ...]
    kept: float  # return of the other results
    kept_square: float
    hits: float

    def edges(self, pays: Ints) -> tuple[Floats, Floats]:
        """House edge and deviation of many pay tables, one a row."""
        nets = pays - np.array([0 if row.returns_stake else 1 for row in self.rows])
        chances = np.array([row.probability for row in self.rows])
        mean = nets @ chances + self.kept
        square = (nets * nets) @ chances + self.kept_square
        return -mean, np.sqrt(np.maximum(square - mean * mean, 0.0))

    def proposal(self, pays: Sequence[int]) -> Proposal:
        edge, deviation = self.edges(np.array([pays]))
        changed = tuple(at for at, row in enumerate(self.rows) if row.pays != pays[at])
        return Proposal(tuple(pays), float(edge[0]), self.hits, float(deviation[0]), changed)


def read_target(text: str) -> tuple[float, float]:
    """`4..6` percent, or one number with a tenth of a percent on either side."""
    low, dots, high = text.partition("..")
    try:
        ends = (float(low), float(high)) if dots else (float(low) - 0.1, float(low) + 0.1)
    except ValueError:
        raise RuleError(f"write percents as 4..6, not {text!r}", "--target") from None
    if not -100 <= ends[0] <= ends[1] <= 100:
        raise RuleError("must be percents from low to high, between -100 and 100", "--target")
    return ends[0] / 100, ends[1] / 100


def price_from_json(data: Mapping[str, Any]) -> SidePrice:
    """A side wager's price as the report of `houseway odds --json` writes it."""
    lines = [PayLine(one["hand"], one["pays"], one["probability"], one["return"]) for one in data["lines"]]
    table = str(data.get("pay_table", ""))
    return SidePrice(data["house_edge"], data["hit_frequency"], data["std_dev"], tuple(lines), table=table)


def read_design(price: SidePrice) -> Design:
    """The rows of a price that whole numbers can replace; meters, pushes and sums of dollars stay."""
    rows, kept, square = [], 0.0, 0.0
    for line in price.lines:
        parts = parse_pay(line.pays).parts if line.pays.endswith(" 1") else ()
        plain = len(parts) == 1 and parts[0].kind == "odds" and parts[0].amount.denominator == 1
        if plain and line.probability > 0:
            rows.append(PaidRow(line.hand, line.probability, int(parts[0].amount), " to " in line.pays))
        elif line.probability > 0:
            kept += line.contribution
            square += line.contribution**2 / line.probability
    if not rows:
        raise RuleError("no row of this wager pays a whole number to one", "--wager")
    lost = 1.0 - sum(line.probability for line in price.lines)
    made = Design(tuple(rows), kept - lost, square + lost, price.hit_frequency)
    edge, deviation = made.edges(np.array([[row.pays for row in rows]]))
    if abs(float(edge[0]) - price.house_edge) > 1e-9 or abs(float(deviation[0]) - price.std_dev) > 1e-6:
        raise RuleError("what this wager pays is not told by its rows alone (a commission, a coupon)", "--wager")
    return made


def row_prices(design: Design, row: int, target: tuple[float, float]) -> list[Proposal]:
    """Every whole price of one row that brings the edge into the target, the others as they are."""
    now = [one.pays for one in design.rows]
    chance = design.rows[row].probability
    edge = design.proposal(now).house_edge
    ends = sorted(now[row] + (edge - goal) / chance for goal in target)
    low, high = max(1, int(np.ceil(ends[0] - 1e-9))), min(_HIGHEST, int(np.floor(ends[1] + 1e-9)))
    return [design.proposal([*now[:row], pays, *now[row + 1 :]]) for pays in range(low, min(high, low + 999) + 1)]


def _choices(row: PaidRow) -> list[int]:
    """The prices tried for a row: the one in use and round numbers about it."""
    ladder = sorted({*_LADDER, row.pays})
    at = ladder.index(row.pays)
    return ladder[max(0, at - _STEPS) : at + _STEPS + 1]


def _tables(design: Design) -> Iterator[Ints]:
    """Pay tables that differ from today's in up to three rows; a row never pays less than a row below it."""
    now = np.array([row.pays for row in design.rows])
    falling = bool((np.diff(now) <= 0).all())
    choices = [[pays for pays in _choices(row) if pays != row.pays] for row in design.rows]
    yield now[None]
    for count in range(1, _ROWS_CHANGED + 1):
        for places in combinations(range(len(now)), count):
            grid = np.meshgrid(*(choices[place] for place in places), indexing="ij")
            changed = np.stack([axis.ravel() for axis in grid], axis=1)
            tables = np.repeat(now[None], len(changed), axis=0)
            tables[:, list(places)] = changed
            yield tables[(np.diff(tables, axis=1) <= 0).all(axis=1)] if falling else tables


def propose(design: Design, target: tuple[float, float], most: int = 10) -> list[Proposal]:
    """Pay tables in the target, ranked: fewest rows changed, then nearest to its middle, then least change in all."""
    middle = sum(target) / 2
    now = np.array([row.pays for row in design.rows])
    width = max(target[1] - target[0], 1e-9)
    best: list[tuple[tuple[float, float, float], tuple[int, ...]]] = []
    for tables in _tables(design):
        edges, _ = design.edges(tables)
        for place in np.flatnonzero((target[0] - 1e-12 <= edges) & (edges <= target[1] + 1e-12)).tolist():
            pays = tables[place]
            moved = float(np.abs(np.log(pays / now)).sum())
            far = round(abs(float(edges[place]) - middle) / width * 10)  # tenths of the target count alike
            best.append(((float((pays != now).sum()), far, moved), tuple(pays.tolist())))
        if len(best) > _AT_ONCE:
            best = sorted(best)[:most]
    return [design.proposal(pays) for _, pays in sorted(best)[:most]]


def as_json(design: Design, found: Sequence[Proposal]) -> list[dict[str, Any]]:
    return [
        {
            "house_edge": one.house_edge,
            "hit_frequency": one.hit_frequency,
            "std_dev": one.std_dev,
            "volatility_index": spread(VOLATILITY) * one.std_dev,
            "pays": {row.hand: row.text(pays) for row, pays in zip(design.rows, one.pays, strict=True)},
            "changed": [design.rows[at].hand for at in one.changed],
        }
        for one in found
    ]
