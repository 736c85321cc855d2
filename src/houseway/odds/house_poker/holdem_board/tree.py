"""The tree of decisions with its lines and nodes numbered, and what each level of boards hands down to the next."""

from dataclasses import dataclass

import numpy as np

from houseway.hands.fast import tables
from houseway.odds.house_poker.decision_tree import Line, Node
from houseway.odds.house_poker.holdem_board.sweep import Exports
from houseway.odds.house_poker.holdem_board.template import BoardGame
from houseway.odds.house_poker.holdem_board.values import Game, basis_of
from houseway.odds.suit_classes.showdowns import Floats


@dataclass(frozen=True)
class Tree:
    """The shape with its lines and nodes numbered as the kernels see them."""

    shape: BoardGame
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
        """What boards of `top` cards hand down: the means of these."""
        wanted = np.zeros(self.lines, np.bool_)
        wanted[[thing for thing in things if thing < self.lines]] = True
        for node in self.shape.nodes:
            if node.level >= top:
                wanted[[self.number(way) for way in node.ways if isinstance(way, Line)]] = True
        return Exports(np.array(things, np.int64), wanted)


def make_tree(shape: BoardGame, worth: Floats) -> Tree:
    ways = np.full((len(shape.nodes), max(len(node.ways) for node in shape.nodes)), -1, np.int64)
    basis, factors = basis_of(worth)
    levels = np.array([node.level for node in shape.nodes], np.int64)
    least = int(np.searchsorted(tables().values, shape.dealer.threshold or 0))
    tree = Tree(shape, Game(basis, factors, ways, levels, least))
    for row, node in enumerate(shape.nodes):
        ways[row, : len(node.ways)] = [tree.number(way) for way in node.ways]
    return tree
