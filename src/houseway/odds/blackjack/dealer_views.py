"""Side bets on the dealer's finished hand: every set of values the dealer may end with, and what its suits share."""

from collections.abc import Iterator
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from houseway.cards.text import BLANK
from houseway.hands.columns import DEAD, FACTS, Fact
from houseway.hands.facts import facts_kernel
from houseway.odds.blackjack.dealer import NATURAL, Tree, dealer_tree
from houseway.odds.blackjack.hands import Flags
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints, card_of, shoe_of
from houseway.odds.blackjack.views import Cards, Parts, holds, up_key
from houseway.rules.blackjack import VIEWS
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

# What the sets of values and suits tell; ranks of ten-value cards and single suits of mixed hands they do not.
_TOLD = {Fact.POINTS, Fact.TOTAL, Fact.SUITED, Fact.COLOURS, Fact.COUNT}
_KEYS = 64  # more than any key of a table by count or up card
_TEN_RANKS = range(8, 12)
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)


def countable(row: Row) -> bool:
    """Whether the clauses ask only what this count can tell."""
    return all(
        clause.hand == "dealer"
        and all(test.fact in _TOLD for test in clause.tests)
        and not any(rank in _TEN_RANKS for rank in clause.ranks)
        for clause in row
    )


class _Finished(NamedTuple):
    """Every hand that the dealer may end with, by up card and counts of values; `cards` are clubs, blanks after."""

    ups: Ints
    counts: Ints
    orders: Floats
    natural: Flags
    cards: Cards


@cache
def _finished(hits_soft_17: bool) -> _Finished:
    ups, rows, orders, natural = [], [], [], []
    for up in range(VALUES):
        tree = dealer_tree(up, hits_soft_17)
        for counts, times, end in _hands(up, tree):
            if end >= 0:
                ups.append(up)
                rows.append(counts)
                orders.append(times)
                natural.append(end == NATURAL)
    most = max(sum(counts) for counts in rows)
    cards = np.full((len(rows), most), BLANK, np.uint8)
    for place, counts in enumerate(rows):
        held = [card_of(value) for value in range(VALUES) for _ in range(counts[value])]
        cards[place, : len(held)] = held
    return _Finished(np.array(ups), np.array(rows), np.array(orders), np.array(natural), cards)


def _ways(counts: Ints, shoe: list[int], part: int) -> Floats:
    """Orders of cards from one part of the shoe (all of it, one colour, one suit), by hand."""
    made = np.ones(len(counts))
    for value, have in enumerate(shoe):
        orders = np.array([float(perm(have // part, n)) for n in range(int(counts[:, value].max()) + 1)])
        made *= orders[counts[:, value]]
    return made


def _suits(counts: Ints, shoe: list[int]) -> Iterator[tuple[tuple[int, int], Floats]]:
    """Suits by turns that stand for each way the cards may share them, and its number of orders."""
    suit, colour, every = (_ways(counts, shoe, part) for part in (4, 2, 1))
    for one in (_CLUBS, _DIAMONDS, _HEARTS, _SPADES):
        yield (one, one), suit
    yield (_DIAMONDS, _HEARTS), colour - 2 * suit
    yield (_CLUBS, _SPADES), colour - 2 * suit
    yield (_CLUBS, _DIAMONDS), every - 2 * colour


def _hands(up: int, tree: Tree) -> Iterator[tuple[list[int], float, int]]:
    """Counts with the up card, orders, and how the dealer ends (-1: draws on)."""
    for place in range(len(tree.parent)):
        counts = tree.counts[place].tolist()
        counts[up] += 1
        yield counts, float(tree.orders[place]), int(tree.end[place])


def _decided(table: Table, cards: Cards) -> Ints:
    """The first row that fits, -1 where none does."""
    facts = np.empty((len(cards), FACTS), np.int64)
    facts_kernel(cards, VIEWS["dealer"].length, 0, DEAD, True, facts)
    found = np.full(len(cards), -1, np.int64)
    for number, row in enumerate(table.rows):
        held = found < 0
        for clause in row.clauses:
            held &= holds(clause, cards, facts)
        found[held] = number
    return found


def count_dealer(table: Table, deck: str, hits_soft_17: bool, looks: str) -> Parts:
    """A table on the dealer's finished hand; a natural under the up cards in `looks` ends the round before the bet."""
    shoe: list[int] = shoe_of(deck).tolist()
    size, hands = sum(shoe), _finished(hits_soft_17)
    sizes = hands.counts.sum(axis=1)
    seen = [up for up, name in ((ACE, "A"), (TEN, "T")) if name in looks]
    open_now = ~(hands.natural & np.isin(hands.ups, seen))
    # The tree's orders are of the cards after the up card; `perm` counts cards as they come, up card first.
    chances = np.where(open_now, hands.orders, 0.0) / np.array([float(perm(size, n)) for n in range(25)])[sizes]
    by, keys = table.block.by, np.zeros(len(sizes), np.int64)
    if by:
        keys = sizes if by == "count" else np.array([up_key(card_of(up)) for up in range(VALUES)])[hands.ups]
    found = np.zeros((len(table.rows) + 1) * _KEYS)
    turns = np.arange(hands.cards.shape[1]) % 2
    for suits, ways in _suits(hands.counts, shoe):
        cards = hands.cards + np.where(hands.cards < BLANK, np.array(suits)[turns], 0).astype(np.uint8)
        places = (_decided(table, np.ascontiguousarray(cards)) + 1) * _KEYS + keys
        found += np.bincount(places, chances * np.maximum(ways, 0.0), len(found))
    found /= found.sum()
    parts = [(place // _KEYS - 1, place % _KEYS, float(found[place])) for place in np.flatnonzero(found).tolist()]
    return [(row, key if by else None, chance) for row, key, chance in sorted(parts, key=lambda one: -one[0])]


def count_reds(deck: str, hits_soft_17: bool) -> list[float]:
    """The chance of so many red cards at the head of the dealer's hand."""
    shoe: list[int] = shoe_of(deck).tolist()
    size = sum(shoe)
    least = [1.0] + [0.0] * 24  # as many reds or more
    for up in range(VALUES):
        hands = list(_hands(up, dealer_tree(up, hits_soft_17)))
        ways = _ways(np.array([counts for counts, _, _ in hands]), shoe, 2)
        for (counts, orders, _), reds in zip(hands, ways.tolist(), strict=True):
            least[sum(counts)] += orders * reds / perm(size, sum(counts))
    return [one - more for one, more in zip(least, [*least[1:], 0.0], strict=True)]
