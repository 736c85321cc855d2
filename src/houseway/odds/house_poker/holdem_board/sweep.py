"""All boards of the largest size in one sweep, their results handed down to smaller boards and to the hole cards.

Sums run over dealer's pairs, over the cards still to come and over the boards that a canonical one stands for; the
caller divides by their number.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.fast import Tables
from houseway.odds.house_poker.holdem_board.down import (
    OTHERS,
    ROW,
    Down,
    Numbers,
    hand_down_pairs,
    hand_down_types,
    note_lost,
    spread,
    take_back,
)
from houseway.odds.house_poker.holdem_board.values import Game, basis_sums, best_ways, line_values
from houseway.odds.suit_classes.boards import PAIRS
from houseway.odds.suit_classes.card_types import NO_FLUSH, PLAIN_TYPES, TYPES, flush_suit
from houseway.odds.suit_classes.showdowns import (
    PLAIN_PAIRS,
    TYPE_PAIRS,
    Cards,
    Floats,
    Ints,
    pairs_beside,
    showdowns,
    type_pair,
)


class Exports(NamedTuple):
    """What a board hands down: the means of which lines and nodes."""

    things: Ints
    wanted: npt.NDArray[np.bool_]  # by line: whether it has to be worked out at all


class Share(NamedTuple):
    """The part of a sweep that is done here, by the highest rank of smaller boards; -1 is the row of all others."""

    tops: Ints  # by board: its highest rank
    showdowns: Ints  # by board: the number of its showdowns
    below: Ints  # by highest rank of the board, and by smaller board: the row of the sums
    hole: Ints  # by highest rank of the board: the row of the sums for the hole cards
    first: int  # the board whose decisions are noted first


class Chosen(NamedTuple):
    """The best way at each node of the largest boards, a bit of it each: by node, board, and word of 64 entries."""

    low: npt.NDArray[np.uint64]
    high: npt.NDArray[np.uint64]


class Sums(NamedTuple):
    """What one lane of a sweep adds up."""

    below: Floats  # by smaller board (by highest rank where it is empty) and type, or pair, of hole cards
    below_extra: Floats  # by smaller board, card still to come, and rank of the other one or itself
    hole: Floats  # the basis, by highest rank of the board and by type, or pair, of hole cards
    hole_extra: Floats


@njit(cache=True, nogil=True)
def _mark(
    game: Game, level: int, best: npt.NDArray[np.uint8], numbers: Numbers, found: int, board: int, chosen: Chosen
) -> None:
    nth = 0
    for node in range(len(game.levels)):
        if game.levels[node] != level:
            continue
        for k in range(found):
            word, place = numbers[k] >> 6, np.uint64(numbers[k] & 63)
            chosen.low[nth, board, word] |= np.uint64(best[node, k] & 1) << place
            if len(chosen.high):
                chosen.high[nth, board, word] |= np.uint64(best[node, k] >> 1) << place
        nth += 1


@njit(cache=True, nogil=True)
def _mark_alike(marked: int, board: int, chosen: Chosen) -> None:
    """Mark a board as another one of the same showdowns is marked."""
    for nth in range(len(chosen.low)):
        for word in range(chosen.low.shape[2]):
            chosen.low[nth, board, word] = chosen.low[nth, marked, word]
            if len(chosen.high):
                chosen.high[nth, board, word] = chosen.high[nth, marked, word]


@njit(cache=True, nogil=True)
def sweep_rivers(
    cards: Cards, counts: Ints, which: Ints, share: Share, deck: Cards, tables: Tables, game: Game,
    below: Exports, down: Down, to_hole: Down, chosen: Chosen, out: Sums,
) -> None:  # fmt: skip
    """Whole boards: decide what is decided on them, and hand the results down.

    Boards of the same showdowns stand together in `which`: these are worked out for the first of them.
    """
    size = cards.shape[1]
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    weights, sums = np.empty((4, TYPE_PAIRS)), np.empty((len(game.basis) + 1, TYPE_PAIRS))
    numbers = np.empty(TYPE_PAIRS, np.uint16)
    values = np.zeros((len(game.factors) + len(game.levels), TYPE_PAIRS))
    best = np.zeros((len(game.levels), TYPE_PAIRS), np.uint8)
    sent, basis = np.zeros((TYPE_PAIRS, len(below.things))), np.zeros((TYPE_PAIRS, len(sums)))
    model = int(np.int64(-1))
    for board in which:
        top, times = share.tops[board], float(counts[board])
        noted = share.hole[top, 0] >= 0
        if model < 0 or share.showdowns[board] != share.showdowns[model]:
            model = board
            found = showdowns(cards[board], deck, tables, game.least, pairs, spare, weights)
            for k in range(found):
                numbers[k] = type_pair(pairs[k])
            basis_sums(pairs, weights, found, game.basis, sums)
            line_values(sums, game.factors, below.wanted, found, values)
            best_ways(values, game, size, found, best)
            sent[:] = 0.0
            for q in range(len(below.things)):
                own = values[below.things[q]]
                for k in range(found):
                    sent[np.uint64(numbers[k]), q] = own[k]
            if noted:
                _mark(game, size, best, numbers, found, board - share.first, chosen)
                basis[:] = 0.0
                for q in range(len(sums)):
                    for k in range(found):
                        basis[np.uint64(numbers[k]), q] = sums[q, k]
        elif noted:
            _mark_alike(model - share.first, board - share.first, chosen)
        hand_down_types(cards[board], times, sent, down, share.below[top], out.below, out.below_extra)
        if noted:
            hand_down_types(cards[board], times, basis, to_hole, share.hole[top], out.hole, out.hole_extra)


@njit(cache=True, nogil=True)
def _suits_alike(board: Cards) -> tuple[Ints, Ints]:
    """For each suit the first one that holds the same ranks, and how many suits hold them."""
    masks = np.zeros(4, np.int64)
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
    like, many = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for suit in range(4):
        like[suit] = suit
        for other in range(suit - 1, -1, -1):
            if masks[other] == masks[suit]:
                like[suit] = other
    for suit in range(4):
        many[like[suit]] += 1
    return like, many


@njit(cache=True, nogil=True)
def _even_out(total: Floats, like: Ints, down: Down, out: Floats) -> None:
    """The mean of each pair's sums over the renamings that leave the board as it is."""
    kept = 0
    out[:] = 0.0
    for renaming in range(len(down.suits)):
        fits = True
        for suit in range(4):
            fits = fits and like[down.suits[renaming, suit]] == like[suit]
        if fits:
            kept += 1
            for pair in range(PAIRS):
                at = np.uint64(down.renamed[renaming, pair])
                for q in range(total.shape[1]):
                    out[at, q] += total[pair, q]
    out /= kept


