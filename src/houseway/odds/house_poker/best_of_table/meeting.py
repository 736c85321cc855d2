"""Which choices of own cards meet which row, beside each board that there is up to a renaming of suits."""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.text import JOKER
from houseway.odds.arrays import Masks
from houseway.odds.house_poker.batch import Batch, Cards, Ints
from houseway.odds.house_poker.best_of_table.cores import Pack, number_of, numbers_of
from houseway.odds.house_poker.best_of_table.template import TableHands
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.odds.suit_classes.stock import ANY_SUIT, hands, renamed, renamings

Rows = npt.NDArray[np.int8]


class Meeting(NamedTuple):
    """Beside one board: the other cards, and the choices of own cards that meet a row, as sets of places, by row."""

    weight: int  # boards that this one stands for
    pack: Pack
    hands: Masks
    rows: Rows


@njit(cache=True)
def _masks(places: Cards) -> Masks:
    masks = np.zeros(len(places), np.uint64)
    for row in range(len(places)):
        for place in places[row]:
            masks[row] |= np.uint64(1) << np.uint64(place)
    return masks


@njit(cache=True)
def _beside(board: np.uint64, free: Ints, own: int, by_set: Rows, masks: Masks, rows: Rows) -> int:
    """All choices of own cards among the free ones that meet a row; beyond the room they are only counted."""
    chosen = np.arange(own)
    count = 0
    while True:
        held, places = np.uint64(0), np.uint64(0)
        for picked in chosen:
            held |= np.uint64(1) << np.uint64(free[picked])
            places |= np.uint64(1) << np.uint64(picked)
        row = by_set[number_of(held | board)]
        if row >= 0:
            if count < len(masks):
                masks[count] = places
                rows[count] = row
            count += 1
        moving = own - 1
        while moving >= 0 and chosen[moving] == len(free) - own + moving:
            moving -= 1
        if moving < 0:
            return count
        chosen[moving] += 1
        for place in range(moving + 1, own):
            chosen[place] = chosen[place - 1] + 1


def _rows_of_sets(shape: TableHands) -> Rows:
    """The row of every set of cards of a whole hand, -1 where it meets none."""
    size, deck = shape.own + shape.shared_cards, shape.stock.cards
    blocks = shape.blocks or ANY_SUIT
    every = hands(shape.stock, size, blocks)
    widths = pile_sizes(shape.plan)
    ends = np.cumsum([shape.own, *(widths[pile] for pile in shape.shared)])
    piles = np.split(every.cards, ends[:-1], axis=1)
    rows = Batch(shape.plan, dict(zip((shape.pile, *shape.shared), piles, strict=True))).decisive(shape.table)
    met = rows >= 0
    by_set = np.full(comb(len(deck), size), -1, np.int8)
    for names in renamings(blocks):
        by_set[numbers_of(_masks(np.searchsorted(deck, renamed(every.cards[met], names)).astype(np.uint8)))] = rows[met]
    return by_set


def meetings(shape: TableHands) -> Iterator[Meeting]:
    """One for each class of boards; wild cards are jokers and the cards of wild ranks."""
    deck, by_set = shape.stock.cards, _rows_of_sets(shape)
    wild = (deck >= JOKER) | (shape.hand.wild_ranks >> (deck >> 2).astype(np.int64) & 1).astype(np.bool_)
    boards = hands(shape.stock, shape.shared_cards, shape.blocks or ANY_SUIT)
    none = np.empty(0, np.uint64), np.empty(0, np.int8)
    for cards, weight in zip(boards.cards, boards.weights.tolist(), strict=True):
        on_board = np.isin(deck, cards)
        natural = np.flatnonzero(~on_board & ~wild)
        free = np.concatenate([natural, np.flatnonzero(~on_board & wild)])
        board = _masks(np.flatnonzero(on_board).astype(np.uint8)[None])[0]
        count = _beside(board, free, shape.own, by_set, *none)
        masks, rows = np.empty(count, np.uint64), np.empty(count, np.int8)
        _beside(board, free, shape.own, by_set, masks, rows)
        suited = deck[natural].astype(np.int64)
        yield Meeting(weight, Pack(suited >> 2, suited & 3, len(free) - len(natural)), masks, rows)
