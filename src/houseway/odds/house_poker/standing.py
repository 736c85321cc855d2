"""Games beside which a wager must be made that no decision touches: it is counted alone and added to the rest."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.sampling import cards_needed, deals, seated
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.solvers import STANDING, Solution, Solver, find_solver
from houseway.odds.house_poker.strategy import solved_policy
from houseway.odds.house_poker.wagers import main_wagers, opening_stakes, standing_wagers
from houseway.play.house_poker.plan import Plan

_PLAYED, _SEED = 400_000, 9


def _inner(plan: Plan) -> Solver | None:
    """The solver of the game without its standing wagers."""
    return find_solver(plan, but=STANDING) if standing_wagers(plan) else None


def fits(plan: Plan) -> bool:
    """Whether there is such a wager, and the game itself can be solved."""
    return _inner(plan) is not None


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    """The game together with its standing wagers: the mean is counted, the square from rounds played at random."""
    inner = _inner(plan)
    assert inner is not None
    solution = inner.solve(plan, meters, executor)
    standing, stakes, sides = standing_wagers(plan), opening_stakes(plan), Sides(plan, meters)
    mean, staked = solution.mean, solution.average_bet
    for name in standing:
        mean += stakes[name] * sum(net * chance for net, chance in sides.results(name).items())
        staked += stakes[name]
    names = " and ".join(standing).replace("_", " ")
    note = (
        f"the edge is that of the game itself ({-solution.mean:.4%}) and of {names} together, which must be made; "
        f"the deviation is from {_PLAYED:,} random rounds"
    )
    square = mean * mean + _variance(plan, solution, meters)
    return replace(  # the results of both together are not counted
        solution, mean=mean, square=square, average_bet=staked, notes=(*solution.notes, note), outcomes={}, count=None
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
