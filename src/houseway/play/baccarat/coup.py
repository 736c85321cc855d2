"""A coup: the two hands, drawn by the table of the rules, and the events they show.

An event is read by one function, `shows`, for one coup and for columns of many: its operators mean the same for both.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import Any, Protocol

from houseway.rules.baccarat import Baccarat, Drawing, Event, Side
from houseway.rules.errors import RuleError

Truth = Any  # a bool, or an array of bools
Number = Any  # an int, or an array of ints


def card_value(card: int) -> int:
    """30-2806(2): the ace counts one, tens and faces nothing."""
    rank = card >> 2
    return 1 if rank == 12 else (rank + 2 if rank < 8 else 0)


_VALUES = tuple(map(card_value, range(256)))


def points(cards: Sequence[int]) -> int:
    return sum(map(_VALUES.__getitem__, cards)) % 10


def player_draws(draw: Drawing, player: int, banker: int) -> bool:
    """Whether the player's hand takes a third card, from the totals of two cards."""
    return player not in draw.natural and banker not in draw.natural and player in draw.player


def banker_draws(draw: Drawing, player: int, banker: int, third: int | None) -> bool:
    """Whether the banker's hand does; `third` is the value of the player's third card, None if it stood."""
    if player in draw.natural or banker in draw.natural:
        return False
    return banker in draw.banker_alone if third is None else third in draw.banker.get(str(banker), ())


@dataclass(frozen=True, slots=True)
class Coup:
    """A finished coup."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    natural: tuple[int, ...]  # the totals that are naturals

    @property
    def winner(self) -> str:
        difference = points(self.player) - points(self.banker)
        return "tie" if difference == 0 else "player" if difference > 0 else "banker"

    def hand(self, side: str) -> tuple[int, ...]:
        return self.player if side == "player" else self.banker

    @property
    def sides(self) -> dict[str, "HandSight"]:
        """Both hands as events see them."""
        hands = {"player": self.player, "banker": self.banker}
        return {side: HandSight(points(cards), len(cards), _pair(cards)) for side, cards in hands.items()}

    def alike(self, cards: str) -> "Alike":
        """What the winner's cards (in a tie all) or all cards share."""
        winner = self.winner
        return _alike(self.player + self.banker if cards == "all" or winner == "tie" else self.hand(winner))

    def first_four(self, event: Event, seat: int) -> bool:
        """Whether the first two cards of both hands hold what the event asks, for the seat of this number."""
        four = (*self.player[:2], *self.banker[:2])
        ranks = sorted(Counter(card >> 2 for card in four).values())
        most, alike = ranks[-1], max(Counter(four).values())
        held = {
            "suited_pair": alike >= 2,
            "two_pair": ranks == [2, 2] or most == 4,
            "trips": most >= 3,
            "suited_trips": alike >= 3,
            "quads": most == 4,
            "suited_quads": alike == 4,
        }[event.first_four]
        number = (four[0] >> 2) + 2 if four[0] >> 2 < 12 else 1
        return held and (not event.seat_numbers or (seat == number and seat in event.seat_numbers))


def deal(draw: Drawing, next_card: Callable[[str], int], natural: tuple[int, ...]) -> Coup:
    """Deal a coup, asking for each card by the hand it goes to, in the order of 30-2812 and 30-2814."""
    hands: dict[str, list[int]] = {"player": [], "banker": []}
    for side in ("player", "banker", "player", "banker"):
        hands[side].append(next_card(side))
    start = points(hands["player"]), points(hands["banker"])
    third = None
    if player_draws(draw, *start):
        hands["player"].append(next_card("player"))
        third = card_value(hands["player"][2])
    if banker_draws(draw, *start, third):
        hands["banker"].append(next_card("banker"))
    return Coup(tuple(hands["player"]), tuple(hands["banker"]), natural)


def recorded_coup(spec: Baccarat, player: tuple[int, ...], banker: tuple[int, ...]) -> Coup:
    """The coup of a round file; cards that the drawing table does not deal, or misses, are errors."""
    piles = {"player": player, "banker": banker}
    dealt = {"player": 0, "banker": 0}

    def next_card(side: str) -> int:
        place = dealt[side]
        if place >= len(piles[side]):
            raise RuleError(f"needs {place + 1} cards by the drawing rules, has {place}", f"piles.{side}")
        dealt[side] += 1
        return piles[side][place]

    coup = deal(spec.draw, next_card, spec.draw.natural)
    for side, cards in piles.items():
        if len(cards) > dealt[side]:
            raise RuleError(
                f"stands on {dealt[side]} cards by the drawing rules, but has {len(cards)}", f"piles.{side}"
            )
    return coup


