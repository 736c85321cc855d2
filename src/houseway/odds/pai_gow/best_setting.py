"""A seat that sets its cards in the best way against a dealer whose cards it does not see and who sets the house way.

Each way to set each hand is held against all hands of the dealer as if they had no flush, and the best is taken; the
ways so chosen are then counted as the house way is, flushes and all.
"""

import os

import numpy as np

from houseway.odds.arrays import Cards, Floats, Ints
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pai_gow.setting import Values, all_settings
from houseway.odds.pai_gow.showdown import PARTS, Laid, Own, Showdown, count_showdown, lay_own_way

_AT_ONCE = 1 << 14
# How far below the best a setting may be, by the chance of each of its hands alone, to be counted. From 0.08 to 0.15 a
# full deck gains 0.000002%.
_IN_DOUBT = 0.15


def _chance_above(values: Ints, weights: Ints, own: Ints) -> Floats:
    """The chance that a hand is above the dealer's, the cards of either left out of account."""
    order = np.argsort(values)
    below = np.concatenate([[0], np.cumsum(weights[order])])
    found: Floats = below[np.searchsorted(values[order], own, side="left")] / below[-1]
    return found


class Choices:
    """Every way to set each hand that may be the best: hand, low and high value, by class of ranks or with a flush."""

    def __init__(self, made: Laid, cards: Cards) -> None:
        dealer_low, dealer_high, _ = made.bare
        weights = made.classes.plain.weights
        parts = []
        for start in range(0, len(cards), _AT_ONCE):
            low, high = all_settings(made.plan, cards[start : start + _AT_ONCE])
            score = _chance_above(dealer_low, weights, low) + _chance_above(dealer_high, weights, high)
            score[high <= low] = -1.0  # a foul
            hand, one = np.nonzero(score >= score.max(axis=1, keepdims=True) - _IN_DOUBT)
            parts.append(np.stack([hand + start, low[hand, one], high[hand, one]]))
        self.hand, self.low, self.high = np.concatenate(parts, axis=1) if parts else np.zeros((3, 0), np.int64)

    def best(self, worth: Floats) -> Values:
        """The ways that are worth most, one for each hand."""
        order = np.lexsort((-worth, self.hand))
        _, first = np.unique(self.hand[order], return_index=True)
        return Values(self.low[order[first]], self.high[order[first]])


class Weighing:
    """All ways to set all hands, those of the same ranks and the same values as one."""

    def __init__(self, house: SharedInput[Laid]) -> None:
        self.laid = made = house.made
        self.plain, self.flush = Choices(made, made.classes.plain.cards), Choices(made, made.classes.flush.cards)
        places = np.concatenate([self.plain.hand, made.classes.of_flush[self.flush.hand]])
        low = np.concatenate([self.plain.low, self.flush.low])
        high = np.concatenate([self.plain.high, self.flush.high])
        lows, low = np.unique(low, return_inverse=True)
        highs, high = np.unique(high, return_inverse=True)
        keys, self.value_of = np.unique((places * len(lows) + low) * len(highs) + high, return_inverse=True)
        rest, high = np.divmod(keys, len(highs))
        self.place, low = np.divmod(rest, len(lows))
        self.low, self.high = lows[low], highs[high]

    def weigh(self, part: int, nets: Floats) -> tuple[Ints, Floats]:
        """The values of a part of the classes, and what a unit on each yields in the mean."""
        values = np.arange(len(self.low) * part // PARTS, len(self.low) * (part + 1) // PARTS)
        columns = (self.place[values], self.low[values], self.high[values], np.ones(len(values), np.int64))
        out = self.laid.tally(*columns, np.arange(len(values)))
        return values, (out * nets).sum(axis=(1, 2)) / out.sum(axis=(1, 2))


def best_way(kit: SharedInput[Weighing], nets: Floats, executor: Executor) -> Own:
    """How each hand is set best; `nets`: of the wager, by what the dealer shows and the outcome."""
    made = kit.made
    worth = np.empty(len(made.low))
    tasks = [(part, nets) for part in range(PARTS)]
    for values, mean in executor.over(kit, Weighing.weigh, tasks, os.cpu_count() or 1):
        worth[values] = mean
    by_choice = worth[made.value_of]
    plain = len(made.plain.hand)
    return Own(made.plain.best(by_choice[:plain]), made.flush.best(by_choice[plain:]))


def with_best_setting(kit: SharedInput[Laid], house: Showdown, nets: Floats, executor: Executor) -> Showdown:
    """The showdown of a seat that sets the best way; `house`: that of one who sets the house way."""
    own = best_way(SharedInput(Weighing, kit), nets, executor.within(0.0, 0.6))
    return count_showdown(SharedInput(lay_own_way, kit, own), executor.within(0.6, 1.0), house)
