"""Games beside which a wager must be made that no decision touches: it is counted alone and added to the rest."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.solvers import STANDING, Solution, Solver, find_solver
from houseway.odds.house_poker.strategy import solved_policy
from houseway.odds.house_poker.wagers import main_wagers, opening_stakes, standing_wagers
from houseway.odds.simulate.deals import deals
from houseway.play.house_poker.plan import Plan

_PLAYED, _SEED = 400_000, 9


def _inner(plan: Plan) -> Solver | None:
    """The solver of the game without its standing wagers."""
    return find_solver(plan, but=STANDING) if standing_wagers(plan) else None


def fits(plan: Plan) -> bool:
    """Whether there is such a wager, and the game itself can be solved."""
    return _inner(plan) is not None


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    """The game together with its standing wagers: all results counted, or the mean and a square from random rounds."""
    inner = _inner(plan)
    assert inner is not None
    solution = inner.solve(plan, meters, executor)
    names, all_stakes, sides = standing_wagers(plan), opening_stakes(plan), Sides(plan, meters)
    stakes = {name: all_stakes[name] for name in names}
    mean = solution.mean
    for name, stake in stakes.items():
        mean += stake * sum(net * chance for net, chance in sides.results(name).items())
    note = (
        f"the edge is that of the game itself ({-solution.mean:.4%}) and of {' and '.join(names).replace('_', ' ')} "
        "together, which must be made"
    )
    counts = solution.count_extra_wagers(stakes) if solution.count_extra_wagers is not None else None
    if counts is None:
        square, count = mean * mean + _variance(plan, solution, meters), None
        note += f"; the deviation is from {_PLAYED:,} random rounds"
    else:
        square = sum(net * net * many for net, many in counts.items()) / sum(counts.values())
        count = partial(dict[float, int], counts)
    staked = solution.average_bet + sum(stakes.values())
    return replace(
        solution, mean=mean, square=square, average_bet=staked, notes=(*solution.notes, note), outcomes={}, count=count
    )


def _variance(plan: Plan, solution: Solution, meters: Mapping[str, float]) -> float:
    policy, stakes, nets = solved_policy(plan, solution), opening_stakes(plan), []
    for cards in deals(plan.game.spec.deck, cards_needed(plan), _PLAYED, _SEED):
        (piles,) = seated(plan, cards)
        batch = Batch(plan, piles, meters)
        now = Rounds(plan, batch, {name: np.full(batch.size, stake) for name, stake in stakes.items()})
        play_on(now, policy)
        nets.append(np.sum([now.net(name)[1] for name in main_wagers(plan)], axis=0))
    return float(np.concatenate(nets).var())
