"""The cases of a wager on tiles or dice: what takes it, what the hands or the dice yield, and what that pays."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from houseway.play.core.cases import Always, Both, Case, Truth, When
from houseway.rules.game import Game
from houseway.rules.pays import LOSE, PUSH, parse_pay
from houseway.rules.tiles import TileGame, TileWager, Vigorish

TILES = "tiles"  # what a wager is decided by that is not on the dice
_FALLS = {
    "match": "a die shows the number of the seat, paid for each that does",
    "odd": "the eye is odd and the dice are not a triple",
    "even": "the eye is even and the dice are not a triple",
    "double": "the two dice other than the eye are alike",
    "triple": "all dice are alike",
}
_WON = ("neither hand wins", "one hand wins, the other does not", "both hands beat the other's")
_RUNNING = ("first", "second", "third", "fourth", "fifth", "sixth")


class Sight(Protocol):
    """What conditions look at: one seat at the end of a round."""

    def triple(self) -> bool:
        """Whether the dice fell a triple."""

    def falls(self, event: str) -> int:
        """How many times the dice fell as a wager on them asks."""

    def running(self) -> int:
        """How many triples came just before."""

    def shook(self) -> bool:
        """Whether the seat shook the dice."""

    def dead(self) -> bool:
        """Whether an irregularity killed the hand."""

    def surrendered(self) -> bool: ...

    def banked(self) -> bool:
        """Whether a player banks."""

    def hands_won(self) -> int:
        """How many of the two hands beat the dealer's or the bank's."""


@dataclass(frozen=True, slots=True)
class Triple(When):
    """The dice fell a triple."""

    def holds(self, sight: Sight) -> Truth:
        return sight.triple()

    def text(self) -> str:
        return "the dice fall a triple"


@dataclass(frozen=True, slots=True)
class Falls(When):
    """The dice fell as the wager asks."""

    event: str

    def holds(self, sight: Sight) -> Truth:
        return sight.falls(self.event) > 0

    def text(self) -> str:
        return _FALLS[self.event]


@dataclass(frozen=True, slots=True)
class Running(When):
    """It is this triple of those running, counted round; the shaker's price or that of the others."""

    number: int
    count: int
    shaker: bool

    def holds(self, sight: Sight) -> Truth:
        return sight.running() % self.count == self.number and sight.shook() == self.shaker

    def text(self) -> str:
        return f"{_RUNNING[self.number]} time running, to {'the shaker' if self.shaker else 'the others'}"


@dataclass(frozen=True, slots=True)
class Dead(When):
    """An irregularity killed the hand."""

    def holds(self, sight: Sight) -> Truth:
        return sight.dead()

    def text(self) -> str:
        return "the hand is dead"


@dataclass(frozen=True, slots=True)
class Surrendered(When):
    """The seat gave up."""

    def holds(self, sight: Sight) -> Truth:
        return sight.surrendered()

    def text(self) -> str:
        return "the player surrenders"


@dataclass(frozen=True, slots=True)
class HandsWon(When):
    """So many of the two hands beat the other side's, which wins ties."""

    count: int

    def holds(self, sight: Sight) -> Truth:
        return sight.hands_won() == self.count

    def text(self) -> str:
        return _WON[self.count]


@dataclass(frozen=True, slots=True)
class Banked(When):
    """A player banks the round."""

    def holds(self, sight: Sight) -> Truth:
        return sight.banked()

    def text(self) -> str:
        return "a player banks"


def cases_of(game: Game[TileGame], name: str, wager: TileWager, vigorish: Vigorish) -> Iterator[Case]:
    """The cases of a wager; those without a paragraph of their own cite that of their outcome."""
    spec, cite = game.spec, game.cite
    if wager.decided_by != TILES:
        if name in vigorish.triple_loses:
            yield Case(Triple(), "lose", LOSE)
        falls = Falls(wager.decided_by)
        for number, (shaker, others) in enumerate(wager.streak):
            for shook, price in ((True, shaker), (False, others)):
                yield Case(Both(falls, Running(number, len(wager.streak), shook)), "win", parse_pay(price))
        if not wager.streak:
            yield Case(falls, "win", parse_pay(wager.win))
        yield Case(Always(), "lose", LOSE)
        return
    if name in vigorish.triple_loses:
        yield Case(Triple(), "lose", LOSE, cite=cite(vigorish.rule), reason="lost to a triple of the dice")
    if spec.dead_hand is not None:
        yield Case(Dead(), "lose", LOSE, cite=cite(spec.dead_hand.rule), reason="the hand is dead")
    if spec.surrender is not None:
        share, rule = Fraction(str(spec.surrender.share)), cite(spec.surrender.rule)
        yield Case(Surrendered(), "surrender", LOSE, lost=share, cite=rule, reason="surrendered")
    win = parse_pay(wager.win)
    if spec.banking.offered:
        yield Case(Both(HandsWon(2), Banked()), "win", win, cite=cite(spec.banking.winners_rule))
    yield Case(HandsWon(2), "win", win)
    yield Case(HandsWon(1), "push", PUSH)
    yield Case(Always(_WON[0]), "lose", LOSE)
