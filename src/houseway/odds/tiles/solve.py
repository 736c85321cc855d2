"""The game on the tiles under its best setting and under the house way, counted whole."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.tiles.kinds import Kinds

_EVEN = 1e-12  # settings that differ by less are worth the same


@dataclass(frozen=True)
class Set:
    """A way to set every kind of hand, and how often each outcome comes of it."""

    settings: Ints  # by kind
    outcomes: Floats  # lose, push, win


def worth_of(counts: Ints, worth: Sequence[float] | Floats) -> Floats:
    """[kind, setting] -> the mean result at these nets for losing, pushing and winning."""
    found: Floats = counts @ np.asarray(worth, np.float64) / counts.sum(axis=2)
    return found


def set_by(kinds: Kinds, counts: Ints, settings: Ints) -> Set:
    """What comes of these settings."""
    chosen = kinds.chosen(counts, settings)
    return Set(settings, kinds.shares @ (chosen / chosen.sum(axis=1, keepdims=True)))


def best_of(kinds: Kinds, scores: Floats) -> Ints:
    """The setting of the highest score for each kind; of equal ones the house way."""
    best = scores.argmax(axis=1)
    house = scores[np.arange(len(best)), kinds.house]
    return np.where(house >= scores.max(axis=1) - _EVEN, kinds.house, best)


def best_set(kinds: Kinds, counts: Ints, worth: Sequence[float] | Floats) -> Set:
    """The best setting of every kind against the house way."""
    return set_by(kinds, counts, best_of(kinds, worth_of(counts, worth)))
