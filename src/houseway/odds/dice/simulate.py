"""Dice games in blocks: every wager made once a round and rolled until it is decided."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.odds.arrays import Ints
from houseway.odds.dice.price import net_of
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.tally import COLUMNS, Floats
from houseway.play.core.cases import deciding
from houseway.play.dice.plan import Plan, Throw, WagerPlan, load_plan

_BLOCK = 1 << 16
_NOTE = "every wager stands by itself, one unit on each in every round; the first line is the first wager"


@dataclass(frozen=True)
class DiceEngine:
    """Every wager on rolls; odds are made with the wager they stand behind."""

    setup: Setup
    plan: Plan

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, wager in self.plan.wagers.items() if wager.spec.offered and not wager.spec.supports)

    @property
    def info(self) -> EngineInfo:
        return EngineInfo(self.names, self.names[0], _BLOCK, "no decisions", (_NOTE,))

    def play(self, block: int, rounds: int) -> Floats:
        rng = np.random.default_rng([self.setup.seed, block])
        nets = np.stack([_played(self.plan, self.plan.wagers[name], rng, rounds) for name in self.names])
        sums = np.zeros((len(nets) + 1, COLUMNS))
        for place, net in enumerate(nets, start=1):
            sums[place] = (rounds, rounds, net.sum(), (net * net).sum(), (net > 0).sum())
        sums[0] = sums[1]
        return sums


def _tables(plan: Plan, wager: WagerPlan) -> tuple[Floats, Ints]:
    """By own point (0: none) and roll: the net result (nan: not decided), and the point that follows."""
    most = 6 * plan.game.spec.dice
    sides = 6**plan.game.spec.dice
    nets, points = np.full((most + 1, sides), np.nan), np.zeros((most + 1, sides), np.int64)
    for number in range(sides):
        roll = tuple(number // 6**die % 6 + 1 for die in range(plan.game.spec.dice))
        for point in range(most + 1):
            case = deciding(wager.cases, Throw(roll, point))
            if case.pay is not None:
                nets[point, number] = net_of(wager, case.pay)
            points[point, number] = sum(roll) if case.outcome == "point" else point
    return nets, points


def _played(plan: Plan, wager: WagerPlan, rng: np.random.Generator, rounds: int) -> Floats:
    nets, points = _tables(plan, wager)
    found, point = np.full(rounds, np.nan), np.zeros(rounds, np.int64)
    waiting = np.arange(rounds)
    while waiting.size:
        roll = rng.integers(0, nets.shape[1], waiting.size)
        own = point[waiting]
        found[waiting] = nets[own, roll]
        point[waiting] = points[own, roll]
        waiting = waiting[np.isnan(found[waiting])]
    return found


def engine(setup: Setup) -> DiceEngine:
    return DiceEngine(setup, load_plan(setup.game, dict(setup.house)))
