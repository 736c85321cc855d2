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
from houseway.odds.house_poker.decision_tree import Line, Node
from houseway.odds.house_poker.holdem_board.down import (
    OTHERS,
    ROW,
    Down,
    entry_of,
    make_down,
    type_number,
    type_numbers,
    type_places,
)
from houseway.odds.house_poker.holdem_board.template import SMALL_BOARDS, BoardGame
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
from houseway.odds.suit_classes.card_types import NO_FLUSH, PLAIN_TYPES, TYPES, flush_suit
from houseway.odds.suit_classes.showdowns import (
    PLAIN_PAIRS,
    TYPE_PAIRS,
    Floats,
    pairs_beside,
    places_to_come,
    showdowns,
    type_pair,
)

_AT_ONCE = 4_000  # boards
_DECIDED = 1 << 20  # hands that a strategy is asked about at once
_NET_DIGITS = 9
_SHORT, _LONG = 16, 63  # bits of a short word, and of a long one
_SINGLE, _DOUBLE = 32, 64
_PAIRS_OF_TYPE = 15  # 16 of two ranks in all suits at most, which four bits more than for one make room for

Ways = npt.NDArray[np.uint8]  # by board, node, and pair or type of hole cards


class Moves(Protocol):
    """The moves at the nodes of one level."""

    @property
    def boards(self) -> Boards: ...

    @property
    def nodes(self) -> tuple[Node, ...]: ...

    def by_entry(self, which: Ints) -> Ways:
        """The way taken by board, node and pair of hole cards, for some of the canonical boards.

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
    """What the play may have yielded on smaller boards, and how often: over all orders in which their cards are seen.

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
    """What the play yields after the decisions on one board; `ways` by node and entry."""
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


class _Seen(NamedTuple):
    """The smaller boards within larger ones."""

    subsets: Ints  # by subset: the places of its cards on the larger board
    places: Ints  # by larger board and subset: the canonical smaller board
    renamings: Ints  # ... and the renaming that leads to it


class _Typed(NamedTuple):
    """Courses with fields so wide that words of all pairs of a type, over all orders of a whole board, may be added."""

    bits: int  # of a field
    each: int  # things that a word tells
    pairs: npt.NDArray[Any]  # by word, smaller board, either hole card, and rank of the other one or itself
    types: npt.NDArray[Any]  # by word, smaller board and entry: of a type under a suit that may make a flush


