"""Every net result of a game on a shared board together with wagers beside it that no decision touches.

What such a wager yields is a branch of the tree like a decision, at the board that shows it; the cards choose there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.decision_tree import Line, Node
from houseway.odds.house_poker.holdem_board.law import Given, Moves, Ways, count_results
from houseway.odds.house_poker.holdem_board.template import SMALL_BOARDS, BoardGame
from houseway.odds.house_poker.holdem_board.worth import hand_types
from houseway.odds.house_poker.solvers import Visible
from houseway.odds.suit_classes.boards import Boards, boards
from houseway.play.house_poker.plan import Plan

_BY_THE_CARDS = -1  # in place of a stage
_NET_DIGITS = 9
_OTHERS = -1  # in place of the number of a result
_NOT_COUNTED = Line({}, folded=True)
_NOWHERE = -1.0  # what its deals yield, so that they are told apart


def shown_at(shape: BoardGame, names: Sequence[str]) -> int | None:
    """The board cards that decide some wagers; none where they look at other cards than whole hands and a board."""
    level = 0
    for name in names:
        parts = {part.pile: part for part in shape.plan.hands[shape.plan.wagers[name].spec.hand].parts}
        if parts.keys() != {"player", "community"} or not parts["player"].whole or parts["community"].start:
            return None
        level = max(level, shape.board if parts["community"].whole else parts["community"].stop or 0)
    return level if level <= SMALL_BOARDS or level == shape.board else None


@dataclass(frozen=True)
class _Columns:
    """The moves at the nodes of one level, from several tables."""

    boards: Boards
    nodes: tuple[Node, ...]
    places: tuple[tuple[Moves, int], ...]  # by node: a table, and the place of the node in it

    def by_entry(self, which: Ints) -> Ways:
        """The way taken by board, node and pair of hole cards or their type, for some of the canonical boards."""
        ways = {id(moves): moves.by_entry(which) for moves in {id(one): one for one, _ in self.places}.values()}
        return np.stack([ways[id(moves)][:, place] for moves, place in self.places], axis=1)


@dataclass
class _Grafter:
    """Grows the tree anew with a branch by the results of the wagers beside the game."""

    level: int
    branch: tuple[Moves, int]  # where the results stand
    results: Sequence[int]  # those that are counted
    others: bool  # whether there are more, which all lead to one line
    known: Mapping[int, tuple[Moves, int]]  # by id of a node: where its moves stand
    lines: list[tuple[Line, Line, int]] = field(default_factory=list)  # a new line, the old one, and the result
    nodes: list[tuple[Node, tuple[Moves, int]]] = field(default_factory=list)
    made: dict[tuple[int, int | None], Line | Node] = field(default_factory=dict)

    def grow(self, thing: Line | Node, result: int | None = None) -> Line | Node:
        """What stands for a line or node after a result, or before it is known."""
        key = id(thing), result
        if key not in self.made:
            self.made[key] = self._grown(thing, result)
        return self.made[key]

    def _grown(self, thing: Line | Node, result: int | None) -> Line | Node:
        if result is None and (isinstance(thing, Line) or thing.level > self.level):
            ways = tuple(self.grow(thing, number) for number in self.results)
            ways += (self.grow(_NOT_COUNTED, _OTHERS),) if self.others else ()
            return self._kept(Node(_BY_THE_CARDS, self.level, (), ways), self.branch)
        if isinstance(thing, Line):
            assert result is not None
            line = replace(thing)
            self.lines.append((line, thing, result))
            return line
        ways = tuple(self.grow(way, result) for way in thing.ways)
        return self._kept(replace(thing, ways=ways), self.known[id(thing)])

    def _kept(self, node: Node, place: tuple[Moves, int]) -> Node:
        self.nodes.append((node, place))
        return node


def count_extra_wagers(
    shape: BoardGame, worth: Floats, known: Sequence[Moves], plans: Sequence[Plan], stakes: Mapping[str, float],
    meters: Mapping[str, float],
) -> list[dict[float, int]] | None:  # fmt: skip
    """The deals of every net result when these moves are made; none where the wagers look at other cards.

    Plans that differ in the prices of the wagers are counted together.
    """
    level = shown_at(shape, list(stakes))
    if level is None:
        return None

    def results(plan: Plan, hole: Cards, board: Cards) -> Floats:
        batch = Batch(plan, {"player": hole, "community": board}, meters)
        found: Floats = np.sum([stake * batch.nets(name) for name, stake in stakes.items()], axis=0)
        return found.round(_NET_DIGITS)

    def code(found: Sequence[Floats]) -> Ints:
        """One number for what all plans pay."""
        places = [np.searchsorted(nets, one) for nets, one in zip(paid_by, found, strict=True)]
        return np.ravel_multi_index(tuple(places), [len(nets) for nets in paid_by]).astype(np.int64)

    def decide(_stage: int, visible: Visible) -> Ints:
        cards = visible["player"], visible["community"]
        found: Ints = np.searchsorted(codes, code([results(plan, *cards) for plan in plans]))
        return found

    types = hand_types(tuple(sorted({card >> 2 for card in shape.deck})), shape.holes + level)
    of_types = [results(plan, types[:, : shape.holes], types[:, shape.holes :]) for plan in plans]
    paid_by = [np.unique(of_type) for of_type in of_types]
    codes = np.unique(code(of_types))
    number = np.zeros(len(codes), np.int64)
    nets, numbers = np.unique(worth.round(_NET_DIGITS), return_inverse=True)
    of_game = numbers.reshape(worth.shape).astype(np.float64)

    def counted(some: Sequence[int]) -> dict[float, int]:
        """The deals of some results, by these and what the game nets; fewer where the play may yield too much."""
        number[:] = len(some)
        number[list(some)] = np.arange(len(some))
        branch = Given(
            boards(shape.deck, level, level <= SMALL_BOARDS), (Node(_BY_THE_CARDS, level, (), ()),), decide,
            {_BY_THE_CARDS: number}, np.array(shape.deck, np.uint8), level == shape.board,
        )  # fmt: skip
        grafted, paid, columns = _grafted(shape, of_game, (*known, branch), len(codes), len(nets), some)
        try:
            law = count_results(grafted, paid, columns)
        except OverflowError:
            if len(some) == 1:
                raise
            half = len(some) // 2
            found = counted(some[:half])
            for net, count in counted(some[half:]).items():
                found[net] = found.get(net, 0) + count
            return found
        return {net: count for net, count in law.counts.items() if net != _NOWHERE}

    deals = counted(range(len(codes)))
    of_plans = np.unravel_index(codes, [len(paid) for paid in paid_by])
    laws = []
    for paid, places in zip(paid_by, of_plans, strict=True):
        law: dict[float, int] = {}
        for both, count in deals.items():
            result, net = divmod(int(both), len(nets))
            total = float(np.round(nets[net] + paid[places[result]], _NET_DIGITS))
            law[total] = law.get(total, 0) + count
        laws.append(dict(sorted(law.items())))
    return laws


def _grafted(
    shape: BoardGame, of_game: Floats, known: Sequence[Moves], results: int, nets: int, some: Sequence[int]
) -> tuple[BoardGame, Floats, list[_Columns]]:
    """The tree with a branch by some results, which the last table chooses; what its lines yield; and its moves.

    A line is the number of a result, times the number of nets of the game, and the number of its own net.
    """
    tables = [one for one in known if one.nodes]
    branch = tables[-1]
    places = {id(node): (one, place) for one in tables for place, node in enumerate(one.nodes)}
    grafter = _Grafter(branch.boards.size, (branch, 0), some, len(some) < results, places)
    root = grafter.grow(shape.root)
    lines, nodes = tuple(line for line, _, _ in grafter.lines), tuple(node for node, _ in grafter.nodes)
    old = {id(line): place for place, line in enumerate(shape.lines)}
    paid = np.full((len(of_game), len(lines), of_game.shape[2]), _NOWHERE)
    for place, (_, line, result) in enumerate(grafter.lines):
        if result != _OTHERS:
            paid[:, place] = of_game[:, old[id(line)]] + nets * result
    columns = []
    for table in {one.boards.size: one for one in tables}.values():
        own = [(node, place) for node, place in grafter.nodes if node.level == table.boards.size]
        columns.append(_Columns(table.boards, tuple(node for node, _ in own), tuple(place for _, place in own)))
    return replace(shape, root=root, lines=lines, nodes=nodes), paid, columns
