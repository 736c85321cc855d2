"""Sets of cards of a hand of five, numbered: where the sums over all hands that contain a set stand.

Sets of one size stand in the order of the places of their cards in the deck (colexicographic), sizes one after another.
"""

from math import comb

import numpy as np
import numpy.typing as npt
from numba import njit

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

_HAND = 5
_MOST_DECK = 54
CHOOSE = np.array([[comb(n, k) for n in range(_MOST_DECK + 1)] for k in range(_HAND + 1)], np.int64)  # [k, n]


def starts_of(deck: int) -> Ints:
    """By size: where the sets of so many cards of a deck begin; the last is the number of all."""
    sizes = [comb(deck, size) for size in range(_HAND + 1)]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


@njit(cache=True)
def size_of(chosen: int) -> int:
    """How many cards a set holds."""
    count = 0
    while chosen:
        chosen &= chosen - 1
        count += 1
    return count


@njit(cache=True)
def place_of(hand: Ints, chosen: int) -> int:
    """The place of a set of a hand's cards among all sets of its size."""
    place = 0
    size = 0
    for index in range(_HAND):
        if chosen >> index & 1:
            size += 1
            place += CHOOSE[size, hand[index]]
    return place


@njit(cache=True)
def cards_kept(classes: Cards, kept: Ints, held: Cards) -> Ints:
    """The set to keep, moved from the hand that stands for a class to a hand of it; jokers stand for each other."""
    out = np.zeros(len(kept), np.int64)
    ours = np.empty(4, np.int64)
    theirs = np.empty(4, np.int64)
    for row in range(len(kept)):
        ours[:] = 0
        theirs[:] = 0
        jokers = 0
        for place in range(_HAND):
            if held[row, place] < 52:
                ours[held[row, place] & 3] |= 1 << (held[row, place] >> 2)
            if classes[row, place] < 52:
                theirs[classes[row, place] & 3] |= 1 << (classes[row, place] >> 2)
            elif kept[row] >> place & 1:
                jokers += 1
        for place in range(_HAND):
            if held[row, place] >= 52 and jokers:
                out[row] |= 1 << place
                jokers -= 1
        used = 0
        for suit in range(4):
            for other in range(4):
                if not used >> other & 1 and theirs[suit] == ours[other]:
                    used |= 1 << other
                    for place in range(_HAND):
                        card = classes[row, place]
                        if kept[row] >> place & 1 and card < 52 and card & 3 == suit:
                            for at in range(_HAND):
                                if held[row, at] == (card >> 2) * 4 + other:
                                    out[row] |= 1 << at
                    break
    return out
