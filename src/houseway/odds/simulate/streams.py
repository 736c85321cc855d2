"""Random numbers by counting: each block of rounds has a stream of its own, fixed by the seed and its number."""

import numpy as np
import numpy.typing as npt
from numba import njit

Cards = npt.NDArray[np.uint8]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_WORD = (1 << 64) - 1


@njit(cache=True, nogil=True)
def mixed(counter: np.uint64) -> np.uint64:
    """The SplitMix64 output of a counter."""
    word = np.uint64(counter)
    word = (word ^ word >> np.uint64(30)) * _FIRST
    word = (word ^ word >> np.uint64(27)) * _SECOND
    return np.uint64(word ^ word >> np.uint64(31))


@njit(cache=True, nogil=True)
def next_counter(counter: np.uint64) -> np.uint64:
    """The counter of the next number of a stream."""
    return np.uint64(counter + _STEP)


@njit(cache=True, nogil=True)
def below(word: np.uint64, count: int) -> int:
    """A number from 0 up to `count`, from the high half of a random word."""
    return int(np.int64((word >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)))


@njit(cache=True, nogil=True)
def deal(shoe: Cards, counter: np.uint64, out: Cards) -> None:
    """The first cards of a shuffled shoe, one row a round, by a shuffle that stops when enough are dealt."""
    cards = shoe.copy()
    size = len(cards)
    for row in range(out.shape[0]):
        for place in range(out.shape[1]):
            counter = next_counter(counter)
            other = place + below(mixed(counter), size - place)
            cards[place], cards[other] = cards[other], cards[place]
            out[row, place] = cards[place]


def stream(seed: int, block: int) -> np.uint64:
    """Where the stream of a block begins."""
    word = (seed * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019) & _WORD
    for part in (seed >> 64, block):
        word = int(mixed(np.uint64((word ^ part & _WORD) & _WORD)))
        word = (word + 0x9E3779B97F4A7C15) & _WORD
    return np.uint64(mixed(np.uint64(word)))  # a kernel hands back a plain number, whose type would vary with it
