"""The conditions of house poker, and what its cases say beyond those of every family."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from houseway.play.core import cases
from houseway.play.core.cases import Number, Truth, When
from houseway.rules.patterns import Row
from houseway.rules.tables import Table
from houseway.rules.wording import humanize


class Sight(Protocol):
    """What conditions look at: one seat at the end of a round, or one seat in each of many rounds."""

    def value(self, hand: str) -> Number:
        """What the ranking makes of a named hand."""

    def points(self, hand: str) -> Number:
        """The points of a named hand."""

    def one_colour(self, *hands: str) -> Truth:
        """Whether all cards of these hands are red, or all are black."""

    def folded(self) -> Truth: ...

    def made(self, wager: str) -> Truth: ...

    def bust(self) -> Truth:
        """Whether the seat's cards could not be set."""

    def dealer_bust(self) -> Truth:
        """Whether the dealer's cards could not be set."""

    def acted(self, verb: str) -> Truth:
        """Whether the seat took an action with this verb."""

    def won(self, wager: str) -> Truth:
        """Whether another wager of the seat, settled before, has won."""

    def fits(self, row: Row) -> Truth:
        """Whether all clauses of a pattern hold."""


@dataclass(frozen=True, slots=True)
class Folded(When):
    """The seat folded."""

    def holds(self, sight: Sight) -> Truth:
        return sight.folded()

    def text(self) -> str:
        return "the player folds"


@dataclass(frozen=True, slots=True)
class NotMade(When):
    """The seat has not made another wager."""

    wager: str

    def holds(self, sight: Sight) -> Truth:
        return sight.made(self.wager) ^ True

    def text(self) -> str:
        return f"{humanize(self.wager)} was not made"


@dataclass(frozen=True, slots=True)
class Made(When):
    """The seat has made another wager."""

    wager: str

    def holds(self, sight: Sight) -> Truth:
        return sight.made(self.wager)

    def text(self) -> str:
        return f"with {humanize(self.wager)}"


@dataclass(frozen=True, slots=True)
class Shows(When):
    """A hand fits a pattern."""

    hand: str
    pattern: str
    row: Row = field(repr=False)

    def holds(self, sight: Sight) -> Truth:
        return sight.fits(self.row)

    def text(self) -> str:
        return f"{humanize(self.hand)} is {humanize(self.pattern)}"

    def hands(self) -> frozenset[str]:
        return frozenset(clause.hand for clause in self.row)


@dataclass(frozen=True, slots=True)
class BeatsAll(When):
    """Several hands each beat another."""

    pairs: tuple[tuple[str, str], ...]

    def holds(self, sight: Sight) -> Truth:
        won: Truth = True
        for hand, other in self.pairs:
            won = won & (sight.value(hand) > sight.value(other))
        return won

    def text(self) -> str:
        return " and ".join(f"{humanize(hand)} beats {humanize(other)}" for hand, other in self.pairs)

    def hands(self) -> frozenset[str]:
        return frozenset(hand for pair in self.pairs for hand in pair)


@dataclass(frozen=True, slots=True)
class MoreWon(When):
    """Of several hands more beat another than lose to theirs (`lead` 1), or as many (`lead` 0)."""

    pairs: tuple[tuple[str, str], ...]
    lead: int

    def holds(self, sight: Sight) -> Truth:
        balance: Number = 0
        for hand, other in self.pairs:
            mine, theirs = sight.value(hand), sight.value(other)
            balance = balance + (mine > theirs) * 1 - (mine < theirs) * 1
        return balance > 0 if self.lead else balance == 0

    def text(self) -> str:
        named = " and ".join(f"{humanize(hand)} against {humanize(other)}" for hand, other in self.pairs)
        return f"{named}: {'more won than lost' if self.lead else 'as many won as lost'}"

    def hands(self) -> frozenset[str]:
        return frozenset(hand for pair in self.pairs for hand in pair)


@dataclass(frozen=True, slots=True)
class Bust(When):
    """The cards of the seat, or of the dealer, could not be set."""

    dealer: bool = False

    def holds(self, sight: Sight) -> Truth:
        return sight.dealer_bust() if self.dealer else sight.bust()

    def text(self) -> str:
        return f"the {'dealer' if self.dealer else 'hand'} busts"


@dataclass(frozen=True, slots=True)
class NotShown(When):
    """The seat has not taken an action that claims the wager."""

    action: str

    def holds(self, sight: Sight) -> Truth:
        return sight.acted(self.action) ^ True

    def text(self) -> str:
        return f"the player does not {humanize(self.action)}"


