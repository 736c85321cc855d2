"""Plain poker on many hands of five to seven cards: a hand is a sum of words, its rank a table look-up.

The word of a card holds 5 ** rank and, above it, a counter of its suit. The sum of up to seven words names the
multiset of ranks, which a hash with displacements turns into a slot, and shows in the top bit of a counter that a
suit has five cards. With seven cards or fewer a flush leaves no room for a full house or four of a kind, so the
ranks of the suit decide alone. Slots hold an index, 0 for the weakest of the 7,462 different hands.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.kernels import card_at
from houseway.hands.masks import ALL_RANKS, FIVE_HIGHEST, SIZE, STRAIGHT
from houseway.hands.poker import FLUSH, ROYAL_FLUSH, STRAIGHT_, STRAIGHT_FLUSH, alike, rank_any

_SUITS_FROM = 32
_RANKS_PART = (1 << _SUITS_FROM) - 1
NO_CARDS = 0x3333 << _SUITS_FROM  # with 3 in every counter, five cards of a suit make 8
_FULL = 0x8888

_FIVES = 5 ** np.arange(13, dtype=np.int64)
_KEYS = 73775  # multisets of five to seven ranks with at most four alike
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_BUCKET_BITS, _SLOT_BITS = 13, 17
_TO_BUCKET = np.uint64(64 - _BUCKET_BITS)
_TO_SLOT = np.uint64(30)
_SLOT_MASK = np.uint64((1 << _SLOT_BITS) - 1)
_MANY = 4096  # below this the tables are not worth their making


class Tables(NamedTuple):
    """What kernels need to rank a hand; a hand's total is NO_CARDS and the words of its cards."""

    words: npt.NDArray[np.int64]  # by card; 64 of them, so that no card reads beyond the end
    displacements: npt.NDArray[np.uint16]  # by bucket
    slots: npt.NDArray[np.uint16]  # index by slot
    flushes: npt.NDArray[np.uint16]  # index by the set of ranks of a suit with five cards or more
    values: npt.NDArray[np.int64]  # value by index


@njit(cache=True)
def _hash(total: int) -> np.uint64:
    return np.uint64(total & _RANKS_PART) * _MULTIPLIER


@njit(cache=True)
def _slot(hashed: np.uint64, displacement: int) -> np.uint64:
    return (hashed >> _TO_SLOT ^ np.uint64(displacement)) & _SLOT_MASK


@njit(cache=True)
def suit_bit(card: int) -> int:
    """The card's place in a set of cards with 16 bits for each suit."""
    return 1 << ((card & 3) << 4 | card >> 2)


@njit(cache=True)
def ranks_index(total: int, displacements: npt.NDArray[np.uint16], slots: npt.NDArray[np.uint16]) -> int:
    """The index of a hand without a flush, from the sum of its words."""
    hashed = _hash(total)
    return int(np.int64(slots[_slot(hashed, int(displacements[hashed >> _TO_BUCKET]))]))


@njit(cache=True)
def flush_index(total: int, cards: int, flushes: npt.NDArray[np.uint16]) -> int:
    """The index of a hand with a flush, from the sum of its words and the union of its suit bits."""
    full = total >> _SUITS_FROM & _FULL
    suit = (full >> 7 & 1) + 2 * (full >> 11 & 1) + 3 * (full >> 15)
    return int(np.int64(flushes[cards >> (suit << 4) & ALL_RANKS]))


@njit(cache=True)
def has_flush(total: int) -> bool:
    return total >> _SUITS_FROM & _FULL != 0


