"""Best play on shared boards as tables to look up for many rounds at once, and as a chart and short rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.text import RANKS
from houseway.odds.charts import two_cards
from houseway.odds.house_poker.batch import Batch, Floats
from houseway.odds.house_poker.decision_tree import Line, Node
from houseway.odds.house_poker.holdem_board.down import type_number
from houseway.odds.house_poker.holdem_board.hand_descriptions import descriptions
from houseway.odds.house_poker.holdem_board.rules import cost, short_rules
from houseway.odds.house_poker.holdem_board.sweep import Chosen
from houseway.odds.house_poker.holdem_board.template import BoardGame
from houseway.odds.house_poker.holdem_board.worth import net_of, wagers_of
from houseway.odds.suit_classes.boards import PAIRS, Boards, Cards, Ints, renamed_pairs
from houseway.odds.suit_classes.card_types import flush_suit
from houseway.odds.suit_classes.showdowns import TYPE_PAIRS

_SAMPLE = 100_000
_SEED = 5
_LOST_AT_ONCE = 400  # hands, so that memory is used again that was cleared once
_RUNS = 50  # draws of the cards to come, for each hand that the rules play otherwise


@njit(cache=True, nogil=True)
def _type_numbers(hole: Cards, board: Cards, out: Ints) -> None:
    """The pair of types of each row's hole cards."""
    for row in range(hole.shape[0]):
        out[row] = type_number(hole[row, 0], hole[row, 1], flush_suit(board[row]))


@njit(cache=True, nogil=True)
def _lowest(keys: Floats, many: int) -> Cards:
    """The places of the lowest numbers in each row, in their order: cards drawn by random numbers."""
    out, own = np.empty((len(keys), many), np.uint8), np.empty(many)
    for row in range(len(keys)):
        found = 0
        for place in range(keys.shape[1]):
            key = keys[row, place]
            if found == many:
                if key >= own[many - 1]:
                    continue
                found -= 1
            at = found
            while at > 0 and own[at - 1] > key:
                own[at], out[row, at] = own[at - 1], out[row, at - 1]
                at -= 1
            own[at], out[row, at] = key, place
            found += 1
    return out


@njit(cache=True, nogil=True)
def _unpack(low: npt.NDArray[np.uint64], high: npt.NDArray[np.uint64], out: Cards) -> None:
    """Bits by node, board and entry as ways by board, node and entry."""
    for board in range(out.shape[0]):
        for node in range(out.shape[1]):
            for word in range(low.shape[2]):
                first = word << 6
                own = out[board, node, first : first + 64]
                bits = low[node, board, word]
                for entry in range(len(own)):
                    own[entry] = bits >> np.uint64(entry) & np.uint64(1)
                if len(high):
                    bits = high[node, board, word]
                    for entry in range(len(own)):
                        own[entry] |= (bits >> np.uint64(entry) & np.uint64(1)) << np.uint64(1)


