"""Prices games without a decision: the one wager that must be made is counted like a side wager."""

from collections.abc import Mapping

from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.decision_tree import alone, read_tree
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.wagers import main_wagers, unit_of
from houseway.play.house_poker.plan import Plan


def fits(plan: Plan) -> bool:
    """No decision, and one wager on a pay table."""
    wagers = main_wagers(plan)
    idle = not read_tree(plan).decisions
    return idle and len(wagers) == 1 and alone(plan.wagers[wagers[0]]) and plan.wagers[wagers[0]].table is not None


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    del executor
    unit = unit_of(plan)
    counts = {net: count for net, count in Sides(plan, meters).counts(unit).items() if count}
    cycle = sum(counts.values())
    chances = {net: count / cycle for net, count in counts.items()}
    mean = sum(net * chance for net, chance in chances.items())
    square = sum(net * net * chance for net, chance in chances.items())
    return Solution(
        unit, mean, square, 1.0, {"rules": [{"when": "always", "do": "nothing to decide", "share": 1.0}]},
        outcomes=chances, count=lambda: counts,
    )  # fmt: skip
