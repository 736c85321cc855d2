"""Two hands from one deck: how often each is above the other in both of its parts, one of them as if it had no flush.

Without regard to cards that both would hold, how often a first hand is above a second one is a count of points below
and to the left of a point: one pass in the order of the high hands with running sums over the low ones. Pairs that
share no card are all pairs, less those that share a given card, plus those that share two, and so on. As if neither had
a flush ranks alone matter: the same pass over the hands that hold some ranks, for every choice of ranks. What is left
over are the pairs of two flushes: `outcome as both are - as one is - as the other is + as neither is` (`flush_pairs`).
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.arrays import Ints, Masks
from houseway.odds.suit_classes.by_ranks import Places, all_shared, choices_of, share_more, ways_to_hold

LOSE, SPLIT, WIN = range(3)
OUTCOMES = 3
_FEW = 24  # hands on one side that are held against the other one by one


class Holding(NamedTuple):
    """Hands as sets of cards with their values, in the order of their high hands."""

    masks: Masks
    low: Places
    high: Places
    label: Places
    sign: Places


@njit(cache=True, nogil=True)
def outcome(low: int, high: int, other_low: int, other_high: int, strict: bool) -> int:
    """What becomes of a wager on the first of two hands."""
    if strict and (low == other_low or high == other_high):
        return LOSE
    return int(low > other_low) + int(high > other_high)


@njit(cache=True, nogil=True)
def _below(sums: Ints, low: int) -> int:
    """The sum of all that was added at places before this one."""
    total = 0
    while low > 0:
        total += sums[low]
        low &= low - 1
    return total


@njit(cache=True, nogil=True)
def _add(sums: Ints, low: int, amount: int) -> None:
    low += 1
    while low < len(sums):
        sums[low] += amount
        low += low & -low


@njit(cache=True, nogil=True)
def _one_by_one(first: Holding, mine: Places, second: Holding, theirs: Places, strict: bool, out: Ints) -> None:
    for a in mine:
        for b in theirs:
            result = outcome(first.low[a], first.high[a], second.low[b], second.high[b], strict)
            out[first.label[a], second.label[b], result] += np.int64(first.sign[a]) * second.sign[b]


@njit(cache=True, nogil=True)
def all_pairs(
    first: Holding, mine: Places, second: Holding, theirs: Places, strict: bool, lows: int, out: Ints
) -> None:
    """Add the outcomes of some first hands against some second ones, whatever cards they share.

    `out[label of the first, label of the second, outcome]`
    """
    if len(mine) == 0 or len(theirs) == 0:
        return
    if min(len(mine), len(theirs)) < _FEW:
        _one_by_one(first, mine, second, theirs, strict, out)
        return
    labels = out.shape[1]
    lower = np.zeros((labels, lows + 1), np.int64)  # all second hands: how many are below each low hand
    for b in theirs:
        lower[second.label[b], second.low[b] + 1] += second.sign[b]
    for label in range(labels):
        for low in range(lows):
            lower[label, low + 1] += lower[label, low]
    before, until = np.zeros((labels, lows + 1), np.int64), np.zeros((labels, lows + 1), np.int64)
    begun = np.zeros(labels, np.int64)  # second hands whose high hand is below
    place, last = 0, 0
    for a in mine:
        low, high, sign = first.low[a], first.high[a], first.sign[a]
        while place < len(theirs) and second.high[theirs[place]] < high:
            b = theirs[place]
            _add(before[second.label[b]], second.low[b], second.sign[b])
            begun[second.label[b]] += second.sign[b]
            place += 1
        if strict:
            while last < len(theirs) and second.high[theirs[last]] <= high:
                b = theirs[last]
                _add(until[second.label[b]], second.low[b], second.sign[b])
                last += 1
        for label in range(labels):
            won = _below(before[label], low)
            if strict:
                split = lower[label, low] - _below(until[label], low) + begun[label] - _below(before[label], low + 1)
            else:
                split = lower[label, low] + begun[label] - 2 * won
            out[first.label[a], label, WIN] += sign * won
            out[first.label[a], label, SPLIT] += sign * split
            out[first.label[a], label, LOSE] += sign * (lower[label, lows] - won - split)


@njit(cache=True, nogil=True)
def count_pairs(
    first: Holding,  # sorted by the high hands; as masks the cards of each rank
    second: Holding,
    hands: Ints, other_hands: Ints,  # what each counts for
    dealt_first: bool,  # whether the first are all hands with their ranks, and not the second
    copies: Ints,  # of each rank in the deck
    size: int,  # cards of a hand
    strict: bool,
    lows: int,
    out: Ints,  # [label of the first, label of the second, outcome]
) -> None:  # fmt: skip
    """Add the outcomes of all pairs that share no card, by the ranks that they would share."""
    shared = all_shared(size, len(hands), len(other_hands))
    level = 0
    while level >= 0:
        mine = shared.first[shared.ends[level] : shared.ends[level + 1]]
        theirs = shared.second[shared.other_ends[level] : shared.other_ends[level + 1]]
        sign, choices = 1 - 2 * (level & 1), choices_of(shared.counts, copies)
        for one in mine:
            ways = hands[one] * ways_to_hold(first.masks[one], shared.counts)
            first.sign[one] = ways // choices if dealt_first else ways * sign
        for one in theirs:
            ways = other_hands[one] * ways_to_hold(second.masks[one], shared.counts)
            second.sign[one] = ways * sign if dealt_first else ways // choices
        all_pairs(first, mine, second, theirs, strict, lows, out)
        level = share_more(shared, level, first.masks, second.masks, copies)


@njit(cache=True, nogil=True)
def outcomes(low: Ints, high: Ints, other_low: Ints, other_high: Ints, strict: bool, out: Ints) -> None:
    """What becomes of a wager on each first hand."""
    for row in range(len(low)):
        out[row] = outcome(low[row], high[row], other_low[row], other_high[row], strict)