class Pair(IntEnum):
    """What the first two cards of a hand are."""

    NONE = 0
    IDENTICAL = 1
    UNSUITED = 2


class Alike(IntEnum):
    """What cards share."""

    NOTHING = 0
    COLOUR = 1
    SUIT = 2


@dataclass(frozen=True, slots=True)
class HandSight:
    """What events see of a hand: points, number of cards, and what its first two are (`Pair`)."""

    points: Number
    cards: Number
    pair: Number


class CoupSight(Protocol):
    """What events look at: one finished coup, or columns of many."""

    @property
    def sides(self) -> Mapping[str, HandSight]:
        """The player's and the banker's hand."""

    @property
    def natural(self) -> tuple[int, ...]:
        """The totals that are naturals."""

    def alike(self, cards: str) -> Number:
        """What the `winner`'s cards (in a tie all) or `all` cards share (`Alike`)."""

    def first_four(self, event: Event, seat: Number) -> Truth:
        """Whether the first two cards of both hands hold what the event asks, for the seat of this number."""


def _pair(cards: tuple[int, ...]) -> Pair:
    first, second = cards[:2]
    if first >> 2 != second >> 2:
        return Pair.NONE
    return Pair.IDENTICAL if first == second else Pair.UNSUITED


def _alike(cards: Sequence[int]) -> Alike:
    suits = {card & 3 for card in cards}
    if len(suits) == 1:
        return Alike.SUIT
    return Alike.COLOUR if suits <= {1, 2} or suits <= {0, 3} else Alike.NOTHING


def _one_of(value: Number, wanted: Sequence[int]) -> Truth:
    return reduce(or_, (value == each for each in wanted), False)


_PAIRS = {"identical": (Pair.IDENTICAL,), "unsuited": (Pair.UNSUITED,), "any": (Pair.IDENTICAL, Pair.UNSUITED)}
_OTHER = {"player": "banker", "banker": "player"}


def _fits(side: Side, hand: HandSight) -> Truth:
    fits: Truth = True
    if side.points is not None:
        fits = fits & (hand.points == side.points)
    if side.cards is not None:
        fits = fits & (hand.cards == side.cards)
    return fits & _one_of(hand.pair, _PAIRS[side.pair]) if side.pair else fits


def shows(event: Event, coup: CoupSight, backed: str, events: Mapping[str, Event], seat: Number = 0) -> Truth:
    """Whether the coup shows the event; `own` is the side a wager is on, `seat` the number of its seat."""
    if event.any_of:
        return reduce(or_, (shows(events[name], coup, backed, events, seat) for name in event.any_of))
    player, banker = coup.sides["player"], coup.sides["banker"]
    ahead, behind, tied = player.points > banker.points, player.points < banker.points, player.points == banker.points
    fits: Truth = coup.first_four(event, seat) if event.first_four else True
    wanted = {"own": backed, "other": _OTHER.get(backed, "")}.get(event.winner, event.winner)
    if wanted:
        fits = fits & {"player": ahead, "banker": behind, "tie": tied}[wanted]
    if event.natural is not None:
        mine, theirs = ((hand.cards == 2) & _one_of(hand.points, coup.natural) for hand in (player, banker))
        fits = fits & (((mine & (ahead | tied)) | (theirs & (behind | tied))) == event.natural)
    if event.margin is not None:
        margin = abs(player.points - banker.points)
        fits = fits & (event.margin[0] <= margin) & (margin <= event.margin[1])
    if event.total_cards is not None:
        fits = fits & (player.cards + banker.cards == event.total_cards)
    for side, hand in (
        (event.player, player),
        (event.banker, banker),
        (event.own_side, coup.sides.get(backed, banker)),
    ):
        if side is not None:
            fits = fits & _fits(side, hand)
    if event.either is not None:
        on_player, on_banker = _fits(event.either, player), _fits(event.either, banker)
        fits = fits & ((on_player ^ on_banker) if event.one_only else (on_player | on_banker))
    if event.suited:
        fits = fits & (coup.alike(event.suited_cards) >= (Alike.SUIT if event.suited == "suit" else Alike.COLOUR))
    return fits


def asks_first_four(event: Event, events: Mapping[str, Event]) -> bool:
    """Whether an event looks at the first four cards as one hand."""
    return bool(event.first_four) or any(asks_first_four(events[name], events) for name in event.any_of)
