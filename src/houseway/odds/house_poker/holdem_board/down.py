"""What a board hands down to the smaller boards in it: sums by type of hole cards, and by hole cards themselves.

A row for a smaller board has a part for boards without a possible flush and one for each suit of it. Hole cards that
hold a card still to come are in a type but not beside the larger board; what they got too much is noted apart, under
that card: by the rank of the other one, and by the other one itself, which stands suit by suit.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.suit_classes.boards import RENAMINGS, Boards, pair_cards, renamed_pairs
from houseway.odds.suit_classes.card_types import NO_FLUSH, PLAIN_TYPES, TYPES, flush_suit, type_of
from houseway.odds.suit_classes.showdowns import PLAIN_PAIRS, TYPE_PAIRS, Cards, Floats, Ints, places_to_come

ROW = PLAIN_PAIRS + 4 * TYPE_PAIRS
OTHERS = PLAIN_TYPES + 52  # entries for the other hole card: its rank, and itself
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
def entry_of(card: int) -> int:
    """Where the other hole card stands in the row of a card to come, after the ranks."""
    return PLAIN_TYPES * (1 + (card & 3)) + (card >> 2)


@njit(cache=True, nogil=True)
def type_number(a: int, b: int, suit: int) -> np.uint64:
    """The number of the types of two cards."""
    one, two = type_of(a, suit), type_of(b, suit)
    low, high = min(one, two), max(one, two)
    return np.uint64(high * (high + 1) // 2 + low)


@njit(cache=True, nogil=True)
def note_lost(card: int, suit: int, times: float, sent: Floats, lost: Floats) -> None:
    """So many times what hole cards of a given card and another got: by the other's rank, and what its suit adds."""
    for rank in range(PLAIN_TYPES):
        plain = type_number(card, rank << 2 | (suit == 0), suit)  # of any suit that makes no flush
        suited = type_number(card, rank << 2 | suit & 3, suit)
        for q in range(sent.shape[1]):
            lost[rank, q] = times * sent[plain, q]
            lost[PLAIN_TYPES + rank, q] = times * (sent[suited, q] - sent[plain, q])


@njit(cache=True, nogil=True)
def take_back(lost: Floats, noted: int, size: int, suit: int, extra: Floats, place: int) -> None:
    """Take it off the row of the given card, both as places in flat arrays; `suit` as it is renamed there.

    `size` numbers are noted for the ranks, and as many for a suit.
    """
    many, first, at = np.uint64(size), np.uint64(noted), np.uint64(place)
    for k in range(many):
        extra[at + k] -= lost[first + k]
    if suit != NO_FLUSH:
        first += many
        at += many * np.uint64(suit + 1)
        for k in range(many):
            extra[at + k] -= lost[first + k]


@njit(cache=True, nogil=True)
def hand_down_types(
    board: Cards, times: float, sent: Floats, down: Down, rows: Ints, out: Floats, extra: Floats
) -> None:
    """Add so many times what was sent for each type of hole cards to every smaller board that this one contains.

    `rows` tells the row of each smaller board, -1 for one that is left to others.
    """
    suit, level, size = flush_suit(board), len(board), sent.shape[1]
    coming = np.empty(level, np.int64)
    pairs = PLAIN_PAIRS if suit == NO_FLUSH else TYPE_PAIRS
    lost = np.empty((level, TYPES, size))
    for place in range(level):
        note_lost(board[place], suit, times, sent, lost[place])
    all_sent, all_lost, all_out, all_extra = sent.reshape(-1), lost.reshape(-1), out.reshape(-1), extra.reshape(-1)
    for subset in range(len(down.subsets)):
        number = _number(board, down.subsets[subset], down.choose)
        place, renaming = rows[down.places[number]], down.renamings[number]
        if place < 0:
            continue
        new_suit = NO_FLUSH if suit == NO_FLUSH else down.suits[renaming, suit]
        start = np.uint64((place * out.shape[1] + down.parts[new_suit]) * size)
        for k in range(np.uint64(pairs * size)):
            all_out[start + k] += times * all_sent[k]
        for nth in range(places_to_come(level, down.subsets[subset], coming)):
            card = int(board[coming[nth]])
            row = place * 52 + (card & ~3 | down.suits[renaming, card & 3])
            noted = coming[nth] * TYPES * size
            take_back(all_lost, noted, PLAIN_TYPES * size, new_suit, all_extra, row * OTHERS * size)
            for before in range(nth):  # hole cards that are both to come were taken off under either
                other = int(board[coming[before]])
                entry, kind = entry_of(other & ~3 | down.suits[renaming, other & 3]), type_number(card, other, suit)
                at = np.uint64((row * OTHERS + entry) * size)
                for q in range(np.uint64(size)):
                    all_extra[at + q] += times * sent[kind, q]


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
                own[q] = (extra[low, high >> 2, q] + extra[low, entry_of(high), q]) + (
                    extra[high, low >> 2, q] + extra[high, entry_of(low), q]
                )
            for part in range(len(places)):
                at = np.uint64(places[part, pair])
                for q in range(len(own)):
                    own[q] += row[at, q]
            pair += 1
