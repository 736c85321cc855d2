"""Tables over the 8,192 sets of ranks: highest rank, size, five highest ranks, straights with fillers.

A set of ranks is a mask with bit r for rank r (0 = two, 12 = ace). A rank inside a hand's value is stored as
r + 1, so that 0 means that there is none. All integers are signed: numba would turn mixed signs into floats.
"""

import numpy as np
import numpy.typing as npt

RANKS = 13
ALL_RANKS = (1 << RANKS) - 1
ACE = 12
MOST_FILLERS = 5

_SETS = np.arange(1 << RANKS)


def _bits() -> npt.NDArray[np.int64]:
    return (_SETS[:, None] >> np.arange(RANKS)) & 1


def _sizes() -> npt.NDArray[np.int8]:
    sizes: npt.NDArray[np.int8] = np.sum(_bits(), axis=1).astype(np.int8)
    return sizes


def _highest() -> npt.NDArray[np.int8]:
    tops: npt.NDArray[np.int8] = np.max(_bits() * np.arange(1, RANKS + 1), axis=1).astype(np.int8)
    return tops


def _five_highest() -> npt.NDArray[np.int32]:
    """Up to five ranks from the top, the first at bits 16-19."""
    rest = _SETS.copy()
    code = np.zeros(len(_SETS), np.int32)
    highest = _highest().astype(np.int32)
    for place in (16, 12, 8, 4, 0):
        top = highest[rest]
        code |= top << place
        rest &= ~np.where(top > 0, 1 << np.maximum(top - 1, 0), 0)
    return code


def straight_tops(lowest: int) -> npt.NDArray[np.int8]:
    """[fillers, set]: top rank + 1 of the best straight, 0 if none; the ace also stands below `lowest`."""
    sizes = _sizes()
    tops = np.zeros((MOST_FILLERS + 1, len(_SETS)), np.int8)
    wheel = (1 << ACE) | (0b1111 << lowest)
    windows = [(lowest + 3, wheel)] + [(top, 0b11111 << (top - 4)) for top in range(lowest + 4, RANKS)]
    for fillers in range(MOST_FILLERS + 1):
        for top, window in windows:
            tops[fillers, sizes[_SETS & window] + fillers >= 5] = top + 1
    return tops


SIZE = _sizes()
HIGHEST = _highest()
FIVE_HIGHEST = _five_highest()
STRAIGHT = straight_tops(0)
