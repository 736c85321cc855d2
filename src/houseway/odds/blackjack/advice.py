"""What each action on a hand is worth, once the dealer has looked for a natural: from the count of a fresh shoe."""

from houseway.odds.blackjack.hands import ACTIONS, all_hands
from houseway.odds.blackjack.kernel import NEVER
from houseway.odds.blackjack.solve import Counted, splittable
from houseway.odds.blackjack.values import ACE, TEN
from houseway.play.blackjack.moves import FREE_SPLIT, SPLIT
from houseway.play.blackjack.totals import card_value


def _goes_on(counted: Counted, up: int, hand: int) -> float:
    """The chance that the dealer's look does not end the round."""
    if not counted.rules.peeks[up]:
        return 1.0
    left = counted.rules.shoe - all_hands().counts[hand]
    left[up] -= 1
    return 1.0 - float(left[TEN if up == ACE else ACE] / left.sum())


def worths(counted: Counted, cards: tuple[int, ...], up_card: int) -> dict[str, float]:
    """The worth of every action in units of the stake, for a hand that does not come from a split."""
    values, up = [card_value(card) - 1 for card in cards], card_value(up_card) - 1
    hand = all_hands().place(*values)
    on = _goes_on(counted, up, hand)
    found = {
        action: float(worth / on)
        for action, worth in zip(ACTIONS, counted.values[up, hand], strict=True)
        if worth > NEVER / 2
    }
    split = counted.split_worth[values[0], up]
    if len(cards) == 2 and values[0] == values[1] and split > NEVER / 2 and splittable(counted.rules, values[0]):
        found[FREE_SPLIT if counted.rules.free[values[0]] else SPLIT] = float(split / on)
    return found
