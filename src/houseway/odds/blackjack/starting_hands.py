"""What every starting hand is worth under every up card, and insurance by itself."""

from typing import Any

from houseway.odds.blackjack.dealer import NATURAL
from houseway.odds.blackjack.hands import ACTIONS
from houseway.odds.blackjack.solve import Counted, gives_up_early, splittable, two_cards
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES
from houseway.odds.payoff import payoff
from houseway.play.blackjack.moves import SPLIT, SURRENDER

INSURANCE = "insurance"
StartingHands = dict[str, dict[str, dict[str, Any]]]  # hand -> up card -> value per unit, best play, chance


def starting_hands(counted: Counted) -> StartingHands:
    """Per unit of the wager, without insurance: a dealer's natural loses what the rules say."""
    rules, found = counted.rules, StartingHands()
    words = rules.plan.spec.insurance
    for up in range(VALUES):
        for one, two, hand, chance in two_cards(rules, up):
            left = rules.shoe.copy()
            for card in (up, one, two):
                left[card] -= 1
            hole = TEN if up == ACE else ACE if up == TEN else None
            natural = float(left[hole] / left.sum()) if hole is not None else 0.0
            value, play = _worth(counted, up, (one, two), hand, natural)
            found.setdefault(f"{NAMES[one]},{NAMES[two]}", {})[NAMES[up]] = {
                "value": value, "play": play, "chance": chance,
            }  # fmt: skip
        if words is not None and NAMES[up] in words.up:
            left = rules.shoe.copy()
            left[up] -= 1
            ten = float(left[TEN if up == ACE else ACE] / left.sum())
            gain = ten * payoff(rules.plan.insurance).net - (1 - ten)
            found.setdefault(INSURANCE, {})[NAMES[up]] = {
                "value": gain, "play": "yes" if gain > 0 else "no", "chance": float(rules.shoe[up] / rules.shoe.sum()),
            }  # fmt: skip
    return found


def _worth(counted: Counted, up: int, cards: tuple[int, int], hand: int, natural: float) -> tuple[float, str]:
    rules = counted.rules
    if cards == (ACE, TEN):
        ends = counted.ends[up, hand].copy()
        ends[NATURAL] = natural
        return float(ends @ rules.pays.natural), "natural"
    lost = natural if rules.peeks[up] else 0.0
    if gives_up_early(counted, *cards, up, hand, lost):
        return -rules.costs, SURRENDER
    values = counted.values[up, hand]
    plain, part = float(values.max()), splittable(rules, cards[0]) if cards[0] == cards[1] else 0.0
    if part and counted.split_worth[cards[0], up] > plain:
        return part * float(counted.split_worth[cards[0], up]) + (1 - part) * plain - lost, SPLIT
    return plain - lost, ACTIONS[int(values.argmax())]
