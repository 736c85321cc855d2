"""What a session of many rounds yields: the exact results of one round, added up with themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from houseway.odds.arrays import Floats

_MOST_BINS = 1 << 22
_SOON = 1 << 20
_STEPS = (1.0, 0.5, 0.25, 0.05)


@dataclass(frozen=True)
class Session:
    """Net results in units at even steps, and the chance of each."""

    rounds: int
    nets: Floats
    chances: Floats

    @property
    def mean(self) -> float:
        return float(self.nets @ self.chances)

    @property
    def std_dev(self) -> float:
        return sqrt(max(float(self.nets**2 @ self.chances) - self.mean**2, 0.0))

    def below(self, net: float) -> float:
        """The chance to end below a net result."""
        return float(self.chances[self.nets < net - 1e-9].sum())

    def percentile(self, share: float) -> float:
        place = int(np.searchsorted(np.cumsum(self.chances), share))
        return float(self.nets[min(place, len(self.nets) - 1)])


def fits_exactly(outcomes: Mapping[float, float], rounds: int) -> bool:
    """Whether all results lie on even steps, and the sum of so many rounds on a number of them that is soon counted."""
    nets = np.array(list(outcomes), float)
    step = next((one for one in _STEPS if np.allclose(nets / one, np.round(nets / one), atol=1e-6)), 0.0)
    return step > 0 and rounds * float(nets.max() - nets.min()) / step < _SOON


def _step(nets: Floats, rounds: int) -> float:
    """The widest step on which all results lie, or the finest; wider where the session would need too many."""
    even = [step for step in _STEPS if np.allclose(nets / step, np.round(nets / step), atol=1e-6)]
    step = even[0] if even else _STEPS[-1]
    span = rounds * float(nets.max() - nets.min())
    while span / step >= _MOST_BINS:
        step *= 2
    return step


def session(outcomes: Mapping[float, float], rounds: int) -> Session:
    """The distribution of the sum of independent rounds, by convolution; results between two steps are split evenly."""
    nets = np.array(list(outcomes), float)
    chances = np.array(list(outcomes.values()), float)
    step = _step(nets, rounds)
    low = float(np.floor(nets.min() / step))
    places = nets / step - low
    size = ceil(places.max()) + 2
    one = np.zeros(size)
    left = np.floor(places + 1e-9).astype(int)
    share = np.clip(places - left, 0.0, 1.0)
    np.add.at(one, left, chances * (1 - share))
    np.add.at(one, left + 1, chances * share)
    length = rounds * (size - 1) + 1
    padded = 1 << (length - 1).bit_length()
    sums = np.fft.irfft(np.fft.rfft(one / one.sum(), padded) ** rounds, padded)[:length]
    sums = np.maximum(sums, 0.0)
    return Session(rounds, (np.arange(length) + rounds * low) * step, sums / sums.sum())


def normal_session(mean: float, std_dev: float, rounds: int) -> Session:
    """A session known only by the mean and deviation of a round: the normal curve, which the sum comes near to."""
    middle, spread = rounds * mean, sqrt(rounds) * std_dev
    if not spread:
        return Session(rounds, np.array([middle]), np.ones(1))
    nets = np.linspace(middle - 5 * spread, middle + 5 * spread, 2001)
    heights = np.exp(-(((nets - middle) / spread) ** 2) / 2)
    return Session(rounds, nets, heights / heights.sum())
