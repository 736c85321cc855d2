"""What lies on a blackjack table: hands, seats, and the stock the cards come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from houseway.play.blackjack.totals import busts, holds_pair, is_21_in_two, is_ace, may_count_over, total
from houseway.play.core.shoe import ShoeCards
from houseway.rules.blackjack import Blackjack
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted

Cards = tuple[int, ...]
DEALER = -1  # the seat of a place among the dealer's further hands
Tree = int | tuple["Tree", ...]  # how the final hands of a spot came from one: a hand, or those of a split


@dataclass(frozen=True, slots=True)
class Place:
    """A hand on the table: the seat, the spot, its way from the first hand through splits (`0` first, `1` second)."""

    seat: int
    spot: int
    path: str = ""
    taken: int = 0  # cards that the spot has received


class Stock(Protocol):
    """Where cards come from; `place` is None for the dealer, `have` what the hand holds, `used` what left the stock."""

    def draw(self, place: Place | None, have: int, used: int) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards dealt from the front."""

    cards: ShoeCards
    field: str = "seats"  # what runs out when it does

    def draw(self, place: Place | None, have: int, used: int) -> int | None:
        del place, have
        if used >= len(self.cards):
            raise RuleError("there are not enough cards for this round", self.field)
        return self.cards[used]


@dataclass(frozen=True, slots=True)
class Lanes:
    """A stream of cards for each spot, the same for all seats, and one for the dealer."""

    spots: tuple[tuple[int, ...], ...]
    dealer: tuple[int, ...]
    field: str = "piles.hands"

    def draw(self, place: Place | None, have: int, used: int) -> int | None:
        del used
        if place is None:
            return self.dealer[have] if have < len(self.dealer) else None
        lane = self.spots[place.spot] if place.spot < len(self.spots) else ()
        if place.taken >= len(lane):
            raise RuleError(f"needs {counted(place.taken + 1, 'card')}, has {len(lane)}", f"{self.field}[{place.spot}]")
        return lane[place.taken]


@dataclass(frozen=True, slots=True)
class Tape:
    """The recorded cards of one spot: as dealt, and the hands it became."""

    dealt: tuple[int, ...]
    finals: tuple[tuple[int, ...], ...]
    tree: Tree
    field: str

    def hand(self, path: str) -> tuple[int, ...]:
        """The cards of the hand at `path`; one that was split shows the cards it was split from."""
        return _cards(self._node(path), self.finals)

    def name(self, path: str) -> str:
        """The hand at `path` as an answer calls it, where the seat has several; one that was split by its first."""
        node = self._node(path)
        while not isinstance(node, int):
            node = node[0]
        return f"hand {node + 1} " if len(self.finals) > 1 else ""

    def _node(self, path: str) -> Tree:
        node: Tree = self.tree
        for step in path:
            if isinstance(node, int):
                raise RuleError(f"more splits than the {len(self.finals)} hands recorded", self.field)
            node = node[int(step)]
        return node


def _cards(node: Tree, finals: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    if isinstance(node, int):
        return finals[node]
    return tuple(card for branch in node for card in _cards(branch, finals)[:1])


@dataclass(frozen=True, slots=True)
class Recorded:
    """The cards of a round file; the dealer's may end early, and are missed only when a wager needs them."""

    tapes: dict[tuple[int, int], Tape]
    dealer: tuple[int, ...]
    dealers: tuple[tuple[int, ...], ...] = ()  # all hands of one who has several
    out: int | None = None  # the seat whose hand an irregularity has ended: it may lack cards

    def draw(self, place: Place | None, have: int, used: int) -> int | None:
        del used
        if place is None:
            return self.dealer[have] if have < len(self.dealer) else None
        if place.seat == DEALER:
            hand = self.dealers[place.spot] if place.spot < len(self.dealers) else ()
            return hand[have] if have < len(hand) else None
        tape = self.tapes[place.seat, place.spot]
        cards = tape.dealt if have < len(tape.dealt) and not place.path else tape.hand(place.path)
        if have < len(cards):
            return cards[have]
        if place.seat == self.out:
            return None
        raise RuleError(f"{tape.name(place.path)}needs {counted(have + 1, 'card')}, has {len(cards)}", tape.field)


class Hand(Struct, frozen=True):
    """One hand of a seat, with the money and the free bets on it."""

    spot: int
    path: str = ""
    cards: tuple[int, ...] = ()
    stake: int = 0  # cents; nothing on a hand split free
    added: int = 0  # by doubling
    free_bets: int = 0  # free bets on it
    split: bool = False
    switched: bool = False
    doubled: bool = False
    surrendered: bool = False
    paid: bool = False  # a start of 21 that was paid at once
    done: bool = False

    @property
    def bust(self) -> bool:
        return busts(self.cards)

    def is_natural(self, after_switch: bool = False) -> bool:
        return is_21_in_two(self.cards) and not self.split and (after_switch or not self.switched)

    def starts(self, spec: Blackjack) -> bool:
        """Whether it is as it was dealt."""
        return not self.split and len(self.cards) == spec.start

    def wins_at_once(self, spec: Blackjack) -> bool:
        """Whether it has won whatever the dealer has: a 21 that was drawn to, or a start of 21 that was paid."""
        if spec.instant is None or total(self.cards)[0] != 21:
            return False
        return self.paid if self.starts(spec) else self.split or len(self.cards) > spec.start

    def may_be_singles(self, spec: Blackjack) -> bool:
        """Whether each card of the start may become a hand: it holds a pair, or is over 21 or at 21 with an ace."""
        if spec.split is None or not spec.split.singles or not self.starts(spec):
            return False
        soft_21 = total(self.cards)[0] == 21 and any(map(is_ace, self.cards))
        return holds_pair(self.cards) or may_count_over(self.cards) or soft_21


class Seat(Struct, frozen=True):
    """A player: wagers, hands, and what was decided about them."""

    wagers: dict[str, int]  # cents
    hands: tuple[Hand, ...] = ()
    start: tuple[tuple[int, ...], ...] = ()  # the cards with which each spot starts
    insurance: dict[int, int] = {}  # spot -> cents
    pressed: int = 0  # cents of a wager decided early that lie on the one it presses
    even_money: frozenset[int] = frozenset()  # spots
    declined: frozenset[str] = frozenset()  # offers refused
    passed: frozenset[str] = frozenset()  # side bets let go for now; they are open until the dealer plays
    drawn: tuple[int, ...] = ()  # cards dealt after the hands are played
    folded: bool = False  # in the streets after the hands, or the poker of their cards

    def first(self, spot: int = 0) -> Hand:
        """The hand that holds the first card of the spot."""
        return next(hand for hand in self.hands if hand.spot == spot)

    def free_bets(self) -> int:
        return sum(hand.free_bets for hand in self.hands)