@njit(cache=True)
def _rank_many(
    cards: npt.NDArray[np.uint8],
    words: npt.NDArray[np.int64],
    displacements: npt.NDArray[np.uint16],
    slots: npt.NDArray[np.uint16],
    flushes: npt.NDArray[np.uint16],
    values: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    size = cards.shape[1]
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        total = int(np.int64(NO_CARDS))  # a plain constant would have the helpers compiled once more
        for place in range(size):
            total += int(words[cards[row, place] & 63])
        # Two branches that share nothing: the rare flush must not slow the common hand.
        if has_flush(total):
            held = int(np.int64(0))
            for place in range(size):
                held |= suit_bit(card_at(cards, row, place))
            out[row] = values[flush_index(total, held, flushes)]
        else:
            out[row] = values[ranks_index(total, displacements, slots)]
    return out


@njit(cache=True)
def _multisets(keys: npt.NDArray[np.int64], values: npt.NDArray[np.int64]) -> int:
    """Fill in every multiset of five to seven ranks, as a sum of powers of five, and the value of its best hand."""
    count, none = 0, int(np.int64(0))
    ranks = np.empty(7, np.int64)
    for size in range(5, 8):
        for i in range(size):
            ranks[i] = 0
        place = 0
        while place >= 0:
            one = two = three = four = five = key = none
            for i in range(size):
                bit = 1 << ranks[i]
                five |= four & bit
                four |= three & bit
                three |= two & bit
                two |= one & bit
                one |= bit
                key += _FIVES[ranks[i]]
            if not five:
                value = alike(one, two, three, four)
                top = int(STRAIGHT[0, one])
                keys[count] = key
                values[count] = max(value, STRAIGHT_ << 20 | top << 16) if top else value
                count += 1
            place = size - 1
            while place >= 0 and ranks[place] == 12:
                place -= 1
            if place >= 0:
                rank = ranks[place] + 1
                for i in range(place, size):
                    ranks[i] = rank
    return count


@njit(cache=True)
def _displace(
    keys: npt.NDArray[np.int64],
    by_bucket: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    fullest: npt.NDArray[np.int64],
    displacements: npt.NDArray[np.uint16],
    holders: npt.NDArray[np.int64],
) -> None:
    """Give each bucket of keys, the fullest first, the least displacement that puts all of them in free slots.

    `by_bucket` are the numbers of the keys, those of a bucket up to its end. `holders` receives the number of the key
    that each slot holds, -1 where there is none.
    """
    holders[:] = -1
    for bucket in fullest:
        members = by_bucket[ends[bucket - 1] if bucket else 0 : ends[bucket]]
        displacement = int(np.int64(0))
        placed = 0
        while placed < len(members):
            slot = _slot(_hash(keys[members[placed]]), displacement)
            if holders[slot] < 0:
                holders[slot] = members[placed]
                placed += 1
            else:
                for member in members[:placed]:
                    holders[_slot(_hash(keys[member]), displacement)] = -1
                placed = 0
                displacement += 1
        displacements[bucket] = displacement


def _flush_values() -> npt.NDArray[np.int64]:
    tops = STRAIGHT[0].astype(np.int64)
    straight_flush = np.where(tops == 13, ROYAL_FLUSH, STRAIGHT_FLUSH) << 20 | tops << 16
    return np.where(tops > 0, straight_flush, FLUSH << 20 | FIVE_HIGHEST.astype(np.int64))


@cache
def tables() -> Tables:
    """The tables, made once in a few hundredths of a second."""
    keys, values = np.empty(_KEYS, np.int64), np.empty(_KEYS, np.int64)
    _multisets(keys, values)
    displacements = np.zeros(1 << _BUCKET_BITS, np.uint16)
    holders = np.empty(1 << _SLOT_BITS, np.int64)
    # Sorting and counting are numpy's: in a kernel they would take longer to compile than all the rest.
    bucket_of = ((keys & _RANKS_PART).astype(np.uint64) * _MULTIPLIER >> _TO_BUCKET).astype(np.int64)
    sizes = np.bincount(bucket_of, minlength=len(displacements))
    by_bucket, fullest = np.argsort(bucket_of, kind="stable"), np.argsort(-sizes, kind="stable")
    _displace(keys, by_bucket, np.cumsum(sizes), fullest, displacements, holders)
    flushes = _flush_values()
    order = np.unique(np.concatenate([values, flushes[SIZE >= 5]]))
    cards = np.arange(64, dtype=np.int64)
    words = np.where(cards < 52, _FIVES[cards % 52 >> 2] + (1 << (_SUITS_FROM + 4 * (cards & 3))), 0)
    return Tables(
        words,
        displacements,
        np.searchsorted(order, np.where(holders >= 0, values[holders], 0)).astype(np.uint16),
        np.searchsorted(order, np.where(SIZE >= 5, flushes, 0)).astype(np.uint16),
        order,
    )


def rank_poker(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1004(1) without a joker, on five to nine different cards of one deck."""
    rows, size = cards.shape
    many = rows >= _MANY and 5 <= size <= 7
    values: npt.NDArray[np.int64] = _rank_many(cards, *tables()) if many else rank_any(cards)
    return values
