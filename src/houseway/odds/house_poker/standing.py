"""Games beside which a wager must be made that no decision touches: it is counted alone and added to the rest."""

from collections.abc import Mapping, Sequence
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
from houseway.odds.house_poker.wagers import main_wagers, opening_stakes, prices_of, standing_wagers
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
    return solve_all([plan], meters, executor)[0]


def solve_all(plans: Sequence[Plan], meters: Mapping[str, float], executor: Executor = LOCAL) -> list[Solution]:
    """Games that differ in prices; those that pay standing wagers otherwise and nothing else are solved once."""
    alike: dict[tuple[object, ...], list[Plan]] = {}
    for plan in plans:
        names = standing_wagers(plan)
        played = [name for name in main_wagers(plan) if name not in names]
        alike.setdefault(prices_of(plan, played), []).append(plan)
    found: dict[int, Solution] = {}
    for same in alike.values():
        inner = _inner(same[0])
        assert inner is not None
        solution = inner.solve(same[0], meters, executor)
        stakes = {name: opening_stakes(same[0])[name] for name in standing_wagers(same[0])}
        counted = solution.count_extra_wagers(same, stakes) if solution.count_extra_wagers is not None else None
        for place, plan in enumerate(same):
            found[id(plan)] = _together(plan, meters, solution, stakes, counted[place] if counted else None)
    return [found[id(plan)] for plan in plans]


def _together(
    plan: Plan, meters: Mapping[str, float], solution: Solution, stakes: Mapping[str, float],
    counts: dict[float, int] | None,
) -> Solution:  # fmt: skip
    """A game with its standing wagers, whose deals are counted where they can be."""
    sides, mean = Sides(plan, meters), solution.mean
    for name, stake in stakes.items():
        mean += stake * sum(net * chance for net, chance in sides.results(name).items())
    note = (
        f"the edge is that of the game itself ({-solution.mean:.4%}) and of {' and '.join(stakes).replace('_', ' ')} "
        "together, which must be made"
    )
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
