"""All hands of a deck or a shoe up to a renaming of suits, made directly and not by listing every hand.

A hand is four holdings, one in each suit, and jokers or blanks beside them. Suits that may change places give the
same hand again, so only hands whose holdings stand in falling order are made, each with the number it stands for.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.cards.text import JOKER
from houseway.odds.arrays import Cards, Ints

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
    weights: Ints


def stock_of(deck: str) -> Stock:
    """The named deck; every suit holds the same ranks."""
    each = copies_of_each(deck)
    copies = tuple(each.get(4 * rank, 0) for rank in range(13))
    return Stock(copies, tuple((card, count) for card, count in each.items() if card >= 52))


def stock_of_cards(deck: Cards) -> Stock:
    """A deck of whole suits, and its joker."""
    copies = tuple(int(4 * rank in deck) for rank in range(13))
    return Stock(copies, ((JOKER, 1),) if (deck == JOKER).any() else ())


class _Holdings(NamedTuple):
    """Every choice of ranks of one size: the ranks, and in how many ways the copies give it."""

    ranks: Cards
    weights: Ints


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


def _combine(made: Sequence[_Holdings], suits: Sequence[int], tied: Sequence[bool]) -> Hands:
    """Every choice of four holdings of given sizes; `tied[s]`: suit s may change places with the suit before it."""
    cards, ways = made[0].ranks * 4 + np.uint8(suits[0]), made[0].weights
    last = np.arange(len(ways), dtype=np.int32)
    run, block = np.ones(len(ways), np.int8), 1  # equal holdings in a row, and suits that may change places
    for suit in range(1, 4):
        ranks, weights = made[suit]
        alike = tied[suit] and ranks.shape[1] == made[suit - 1].ranks.shape[1]
        block = block + 1 if tied[suit] else 1
        many = last + 1 if alike else np.full(len(last), len(weights), np.int32)
        rows = np.repeat(np.arange(len(last), dtype=np.int32), many)
        here = np.arange(len(rows), dtype=np.int32) - np.repeat(np.cumsum(many, dtype=np.int32) - many, many)
        run = np.where(alike & (here == last[rows]), run[rows] + 1, 1).astype(np.int8)
        ways = ways[rows] * block * weights[here] // run
        cards = np.hstack([cards[rows], (ranks * 4 + np.uint8(suits[suit]))[here]])
        last = here
    return Hands(cards, ways)


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
    suits = [suit for block in blocks for suit in block]
    tied = [place > 0 for block in blocks for place in range(len(block))]
    parts = [Hands(np.empty((0, size), np.uint8), np.empty(0, np.int64))]
    for sizes in _sizes(size, tied):
        made = [_holdings(copies, one) for one in sizes]
        if max(sizes) >= longest and all(len(one.weights) for one in made):
            parts.append(_combine(made, suits, tied))
    return Hands(np.concatenate([one.cards for one in parts]), np.concatenate([one.weights for one in parts]))


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


def renamings(blocks: Blocks) -> Iterator[tuple[int, ...]]:
    """Every way to rename suits within their blocks: the new name of each suit."""
    for orders in product(*(permutations(block) for block in blocks or ANY_SUIT)):
        names = {
            suit: new for block, order in zip(blocks or ANY_SUIT, orders, strict=True)
            for suit, new in zip(block, order, strict=True)
        }  # fmt: skip
        yield tuple(names.get(suit, suit) for suit in range(4))


def renamed(cards: Cards, names: tuple[int, ...]) -> Cards:
    """The cards under a renaming; cards without a suit stay."""
    moved: Cards = np.where(cards < JOKER, cards & 0xFC | np.array(names, np.uint8)[cards & 3], cards)
    return moved
