"""What a player wins who knows every card that is gone: shoes dealt at random to a depth, the wager counted exactly.

No count of cards wins more. Where suits or pairs decide, a linear count tells little and this is the measure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from houseway.odds.blackjack.values import Floats
from houseway.odds.exposure.counting import Shoe, Yield

_SEED = 21


@dataclass(frozen=True, slots=True)
class Perfect:
    """The yield of a shoe, and the standard error of the units won."""

    found: Yield
    error: float


def perfect_yield(mean: Callable[[Floats], float], copies: Floats, shoe: Shoe, shoes: int) -> Perfect:
    """One unit bet whenever the cards left give the player the edge, over so many shoes dealt at random."""
    rng = np.random.default_rng(_SEED)
    cards = np.repeat(np.arange(len(copies)), copies.astype(np.int64))
    bets, units = np.zeros(shoes), np.zeros(shoes)
    for number in range(shoes):
        order = rng.permutation(cards)
        for round_ in range(shoe.rounds):
            left = np.bincount(order[int(round_ * shoe.per_round) :], minlength=len(copies)).astype(np.float64)
            edge = mean(left)
            bets[number] += edge > 0
            units[number] += max(edge, 0.0)
    error = float(units.std(ddof=1)) / sqrt(shoes) if shoes > 1 else 0.0
    return Perfect(Yield(shoe.rounds, float(bets.mean()), float(units.mean())), error)