@njit(cache=True, nogil=True)
def _play_out(
    board: Cards, deck: Cards, tables: Tables, game: Game, wanted: npt.NDArray[np.bool_], last_nodes: Ints,
    down: Down, places: Ints, row: Floats, extra: Floats, total: Floats,
) -> None:  # fmt: skip
    """Sums by hole cards over every last card: the basis, and what is decided after that card.

    Suits that hold the same ranks of the board give the same last cards; one of them is played out for all.
    """
    size, lines, parts = len(board), len(game.factors), len(game.basis) + 1
    like, many = _suits_alike(board)
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    weights, sums = np.empty((4, TYPE_PAIRS)), np.empty((parts, TYPE_PAIRS))
    values = np.zeros((lines + len(game.levels), TYPE_PAIRS))
    best = np.zeros((len(game.levels), TYPE_PAIRS), np.uint8)
    sent = np.empty((TYPE_PAIRS, total.shape[1]))
    met = np.zeros(len(down.parts), np.bool_)
    extra[:] = 0.0
    width = total.shape[1]
    whole, lost = np.empty(size + 1, np.uint8), np.empty((TYPES, width))
    whole[:size] = board
    kept = np.int64(0)
    for card in board:
        kept |= np.int64(1) << card
    for last in deck:
        if like[last & 3] != last & 3 or kept >> last & 1:
            continue
        whole[size] = last
        found = showdowns(whole, deck, tables, game.least, pairs, spare, weights)
        basis_sums(pairs, weights, found, game.basis, sums)
        suit = flush_suit(whole)
        types = PLAIN_PAIRS if suit == NO_FLUSH else TYPE_PAIRS
        sent[:types] = 0.0
        times = float(many[last & 3])
        for k in range(found):
            entry = type_pair(pairs[k])
            for q in range(parts):
                sent[entry, q] = times * sums[q, k]
        if len(last_nodes):
            line_values(sums, game.factors, wanted, found, values)
            best_ways(values, game, size + 1, found, best)
            for k in range(found):
                entry = type_pair(pairs[k])
                for nth in range(len(last_nodes)):
                    sent[entry, parts + nth] = times * values[lines + last_nodes[nth], k]
        start = down.parts[suit]
        if not met[suit]:
            row[start : start + types] = 0.0
            met[suit] = True
        own, flat = row[start : start + types].reshape(-1), sent[:types].reshape(-1)
        for number in range(len(flat)):
            own[number] += flat[number]
        note_lost(last, suit, 1.0, sent, lost)
        take_back(lost.reshape(-1), 0, PLAIN_TYPES * width, suit, extra.reshape(-1), last * OTHERS * width)
    spread(row, extra, places[met], total)


