"""States of knowledge up to a renaming of suits: a key for the cards of each cell, and tables to look keys up."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from houseway.odds.arrays import Cards, Counts, Ints

Keys = npt.NDArray[np.uint64]

_ODD = np.uint64(0x9E3779B97F4A7C15)
_TWIST = np.uint64(29)
_EMPTY = np.uint64(0)


class Index(NamedTuple):
    """A hash table from keys to row numbers."""

    keys: Keys
    rows: Counts


@njit(cache=True)
def _mix(codes: Keys) -> np.uint64:
    key = np.uint64(1)
    for suit in range(4):
        key = (key ^ codes[suit]) * _ODD
        key ^= key >> _TWIST
    return key | np.uint64(1)


@njit(cache=True)
def key_of(cards: Cards, cell_of: Ints, count: int, blocks: Ints, codes: Keys) -> np.uint64:
    """The key of the first `count` cards; `cell_of` is -1 where a card is left out, `blocks` gives suits a block."""
    for suit in range(4):
        codes[suit] = 0
    for place in range(count):
        cell = cell_of[place]
        if cell >= 0:
            card = np.int64(cards[place])
            codes[card & 3] |= np.uint64(1) << np.uint64(13 * cell + (card >> 2))
    for end in range(3, 0, -1):
        for suit in range(end):
            if blocks[suit] == blocks[suit + 1] and codes[suit] < codes[suit + 1]:
                codes[suit], codes[suit + 1] = codes[suit + 1], codes[suit]
    return _mix(codes)


@njit(cache=True)
def keys_of(cards: Cards, cell_of: Ints, blocks: Ints) -> Keys:
    out = np.empty(cards.shape[0], np.uint64)
    codes = np.empty(4, np.uint64)
    for row in range(cards.shape[0]):
        out[row] = key_of(cards[row], cell_of, cards.shape[1], blocks, codes)
    return out


@njit(cache=True)
def _fill(keys: Keys, slots: Keys, rows: Counts) -> bool:
    mask = np.uint64(len(slots) - 1)
    for row in range(len(keys)):
        slot = keys[row] >> np.uint64(7) & mask
        while slots[slot] != _EMPTY:
            if slots[slot] == keys[row]:
                return False
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = keys[row]
        rows[slot] = row
    return True


@njit(cache=True)
def find(key: np.uint64, slots: Keys, rows: Counts) -> int:
    """The row of a key, -1 if it has none."""
    mask = np.uint64(len(slots) - 1)
    slot = key >> np.uint64(7) & mask
    while slots[slot] != key:
        if slots[slot] == _EMPTY:
            return -1
        slot = (slot + np.uint64(1)) & mask
    return int(rows[slot])


@njit(cache=True)
def find_all(keys: Keys, slots: Keys, rows: Counts) -> Counts:
    out = np.empty(len(keys), np.int32)
    for row in range(len(keys)):
        out[row] = find(keys[row], slots, rows)
    return out


def make_index(keys: Keys) -> Index:
    """The table of different keys; two equal ones are a fault."""
    size = 1 << max(4, int(len(keys) * 2).bit_length())
    made = Index(np.zeros(size, np.uint64), np.empty(size, np.int32))
    if not _fill(keys, made.keys, made.rows):
        raise ValueError("two states have one key")
    return made


@njit(cache=True)
def _take(drawn: Cards, known: int, hand: Cards) -> bool:
    """Put the drawn cards behind the `known` first ones; false if one of them is among those."""
    fresh = True
    for place in range(len(drawn)):
        hand[known + place] = drawn[place]
        for held in range(known):
            fresh = fresh and hand[held] != drawn[place]
    return fresh


@njit(cache=True, parallel=True)
def children(states: Cards, more: Cards, cell_of: Ints, blocks: Ints, slots: Keys, rows: Counts) -> Counts:
    """[state, draw]: the row of the state after a draw, -1 where the draw holds a card of the state."""
    out = np.empty((states.shape[0], more.shape[0]), np.int32)
    known, fresh = states.shape[1], more.shape[1]
    for state in prange(states.shape[0]):
        hand = np.empty(known + fresh, np.uint8)
        codes = np.empty(4, np.uint64)
        hand[:known] = states[state]
        for draw in range(more.shape[0]):
            if not _take(more[draw], known, hand):
                out[state, draw] = -1
            else:
                out[state, draw] = find(key_of(hand, cell_of, known + fresh, blocks, codes), slots, rows)
    return out


@njit(cache=True, parallel=True)
def tally(
    states: Cards,
    more: Cards,
    cells: Ints,
    blocks: Ints,
    starts: Ints,
    slots: Keys,
    rows: Counts,
    labels: Ints,
    out: Ints,
) -> None:
    """[state, label]: how many draws lead to each joint result; group g's table begins at starts[g]."""
    known, fresh = states.shape[1], more.shape[1]
    for state in prange(states.shape[0]):
        hand = np.empty(known + fresh, np.uint8)
        codes = np.empty(4, np.uint64)
        hand[:known] = states[state]
        for draw in range(more.shape[0]):
            if not _take(more[draw], known, hand):
                continue
            label = 0
            for group in range(cells.shape[0]):
                key = key_of(hand, cells[group], known + fresh, blocks, codes)
                first, last = starts[group], starts[group + 1]
                label += labels[first + find(key, slots[first:last], rows[first:last])]
            out[state, label] += 1
