"""All hands of a deck or a shoe up to a renaming of suits, made directly and not by listing every hand.

A hand is four holdings, one in each suit, and jokers or blanks beside them. Suits that may change places give the
same hand again, so only hands whose holdings stand in falling order are made, each with the number it stands for.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.decks import copies_of_each

Cards = npt.NDArray[np.uint8]
Weights = npt.NDArray[np.int64]
Blocks = tuple[tuple[int, ...], ...]  # suits that may change places, together

ANY_SUIT: Blocks = ((0, 1, 2, 3),)
NO_SUITS: Blocks = ()  # suits do not matter at all: hands differ by ranks only
EACH_SUIT: Blocks = ((0,), (1,), (2,), (3,))


class Stock(NamedTuple):
    """A deck: how many copies of each suited card by rank, and the cards without a suit."""

    copies: tuple[int, ...]  # by rank 0..12
    extras: tuple[tuple[int, int], ...]  # card and copies

    @property
    def size(self) -> int:
        return 4 * sum(self.copies) + sum(count for _, count in self.extras)

    @property
    def cards(self) -> Cards:
        """The different cards, those without a suit last."""
        suited = [4 * rank + suit for rank, copies in enumerate(self.copies) if copies for suit in range(4)]
        return np.array([*suited, *(card for card, _ in self.extras)], np.uint8)


class Hands(NamedTuple):
    """Hands, one row each, and how many hands of the deck each stands for."""

    cards: Cards
    weights: Weights


def stock_of(deck: str) -> Stock:
    """The named deck; every suit holds the same ranks."""
    each = copies_of_each(deck)
    copies = tuple(each.get(4 * rank, 0) for rank in range(13))
    return Stock(copies, tuple((card, count) for card, count in each.items() if card >= 52))


class _Holdings(NamedTuple):
    """Every choice of ranks of one size: the ranks, and in how many ways the copies give it."""

    ranks: Cards
    weights: Weights


@cache
def _holdings(copies: tuple[int, ...], size: int) -> _Holdings:
    ranks = [rank for rank in range(13) if copies[rank]]
    choices = combinations if max(copies) == 1 else combinations_with_replacement
    listed = list(choices(ranks, size))
    chosen = np.array(listed, np.uint8).reshape(len(listed), size)
    counts = (chosen[:, :, None] == np.arange(13)).sum(axis=1)
    ways = np.array([[comb(count, taken) for taken in range(size + 1)] for count in copies], np.int64)
    weights = ways[np.arange(13), counts].prod(axis=1)
    return _Holdings(chosen[weights > 0], weights[weights > 0])


@njit(cache=True)
def _combine(
    ranks: tuple[Cards, Cards, Cards, Cards],
    weights: tuple[Weights, Weights, Weights, Weights],
    suits: npt.NDArray[np.int64],
    tied: npt.NDArray[np.bool_],
    cards: Cards,
    out: Weights,
    count_only: bool,
) -> int:
    """Every choice of four holdings of given sizes; `tied[s]`: suit s may change places with the suit before it."""
    s0, s1, s2, s3 = ranks[0].shape[1], ranks[1].shape[1], ranks[2].shape[1], ranks[3].shape[1]
    block1 = 2 if tied[1] else 1
    block2 = block1 + 1 if tied[2] else 1
    block3 = block2 + 1 if tied[3] else 1
    row = 0
    for i0 in range(len(weights[0])):
        end1 = i0 + 1 if tied[1] and s1 == s0 else len(weights[1])
        for i1 in range(end1):
            run1 = 2 if tied[1] and s1 == s0 and i1 == i0 else 1
            ways1 = block1 // run1 * weights[0][i0] * weights[1][i1]
            end2 = i1 + 1 if tied[2] and s2 == s1 else len(weights[2])
            for i2 in range(end2):
                run2 = run1 + 1 if tied[2] and s2 == s1 and i2 == i1 else 1
                ways2 = ways1 * block2 * weights[2][i2] // run2
                end3 = i2 + 1 if tied[3] and s3 == s2 else len(weights[3])
                if count_only:
                    row += end3
                    continue
                for i3 in range(end3):
                    run3 = run2 + 1 if tied[3] and s3 == s2 and i3 == i2 else 1
                    out[row] = ways2 * block3 * weights[3][i3] // run3
                    for k in range(s0):
                        cards[row, k] = ranks[0][i0, k] * 4 + suits[0]
                    for k in range(s1):
                        cards[row, s0 + k] = ranks[1][i1, k] * 4 + suits[1]
                    for k in range(s2):
                        cards[row, s0 + s1 + k] = ranks[2][i2, k] * 4 + suits[2]
                    for k in range(s3):
                        cards[row, s0 + s1 + s2 + k] = ranks[3][i3, k] * 4 + suits[3]
                    row += 1
    return row


def _sizes(total: int, tied: Sequence[bool], so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """How many cards of each suit; no more than in the suit before where the two may change places."""
    if len(so_far) == 4:
        if total == 0:
            yield so_far
        return
    most = min(total, so_far[-1]) if so_far and tied[len(so_far)] else total
    for size in range(most, -1, -1):
        yield from _sizes(total - size, tied, (*so_far, size))


def _suited(copies: tuple[int, ...], size: int, blocks: Blocks, longest: int) -> Hands:
    suits = np.array([suit for block in blocks for suit in block], np.int64)
    tied = np.array([place > 0 for block in blocks for place in range(len(block))], np.bool_)
    parts = [(np.empty((0, size), np.uint8), np.empty(0, np.int64))]
    for sizes in _sizes(size, tied.tolist()):
        if max(sizes) < longest:
            continue
        made = [_holdings(copies, one) for one in sizes]
        if not all(len(one.weights) for one in made):
            continue
        ranks = (made[0].ranks, made[1].ranks, made[2].ranks, made[3].ranks)
        weights = (made[0].weights, made[1].weights, made[2].weights, made[3].weights)
        none = np.empty((0, size), np.uint8), np.empty(0, np.int64)
        rows = _combine(ranks, weights, suits, tied, *none, True)
        cards, out = np.empty((rows, size), np.uint8), np.empty(rows, np.int64)
        _combine(ranks, weights, suits, tied, cards, out, False)
        parts.append((cards, out))
    return Hands(np.concatenate([cards for cards, _ in parts]), np.concatenate([out for _, out in parts]))


def _ranks_only(copies: tuple[int, ...], size: int) -> Hands:
    """One hand for each multiset of ranks; equal ranks go round the suits."""
    made = _holdings(tuple(4 * count for count in copies), size)
    ranks = made.ranks
    again = np.zeros_like(ranks)
    for place in range(1, size):
        again[:, place] = np.where(ranks[:, place] == ranks[:, place - 1], again[:, place - 1] + 1, 0)
    return Hands(ranks * 4 + again % 4, made.weights)


def _of_extras(extras: tuple[tuple[int, int], ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Choices of up to `size` cards without a suit, and the ways to choose each."""
    if not extras:
        yield (), 1
        return
    (card, copies), *rest = extras
    for count in range(min(copies, size) + 1):
        for others, ways in _of_extras(tuple(rest), size - count):
            yield (card,) * count + others, ways * comb(copies, count)


