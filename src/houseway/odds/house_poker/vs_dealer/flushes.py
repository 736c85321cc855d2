"""Dealer hands below a flush of given length and ranks: a product of four short polynomials, one for each suit."""

from math import comb

import numpy as np
from numba import njit, prange

from houseway.hands.masks import SIZE
from houseway.odds.arrays import Counts
from houseway.odds.house_poker.batch import Cards, Ints

RANKING = "flush_length"
_MOST = 8
_CHOOSE = np.array([[comb(n, k) for k in range(_MOST)] for n in range(14)], np.int64)
_BLOCK = 1 << 10  # hands
_RANKS_AT, _PLACES = 28, 7  # a value is length - 1, then seven ranks of four bits


@njit(cache=True)
def _lower(held: int, length: int, ranks: int) -> int:
    """How many sets of `length` of these ranks are below `ranks`, compared from the top."""
    found = 0
    for place in range(length):
        rank = ranks >> (4 * (_PLACES - 1 - place)) & 15
        if rank == 0:
            return int(found)
        under = held & ((1 << (rank - 1)) - 1)
        found += _CHOOSE[SIZE[under], length - place]
        if not held >> (rank - 1) & 1:
            return int(found)
        held = under
    rest = ranks & ((1 << (4 * (_PLACES - length))) - 1)
    return int(found) + (1 if rest else 0)


@njit(cache=True)
def _below(left: Ints, cards: int, cut: int, ways: Ints) -> int:
    """Hands of `cards` of the ranks left in each suit whose longest flush is below the cut.

    `ways` is room to work in.
    """
    length = min((cut >> _RANKS_AT) + 1, cards + 1)
    ranks = cut & ((1 << _RANKS_AT) - 1)
    most = min(length, cards)
    for suit in range(4):
        free = SIZE[left[suit]]
        for taken in range(most + 1):
            ways[suit, taken] = _CHOOSE[free, taken]
        if length <= cards:
            ways[suit, length] = _lower(left[suit], length, ranks)
    total = 0
    for two in range(max(0, cards - 2 * most), min(2 * most, cards) + 1):
        first = second = 0
        for one in range(max(0, two - most), min(two, most) + 1):
            first += ways[0, one] * ways[1, two - one]
        others = cards - two
        for one in range(max(0, others - most), min(others, most) + 1):
            second += ways[2, one] * ways[3, others - one]
        total += first * second
    return total


@njit(cache=True, parallel=True)
def _below_all(ranks: Ints, hands: Cards, cards: int, cuts: Ints, out: Counts) -> None:
    blocks = (len(hands) + _BLOCK - 1) // _BLOCK
    for block in prange(blocks):
        ways = np.empty((4, _MOST), np.int64)
        left = np.empty(4, np.int64)
        for row in range(block * _BLOCK, min((block + 1) * _BLOCK, len(hands))):
            left[:] = ranks
            for place in range(hands.shape[1]):
                card = int(hands[row, place])
                left[card & 3] &= ~(1 << (card >> 2))
            for kind in range(cuts.shape[1]):
                out[row, kind, 0] = _below(left, cards, cuts[row, kind], ways)


def below(deck: Cards, hands: Cards, cards: int, cuts: Ints) -> Counts:
    """[hand, cut, 0]: dealer hands of `cards` cards below each cut without the player's cards."""
    ranks = np.zeros(4, np.int64)
    for card in deck:
        ranks[card & 3] |= 1 << (int(card) >> 2)
    out = np.zeros((len(hands), cuts.shape[1], 1), np.int32)
    _below_all(ranks, hands, cards, cuts, out)
    return out
