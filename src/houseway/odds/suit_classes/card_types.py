"""Cards beside a board by type: their rank, and whether they are of the suit that may make a flush."""

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards, Ints

NO_FLUSH = 4  # in place of the suit that may make a flush
PLAIN_TYPES, TYPES = 13, 26
_FLUSH = 5
_HOLES = 2


@njit(cache=True, nogil=True)
def flush_suit(board: Cards) -> int:
    """The suit of which hole cards can make a flush, or NO_FLUSH."""
    held = 0
    for card in board:
        held += 1 << 8 * (card & 3)
    for suit in range(4):
        if held >> 8 * suit & 255 >= _FLUSH - _HOLES:
            return suit
    return NO_FLUSH


@njit(cache=True, nogil=True)
def type_of(card: int, suit: int) -> int:
    """The type of a card: its rank, above 12 if it is of the suit."""
    number: int = np.int64(card)  # type: ignore[assignment] # a byte without a sign would turn sums into floats
    return number >> 2 if number & 3 != suit else (number >> 2) + PLAIN_TYPES


def showdown_keys(boards: Cards) -> Ints:
    """What showdowns beside each board depend on: its ranks, those of the suit that may make a flush apart."""
    ranks, suits = boards.astype(np.int64) >> 2, boards & 3
    held = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
    suit = np.where(held.max(axis=1) >= _FLUSH - _HOLES, held.argmax(axis=1), NO_FLUSH)
    keys: Ints = np.where(suits == suit[:, None], 1 << 32 + ranks, 5**ranks).sum(axis=1)
    return keys