@njit(cache=True, nogil=True)
def sweep_turns(
    cards: Cards, counts: Ints, which: Ints, share: Share, deck: Cards, tables: Tables, game: Game,
    below: Exports, down: Down, places: Ints, chosen: Chosen, out: Sums,
) -> None:  # fmt: skip
    """Boards that lack one card: what is decided after it, what before it, and the results handed down."""
    size, lines = cards.shape[1], len(game.factors)
    things, parts = lines + len(game.levels), len(game.basis) + 1
    last_nodes = np.nonzero(game.levels == size + 1)[0]
    width = parts + len(last_nodes)
    row, extra = np.empty((ROW, width)), np.empty((52, OTHERS, width))
    total, even = np.empty((PAIRS, width)), np.empty((PAIRS, width))
    numbers = np.empty(PAIRS, np.uint16)
    values, sums = np.zeros((things, PAIRS)), np.empty((parts, PAIRS))
    best = np.zeros((len(game.levels), PAIRS), np.uint8)
    sent = np.empty((PAIRS, len(below.things)))
    for board in which:
        top = share.tops[board]
        at = share.hole[top, 0]
        _play_out(cards[board], deck, tables, game, below.wanted, last_nodes, down, places, row, extra, total)
        like, _ = _suits_alike(cards[board])
        _even_out(total, like, down, even)
        found = pairs_beside(cards[board], deck, numbers)
        for k in range(found):
            pair = np.uint64(numbers[k])
            for q in range(parts):
                sums[q, k] = even[pair, q]
            if at >= 0:
                for q in range(parts):
                    out.hole[at, pair, q] += counts[board] * even[pair, q]
            for nth in range(len(last_nodes)):
                values[lines + last_nodes[nth], k] = even[pair, parts + nth]
        line_values(sums, game.factors, below.wanted, found, values)
        best_ways(values, game, size, found, best)
        if at >= 0:
            _mark(game, size, best, numbers, found, board - share.first, chosen)
        for q in range(len(below.things)):
            own = values[below.things[q]]
            for k in range(found):
                sent[k, q] = counts[board] * own[k]
        hand_down_pairs(cards[board], found, numbers, sent, down, share.below[top], out.below)
