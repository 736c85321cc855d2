"""The best linear count of a wager and what it yields: from the effect of removing each card of a shoe.

Removing cards moves the edge by the sum of their effects, enlarged by (N - 1) / n when n of N cards are left; over
shuffles that sum is nearly normal, so what a player wins who bets only with the edge follows in closed form (Griffin).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from houseway.odds.blackjack.values import Floats

DECK = 52
_NORMAL = NormalDist()
_LEVELS = (1, 2, 3, 4)  # the largest tag of a count
_NOTHING = 1e-12  # effects below this are those of rounding
_GOOD = 0.97  # the correlation from which a simpler count is taken
_SEED = 21


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe: how many cards of each kind, how many are used before the cut card, how many a round takes."""

    cards: Mapping[str, int]
    dealt: float
    per_round: float

    @property
    def size(self) -> int:
        return sum(self.cards.values())

    def mean(self, values: Mapping[str, float]) -> float:
        """Of values by kind, over all cards."""
        return sum(n * values[kind] for kind, n in self.cards.items()) / self.size

    def apart(self, values: Mapping[str, float]) -> dict[str, float]:
        """By how much each kind's value is above the mean."""
        mean = self.mean(values)
        return {kind: values[kind] - mean for kind in self.cards}

    def cross(self, one: Mapping[str, float], two: Mapping[str, float]) -> float:
        """The products of two values of each card, added up."""
        return sum(n * one[kind] * two[kind] for kind, n in self.cards.items())

    @property
    def rounds(self) -> int:
        """Whole rounds before the cut card; of the one that it falls in a normal law says too much."""
        return max(1, int(self.dealt / self.per_round))


@dataclass(frozen=True, slots=True)
class Removal:
    """A wager: what the player expects of a full shoe, and by how much that changes when a card of a kind is gone."""

    expectation: float
    effects: Mapping[str, float]

    def spread(self, shoe: Shoe) -> float:
        """The deviation of the effect of one card drawn from the shoe."""
        apart = shoe.apart(self.effects)
        return sqrt(shoe.cross(apart, apart) / shoe.size)


@dataclass(frozen=True, slots=True)
class Count:
    """A count in whole tags, the true count from which the wager is worth making, and what it wins."""

    tags: Mapping[str, int]
    correlation: float
    trigger: float | None  # per deck left, less the mean tag of the cards gone; None: never worth making


@dataclass(frozen=True, slots=True)
class Yield:
    """One unit bet whenever the player has the edge: rounds of a shoe, rounds bet, units won, edge when betting."""

    rounds: int
    bets: float
    units: float

    @property
    def edge(self) -> float:
        return self.units / self.bets if self.bets > 0 else 0.0


def best_count(removal: Removal, shoe: Shoe) -> Count:
    """The simplest whole tags that go closely with the effects, balanced or not."""
    apart = shoe.apart(removal.effects)
    if removal.spread(shoe) <= _NOTHING:
        return Count(dict.fromkeys(shoe.cards, 0), 0.0, None)
    largest = max(map(abs, apart.values()))
    found: list[tuple[float, dict[str, int]]] = []
    for level in _LEVELS:
        for step in range(20):
            scale = (level - 0.5 + step / 20 + 0.025) / largest
            tags = {kind: round(value * scale) for kind, value in apart.items()}
            if max(map(abs, tags.values())) == level:
                found.append((correlation(tags, apart, shoe), tags))
        best = max(found, key=lambda one: one[0])
        if best[0] >= _GOOD:
            break
    ratio, tags = max(found, key=lambda one: one[0])
    slope = slope_of(tags, apart, shoe)
    trigger = -removal.expectation / slope if slope > 0 else None
    if trigger is not None and trigger > DECK * (shoe.mean(tags) - min(tags.values())):
        trigger = None  # more than any cards left could yield
    return Count(tags, ratio, trigger)


def correlation(tags: Mapping[str, float], effects: Mapping[str, float], shoe: Shoe) -> float:
    """How closely tags go with effects, over the cards of the shoe."""
    one, two = shoe.apart(tags), shoe.apart(effects)
    norms = shoe.cross(one, one), shoe.cross(two, two)
    return shoe.cross(one, two) / sqrt(norms[0] * norms[1]) if min(norms) > 0 else 0.0


def slope_of(tags: Mapping[str, float], effects: Mapping[str, float], shoe: Shoe) -> float:
    """By how much a point of the true count moves the expectation."""
    apart = shoe.apart(tags)
    square = shoe.cross(apart, apart)
    return shoe.cross(apart, effects) / square * (shoe.size - 1) / DECK if square > 0 else 0.0


def yield_of(removal: Removal, shoe: Shoe, ratio: float = 1.0, offered: float = 1.0) -> Yield:
    """What a count with this correlation to the effects wins in a shoe; `offered`: in this share of the rounds."""
    size, one = shoe.size, removal.spread(shoe) * ratio
    bets = units = 0.0
    for number in range(shoe.rounds):
        gone = number * shoe.per_round
        left = size - gone
        spread = one * sqrt((size - 1) * gone / left)
        if spread <= 0:
            positive, won = float(removal.expectation > 0), max(removal.expectation, 0.0)
        else:
            z = removal.expectation / spread
            positive = _NORMAL.cdf(z)
            won = removal.expectation * positive + spread * _NORMAL.pdf(z)
        bets += positive
        units += won
    return Yield(shoe.rounds, bets * offered, units * offered)


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
