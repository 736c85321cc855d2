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


def _ranks(up: int, grown: tuple[int, ...]) -> list[int]:
    held = [up, *(one for one in range(VALUES) for _ in range(grown[one]))]
    return sorted(card_of(one) >> 2 for one in held)


@cache
def tree_after(up: int, hole: int, hits_soft_17: bool) -> Tree:
    """The dealer's hands that begin with `up` and `hole`, both known."""
    return _tree((up, hole), hits_soft_17, ())


@cache
def dealer_tree(up: int, hits_soft_17: bool, saves: tuple[int, ...] = ()) -> Tree:
    """The dealer's hands that begin with `up`; `saves` are the ranks of the hand that saves busted ones."""
    return _tree((up,), hits_soft_17, saves)


def _tree(known: tuple[int, ...], hits_soft_17: bool, saves: tuple[int, ...]) -> Tree:
    hard_known, ace_known = sum(one + 1 for one in known), ACE in known
    first = _end(len(known), hard_known, ace_known, hits_soft_17) if len(known) > 1 else -1
    places: dict[tuple[int, ...], int] = {(0,) * VALUES: 0}
    keys = list(places)
    rows: list[list[int]] = [[0, 0, 0, 0, first]]
    orders = [1.0]
    place = 0
    while place < len(keys):  # every set comes after all the sets it may grow from, since it has more cards
        key = keys[place]
        if rows[place][4] < 0:
            for value in range(VALUES):
                grown = tuple(n + (value == one) for one, n in enumerate(key))
                if grown not in places:
                    places[grown] = len(keys)
                    keys.append(grown)
                    hard = hard_known + sum((one + 1) * n for one, n in enumerate(grown))
                    ace = ace_known or grown[ACE] > 0
                    end = _end(sum(grown) + len(known), hard, ace, hits_soft_17)
                    if end >= 0 and saves and sorted(saves) == _ranks(known[0], grown):
                        end = SAVED
                    rows.append([place, value, key[value], sum(key), end])
                    orders.append(0.0)
                orders[places[grown]] += orders[place]
        place += 1
    columns = np.array(rows, np.int64).T.copy()
    return Tree(columns[0], columns[1], columns[2], columns[3], np.array(orders), columns[4], np.array(keys, np.int64))
