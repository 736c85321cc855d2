"""Every net result of a game on a shared board in whole numbers, under the moves that tables tell.

The cards lie on the board in the order of the decisions: a deal is a board, which of its cards were seen at each
decision, and the two cards of the seat and of the dealer.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.fast import Tables, tables
from houseway.odds.house_poker.holdem_board.down import type_numbers
from houseway.odds.house_poker.holdem_board.kernel import (
    TYPE_PAIRS,
    Floats,
    flush_suit,
    showdowns,
    type_of,
    type_pair,
)
from houseway.odds.house_poker.holdem_board.template import SMALL_BOARDS, DecisionTree, Line, Node
from houseway.odds.house_poker.solvers import Decide, Move
from houseway.odds.suit_classes.boards import (
    PAIRS,
    Boards,
    Cards,
    Ints,
    boards,
    pair_cards,
    renamed_pairs,
)

_AT_ONCE = 4_000  # boards
_DECIDED = 1 << 20  # hands that a strategy is asked about at once
_NET_DIGITS = 9
_SHORT, _LONG = 16, 63  # bits of a short word, and of a long one

Ways = npt.NDArray[np.uint8]  # by board, node, and pair or type of hole cards


class Moves(Protocol):
    """The moves at the nodes of one level."""

    @property
    def boards(self) -> Boards: ...

    @property
    def nodes(self) -> tuple[Node, ...]: ...

    def by_entry(self, first: int, stop: int) -> Ways:
        """The way taken by board, node and pair of hole cards, for a run of the canonical boards.

        By their type instead of the pair where it is the same for all pairs of a type, which whole boards may have.
        """


class _Play(NamedTuple):
    """The tree as arrays: lines first, then nodes."""

    root: int
    lines: int
    leads: Ints  # by node and way
    level: Ints  # by node: the cards on its board
    nth: Ints  # by node: its place among the nodes of its level


class _Courses(NamedTuple):
    """What the play may have come to on smaller boards, and how often: over all orders in which their cards are seen.

    The counts for a pair of hole cards are fields of one word; what is left of all orders is the last thing's.
    """

    things: Ints
    orders: int  # of the cards of a smaller board
    bits: int  # of a field, enough for all orders of a whole board
    words: npt.NDArray[Any]  # by smaller board and pair of hole cards


class _Paid(NamedTuple):
    least: int  # the first index of a hand that qualifies
    numbers: npt.NDArray[np.int16]  # by index of hand, line and kind of dealer: the number of the net result


@njit(cache=True, nogil=True)
def _follow(thing: int, play: _Play, level: int, ways: npt.NDArray[np.uint8], entry: int) -> int:
    """What the play comes to after the decisions on one board; `ways` by node and entry."""
    while thing >= play.lines and play.level[thing - play.lines] == level:
        node = thing - play.lines
        thing = int(play.leads[node, ways[play.nth[node], entry]])
    return thing


@njit(cache=True, nogil=True)
def _gather(
    words: npt.NDArray[Any], places: Ints, renamings: Ints, renamed: npt.NDArray[np.uint16], out: npt.NDArray[Any]
) -> None:
    """Add the words of smaller boards, each under its renaming; the first renaming changes nothing."""
    out[:] = 0
    for subset in range(len(places)):
        row, new = words[places[subset]], renamed[renamings[subset]]
        if renamings[subset] == 0:
            for pair in range(PAIRS):
                out[pair] += row[pair]
        else:
            for pair in range(PAIRS):
                out[pair] += row[new[pair]]


@njit(cache=True, nogil=True)
def _field(before: _Courses, word: int, nth: int, left: int) -> int:
    """The orders that lead to one thing, of those that are `left` by the things before it."""
    if nth == len(before.things) - 1:
        return left
    return int(np.int64(word) >> before.bits * nth & (1 << before.bits) - 1)


@njit(cache=True, nogil=True)
def _advance(
    before: _Courses, play: _Play, level: int, ways: Ways, places: Ints, renamings: Ints,
    renamed: npt.NDArray[np.uint16], after: _Courses,
) -> None:  # fmt: skip
    """From the courses before the decisions on the boards of one size to those after them."""
    shifts = np.full(play.lines + len(play.level), -1, np.int64)
    for nth in range(len(after.things) - 1):
        shifts[after.things[nth]] = after.bits * nth
    words = np.empty(PAIRS, before.words.dtype)
    for board in range(len(ways)):
        _gather(before.words, places[board], renamings[board], renamed, words)
        for pair in range(PAIRS):
            left = before.orders * places.shape[1]
            for nth in range(len(before.things)):
                many = _field(before, words[pair], nth, left)
                left -= many
                if many:
                    shift = shifts[_follow(before.things[nth], play, level, ways[board], pair)]
                    if shift >= 0:
                        after.words[board, pair] += many << shift


@njit(cache=True, nogil=True)
def _reached(
    board: Cards, deck: Cards, play: _Play, before: _Courses, subsets: int, words: npt.NDArray[Any],
    last: npt.NDArray[np.uint8], numbers: Ints, reach: Ints,
) -> None:  # fmt: skip
    """How often each line is played, by type of hole cards: over all pairs of them and all orders of the board."""
    level, by_type = len(board), last.shape[1] == TYPE_PAIRS
    things = len(before.things)
    held = np.int64(0)
    for card in board:
        held |= np.int64(1) << card
    many = np.zeros((TYPE_PAIRS, things), np.int64)
    for j in range(1, len(deck)):
        b = int(deck[j])
        if held >> b & 1:
            continue
        for i in range(j):
            a = int(deck[i])
            if held >> a & 1:
                continue
            pair = b * (b - 1) // 2 + a
            kind, left = numbers[pair], before.orders * subsets
            for nth in range(things):
                orders = _field(before, words[pair], nth, left)
                left -= orders
                if by_type:
                    many[kind, nth] += orders
                elif orders:
                    reach[kind, _follow(before.things[nth], play, level, last, pair)] += orders
    if by_type:
        for kind in range(TYPE_PAIRS):
            for nth in range(things):
                if many[kind, nth]:
                    reach[kind, _follow(before.things[nth], play, level, last, kind)] += many[kind, nth]


@njit(cache=True, nogil=True)
def _sweep(
    cards: Cards, counts: Ints, deck: Cards, ranks: Tables, play: _Play, paid: _Paid, before: _Courses, places: Ints,
    renamings: Ints, renamed: npt.NDArray[np.uint16], last: Ways, numbers: Ints, results: Ints, played: Ints,
) -> None:  # fmt: skip
    """Add the deals of every net result, and those in which each line is played, over some whole boards."""
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    weights = np.empty((4, TYPE_PAIRS))
    reach = np.zeros((TYPE_PAIRS, play.lines), np.int64)
    words = np.empty(PAIRS, before.words.dtype)
    for board in range(len(cards)):
        found = showdowns(cards[board], deck, ranks, paid.least, pairs, spare, weights)
        reach[:] = 0
        _gather(before.words, places[board], renamings[board], renamed, words)
        kinds = numbers[flush_suit(cards[board])]
        _reached(cards[board], deck, play, before, places.shape[1], words, last[board], kinds, reach)
        for k in range(found):
            index, kind = np.int64(pairs[k] >> np.uint32(12)), type_pair(pairs[k])
            for line in range(play.lines):
                many = reach[kind, line] * counts[board]
                if not many:
                    continue
                for against in range(4):
                    dealers = np.int64(weights[against, k])
                    results[paid.numbers[index, line, against]] += many * dealers
                    played[line] += many * dealers


@dataclass(frozen=True)
class Law:
    """Deals by net result, and by line of play."""

    counts: Mapping[float, int]
    lines: tuple[int, ...]

    @property
    def cycle(self) -> int:
        return sum(self.lines)


def _play(shape: DecisionTree, levels: Mapping[int, Moves]) -> _Play:
    things: tuple[Line | Node, ...] = (*shape.lines, *shape.nodes)
    number = {id(thing): place for place, thing in enumerate(things)}
    leads = np.full((len(shape.nodes), max(len(node.ways) for node in shape.nodes)), -1, np.int64)
    nth = np.empty(len(shape.nodes), np.int64)
    for place, node in enumerate(shape.nodes):
        leads[place, : len(node.ways)] = [number[id(way)] for way in node.ways]
        nth[place] = next(at for at, own in enumerate(levels[node.level].nodes) if own is node)
    levels_of = np.array([node.level for node in shape.nodes], np.int64)
    return _Play(number[id(shape.root)], len(shape.lines), leads, levels_of, nth)


def _after(things: Ints, play: _Play, level: int) -> Ints:
    """What the play may come to after the decisions on boards of one size."""
    found: set[int] = set()
    waiting = things.tolist()
    while waiting:
        thing = waiting.pop()
        node = thing - play.lines
        if node >= 0 and play.level[node] == level:
            waiting += [one for one in play.leads[node].tolist() if one >= 0]
        else:
            found.add(thing)
    return np.array(sorted(found))


def _seen(cards: Cards, small: Boards) -> tuple[Ints, Ints]:
    """By board and subset of its cards: the canonical smaller board, and the renaming that leads to it."""
    subsets = list(combinations(range(cards.shape[1]), small.size))
    places = np.zeros((len(cards), len(subsets)), np.int64)
    renamings = np.zeros_like(places)
    for number, subset in enumerate(subsets):
        places[:, number], renamings[:, number] = small.find(cards[:, subset])
    return places, renamings


def _courses(shape: DecisionTree, levels: Mapping[int, Moves], play: _Play) -> tuple[_Courses, Boards]:
    """What the play may have come to before the whole board is seen, and the last boards that it was decided on."""
    sizes = [0, *sorted(level for level in levels if 0 < level < shape.board), shape.board]
    most = prod(comb(large, small) for small, large in pairwise(sizes))
    small, bits = boards(shape.deck, 0, True), most.bit_length()
    before = _Courses(np.array([play.root]), 1, bits, np.zeros((1, PAIRS), np.uint16))
    for level in sorted(level for level in levels if level < shape.board):
        here = levels[level].boards
        ways = levels[level].by_entry(0, len(here.counts))
        places, renamings = _seen(np.ascontiguousarray(np.sort(here.cards, axis=1)), small)
        things = _after(before.things, play, level)
        if bits * (len(things) - 1) > _LONG:
            raise OverflowError("the play may come to more than the fields of a word tell apart")
        word = np.uint16 if bits * (len(things) - 1) <= _SHORT else np.uint64
        after = _Courses(things, before.orders * places.shape[1], bits, np.zeros((len(ways), PAIRS), word))
        _advance(before, play, level, ways, places, renamings, renamed_pairs(), after)
        before, small = after, here
    return before, small


def count_results(shape: DecisionTree, worth: Floats, moves: Sequence[Moves]) -> Law:
    """The deals of every net result when these moves are made."""
    levels = {one.boards.size: one for one in moves if one.nodes}
    play, deck = _play(shape, levels), np.array(shape.deck, np.uint8)
    before, small = _courses(shape, levels, play)
    nets, numbers = np.unique(worth.round(_NET_DIGITS), return_inverse=True)
    least = int(np.searchsorted(tables().values, shape.dealer.threshold or 0))
    paid = _Paid(least, numbers.reshape(worth.shape).astype(np.int16))
    whole, last = boards(shape.deck, shape.board, False), levels.get(shape.board)
    cards = np.ascontiguousarray(np.sort(whole.cards, axis=1))

    def part(first: int) -> tuple[Ints, Ints]:
        stop = min(first + _AT_ONCE, len(cards))
        own = cards[first:stop]
        ends = last.by_entry(first, stop) if last is not None else np.zeros((stop - first, 0, TYPE_PAIRS), np.uint8)
        results, played = np.zeros(len(nets), np.int64), np.zeros(len(shape.lines), np.int64)
        given = (own, whole.counts[first:stop], deck, tables(), play, paid, before)
        _sweep(*given, *_seen(own, small), renamed_pairs(), ends, type_numbers(), results, played)
        return results, played

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        parts = list(pool.map(part, range(0, len(cards), _AT_ONCE)))
    results, played = (np.sum([one[place] for one in parts], axis=0) for place in (0, 1))
    counts = {net: count for net, count in zip(nets.tolist(), results.tolist(), strict=True) if count}
    return Law(counts, tuple(played.tolist()))


@njit(cache=True, nogil=True)
def _examples(cards: Cards, deck: Cards, by_type: bool, pairs: npt.NDArray[np.int32]) -> None:
    """Pairs of hole cards beside each board: one of each type, or all of them; by the number of type or pair."""
    for board in range(len(cards)):
        suit = flush_suit(cards[board])
        held = np.int64(0)
        for card in cards[board]:
            held |= np.int64(1) << card
        for j in range(1, len(deck)):
            for i in range(j):
                a, b = int(deck[i]), int(deck[j])
                if (held >> a | held >> b) & 1:
                    continue
                pair = b * (b - 1) // 2 + a
                one, two = type_of(a, suit), type_of(b, suit)
                low, high = min(one, two), max(one, two)
                pairs[board, high * (high + 1) // 2 + low if by_type else pair] = pair


@dataclass(frozen=True)
class Given:
    """The moves of a given strategy at the nodes of one level."""

    boards: Boards
    nodes: tuple[Node, ...]
    decide: Decide
    numbers: Mapping[int, Ints]  # by stage: the way at a node for each move of the strategy
    deck: Cards
    by_type: bool  # hole cards of one type are played alike

    def by_entry(self, first: int, stop: int) -> Ways:
        """The way taken by board, node, and pair or type of hole cards; 0 where it does not fit the board."""
        cards = np.ascontiguousarray(self.boards.cards[first:stop])
        known = np.full((len(cards), TYPE_PAIRS if self.by_type else PAIRS), -1, np.int32)
        _examples(cards, self.deck, self.by_type, known)
        board, entry = np.nonzero(known >= 0)
        out = np.zeros((len(cards), len(self.nodes), known.shape[1]), np.uint8)
        for place, node in enumerate(self.nodes):
            for run in np.array_split(np.arange(len(board)), len(board) // _DECIDED + 1):
                hole = pair_cards()[known[board[run], entry[run]]]
                moves = self.decide(node.stage, {"player": hole, "community": cards[board[run]]})
                out[board[run], place, entry[run]] = self.numbers[node.stage][moves]
        return out


def strategy_moves(
    shape: DecisionTree, moves: Mapping[int, Sequence[Move]], decide: Decide, looks_at: set[str]
) -> tuple[Given, ...] | None:
    """A strategy as moves at every level, which looks at some hands; none where it makes moves that the tree has not.

    On a whole board hole cards of one type make the same hand.
    """
    numbers: dict[int, Ints] = {}
    for node in shape.nodes:
        own = {(move.choice, move.factor): way for way, move in enumerate(node.moves)}
        found = np.array([own.get((move.choice, move.factor), -1) for move in moves[node.stage]])
        if found.min() < 0 or (node.stage in numbers and (numbers[node.stage] != found).any()):
            return None
        numbers[node.stage] = found
    deck = np.array(shape.deck, np.uint8)
    return tuple(
        Given(
            boards(shape.deck, level, level <= SMALL_BOARDS),
            tuple(node for node in shape.nodes if node.level == level),
            decide, numbers, deck, level == shape.board and looks_at <= {shape.own.name},
        )
        for level in shape.levels
    )  # fmt: skip
