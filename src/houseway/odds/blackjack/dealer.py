"""The dealer's hands by up card: every set of values that may be drawn, and in how many orders.

All orders of one set of cards are equally likely, so a finished hand's chance is the number of orders in which the
rules draw it, times a product over the cards left in the shoe. One pass over a few hundred sets gives the whole
distribution for any shoe.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.odds.blackjack.values import ACE, VALUES, Floats, Ints, card_of
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two, total

# What the dealer ends with: 17 to 26, a natural, or the hand that saves busted ones.
LEAST = 17
NATURAL, SAVED = 10, 11
ENDS = 12
_BITS = 5  # of the count of a value in a set: more than any hand holds; aces are in the lowest
_COUNT = (1 << _BITS) - 1
_STEPS = 1 << _BITS * np.arange(VALUES)
_TREE = _BITS * VALUES


@dataclass(frozen=True)
class Tree:
    """Sets of cards beside the known ones, each one card more than its parent; the first is the known cards alone."""

    parent: Ints
    value: Ints  # the place of the card added
    have: Ints  # cards of that value in the parent
    depth: Ints  # cards in the parent, the up card left out
    orders: Floats  # in which the rules draw the set
    end: Ints  # how the dealer ends; -1: draws on
    counts: Ints  # cards of each value, the up card left out


@cache
def _end(count: int, hard: int, ace: bool, hits_soft_17: bool) -> int:
    """How the dealer ends with so many cards of this total, the aces counting one; -1: draws on."""
    least = 1 if ace else 2
    rest = [1] * ace
    for place in range(ace, count):
        rest.append(min(10, hard - sum(rest) - least * (count - 1 - place)))
    held = tuple(card_of(value - 1) for value in rest)
    if is_21_in_two(held):
        return NATURAL
    return -1 if dealer_hits(held, hits_soft_17) else total(held)[0] - LEAST


@cache
def tree_after(up: int, hole: int, hits_soft_17: bool) -> Tree:
    """The dealer's hands that begin with `up` and `hole`, both known."""
    return _trees(((up, hole),), hits_soft_17, ())[0]


def dealer_tree(up: int, hits_soft_17: bool, saves: tuple[int, ...] = ()) -> Tree:
    """The dealer's hands that begin with `up`; `saves` are the ranks of the hand that saves busted ones."""
    return _trees(tuple((value,) for value in range(VALUES)), hits_soft_17, saves)[up]


def _saving(up: int, saves: tuple[int, ...]) -> int:
    """The set of the cards beside the up card that complete the hand of these ranks; -1: none does."""
    places = [next(value for value in range(VALUES) if card_of(value) >> 2 == rank) for rank in saves]
    if up not in places:
        return -1
    places.remove(up)
    return int(_STEPS[places].sum())


def _ends(count: int, hard: Ints, ace: npt.NDArray[np.bool_], hits_soft_17: bool) -> Ints:
    """How the dealer ends with so many cards of each of these totals."""
    kinds, kind_of = np.unique(hard * 2 + ace, return_inverse=True)
    ends = [_end(count, kind >> 1, bool(kind & 1), hits_soft_17) for kind in kinds.tolist()]
    found: Ints = np.array(ends, np.int64)[kind_of]
    return found


@cache
def _trees(known: tuple[tuple[int, ...], ...], hits_soft_17: bool, saves: tuple[int, ...]) -> tuple[Tree, ...]:
    """The trees of hands that begin with these cards, as many in each.

    A set is one number: the count of each value in bits of its own, and its tree above them. Sets of one size come in
    the order in which those that draw on grow into them.
    """
    size, trees = len(known[0]), np.arange(len(known))
    aces, saving = np.array([ACE in cards for cards in known]), np.array([_saving(cards[0], saves) for cards in known])
    held, hard = trees << _TREE, np.array([sum(cards) + size for cards in known])
    orders: Floats = np.ones(len(known))
    end = _ends(size, hard, aces, hits_soft_17) if size > 1 else np.full(len(known), -1)
    place, sizes = np.zeros(len(known), np.int64), np.ones(len(known), np.int64)
    columns, ways = [np.stack([place, place, place, place, end, held])], [orders]
    while (end < 0).any():
        on = np.repeat(np.flatnonzero(end < 0), VALUES)
        value = np.tile(np.arange(VALUES), len(on) // VALUES)
        _, firsts, set_of = np.unique(held[on] + _STEPS[value], return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        orders = np.bincount(set_of, orders[on])[order].astype(np.float64)
        parent, value = on[firsts[order]], value[firsts[order]]
        before, depth = held[parent], len(columns) - 1
        held, hard = before + _STEPS[value], hard[parent] + value + 1
        tree = held >> _TREE
        end = _ends(size + depth + 1, hard, aces[tree] | (held & _COUNT > 0), hits_soft_17)
        end = np.where((held - (tree << _TREE) == saving[tree]) & (end >= 0), SAVED, end)
        have = before >> _BITS * value & _COUNT
        columns.append(np.stack([place[parent], value, have, np.full(len(tree), depth), end, held]))
        ways.append(orders)
        place = sizes[tree] + np.arange(len(tree)) - np.searchsorted(tree, tree)
        sizes += np.bincount(tree, minlength=len(known))
    rows, all_orders = np.concatenate(columns, axis=1), np.concatenate(ways)
    found = []
    for number in trees:
        here = rows[5] >> _TREE == number
        parent, value, have, depths, end, held = rows[:, here]
        counts = held[:, None] >> _BITS * np.arange(VALUES) & _COUNT
        found.append(Tree(parent, value, have, depths, all_orders[here], end, counts))
    return tuple(found)
