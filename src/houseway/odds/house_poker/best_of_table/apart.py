"""Hands of up to five cards: one hand and two hands that meet a row are counted, three and more at once are sampled.

Of n hands let X be those that meet a row or a better one. That X is not 0 has the mean of X - C(X, 2) + C(X - 1, 2).
The first two terms are sums over single hands and pairs of hands. The third is 0 up to two hands, and is sampled from
deals whose first two hands meet a row, each weighed by the number of pairs it could have been drawn as.
"""

from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import get_num_threads, njit

from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.best_of_table.template import DecisionTree
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.odds.simulate.streams import below, mixed, next_counter, stream
from houseway.odds.suit_classes.renaming import renamed, renamings
from houseway.odds.suit_classes.stock import ANY_SUIT, Hands, hands

MOST_CARDS = 5
_MOST_PAIRS = 4_000_000_000  # of hands that meet a row: beyond this they take too long
_NO_BOARD = Hands(np.empty((1, 0), np.uint8), np.ones(1, np.int64))
_CHOOSE = np.array([[comb(n, k) for n in range(64)] for k in range(MOST_CARDS + 1)], np.int64)
_BLOCKS = 64
_SEED = 20_240_601

Rows = npt.NDArray[np.int8]
Masks = npt.NDArray[np.uint64]


class Winners(NamedTuple):
    """Beside each board the own cards that meet a row: from `starts[board]`, as sets of places, with their rows."""

    boards: Cards
    weights: Ints
    starts: Ints
    masks: Masks
    rows: Rows
    leads: Ints  # deals that the hand stands for as the first of two, 0 if another one stands for it


@njit(cache=True, nogil=True)
def _number(held: np.uint64) -> int:
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
def _mask(places: Cards) -> np.uint64:
    held = np.uint64(0)
    for place in places:
        held |= np.uint64(1) << np.uint64(place)
    return held


@njit(cache=True)
def _numbers(places: Cards) -> Ints:
    found = np.empty(len(places), np.int64)
    for row in range(len(places)):
        found[row] = _number(_mask(places[row]))
    return found


@njit(cache=True)
def _beside(board: np.uint64, deck: int, own: int, by_set: Rows, masks: Masks, rows: Rows) -> int:
    """All choices of own cards beside a board that meet a row; beyond the room they are only counted."""
    free = np.array([place for place in range(deck) if not board >> np.uint64(place) & np.uint64(1)])
    chosen = np.arange(own)
    found = 0
    while True:
        held = np.uint64(0)
        for picked in chosen:
            held |= np.uint64(1) << np.uint64(free[picked])
        row = by_set[_number(held | board)]
        if row >= 0:
            if found < len(masks):
                masks[found] = held
                rows[found] = row
            found += 1
        moving = own - 1
        while moving >= 0 and chosen[moving] == len(free) - own + moving:
            moving -= 1
        if moving < 0:
            return found
        chosen[moving] += 1
        for place in range(moving + 1, own):
            chosen[place] = chosen[place - 1] + 1


@njit(cache=True, nogil=True)
def _some_pairs(block: int, winners: Winners, found: Ints) -> None:
    """`found[board, row]`: ordered pairs of disjoint hands of which the worse one meets just this row."""
    last = found.shape[1]
    counts = np.zeros(last, np.int64)
    for board in range(len(winners.boards)):
        first, end = winners.starts[board], winners.starts[board + 1]
        for a in range(first + block, end, _BLOCKS):
            if winners.leads[a] == 0:
                continue
            counts[:] = 0
            for b in range(first, end):
                if not winners.masks[a] & winners.masks[b]:
                    counts[winners.rows[b]] += 1
            for row in range(last):
                found[board, max(row, winners.rows[a])] += winners.leads[a] * counts[row]


