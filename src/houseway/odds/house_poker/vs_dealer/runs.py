"""Dealer hands of a ranking that looks at the set of ranks only: all 8,192 sets, counted from the ranks left."""

from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from houseway.hands.ranking import Ranking
from houseway.odds.arrays import Counts
from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.suit_classes.keyed import Holdings
from houseway.odds.suit_classes.stock import NO_SUITS, hands, stock_of_cards

RANKING = "run_length"
MOST_CARDS = 8
_RANKS, _LOW, _HIGH = 13, 6, 7  # the sets are made of two halves
_CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)


class RankSets(NamedTuple):
    """The different values of the sets of ranks, and the place of each set's value among them."""

    values: Ints
    place: Ints  # by set


def rank_sets(ranking: Ranking) -> RankSets:
    """The values of all sets of ranks, from hands that hold each of their ranks at least once."""
    sets = np.arange(1 << _RANKS)
    hands = np.zeros((len(sets), _RANKS), np.uint8)
    for held in sets[1:]:
        ranks = [rank for rank in range(_RANKS) if held >> rank & 1]
        hands[held] = np.resize(np.array(ranks, np.uint8), _RANKS) << 2
    found = ranking.rank(hands)
    found[0] = 0
    values, place = np.unique(found, return_inverse=True)
    return RankSets(values, place.astype(np.int64))


def rank_holdings(deck: Cards, size: int) -> Holdings:
    """One hand for each way to hold ranks, the number of hands it stands for, and its key of three bits a rank."""
    made = hands(stock_of_cards(deck), size, NO_SUITS)
    keys = name_ranks(made.cards)
    order = np.argsort(keys)
    return Holdings(made.cards[order], made.weights[order], keys[order])


def name_ranks(hands: Cards) -> Ints:
    """The keys of hands as in `rank_holdings`."""
    keys = np.zeros(len(hands), np.int64)
    for place in range(hands.shape[1]):
        keys += np.int64(1) << (3 * (_RANKS - 1 - (hands[:, place] >> 2).astype(np.int64)))
    return keys


@njit(cache=True)
def _half(left: Ints, first: int, ranks: int, cards: int) -> Ints:
    """[set, n]: ways to take n cards of the ranks left so that every rank of the set, and no other, is there."""
    ways = np.zeros((1 << ranks, cards + 1), np.int64)
    ways[0, 0] = 1
    for held in range(1, 1 << ranks):
        top = 0
        while held >> (top + 1):
            top += 1
        rest = held ^ (1 << top)
        have = left[first + top]
        for taken in range(1, have + 1):
            for before in range(cards - taken + 1):
                ways[held, before + taken] += _CHOOSE[have, taken] * ways[rest, before]
    return ways


@njit(cache=True, parallel=True)
def _below_all(counts: Ints, hands: Cards, cards: int, values: Ints, place: Ints, cuts: Ints, out: Counts) -> None:
    for row in prange(hands.shape[0]):
        left = counts.copy()
        for card in hands[row]:
            left[int(card) >> 2] -= 1
        # For plain numbers numba would compile the helper once for each half.
        start, middle, above = int(np.int64(0)), int(np.int64(_LOW)), int(np.int64(_HIGH))
        low = _half(left, start, middle, cards)
        high = _half(left, middle, above, cards)
        found = np.zeros(len(values), np.int64)
        for upper in range(1 << _HIGH):
            for lower in range(1 << _LOW):
                ways = np.int64(0)
                for taken in range(cards + 1):
                    ways += low[lower, taken] * high[upper, cards - taken]
                found[place[upper << _LOW | lower]] += ways
        for kind in range(cuts.shape[1]):
            total = np.int64(0)
            for index in range(len(values)):
                if values[index] >= cuts[row, kind]:
                    break
                total += found[index]
            out[row, kind, 0] = total


def below(deck: Cards, sets: RankSets, hands: Cards, cards: int, cuts: Ints) -> Counts:
    """[hand, cut, 0]: dealer hands of `cards` cards below each cut without the player's cards."""
    counts = np.array([(deck >> 2 == rank).sum() for rank in range(_RANKS)], np.int64)
    out = np.zeros((len(hands), cuts.shape[1], 1), np.int32)
    _below_all(counts, hands, cards, sets.values, sets.place, cuts, out)
    return out
