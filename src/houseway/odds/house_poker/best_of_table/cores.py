"""Hands that meet a row as cores with any other cards beside them, so that no kicker has to be gone through.

A set of cards is safe if every hand that holds it meets the row. The weights of sets are such that those of all sets
within a hand add up to 1 if it meets the row and to 0 otherwise: three of a kind weigh 1, four of them -3. Sets whose
weight is not 0 are cores. Either all sets of the same ranks weigh the same, or those of one suit weigh something else:
what they weigh beyond the others is a core of that suit. Wild cards are counted apart, by how many a hand holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.arrays import Flags, Ints, Masks

_CHOOSE = np.array([[comb(n, k) for n in range(64)] for k in range(8)], np.int64)
_BITS = 3  # of the number of cards of a rank
_MIXED = -1  # not of one suit
_CARDS = 2  # at least, for sets that are of one suit or not

Ranks = tuple[tuple[int, int], ...]  # each with how many cards of it, in their order


class Core(NamedTuple):
    """Cards that count as a hand whichever `kickers` come to them."""

    ranks: Ranks
    weight: int
    kickers: int
    wilds: int


@dataclass(frozen=True)
class Pack:
    """The cards that hands are of, by place: their ranks and suits. Wild cards come last, and have neither."""

    ranks: Ints
    suits: Ints
    wilds: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards of each rank."""
        return tuple(np.bincount(self.ranks, minlength=13).tolist())


@dataclass(frozen=True)
class Cores:
    """The cores of a set of hands: in whichever suits, and those within each of so many `suits`."""

    of_ranks: tuple[Core, ...]
    of_suits: tuple[Core, ...]
    suits: int


@njit(cache=True, nogil=True)
def number_of(held: np.uint64) -> int:
    """The place of a set among all sets of its size."""
    number = 0
    count = 0
    place = 0
    while held:
        if held & np.uint64(1):
            count += 1
            number += _CHOOSE[count, place]
        held >>= np.uint64(1)
        place += 1
    return number


@njit(cache=True, nogil=True)
def _smaller(sets: Masks, cards: int, size: int) -> Masks:
    """The sets of one card less that are safe: all sets with one more card are."""
    counts = np.zeros(_CHOOSE[size - 1, cards], np.int64)
    safe = np.empty(len(counts), np.uint64)
    count = 0
    for held in sets:
        rest = held
        while rest:
            low = rest & (~rest + np.uint64(1))
            rest ^= low
            number = number_of(held ^ low)
            counts[number] += 1
            if counts[number] == cards - size + 1:
                safe[count] = held ^ low
                count += 1
    return safe[:count].copy()


@njit(cache=True, nogil=True)
def _weigh(sets: Masks, size: int, smaller: Ints, starts: Ints, weights: Ints) -> None:
    """The weight of each set: 1 less the weights of all smaller sets within it, which lie by size and number."""
    bits = np.empty(size, np.uint64)
    for place in range(len(sets)):
        rest = sets[place]
        for card in range(size):
            bits[card] = rest & (~rest + np.uint64(1))
            rest ^= bits[card]
        weight = 1
        for chosen in range((1 << size) - 1):
            held = np.uint64(0)
            count = 0
            for card in range(size):
                if chosen >> card & 1:
                    held |= bits[card]
                    count += 1
            weight -= smaller[starts[count] + number_of(held)]
        weights[place] = weight


@njit(cache=True, nogil=True)
def numbers_of(sets: Masks) -> Ints:
    """The places of several sets."""
    numbers = np.empty(len(sets), np.int64)
    for place in range(len(sets)):
        numbers[place] = number_of(sets[place])
    return numbers


def _weighed(sets: Masks, cards: int, size: int) -> list[tuple[Masks, Ints]]:
    """By size, from none up: the sets whose weight is not 0."""
    by_size = [sets]
    for count in range(size, 0, -1):
        by_size.append(_smaller(by_size[-1], cards, count))
    starts = np.concatenate([[0], np.cumsum([comb(cards, count) for count in range(size)])]).astype(np.int64)
    smaller = np.zeros(starts[-1], np.int64)
    found = []
    for count, safe in enumerate(reversed(by_size)):
        weights = np.empty(len(safe), np.int64)
        _weigh(safe, count, smaller, starts, weights)
        if count < size:
            smaller[starts[count] + numbers_of(safe)] = weights
        found.append((safe[weights != 0], weights[weights != 0]))
    return found


