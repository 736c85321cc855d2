"""Setting the cards: a low hand of two and a high hand of five, by the player's word or by the house way."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.cards.text import format_card, is_joker, parse_card
from houseway.hands.columns import DEAD, WILD
from houseway.hands.ranking import facts_of
from houseway.hands.standing import stands_for, wild_places
from houseway.play.core.two_hands import LOW, Pieces
from houseway.play.pai_gow.plan import Plan
from houseway.rules.patterns import fits

CARDS = Pieces(parse_card, format_card, "card")


@dataclass(frozen=True, slots=True)
class SetHand:
    """Seven cards as they were set, and what the two hands are worth."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    low_value: int
    high_value: int

    @property
    def foul(self) -> bool:
        """Both rankings write a category and then ranks alike, so the values compare."""
        return self.high_value <= self.low_value


def _low_cards(plan: Plan, low: Sequence[int]) -> tuple[int, ...]:
    """The two cards as they are ranked: a wild joker pairs the other card."""
    if plan.joker == WILD and any(is_joker(card) for card in low):
        other = next((card for card in low if not is_joker(card)), low[0])
        return other, other ^ 1
    return tuple(low)


def low_stands_for(plan: Plan, low: Sequence[int]) -> dict[int, int]:
    """By place, the natural card that the joker stands for in the low hand."""
    places = wild_places(low, wild_ranks=0, jokers=True)
    if plan.joker == WILD:
        return {place: _low_cards(plan, low)[1] for place in places}
    return stands_for(plan.low, low, places)


def settings(plan: Plan, cards: Sequence[int], lows: Sequence[tuple[int, ...]]) -> list[SetHand]:
    """The cards set with each of `lows` in the low hand."""
    import numpy as np

    highs = []
    for low in lows:
        rest = list(cards)
        for card in low:
            rest.remove(card)
        highs.append(tuple(rest))
    low_values = plan.low.rank(np.array([_low_cards(plan, low) for low in lows], np.uint8)).tolist()
    high_values = plan.high.rank(np.array(highs, np.uint8)).tolist()
    return [SetHand(*hands) for hands in zip(lows, highs, low_values, high_values, strict=True)]


def set_cards(plan: Plan, cards: Sequence[int], low: Sequence[int]) -> SetHand:
    """The cards with `low` in the low hand."""
    return settings(plan, cards, [tuple(low)])[0]


def facts(plan: Plan, cards: Sequence[int], natural: bool = False) -> list[int]:
    """The facts of a hand for pay-table rows."""
    return facts_of(cards, plan.high.size, 0, DEAD if natural else plan.joker)


@dataclass(frozen=True, slots=True)
class _Seven:
    """The cards as the house way's rows see them."""

    plan: Plan
    held: tuple[int, ...]

    def cards(self, hand: str) -> tuple[int, ...]:
        del hand
        return self.held

    def facts(self, hand: str, natural: bool) -> list[int]:
        del hand
        return facts(self.plan, self.held, natural)


def house_way(plan: Plan, cards: Sequence[int]) -> SetHand:
    """The cards as the house way sets them: the first row that fits and can be met without a foul."""
    held = tuple(cards)
    legal = [setting for setting in settings(plan, held, list(combinations(held, LOW))) if not setting.foul]
    seven = _Seven(plan, held)
    for row in plan.house_way:
        if not fits(row.tests, seven):
            continue
        meeting = [setting for setting in legal if setting.low_value >= row.low and setting.high_value >= row.high]
        if meeting:
            if row.prefer_high:
                return max(meeting, key=lambda setting: (setting.high_value, setting.low_value))
            return max(meeting, key=lambda setting: (setting.low_value, setting.high_value))
    raise AssertionError("the last row of a house way fits all cards")
