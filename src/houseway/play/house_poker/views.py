"""What one seat's wagers look at: the value and the facts of each named hand, worked out once."""

from itertools import combinations

from houseway.cards.text import JOKER, is_joker
from houseway.hands.columns import DEAD, Fact
from houseway.hands.facts import facts_of
from houseway.hands.ranking import rank_one
from houseway.play.house_poker.plan import HandPlan, Plan
from houseway.play.house_poker.table import Piles, Seat, hand_cards
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.patterns import fits as row_fits


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
        found = self._cards.get(hand)
        if found is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            if shared is not None:
                found = shared.cards(hand)
            elif plan.one_of:
                found = self.cards(self._one_of(plan))
            elif plan.plays_of:
                found = tuple(card for other in plan.plays_of for card in self._played(other))
            else:
                found = hand_cards(plan, self._seat, self._index, self._piles)
            self._cards[hand] = found
        return found

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
        found = self._values.get(hand)
        if found is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            assert plan.ranking is not None
            found = shared.value(hand) if shared else rank_one(plan.ranking, self.cards(hand))
            self._values[hand] = found
        return found

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
        found = kept.get(hand)
        if found is None:
            plan = self._plan.hands[hand]
            shared = None if plan.own else self._first
            found = shared.facts(hand, natural) if shared else self._facts_of(plan, natural)
            kept[hand] = found
        return found

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
