"""Showdowns on a whole board: all kinds of hole cards ranked, and for each the dealer's pairs counted.

Beside a board only a card's rank matters, and whether it is of the suit that may make a flush. So cards fall into
13 types, or 26 where the board holds three cards of a suit, and pairs of hole cards into at most 91 or 351.
"""

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.fast import NO_CARDS, Tables, ranks_index
from houseway.odds.suit_classes.card_types import NO_FLUSH, PLAIN_TYPES, TYPES, flush_suit, type_of

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Packed = npt.NDArray[np.uint32]  # index << 12 | type << 6 | type, the higher type last

PLAIN_PAIRS, TYPE_PAIRS = 91, 351
_FLUSH = 5
_HOLES = 2

_LOW_BITS = 7  # indices have 13 bits, sorted in two passes
_LOW = (1 << _LOW_BITS) - 1
_BUCKETS = 1 << _LOW_BITS


@njit(cache=True, nogil=True)
def pairs_beside(board: Cards, deck: Cards, numbers: npt.NDArray[np.uint16]) -> int:
    """How many pairs of hole cards a board leaves: `numbers` receives them."""
    held = np.int64(0)
    for card in board:
        held |= np.int64(1) << card
    found = 0
    for j in range(1, len(deck)):
        b = int(deck[j])
        if held >> b & 1:
            continue
        for i in range(j):
            a = int(deck[i])
            numbers[found] = b * (b - 1) // 2 + a
            found += 0 if held >> a & 1 else 1
    return found


@njit(cache=True, nogil=True)
def places_to_come(level: int, subset: Ints, coming: Ints) -> int:
    """How many cards of a board a smaller one in it lacks: `coming` receives their places."""
    shown = found = 0
    for place in range(level):
        if shown < len(subset) and subset[shown] == place:
            shown += 1
        else:
            coming[found] = place
            found += 1
    return found


@njit(cache=True, nogil=True)
def types_beside(board: Cards, deck: Cards, tables: Tables, many: Ints) -> tuple[int, int, int, int]:
    """Add the cards that a board leaves to `many`, by type; what its own cards bring to a hand of them and others.

    The suit that may make a flush, the sum of the words, the ranks of that suit and how many cards they are.
    """
    suit = flush_suit(board)
    for card in deck:
        many[type_of(card, suit)] += 1
    base = NO_CARDS
    flush = 0
    suited = 0
    for card in board:
        base += tables.words[card]
        many[type_of(card, suit)] -= 1
        if card & 3 == suit:
            flush |= 1 << (card >> 2)
            suited += 1
    return suit, base, flush, suited


@njit(cache=True, nogil=True)
def index_beside(first: int, second: int, base: int, flush: int, suited: int, tables: Tables) -> int:
    """The index of a hand of two types of cards and a board, of which `types_beside` told the rest."""
    if suited + (first >= PLAIN_TYPES) + (second >= PLAIN_TYPES) < _FLUSH:
        total = base + tables.words[first % PLAIN_TYPES << 2] + tables.words[second % PLAIN_TYPES << 2]
        return ranks_index(total, tables.displacements, tables.slots)
    ranks = flush | (1 << first - PLAIN_TYPES if first >= PLAIN_TYPES else 0)
    ranks |= 1 << second - PLAIN_TYPES if second >= PLAIN_TYPES else 0
    return int(np.int64(tables.flushes[ranks]))


