"""Dealer hands of up to five cards counted by card removal, in one sweep over them from the weakest up.

Hands enter in order of value, and each adds one to every set of its cards. When all hands below a value have
entered, the number of them that hold none of a player's cards is a sum of these counts over the subsets of the
player's hand, with alternating signs.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import get_num_threads, njit, prange

from houseway.odds.batch import Cards, Ints

MOST_CARDS = 5
MOST_PLAYER_CARDS = 7
_SETS = range(1 << MOST_PLAYER_CARDS)
_CHOOSE = np.array([[comb(n, k) for k in range(MOST_CARDS + 2)] for n in range(64)], np.int64)
SET_SIZE = np.array([subset.bit_count() for subset in _SETS])
SET_TOP = np.array([max(subset.bit_length() - 1, 0) for subset in _SETS])  # its highest place
SET_REST = np.array([subset & ~(1 << max(subset.bit_length() - 1, 0)) for subset in _SETS])  # the set without it


class Field(NamedTuple):
    """All hands of a number of cards, weakest first, as places in the deck."""

    size: int
    places: npt.NDArray[np.uint8]
    values: Ints
    place_of: npt.NDArray[np.uint8]  # by card
    deck: int


@njit(cache=True)
def _colex(count: int, size: int, out: npt.NDArray[np.uint8]) -> None:
    """All sets of `size` of the places 0 to count - 1, so that a set stands where its number says."""
    places = np.arange(size + 1)
    places[size] = count
    for row in range(out.shape[0]):
        for place in range(size):
            out[row, place] = places[place]
        moving = 0
        while moving < size and places[moving] + 1 == places[moving + 1]:
            places[moving] = moving
            moving += 1
        if moving < size:
            places[moving] += 1


def all_places(count: int, size: int) -> npt.NDArray[np.uint8]:
    """All sets of places, the set with places p0 < p1 < ... at row C(p0, 1) + C(p1, 2) + ..."""
    out = np.empty((comb(count, size), size), np.uint8)
    _colex(count, size, out)
    return out


def make_field(deck: Cards, places: npt.NDArray[np.uint8], values: Ints) -> Field:
    """The field of hands given as places in the deck, with their values."""
    order = np.argsort(values, kind="stable")
    place_of = np.zeros(64, np.uint8)
    place_of[deck] = np.arange(len(deck))
    return Field(places.shape[1], places[order], values[order], place_of, len(deck))


@njit(cache=True)
def starts_of(count: int, size: int) -> npt.NDArray[np.int64]:
    """Where the counts of the sets of each size begin in one array; the last entry is its length."""
    starts = np.zeros(size + 2, np.int64)
    for chosen in range(1, size + 1):
        starts[chosen + 1] = starts[chosen] + _CHOOSE[count, chosen]
    return starts


@njit(cache=True)
def enter(
    places: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.int64],
    numbers: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int32],
) -> None:
    """Add a hand to the count of each set of its cards; `numbers` is room to work in."""
    numbers[0] = 0
    for subset in range(1, 1 << len(places)):
        chosen = SET_SIZE[subset]
        number = numbers[SET_REST[subset]] + _CHOOSE[places[SET_TOP[subset]], chosen]
        numbers[subset] = number
        counts[starts[chosen] + number] += 1


@njit(cache=True)
def avoiding(
    hand: npt.NDArray[np.int64],
    size: int,
    entered: int,
    starts: npt.NDArray[np.int64],
    numbers: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int32],
) -> int:
    """How many of the hands that entered hold none of these cards (places in ascending order)."""
    total = entered
    numbers[0] = 0
    for subset in range(1, 1 << len(hand)):
        chosen = SET_SIZE[subset]
        if chosen <= size:
            number = numbers[SET_REST[subset]] + _CHOOSE[hand[SET_TOP[subset]], chosen]
            numbers[subset] = number
            found = int(counts[starts[chosen] + number])
            total += -found if chosen & 1 else found
    return total


@njit(cache=True)
def _avoiding_with(
    hand: npt.NDArray[np.int64],
    size: int,
    deck: int,
    starts: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int32],
    out: npt.NDArray[np.int32],
) -> None:
    """As `avoiding`, for hands that hold one more given card: `out[place]` for every place of the deck."""
    held = len(hand)
    bases = np.empty(1 << held, np.int64)
    steps = np.empty(1 << held, np.int64)
    signs = np.empty(1 << held, np.int64)
    for gap in range(held + 1):
        first = hand[gap - 1] + 1 if gap else 0
        last = hand[gap] if gap < held else deck
        if first >= last:
            continue
        used = 0
        for subset in range(1 << held):
            chosen = 0
            below = 0
            number = 0
            for place in range(held):
                if subset >> place & 1:
                    chosen += 1
                    if chosen >= size:
                        break
                    if place < gap:
                        below += 1
                        number += _CHOOSE[hand[place], chosen]
                    else:
                        number += _CHOOSE[hand[place], chosen + 1]
            if chosen < size:
                bases[used] = starts[chosen + 1] + number
                steps[used] = below + 1
                signs[used] = -1 if chosen & 1 else 1
                used += 1
        for card in range(first, last):
            total = 0
            for item in range(used):
                total += signs[item] * int(counts[bases[item] + _CHOOSE[card, steps[item]]])
            out[card] = total


@njit(cache=True, parallel=True)
def _sweep(
    blocks: int,
    field: npt.NDArray[np.uint8],
    values: npt.NDArray[np.int64],
    deck: int,
    hands: npt.NDArray[np.int64],
    cuts: npt.NDArray[np.int64],
    order: npt.NDArray[np.int64],
    with_up: bool,
    out: npt.NDArray[np.int32],
) -> None:
    """`out[hand, cut, up]`: the hands of the field below each cut that share no card with the hand."""
    size = field.shape[1]
    kinds = cuts.shape[1]
    for block in prange(blocks):
        starts = starts_of(deck, size)
        counts = np.zeros(starts[size + 1], np.int32)
        numbers = np.zeros(len(SET_SIZE), np.int64)
        entered = 0
        for event in range(len(order) * block // blocks, len(order) * (block + 1) // blocks):
            row = order[event] // kinds
            kind = order[event] % kinds
            cut = cuts[row, kind]
            while entered < len(values) and values[entered] < cut:
                enter(field[entered], starts, numbers, counts)
                entered += 1
            if with_up:
                _avoiding_with(hands[row], size, deck, starts, counts, out[row, kind])
            else:
                out[row, kind, 0] = avoiding(hands[row], size, entered, starts, numbers, counts)


def below(field: Field, hands: Cards, cuts: Ints, with_up: bool) -> npt.NDArray[np.int32]:
    """[hand, cut, up card's place or 0]: dealer hands below each cut without the player's cards."""
    places = np.sort(field.place_of[hands].astype(np.int64), axis=1)
    out = np.zeros((len(hands), cuts.shape[1], field.deck if with_up else 1), np.int32)
    order = np.argsort(cuts.ravel(), kind="stable")
    _sweep(get_num_threads(), field.places, field.values, field.deck, places, cuts, order, with_up, out)
    return out
