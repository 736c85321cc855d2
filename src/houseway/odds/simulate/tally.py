"""What a simulation adds up, and the result it yields."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MADE, STAKED, NET, SQUARE, HITS = range(5)  # rounds with the wager, amount, net, net squared, rounds with a gain
COLUMNS = 5


def count(stake: Floats, net: Floats, made: npt.NDArray[np.bool_] | None = None) -> Floats:
    """The sums of one wager over many rounds."""
    rounds = float((stake > 0).sum() if made is None else made.sum())
    return np.array([rounds, stake.sum(), net.sum(), (net * net).sum(), float((net > 0).sum())])


def sums_of(nets: Floats, counts: npt.NDArray[np.int64]) -> Floats:
    """The sums of wagers of one unit each, from how often each outcome came; the first wager stands for all."""
    sums = np.zeros((len(nets) + 1, COLUMNS))
    rounds = float(counts.sum())
    for place, net in enumerate(nets, start=1):
        sums[place] = (rounds, rounds, counts @ net, counts @ (net * net), counts[net > 0].sum())
    sums[0] = sums[1]
    return sums


@dataclass(frozen=True, slots=True)
class WagerResult:
    """One wager: how often it was made, and what a unit staked on it yielded."""

    rounds: float  # share of rounds in which it was made
    average_stake: float  # per round, in units
    mean: float  # net per round in units
    standard_error: float
    house_edge: float  # per unit staked
    hit_frequency: float  # of the rounds in which it was made


@dataclass(frozen=True, slots=True)
class Count:
    """An event: how often it came, and its amount in units over all rounds."""

    rounds: float
    amount: float
    standard_error: float  # of the amount


@dataclass(frozen=True, slots=True)
class Result:
    """A simulation: the main wagers together per unit, and each wager by itself."""

    game: str
    strategy: str
    seed: int
    rounds: int
    unit: str
    mean: float
    standard_error: float
    std_dev: float
    average_bet: float
    hit_frequency: float
    wagers: dict[str, WagerResult]
    notes: tuple[str, ...] = ()
    counts: dict[str, Count] = field(default_factory=dict)

    def __repr__(self) -> str:
        told = f"mean {self.mean:+.4f} ± {self.standard_error:.4f} of the {self.unit}"
        return f"Result({self.game!r}, {self.rounds:,} rounds, {told})"

    def as_json(self) -> dict[str, Any]:
        """Plain data, in the manner of the odds report."""
        return {
            "game": self.game,
            "method": "simulated",
            "strategy": self.strategy,
            "rounds": self.rounds,
            "seed": self.seed,
            "main": {
                "unit": self.unit,
                "house_edge": -self.mean,
                "standard_error": self.standard_error,
                "element_of_risk": -self.mean / self.average_bet if self.average_bet else None,
                "average_bet": self.average_bet,
                "std_dev": self.std_dev,
                "hit_frequency": self.hit_frequency,
            },
            "wagers": {
                name: {
                    "made": one.rounds,
                    "average_stake": one.average_stake,
                    "mean": one.mean,
                    "standard_error": one.standard_error,
                    "house_edge": one.house_edge,
                    "hit_frequency": one.hit_frequency,
                }
                for name, one in self.wagers.items()
            },
            **({"counts": {name: asdict(one) for name, one in self.counts.items()}} if self.counts else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
        }


def _spread(row: Floats, rounds: int) -> tuple[float, float]:
    mean = float(row[NET]) / rounds
    return mean, sqrt(max(float(row[SQUARE]) / rounds - mean * mean, 0.0))


def wager_result(row: Floats, rounds: int) -> WagerResult:
    """From the sums of a wager."""
    mean, deviation = _spread(row, rounds)
    edge = -float(row[NET] / row[STAKED]) if row[STAKED] else 0.0
    hits = float(row[HITS] / row[MADE]) if row[MADE] else 0.0
    return WagerResult(
        float(row[MADE]) / rounds, float(row[STAKED]) / rounds, mean, deviation / sqrt(rounds), edge, hits
    )


def result(
    game: str, strategy: str, seed: int, rounds: int, unit: str, names: Sequence[str], sums: Floats,
    notes: tuple[str, ...], counted: Sequence[str] = (),
) -> Result:  # fmt: skip
    """From sums whose first row is all main wagers together, the others the wagers in order, then the events."""
    mean, deviation = _spread(sums[0], rounds)
    wagers = {name: wager_result(row, rounds) for name, row in zip(names, sums[1:], strict=False)}
    counts = {
        name: Count(float(row[MADE]) / rounds, mean_of, spread / sqrt(rounds))
        for name, row in zip(counted, sums[1 + len(names) :], strict=True)
        for mean_of, spread in (_spread(row, rounds),)
    }
    return Result(
        game, strategy, seed, rounds, unit, mean, deviation / sqrt(rounds), deviation,
        float(sums[0, STAKED]) / rounds, float(sums[0, HITS]) / rounds, wagers, notes, counts,
    )  # fmt: skip
