"""Pairs of two hands with a flush that share no card, counted by inclusion and exclusion over the cards they share.

The pass over pairs (`pairs`) goes over the hands that hold a set of cards, for one set of each class under a renaming
of suits.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards, Ints, Masks
from houseway.odds.pai_gow.pairs import OUTCOMES, Holding, all_pairs
from houseway.odds.suit_classes.by_ranks import Places
from houseway.odds.suit_classes.stock import ANY_SUIT, renamed, renamings

_RENAMINGS = np.array(list(renamings(ANY_SUIT)), np.int64)
_SUITS, _RANKS = 4, 13
_JOKER = 52
_CARDS = 53
_DE_BRUIJN = 0x03F79D71B4CB0A89
_CARD_OF = np.zeros(64, np.int64)
_CARD_OF[[(_DE_BRUIJN << card) % (1 << 64) >> 58 for card in range(64)]] = np.arange(64)
_MOST_SHARED = 7  # no hand is larger


class Entries(NamedTuple):
    """Values that classes of hands count with, in the order of their high hands."""

    of: Ints  # the class
    low: Ints  # places among the values of both sides
    high: Ints
    label: Ints
    sign: Ints


def entries_of(*parts: tuple[int, Ints, Ints, Ints]) -> Entries:
    """The values of all classes as each part says, times its sign; a class that cancels itself out is left out."""
    sign, of, low, high, label = np.concatenate(
        [
            np.stack([np.full(len(low), sign), np.arange(len(low)), low, high, label])
            for sign, low, high, label in parts
        ],
        axis=1,
    )
    order = np.lexsort((label, low, of, high))
    rows = np.stack([of, low, high, label])[:, order]
    new = np.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))
    sums = np.add.reduceat(sign[order], np.flatnonzero(new)) if len(order) else sign
    of, low, high, label = rows[:, new][:, sums != 0]
    return Entries(of, low, high, label, sums[sums != 0])


def masks_of(cards: Cards) -> Masks:
    """[class, renaming]: the cards of each hand of a class as a set, nothing where another renaming gives it too."""
    found = np.empty((len(cards), len(_RENAMINGS)), np.uint64)
    for place, names in enumerate(renamings(ANY_SUIT)):
        found[:, place] = (np.uint64(1) << renamed(cards, names).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    found.sort(axis=1)
    found[:, 1:][found[:, 1:] == found[:, :-1]] = 0
    return found


@njit(cache=True, nogil=True)
def _holding(entries: Entries, masks: Masks, card: int) -> Holding:
    """The hands with a card, each with its values."""
    bit = np.uint64(1) << np.uint64(card)
    total = 0
    for entry in range(len(entries.of)):
        for mask in masks[entries.of[entry]]:
            total += (mask & bit) != 0
    found = Holding(
        np.empty(total, np.uint64), np.empty(total, np.int32), np.empty(total, np.int32), np.empty(total, np.int32),
        np.empty(total, np.int32),
    )  # fmt: skip
    place = 0
    for entry in range(len(entries.of)):
        for mask in masks[entries.of[entry]]:
            if mask & bit:
                found.masks[place] = mask
                found.low[place] = entries.low[entry]
                found.high[place] = entries.high[entry]
                found.label[place] = entries.label[entry]
                found.sign[place] = entries.sign[entry]
                place += 1
    return found


@njit(cache=True, nogil=True)
def _orbit(images: Masks) -> int:
    """How many sets renamings of suits make of the first one; 0 if another one of them stands for it."""
    mask = images[0]
    same = 0
    for image in images:
        other = image ^ mask
        if other == 0:
            same += 1
        elif image & (other & (~other + np.uint64(1))):
            return 0
    return len(images) // same


@njit(cache=True, nogil=True)
def _grown(items: Places, size: int) -> Places:
    if size <= len(items):
        return items
    found = np.empty(size + size // 2, np.int32)
    found[: len(items)] = items
    return found


@njit(cache=True, nogil=True)
def _lowest(mask: np.uint64) -> int:
    """The lowest card of a set: the highest bits of a De Bruijn number tell how far it was shifted."""
    return int(_CARD_OF[(mask & (~mask + np.uint64(1))) * np.uint64(_DE_BRUIJN) >> np.uint64(58)])


@njit(cache=True, nogil=True)
def _deal_out(held: Holding, items: Places, start: int, end: int, top: int, wanted: np.uint64, ends: Ints) -> Places:
    """Put the hands from `start` once under each wanted card that they hold, from `top`; `ends` of each card."""
    ends[:] = 0
    for place in range(start, end):
        rest = held.masks[items[place]] & wanted
        while rest:
            ends[_lowest(rest)] += 1
            rest &= rest - np.uint64(1)
    for card in range(_CARDS):
        top += ends[card]
        ends[card] = top - ends[card]
    items = _grown(items, top)
    for place in range(start, end):
        rest = held.masks[items[place]] & wanted
        while rest:
            card = _lowest(rest)
            rest &= rest - np.uint64(1)
            items[ends[card]] = items[place]
            ends[card] += 1
    return items


@njit(cache=True, nogil=True)
def _cards_of(held: Holding, items: Places) -> np.uint64:
    """All cards of some hands."""
    found = np.uint64(0)
    for item in items:
        found |= held.masks[item]
    return found


@njit(cache=True, nogil=True)
def _with_card(images: Masks, card: int, names: Ints, out: Masks) -> None:
    """A set and one more card under every renaming."""
    for place in range(len(names)):
        other = card if card == _JOKER else card & ~3 | names[place, card & 3]
        out[place] = images[place] | np.uint64(1) << np.uint64(other)


@njit(cache=True, nogil=True)
def _sharing(
    first: Holding, second: Holding, alike: bool, card: int, names: Ints, strict: bool, lows: int, out: Ints
) -> None:
    """Add the signed pairs for all sets of shared cards of which this one is the lowest; `alike`: of equal sides."""
    images = np.zeros((_MOST_SHARED + 1, len(names)), np.uint64)
    orbits = np.zeros((_MOST_SHARED + 1, _CARDS), np.int64)  # [cards shared, next card]: how many sets it stands for
    ends, other_ends = np.zeros_like(orbits), np.zeros_like(orbits)
    shared = np.zeros(_MOST_SHARED + 1, np.int64)  # the last card of a set of each size
    mine, theirs = np.arange(len(first.masks)).astype(np.int32), np.arange(len(second.masks)).astype(np.int32)
    part = np.zeros_like(out)
    orbits[0, card] = _SUITS
    ends[0, card:] = len(mine)
    other_ends[0, card:] = len(theirs)
    size, following = 0, card
    while True:
        if following < _CARDS:
            start, end = ends[size, following - 1] if following else 0, ends[size, following]
            other_start, other_end = other_ends[size, following - 1] if following else 0, other_ends[size, following]
            if start == end or other_start == other_end:
                following += 1
                continue
            top, other_top = ends[size, -1], other_ends[size, -1]
            orbit = orbits[size, following]
            _with_card(images[size], following, names, images[size + 1])
            size += 1
            shared[size] = following
            part[:] = 0
            all_pairs(first, mine[start:end], second, theirs[other_start:other_end], strict, lows, part)
            for label in range(out.shape[1]):
                for result in range(OUTCOMES):
                    out[0, label, result] += part[0, label, result] * (-orbit if size % 2 else orbit)
            if size < _MOST_SHARED:
                above = ~((np.uint64(2) << np.uint64(following)) - np.uint64(1))
                rest = above & _cards_of(first, mine[start:end]) & _cards_of(second, theirs[other_start:other_end])
                wanted = np.uint64(0)
                while rest:
                    after = _lowest(rest)
                    rest &= rest - np.uint64(1)
                    _with_card(images[size], after, names, images[size + 1])
                    orbits[size, after] = _orbit(images[size + 1])
                    if orbits[size, after]:
                        wanted |= np.uint64(1) << np.uint64(after)
                mine = _deal_out(first, mine, start, end, top, wanted, ends[size])
                if alike:
                    theirs = mine
                    other_ends[size] = ends[size]
                else:
                    theirs = _deal_out(second, theirs, other_start, other_end, other_top, wanted, other_ends[size])
                following += 1
                continue
        elif size <= 1:
            return
        following = shared[size] + 1
        size -= 1


class FlushPairs:
    """What pairs of two flushes that share no card yield, in parts that may be counted apart."""

    parts = 1 + _RANKS

    def __init__(self, masks: Masks, first: Entries, second: Entries, labels: int, strict: bool) -> None:
        lows, low = np.unique(np.concatenate([first.low, second.low]), return_inverse=True)
        high = np.unique(np.concatenate([first.high, second.high]), return_inverse=True)[1]
        many = len(first.low)
        self.first = first._replace(low=low[:many], high=high[:many])
        self.second = second._replace(low=low[many:], high=high[many:])
        self.lows, self.labels, self.strict = len(lows), labels, strict
        self.masks = masks
        self.alike = all(np.array_equal(one, other) for one, other in zip(self.first, self.second, strict=True))

    def _whole(self, entries: Entries, joker: bool) -> Holding:
        """Classes as they are, each counted for all its hands; with the joker alone if said."""
        masks = self.masks[entries.of]
        hands = (masks != 0).sum(axis=1) * entries.sign
        kept = np.flatnonzero(masks[:, 0] >> np.uint64(_JOKER) & np.uint64(1)) if joker else np.arange(len(hands))
        columns = (column[kept].astype(np.int32) for column in (entries.low, entries.high, entries.label, hands))
        return Holding(masks[kept, 0], *columns)

    def count(self, part: int) -> Ints:
        """[label, outcome]: the part of the sets of shared cards whose lowest card is of a rank, or of no rank."""
        found = np.zeros((self.labels, OUTCOMES), np.int64)
        out = found[None]  # the first hands have no label
        if part:
            card = _SUITS * (part - 1)
            mine = _holding(self.first, self.masks, card)
            theirs = mine if self.alike else _holding(self.second, self.masks, card)
            _sharing(mine, theirs, self.alike, card, _RENAMINGS, self.strict, self.lows, out)
            return found
        for joker, sign in ((False, 1), (True, -1)):
            mine, theirs = (self._whole(entries, joker) for entries in (self.first, self.second))
            sums = np.zeros_like(out)
            every = (np.arange(len(side.low), dtype=np.int32) for side in (mine, theirs))
            all_pairs(mine, next(every), theirs, next(every), self.strict, self.lows, sums)
            out += sign * sums
        return found
