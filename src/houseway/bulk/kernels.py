"""Loops over many rows: cards from text, rows that are alike, cards that lie twice."""

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.text import JOKER, RANKS, SUITS

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

NONE = 255  # no card at this place
MALFORMED = -1

_RANK = np.full(256, -1, np.int8)
_SUIT = np.full(256, -1, np.int8)
for _place, _letter in enumerate(RANKS):
    _RANK[ord(_letter)] = _place
for _place, _letter in enumerate(SUITS):
    _SUIT[ord(_letter)] = _place
_SPACE, _J, _K, _ONE, _TWO = (ord(letter) for letter in " Jk12")
_JOKER = JOKER


@njit(cache=True, nogil=True)
def read_cards(data: Bytes, starts: Ints, ends: Ints, rank: Ints, suit: Ints, out: Bytes, counts: Ints) -> None:
    """Cards from texts such as `9s 9d 2c`: row by row into `out`, how many into `counts`; a fault is MALFORMED."""
    for row in range(len(starts)):
        place, found, end = starts[row], 0, ends[row]
        while place < end:
            if data[place] == _SPACE:
                place += 1
                continue
            stop = place
            while stop < end and data[stop] != _SPACE:
                stop += 1
            card = -1
            if stop - place == 2 and rank[data[place]] >= 0 and suit[data[place + 1]] >= 0:
                card = rank[data[place]] * 4 + suit[data[place + 1]]
            elif stop - place == 3 and data[place] == _J and data[place + 1] == _K and _ONE <= data[place + 2] <= _TWO:
                card = _JOKER + data[place + 2] - _ONE
            if card < 0 or found >= out.shape[1]:
                found = MALFORMED
                break
            out[row, found] = card
            found += 1
            place = stop
        counts[row] = found


def parse(data: Bytes, starts: Ints, ends: Ints, most: int) -> tuple[Bytes, Ints]:
    """The cards of each text, at most so many, and how many there are; MALFORMED where a text is none of cards."""
    out = np.full((len(starts), most), NONE, np.uint8)
    counts = np.zeros(len(starts), np.int64)
    read_cards(data, starts, ends, _RANK.astype(np.int64), _SUIT.astype(np.int64), out, counts)
    return out, counts


@njit(cache=True, nogil=True)
def _group(keys: Ints, codes: Ints, firsts: Ints) -> int:
    """Number the kinds of `keys[column, row]`; the first row of each goes into `firsts`."""
    size = 1 << 12
    table = np.full(size, -1, np.int64)
    groups = 0
    for row in range(keys.shape[1]):
        word = np.uint64(0x9E3779B97F4A7C15)
        for column in range(keys.shape[0]):
            word = (word ^ np.uint64(keys[column, row])) * np.uint64(0xBF58476D1CE4E5B9)
            word ^= word >> np.uint64(29)
        slot = np.int64(word & np.uint64(size - 1))
        while True:
            group = table[slot]
            if group < 0:
                table[slot] = groups
                firsts[groups] = row
                codes[row] = groups
                groups += 1
                break
            same = True
            first = firsts[group]
            for column in range(keys.shape[0]):
                if keys[column, row] != keys[column, first]:
                    same = False
                    break
            if same:
                codes[row] = group
                break
            slot = (slot + 1) & (size - 1)
        if 2 * groups > size:
            size *= 4
            table = np.full(size, -1, np.int64)
            for group in range(groups):
                word = np.uint64(0x9E3779B97F4A7C15)
                for column in range(keys.shape[0]):
                    word = (word ^ np.uint64(keys[column, firsts[group]])) * np.uint64(0xBF58476D1CE4E5B9)
                    word ^= word >> np.uint64(29)
                slot = np.int64(word & np.uint64(size - 1))
                while table[slot] >= 0:
                    slot = (slot + 1) & (size - 1)
                table[slot] = group
    return groups


def group_rows(*columns: npt.NDArray[np.generic]) -> tuple[Ints, Ints]:
    """The number of each row's kind, and the first row of each kind: rows with the same values are of one kind."""
    keys = np.stack(columns).astype(np.int64, copy=False)
    codes, firsts = np.empty((2, keys.shape[1]), np.int64)
    groups = _group(keys, codes, firsts)
    return codes, firsts[:groups].copy()


@njit(cache=True, nogil=True)
def _too_often(cards: Bytes, copies: Ints, bad: npt.NDArray[np.bool_]) -> None:
    seen = np.zeros(256, np.int64)
    for row in range(cards.shape[0]):
        for place in range(cards.shape[1]):
            card = cards[row, place]
            if card != NONE:
                seen[card] += 1
                if seen[card] > copies[card]:
                    bad[row] = True
        for place in range(cards.shape[1]):
            seen[cards[row, place]] = 0


def lies_too_often(cards: Bytes, copies: dict[int, int]) -> npt.NDArray[np.bool_]:
    """The rows in which a card lies more often than the deck holds it."""
    held = np.zeros(256, np.int64)
    for card, count in copies.items():
        held[card] = count
    bad = np.zeros(len(cards), np.bool_)
    _too_often(np.ascontiguousarray(cards), held, bad)
    return bad
