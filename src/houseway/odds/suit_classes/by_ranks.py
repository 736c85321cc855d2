"""Hands by their ranks alone, and apart from these the hands with a flush, up to a renaming of suits.

Cards of five ranks or more in one suit are rare; all other hands are worth what their ranks say. A multiset of ranks
has a number, so that what is known of a hand without a flush is a table look-up.

Pairs of hands that share no card are all pairs, less those that share a given card, plus those that share two, and so
on. As long as ranks alone matter, the hands that hold some ranks answer for every choice of these ranks.
"""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.text import JOKER
from houseway.hands.kernels import card_at
from houseway.odds.arrays import Cards, Flags, Ints, Masks
from houseway.odds.suit_classes.stock import ANY_SUIT, NO_SUITS, Blocks, Hands, Stock, hands

Places = npt.NDArray[np.int32]

_KINDS = 14  # thirteen ranks and the joker
_BITS = 4  # for the cards of a rank
_WAYS = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)


def rank_counts(cards: Cards) -> Ints:
    """[row, rank]: how many cards of each rank, and jokers."""
    found: Ints = (cards[:, :, None] >> 2 == np.arange(_KINDS)).sum(axis=1)
    return found


def packed_counts(cards: Cards) -> Masks:
    """The cards of each rank as one number, four bits for each rank."""
    counts = rank_counts(cards).astype(np.uint64)
    found: Masks = (counts << (_BITS * np.arange(_KINDS, dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    return found


def copies_of_ranks(stock: Stock) -> Ints:
    """The cards of each rank in the deck, and its cards without a suit."""
    return np.array([*(4 * count for count in stock.copies), sum(count for _, count in stock.extras)], np.int64)


class Shared(NamedTuple):
    """A walk through all choices of ranks that two hands may share, with the hands on either side that hold them."""

    counts: Ints  # by rank: how many cards are shared
    added: Ints  # by cards shared: the rank added last
    following: Ints  # ... and the one to add next
    first: Places  # the hands of one side: those that hold no rank, the first one, the first two...
    second: Places
    ends: Ints  # where the hands of each choice end
    other_ends: Ints


@njit(cache=True, nogil=True)
def all_shared(size: int, first: int, second: int) -> Shared:
    """The walk at its begin, where nothing is shared, for so many hands on either side."""
    shared = Shared(
        np.zeros(_KINDS, np.int64), np.zeros(size + 1, np.int64), np.zeros(size + 2, np.int64),
        np.empty((size + 1) * first, np.int32), np.empty((size + 1) * second, np.int32),
        np.zeros(size + 2, np.int64), np.zeros(size + 2, np.int64),
    )  # fmt: skip
    shared.first[:first] = np.arange(first)
    shared.second[:second] = np.arange(second)
    shared.ends[1], shared.other_ends[1] = first, second
    return shared


@njit(cache=True, nogil=True)
def _with_rank(packed: Masks, hands: Places, start: int, end: int, kind: int, least: int) -> int:
    """Put the hands from `start` that hold so many cards of a rank behind them; where they end."""
    top = end
    for place in range(start, end):
        if (packed[hands[place]] >> np.uint64(_BITS * kind)) & np.uint64(15) >= least:
            hands[top] = hands[place]
            top += 1
    return top


@njit(cache=True, nogil=True)
def share_more(shared: Shared, level: int, packed: Masks, other_packed: Masks, copies: Ints) -> int:
    """The next choice of ranks that hands on both sides hold: how many cards it is of; -1 after the last."""
    while True:
        kind = shared.following[level]
        if kind == _KINDS or level == len(shared.added) - 1:
            if level == 0:
                return -1
            shared.counts[shared.added[level]] -= 1
            level -= 1
            continue
        shared.following[level] += 1
        least = shared.counts[kind] + 1
        if least > copies[kind]:
            continue
        end, other_end = shared.ends[level + 1], shared.other_ends[level + 1]
        top = _with_rank(packed, shared.first, shared.ends[level], end, kind, least)
        if top == end:
            continue
        other_top = _with_rank(other_packed, shared.second, shared.other_ends[level], other_end, kind, least)
        if other_top == other_end:
            continue
        level += 1
        shared.ends[level + 1], shared.other_ends[level + 1] = top, other_top
        shared.counts[kind] = least
        shared.added[level] = shared.following[level] = kind
        return level


@njit(cache=True, nogil=True)
def choices_of(counts: Ints, copies: Ints) -> int:
    """How many choices of cards are of these ranks."""
    ways = 1
    for kind in range(_KINDS):
        ways *= _WAYS[copies[kind], counts[kind]]
    return ways


@njit(cache=True, nogil=True)
def ways_to_hold(packed: np.uint64, counts: Ints) -> int:
    """In how many ways a hand holds cards of these ranks."""
    ways = 1
    for kind in range(_KINDS):
        if counts[kind]:
            ways *= _WAYS[(packed >> np.uint64(_BITS * kind)) & np.uint64(15), counts[kind]]
    return ways


def _steps(size: int) -> Ints:
    """[place, rank]: what the card at a place of the sorted hand adds to the number of its ranks."""
    return np.array([[comb(rank + place, place + 1) for rank in range(_KINDS)] for place in range(size)], np.int64)


@njit(cache=True, nogil=True)
def _number(cards: Cards, first: int, steps: Ints, length: int, numbers: Ints, flushes: Flags) -> None:
    size = steps.shape[0]
    ranks = np.zeros(size, np.int64)
    for row in range(cards.shape[0]):
        suits = 0
        jokers = 0
        for place in range(size):
            card = card_at(cards, row, first + place)
            rank = card >> 2
            if rank == 13:
                jokers += 1
            else:
                suits += 1 << ((card & 3) << 3)
            at = place
            while at > 0 and ranks[at - 1] > rank:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = rank
        total = 0
        for place in range(size):
            total += steps[place, ranks[place]]
        numbers[row] = total
        most = max(max(suits & 255, suits >> 8 & 255), max(suits >> 16 & 255, suits >> 24))
        flushes[row] = most + jokers >= length


@dataclass(frozen=True)
class Classes:
    """The hands of a deck: by ranks, each with suits that make no flush, and those with a flush."""

    stock: Stock
    size: int
    length: int  # cards of a flush
    blocks: Blocks = ANY_SUIT  # suits that may change places

    def number(self, cards: Cards, first: int = 0) -> tuple[Ints, Flags]:
        """The number of each hand's ranks, and whether it holds a flush; the hand begins at column `first`."""
        numbers, flushes = np.empty(len(cards), np.int64), np.empty(len(cards), np.bool_)
        _number(cards, first, _steps(self.size), self.length, numbers, flushes)
        return numbers, flushes

    @property
    def numbers(self) -> int:
        """How many multisets of ranks there are, the impossible ones among them."""
        return comb(_KINDS + self.size - 1, self.size)

    @cached_property
    def plain(self) -> Hands:
        """A hand without a flush for each choice of ranks, and the number of all hands with these ranks."""
        made = hands(self.stock, self.size, NO_SUITS)
        around = np.arange(self.size, dtype=np.uint8) & 3
        cards = np.where(made.cards < JOKER, made.cards & 252 | around, made.cards).astype(np.uint8)
        return Hands(cards, made.weights)

    @cached_property
    def flush(self) -> Hands:
        """A hand of each class of suits with a flush, and how many hands it stands for."""
        return hands(self.stock, self.size, self.blocks, self.length)

    @cached_property
    def of_flush(self) -> Ints:
        """The place among `plain` of the ranks of each hand with a flush."""
        return self.place[self.number(self.flush.cards)[0]]

    @cached_property
    def place(self) -> Ints:
        """From the number of ranks to the place among `plain`, -1 where there is no such hand."""
        found = np.full(self.numbers, -1, np.int64)
        found[self.number(self.plain.cards)[0]] = np.arange(len(self.plain.weights))
        return found

    @cached_property
    def without_flush(self) -> Ints:
        """How many hands of these ranks have no flush."""
        left = self.plain.weights.copy()
        np.subtract.at(left, self.of_flush, self.flush.weights)
        return left


@lru_cache(maxsize=4)
def classes_of(stock: Stock, size: int, length: int) -> Classes:
    """The classes of a deck, kept for the next caller."""
    return Classes(stock, size, length)


@cache
def hands_by_flush(stock: Stock, size: int, blocks: Blocks, length: int) -> Hands:
    """One hand of each class where suits matter only from `length` cards of one suit on: by ranks alone below that.

    Only for decks without jokers, and sizes that four suits can share out with no suit as long as that.
    """
    made = Classes(stock, size, length, blocks)
    left = made.without_flush
    cards = np.concatenate([made.plain.cards[left > 0], made.flush.cards])
    return Hands(cards, np.concatenate([left[left > 0], made.flush.weights]))