@cache
def hands(stock: Stock, size: int, blocks: Blocks = ANY_SUIT, longest: int = 0) -> Hands:
    """One hand of each class of `size` cards, and the number of hands that it stands for.

    With `longest` only hands with so many cards of one suit, those without a suit counted among them.
    """
    parts = []
    for extras, ways in _of_extras(stock.extras, size):
        left = size - len(extras)
        short = longest - len(extras)
        plain = _suited(stock.copies, left, blocks, short) if blocks else _ranks_only(stock.copies, left)
        beside = np.broadcast_to(np.array(extras, np.uint8), (len(plain.weights), len(extras)))
        parts.append((np.concatenate([plain.cards, beside], axis=1), plain.weights * ways))
    if len(parts) == 1:
        return Hands(np.ascontiguousarray(parts[0][0]), parts[0][1])
    return Hands(np.concatenate([cards for cards, _ in parts]), np.concatenate([weights for _, weights in parts]))


@cache
def hands_by_flush(stock: Stock, size: int, blocks: Blocks, length: int) -> Hands:
    """One hand of each class where suits matter only from `length` cards of one suit on: by ranks alone below that.

    Only for decks without jokers, and sizes that four suits can share out with no suit as long as that.
    """
    flushes = hands(stock, size, blocks, length)
    made = _holdings(tuple(4 * count for count in stock.copies), size)
    powers = np.int64(size + 1) ** np.arange(13, dtype=np.int64)
    keys = powers[made.ranks].sum(axis=1)
    order = np.argsort(keys)
    left = made.weights.copy()
    np.subtract.at(left, order[np.searchsorted(keys[order], powers[flushes.cards >> 2].sum(axis=1))], flushes.weights)
    plain = (made.ranks * 4 + np.arange(size) % 4).astype(np.uint8)  # in order of ranks: no card comes twice
    return Hands(np.concatenate([plain[left > 0], flushes.cards]), np.concatenate([left[left > 0], flushes.weights]))
