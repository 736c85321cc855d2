"""Boards up to a renaming of suits, and what a renaming does to the two cards of a seat.

A board is canonical when its suits, read as sets of ranks, stand in falling order. A pair of hole cards a < b has the
number b(b - 1)/2 + a.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.suit_classes.card_types import showdown_keys
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import ANY_SUIT, hands, renamings, stock_of_cards

PAIRS = comb(52, 2)
RENAMINGS = tuple(renamings(ANY_SUIT))  # [place in the canonical order] -> suit

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]


def pair_number(a: Ints, b: Ints) -> Ints:
    """The number of two hole cards."""
    high, low = np.maximum(a, b), np.minimum(a, b)
    number: Ints = high * (high - 1) // 2 + low
    return number


@cache
def pair_cards() -> Cards:
    """The two cards of each number, the lower first."""
    return np.array([(a, b) for b in range(52) for a in range(b)], np.uint8)


@cache
def renamed_pairs() -> npt.NDArray[np.uint16]:
    """By renaming and pair: the number of the pair after the renaming."""
    cards = pair_cards().astype(np.int64)
    out = np.empty((len(RENAMINGS), PAIRS), np.uint16)
    for number, order in enumerate(RENAMINGS):
        place = np.argsort(order)
        new = cards & ~3 | place[cards & 3]
        out[number] = pair_number(new[:, 0], new[:, 1])
    return out


@cache
def _codes() -> npt.NDArray[np.int8]:
    """The number of a renaming by the suits in its order, two bits for each."""
    codes = np.zeros(256, np.int8)
    for number, order in enumerate(RENAMINGS):
        codes[int("".join(map(str, order)), 4)] = number
    return codes


def _cards_of(keys: Ints, size: int) -> Cards:
    masks = np.stack([keys >> 13 * (3 - place) & (1 << 13) - 1 for place in range(4)], axis=1)
    bits = masks[:, :, None] >> np.arange(13) & 1
    suits_ranks = np.nonzero(bits)
    cards = (suits_ranks[2] * 4 + suits_ranks[1]).astype(np.uint8)
    return np.ascontiguousarray(cards.reshape(len(keys), size))


def _subset_number(cards: Cards) -> Ints:
    """The place of each row among all sets of its size (colexicographic)."""
    ordered = np.sort(cards, axis=1)
    total = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        choose = np.array([comb(card, place + 1) for card in range(52)], np.int64)
        total += choose[ordered[:, place]]
    return total


@njit(cache=True, nogil=True)
def _canonical(cards: Cards, renamings: npt.NDArray[np.int8], keys: Ints, renaming: npt.NDArray[np.int8]) -> None:
    """The key of the canonical board of each row, and the renaming that leads to it."""
    masks, suits = np.empty(4, np.int64), np.empty(4, np.int64)
    for row in range(cards.shape[0]):
        masks[:] = 0
        for card in cards[row]:
            masks[card & 3] |= 1 << (card >> 2)
        for suit in range(4):
            at = suit
            mask = masks[suit]
            while at > 0 and masks[at - 1] < mask:
                masks[at], suits[at] = masks[at - 1], suits[at - 1]
                at -= 1
            masks[at], suits[at] = mask, suit
        keys[row] = masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]
        renaming[row] = renamings[suits[0] << 6 | suits[1] << 4 | suits[2] << 2 | suits[3]]


def canonical(cards: Cards) -> tuple[Ints, npt.NDArray[np.int8]]:
    """The key of each row's canonical board, and the renaming that leads to it."""
    keys, renaming = np.empty(len(cards), np.int64), np.empty(len(cards), np.int8)
    _canonical(np.ascontiguousarray(cards), _codes(), keys, renaming)
    return keys, renaming


@cache
def _keeping(alike: tuple[int, ...]) -> tuple[int, ...]:
    """The renamings among suits that hold the same ranks, each suit given as the first of those alike."""
    return tuple(
        n for n, order in enumerate(RENAMINGS) if all(alike[order[place]] == alike[place] for place in range(4))
    )


@dataclass(frozen=True)
class Boards:
    """The canonical boards of one size, in the order of their keys."""

    size: int
    cards: Cards
    counts: Ints  # boards that each stands for
    keys: Ints
    places: npt.NDArray[np.int32]  # by number of a set of cards: its class; empty for large boards
    renamings: npt.NDArray[np.int8]  # ... and the renaming that makes it canonical

    @cached_property
    def tops(self) -> Ints:
        """The highest rank on each board; they do not fall, since keys ascend and begin with the suit that holds it."""
        exponents: Ints = np.frexp(self.keys >> 39)[1].astype(np.int64)
        return exponents - 1

    @cached_property
    def showdowns(self) -> Ints:
        """The number of each board's showdowns: a third as many as there are boards, for suits seldom matter."""
        return np.unique(showdown_keys(self.cards), return_inverse=True)[1]

    def run(self, low: int, high: int) -> tuple[int, int]:
        """The boards whose highest rank is from `low` to below `high`: the first, and the one after the last."""
        first, stop = np.searchsorted(self.tops, [low, high]).tolist()
        return first, stop

    def stabilisers(self, board: int) -> tuple[int, ...]:
        """The renamings that leave a canonical board as it is."""
        masks = [int(self.keys[board]) >> 13 * (3 - place) & (1 << 13) - 1 for place in range(4)]
        return _keeping(tuple(masks.index(mask) for mask in masks))

    def find(self, cards: Cards) -> tuple[Ints, npt.NDArray[np.int8]]:
        """The class of each row and the renaming that makes it canonical."""
        keys, renaming = canonical(cards)
        return np.searchsorted(self.keys, keys), renaming


@cache
def boards(deck: tuple[int, ...], size: int, numbered: bool) -> Boards:
    """All canonical boards of a deck of whole suits; `numbered`: with the class of every set of cards."""
    cards, weights = hands(stock_of_cards(np.array(deck, np.uint8)), size)
    keys, _ = canonical(cards)
    order = np.argsort(keys)
    keys = keys[order]
    places, renamings = np.empty(0, np.int32), np.empty(0, np.int8)
    if numbered:
        every = all_hands(np.array(deck, np.uint8), size)
        places = np.zeros(comb(52, size), np.int32)
        renamings = np.zeros(comb(52, size), np.int8)
        own_keys, own = canonical(every)
        numbers = _subset_number(every)
        places[numbers], renamings[numbers] = np.searchsorted(keys, own_keys), own
    return Boards(size, _cards_of(keys, size), weights[order], keys, places, renamings)