@njit(cache=True, nogil=True)
def showdowns(
    board: Cards, deck: Cards, tables: Tables, least: int, pairs: Packed, spare: Packed, weights: Floats
) -> int:
    """How many types of hole cards there are beside a board: `pairs` receives them, weakest first.

    `weights` receives for each the dealer's pairs of the four kinds; hands from index `least` up qualify.
    """
    many = np.zeros(TYPES, np.int64)
    suit, base, flush, suited = types_beside(board, deck, tables, many)
    low = np.zeros(_BUCKETS, np.uint32)
    high = np.zeros(_BUCKETS, np.uint32)
    found = int(np.int64(0))  # a plain constant would have the helpers compiled once more
    for second in range(PLAIN_TYPES if suit == NO_FLUSH else TYPES):
        if not many[second]:
            continue
        rank = second % PLAIN_TYPES
        with_second = base + tables.words[rank << 2]
        flush_second = flush | (1 << rank if second >= PLAIN_TYPES else 0)
        for first in range(second + 1 if many[second] > 1 else second):
            if not many[first]:
                continue
            if suited + (first >= PLAIN_TYPES) + (second >= PLAIN_TYPES) >= _FLUSH:
                own = 1 << first - PLAIN_TYPES if first >= PLAIN_TYPES else 0
                index = int(np.int64(tables.flushes[flush_second | own]))
            else:
                total = with_second + tables.words[first % PLAIN_TYPES << 2]
                index = ranks_index(total, tables.displacements, tables.slots)
            spare[found] = index << 12 | first << 6 | second
            low[np.uint64(index & _LOW)] += np.uint32(1)
            high[np.uint64(index >> _LOW_BITS)] += np.uint32(1)
            found += 1
    _sort(spare, pairs, found, low, high)
    left = len(deck) - len(board) - _HOLES
    _count(spare, many, weights, found, least, left * (left - 1) // 2)
    for k in range(found):  # an assignment of slices costs seconds of compiling
        pairs[k] = spare[k]
    return found


@njit(cache=True, nogil=True)
def _sort(spare: Packed, pairs: Packed, found: int, low: npt.NDArray[np.uint32], high: npt.NDArray[np.uint32]) -> None:
    """Sort `spare` by index: by its low bits into `pairs`, then by its high bits back."""
    at_low, at_high = np.uint32(0), np.uint32(0)
    for bucket in range(_BUCKETS):
        here, there = low[bucket], high[bucket]
        low[bucket], high[bucket] = at_low, at_high
        at_low += here
        at_high += there
    for k in range(found):
        by_low = np.uint64(spare[k] >> np.uint32(12) & np.uint32(_LOW))
        pairs[low[by_low]] = spare[k]
        low[by_low] += np.uint32(1)
    for k in range(found):
        by_high = np.uint64(pairs[k] >> np.uint32(12 + _LOW_BITS))
        spare[high[by_high]] = pairs[k]
        high[by_high] += np.uint32(1)


@njit(cache=True, nogil=True)
def _first(packed: int) -> np.uint64:
    return np.uint64(np.uint64(packed) >> np.uint64(6) & np.uint64(63))


@njit(cache=True, nogil=True)
def _second(packed: int) -> np.uint64:
    return np.uint64(np.uint64(packed) & np.uint64(63))


@njit(cache=True, nogil=True)
def type_pair(packed: int) -> np.uint64:
    """The number of two types: those below the higher one's first."""
    second = _second(packed)
    return np.uint64((second * (second + np.uint64(1)) >> np.uint64(1)) + _first(packed))


@njit(cache=True, nogil=True)
def _add(packed: int, many: Ints, holding: Ints) -> int:
    """Count the pairs of two types: in all, and in `holding` those that hold one given card of a type."""
    a, b = _first(packed), _second(packed)
    if a == b:
        holding[a] += many[a] - 1
        return int(many[a] * (many[a] - 1) // 2)
    holding[a] += many[b]
    holding[b] += many[a]
    return int(many[a] * many[b])


@njit(cache=True, nogil=True)
def _count(pairs: Packed, many: Ints, weights: Floats, found: int, least: int, opponents: int) -> None:
    """Dealer's pairs below and level with each pair: running totals less those that share a card with it."""
    below, level, weak = np.zeros(TYPES, np.int64), np.zeros(TYPES, np.int64), np.zeros(TYPES, np.int64)
    unqualified = place = 0
    while place < found and pairs[place] >> 12 < least:
        unqualified += _add(pairs[place], many, weak)
        place += 1
    start = lower = 0
    while start < found:
        index = pairs[start] >> 12
        end = start
        equal = 0
        level[:] = 0
        while end < found and pairs[end] >> 12 == index:
            equal += _add(pairs[end], many, level)
            end += 1
        for k in range(start, end):
            a, b = _first(pairs[k]), _second(pairs[k])
            beaten = lower - below[a] - below[b]
            ties = equal - level[a] - level[b] + 1
            short = unqualified - weak[a] - weak[b]
            if index < least:
                weights[0, k] = beaten
                weights[1, k] = ties
                weights[2, k] = short + 1 - beaten - ties
                weights[3, k] = opponents - short - 1
            else:
                weights[0, k] = short
                weights[1, k] = beaten - short
                weights[2, k] = ties
                weights[3, k] = opponents - beaten - ties
        for kind in range(TYPES):
            below[kind] += level[kind]
        lower += equal
        start = end
