"""What the cards of one suit are worth beside wild cards, and how many choices of them stay below a value."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.masks import SIZE
from houseway.hands.ranking import Ranking
from houseway.odds.arrays import Counts
from houseway.odds.house_poker.batch import Cards, Ints


class Suit(NamedTuple):
    """What the cards of one suit are worth; sets of ranks are masks of the ranks that are not wild."""

    ranks: tuple[int, ...]
    wild_cards: int
    values: tuple[Ints, ...]  # by length, ascending
    place: Counts  # [wild cards, set]: of the value among those of its length
    starts: Ints  # [length, wild cards]: where `lower` begins
    lower: npt.NDArray[np.int16]  # [set, place]: choices of cards from the set that stay below the place


def _is_wild(ranking: Ranking, rank: int) -> bool:
    """Two cards of different suits are a flush of two only if they are wild."""
    pair = np.array([[rank << 2, rank << 2 | 1]], np.uint8)
    return ranking.category(int(ranking.rank(pair)[0])) == "flush_2"


@njit(cache=True)
def _count_lower(
    full: int, most: int, gone: int, size: Ints, place: Counts, widths: Ints, starts: Ints, lower: npt.NDArray[np.int16]
) -> None:
    for free in range(full + 1):
        if size[full ^ free] > gone:
            continue
        chosen = free
        while True:
            for wilds in range(min(len(place), most + 1 - size[chosen])):
                length = size[chosen] + wilds
                if length:
                    lower[starts[length, wilds] + free * widths[length] + place[wilds, chosen] + 1] += 1
            if not chosen:
                break
            chosen = (chosen - 1) & free
        for length in range(1, most + 1):
            for wilds in range(min(len(place), length + 1)):
                start = starts[length, wilds] + free * widths[length]
                for column in range(start + 1, start + widths[length]):
                    lower[column] += lower[column - 1]


def make_suit(ranking: Ranking, deck: Cards, most: int, gone: int) -> Suit:
    """The suit of a deck for hands of `most` cards, when at most `gone` of its cards are known to be elsewhere."""
    wild = [int(card) for card in deck if _is_wild(ranking, int(card) >> 2)]
    ranks = tuple(sorted({int(card) >> 2 for card in deck} - {card >> 2 for card in wild}))
    sets = np.arange(1 << len(ranks))
    size = SIZE[sets].astype(np.int64)
    found = np.zeros((len(wild) + 1, len(sets)), np.int64)
    for wilds in range(len(wild) + 1):
        for count in range(0 if wilds else 1, most + 1 - wilds):
            some = sets[size == count]
            held = (some[:, None] >> np.arange(len(ranks)) & 1).nonzero()[1].reshape(len(some), count)
            cards = np.empty((len(some), count + wilds), np.uint8)
            cards[:, :count] = np.array(ranks)[held] << 2
            cards[:, count:] = wild[:wilds]
            found[wilds, some] = ranking.rank(cards)
    length = size[None, :] + np.arange(len(wild) + 1)[:, None]
    values = tuple(np.unique(found[length == count]) for count in range(most + 1))
    place = np.zeros(found.shape, np.int32)
    for count in range(1, most + 1):
        place[length == count] = np.searchsorted(values[count], found[length == count])
    widths = np.array([len(some) + 1 for some in values])
    room = np.tril(np.tile((widths << len(ranks))[:, None], (1, len(wild) + 1)))
    ends = np.cumsum(room).reshape(room.shape)
    lower = np.zeros(int(ends[-1, -1]), np.int16)
    _count_lower(len(sets) - 1, most, gone, size, place, widths, ends - room, lower)
    return Suit(ranks, len(wild), values, place, ends - room, lower)


@njit(cache=True, nogil=True)
def choices(lower: npt.NDArray[np.int16], at: int, width: int, free: int, one: int, two: int) -> tuple[int, int]:
    """Choices of cards below a place and up to it that hold the shared cards: all less those without."""
    cell = at + free * width
    low, high = int(lower[cell]), int(lower[cell + 1])
    if one:
        cell = at + (free ^ one) * width
        low -= lower[cell]
        high -= lower[cell + 1]
    if two:
        cell = at + (free ^ two) * width
        low -= lower[cell]
        high -= lower[cell + 1]
        if one:
            cell = at + (free ^ one ^ two) * width
            low += lower[cell]
            high += lower[cell + 1]
    return low, high