def _pairs(winners: Winners, last: int) -> Ints:
    """[board, row]: ordered pairs of disjoint hands of which both meet the row or a better one."""
    parts = np.zeros((_BLOCKS, len(winners.boards), last), np.int64)
    list(LOCAL.map(_some_pairs, [(block, winners, parts[block]) for block in range(_BLOCKS)], get_num_threads()))
    found: Ints = parts.sum(axis=0).cumsum(axis=1)
    return found


@dataclass(frozen=True)
class _Rows:
    """The row of every set of cards of a whole hand, -1 where it meets none, and a hand of each class that does."""

    by_set: Rows
    leads: Ints  # numbers of sets
    weights: Ints


def _rows(shape: DecisionTree) -> _Rows:
    size, deck = shape.own + shape.shared_cards, shape.stock.cards
    blocks = shape.blocks or ANY_SUIT
    made = hands(shape.stock, size, blocks)
    widths = pile_sizes(shape.plan)
    ends = np.cumsum([shape.own, *(widths[pile] for pile in shape.shared)])
    piles = np.split(made.cards, ends[:-1], axis=1)
    rows = Batch(shape.plan, dict(zip((shape.pile, *shape.shared), piles, strict=True))).decisive(shape.table)
    met = rows >= 0
    place_of = np.zeros(64, np.uint8)
    place_of[deck] = np.arange(len(deck))
    by_set = np.full(comb(len(deck), size), -1, np.int8)
    cards = made.cards[met]
    for names in renamings(blocks):
        by_set[_numbers(place_of[renamed(cards, names)])] = rows[met]
    return _Rows(by_set, _numbers(place_of[cards]), made.weights[met])


def _winners(shape: DecisionTree, rows: _Rows) -> Winners | None:
    """None if there are too many for all pairs of them."""
    deck = len(shape.stock.cards)
    blocks = shape.blocks or ANY_SUIT
    boards = hands(shape.stock, shape.shared_cards, blocks) if shape.shared_cards else _NO_BOARD
    place_of = np.zeros(64, np.uint8)
    place_of[shape.stock.cards] = np.arange(deck)
    places = place_of[boards.cards]
    none = np.empty(0, np.uint64), np.empty(0, np.int8)
    counts = [_beside(_mask(board), deck, shape.own, rows.by_set, *none) for board in places]
    work = sum(count * count for count in counts) if shape.shared_cards else sum(counts) * len(rows.leads)
    if work > _MOST_PAIRS or not all(counts):
        return None
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    masks, found = np.empty(starts[-1], np.uint64), np.empty(starts[-1], np.int8)
    for number, board in enumerate(places):
        own = slice(starts[number], starts[number + 1])
        _beside(_mask(board), deck, shape.own, rows.by_set, masks[own], found[own])
    leads = np.ones(len(masks), np.int64)
    if not shape.shared_cards:
        leads = np.zeros(len(rows.by_set), np.int64)
        leads[rows.leads] = rows.weights
        leads = leads[_of_masks(masks)]
    return Winners(places, boards.weights, starts, masks, found, leads)


@njit(cache=True)
def _of_masks(masks: Masks) -> Ints:
    found = np.empty(len(masks), np.int64)
    for row in range(len(masks)):
        found[row] = _number(masks[row])
    return found


@njit(cache=True, nogil=True)
def _third_terms(met: Ints, last: int, out: Floats) -> bool:
    """C(X - 1, 2) for each row, shared among the C(X, 2) pairs that the deal could have been drawn as."""
    whole = met[:last].sum()
    if whole < 3:
        return False
    own = 0
    for row in range(last):
        own += met[row]
        out[row] = (own - 1) * (own - 2) / (whole * (whole - 1)) if own else 0.0
    return True


