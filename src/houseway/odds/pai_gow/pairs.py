"""Two hands from one deck: how often each beats the other, counted by ranks, one of them as if it had no flush.

How many second hands with given ranks avoid a first hand depends on the ranks of the first alone, so a hand set as it
is against one set as if it had no flush is counted exactly, either way round. What is left over are the pairs of two
flushes: `outcome as both are - as one is - as the other is + as neither is` (`flush_pairs`).
"""

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.arrays import Flags, Ints

Small = npt.NDArray[np.int32]  # no more than two billion ways to deal a second hand

LOSE, SPLIT, WIN = range(3)
OUTCOMES = 3
_CHUNK = 2048


@njit(cache=True, nogil=True)
def _compared(
    low: Small, high: Small, ways: Small, own_low: np.int32, own_high: np.int32, strict: bool
) -> tuple[int, int]:
    """In how many ways a hand wins and splits against other hands; `strict`: a copy loses all."""
    win = np.int32(0)
    split = np.int32(0)
    none = np.int32(0)
    if strict:
        for other in range(len(low)):
            better, worse = own_low > low[other], own_low < low[other]
            won, lost = own_high > high[other], own_high < high[other]
            win = np.int32(win + (ways[other] if better & won else none))
            split = np.int32(split + (ways[other] if better & lost | worse & won else none))
    else:
        for other in range(len(low)):
            better, won = own_low > low[other], own_high > high[other]
            win = np.int32(win + (ways[other] if better & won else none))
            split = np.int32(split + (ways[other] if better != won else none))
    return int(win), int(split)


@njit(cache=True, nogil=True)
def _fill(ways: Small, each: np.int32, others: Small) -> int:
    """Write the ways of some hands with the same first half, and add them up."""
    total = np.int32(0)
    for place in range(len(ways)):
        ways[place] = each * others[place]
        total = np.int32(total + others[place])
    return int(total) * int(each)


@njit(cache=True, nogil=True)
def count_pairs(
    hands: Ints,  # places of the hands to count for, those with the same second half together
    first: Small, second: Small,  # by place: the ranks of either half
    first_ways: Small,  # [first half, first half]: ways to deal the other half after the one
    second_counts: Ints, second_copies: Ints,  # cards of each rank in a half, and in the deck
    binomials: Ints,
    low: Small, high: Small,  # by place: a second hand as if it had no flush
    first_low: Small, first_high: Small,  # ... and a first hand
    runs: Ints,  # where places with the same first half end
    segments: Ints,  # where the places of each label begin
    starts: Ints,  # by place: where its values begin
    value_low: Small, value_high: Small, value_hands: Ints,
    value_second: Flags,  # whether it counts as the second of two hands
    value_slot: Ints,  # where its outcomes are added up
    strict: bool,
    out: Ints,  # [slot, label of the other hand, outcome of the first]
) -> None:  # fmt: skip
    """Add the outcomes of every value of these hands against all hands as if they had no flush."""
    ways = np.empty(_CHUNK, np.int32)
    half_ways = np.empty(len(second_counts), np.int32)
    second_ways = np.empty(len(low), np.int32)
    turned_low, turned_high = (-first_low).astype(np.int32), (-first_high).astype(np.int32)
    known = -1
    for hand in hands:
        if second[hand] != known:
            known = second[hand]
            for half in range(len(second_counts)):
                product = 1
                for rank in range(second_counts.shape[1]):
                    left = second_copies[rank] - second_counts[known, rank]
                    product *= binomials[left, second_counts[half, rank]]
                half_ways[half] = product
            for other in range(len(low)):
                second_ways[other] = half_ways[second[other]]
        own = first_ways[first[hand]]
        run = 0
        for segment in range(len(segments) - 1):
            for start in range(segments[segment], segments[segment + 1], _CHUNK):  # as much as lies near at hand
                end = min(start + _CHUNK, segments[segment + 1])
                begin = start
                total = 0
                while begin < end:
                    stop = min(end, runs[run])
                    total += _fill(ways[begin - start : stop - start], own[first[begin]], second_ways[begin:stop])
                    if stop == runs[run]:
                        run += 1
                    begin = stop
                for value in range(starts[hand], starts[hand + 1]):
                    if value_second[value]:
                        win, split = _compared(
                            turned_low[start:end], turned_high[start:end], ways,
                            np.int32(-value_low[value]), np.int32(-value_high[value]), strict,
                        )  # fmt: skip
                    else:
                        win, split = _compared(
                            low[start:end], high[start:end], ways, value_low[value], value_high[value], strict
                        )
                    count = value_hands[value]
                    sums = out[value_slot[value], segment]
                    sums[WIN] += win * count
                    sums[SPLIT] += split * count
                    sums[LOSE] += (total - win - split) * count


@njit(cache=True, nogil=True)
def outcome(low: int, high: int, other_low: int, other_high: int, strict: bool) -> int:
    """What becomes of a wager on the first of two hands."""
    if strict and (low == other_low or high == other_high):
        return LOSE
    return int(low > other_low) + int(high > other_high)


@njit(cache=True, nogil=True)
def outcomes(low: Ints, high: Ints, other_low: Ints, other_high: Ints, strict: bool, out: Ints) -> None:
    """What becomes of a wager on each first hand."""
    for row in range(len(low)):
        out[row] = outcome(low[row], high[row], other_low[row], other_high[row], strict)
