"""The dealer's hands by up card: every set of values that may be drawn, and in how many orders.

All orders of one set of cards are equally likely, so a finished hand's chance is the number of orders in which the
rules draw it, times a product over the cards left in the shoe. One pass over a few hundred sets gives the whole
distribution for any shoe.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from houseway.odds.blackjack.values import ACE, VALUES, Floats, Ints, card_of
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two, total

# What the dealer ends with: 17 to 26, a natural, or the hand that saves busted ones.
LEAST = 17
NATURAL, SAVED = 10, 11
ENDS = 12
_BITS = 5  # of the count of a value in a set: more than any hand holds; aces are in the lowest
_COUNT = (1 << _BITS) - 1
_STEPS = tuple(1 << _BITS * value for value in range(VALUES))


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
    return _tree((up, hole), hits_soft_17, ())


@cache
def dealer_tree(up: int, hits_soft_17: bool, saves: tuple[int, ...] = ()) -> Tree:
    """The dealer's hands that begin with `up`; `saves` are the ranks of the hand that saves busted ones."""
    return _tree((up,), hits_soft_17, saves)


def _saving(up: int, saves: tuple[int, ...]) -> int:
    """The set of the cards beside the up card that complete the hand of these ranks; -1: none does."""
    places = [next(value for value in range(VALUES) if card_of(value) >> 2 == rank) for rank in saves]
    if up not in places:
        return -1
    places.remove(up)
    return sum(_STEPS[value] for value in places)


def _tree(known: tuple[int, ...], hits_soft_17: bool, saves: tuple[int, ...]) -> Tree:
    hard_known, ace_known, size = sum(value + 1 for value in known), ACE in known, len(known)
    saving = _saving(known[0], saves)
    places, sets = {0: 0}, [0]  # a set as one number: the count of each value in bits of its own
    rows = [(0, 0, 0, 0, _end(size, hard_known, ace_known, hits_soft_17) if size > 1 else -1)]
    hards, orders = [hard_known], [1.0]
    place = 0
    while place < len(sets):  # every set comes after all the sets it may grow from, since it has more cards
        if rows[place][4] < 0:
            held, depth = sets[place], rows[place][3] + (place > 0)
            for value, step in enumerate(_STEPS):
                grown = held + step
                at = places.get(grown, -1)
                if at < 0:
                    at = places[grown] = len(sets)
                    hard, ace = hards[place] + value + 1, ace_known or grown & _COUNT > 0
                    end = _end(depth + 1 + size, hard, ace, hits_soft_17)
                    end = SAVED if grown == saving and end >= 0 else end
                    sets.append(grown)
                    rows.append((place, value, held >> _BITS * value & _COUNT, depth, end))
                    hards.append(hard)
                    orders.append(0.0)
                orders[at] += orders[place]
        place += 1
    columns = np.array(rows, np.int64).T.copy()
    counts = np.array(sets)[:, None] >> _BITS * np.arange(VALUES) & _COUNT
    return Tree(columns[0], columns[1], columns[2], columns[3], np.array(orders), columns[4], counts)
