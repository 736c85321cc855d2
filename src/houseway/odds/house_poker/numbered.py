"""Hands by number: what was worked out for a hand of few cards is looked up when it comes again."""

from collections.abc import Callable
from math import comb

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.house_poker.batch import Cards, Flags, Ints

MOST_CARDS = 5
_CARDS = 54  # that a deck knows
_UNKNOWN = -2
_WAYS = np.array([[comb(n, k) for n in range(_CARDS + MOST_CARDS)] for k in range(MOST_CARDS + 1)], np.int64)


@njit(cache=True, nogil=True)
def _number_of(cards: Cards, ways: Ints, hand: Ints) -> int:
    """The number of one hand, whose cards are written into `hand` in rising order."""
    for place in range(len(cards)):  # sorted by insertion
        card = np.int64(cards[place])
        at = place
        while at > 0 and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card
    total = np.int64(0)
    for place in range(len(cards)):
        total += ways[place + 1, hand[place] + place]
    return int(total)


@njit(cache=True, nogil=True)
def _number(cards: Cards, ways: Ints, out: Ints) -> None:
    hand = np.empty(cards.shape[1], np.int64)
    for row in range(cards.shape[0]):
        out[row] = _number_of(cards[row], ways, hand)


def number(cards: Cards) -> Ints:
    """The number of each hand, whatever the order of its cards, among all that may hold a card more than once."""
    out = np.empty(len(cards), np.int64)
    _number(np.ascontiguousarray(cards), _WAYS, out)
    return out


@njit(cache=True, nogil=True)
def _gather(cards: Cards, fresh: Cards, ways: Ints, known: npt.NDArray[np.int8], sources: Ints, out: Cards) -> bool:
    size = cards.shape[1]
    hand = np.empty(size + fresh.shape[1], np.int64)
    for row in range(cards.shape[0]):
        chosen = known[_number_of(cards[row], ways, hand)]
        if chosen < 0:
            return False
        for place in range(fresh.shape[1]):
            hand[size + place] = fresh[row, place]
        for place in range(out.shape[1]):
            out[row, place] = hand[sources[chosen, place]]
    return True


class Remembered:
    """A whole number from -1 to 127 for every hand of so many cards, worked out when a hand first comes."""

    def __init__(self, size: int) -> None:
        self._known: npt.NDArray[np.int8] = np.full(comb(_CARDS + size - 1, size), _UNKNOWN, np.int8)

    def of(self, cards: Cards, work_out: Callable[[Cards], npt.NDArray[np.integer]]) -> npt.NDArray[np.int8]:
        """For each hand what is known, or `work_out` finds."""
        numbers = number(cards)
        found = self._known[numbers]
        unknown: Flags = found == _UNKNOWN
        if unknown.any():
            new, first = np.unique(numbers[unknown], return_index=True)
            self._known[new] = work_out(np.ascontiguousarray(cards[unknown][first]))
            found = self._known[numbers]
        return found

    def gather(self, cards: Cards, fresh: Cards, sources: Ints, out: Cards) -> bool:
        """Of the sorted cards and those drawn after them, the ones that `sources` names for the number of each hand.

        False where the number of some hand is not known.
        """
        return bool(_gather(cards, fresh, _WAYS, self._known, sources, out))

    def learn(self, cards: Cards, values: npt.NDArray[np.integer]) -> None:
        self._known[number(cards)] = values

    def lacks(self, cards: Cards) -> int:
        """How many of these hands are not known."""
        return int((self._known[number(cards)] == _UNKNOWN).sum())
