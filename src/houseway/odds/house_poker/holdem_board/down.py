"""What a board hands down to the smaller boards in it: sums by type of hole cards, and by hole cards themselves.

A row for a smaller board has a part for boards without a possible flush and one for each suit of it. Hole cards that
hold a card still to come are in a type but not beside the larger board; what they got too much is noted apart, under
that card and the one beside it.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.house_poker.holdem_board.kernel import (
    NO_FLUSH,
    PLAIN_PAIRS,
    PLAIN_TYPES,
    TYPE_PAIRS,
    Cards,
    Floats,
    Ints,
    flush_suit,
    type_of,
)
from houseway.odds.suit_classes.boards import RENAMINGS, Boards, pair_cards, renamed_pairs

ROW = PLAIN_PAIRS + 4 * TYPE_PAIRS
Numbers = npt.NDArray[np.uint16]


class Down(NamedTuple):
    """Where the subsets of a board go that are smaller boards, and how their suits are renamed."""

    subsets: Ints  # by subset: the places of its cards on the larger board
    places: npt.NDArray[np.int32]
    renamings: npt.NDArray[np.int8]
    choose: Ints  # choose[place, card]: sets of place + 1 cards below the card
    renamed: Numbers  # by renaming and pair
    suits: Ints  # by renaming: the new suit of each
    parts: Ints  # by suit of the flush: where its part of a row begins


def make_down(small: Boards, large: int) -> Down:
    """From boards of `large` cards to the smaller ones."""
    subsets = np.array(list(combinations(range(large), small.size)), np.int64)
    choose = [[comb(card, place + 1) for card in range(52)] for place in range(max(small.size, 1))]
    suits = np.array([np.argsort(order) for order in RENAMINGS], np.int64)
    parts = np.array([PLAIN_PAIRS + suit * TYPE_PAIRS for suit in range(4)] + [0], np.int64)
    return Down(
        subsets.reshape(comb(large, small.size), small.size),
        small.places, small.renamings, np.array(choose, np.int64), renamed_pairs(), suits, parts,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _number(board: Cards, subset: Ints, choose: Ints) -> int:
    number = 0
    for place in range(len(subset)):
        number += choose[place, board[subset[place]]]
    return number


@njit(cache=True, nogil=True)
def take_back(card: int, kept: int, suit: int, new_suits: Ints, deck: Cards, sent: Floats, extra: Floats) -> None:
    """Take off what hole cards with a given card got, save beside the cards of `kept`."""
    size = np.uint64(sent.shape[1])
    own = type_of(card, suit)
    row = extra[np.int64(card) & ~3 | new_suits[card & 3]]
    for other in deck:
        if kept >> other & 1:
            continue
        beside = type_of(other, suit)
        low, high = min(own, beside), max(own, beside)
        number = np.uint64(high * (high + 1) // 2 + low)
        new = np.uint64(np.int64(other) & ~3 | new_suits[other & 3])
        for q in range(size):
            row[new, q] -= sent[number, q]


@njit(cache=True, nogil=True)
def hand_down_types(
    board: Cards, deck: Cards, sent: Floats, down: Down, rows: Ints, out: Floats, extra: Floats
) -> None:
    """Add what was sent for each type of hole cards to every smaller board that this one contains.

    `rows` tells the row of each smaller board, -1 for one that is left to others.
    """
    suit = flush_suit(board)
    pairs = PLAIN_PAIRS if suit == NO_FLUSH else TYPE_PAIRS
    for subset in range(len(down.subsets)):
        number = _number(board, down.subsets[subset], down.choose)
        place, renaming = rows[down.places[number]], down.renamings[number]
        if place < 0:
            continue
        start = down.parts[NO_FLUSH if suit == NO_FLUSH else down.suits[renaming, suit]]
        row = out[place, start : start + pairs].reshape(-1)
        flat = sent[:pairs].reshape(-1)
        for k in range(len(flat)):
            row[k] += flat[k]
        kept = np.int64(0)
        for at in down.subsets[subset]:
            kept |= np.int64(1) << board[at]
        for card in board:
            if not kept >> card & 1:
                kept |= np.int64(1) << card
                take_back(card, kept, suit, down.suits[renaming], deck, sent, extra[place])


@njit(cache=True, nogil=True)
def hand_down_pairs(
    board: Cards, found: int, numbers: Numbers, sent: Floats, down: Down, rows: Ints, out: Floats
) -> None:
    """As `hand_down_types`, for what was sent for each pair of hole cards."""
    for subset in range(len(down.subsets)):
        number = _number(board, down.subsets[subset], down.choose)
        place = rows[down.places[number]]
        if place < 0:
            continue
        row = out[place]
        new = down.renamed[down.renamings[number]]
        for k in range(found):
            at = np.uint64(new[np.uint64(numbers[k])])
            for q in range(sent.shape[1]):
                row[at, q] += sent[k, q]


@cache
def type_numbers() -> Ints:
    """By suit that may make a flush, or none, and by pair of hole cards: the number of the pair's types."""
    cards = pair_cards().astype(np.int64)
    numbers = []
    for suit in range(NO_FLUSH + 1):
        types = np.where(cards & 3 == suit, (cards >> 2) + PLAIN_TYPES, cards >> 2)
        low, high = types.min(axis=1), types.max(axis=1)
        numbers.append(high * (high + 1) // 2 + low)
    return np.array(numbers)


def type_places() -> Ints:
    """By part of a row and pair of hole cards: the entry that holds the pair's type."""
    starts = np.array([PLAIN_PAIRS + suit * TYPE_PAIRS for suit in range(NO_FLUSH)] + [0])
    places: Ints = starts[:, None] + type_numbers()
    return places


@njit(cache=True, nogil=True)
def spread(row: Floats, extra: Floats, places: Ints, out: Floats) -> None:
    """Sums by hole cards, from those by type and what has to come off; `places` for the parts of a row in use."""
    pair = 0
    for high in range(52):
        for low in range(high):
            own = out[pair]
            for q in range(len(own)):
                own[q] = extra[low, high, q] + extra[high, low, q]
            for part in range(len(places)):
                at = np.uint64(places[part, pair])
                for q in range(len(own)):
                    own[q] += row[at, q]
            pair += 1
