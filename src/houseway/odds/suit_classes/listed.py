"""Every choice of so many cards, a row for each."""

from math import comb

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards


@njit(cache=True)
def _list(deck: Cards, size: int, out: Cards) -> None:
    places = np.empty(size + 1, np.int64)  # numpy's arange would take half a second to compile
    for place in range(size):
        places[place] = place
    places[size] = len(deck)
    for row in range(out.shape[0]):
        for place in range(size):
            out[row, place] = deck[places[place]]
        moving = 0
        while moving < size and places[moving] + 1 == places[moving + 1]:
            places[moving] = moving
            moving += 1
        if moving < size:
            places[moving] += 1


def all_hands(deck: Cards, size: int) -> Cards:
    """Every choice of cards of the deck, those at places p0 < p1 < ... at row C(p0, 1) + C(p1, 2) + ..."""
    out = np.empty((comb(len(deck), size), size), np.uint8)
    _list(deck, size, out)
    return out


def all_places(count: int, size: int) -> Cards:
    """Every choice of so many places, in the same order."""
    return all_hands(np.arange(count, dtype=np.uint8), size)