@dataclass(frozen=True, slots=True)
class AllWin(When):
    """Several other wagers of the seat all win."""

    wagers: tuple[str, ...]

    def holds(self, sight: Sight) -> Truth:
        won: Truth = True
        for wager in self.wagers:
            won = won & sight.won(wager)
        return won

    def text(self) -> str:
        return f"{', '.join(humanize(wager) for wager in self.wagers)} all win"


@dataclass(frozen=True, slots=True)
class Reaches(When):
    """A hand is at least so good."""

    hand: str
    least: int
    said: str  # the least hand in words

    def holds(self, sight: Sight) -> Truth:
        return sight.value(self.hand) >= self.least

    def text(self) -> str:
        return f"{humanize(self.hand)} is {humanize(self.said)} or better"

    def hands(self) -> frozenset[str]:
        return frozenset({self.hand})


@dataclass(frozen=True, slots=True)
class DoesNotQualify(When):
    """A hand is below what it needs to qualify."""

    hand: str
    least: int

    def holds(self, sight: Sight) -> Truth:
        return sight.value(self.hand) < self.least

    def text(self) -> str:
        return f"{humanize(self.hand)} does not qualify"

    def hands(self) -> frozenset[str]:
        return frozenset({self.hand})


@dataclass(frozen=True, slots=True)
class Beats(When):
    """A hand beats another."""

    hand: str
    other: str

    def holds(self, sight: Sight) -> Truth:
        return sight.value(self.hand) > sight.value(self.other)

    def text(self) -> str:
        return f"{humanize(self.hand)} beats {humanize(self.other)}"

    def hands(self) -> frozenset[str]:
        return frozenset({self.hand, self.other})


@dataclass(frozen=True, slots=True)
class Ties(When):
    """Two hands are equal; with `points` only where the total lies within these bounds."""

    hand: str
    other: str
    points: tuple[int, int] | None = None

    def holds(self, sight: Sight) -> Truth:
        tied = sight.value(self.hand) == sight.value(self.other)
        if self.points is None:
            return tied
        total = sight.points(self.hand)
        return tied & (self.points[0] <= total) & (total <= self.points[1])

    def text(self) -> str:
        tied = f"{humanize(self.hand)} ties {humanize(self.other)}"
        if self.points is None:
            return tied
        low, high = self.points
        return f"{tied} at {f'{low} or more' if high >= MOST_POINTS else f'{high} or less'}"

    def hands(self) -> frozenset[str]:
        return frozenset({self.hand, self.other})


@dataclass(frozen=True, slots=True)
class OneColour(When):
    """All cards of two hands are of one colour."""

    hand: str
    other: str

    def holds(self, sight: Sight) -> Truth:
        return sight.one_colour(self.hand, self.other)

    def text(self) -> str:
        return f"all cards of {humanize(self.hand)} and {humanize(self.other)} are of one colour"

    def hands(self) -> frozenset[str]:
        return frozenset({self.hand, self.other})


@dataclass(frozen=True, slots=True)
class BadBeat(When):
    """Two hands are both at least so good, and the first loses to the second."""

    loser: str
    winner: str
    least: int
    said: str

    def holds(self, sight: Sight) -> Truth:
        loser = sight.value(self.loser)
        return (loser >= self.least) & (loser < sight.value(self.winner))

    def text(self) -> str:
        return f"{humanize(self.loser)}, {humanize(self.said)} or better, loses to {humanize(self.winner)}"

    def hands(self) -> frozenset[str]:
        return frozenset({self.loser, self.winner})


MOST_POINTS = 1 << 20

Outcome = Literal["win", "lose", "tie", "unqualified", "fold", "foul", "bust", "dealer_bust", "lost_if"]


@dataclass(frozen=True, slots=True)
class Says:
    """The reason of a settled line: a text, with hands named as a dealer would call them."""

    text: str = ""  # {0} and {1} are the hands
    hands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case(cases.Case):
    """A case of house poker."""

    outcome: Outcome
    says: Says = field(default=Says(), compare=False, repr=False)
    stake_lost: bool = False  # with a table: the stake is lost although the table pays
    margin: tuple[str, str] | None = None  # with prices by margin: the hands whose categories are compared
    best_of: tuple[str, ...] = ()  # with a table: the best of these hands at the whole table decides
    also: Table | None = None  # with a table: a second one, and what both pay is added
    rule: str = ""  # cited where it is not the wager's own paragraph: that of a wager it follows
    pot: bool = False  # the best hand of the seats that made the wager takes the pot
