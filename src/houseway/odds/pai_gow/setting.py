"""The house way on arrays: many hands of seven cards set at once, by the rows of the game's file."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.cards.text import JOKER
from houseway.hands.columns import WILD
from houseway.odds.arrays import Cards, Flags, Ints
from houseway.odds.pai_gow.views import own_hand
from houseway.play.core.two_hands import LOW
from houseway.play.pai_gow.plan import Plan

_AT_ONCE = 1 << 14
_WIDTH = 32  # bits for the second of two values in one key


class Values(NamedTuple):
    """What the two hands are worth, by hand."""

    low: Ints
    high: Ints


@njit(cache=True, nogil=True)
def _choose(
    low: Ints, high: Ints, fits: Flags, least_low: Ints, least_high: Ints, prefer_high: Flags, out: Ints
) -> None:
    """The number of the setting that the first row takes which fits and can be met without a foul."""
    for hand in range(low.shape[0]):
        for row in range(fits.shape[1]):
            if not fits[hand, row]:
                continue
            best, place = np.int64(-1), -1
            for one in range(low.shape[1]):
                front, behind = low[hand, one], high[hand, one]
                if behind <= front or front < least_low[row] or behind < least_high[row]:
                    continue
                key = behind << _WIDTH | front if prefer_high[row] else front << _WIDTH | behind
                if key > best:
                    best, place = key, one
            if place >= 0:
                out[hand] = place
                break


def _ranked_low(plan: Plan, low: Cards) -> Cards:
    """The two cards as they are ranked: a wild joker pairs the other card."""
    if plan.joker != WILD:
        return low
    first, second = low[:, 0], low[:, 1]
    other = np.where(first >= JOKER, second, first)
    wild = (first >= JOKER) | (second >= JOKER)
    return np.where(wild[:, None], np.stack([other, other ^ 1], axis=1), low).astype(np.uint8)


def all_settings(plan: Plan, cards: Cards) -> tuple[Ints, Ints]:
    """The values of the low and the high hand for each choice of the low one, in columns."""
    count = cards.shape[1]
    fronts = list(combinations(range(count), LOW))
    behinds = [[place for place in range(count) if place not in front] for front in fronts]
    low = np.ascontiguousarray(cards[:, fronts].reshape(-1, LOW))
    high = np.ascontiguousarray(cards[:, behinds].reshape(-1, count - LOW))
    shape = (len(cards), len(fronts))
    return plan.low.rank(_ranked_low(plan, low)).reshape(shape), plan.high.rank(high).reshape(shape)


def _some(plan: Plan, cards: Cards) -> Values:
    rows = plan.house_way
    seen = own_hand(plan, cards)
    fits = np.stack([seen.fits(row.tests) for row in rows], axis=1)
    low, high = all_settings(plan, cards)
    places = np.empty(len(cards), np.int64)
    bounds = np.array([[row.low, row.high] for row in rows], np.int64)
    prefer: Flags = np.array([row.prefer_high for row in rows])
    _choose(low, high, fits, bounds[:, 0].copy(), bounds[:, 1].copy(), prefer, places)
    hands = np.arange(len(cards))
    return Values(low[hands, places], high[hands, places])


def set_hands(plan: Plan, cards: Cards) -> Values:
    """The values of both hands as the house way sets each row of cards."""
    parts = [_some(plan, cards[start : start + _AT_ONCE]) for start in range(0, len(cards), _AT_ONCE)]
    if not parts:
        return Values(np.empty(0, np.int64), np.empty(0, np.int64))
    return Values(np.concatenate([part.low for part in parts]), np.concatenate([part.high for part in parts]))
