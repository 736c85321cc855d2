"""Every net result of a game on a shared board in whole numbers, under the moves that tables tell.

The cards lie on the board in the order of the decisions: a deal is a board, which of its cards were seen at each
decision, and the two cards of the seat and of the dealer.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.hands.fast import Tables, tables
from houseway.odds.house_poker.holdem_board.down import type_numbers
from houseway.odds.house_poker.holdem_board.kernel import (
    TYPE_PAIRS,
    TYPES,
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
_TWO = 2
_AT_FIRST, _AT_LAST = -1, -2  # in place of a step: decided on the hole cards alone, and on the whole board

Ways = npt.NDArray[np.uint8]  # by board, node and pair of hole cards


class Moves(Protocol):
    """The moves at the nodes of one level."""

    @property
    def boards(self) -> Boards: ...

    @property
    def nodes(self) -> tuple[Node, ...]: ...

    def by_pair(self, first: int, stop: int) -> Ways:
        """The way taken by board, node and pair of hole cards, for a run of the canonical boards."""


class _Play(NamedTuple):
    """The tree as arrays: lines first, then nodes."""

    root: int
    lines: int
    leads: Ints  # by node and way
    step: Ints  # by node: the step of the boards that it looks at
    nth: Ints  # by node: its place among the nodes of its level
    start: Ints  # by step: where its ways begin among all
    width: Ints  # by step: nodes of its level
    ways: npt.NDArray[np.uint8]  # of all steps, one after another
    first: Ways
    chains: Ints  # by order in which the cards are seen, and step: the number of the smaller board
    subsets: int  # smaller boards of the first step


class _Paid(NamedTuple):
    least: int  # the first index of a hand that qualifies
    numbers: npt.NDArray[np.int16]  # by index of hand, line and kind of dealer: the number of the net result


@njit(cache=True, nogil=True)
def _follow(thing: int, play: _Play, step: int, ways: npt.NDArray[np.uint8], at: int) -> int:
    """What the play comes to after the decisions of one step; `at`: the hole cards' way at its first node."""
    while thing >= play.lines and play.step[thing - play.lines] == step:
        node = thing - play.lines
        thing = int(play.leads[node, ways[np.uint64(at + play.nth[node] * PAIRS)]])
    return thing


@njit(cache=True, nogil=True)
def _reached(
    board: Cards, deck: Cards, play: _Play, places: Ints, renamings: Ints, renamed: npt.NDArray[np.uint16],
    last: npt.NDArray[np.uint8], reach: Ints,
) -> None:  # fmt: skip
    """How often each line is played, by type of hole cards: over all pairs of them and all orders of the board."""
    suit, first = flush_suit(board), play.first.reshape(-1)
    held = np.int64(0)
    for card in board:
        held |= np.int64(1) << card
    orders, steps = play.chains.shape
    starts, at = np.empty_like(places), np.empty_like(places)
    for step in range(steps):
        starts[step] = play.start[step] + places[step] * play.width[step] * PAIRS
    seen = np.empty(max(play.subsets, 1), np.int64)  # by smaller board of the first step: what follows it
    times = np.zeros(play.lines + len(play.step), np.int64)
    for j in range(1, len(deck)):
        for i in range(j):
            a, b = int(deck[i]), int(deck[j])
            if (held >> a | held >> b) & 1:
                continue
            pair = b * (b - 1) // 2 + a
            one, two = type_of(a, suit), type_of(b, suit)
            low, high = min(one, two), max(one, two)
            kind = high * (high + 1) // 2 + low
            begun = _follow(play.root, play, _AT_FIRST, first, pair)
            if begun < play.lines or play.step[begun - play.lines] == _AT_LAST:
                reach[kind, _follow(begun, play, _AT_LAST, last, pair)] += orders
                continue
            for step in range(steps):
                for subset in range(places.shape[1]):
                    at[step, subset] = starts[step, subset] + renamed[renamings[step, subset], pair]
            for subset in range(play.subsets):
                seen[subset] = _follow(begun, play, 0, play.ways, at[0, subset])
            if steps == 1:
                for subset in range(play.subsets):
                    times[seen[subset]] += 1
            else:
                same = came_from = came_to = -1  # orders that differ in their first cards mostly lead to the same
                for chain in range(orders):
                    thing = seen[play.chains[chain, 0]]
                    if steps > _TWO or play.chains[chain, 1] != same or thing != came_from:
                        same, came_from = play.chains[chain, 1], thing
                        for step in range(1, steps):
                            thing = _follow(thing, play, step, play.ways, at[step, play.chains[chain, step]])
                        came_to = thing
                    times[came_to] += 1
            for thing in range(len(times)):
                if times[thing]:
                    reach[kind, _follow(thing, play, _AT_LAST, last, pair)] += times[thing]
                    times[thing] = 0


