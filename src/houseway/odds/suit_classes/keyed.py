"""Player hands that a renaming of suits makes equal: made class by class, without going through all hands."""

from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.hands.masks import ALL_RANKS, SIZE
from houseway.odds.arrays import Cards, Flags, Ints

_SUITS = 4
_JOKER = 52


class Holdings(NamedTuple):
    """One hand of each class, the number of hands it stands for, and its key; keys ascend."""

    hands: Cards
    weights: Ints
    keys: Ints


@njit(cache=True)
def _classes(up_to: Ints, exactly: Ints, size: int, hands: Cards, weights: Ints, keys: Ints) -> int:
    """Four sets of ranks that do not ascend, `size` cards in all: the hand, its weight, its key; returns how many.

    Where there is no room for them they are only counted. `up_to[n]` and `exactly[n]` list the sets of at most or just
    n ranks, ascending, and end in a set that is none.
    """
    found = 0
    for a in up_to[size]:
        if a > ALL_RANKS:
            break
        after_a = size - SIZE[a]
        for b in up_to[after_a]:
            if b > a:
                break
            after_b = after_a - SIZE[b]
            for c in up_to[after_b]:
                if c > b:
                    break
                for d in exactly[after_b - SIZE[c]]:
                    if d > c:
                        break
                    if len(keys):
                        weights[found] = _write(a, b, c, d, hands[found])
                        keys[found] = ((a << 13 | b) << 13 | c) << 13 | d
                    found += 1
    return found


@njit(cache=True)
def _write(a: int, b: int, c: int, d: int, hand: Cards) -> int:
    """Write the hand of four sets of ranks; returns how many hands are like it."""
    place = 0
    for suit, held in enumerate((a, b, c, d)):
        for rank in range(13):
            if held >> rank & 1:
                hand[place] = rank << 2 | suit
                place += 1
    equal = (a == b) + (b == c) + (c == d)
    if equal == 3:
        return 1
    if equal == 2:
        return 6 if a == b and c == d else 4
    return 12 if equal else 24


def _listed(sets: Ints, keep: list[Flags]) -> Ints:
    """One row of sets for each condition, closed by a set that is none."""
    rows = np.full((len(keep), len(sets) + 1), ALL_RANKS + 1, np.int64)
    for row, kept in zip(rows, keep, strict=True):
        row[: int(kept.sum())] = sets[kept]
    return rows


def suit_holdings(deck: Cards, size: int) -> Holdings:
    """The classes of `size` cards of a deck of four equal suits and its jokers."""
    ranks = sum(1 << rank for rank in {int(card) >> 2 for card in deck if card < _JOKER})
    jokers = [int(card) for card in deck if card >= _JOKER]
    sets = np.arange(1 << 13)
    sets = sets[(sets & ~ranks) == 0]
    up_to = _listed(sets, [SIZE[sets] <= count for count in range(size + 1)])
    exactly = _listed(sets, [SIZE[sets] == count for count in range(size + 1)])
    wilds, none = range(min(len(jokers), size) + 1), np.empty(0, np.int64)
    no_hands = np.empty((0, size), np.uint8)
    ends = np.cumsum([_classes(up_to, exactly, size - wild, no_hands, none, none) for wild in wilds]).tolist()
    hands = np.empty((ends[-1], size), np.uint8)
    weights, keys = np.empty(ends[-1], np.int64), np.empty(ends[-1], np.int64)
    for wild, first, end in zip(wilds, [0, *ends], ends, strict=False):
        _classes(up_to, exactly, size - wild, hands[first:end], weights[first:end], keys[first:end])
        hands[first:end, size - wild :] = jokers[:wild]
        weights[first:end] *= comb(len(jokers), wild)
        keys[first:end] |= wild << 52
    return Holdings(hands, weights, keys)


@njit(cache=True)
def _named(hands: Cards, others: Cards, keys: Ints) -> Cards:
    """The key of each hand, and the cards beside it under the renaming that makes the hand its class's own."""
    renamed = others.copy()
    for row in range(hands.shape[0]):
        held = np.zeros(_SUITS, np.int64)
        jokers = 0
        for place in range(hands.shape[1]):
            card = int(hands[row, place])
            if card >= _JOKER:
                jokers += 1
            else:
                held[card & 3] |= 1 << (card >> 2)
        key = jokers
        taken = 0
        for place in range(_SUITS):
            best = -1
            for suit in range(_SUITS):
                if not taken >> suit & 1 and (best < 0 or held[suit] > held[best]):
                    best = suit
            taken |= 1 << best
            key = key << 13 | held[best]
            for other in range(others.shape[1]):
                card = int(others[row, other])
                if card < _JOKER and card & 3 == best:
                    renamed[row, other] = card & ~3 | place
        keys[row] = key
    return renamed


def name_suits(hands: Cards, others: Cards | None = None) -> tuple[Ints, Cards]:
    """The keys of hands as in `Holdings`, and other cards of the same rounds with suits renamed alike."""
    keys = np.empty(len(hands), np.int64)
    beside = np.empty((len(hands), 0), np.uint8) if others is None else np.ascontiguousarray(others)
    return keys, _named(np.ascontiguousarray(hands), beside, keys)
