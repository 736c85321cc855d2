"""What lies on the table: the seats, the dealer's cards, the dragon hand, and how each was set."""

from dataclasses import dataclass, field
from functools import cached_property

from houseway.cards.text import JOKER, is_joker
from houseway.play.pai_gow.plan import DEALER, Plan
from houseway.play.pai_gow.setting import SetHand, facts, set_cards
from houseway.rules.errors import RuleError

_ROYAL = (12, 11, 10, 9, 8)


@dataclass(frozen=True, slots=True)
class Seat:
    """One hand of one player."""

    wagers: dict[str, int]  # cents
    cards: tuple[int, ...] = ()
    low: tuple[int, ...] | None = None  # None: not yet set
    dragon_low: tuple[int, ...] | None = None  # the dragon hand, where this seat plays it
    chosen: dict[str, str] = field(default_factory=dict)  # wager -> the hand it is on
    dead: bool = False  # an irregularity voids the hand
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The cards of a round; the dealer's and the dragon's settings once they are known."""

    plan: Plan
    seats: tuple[Seat, ...]
    dealer: tuple[int, ...] = ()
    dealer_low: tuple[int, ...] | None = None
    dragon: tuple[int, ...] = ()
    dragon_low: tuple[int, ...] | None = None

    @cached_property
    def dealer_set(self) -> SetHand:
        if self.dealer_low is None:
            raise RuleError("the dealer's setting is missing", "dealer_set.low")
        return set_cards(self.plan, whole(self.plan, self.dealer, "dealer"), self.dealer_low)

    def player_set(self, index: int) -> SetHand:
        seat = self.seats[index]
        cards = whole(self.plan, seat.cards, f"seats[{index}].cards")
        if seat.low is None:
            raise RuleError(
                "a decision is missing: two cards are set low, or the house way is asked for",
                f"seats[{index}].actions",
            )
        return set_cards(self.plan, cards, seat.low)

    def dragon_set(self, index: int, own: bool) -> SetHand:
        """The dragon hand as the dealer set it, or as the seat that plays it did."""
        cards = whole(self.plan, self.dragon, "piles.dragon")
        low = self.seats[index].dragon_low if own else self.dragon_low
        if low is None:
            place = f"seats[{index}].actions" if own else "dealer_set.dragon"
            raise RuleError("the setting of the dragon hand is missing", place)
        return set_cards(self.plan, cards, low)


def whole(plan: Plan, cards: tuple[int, ...], place: str) -> tuple[int, ...]:
    """A hand with as many cards as the game deals."""
    due = plan.game.spec.dealt.cards
    if len(cards) != due:
        raise RuleError(f"needs {due} cards, has {len(cards)}", place)
    return cards


def beside_royal(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards outside a royal flush, in which a joker may fill one place; none if there is no royal flush."""
    for suit in range(4):
        royal = {rank * 4 + suit for rank in _ROYAL}
        missing = royal - set(cards)
        joker = [card for card in cards if is_joker(card)][: len(missing)]
        if len(missing) <= len(joker):
            return tuple(card for card in cards if card not in royal and card not in joker)
    return ()


class View:
    """A seat's sight of the table for pay-table rows: its own hands and the dealer's."""

    def __init__(self, table: Table, index: int) -> None:
        self._table, self._index = table, index
        self._facts: dict[tuple[str, bool], list[int]] = {}

    def cards(self, hand: str) -> tuple[int, ...]:
        words = self._table.plan.hands[hand]
        if words.of == DEALER:
            cards = whole(self._table.plan, self._table.dealer, "dealer")
        else:
            cards = whole(self._table.plan, self._table.seats[self._index].cards, f"seats[{self._index}].cards")
        return beside_royal(cards) if words.beside else cards

    def facts(self, hand: str, natural: bool) -> list[int]:
        key = (hand, natural)
        if key not in self._facts:
            cards = self.cards(hand)
            # A hand of no cards has no facts of its own: a joker that counts for nothing stands in.
            self._facts[key] = facts(self._table.plan, cards or (JOKER,), natural or not cards)
        return self._facts[key]
