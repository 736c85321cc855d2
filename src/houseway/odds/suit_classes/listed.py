"""Hands up to a renaming of suits: one hand for each class, with how many hands it stands for."""

from math import comb

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards, Ints


@njit(cache=True)
def _all_hands(deck: Cards, size: int, out: Cards) -> None:
    """Every choice of `size` cards of the deck, in lexicographic order."""
    places = np.empty(size, np.int64)  # numpy's arange would take half a second to compile
    for place in range(size):
        places[place] = place
    row = 0
    count = len(deck)
    while True:
        for place in range(size):
            out[row, place] = deck[places[place]]
        row += 1
        moving = size - 1
        while moving >= 0 and places[moving] == count - size + moving:
            moving -= 1
        if moving < 0:
            return
        places[moving] += 1
        for place in range(moving + 1, size):
            places[place] = places[place - 1] + 1


def all_hands(deck: Cards, size: int) -> Cards:
    """Every choice of `size` cards of the deck."""
    out = np.empty((comb(len(deck), size), size), np.uint8)
    if size:
        _all_hands(deck, size, out)
    return out


@njit(cache=True)
def suit_keys(hands: Cards, keys: Ints) -> None:
    """The same key for hands that a renaming of suits makes equal; jokers keep their place."""
    for row in range(hands.shape[0]):
        masks = [0, 0, 0, 0]
        jokers = 0
        for card in hands[row]:
            if card >= 52:
                jokers += 1
            else:
                masks[card & 3] |= 1 << (card >> 2)
        for end in range(3, 0, -1):
            for place in range(end):
                if masks[place] < masks[place + 1]:
                    masks[place], masks[place + 1] = masks[place + 1], masks[place]
        key = jokers
        for mask in masks:
            key = key << 13 | mask
        keys[row] = key


def suit_classes(deck: Cards, size: int) -> tuple[Cards, Ints]:
    """One hand of each class of `size` cards from a deck of whole suits, and the number of hands in it."""
    hands = all_hands(deck, size)
    keys = np.empty(len(hands), np.int64)
    suit_keys(hands, keys)
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return np.ascontiguousarray(hands[first]), counts