@njit(cache=True, nogil=True)
def _looks(sets: Masks, ranks: Ints, suits: Ints, patterns: Ints, suited: Ints) -> None:
    """The ranks of each set as one number, and its suit."""
    for place in range(len(sets)):
        rest = sets[place]
        pattern, suit, card = 0, -2, 0
        while rest:
            if rest & np.uint64(1):
                pattern += 1 << _BITS * ranks[card]
                suit = suits[card] if suit in (-2, suits[card]) else _MIXED
            rest >>= np.uint64(1)
            card += 1
        patterns[place], suited[place] = pattern, suit


def _ranks(pattern: int) -> Ranks:
    """The ranks that a number stands for."""
    mask = (1 << _BITS) - 1
    counts = ((rank, pattern >> _BITS * rank & mask) for rank in range(13))
    return tuple((rank, count) for rank, count in counts if count)


def _suited_sets(ranks: Ranks, held: Flags) -> int:
    """In how many suits there is a set of one card of each of these ranks."""
    if sum(count for _, count in ranks) < _CARDS or any(count > 1 for _, count in ranks):
        return 0
    return int(held[[rank for rank, _ in ranks]].all(axis=0).sum())


def cores_of(hands: Masks, pack: Pack, size: int) -> Cores | None:
    """The cores of a set of hands, each a bit for every place; none where suits matter in another way."""
    cards, sizes = len(pack.ranks), pack.sizes
    held = np.zeros((13, 4), np.bool_)
    held[pack.ranks, pack.suits] = True
    natural = hands & np.uint64((1 << cards) - 1)
    wilds = np.zeros(len(hands), np.int64)
    for place in range(cards, cards + pack.wilds):
        wilds += (hands >> np.uint64(place) & np.uint64(1)).astype(np.int64)
    of_ranks: list[Core] = []
    by_suit: dict[int, set[Core]] = {}
    for count in range(min(pack.wilds, size) + 1):
        sets, ways = np.unique(natural[wilds == count], return_counts=True)
        if (ways != comb(pack.wilds, count)).any():
            return None
        for number, (found, weights) in enumerate(_weighed(sets, cards, size - count)):
            patterns, suited = np.empty(len(found), np.int64), np.empty(len(found), np.int64)
            _looks(found, pack.ranks, pack.suits, patterns, suited)
            order = np.argsort(patterns, kind="stable")
            ends = np.flatnonzero(np.diff(patterns[order])) + 1
            for group in np.split(order, ends) if len(order) else []:
                ranks = _ranks(int(patterns[group[0]]))
                alike = prod(comb(sizes[rank], taken) for rank, taken in ranks) - _suited_sets(ranks, held)
                mixed = weights[group[(suited[group] == _MIXED) | (number < _CARDS)]]
                common = int(mixed[0]) if len(mixed) else 0
                if len(mixed) not in (0, alike) or (mixed != common).any():
                    return None
                beside = size - count - number
                if common:
                    of_ranks.append(Core(ranks, common, beside, count))
                if number < _CARDS:
                    continue
                own = dict(zip(suited[group].tolist(), weights[group].tolist(), strict=True))
                for suit in np.flatnonzero(held[[rank for rank, _ in ranks]].all(axis=0)).tolist():
                    more = own.get(suit, 0) - common
                    if more and all(taken == 1 for _, taken in ranks):
                        by_suit.setdefault(suit, set()).add(Core(ranks, more, beside, count))
    of_suits: Sequence[set[Core]] = list(by_suit.values())
    if any(other != of_suits[0] for other in of_suits[1:]):
        return None
    return Cores(tuple(of_ranks), tuple(sorted(of_suits[0])) if of_suits else (), len(of_suits))
