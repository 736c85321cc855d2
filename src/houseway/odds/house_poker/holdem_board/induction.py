"""Backward induction over shared boards, in parts that different workers may do.

A part is a run of ranks: the smaller boards whose highest rank is among them, decided from all larger boards that hold
one, and the larger boards of such a highest rank themselves. What goes to the hole cards is added up by highest rank,
so that sums do not depend on the parts.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.hands.fast import tables
from houseway.odds.executor import Progress
from houseway.odds.house_poker.decision_tree import Node
from houseway.odds.house_poker.holdem_board.down import OTHERS, ROW, hand_down_pairs, make_down, spread, type_places
from houseway.odds.house_poker.holdem_board.sweep import Chosen, Exports, Share, Sums, sweep_rivers, sweep_turns
from houseway.odds.house_poker.holdem_board.template import BoardGame
from houseway.odds.house_poker.holdem_board.tree import Tree, make_tree
from houseway.odds.house_poker.holdem_board.values import best_ways
from houseway.odds.suit_classes.boards import PAIRS, Boards, Cards, Ints, boards, renamed_pairs
from houseway.odds.suit_classes.showdowns import TYPE_PAIRS, Floats, pairs_beside

RANKS = 13
_LANES = 2  # sums are kept apart in so many lanes, whatever the number of cores, so that digits do not depend on it
_SLICES = 24


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
    if len(keep) == 1:
        return sums
    return np.asarray(sum(sums[renamed[number]] for number in keep) / len(keep))


@dataclass(frozen=True)
class Part:
    """What a part of the sweep yields."""

    basis: Floats  # by highest rank and hole cards
    sums: Floats  # by highest rank, board of the next level that is decided, and hole cards: what was handed down
    chosen: Chosen  # the best ways on the largest boards of these ranks
    ways: npt.NDArray[np.uint8]  # the best ways a level below, by board, node and pair; empty if there is none


@dataclass(frozen=True)
class Induction:
    """The sweep over the largest boards, and the levels of decisions below it."""

    tree: Tree
    top: int

    @classmethod
    def of(cls, shape: BoardGame, worth: Floats) -> "Induction":
        """For the net results of a shape's lines; the sweep is over boards that lack a card if that is decided on."""
        return cls(make_tree(shape, worth), shape.board - 1 if shape.board - 1 in shape.levels else shape.board)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The sizes of smaller boards that something is decided on, down to the empty one."""
        return (*(level for level in self.tree.shape.levels if 0 < level < self.top), 0)

    def into(self, step: int) -> Exports:
        """What the boards above hand down to a step."""
        size, above = self.steps[step], (self.top, *self.steps)[step]
        return self.tree.exports(self.tree.asked(min(size, 1), size), above)

    @cached_property
    def over(self) -> int:
        """Dealer's pairs, and last cards, that the sums of a largest board run over."""
        left = len(self.tree.shape.deck) - self.tree.shape.board - 2
        return comb(left, 2) * (left + 1 if self.top < self.tree.shape.board else 1)

    def divisor(self, step: int) -> float:
        """What the sums handed down to a step run over."""
        above = (self.top, *self.steps)[step]
        return float(self.boards_above(above, self.steps[step]) * (1 if step else self.over))

    def boards_above(self, top: int, level: int) -> int:
        """Larger boards that hold a given smaller one and none of two given cards."""
        return comb(len(self.tree.shape.deck) - 2 - level, top - level)

    def nodes(self, level: int) -> tuple[Node, ...]:
        return tuple(node for node in self.tree.shape.nodes if node.level == level)

    def _heads(self, large: Boards, below: int) -> Ints:
        """The highest ranks of the smaller boards in each board, a bit for each."""
        ranks = np.sort(large.cards >> 2, axis=1)[:, ::-1].astype(np.int64)
        heads: Ints = np.bitwise_or.reduce(1 << ranks[:, : large.size - below + 1 if below else 1], axis=1)
        return heads

    def runs(self, top: int, below: int, count: int) -> list[tuple[int, int]]:
        """So many runs of ranks, the longest part as short as can be."""
        heads = self._heads(boards(self.tree.shape.deck, top, False), below)
        work = {
            (low, high): int(((heads & ((1 << high) - (1 << low))) != 0).sum())
            for low, high in combinations(range(RANKS + 1), 2)
        }
        cuts = [list(pairwise((0, *inner, RANKS))) for inner in combinations(range(1, RANKS), count - 1)]
        return min(cuts, key=lambda runs: max(work[run] for run in runs))

    def _share(self, large: Boards, small: Boards, low: int, high: int) -> tuple[Share, int]:
        """The rows of the sums for a run of ranks, and how many there are for the smaller boards."""
        by_rank = np.full((RANKS, 1), -1, np.int64)
        by_rank[low:high, 0] = np.arange(high - low)
        first, _ = large.run(low, high)
        if not small.size:
            return Share(large.tops, large.showdowns, by_rank, by_rank, first), high - low
        start, stop = small.run(low, high)
        rows = np.full(len(small.counts), -1, np.int64)
        rows[start:stop] = np.arange(stop - start)
        return Share(large.tops, large.showdowns, np.tile(rows, (RANKS, 1)), by_rank, first), stop - start

    def none_chosen(self, nodes: tuple[Node, ...], count: int, entries: int) -> Chosen:
        """Room for the best ways on so many boards, the first everywhere."""
        several = len(nodes) if any(len(node.ways) > 2 for node in nodes) else 0
        words = count, entries // 64 + 1
        return Chosen(np.zeros((len(nodes), *words), np.uint64), np.zeros((several, *words), np.uint64))

    def sweep(
        self, top: int, below: int, exports: Exports, low: int, high: int, progress: Progress | None
    ) -> tuple[Floats, Floats, Chosen]:
        """Sums for the smaller boards of a run of ranks, the basis for hole cards by rank, and best ways."""
        tree, shape = self.tree, self.tree.shape
        large, small = boards(shape.deck, top, False), boards(shape.deck, below, True)
        cards, deck = _sorted_rows(large.cards), np.array(shape.deck, np.uint8)
        down, to_hole = make_down(small, top), make_down(boards(shape.deck, 0, True), top)
        if not len(exports.things):
            down = down._replace(subsets=down.subsets[:0])
        by_type, nodes = top == shape.board, self.nodes(top)
        first, stop = large.run(low, high)
        chosen = self.none_chosen(nodes, stop - first, TYPE_PAIRS if by_type else PAIRS)
        basis, sent, ranks = len(tree.game.basis) + 1, len(exports.things), high - low
        share, rows = self._share(large, small, low, high)
        places = type_places()

        def empty() -> Sums:
            if by_type:
                own, hole = np.zeros((rows, ROW, sent)), np.zeros((ranks, ROW, basis))
                return Sums(own, np.zeros((rows, 52, OTHERS, sent)), hole, np.zeros((ranks, 52, OTHERS, basis)))
            none = np.zeros((0, 0, 0, 0))
            return Sums(np.zeros((rows, PAIRS, sent)), none, np.zeros((ranks, PAIRS, basis)), none)

        sums = [empty() for _ in range(_LANES)]

        def lane(number: int, which: Ints) -> None:
            given = (cards, large.counts, which, share, deck, tables(), tree.game, exports, down)
            if by_type:
                sweep_rivers(*given, to_hole, chosen, sums[number])
            else:
                sweep_turns(*given, places, chosen, sums[number])

        order = np.argsort(large.showdowns, kind="stable")
        met = order[(self._heads(large, below)[order] & ((1 << high) - (1 << low))) != 0]
        lanes = [np.array_split(met[large.showdowns[met] % _LANES == number], _SLICES) for number in range(_LANES)]
        with ThreadPoolExecutor(min(_LANES, os.cpu_count() or 1)) as pool:
            for done, slices in enumerate(zip(*lanes, strict=True), start=1):
                list(pool.map(lane, range(_LANES), slices))
                if progress is not None:
                    progress(done / _SLICES)
        total = sums[0]
        for other in sums[1:]:
            for mine, more in zip(total, other, strict=True):
                mine += more
        if not by_type:
            return total.below, total.hole, chosen
        return _by_pair(total.below, total.below_extra, places), _by_pair(total.hole, total.hole_extra, places), chosen

    def part(self, low: int, high: int, progress: Progress | None = None) -> Part:
        """A run of ranks: the largest boards, and the decisions on the first smaller ones."""
        sums, basis, chosen = self.sweep(self.top, self.steps[0], self.into(0), low, high, progress)
        if not self.steps[0]:
            return Part(basis, sums[:, None], chosen, np.empty((0, 0, PAIRS), np.uint8))
        handed, ways = self.decide(0, sums, low, high)
        return Part(basis, handed, chosen, ways)

    def last(self, low: int, high: int, progress: Progress | None = None) -> Chosen:
        """The best ways on whole boards alone, where the sweep is over boards that lack a card."""
        none = self.into(0)._replace(things=np.empty(0, np.int64))
        return self.sweep(self.tree.shape.board, 0, none, low, high, progress)[2]

    def decide(self, step: int, sums: Floats, low: int, high: int) -> tuple[Floats, npt.NDArray[np.uint8]]:
        """The decisions on smaller boards of a run of ranks, and by rank the sums for the next step."""
        tree, nodes = self.tree, self.tree.shape.nodes
        small, lower = (boards(tree.shape.deck, self.steps[place], True) for place in (step, step + 1))
        exports, sent_on, divisor = self.into(step), self.into(step + 1), self.divisor(step)
        down, cards = make_down(lower, small.size), _sorted_rows(small.cards)
        out = np.zeros((high - low, len(lower.counts), PAIRS, len(sent_on.things)))
        rows = np.arange(len(lower.counts))
        values = np.zeros((tree.lines + len(nodes), PAIRS))
        best = np.zeros((len(nodes), PAIRS), np.uint8)
        places = [place for place, node in enumerate(nodes) if node.level == small.size]
        first, stop = small.run(low, high)
        ways = np.empty((stop - first, len(places), PAIRS), np.uint8)
        deck, numbers = np.array(tree.shape.deck, np.uint8), np.empty(PAIRS, np.uint16)
        for board in range(first, stop):
            evened = _evened(sums[board - first], small, board) / (divisor * small.counts[board])
            values[exports.things] = evened.T
            best_ways(values, tree.game, small.size, PAIRS, best)
            ways[board - first] = best[places]
            found = pairs_beside(cards[board], deck, numbers)
            sent = values[sent_on.things][:, numbers[:found]].T * small.counts[board]
            own = out[small.tops[board] - low]
            hand_down_pairs(cards[board], found, numbers, np.ascontiguousarray(sent), down, rows, own)
        return out, ways

    def at_hole_cards(self, sums: Floats, basis: Floats) -> Floats:
        """Values of all lines and of what was handed down, by hole cards."""
        tree, empty = self.tree, boards(self.tree.shape.deck, 0, True)
        last = len(self.steps) - 1
        exports = self.into(last)
        even_basis = _evened(basis, empty, 0).T / (self.over * self.boards_above(self.top, 0))
        values = np.zeros((tree.lines + len(tree.shape.nodes), PAIRS))
        values[: tree.lines] = tree.game.factors @ even_basis
        sent = _evened(sums, empty, 0) / self.divisor(last)
        for q, thing in enumerate(exports.things):
            if thing >= tree.lines:
                values[thing] = sent[:, q]
        return values
