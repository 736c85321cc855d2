"""Dealer hands below a flush of given length and ranks: a product of four short polynomials, one for each suit."""

from math import comb

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from houseway.hands.masks import SIZE
from houseway.odds.batch import Cards, Ints

RANKING = "flush_length"
_MOST = 8
_CHOOSE = np.array([[comb(n, k) for k in range(_MOST)] for n in range(14)], np.int64)
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
def _below(left: npt.NDArray[np.int64], cards: int, cut: int) -> int:
    """Hands of `cards` of the ranks left in each suit whose longest flush is below the cut."""
    length = min((cut >> _RANKS_AT) + 1, cards + 1)
    ranks = cut & ((1 << _RANKS_AT) - 1)
    product = np.zeros(_MOST, np.int64)
    product[0] = 1
    most = 0
    for suit in range(4):
        held = left[suit]
        longest = min(length, cards)
        after = np.zeros(_MOST, np.int64)
        for taken in range(longest + 1):
            ways = _lower(held, length, ranks) if taken == length else _CHOOSE[SIZE[held], taken]
            if ways:
                for before in range(min(most, cards - taken) + 1):
                    after[before + taken] += ways * product[before]
        product = after
        most = min(most + longest, cards)
    return int(product[cards])


@njit(cache=True, parallel=True)
def _below_all(
    ranks: npt.NDArray[np.int64],
    hands: npt.NDArray[np.uint8],
    cards: int,
    cuts: npt.NDArray[np.int64],
    out: npt.NDArray[np.int32],
) -> None:
    for row in prange(hands.shape[0]):
        left = ranks.copy()
        for place in range(hands.shape[1]):
            card = int(hands[row, place])
            left[card & 3] &= ~(1 << (card >> 2))
        for kind in range(cuts.shape[1]):
            out[row, kind, 0] = _below(left, cards, cuts[row, kind])


def below(deck: Cards, hands: Cards, cards: int, cuts: Ints) -> npt.NDArray[np.int32]:
    """[hand, cut, 0]: dealer hands of `cards` cards below each cut without the player's cards."""
    ranks = np.zeros(4, np.int64)
    for card in deck:
        ranks[card & 3] |= 1 << (int(card) >> 2)
    out = np.zeros((len(hands), cuts.shape[1], 1), np.int32)
    _below_all(ranks, hands, cards, cuts, out)
    return out
