"""Best play on a shared board, by backward induction from the last board card to the hole cards."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.holdem_board.extra_wagers import count_extra_wagers
from houseway.odds.house_poker.holdem_board.induction import RANKS, Induction, Part
from houseway.odds.house_poker.holdem_board.law import Law, count_results, strategy_moves
from houseway.odds.house_poker.holdem_board.strategy import Strategy, Table
from houseway.odds.house_poker.holdem_board.sweep import Chosen
from houseway.odds.house_poker.holdem_board.template import BoardGame, match_template
from houseway.odds.house_poker.holdem_board.values import best_ways
from houseway.odds.house_poker.holdem_board.worth import worths
from houseway.odds.house_poker.solvers import Decide, Move, Solution
from houseway.odds.suit_classes.boards import PAIRS, boards, pair_cards
from houseway.odds.suit_classes.showdowns import Floats
from houseway.play.house_poker.plan import Plan

_PARTS_EACH = 2  # for each worker; boards that are needed in several parts are played out in each


_latest: list[tuple[Plan, dict[str, float], BoardGame, Floats]] = []  # whether it fits is asked before it is solved


def _matched(plan: Plan, meters: Mapping[str, float]) -> tuple[BoardGame, Floats] | None:
    """The tree of a plan and what its lines yield, worked out once for the plan asked for last."""
    for known, given, shape, worth in _latest:
        if known is plan and given == meters:
            return shape, worth
    matched = match_template(plan)
    found = worths(matched, meters) if matched is not None else None
    if matched is None or found is None:
        return None
    _latest[:] = [(plan, dict(meters), matched, found)]
    return matched, found


def fits(plan: Plan) -> bool:
    """Whether seat and dealer hold two cards each beside a shared board, and prices look at the seat's hand alone."""
    return _matched(plan, {}) is not None


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    """The game under best play."""
    matched = _matched(plan, meters)
    if matched is None:
        raise ValueError(f"{plan.game.spec.id} is not played on a shared board")
    return solve_shape(*matched, executor, meters)


def _part(kit: SharedInput[Induction], low: int, high: int) -> Part:
    return kit.made.part(low, high)


def _last(kit: SharedInput[Induction], low: int, high: int) -> Chosen:
    return kit.made.last(low, high)


def _joined(parts: Sequence[Chosen]) -> Chosen:
    return Chosen(*(np.concatenate(bits, axis=1) for bits in zip(*parts, strict=True)))


def by_hole_cards(shape: BoardGame, worth: Floats, executor: Executor = LOCAL) -> tuple[Floats, tuple[Table, ...]]:
    """The mean under best play by number of the hole cards, and the best ways at every level."""
    kit = SharedInput(Induction.of, shape, worth)
    made = kit.made
    count, top, steps = executor.parts(RANKS, _PARTS_EACH), made.top, made.steps
    known: list[Table] = []
    if count > 1:
        parts = list(executor.map(_part, [(kit, *run) for run in made.runs(top, steps[0], count)]))
    else:
        parts = [made.part(0, RANKS, executor)]
    if any(node.level > top for node in shape.nodes):
        chosen = list(executor.map(_last, [(kit, *run) for run in made.runs(shape.board, 0, count)]))
        known.append(Table(boards(shape.deck, shape.board, False), made.nodes(shape.board), _joined(chosen), True))
    ways: Chosen | npt.NDArray[np.uint8] = _joined([part.chosen for part in parts])
    known.append(Table(boards(shape.deck, top, False), made.nodes(top), ways, top == shape.board))
    sums = np.concatenate([part.sums for part in parts]).sum(axis=0)
    for step, level in enumerate(steps[:-1]):
        if step:
            handed, ways = made.decide(step, sums, 0, RANKS)
            sums = handed.sum(axis=0)
        else:
            ways = np.concatenate([part.ways for part in parts])
        known.append(Table(boards(shape.deck, level, True), made.nodes(level), ways, False))
    values = made.at_hole_cards(sums[0], np.concatenate([part.basis for part in parts]).sum(axis=0))
    best = np.zeros((1, len(shape.nodes), PAIRS), np.uint8)
    best_ways(values, made.tree.game, 0, PAIRS, best[0])
    places = [place for place, node in enumerate(shape.nodes) if node.level == 0]
    known.append(Table(boards(shape.deck, 0, True), made.nodes(0), best[:, places], False))
    return values[made.tree.number(shape.root)], tuple(known)


def _moments(shape: BoardGame, law: Law) -> tuple[float, float, float]:
    """The mean of a round, of its square, and of what is staked."""
    mean, square = (sum(net**power * count for net, count in law.counts.items()) / law.cycle for power in (1, 2))
    stake = sum(line.staked * count for line, count in zip(shape.lines, law.lines, strict=True)) / law.cycle
    return mean, square, stake


def solve_shape(
    shape: BoardGame, worth: Floats, executor: Executor = LOCAL, meters: Mapping[str, float] | None = None
) -> Solution:
    """The game under best play, from its shape and the net results of its lines."""
    by_pair, known = by_hole_cards(shape, worth, executor)
    dealt = np.isin(pair_cards(), shape.deck).all(axis=1)
    law, played = count_results(shape, worth, known), Strategy(shape, known)
    _, square, stake = _moments(shape, law)

    def with_others(plans: Sequence[Plan], stakes: Mapping[str, float]) -> list[dict[float, int]] | None:
        return count_extra_wagers(shape, worth, known, plans, stakes, meters or {})

    moves = {node.stage: node.moves for node in shape.nodes}
    return Solution(
        shape.unit, float(by_pair[dealt].mean()), square, stake, played.summary, moves, played.decide,
        count=lambda: law.counts, count_extra_wagers=with_others,
    )  # fmt: skip


def solve_strategy(
    plan: Plan, meters: Mapping[str, float], moves: Mapping[int, Sequence[Move]], decide: Decide, looks_at: set[str]
) -> Solution | None:
    """The game under a given strategy, which looks at some hands; none where it makes other moves than the best."""
    shape = match_template(plan)
    worth = worths(shape, meters) if shape is not None else None
    assert shape is not None
    assert worth is not None
    given = strategy_moves(shape, moves, decide, looks_at)
    if given is None:
        return None
    law = count_results(shape, worth, given)
    return Solution(shape.unit, *_moments(shape, law), None, count=lambda: law.counts)
