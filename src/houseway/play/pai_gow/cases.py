"""The cases of a wager of pai gow: two set hands against the dealer's, or the rows of a pay table on a hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from houseway.hands.ranking import Ranking
from houseway.play.core.cases import Always, Both, Case, Truth, When
from houseway.rules.game import Game
from houseway.rules.pai_gow import PaiGow, PaiGowWager
from houseway.rules.patterns import Row
from houseway.rules.pays import LOSE, PUSH, Part, Pay, parse_pay
from houseway.rules.tables import Table, TableRow
from houseway.rules.wording import humanize

_EVEN = parse_pay("1 to 1")
_COMPARED = {"win": "both hands beat the dealer's", "split": "one hand beats the dealer's, the other does not"}


class Sight(Protocol):
    """What conditions look at: one seat at the end of a round."""

    def fits(self, row: Row) -> bool:
        """Whether all clauses of a row hold."""

    def shown(self, table: Table) -> TableRow | None:
        """The first row of a table on the dealer's cards that fits."""

    def foul(self) -> bool:
        """Whether the wager's hand is set with the low above the high."""

    def compared(self) -> str:
        """`win`, `split` or `lose`: how many of the wager's two hands beat the dealer's."""

    def copied(self) -> bool:
        """Whether one of the two hands is the dealer's over again."""


@dataclass(frozen=True, slots=True)
class Fits(When):
    """A row of a pay table fits the cards."""

    row: TableRow

    def holds(self, sight: Sight) -> Truth:
        return sight.fits(self.row.clauses)

    def text(self) -> str:
        return humanize(self.row.name)


@dataclass(frozen=True, slots=True)
class DealerHas(When):
    """The dealer's cards are this."""

    category: str
    row: Row = field(repr=False)

    def holds(self, sight: Sight) -> Truth:
        return sight.fits(self.row)

    def text(self) -> str:
        return f"the dealer has {humanize(self.category)}"


@dataclass(frozen=True, slots=True)
class DealerShows(When):
    """Of a table on the dealer's cards this row is the first that fits."""

    table: Table
    row: TableRow

    def holds(self, sight: Sight) -> Truth:
        return sight.shown(self.table) is self.row

    def text(self) -> str:
        return f"the dealer has {humanize(self.row.name)}"


@dataclass(frozen=True, slots=True)
class Foul(When):
    """The low hand is set above the high hand."""

    def holds(self, sight: Sight) -> Truth:
        return sight.foul()

    def text(self) -> str:
        return "the low hand outranks the high hand"


@dataclass(frozen=True, slots=True)
class Compared(When):
    """So many of the two hands beat the dealer's."""

    outcome: str

    def holds(self, sight: Sight) -> Truth:
        return sight.compared() == self.outcome

    def text(self) -> str:
        return _COMPARED[self.outcome]


@dataclass(frozen=True, slots=True)
class Copied(When):
    """A hand copies the dealer's."""

    def holds(self, sight: Sight) -> Truth:
        return sight.copied()

    def text(self) -> str:
        return "a copy loses"


def doubled(pay: Pay) -> Pay:
    """A price paid twice over."""
    parts = tuple(Part(part.kind, part.amount * 2, part.level, part.from_meter) for part in pay.parts)
    return replace(pay, text=f"{pay.text}, doubled", parts=parts) if parts else pay


def deciding_rows(high: Ranking, wager: PaiGowWager, table: Table) -> list[TableRow]:
    """The rows, the one first that counts where several fit: as printed, or the best-ranked hand first."""
    rows = list(table.rows)
    if wager.rows == "ranked":
        order = high.categories
        rows.sort(key=lambda row: -order.index(row.name) if row.name in order else -len(order))
    return rows


def set_cases(game: Game[PaiGow], wager: PaiGowWager, shown: Table | None) -> Iterator[Case]:
    """A wager on set hands; `shown` is the table on the dealer's cards that pushes it, or prices its winners."""
    rows = shown.rows if shown is not None else ()
    for row in rows:
        assert shown is not None
        if row.pays[0].result == "push":
            yield Case(DealerShows(shown, row), "dealer_shows", row.pays[0], shown, row=shown.path(row))
    if wager.set_hands != "dragon":  # which the house sets
        yield Case(Foul(), "foul", LOSE, cite=game.cite(game.spec.set_hands.foul))
    for row in rows:
        assert shown is not None
        if row.pays[0].result != "push":
            when = Both(Compared("win"), DealerShows(shown, row))
            yield Case(when, "win", row.pays[0], shown, row=shown.path(row))
    yield Case(Compared("win"), "win", _EVEN)
    yield Case(Compared("split"), "split", PUSH)
    if "copy" in wager.cites:
        yield Case(Copied(), "copy", LOSE)
    yield Case(Always(), "lose", LOSE)


def table_cases(high: Ranking, wager: PaiGowWager, table: Table, doubling: Row | None) -> Iterator[Case]:
    """A wager by a pay table, on the hand that the table looks at."""
    for row in deciding_rows(high, wager, table):
        pay, path = row.pays[0], table.path(row)
        if doubling is not None:
            when = Both(Fits(row), DealerHas(wager.doubled_by, doubling))
            yield Case(when, pay.result, doubled(pay), table, row=path)
        yield Case(Fits(row), pay.result, pay, table, row=path)
    yield Case(Always("not among the hands that are paid"), "lose", LOSE)


def row_of(case: Case) -> TableRow | None:
    """The row of the wager's pay table that decides; None where none does."""
    when = case.when.first if isinstance(case.when, Both) else case.when
    return when.row if isinstance(when, Fits) else None
