"""What one seat's wagers look at: the value and the facts of each named hand, worked out once."""

from houseway.cards.text import is_joker
from houseway.hands.facts import DEAD, facts_of
from houseway.hands.ranking import rank_one
from houseway.play.house_poker.plan import HandPlan, Plan
from houseway.play.house_poker.table import Piles, Seat, hand_cards
from houseway.rules.errors import RuleError


class SeatView:
    """A seat's hands; hands without own cards are worked out once a table (`shared`)."""

    def __init__(self, plan: Plan, seat: Seat, index: int, piles: Piles, shared: dict[object, object]) -> None:
        self._plan, self._seat, self._index, self._piles = plan, seat, index, piles
        self._own: dict[object, object] = {}
        self._shared = shared

    def _store(self, hand: HandPlan) -> dict[object, object]:
        return self._own if hand.own else self._shared

    def cards(self, hand: str) -> tuple[int, ...]:
        plan = self._plan.hands[hand]
        store, key = self._store(plan), ("cards", hand)
        found = store.get(key)
        if found is None:
            found = store[key] = hand_cards(plan, self._seat, self._index, self._piles)
        return found  # type: ignore[return-value]

    def value(self, hand: str) -> int:
        plan = self._plan.hands[hand]
        store, key = self._store(plan), ("value", hand)
        found = store.get(key)
        if found is None:
            assert plan.ranking is not None
            found = store[key] = rank_one(plan.ranking, self.cards(hand))
        return found  # type: ignore[return-value]

    def facts(self, hand: str, natural: bool) -> list[int]:
        plan = self._plan.hands[hand]
        store, key = self._store(plan), ("facts", hand, natural)
        found = store.get(key)
        if found is None:
            wild_ranks, joker = (0, DEAD) if natural else (plan.wild_ranks, plan.joker)
            found = store[key] = facts_of(self._stood_in(plan), plan.length, wild_ranks, joker, plan.wheel)
        return found  # type: ignore[return-value]

    def _stood_in(self, hand: HandPlan) -> tuple[int, ...]:
        cards = self.cards(hand.name)
        if not hand.stand_in or not any(is_joker(card) for card in cards):
            return cards
        spare = self._piles.cards.get(hand.stand_in, ())
        if not spare:
            raise RuleError("the card that stands in for the joker is missing", f"piles.{hand.stand_in}")
        return tuple(spare[0] if is_joker(card) else card for card in cards)
