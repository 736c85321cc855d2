"""Best play on a shared board, by backward induction from the last board card to the hole cards."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb

import numpy as np

from houseway.hands.fast import tables
from houseway.odds.board.canon import PAIRS, Boards, Cards, Ints, boards, pair_cards, renamed_pairs
from houseway.odds.board.down import ROW, hand_down_pairs, make_down, spread, type_places
from houseway.odds.board.kernel import TYPE_PAIRS, Floats
from houseway.odds.board.shape import Line, Node, Shape, read_shape
from houseway.odds.board.strategy import Strategy, Table
from houseway.odds.board.sweep import Chosen, Exports, Sums, sweep_rivers, sweep_turns
from houseway.odds.board.values import MEAN, SQUARE, STAKE, Game, basis_of, best_ways
from houseway.odds.board.worth import worths
from houseway.odds.solvers import Progress, Solution
from houseway.play.house_poker.plan import Plan

_LANES = 2  # sums are kept apart in so many lanes, whatever the number of cores, so that digits do not depend on it
_SLICES = 24


@dataclass(frozen=True)
class _Tree:
    """The shape with its lines and nodes numbered as the kernels see them."""

    shape: Shape
    game: Game

    @property
    def lines(self) -> int:
        return len(self.shape.lines)

    def number(self, thing: Line | Node) -> int:
        things: tuple[Line | Node, ...] = (*self.shape.lines, *self.shape.nodes)
        return next(place for place, other in enumerate(things) if other is thing)

    def asked(self, low: int, high: int) -> list[int]:
        """What is decided above `high` cards and asked for by decisions at `low` to `high`."""
        own = {self.number(node) for node in self.shape.nodes if node.level <= high}
        ways = {self.number(way) for node in self.shape.nodes if low <= node.level <= high for way in node.ways}
        if low == 0:
            ways.add(self.number(self.shape.root))
        return sorted(ways - own)

    def exports(self, things: list[int], top: int) -> Exports:
        """Mean and square of each, and the stake where it hangs on play."""
        sent = [(thing, kind) for thing in things for kind in range(3) if thing >= self.lines or kind != STAKE]
        wanted = np.zeros((self.lines, 3), np.bool_)
        wanted[[thing for thing in things if thing < self.lines], :STAKE] = True
        for node in self.shape.nodes:
            if node.level >= top:
                wanted[[self.number(way) for way in node.ways if isinstance(way, Line)]] = True
        return Exports(
            np.array([thing for thing, _ in sent], np.int64), np.array([kind for _, kind in sent], np.int64), wanted
        )


def _tree(shape: Shape, worth: Floats) -> _Tree:
    ways = np.full((len(shape.nodes), max(len(node.ways) for node in shape.nodes)), -1, np.int64)
    basis, factors = basis_of(worth, np.array([line.staked for line in shape.lines]))
    levels = np.array([node.level for node in shape.nodes], np.int64)
    least = int(np.searchsorted(tables().values, shape.dealer.threshold or 0))
    tree = _Tree(shape, Game(basis, factors, ways, levels, least))
    for row, node in enumerate(shape.nodes):
        ways[row, : len(node.ways)] = [tree.number(way) for way in node.ways]
    return tree


def _by_pair(rows: Floats, extra: Floats, places: Ints) -> Floats:
    out = np.empty((len(rows), PAIRS, rows.shape[2]))
    for board in range(len(rows)):
        spread(rows[board], extra[board], places, out[board])
    return out


def _sorted_rows(cards: Cards) -> Cards:
    return np.ascontiguousarray(np.sort(cards, axis=1))


def _evened(sums: Floats, small: Boards, board: int) -> Floats:
    """Sums made the same for pairs of hole cards that a renaming of the board's idle suits makes the same."""
    renamed = renamed_pairs()
    keep = small.stabilisers(board)
    return np.asarray(sum(sums[renamed[number]] for number in keep) / len(keep))


