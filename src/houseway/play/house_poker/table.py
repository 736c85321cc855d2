"""What lies on the table during a round, seats, piles and stock, and what each seat's wagers see of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Protocol

import msgspec

from houseway.cards.text import JOKER, is_joker
from houseway.hands.columns import DEAD, Fact
from houseway.hands.ranking import facts_of, rank_one
from houseway.play.core.shoe import ShoeCards
from houseway.play.house_poker.plan import HandPlan, Plan
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.patterns import fits as row_fits
from houseway.rules.wording import counted


class Stock(Protocol):
    """Where cards come from; `have` is how many the pile received before, `used` how many left the stock."""

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shuffled deck, or a shoe of which some cards are gone; `packs`: piles dealt from cards of their own."""

    cards: ShoeCards
    packs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    used: int = 0

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del seat
        if pile in self.packs:
            return self.packs[pile][have : have + count]
        if used + count > len(self.cards):
            raise RuleError("the deck does not hold enough cards for so many seats", "seats")
        return self.cards[used : used + count]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The cards of a round file; a pile may end early, and is missed only when a wager needs it."""

    seats: tuple[tuple[int, ...], ...]
    piles: Mapping[str, tuple[int, ...]]

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del used
        source = self.seats[seat] if pile == "player" else self.piles.get(pile, ())
        return source[have : have + count]


class Closed(msgspec.Struct, frozen=True):
    """A wager that ended before the showdown."""

    net: int
    reason: str
    rule: str
    row: str = ""  # of its pay table, as a path


class Seat(msgspec.Struct, frozen=True):
    """One hand of one player."""

    wagers: dict[str, int]  # cents
    cards: tuple[int, ...] = ()  # received, in order
    due: int = 0  # cards the deal owed so far
    discards: tuple[int, ...] = ()
    refilled: int = 0  # discards replaced from the deck so far
    drawn: tuple[int, ...] = ()  # taken from a shared pile
    selected: tuple[int, ...] = ()  # places of a shared pile, counted from 1
    parts: Mapping[str, tuple[int, ...]] = {}  # the setting
    bust: bool = False  # the cards cannot be set
    folded: bool = False
    fold_rule: str = ""  # the paragraph of the decision to fold
    out: bool = False  # decided before the showdown
    dead: bool = False  # an irregularity voids the hand: its cards may be too few or too many
    closed: dict[str, Closed] = {}
    actions: tuple[str, ...] = ()  # the decisions it took, each beginning with the game's own word for it

    def held(self) -> tuple[int, ...]:
        if not self.discards and not self.drawn:
            return self.cards
        return (*without(self.cards, self.discards), *self.drawn)


class Piles(msgspec.Struct, frozen=True):
    """The piles that no seat owns, how many cards each should have, and what the dealer did with his own."""

    cards: Mapping[str, tuple[int, ...]] = {}
    due: Mapping[str, int] = {}
    discards: tuple[int, ...] = ()  # of the dealer
    parts: Mapping[str, tuple[int, ...]] = {}  # the dealer's setting
    bust: bool = False  # the dealer's cards cannot be set

    def held(self, pile: str) -> tuple[int, ...]:
        cards = self.cards.get(pile, ())
        return without(cards, self.discards) if pile == "dealer" and self.discards else cards


def without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are left when others are gone."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def pile_field(pile: str) -> str:
    """The field of a round file that holds a pile no seat owns."""
    name, _, number = pile.partition(".")
    place = f"[{int(number) - 1}]" if number else ""
    return pile if pile in ("dealer", "community") else f"piles.{name}{place}"


def hand_cards(plan: HandPlan, seat: Seat | None, index: int, piles: Piles) -> tuple[int, ...]:
    """The cards of a named hand; a missing card is an error that names the pile."""
    hand: tuple[int, ...] = ()
    for part in plan.parts:
        pile = part.pile
        if pile == "player":
            assert seat is not None
            have, due, parts = seat.cards, seat.due, seat.parts
            cards = seat.held() if part.whole else have
        else:
            have, due = piles.cards.get(pile, ()), piles.due.get(pile, 0)
            parts = piles.parts if pile == "dealer" else {}
            cards = piles.held(pile) if part.whole else have
        if part.name:
            if part.name not in parts:
                where = f"seats[{index}].actions" if pile == "player" else "dealer_set"
                raise RuleError(f"no cards were set as {part.name}", where)
            hand += parts[part.name]
            continue
        assert seat is not None or not part.selected
        chosen = seat.selected if seat is not None and part.selected else ()
        wanted = due if part.whole else max(chosen, default=0) if part.selected else part.stop or 0
        if len(have) < wanted or wanted == 0:
            named = f"seats[{index}].cards" if pile == "player" else pile_field(pile)
            raise RuleError(f"needs {counted(max(wanted, 1), 'card')}, has {len(have)}", named)
        if part.selected:
            some = tuple(cards[place - 1] for place in chosen)
        else:
            some = cards if part.whole else cards[part.start : part.stop]
        if plan.held and pile == "player":
            assert seat is not None
            some = tuple(card for card in some if card in seat.held())
        hand += some
    return hand


class SeatView:
    """A seat's hands; those without own cards are worked out once a table, by the `first` seat's view."""

    __slots__ = ("_cards", "_facts", "_first", "_index", "_naturals", "_piles", "_plan", "_seat", "_values", "winners")

    def __init__(self, plan: Plan, seat: Seat, index: int, piles: Piles, first: "SeatView | None" = None) -> None:
        self._plan, self._seat, self._index, self._piles, self._first = plan, seat, index, piles, first
        self._cards: dict[str, tuple[int, ...]] = {}
        self._values: dict[str, int] = {}
        self._facts: dict[str, list[int]] = {}
        self._naturals: dict[str, list[int]] = {}
        self.winners: set[str] = set()  # the wagers settled so far that have won

    def cards(self, hand: str) -> tuple[int, ...]:
        known = self._cards.get(hand)
        if known is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            if shared is not None:
                known = shared.cards(hand)
            elif plan.one_of:
                known = self.cards(self._one_of(plan))
            elif plan.plays_of:
                known = tuple(card for other in plan.plays_of for card in self._played(other))
            else:
                known = hand_cards(plan, self._seat, self._index, self._piles)
            self._cards[hand] = known
        return known

    def _one_of(self, plan: HandPlan) -> str:
        """The strongest or weakest of some hands; of equals the first as the strongest, the last as the weakest."""
        ranked = [(self.value(hand), -place, hand) for place, hand in enumerate(plan.one_of)]
        return min(ranked)[2] if plan.weakest else max(ranked)[2]

    def _played(self, hand: str) -> tuple[int, ...]:
        """The cards of a hand that make its value: of several choices the first."""
        ranking = self._plan.hands[hand].ranking
        assert ranking is not None
        best = self.value(hand)
        for chosen in combinations(self.cards(hand), ranking.size):
            if rank_one(ranking, chosen) == best:
                return chosen
        raise AssertionError("some cards of a hand make its value")

    def value(self, hand: str) -> int:
        known = self._values.get(hand)
        if known is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            assert plan.ranking is not None
            known = shared.value(hand) if shared else rank_one(plan.ranking, self.cards(hand))
            self._values[hand] = known
        return known

    def points(self, hand: str) -> int:
        return self.facts(hand, True)[Fact.POINTS]

    def one_colour(self, *hands: str) -> bool:
        return len({card & 3 in (1, 2) for hand in hands for card in self.cards(hand)}) == 1

    def folded(self) -> bool:
        return self._seat.folded

    def bust(self) -> bool:
        return self._seat.bust

    def dealer_bust(self) -> bool:
        return self._piles.bust

    def made(self, wager: str) -> bool:
        return wager in self._seat.wagers

    def acted(self, verb: str) -> bool:
        return any(action.split()[:1] == [verb] for action in self._seat.actions)

    def won(self, wager: str) -> bool:
        return wager in self.winners

    def fits(self, row: Row) -> bool:
        return row_fits(row, self)

    def facts(self, hand: str, natural: bool) -> list[int]:
        kept = self._naturals if natural else self._facts
        known = kept.get(hand)
        if known is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            known = shared.facts(hand, natural) if shared else self._facts_of(plan, natural)
            kept[hand] = known
        return known

    def _facts_of(self, plan: HandPlan, natural: bool) -> list[int]:
        wild_ranks, joker = (0, DEAD) if natural else (plan.wild_ranks, plan.joker)
        return facts_of(self._stood_in(plan), plan.length, wild_ranks, joker, plan.wheel)

    def _stood_in(self, hand: HandPlan) -> tuple[int, ...]:
        cards = self.cards(hand.name)
        if hand.draws:
            cards = (*cards, *[JOKER] * hand.draws)
        if not hand.stand_in or not any(is_joker(card) for card in cards):
            return cards
        spare = self._piles.cards.get(hand.stand_in, ())
        if not spare:
            raise RuleError("the card that stands in for the joker is missing", f"piles.{hand.stand_in}")
        return tuple(spare[0] if is_joker(card) else card for card in cards)
