"""Sums over sets of cards: what all hands of five yield that contain a set, and those of them that avoid other cards.

Sets of one size stand in the order of the places of their cards in the deck (colexicographic), sizes one after another.
Hands that keep a set and hold none of some other cards are found by inclusion and exclusion over these.
"""

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards, Counts, Floats, Ints
from houseway.odds.suit_classes.listed import all_places
from houseway.odds.suit_classes.states import Index, find_all, keys_of, make_index
from houseway.odds.suit_classes.stock import Stock, hands

_HAND = 5
_MOST_DECK = 54
CHOOSE = np.array([[comb(n, k) for n in range(_MOST_DECK + 1)] for k in range(_HAND + 1)], np.int64)  # [k, n]


def starts_of(deck: int) -> Ints:
    """By size: where the sets of so many cards of a deck begin; the last is the number of all."""
    sizes = [comb(deck, size) for size in range(_HAND + 1)]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


@njit(cache=True)
def size_of(chosen: int) -> int:
    count = 0
    while chosen:
        chosen &= chosen - 1
        count += 1
    return count


@njit(cache=True)
def place_of(hand: Ints, chosen: int) -> int:
    """The place of a set of a hand's cards among all sets of its size."""
    place = 0
    size = 0
    for index in range(len(hand)):
        if chosen >> index & 1:
            size += 1
            place += CHOOSE[size, hand[index]]
    return place


@njit(cache=True, nogil=True)
def add_to_sets(fives: Cards, results: Any, fewest: int, starts: Ints, sums: Any) -> None:
    """[set, column]: add the results of every hand to all sets of `fewest` cards or more that it contains."""
    for row in range(len(fives)):
        hand = fives[row]
        for chosen in range(1 << _HAND):
            size = size_of(chosen)
            if size >= fewest:
                at = starts[size] + place_of(hand, chosen)
                for column in range(results.shape[1]):
                    sums[at, column] += results[row, column]


@njit(cache=True, nogil=True)
def count_in_sets(fives: Cards, labels: Ints, fewest: int, most: int, starts: Ints, counts: Counts) -> None:
    """[set, label]: the hands of each label that contain a set of `fewest` to `most` cards."""
    for row in range(len(fives)):
        hand = fives[row]
        for chosen in range(1 << _HAND):
            size = size_of(chosen)
            if fewest <= size <= most:
                counts[starts[size] + place_of(hand, chosen), labels[row]] += 1


@njit(cache=True, nogil=True)
def avoiding(hand: Ints, kept: int, others: int, starts: Ints, sums: Floats) -> float:
    """What the hands yield that hold the cards of `kept` and none of `others`, both bits of cards in rising order."""
    total = 0.0
    part = others
    while True:
        worth = sums[starts[size_of(kept | part)] + place_of(hand, kept | part)]
        total += -worth if size_of(part) & 1 else worth
        if part == 0:
            return float(total)
        part = (part - 1) & others


@njit(cache=True, nogil=True)
def add_avoiding(hand: Ints, kept: int, others: int, starts: Ints, counts: Counts, out: Ints) -> None:
    """The same by label: `out` gains the counts of these hands."""
    part = others
    while True:
        size = size_of(kept | part)
        if size <= _HAND:
            at = starts[size] + place_of(hand, kept | part)
            for label in range(counts.shape[1]):
                out[label] += -counts[at, label] if size_of(part) & 1 else counts[at, label]
        if part == 0:
            return
        part = (part - 1) & others


class Fives(NamedTuple):
    """All hands of five, as places in the deck, and the class of each up to a renaming of suits."""

    classes: Cards  # cards, rising
    weights: Ints
    lookup: Index
    every: Cards
    which: Ints


@lru_cache(maxsize=1)
def all_fives(stock: Stock) -> Fives:
    """Of a deck in which every card has a suit and is there once."""
    made = hands(stock, _HAND)
    classes = np.sort(made.cards, axis=1)
    every = all_places(stock.size, _HAND)
    cell, block = np.zeros(_HAND, np.int64), np.zeros(4, np.int64)
    lookup = make_index(keys_of(classes, cell, block))
    which = find_all(keys_of(stock.cards[every], cell, block), *lookup).astype(np.int64)
    return Fives(classes, made.weights, lookup, every, which)


@njit(cache=True)
def cards_kept(classes: Cards, kept: Ints, held: Cards) -> Ints:
    """The set to keep, moved from the hand that stands for a class to a hand of it; jokers stand for each other."""
    out = np.zeros(len(kept), np.int64)
    ours = np.empty(4, np.int64)
    theirs = np.empty(4, np.int64)
    for row in range(len(kept)):
        ours[:] = 0
        theirs[:] = 0
        jokers = 0
        for place in range(_HAND):
            if held[row, place] < 52:
                ours[held[row, place] & 3] |= 1 << (held[row, place] >> 2)
            if classes[row, place] < 52:
                theirs[classes[row, place] & 3] |= 1 << (classes[row, place] >> 2)
            elif kept[row] >> place & 1:
                jokers += 1
        for place in range(_HAND):
            if held[row, place] >= 52 and jokers:
                out[row] |= 1 << place
                jokers -= 1
        used = 0
        for suit in range(4):
            for other in range(4):
                if not used >> other & 1 and theirs[suit] == ours[other]:
                    used |= 1 << other
                    for place in range(_HAND):
                        card = classes[row, place]
                        if kept[row] >> place & 1 and card < 52 and card & 3 == suit:
                            for at in range(_HAND):
                                if held[row, at] == (card >> 2) * 4 + other:
                                    out[row] |= 1 << at
                    break
    return out
