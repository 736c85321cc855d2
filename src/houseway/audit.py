"""What was paid against what was due, over a log of any length: differences by table, wager and dealer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from houseway.bulk.columns import Columns
from houseway.bulk.kernels import Ints
from houseway.bulk.lines import PartLines
from houseway.bulk.logs import parts
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.settling_many import Settling

ALL = "all wagers"
_SHOWN = 20


@dataclass
class Tally:
    """Rows looked at, those that differ, and by how much, in cents."""

    rows: int = 0
    differing: int = 0
    overpaid: int = 0
    underpaid: int = 0

    def add(self, difference: int) -> None:
        if difference > 0:
            self.overpaid += difference
        else:
            self.underpaid -= difference

    def as_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "differing": self.differing,
            "overpaid": dollars(self.overpaid),
            "underpaid": dollars(self.underpaid),
        }


@dataclass(frozen=True)
class Difference:
    """A wager of a row that was not paid what was due."""

    row: int
    wager: str
    due: int
    paid: int
    rule: str
    table: str
    dealer: str

    def as_json(self) -> dict[str, Any]:
        return {
            "row": self.row, "table": self.table, "dealer": self.dealer, "wager": self.wager,
            "due": dollars(self.due), "paid": dollars(self.paid), "rule": self.rule,
        }  # fmt: skip


@dataclass
class Audit:
    """The findings of a log."""

    total: Tally = field(default_factory=Tally)
    by_table: dict[str, Tally] = field(default_factory=dict)
    by_wager: dict[str, Tally] = field(default_factory=dict)
    by_dealer: dict[str, Tally] = field(default_factory=dict)
    first: list[Difference] = field(default_factory=list)
    faults: int = 0
    first_faults: list[tuple[int, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Plain data, amounts in dollars."""
        return {
            **self.total.as_json(),
            "not_settled": self.faults,
            **{
                name: {key: tally.as_json() for key, tally in sorted(tallies.items())}
                for name, tallies in (
                    ("by_table", self.by_table), ("by_wager", self.by_wager), ("by_dealer", self.by_dealer),
                )
            },
            "first_differences": [one.as_json() for one in self.first],
            "first_not_settled": [{"row": row, "error": error} for row, error in self.first_faults],
        }  # fmt: skip


class _Games:
    """The games of a log, each with the house's choices, made ready once."""

    def __init__(self, game: str, house: Mapping[str, Any]) -> None:
        self._game, self._house = game, house
        self._made: dict[tuple[str, str], Settling] = {}

    def of(self, columns: Columns) -> Iterator[tuple[Settling, Ints, Columns]]:
        """The rows of each game, and what settles them."""
        games, houses = columns.texts("game"), columns.texts("house")
        keys = games.codes * len(houses.texts) + houses.codes
        for key in np.unique(keys):
            rows = np.flatnonzero(keys == key)
            game = self._game or games.texts[int(key) // len(houses.texts)]
            if not game:
                raise RuleError("says of no game which it is: a column `game`, or --game", f"row {int(rows[0])}")
            settling = self._settling(game, houses.texts[int(key) % len(houses.texts)])
            yield settling, rows, columns if len(rows) == columns.size else columns.rows(rows)

    def _settling(self, game: str, house: str) -> Settling:
        if (game, house) not in self._made:
            try:
                chosen = msgspec.json.decode(house) if house else {}
            except msgspec.DecodeError as error:
                raise RuleError(f"not valid JSON: {error}", "house") from None
            self._made[game, house] = Settling(game, {**chosen, **self._house})
        return self._made[game, house]


def settled_parts(
    name: str, game: str = "", house: Mapping[str, Any] | None = None, told: Callable[[float], None] | None = None
) -> Iterator[tuple[Settling, Ints, Columns, PartLines, dict[int, RuleError]]]:
    """A log settled part by part: what settles it, the numbers of its rows, the rows, their lines, and faults."""
    games = _Games(game, house or {})
    for first, columns in parts(name, told):
        for settling, rows, own in games.of(columns):
            settling.check(own)
            found, errors = settling.part(own)
            yield settling, rows + first, own, found, errors


def audit(
    name: str, game: str = "", house: Mapping[str, Any] | None = None, told: Callable[[float], None] | None = None
) -> Audit:
    """Compare what was paid with what was due; the log is read and forgotten part by part."""
    found = Audit()
    for settling, rows, columns, lines, errors in settled_parts(name, game, house, told):
        for row, error in errors.items():
            found.faults += 1
            if len(found.first_faults) < _SHOWN:
                found.first_faults.append((int(rows[row]), str(error)))
        fine = np.ones(columns.size, np.bool_)
        fine[list(errors)] = False
        tables, dealers = columns.texts("table"), columns.texts("dealer_name")
        found.total.rows += columns.size
        for texts, tallies in ((tables, found.by_table), (dealers, found.by_dealer)):
            for code, count in enumerate(np.bincount(texts.codes, minlength=len(texts.texts))):
                if count and texts.texts[code]:
                    tallies.setdefault(texts.texts[code], Tally()).rows += int(count)
        differing = np.zeros(columns.size, np.bool_)
        for wager, due, paid, made in _compared(columns, lines):
            found.by_wager.setdefault(wager, Tally()).rows += int((made & fine).sum())
            wrong = np.flatnonzero((due != paid) & fine)
            differing[wrong] = True
            label = lines.wagers[wager].label if wager in lines.wagers else None
            for row in wrong.tolist():
                number = int(label[row]) if label is not None else -1
                rule = settling.labels.all[number].rule if number >= 0 else ""
                one = Difference(
                    int(rows[row]), wager, int(due[row]), int(paid[row]), rule, tables.at(row), dealers.at(row)
                )
                _count(found, one)
        found.total.differing += int(differing.sum())
        for texts, tallies in ((tables, found.by_table), (dealers, found.by_dealer)):
            for code, count in enumerate(np.bincount(texts.codes[differing], minlength=len(texts.texts))):
                if count and texts.texts[code]:
                    tallies[texts.texts[code]].differing += int(count)
    return found


def _compared(columns: Columns, lines: PartLines) -> Iterator[tuple[str, Ints, Ints, np.ndarray[Any, Any]]]:
    """For each wager what was due, what was paid, and where it was made; all wagers together where the log says so."""
    named = columns.names("paid.")
    nothing = np.zeros(columns.size, np.int64)
    if not named:
        if "paid" not in columns.raw:
            raise RuleError("the log does not say what was paid: columns paid.WAGER, or paid for all together", "paid")
        due = sum((one.net for one in lines.wagers.values()), nothing)
        yield ALL, due, columns.signed("paid"), np.ones(columns.size, np.bool_)
        return
    for wager in dict.fromkeys((*lines.wagers, *named)):
        own = lines.wagers.get(wager)
        paid = columns.signed(f"paid.{wager}") if wager in named else nothing
        yield wager, own.net if own else nothing, paid, own.made if own else paid != 0


def _count(found: Audit, one: Difference) -> None:
    difference = one.paid - one.due
    tallies = [found.total, found.by_wager.setdefault(one.wager, Tally())]
    tallies += [found.by_table.setdefault(one.table, Tally())] if one.table else []
    tallies += [found.by_dealer.setdefault(one.dealer, Tally())] if one.dealer else []
    for tally in tallies:
        tally.add(difference)
    found.by_wager[one.wager].differing += 1  # the others count rows, in which several wagers may differ
    if len(found.first) < _SHOWN:
        found.first.append(one)
