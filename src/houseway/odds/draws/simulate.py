"""The wheel and keno in blocks: spins and draws counted, each outcome priced once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from houseway.odds.arrays import Ints
from houseway.odds.draws.price import case_payoff
from houseway.odds.simulate.setup import Engine, EngineInfo, Setup
from houseway.odds.simulate.streams import below, mixed, next_counter, stream
from houseway.odds.simulate.tally import HITS, Floats, sums_of
from houseway.play.core.cases import deciding
from houseway.play.draws.keno import read_rates
from houseway.play.draws.wheel import load_plan
from houseway.rules.draws import Keno, Wheel
from houseway.rules.game import Game, load_game

_SPINS, _DRAWS = 1 << 20, 1 << 16
_NOTE = "every wager stands by itself, one unit on each in every round; the first line is the first wager"


@njit(cache=True, nogil=True)
def _spin(rounds: int, counter: np.uint64, out: Ints) -> None:
    for _ in range(rounds):
        counter = next_counter(counter)
        out[below(mixed(counter), len(out))] += 1


@njit(cache=True, nogil=True)
def _draw(rounds: int, counter: np.uint64, numbers: int, take: int, out: Ints) -> None:
    """Count catches: out[spots, caught] for tickets that mark the first numbers."""
    balls = np.arange(numbers)
    caught = np.zeros(out.shape[0], np.int64)
    for _ in range(rounds):
        caught[:] = 0
        for place in range(take):
            counter = next_counter(counter)
            other = place + below(mixed(counter), numbers - place)
            balls[place], balls[other] = balls[other], balls[place]
            if balls[place] < out.shape[0] - 1:
                caught[balls[place] + 1] += 1
        total = 0
        for spots in range(1, out.shape[0]):
            total += caught[spots]
            out[spots, total] += 1


@dataclass(frozen=True)
class WheelEngine:
    """Every symbol of the wheel."""

    setup: Setup
    spec: Wheel

    @cached_property
    def info(self) -> EngineInfo:
        names = tuple(self.spec.wagers)
        return EngineInfo(names, names[0], _SPINS, "none", (_NOTE,))

    @cached_property
    def _nets(self) -> Floats:
        wagers = load_plan(self.setup.game, self.setup.house).wagers.values()
        cases = [[deciding(wager.cases, section) for section in self.spec.sections] for wager in wagers]
        return np.array([[case_payoff(case).net for case in row] for row in cases])

    def play(self, block: int, rounds: int) -> Floats:
        counts = np.zeros(len(self.spec.sections), np.int64)
        _spin(rounds, stream(self.setup.seed, block), counts)
        return sums_of(self._nets, counts)


@dataclass(frozen=True)
class KenoEngine:
    """Tickets of every number of spots that the card has a rate for."""

    setup: Setup
    game: Game[Keno]

    @cached_property
    def _rates(self) -> dict[int, dict[int, Any]]:
        return {marked: dict(row) for marked, row in sorted(read_rates(self.game).items())}

    @cached_property
    def info(self) -> EngineInfo:
        names = tuple(f"{marked}_spot" for marked in self._rates)
        return EngineInfo(names, names[0], _DRAWS, "none", (_NOTE,))

    def play(self, block: int, rounds: int) -> Floats:
        spec, most = self.game.spec, max(self._rates)
        counts = np.zeros((most + 1, most + 1), np.int64)
        _draw(rounds, stream(self.setup.seed, block), spec.numbers, spec.drawn, counts)
        parts = []
        for marked, row in self._rates.items():
            net = np.array([float(row.get(caught, 0)) - 1.0 for caught in range(most + 1)])
            sums = sums_of(net[None], counts[marked])[1]
            sums[HITS] = counts[marked][net > -1].sum()  # a ticket that gets its price back counts as paid
            parts.append(sums)
        return np.array([parts[0], *parts])


def engine(setup: Setup) -> Engine:
    game: Game[Any] = load_game(setup.game, setup.house)
    return WheelEngine(setup, game.spec) if isinstance(game.spec, Wheel) else KenoEngine(setup, game)
