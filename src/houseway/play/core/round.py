"""A live round as a value: dealt from a shuffled deck, the same to a caller whatever the family.

A round opens from a round file without cards (game, house, meters, the wagers of each seat) and a seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeGuard, runtime_checkable

from houseway.play.core.actions import Action
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Fees, Line, Settlement

if TYPE_CHECKING:  # a round that is only settled draws no cards
    from houseway.play.core.shoe import ShoeState


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards (or tiles, dice) as a viewer sees them: those he may see, and how many more lie face down."""

    name: str  # `player` for a seat's own, `dealer`, `community` or a pile of the game
    seat: int | None
    cards: tuple[str, ...]
    hidden: int = 0
    says: str = ""  # what its cards count, where the game counts them
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # as it was set: each part's name and cards
    used: tuple[str, ...] = ()  # at the end: those of the seat's and the table's cards that make its hand
    stands: tuple[tuple[str, str], ...] = ()  # wild cards, each with the card it stands for
    columns: int = 0  # cards in a row, where each has a place with a number; 0: no places

    def __repr__(self) -> str:
        of_seat = "" if self.seat is None else f", seat {self.seat}"
        held = [" ".join(self.cards)] * bool(self.cards) + [f"{self.hidden} face down"] * bool(self.hidden)
        return f"Pile({self.name!r}{of_seat}: {' and '.join(held) or 'no cards'})"


@dataclass(frozen=True, slots=True)
class BettingSpot:
    """A wager that a seat may make before the first card; amounts in cents."""

    name: str
    required: bool = False
    equals: str = ""
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()  # at least one of these must be made
    least: int | None = None
    most: int | None = None
    stakes: tuple[int, ...] = ()  # the only amounts, if any
    meters: tuple[str, ...] = ()  # the meters its prices are shares of
    rule: str = ""
    share: float = 1  # the part of `equals` that it is
    measure: bool = False  # bets of later decisions are multiples of it
    within: str = ""  # it is at most `most_share` of this wager
    most_share: float = 1
    step: int = 0  # amounts are multiples of this
    label: str = ""  # its name on the layout
    lead: str = ""  # made between two rolls or cards: the words of the action before the amount
    group: str = ""  # the spot that it shares with others, which differ from it in their target
    target: str = ""  # what it is on, of those that share a spot

    def __repr__(self) -> str:
        return f"BettingSpot({self.name!r}{', required' * self.required}, {self.rule})"

    def follows(self, amounts: Mapping[str, float]) -> float | None:
        """The amount that the wager it equals sets; None where that is not made."""
        return amounts[self.equals] * self.share if self.equals in amounts else None

    def bounded(self, amount: int, amounts: Mapping[str, int]) -> int:
        """The amount, cut to the part of another wager that it may be."""
        return min(amount, int(amounts[self.within] * self.most_share)) if self.within in amounts else amount


@dataclass(frozen=True, slots=True)
class LayoutBet:
    """A wager of a seat where it lies on the layout; amounts in cents."""

    wager: str
    amount: int
    point: int = 0  # the number it has moved to; 0: none
    behind: str = ""  # it lies behind this wager
    outcome: str = ""  # how it was decided; empty while it stands
    net: int = 0  # what it brought, once decided
    reason: str = ""
    target: str = ""  # as actions name it
    label: str = ""  # its name on the layout, with its number
    works: bool = True  # whether the next roll can decide it


@dataclass(frozen=True, slots=True)
class RollEvent:
    """A roll that the whole table saw, and what it meant."""

    cards: tuple[str, ...]
    text: str


class LiveRound(Protocol):
    """A round between two decisions."""

    @property
    def opening(self) -> RoundFile:
        """The file that the round was opened from."""

    @property
    def over(self) -> bool: ...

    @property
    def turn(self) -> int:
        """The seat to act; without meaning when the round is over."""

    def legal(self, seat: int) -> Sequence[Action]:
        """What `seat` may do now; empty when it is not its turn."""

    def act(self, seat: int, action: str) -> "LiveRound":
        """The round after the action; an illegal one is a RuleError and changes nothing."""

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """An action for a seat that plays by itself: by a plain policy, or with `rng` any legal one."""

    def staked(self, seat: int) -> int:
        """What the seat has at risk so far, in cents."""

    def stakes(self, seat: int) -> Mapping[str, int]:
        """What the seat has on the layout by wager, in cents; empty where it plays for a pot."""

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        """All piles as `viewer` sees them; without a viewer, only what lies face up."""

    def settle(self) -> Settlement: ...

    def round_file(self) -> dict[str, Any]:
        """The round so far in the exchange format; when it is over, `settle` gives the same lines for it."""