@njit(cache=True, nogil=True)
def _sample(
    counter: np.uint64, deals: int, winners: Winners, ends: Floats, deck: int, own: int, by_set: Rows,
    sums: Floats, squares: Floats,
) -> None:  # fmt: skip
    """Deals whose first two hands meet a row: sums of the third terms by number of hands, and of their products."""
    most, last = sums.shape[0] - 1, sums.shape[1]
    free = np.empty(deck, np.uint8)
    met = np.zeros(last + 1, np.int64)
    terms = np.zeros(last)
    for _ in range(deals):
        counter = next_counter(counter)
        share = np.float64(mixed(counter) >> np.uint64(11)) / 9007199254740992.0
        board = np.searchsorted(ends, share, side="right")
        first, size = winners.starts[board], winners.starts[board + 1] - winners.starts[board]
        while True:
            counter = next_counter(counter)
            a = first + below(mixed(counter), size)
            counter = next_counter(counter)
            b = first + below(mixed(counter), size)
            if not winners.masks[a] & winners.masks[b]:
                break
        shared = _mask(winners.boards[board])
        gone = shared | winners.masks[a] | winners.masks[b]
        count = 0
        for place in range(deck):
            if not gone >> np.uint64(place) & np.uint64(1):
                free[count] = place
                count += 1
        met[:] = 0
        met[winners.rows[a]] += 1
        met[winners.rows[b]] += 1
        for hand in range(2, most):
            held = shared
            for place in range((hand - 2) * own, (hand - 1) * own):
                counter = next_counter(counter)
                other = place + below(mixed(counter), count - place)
                free[place], free[other] = free[other], free[place]
                held |= np.uint64(1) << np.uint64(free[place])
            met[by_set[_number(held)]] += 1  # a hand without a row counts in the last place
            if _third_terms(met, last, terms):
                for row in range(last):
                    sums[hand + 1, row] += terms[row]
                    for column in range(last):
                        squares[hand + 1, row, column] += terms[row] * terms[column]


def hands_apart(shape: DecisionTree, most: int, deals: int) -> tuple[Floats, Floats] | None:
    """[hands, row]: the chance that some hand meets the row or a better one, and [hands, row, row] its covariance."""
    cards, last = len(shape.stock.cards), len(shape.table.rows)
    left = cards - shape.shared_cards
    if shape.own + shape.shared_cards > MOST_CARDS or most * shape.own > left:
        return None
    rows = _rows(shape)
    winners = _winners(shape, rows)
    if winners is None:
        return None
    pairs = _pairs(winners, last) if most > 1 else np.zeros((len(winners.boards), last), np.int64)
    boards, one, two = comb(cards, shape.shared_cards), comb(left, shape.own), comb(left - shape.own, shape.own)
    singles = np.stack(
        [
            np.cumsum(np.bincount(winners.rows[start:end], minlength=last))
            for start, end in zip(winners.starts[:-1], winners.starts[1:], strict=True)
        ]
    )
    alone = winners.weights @ singles / (boards * one)
    both = winners.weights @ pairs.astype(np.float64) / (boards * one * two)
    found, covariance = np.zeros((most + 1, last)), np.zeros((most + 1, last, last))
    for count in range(1, most + 1):
        found[count] = count * alone - comb(count, 2) * both
    if most > 2:
        drawn = winners.weights * pairs[:, -1]
        ends = np.cumsum(drawn / drawn.sum())
        ends[-1] = 1.0
        sums, squares = np.zeros((_BLOCKS, most + 1, last)), np.zeros((_BLOCKS, most + 1, last, last))
        each = -(-deals // _BLOCKS)
        given = each, winners, ends, cards, shape.own, rows.by_set
        tasks = [(stream(_SEED, block), *given, sums[block], squares[block]) for block in range(_BLOCKS)]
        list(LOCAL.map(_sample, tasks, get_num_threads()))
        total = each * _BLOCKS
        mean, square = sums.sum(axis=0) / total, squares.sum(axis=0) / total
        for count in range(3, most + 1):
            scale = comb(count, 2) * both[-1]
            found[count] += scale * mean[count]
            covariance[count] = scale**2 * (square[count] - np.outer(mean[count], mean[count])) / total
    return found, covariance
