"""What one seat's wagers look at: the value and the facts of each named hand, worked out once."""

from collections.abc import Callable
from typing import Any

from houseway.cards.text import is_joker
from houseway.hands.facts import DEAD, facts_of
from houseway.hands.ranking import rank_one
from houseway.play.house_poker.plan import HandPlan, Plan
from houseway.play.house_poker.table import Piles, Seat, hand_cards
from houseway.rules.errors import RuleError

_CARDS, _VALUE, _FACTS, _NATURAL = range(4)
Key = tuple[int, str]


class SeatView:
    """A seat's hands; hands without own cards are worked out once a table (`shared`)."""

    def __init__(self, plan: Plan, seat: Seat, index: int, piles: Piles, shared: dict[Key, Any]) -> None:
        self._plan, self._seat, self._index, self._piles = plan, seat, index, piles
        self._found: dict[Key, Any] = {}
        self._shared = shared

    def _kept(self, key: Key, work: Callable[[HandPlan], Any]) -> Any:
        """What `work` makes of the hand of `key`, worked out once a seat, or once a table."""
        plan = self._plan.hands[key[1]]
        found = self._shared.get(key) if not plan.own else None
        if found is None:
            found = work(plan)
            if not plan.own:
                self._shared[key] = found
        self._found[key] = found
        return found

    def cards(self, hand: str) -> tuple[int, ...]:
        key = (_CARDS, hand)
        found: tuple[int, ...] | None = self._found.get(key)
        return self._kept(key, self._cards_of) if found is None else found

    def _cards_of(self, plan: HandPlan) -> tuple[int, ...]:
        return hand_cards(plan, self._seat, self._index, self._piles)

    def value(self, hand: str) -> int:
        key = (_VALUE, hand)
        found: int | None = self._found.get(key)
        return self._kept(key, self._value_of) if found is None else found

    def _value_of(self, plan: HandPlan) -> int:
        assert plan.ranking is not None
        return rank_one(plan.ranking, self.cards(plan.name))

    def facts(self, hand: str, natural: bool) -> list[int]:
        key = (_NATURAL if natural else _FACTS, hand)
        found: list[int] | None = self._found.get(key)
        if found is None:
            found = self._kept(key, self._natural_of if natural else self._facts_of)
        return found

    def _natural_of(self, plan: HandPlan) -> list[int]:
        return facts_of(self._stood_in(plan), plan.length, 0, DEAD, plan.wheel)

    def _facts_of(self, plan: HandPlan) -> list[int]:
        return facts_of(self._stood_in(plan), plan.length, plan.wild_ranks, plan.joker, plan.wheel)

    def _stood_in(self, hand: HandPlan) -> tuple[int, ...]:
        cards = self.cards(hand.name)
        if not hand.stand_in or not any(is_joker(card) for card in cards):
            return cards
        spare = self._piles.cards.get(hand.stand_in, ())
        if not spare:
            raise RuleError("the card that stands in for the joker is missing", f"piles.{hand.stand_in}")
        return tuple(spare[0] if is_joker(card) else card for card in cards)