@njit(cache=True, nogil=True)
def _by_types(cards: Cards, deck: Cards, before: _Courses, held: Cards, entries: Ints, typed: _Typed) -> None:
    """Fill in the courses by pair, and add up those of each type; `held` by pair, `entries` by suit of a flush too."""
    beside = np.empty(PAIRS, np.uint16)
    for board in range(len(cards)):
        for pair in beside[: pairs_beside(cards[board], deck, beside)]:
            low, high = int(held[pair, 0]), int(held[pair, 1])
            left = before.orders
            for nth in range(len(before.things)):
                orders = _field(before, before.words[board, pair], nth, left)
                left -= orders
                shifted = orders << typed.bits * (nth % typed.each)
                typed.pairs[nth // typed.each, board, low, entry_of(high)] += shifted
            for word in range(len(typed.pairs)):
                own = typed.pairs[word, board, low, entry_of(high)]
                typed.pairs[word, board, high, entry_of(low)] = own
                typed.pairs[word, board, low, high >> 2] += own
                typed.pairs[word, board, high, low >> 2] += own
                for part in range(len(entries)):
                    typed.types[word, board, entries[part, pair]] += own


@njit(cache=True, nogil=True)
def _reached_by_type(
    board: Cards, play: _Play, things: Ints, typed: _Typed, seen: _Seen, number: int, down: Down,
    last: npt.NDArray[np.uint8], times: int, reach: Ints,
) -> None:  # fmt: skip
    """As `_reached`, where hole cards of one type are played alike: those of smaller boards less those on this one."""
    suit, level = flush_suit(board), len(board)
    many = np.zeros((len(typed.types), TYPE_PAIRS), typed.types.dtype)
    over = np.zeros((len(typed.types), level, TYPES), typed.types.dtype)  # by board card; rank of the other, and suited
    coming = np.empty(level, np.int64)
    types = PLAIN_PAIRS if suit == NO_FLUSH else TYPE_PAIRS
    for subset in range(len(seen.subsets)):
        place, renaming = seen.places[number, subset], seen.renamings[number, subset]
        new_suits = down.suits[renaming]
        new_suit = NO_FLUSH if suit == NO_FLUSH else new_suits[suit]
        start = down.parts[new_suit]
        for word in range(len(many)):
            own, row = many[word], typed.types[word, place, start : start + types]
            for kind in range(types):
                own[kind] += row[kind]
        for nth in range(places_to_come(level, seen.subsets[subset], coming)):
            card = int(board[coming[nth]])
            for word in range(len(many)):
                row, own = typed.pairs[word, place, card & ~3 | new_suits[card & 3]], over[word, coming[nth]]
                for rank in range(PLAIN_TYPES):
                    own[rank] += row[rank]
                if suit != NO_FLUSH:
                    row_of_suit, own = row[PLAIN_TYPES * (new_suit + 1) :], own[PLAIN_TYPES:]
                    for rank in range(PLAIN_TYPES):
                        own[rank] += row_of_suit[rank]
                for before in coming[:nth]:  # hole cards that are both to come come off under either
                    other = int(board[before])
                    entry = entry_of(other & ~3 | new_suits[other & 3])
                    many[word, int(type_number(card, other, suit))] += row[entry]
    for nth in range(level):
        card = int(board[nth])
        for rank in range(PLAIN_TYPES):
            plain = int(type_number(card, rank << 2 | (suit == 0), suit))  # of any suit that makes no flush
            for word in range(len(many)):
                many[word, plain] -= over[word, nth, rank]
            if suit != NO_FLUSH:
                suited = int(type_number(card, rank << 2 | suit, suit))
                for word in range(len(many)):
                    many[word, plain] += over[word, nth, PLAIN_TYPES + rank]
                    many[word, suited] -= over[word, nth, PLAIN_TYPES + rank]
    for nth in range(len(things)):
        own, shift, field = many[nth // typed.each], typed.bits * (nth % typed.each), (1 << typed.bits) - 1
        if things[nth] < play.lines:
            line = reach[things[nth]]
            for kind in range(types):
                line[kind] += times * np.int64(own[kind] >> shift & field)
        else:
            for kind in range(types):
                orders = np.int64(own[kind] >> shift & field)
                if orders:
                    reach[_follow(things[nth], play, level, last, kind), kind] += times * orders


@njit(cache=True, nogil=True)
def _reached(
    board: Cards, deck: Cards, play: _Play, before: _Courses, subsets: int, words: npt.NDArray[Any],
    last: npt.NDArray[np.uint8], numbers: Ints, times: int, reach: Ints,
) -> None:  # fmt: skip
    """Add so many times how often each line is played, by type of hole cards: over all pairs and orders of a board."""
    level, things = len(board), len(before.things)
    beside = np.empty(PAIRS, np.uint16)
    for pair in beside[: pairs_beside(board, deck, beside)]:
        kind, left = numbers[pair], before.orders * subsets
        for nth in range(things):
            orders = _field(before, words[pair], nth, left)
            left -= orders
            if orders:
                reach[_follow(before.things[nth], play, level, last, pair), kind] += times * orders


@njit(cache=True, nogil=True)
def _sweep(
    cards: Cards, counts: Ints, alike: Ints, deck: Cards, ranks: Tables, play: _Play, paid: _Paid, before: _Courses,
    typed: _Typed, seen: _Seen, down: Down, last: Ways, numbers: Ints, results: Ints, played: Ints,
) -> None:  # fmt: skip
    """Add the deals of every net result, and those in which each line is played, over some whole boards.

    `alike` numbers their showdowns, and boards of the same stand together: the last of them is shown down for all.
    """
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    weights = np.empty((4, TYPE_PAIRS))
    reach = np.zeros((play.lines, TYPE_PAIRS), np.int64)
    words, dealers = np.empty(PAIRS, before.words.dtype), np.empty(4, np.int64)
    for board in range(len(cards)):
        times = counts[board]
        if last.shape[2] == TYPE_PAIRS:
            _reached_by_type(cards[board], play, before.things, typed, seen, board, down, last[board], times, reach)
        else:
            _gather(before.words, seen.places[board], seen.renamings[board], down.renamed, words)
            kinds = numbers[flush_suit(cards[board])]
            _reached(cards[board], deck, play, before, len(seen.subsets), words, last[board], kinds, times, reach)
        if board + 1 < len(cards) and alike[board + 1] == alike[board]:
            continue
        found = showdowns(cards[board], deck, ranks, paid.least, pairs, spare, weights)
        for k in range(found):
            index, kind = np.int64(pairs[k] >> np.uint32(12)), type_pair(pairs[k])
            for against in range(4):
                dealers[against] = np.int64(weights[against, k])
            for line in range(play.lines):
                many = reach[line, kind]
                if not many:
                    continue
                for against in range(4):
                    results[paid.numbers[index, line, against]] += many * dealers[against]
                    played[line] += many * dealers[against]
        reach[:] = 0


@dataclass(frozen=True)
class Law:
    """Deals by net result, and by line of play."""

    counts: Mapping[float, int]
    lines: tuple[int, ...]

    @property
    def cycle(self) -> int:
        return sum(self.lines)


def _play(shape: BoardGame, levels: Mapping[int, Moves]) -> _Play:
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
    """What the play may yield after the decisions on boards of one size."""
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


def _seen(cards: Cards, small: Boards) -> _Seen:
    """The smaller boards within these."""
    subsets = list(combinations(range(cards.shape[1]), small.size))
    places = np.zeros((len(cards), len(subsets)), np.int64)
    renamings = np.zeros_like(places)
    for number, subset in enumerate(subsets):
        places[:, number], renamings[:, number] = small.find(cards[:, subset])
    return _Seen(np.array(subsets, np.int64).reshape(len(subsets), small.size), places, renamings)


def _courses(shape: BoardGame, levels: Mapping[int, Moves], play: _Play) -> tuple[_Courses, Boards]:
    """What the play may have yielded before the whole board is seen, and the last boards that it was decided on."""
    sizes = [0, *sorted(level for level in levels if 0 < level < shape.board), shape.board]
    most = prod(comb(large, small) for small, large in pairwise(sizes))
    small, bits = boards(shape.deck, 0, True), most.bit_length()
    before = _Courses(np.array([play.root]), 1, bits, np.zeros((1, PAIRS), np.uint16))
    for level in sorted(level for level in levels if level < shape.board):
        here = levels[level].boards
        ways = levels[level].by_entry(np.arange(len(here.counts)))
        seen = _seen(np.ascontiguousarray(np.sort(here.cards, axis=1)), small)
        things = _after(before.things, play, level)
        if bits * (len(things) - 1) > _LONG:
            raise OverflowError("the play may yield more than the fields of a word tell apart")
        word = np.uint16 if bits * (len(things) - 1) <= _SHORT else np.uint64
        after = _Courses(things, before.orders * len(seen.subsets), bits, np.zeros((len(ways), PAIRS), word))
        _advance(before, play, level, ways, seen.places, seen.renamings, renamed_pairs(), after)
        before, small = after, here
    return before, small


def _empty_types(before: _Courses, count: int) -> _Typed:
    """Room for the courses of so many smaller boards."""
    bits = before.bits + _PAIRS_OF_TYPE.bit_length()
    things = len(before.things)
    word = np.uint32 if bits * things <= _SINGLE else np.uint64
    each = _DOUBLE // bits
    words = (things + each - 1) // each
    return _Typed(bits, each, np.zeros((words, count, 52, OTHERS), word), np.zeros((words, count, ROW), word))


def count_results(shape: BoardGame, worth: Floats, moves: Sequence[Moves]) -> Law:
    """The deals of every net result when these moves are made."""
    levels = {move.boards.size: move for move in moves if move.nodes}
    play, deck = _play(shape, levels), np.array(shape.deck, np.uint8)
    before, small = _courses(shape, levels, play)
    nets, numbers = np.unique(worth.round(_NET_DIGITS), return_inverse=True)
    least = int(np.searchsorted(tables().values, shape.dealer.threshold or 0))
    paid = _Paid(least, numbers.reshape(worth.shape).astype(np.int16))
    whole, last = boards(shape.deck, shape.board, False), levels.get(shape.board)
    cards, down = np.ascontiguousarray(np.sort(whole.cards, axis=1)), make_down(small, shape.board)
    by_type = last is None or last.by_entry(np.zeros(1, np.int64)).shape[2] == TYPE_PAIRS
    typed = _empty_types(before, len(small.counts) if by_type else 0)
    if by_type:
        _by_types(small.cards, deck, before, pair_cards(), type_places(), typed)

    order = np.argsort(whole.showdowns, kind="stable")

    def part(which: Ints) -> tuple[Ints, Ints]:
        own = cards[which]
        ends = last.by_entry(which) if last is not None else np.zeros((len(which), 0, TYPE_PAIRS), np.uint8)
        results, played = np.zeros(len(nets), np.int64), np.zeros(len(shape.lines), np.int64)
        given = (own, whole.counts[which], whole.showdowns[which], deck, tables(), play, paid, before, typed)
        _sweep(*given, _seen(own, small), down, ends, type_numbers(), results, played)
        return results, played

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        parts = list(pool.map(part, (order[first : first + _AT_ONCE] for first in range(0, len(order), _AT_ONCE))))
    results, played = (np.sum([one[place] for one in parts], axis=0) for place in (0, 1))
    counts = {net: count for net, count in zip(nets.tolist(), results.tolist(), strict=True) if count}
    return Law(counts, tuple(played.tolist()))


@njit(cache=True, nogil=True)
def _examples(cards: Cards, deck: Cards, entries: Ints, pairs: npt.NDArray[np.int32]) -> None:
    """A pair of hole cards beside each board for each entry, which stand by suit of a flush and pair."""
    beside = np.empty(PAIRS, np.uint16)
    for board in range(len(cards)):
        own = entries[flush_suit(cards[board])]
        for pair in beside[: pairs_beside(cards[board], deck, beside)]:
            pairs[board, own[pair]] = pair


@dataclass(frozen=True)
class Given:
    """The moves of a given strategy at the nodes of one level."""

    boards: Boards
    nodes: tuple[Node, ...]
    decide: Decide
    numbers: Mapping[int, Ints]  # by stage: the way at a node for each move of the strategy
    deck: Cards
    by_type: bool  # hole cards of one type are played alike

    def by_entry(self, which: Ints) -> Ways:
        """The way taken by board, node, and pair or type of hole cards; 0 where it does not fit the board."""
        cards = self.boards.cards[which]
        known = np.full((len(cards), TYPE_PAIRS if self.by_type else PAIRS), -1, np.int32)
        all_pairs = np.broadcast_to(np.arange(PAIRS), (NO_FLUSH + 1, PAIRS))
        entries = type_numbers() if self.by_type else np.ascontiguousarray(all_pairs)
        _examples(cards, self.deck, entries, known)
        board, entry = np.nonzero(known >= 0)
        out = np.zeros((len(cards), len(self.nodes), known.shape[1]), np.uint8)
        for place, node in enumerate(self.nodes):
            for run in np.array_split(np.arange(len(board)), len(board) // _DECIDED + 1):
                hole = pair_cards()[known[board[run], entry[run]]]
                moves = self.decide(node.stage, {"player": hole, "community": cards[board[run]]})
                out[board[run], place, entry[run]] = self.numbers[node.stage][moves]
        return out


def strategy_moves(
    shape: BoardGame, moves: Mapping[int, Sequence[Move]], decide: Decide, looks_at: set[str]
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