@dataclass
class _Induction:
    """The sweep over the largest boards, and the levels of decisions below it."""

    tree: _Tree
    top: int
    progress: Progress | None

    def sweep(self, top: int, below: int, exports: Exports) -> tuple[Floats, Floats, Table]:
        """Sums over all boards of `top` cards for those of `below` cards, the basis for hole cards, and best ways."""
        tree, shape = self.tree, self.tree.shape
        large, small = boards(shape.deck, top, False), boards(shape.deck, below, True)
        cards, deck = _sorted_rows(large.cards), np.array(shape.deck, np.uint8)
        down, to_hole = make_down(small, top), make_down(boards(shape.deck, 0, True), top)
        if not len(exports.things):
            down = down._replace(subsets=down.subsets[:0])
        by_type = top == shape.board
        nodes = [node for node in shape.nodes if node.level == top]
        words = (len(cards), (TYPE_PAIRS if by_type else PAIRS) // 64 + 1)
        several = len(nodes) if any(len(node.ways) > 2 for node in nodes) else 0
        chosen = Chosen(np.zeros((len(nodes), *words), np.uint64), np.zeros((several, *words), np.uint64))
        basis, sent = len(tree.game.basis) + 1, len(exports.things)
        places = type_places()

        def empty() -> Sums:
            if by_type:
                rows, cards = (len(small.counts), ROW, sent), (len(small.counts), 52, 52, sent)
                return Sums(np.zeros(rows), np.zeros(cards), np.zeros((1, ROW, basis)), np.zeros((1, 52, 52, basis)))
            none = np.zeros((0, 0, 0, 0))
            return Sums(np.zeros((len(small.counts), PAIRS, sent)), none, np.zeros((1, PAIRS, basis)), none)

        sums = [empty() for _ in range(_LANES)]

        def lane(number: int, first: int, stop: int) -> None:
            given = (cards, large.counts, first + number, stop, _LANES, deck, tables(), tree.game, exports, down)
            if by_type:
                sweep_rivers(*given, to_hole, chosen, sums[number])
            else:
                sweep_turns(*given, places, chosen, sums[number])

        step = -(-len(cards) // _SLICES)
        with ThreadPoolExecutor(min(_LANES, os.cpu_count() or 1)) as pool:
            for first in range(0, len(cards), step):
                stop = min(first + step, len(cards))
                list(pool.map(lane, range(_LANES), [first] * _LANES, [stop] * _LANES))
                if self.progress is not None:
                    self.progress(stop / len(cards))
        total = sums[0]
        for other in sums[1:]:
            for own, more in zip(total, other, strict=True):
                own += more
        table = Table(large, tuple(nodes), chosen, by_type)
        if not by_type:
            return total.below, total.hole, table
        return _by_pair(total.below, total.below_extra, places), _by_pair(total.hole, total.hole_extra, places), table

    def boards_above(self, top: int, level: int) -> int:
        """Larger boards that hold a given smaller one and none of two given cards."""
        return comb(len(self.tree.shape.deck) - 2 - level, top - level)

    def decide(
        self, small: Boards, sums: Floats, exports: Exports, divisor: float, lower: Boards, sent_on: Exports
    ) -> tuple[Floats, Table]:
        """The decisions at one level of small boards, and the sums for the level below it."""
        tree, nodes = self.tree, self.tree.shape.nodes
        down, cards = make_down(lower, small.size), _sorted_rows(small.cards)
        out = np.zeros((len(lower.counts), PAIRS, len(sent_on.things)))
        values = np.zeros((tree.lines + len(nodes), 3, PAIRS))
        best = np.zeros((len(nodes), PAIRS), np.uint8)
        places = [place for place, node in enumerate(nodes) if node.level == small.size]
        ways = np.empty((len(cards), len(places), PAIRS), np.uint8)
        held, dealt = pair_cards(), np.isin(pair_cards(), tree.shape.deck).all(axis=1)
        for board in range(len(cards)):
            evened = _evened(sums[board], small, board) / (divisor * small.counts[board])
            values[exports.things, exports.kinds] = evened.T
            values[: tree.lines, STAKE] = tree.game.factors[:, STAKE, :1]
            best_ways(values, tree.game, small.size, PAIRS, best)
            ways[board] = best[places]
            free = dealt.copy()
            for card in cards[board]:
                free &= (held != card).all(axis=1)
            numbers = np.flatnonzero(free).astype(np.uint16)
            sent = values[sent_on.things, sent_on.kinds][:, numbers].T * small.counts[board]
            hand_down_pairs(cards[board], len(numbers), numbers, np.ascontiguousarray(sent), down, out)
        return out, Table(small, tuple(nodes[place] for place in places), ways, False)

    def run(self) -> tuple[Floats, list[Table]]:
        """Mean, square and stake of the game by hole cards, and the best ways at every level."""
        tree, shape, top = self.tree, self.tree.shape, self.top
        lower = [level for level in shape.levels if 0 < level < top]
        exports = tree.exports(tree.asked(1, lower[0]) if lower else tree.asked(0, 0), top)
        sums, basis, table = self.sweep(top, lower[0] if lower else 0, exports)
        known = [table]
        if any(node.level > top for node in shape.nodes):
            known.insert(0, self.sweep(shape.board, 0, exports._replace(things=exports.things[:0]))[2])
        left = len(shape.deck) - shape.board - 2
        over = comb(left, 2) * (left + 1 if top < shape.board else 1)
        divisor = float(over * self.boards_above(top, lower[0] if lower else 0))
        for place, level in enumerate(lower):
            following = lower[place + 1] if place + 1 < len(lower) else 0
            small, next_small = boards(shape.deck, level, True), boards(shape.deck, following, True)
            sent_on = tree.exports(tree.asked(1 if following else 0, following), level)
            sums, table = self.decide(small, sums, exports, divisor, next_small, sent_on)
            known.append(table)
            exports, divisor = sent_on, float(self.boards_above(level, following))
        empty = boards(shape.deck, 0, True)
        values = self.at_hole_cards(sums, exports, divisor, basis, over * self.boards_above(top, 0))
        best = np.zeros((1, len(shape.nodes), PAIRS), np.uint8)
        best_ways(values, tree.game, 0, PAIRS, best[0])
        places = [place for place, node in enumerate(shape.nodes) if node.level == 0]
        known.append(Table(empty, tuple(shape.nodes[place] for place in places), best[:, places], False))
        return values[tree.number(shape.root)], known

    def at_hole_cards(self, sums: Floats, exports: Exports, divisor: float, basis: Floats, over: int) -> Floats:
        """Values of all lines and of what was handed down, by hole cards."""
        tree, empty = self.tree, boards(self.tree.shape.deck, 0, True)
        even_basis = _evened(basis[0], empty, 0).T / over
        values = np.zeros((tree.lines + len(tree.shape.nodes), 3, PAIRS))
        values[: tree.lines] = np.einsum("lkb,bp->lkp", tree.game.factors, even_basis)
        sent = _evened(sums[0], empty, 0) / divisor
        for q, (thing, kind) in enumerate(zip(exports.things, exports.kinds, strict=True)):
            if thing >= tree.lines:
                values[thing, kind] = sent[:, q]
        return values


def fits(plan: Plan) -> bool:
    """Whether seat and dealer hold two cards each beside a shared board, and prices look at the seat's hand alone."""
    shape = read_shape(plan)
    return shape is not None and worths(shape, {}) is not None


def solve(plan: Plan, meters: Mapping[str, float], progress: Progress | None = None) -> Solution:
    """The game under best play."""
    shape = read_shape(plan)
    worth = worths(shape, meters) if shape is not None else None
    if shape is None or worth is None:
        raise ValueError(f"{plan.game.spec.id} is no game on a shared board")
    return solve_shape(shape, worth, progress)


def by_hole_cards(shape: Shape, worth: Floats, progress: Progress | None = None) -> tuple[Floats, tuple[Table, ...]]:
    """Mean, square and stake under best play by number of the hole cards, and the best ways at every level."""
    top = shape.board - 1 if shape.board - 1 in shape.levels else shape.board
    values, known = _Induction(_tree(shape, worth), top, progress).run()
    return values, tuple(known)


def solve_shape(shape: Shape, worth: Floats, progress: Progress | None = None) -> Solution:
    """The game under best play, from its shape and the net results of its lines."""
    by_pair, known = by_hole_cards(shape, worth, progress)
    dealt = np.isin(pair_cards(), shape.deck).all(axis=1)
    mean, square, stake = (float(by_pair[kind, dealt].mean()) for kind in (MEAN, SQUARE, STAKE))
    played = Strategy(shape, known)
    moves = {node.stage: node.moves for node in shape.nodes}
    return Solution(shape.unit, mean, square, stake, played.summary(), moves, played.decide)
