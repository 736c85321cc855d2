"""The ways in which unseen cards may lie: all of them, or some dealt at random."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numba import njit

from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.simulate.streams import below, mixed, next_counter
from houseway.odds.suit_classes.stock import Blocks, Hands, renamed, renamings


def count_ways(left: int, sizes: Sequence[int]) -> int:
    """How many ways there are to choose cells of these sizes, one after the other, from the cards left."""
    ways = 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def all_ways(left: int, sizes: Sequence[int]) -> Ints:
    """Every choice of so many of the cards left, cell by cell: indices of the cards, a row for each."""
    rows = np.zeros((1, 0), np.int64)
    for size in sizes:
        free = left - rows.shape[1]
        chosen = np.array(list(combinations(range(free), size)), np.int64).reshape(-1, size)
        before = np.repeat(rows, len(chosen), axis=0)
        fresh = np.tile(chosen, (len(rows), 1))
        for taken in np.sort(before, axis=1).T:
            fresh += fresh >= taken[:, None]
        rows = np.concatenate([before, fresh], axis=1)
    return rows


def classes_of_groups(deck: Cards, sizes: Sequence[int], suits: Blocks) -> Hands:
    """Every choice of groups of cards up to a renaming of suits, one of each class, and how many are of it."""
    cards = deck[all_ways(len(deck), sizes)]
    ends = np.cumsum(sizes)[:-1]
    least = np.full(len(cards), np.iinfo(np.int64).max)
    for names in renamings(suits):
        groups = [np.sort(group, axis=1) for group in np.split(renamed(cards, names), ends, axis=1)]
        key = np.zeros(len(cards), np.int64)
        for column in np.concatenate(groups, axis=1).T:
            key = key << 6 | column
        least = np.minimum(least, key)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return Hands(cards[first], counts.astype(np.int64))


@njit(cache=True, nogil=True)
def cards_left(deck: Cards, seen: Cards, out: Cards) -> None:
    """The cards of a deck that a state does not see, one row each."""
    for row in range(seen.shape[0]):
        gone = np.zeros(len(deck), np.bool_)
        for place in range(seen.shape[1]):
            for at in range(len(deck)):
                if deck[at] == seen[row, place] and not gone[at]:
                    gone[at] = True
                    break
        count = 0
        for at in range(len(deck)):
            if not gone[at]:
                out[row, count] = deck[at]
                count += 1


@njit(cache=True, nogil=True)
def some_ways(left: Cards, counter: np.uint64, out: Cards) -> None:
    """[row, way, card]: so many of the cards left of each row dealt at random, again and again."""
    size = left.shape[1]
    for row in range(left.shape[0]):
        cards = left[row].copy()
        for way in range(out.shape[1]):
            for place in range(out.shape[2]):
                counter = next_counter(counter)
                other = place + below(mixed(counter), size - place)
                cards[place], cards[other] = cards[other], cards[place]
                out[row, way, place] = cards[place]
