"""Side bets on the dealer's finished hand: every set of values the dealer may end with, and what its suits share."""

from collections.abc import Iterator
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.cards.text import BLANK
from houseway.hands.columns import Fact
from houseway.hands.facts import facts_array
from houseway.odds.blackjack.dealer import NATURAL, Tree, dealer_tree
from houseway.odds.blackjack.hands import Flags
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints, card_of
from houseway.odds.blackjack.views import Cards, Parts, holds, up_key
from houseway.play.blackjack.totals import card_value
from houseway.rules.blackjack import VIEWS
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

# What the sets of values and suits tell; ranks of ten-value cards and single suits of mixed hands they do not.
_TOLD = {Fact.POINTS, Fact.TOTAL, Fact.SUITED, Fact.COLOURS, Fact.COUNT}
_KEYS = 64  # more than any key of a table by count or up card
_TEN_RANKS = range(8, 12)
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_RED, _BLACK = (_DIAMONDS, _HEARTS), (_CLUBS, _SPADES)


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


def suit_counts(deck: str) -> Ints:
    """[value, suit]: how many cards the named deck holds."""
    found = np.zeros((VALUES, 4), np.int64)
    for card, copies in copies_of_each(deck).items():
        found[card_value(card) - 1, card & 3] += copies
    return found


def _ways(counts: Ints, shoe: Ints) -> Floats:
    """Orders of cards from a part of the shoe (all of it, one colour, one suit), by hand."""
    made = np.ones(len(counts))
    for value, have in enumerate(shoe.tolist()):
        orders = np.array([float(perm(have, n)) for n in range(int(counts[:, value].max()) + 1)])
        made *= orders[counts[:, value]]
    return made


def _suits(counts: Ints, shoe: Ints) -> Iterator[tuple[tuple[int, int], Floats]]:
    """Suits by turns that stand for each way the cards may share them, and its number of orders."""
    suits = [_ways(counts, shoe[:, suit]) for suit in (_CLUBS, _DIAMONDS, _HEARTS, _SPADES)]
    red, black = (_ways(counts, shoe[:, list(pair)].sum(axis=1)) for pair in (_RED, _BLACK))
    for suit, ways in enumerate(suits):
        yield (suit, suit), ways
    yield _RED, red - (suits[_DIAMONDS] + suits[_HEARTS])
    yield _BLACK, black - (suits[_CLUBS] + suits[_SPADES])
    yield (_CLUBS, _DIAMONDS), _ways(counts, shoe.sum(axis=1)) - (red + black)


def _hands(up: int, tree: Tree) -> Iterator[tuple[list[int], float, int]]:
    """Counts with the up card, orders, and how the dealer ends (-1: draws on)."""
    for place in range(len(tree.parent)):
        counts = tree.counts[place].tolist()
        counts[up] += 1
        yield counts, float(tree.orders[place]), int(tree.end[place])


def _decided(table: Table, cards: Cards) -> Ints:
    """The first row that fits, -1 where none does."""
    facts = facts_array(cards, VIEWS["dealer"].length)
    found = np.full(len(cards), -1, np.int64)
    for number, row in enumerate(table.rows):
        held = found < 0
        for clause in row.clauses:
            held &= holds(clause, cards, facts)
        found[held] = number
    return found


def asks_suits(table: Table) -> bool:
    """Whether rows go by what the suits of the cards share."""
    return any(
        test.fact in (Fact.SUITED, Fact.COLOURS)
        for row in table.rows
        for clause in row.clauses
        for test in clause.tests
    )


def count_dealer(table: Table, deck: str, hits_soft_17: bool, looks: str, copies: Ints | None = None) -> Parts:
    """A table on the dealer's finished hand; a natural under the up cards in `looks` ends the round before the bet.

    `copies`: [value, suit] of another shoe than the deck's.
    """
    shoe = suit_counts(deck) if copies is None else copies
    size, hands = int(shoe.sum()), _finished(hits_soft_17)
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


def count_reds(deck: str, hits_soft_17: bool, copies: Ints | None = None) -> list[float]:
    """The chance of so many red cards at the head of the dealer's hand."""
    shoe = suit_counts(deck) if copies is None else copies
    size, reds_left = int(shoe.sum()), shoe[:, list(_RED)].sum(axis=1)
    least = [1.0] + [0.0] * 24  # as many reds or more
    for up in range(VALUES):
        hands = list(_hands(up, dealer_tree(up, hits_soft_17)))
        ways = _ways(np.array([counts for counts, _, _ in hands]), reds_left)
        for (counts, orders, _), reds in zip(hands, ways.tolist(), strict=True):
            least[sum(counts)] += orders * reds / perm(size, sum(counts))
    return [one - more for one, more in zip(least, [*least[1:], 0.0], strict=True)]
