"""The best hand with so many own cards and the rest of the board: the parts are summed once and looked up together.

Sums are those of plain poker; the same sum of ranks also finds the value of a low hand.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.fast import NO_CARDS, flush_index, has_flush, ranks_index, suit_bit, tables
from houseway.hands.ranking import RANKINGS

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint16]

_SIZE = 5


@njit(cache=True, nogil=True)
def _sum_up(cards: Cards, sets: Ints, words: Ints, sums: Ints, bits: Ints) -> None:
    """The sums of words of each set of places (-1: no more), and the cards of it."""
    for number in range(sets.shape[0]):
        total = held = 0
        for place in sets[number]:
            if place < 0:
                break
            total += words[cards[place] & 63]
            held |= suit_bit(int(cards[place]))
        sums[number], bits[number] = total, held


@njit(cache=True, nogil=True)
def _best(
    hole: Cards, board: Cards, own: Ints, shared: Ints, starts: Ints, words: Ints, displacements: Words, slots: Words,
    flushes: Words, out: Ints,
) -> None:  # fmt: skip
    """The highest index of each row; the sets of the board that go with own set i are starts[i, 0] to starts[i, 1]."""
    sums, bits = np.empty(len(own), np.int64), np.empty(len(own), np.int64)
    others, cards = np.empty(len(shared), np.int64), np.empty(len(shared), np.int64)
    for row in range(hole.shape[0]):
        fresh = row == 0
        for place in range(board.shape[1]):
            fresh |= row > 0 and board[row, place] != board[row - 1, place]
        if fresh:
            _sum_up(board[row], shared, words, others, cards)
        _sum_up(hole[row], own, words, sums, bits)
        best = 0
        for mine in range(len(own)):
            for theirs in range(starts[mine, 0], starts[mine, 1]):
                total = NO_CARDS + sums[mine] + others[theirs]
                if len(flushes) and has_flush(total):
                    index = flush_index(total, bits[mine] | cards[theirs], flushes)
                else:
                    index = ranks_index(total, displacements, slots)
                best = max(best, index)
        out[row] = best


@njit(cache=True, nogil=True)
def _find(totals: Ints, displacements: Words, numbers: Any, out: Ints) -> None:
    """The slot of each sum: `numbers` holds at every slot its number."""
    for row in range(len(totals)):
        out[row] = ranks_index(totals[row], displacements, numbers)


@cache
def _low_tables() -> tuple[Words, Ints]:
    """Slots of the index of low hands, and their values: every multiset of five ranks ranked once."""
    known = tables()
    ranks = [held for held in combinations_with_replacement(range(13), _SIZE) if held[0] != held[-1]]
    hands = np.array([[rank * 4 + held[:at].count(rank) for at, rank in enumerate(held)] for held in ranks], np.uint8)
    totals = known.words[hands].sum(axis=1)
    numbers = np.arange(len(known.slots), dtype=np.uint32)
    places = np.empty(len(hands), np.int64)
    _find(totals, known.displacements, numbers, places)
    values = RANKINGS["low_a5"].rank(hands)
    order = np.unique(values)
    slots = np.zeros(len(known.slots), np.uint16)
    slots[places] = np.searchsorted(order, values)
    return slots, order


@cache
def _sets(held: int, shared: int, least: int, most: int) -> tuple[Ints, Ints, Ints]:
    """Sets of own places, sets of board places, and which of the latter go with each of the former."""
    counts = [count for count in range(least, min(most, held) + 1) if 0 <= _SIZE - count <= shared]
    own = [places for count in counts for places in combinations(range(held), count)]
    board = {count: list(combinations(range(shared), _SIZE - count)) for count in counts}
    first, at = {}, 0
    for count in counts:
        first[count], at = (at, at + len(board[count])), at + len(board[count])
    starts = np.array([first[len(places)] for places in own], np.int64)
    return _padded(own), _padded([places for count in counts for places in board[count]]), starts


def _padded(sets: list[tuple[int, ...]]) -> Ints:
    return np.array([(*places, *(-1,) * (_SIZE - len(places))) for places in sets], np.int64)


def rank_using(low: bool, hole: Cards, board: Cards, least: int, most: int) -> Ints:
    """Values of plain poker, or of lows from ace to five, with `least` to `most` cards of `hole`; no jokers."""
    known = tables()
    slots, values = _low_tables() if low else (known.slots, known.values)
    flushes = known.flushes[:0] if low else known.flushes
    out = np.empty(len(hole), np.int64)
    sets = _sets(hole.shape[1], board.shape[1], least, most)
    hole, board = np.ascontiguousarray(hole), np.ascontiguousarray(board)
    _best(hole, board, *sets, known.words, known.displacements, slots, flushes, out)
    found: Ints = values[out]
    return found