@dataclass(frozen=True)
class Table:
    """The best way at the nodes of one level: by node, canonical board, and type or pair of hole cards."""

    boards: Boards
    nodes: tuple[Node, ...]
    ways: Chosen | npt.NDArray[np.uint8]  # bits of the largest boards, or by board, node and pair
    by_type: bool

    def best(self, nth: int, board: Ints, entry: Ints) -> Ints:
        """The best way at a node for each row."""
        if not isinstance(self.ways, Chosen):
            return np.asarray(self.ways[board, nth, entry], np.int64)
        word, bit = entry >> 6, (entry & 63).astype(np.uint64)
        way: Ints = (self.ways.low[nth, board, word] >> bit & np.uint64(1)).astype(np.int64)
        if len(self.ways.high):
            way |= (self.ways.high[nth, board, word] >> bit & np.uint64(1)).astype(np.int64) << 1
        return way

    def by_entry(self, which: Ints) -> Cards:
        """The best way by board, node, and type or pair of hole cards, for some boards."""
        if not isinstance(self.ways, Chosen):
            return self.ways[which]
        out = np.empty((len(which), len(self.ways.low), TYPE_PAIRS if self.by_type else PAIRS), np.uint8)
        _unpack(self.ways.low[:, which], self.ways.high[:, which], out)
        return out

    def entries(self, hole: Cards, board: Cards) -> tuple[Ints, Ints]:
        """The place of each row in the table."""
        place, renaming = self.boards.find(board)
        if self.by_type:
            numbers = np.empty(len(hole), np.int64)
            _type_numbers(hole, np.ascontiguousarray(board), numbers)
            return place, numbers
        high, low = hole.max(axis=1).astype(np.int64), hole.min(axis=1).astype(np.int64)
        return place, renamed_pairs()[renaming, high * (high - 1) // 2 + low].astype(np.int64)


@dataclass(frozen=True)
class Strategy:
    """Best play at every decision of a game on a shared board."""

    shape: BoardGame
    tables: tuple[Table, ...]

    @cached_property
    def _things(self) -> dict[int, int]:
        things: tuple[Line | Node, ...] = (*self.shape.nodes, *self.shape.lines)
        return {id(thing): number for number, thing in enumerate(things)}

    def decide(self, stage: int, known: Mapping[str, Cards]) -> npt.NDArray[np.int64]:
        """The move of each round at a stage; a round that does not come there gets the first."""
        hole = np.ascontiguousarray(known["player"])
        board = known.get("community", np.empty((len(hole), 0), np.uint8))
        at = np.full(len(hole), self._things[id(self.shape.root)])
        chosen = np.zeros(len(hole), np.int64)
        for node in sorted(self.shape.nodes, key=lambda one: one.stage):
            if node.stage > stage:
                continue
            rows = np.nonzero(at == self._things[id(node)])[0]
            if not len(rows):
                continue
            best = self.best(node, hole[rows], board[rows])
            if node.stage == stage:
                chosen[rows] = best
            else:
                at[rows] = np.array([self._things[id(way)] for way in node.ways])[best]
        return chosen

    def best(self, node: Node, hole: Cards, board: Cards) -> Ints:
        """The best way at a node for each row; of the board what is seen there counts."""
        table = next(one for one in self.tables if any(own is node for own in one.nodes))
        nth = next(place for place, own in enumerate(table.nodes) if own is node)
        return table.best(nth, *table.entries(np.ascontiguousarray(hole), board[:, : node.level]))

    def summary(self) -> dict[str, Any]:
        """Each decision: a chart by hole cards, or short rules and what they cost."""
        rng = np.random.default_rng(_SEED)
        deck = np.array(self.shape.deck, np.uint8)
        size = 2 + self.shape.board
        deals = deck[_lowest(rng.random((_SAMPLE, len(deck))), size)]
        stages = {node.stage: node for node in reversed(self.shape.nodes)}
        names = {stage: self.shape.plan.stages[stage].name or f"decision {stage}" for stage in stages}
        return {names[stage]: self._stage(stages[stage], deals, rng) for stage in sorted(stages)}

    def _stage(self, node: Node, deals: Cards, rng: np.random.Generator) -> dict[str, Any]:
        texts = [move.text for move in node.moves]
        if node.level == 0:
            return two_cards(self._moves(node, texts))
        hole, board = deals[:, :2], deals[:, 2 : 2 + node.level]
        reached = self._reached(node.stage, hole, board)
        hole, board = hole[reached], board[reached]
        moves = self.decide(node.stage, {"player": hole, "community": board})
        ranking = self.shape.own.ranking
        assert ranking is not None
        deck = np.array(self.shape.deck, np.uint8)
        seen = list(descriptions(hole, board, ranking, deck, node.level == self.shape.board))
        rules, given = short_rules(seen, moves, texts)
        other = np.nonzero(given != moves)[0]
        lost = self._lost(node, hole[other], board[other], moves[other], given[other], rng)
        return {
            "rules": rules,
            "hands_played_better_otherwise": len(other) / len(moves),
            **cost(lost, len(other) / _SAMPLE),
            "note": f"the first rule that holds counts; from {_SAMPLE:,} random deals, of those that come so far",
        }

    def _lost(self, node: Node, hole: Cards, board: Cards, best: Ints, given: Ints, rng: np.random.Generator) -> Floats:
        """What each hand loses on average by the given move, the cards still to come drawn at random."""
        runs = [slice(first, first + _LOST_AT_ONCE) for first in range(0, len(hole), _LOST_AT_ONCE)]
        lost = [self._lost_by_some(node, hole[run], board[run], best[run], given[run], rng) for run in runs]
        return np.concatenate([np.zeros(0), *lost])

    def _lost_by_some(
        self, node: Node, hole: Cards, board: Cards, best: Ints, given: Ints, rng: np.random.Generator
    ) -> Floats:
        deck = np.array(self.shape.deck, np.uint8)
        known = np.repeat(np.concatenate([hole, board], axis=1), _RUNS, axis=0)
        order = rng.random((len(known), 52))
        order[:, ~np.isin(np.arange(52), deck)] = 2.0  # beyond every card that may come
        np.put_along_axis(order, known.astype(np.int64), 2.0, axis=1)
        coming = self.shape.board - node.level
        drawn = _lowest(order, coming + self.shape.holes)
        whole = np.concatenate([known[:, self.shape.holes :], drawn[:, :coming]], axis=1)
        piles = {"player": known[:, : self.shape.holes], "community": whole, "dealer": drawn[:, coming:]}
        results = [self._results(node, np.repeat(moves, _RUNS), piles) for moves in (best, given)]
        lost: Floats = (results[0] - results[1]).reshape(-1, _RUNS).mean(axis=1)
        return lost

    def _results(self, node: Node, moves: Ints, piles: Mapping[str, Cards]) -> Floats:
        """The net of each round when a move is made at a node and all later ones are the best."""
        batch = Batch(self.shape.plan, piles)
        nets = {name: batch.nets(name) for name in wagers_of(self.shape)}
        number = self._things
        at = np.array([number[id(way)] for way in node.ways])[moves]
        for later in sorted(self.shape.nodes, key=lambda one: one.stage):
            rows = np.nonzero(at == number[id(later)])[0]
            if len(rows):
                best = self.best(later, piles["player"][rows], piles["community"][rows])
                at[rows] = np.array([number[id(way)] for way in later.ways])[best]
        total = np.zeros(batch.size)
        for line in self.shape.lines:
            total = np.where(at == number[id(line)], net_of(batch, line, nets), total)
        return total

    def _reached(self, stage: int, hole: Cards, board: Cards) -> npt.NDArray[np.bool_]:
        """The rounds in which best play reaches a stage."""
        at = np.full(len(hole), self._things[id(self.shape.root)])
        for node in sorted(self.shape.nodes, key=lambda one: one.stage):
            if node.stage < stage:
                rows = at == self._things[id(node)]
                best = self.decide(node.stage, {"player": hole[rows], "community": board[rows]})
                at[rows] = np.array([self._things[id(way)] for way in node.ways])[best]
        wanted = [self._things[id(node)] for node in self.shape.nodes if node.stage == stage]
        return np.isin(at, wanted)

    def _moves(self, node: Node, texts: list[str]) -> dict[str, str]:
        ranks = sorted({card >> 2 for card in self.shape.deck}, reverse=True)
        hands: dict[str, tuple[int, int]] = {}
        for high in ranks:
            for low in ranks:
                if low > high:
                    continue
                pair = f"{RANKS[high]}{RANKS[low]}"
                if high == low:
                    hands[pair] = (high * 4, low * 4 + 1)
                else:
                    hands[pair + "s"] = (high * 4, low * 4)
                    hands[pair + "o"] = (high * 4, low * 4 + 1)
        moves = self.decide(node.stage, {"player": np.array(list(hands.values()), np.uint8)})
        return {hand: texts[move] for hand, move in zip(hands, moves, strict=True)}