@njit(cache=True, nogil=True)
def _sweep(
    cards: Cards, counts: Ints, deck: Cards, ranks: Tables, play: _Play, paid: _Paid, places: Ints, renamings: Ints,
    renamed: npt.NDArray[np.uint16], last: Ways, results: Ints, played: Ints,
) -> None:  # fmt: skip
    """Add the deals of every net result, and those in which each line is played, over some whole boards."""
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    weights = np.empty((4, TYPE_PAIRS))
    reach = np.zeros((TYPES * (TYPES + 1) // 2, play.lines), np.int64)
    for board in range(len(cards)):
        found = showdowns(cards[board], deck, ranks, paid.least, pairs, spare, weights)
        reach[:] = 0
        own = last[board].reshape(-1)
        _reached(cards[board], deck, play, places[board], renamings[board], renamed, own, reach)
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


def _chains(board: int, sizes: Sequence[int]) -> Ints:
    """Every order in which the cards of a board are seen: the number of the smaller board at each step."""
    subsets = [list(combinations(range(board), size)) for size in sizes]
    found: list[tuple[int, ...]] = [()]
    for step, here in enumerate(subsets):
        found = [
            (*chain, number)
            for chain in found
            for number, subset in enumerate(here)
            if not step or set(subsets[step - 1][chain[-1]]) <= set(subset)
        ]
    found.sort(key=lambda chain: chain[::-1])
    return np.array(found, np.int64).reshape(len(found), len(sizes))


def _play(shape: DecisionTree, levels: Mapping[int, Moves], sizes: Sequence[int]) -> _Play:
    things: tuple[Line | Node, ...] = (*shape.lines, *shape.nodes)
    number = {id(thing): place for place, thing in enumerate(things)}
    leads = np.full((len(shape.nodes), max(len(node.ways) for node in shape.nodes)), -1, np.int64)
    step, nth = np.empty(len(shape.nodes), np.int64), np.empty(len(shape.nodes), np.int64)
    for place, node in enumerate(shape.nodes):
        leads[place, : len(node.ways)] = [number[id(way)] for way in node.ways]
        ends = {0: _AT_FIRST, shape.board: _AT_LAST}
        step[place] = ends[node.level] if node.level in ends else sizes.index(node.level)
        nth[place] = next(at for at, own in enumerate(levels[node.level].nodes) if own is node)
    parts = [levels[size].by_pair(0, len(levels[size].boards.counts)) for size in sizes]
    start = np.cumsum([0, *(part.size for part in parts)])[:-1] if parts else np.zeros(1, np.int64)
    width = np.array([part.shape[1] for part in parts] or [0], np.int64)
    ways = np.concatenate([part.reshape(-1) for part in parts]) if parts else np.zeros(1, np.uint8)
    first = levels[0].by_pair(0, 1) if 0 in levels else np.zeros((1, 1, PAIRS), np.uint8)
    subsets = comb(shape.board, sizes[0]) if sizes else 0
    return _Play(
        number[id(shape.root)], len(shape.lines), leads, step, nth, start, width, ways, first,
        _chains(shape.board, sizes), subsets,
    )  # fmt: skip


def _seen(cards: Cards, small: Sequence[Boards]) -> tuple[Ints, Ints]:
    """By whole board, step and subset: the canonical smaller board, and the renaming that leads to it."""
    most = max([comb(cards.shape[1], one.size) for one in small], default=0)
    places = np.zeros((len(cards), len(small), most), np.int64)
    renamings = np.zeros_like(places)
    for step, one in enumerate(small):
        for number, subset in enumerate(combinations(range(cards.shape[1]), one.size)):
            places[:, step, number], renamings[:, step, number] = one.find(cards[:, subset])
    return places, renamings


def count_results(shape: DecisionTree, worth: Floats, moves: Sequence[Moves]) -> Law:
    """The deals of every net result when these moves are made."""
    levels = {one.boards.size: one for one in moves if one.nodes}
    sizes = sorted(size for size in levels if 0 < size < shape.board)
    play, deck = _play(shape, levels, sizes), np.array(shape.deck, np.uint8)
    nets, numbers = np.unique(worth.round(_NET_DIGITS), return_inverse=True)
    least = int(np.searchsorted(tables().values, shape.dealer.threshold or 0))
    paid = _Paid(least, numbers.reshape(worth.shape).astype(np.int16))
    whole, last = boards(shape.deck, shape.board, False), levels.get(shape.board)
    cards = np.ascontiguousarray(np.sort(whole.cards, axis=1))

    def part(first: int) -> tuple[Ints, Ints]:
        stop = min(first + _AT_ONCE, len(cards))
        own = cards[first:stop]
        ends = last.by_pair(first, stop) if last is not None else np.zeros((stop - first, 1, 1), np.uint8)
        results, played = np.zeros(len(nets), np.int64), np.zeros(len(shape.lines), np.int64)
        given = (own, whole.counts[first:stop], deck, tables(), play, paid)
        _sweep(*given, *_seen(own, [levels[size].boards for size in sizes]), renamed_pairs(), ends, results, played)
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

    def by_pair(self, first: int, stop: int) -> Ways:
        """The way taken by board, node and pair of hole cards; 0 where a pair does not fit the board."""
        cards = np.ascontiguousarray(self.boards.cards[first:stop])
        known = np.full((len(cards), TYPE_PAIRS if self.by_type else PAIRS), -1, np.int32)
        _examples(cards, self.deck, self.by_type, known)
        board, entry = np.nonzero(known >= 0)
        out = np.zeros((len(cards), len(self.nodes), PAIRS), np.uint8)
        for place, node in enumerate(self.nodes):
            ways = np.zeros(known.shape, np.uint8)
            for run in np.array_split(np.arange(len(board)), len(board) // _DECIDED + 1):
                hole = pair_cards()[known[board[run], entry[run]]]
                moves = self.decide(node.stage, {"player": hole, "community": cards[board[run]]})
                ways[board[run], entry[run]] = self.numbers[node.stage][moves]
            if self.by_type:
                of = np.array([flush_suit(one) for one in cards])
                out[:, place] = np.take_along_axis(ways, type_numbers()[of], axis=1)
            else:
                out[:, place] = ways
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