@runtime_checkable
class FromShoe(Protocol):
    """A round dealt from a shoe that may go on to the next round."""

    def shoe_after(self) -> "ShoeState":
        """The shoe as this round leaves it."""


@runtime_checkable
class Collects(Protocol):
    """A round for which the cardroom takes fees before the cards."""

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What a printed schedule takes for this round, in cents, with the stakes `behind` its seats."""


@runtime_checkable
class OnLayout(Protocol):
    """A round whose wagers are made, decided and paid one after another, while others stand."""

    def decided(self, seat: int) -> tuple[Line, ...]:
        """The lines of what was decided so far, in the order in which it was; more are only ever added."""

    def layout_bets(self, seat: int) -> tuple[LayoutBet, ...]:
        """The wagers of a seat that stand, and those that the last roll decided."""

    def history(self) -> tuple[RollEvent, ...]:
        """The rolls so far, in their order."""


@runtime_checkable
class Warns(Protocol):
    """A round in which a decision can be a mistake that the rules punish."""

    def warning(self, seat: int, action: str) -> str:
        """What the seat should know before it acts so; empty where there is nothing to say."""


class DealerSetting(NamedTuple):
    """A hand that the dealer has set: its cards, and those of the part that is told of it."""

    pile: str
    part: str
    cards: tuple[str, ...]
    chosen: tuple[str, ...]


@runtime_checkable
class SetByDealer(Protocol):
    """A round in which the dealer sets, keeps or discards cards: the house way, unless a record says otherwise."""

    def dealer_settings(self) -> tuple[DealerSetting, ...]:
        """The hands that the dealer has set so far."""

    def with_dealer_set(self, stated: Mapping[str, Any]) -> LiveRound:
        """The round with what a record states of them (`dealer_set`)."""


@runtime_checkable
class PassesOver(Protocol):
    """A round in which a hand may be over before its turn while the others play on."""

    def pass_over(self) -> LiveRound:
        """The round without a decision of the seat to act, whose hand is dead."""


@runtime_checkable
class LetsFold(Protocol):
    """A round in which a seat may fold with its stakes back after some irregularities."""

    def let_fold(self, happened: Irregularity) -> LiveRound:
        """The round after such an irregularity (`may_fold`)."""


@lru_cache(maxsize=256)
def _offers(kind: type, protocol: type) -> bool:
    """Whether rounds of a kind have what a protocol asks for: asked of every view, and the same for all of a kind."""
    return issubclass(kind, protocol)


def from_shoe(live: LiveRound) -> TypeGuard[FromShoe]:
    return _offers(type(live), FromShoe)


def fees_due(live: LiveRound, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The fees of a round, due before its cards."""
    return live.fees(behind) if _offers(type(live), Collects) else None  # type: ignore[attr-defined]


def on_layout(live: LiveRound) -> TypeGuard[OnLayout]:
    return _offers(type(live), OnLayout)


def warns(live: LiveRound) -> TypeGuard[Warns]:
    return _offers(type(live), Warns)


def passes_over(live: LiveRound) -> TypeGuard[PassesOver]:
    return _offers(type(live), PassesOver)


def lets_fold(live: LiveRound) -> TypeGuard[LetsFold]:
    return _offers(type(live), LetsFold)


def set_by_dealer(live: LiveRound) -> TypeGuard[SetByDealer]:
    return _offers(type(live), SetByDealer)


def next_shoe_place(live: LiveRound) -> dict[str, int]:
    """Where the next round begins in the shoe of this one (`shoe` of its file); empty when the cards are shuffled."""
    return live.shoe_after().place() if from_shoe(live) else {}
