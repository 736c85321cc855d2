"""What a seat at the tiles gains that knows a tile of the dealer, or the tiles of the other seats.

Deals are drawn at random. For each, all hands that the dealer may still have are set the house way and counted against
every setting of the own tiles; the gain is the best setting's value less that of the setting that is best without the
knowledge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt

import numpy as np

from houseway.cards.tiles import TILES as BAG
from houseway.odds.arrays import Floats, Ints
from houseway.odds.executor import Progress
from houseway.odds.exposure.informed import Gain
from houseway.odds.tiles.kinds import best_of, best_set, worth_of
from houseway.odds.tiles.nets import Nets, on_tiles
from houseway.play.tiles.table import HAND

_STATES = 3000
_SEED = 31
_EVEN = 1e-12  # settings that differ by less are worth the same


@dataclass(frozen=True)
class Bag:
    """Every hand of four tiles of the bag, what the dealer plays with it, and what a seat's wager yields."""

    nets: Nets

    @cached_property
    def _hands(self) -> Ints:
        return np.array(list(combinations(range(len(BAG)), HAND)), np.int64)

    @cached_property
    def _held(self) -> Ints:
        """[hand]: its tiles as bits."""
        found: Ints = (1 << self._hands).sum(axis=1)
        return found

    @cached_property
    def _defends(self) -> Ints:
        """[hand, high or low] of the dealer's house way."""
        kinds = self.nets.kinds
        faces = np.sort(np.array(BAG, np.int64)[self._hands], axis=1)
        places = np.array([kinds.numbers[tuple(hand)] for hand in faces.tolist()], np.int64)
        return kinds.chosen(kinds.values, kinds.house)[places]

    @cached_property
    def worth(self) -> Floats:
        """[lose, push, win] of the wager on the tiles, over all falls of the dice."""
        found: Floats = self.nets.tiles(on_tiles(self.nets.plan)[0]).mean(axis=1)
        return found

    @cached_property
    def unknowing(self) -> Ints:
        """[kind]: the setting that is best where nothing but the own tiles is known."""
        kinds = self.nets.kinds
        return best_of(kinds, worth_of(kinds.against.seat, self.worth))

    @property
    def edge(self) -> float:
        """Of the house against that setting."""
        kinds = self.nets.kinds
        return -float(best_set(kinds, kinds.against.seat, self.worth).outcomes @ self.worth)

    def kind(self, own: Sequence[int]) -> int:
        return self.nets.kinds.numbers[tuple(sorted(BAG[tile] for tile in own))]

    def values(self, own: Sequence[int], elsewhere: Sequence[int], dealers: Sequence[int]) -> Floats:
        """[setting] of the own tiles where others are known: in other hands, and in the dealer's."""
        gone, seen = (sum(1 << int(tile) for tile in tiles) for tiles in ((*own, *elsewhere), dealers))
        possible = self._defends[(self._held & gone == 0) & (self._held & seen == seen)]
        attacks = self.nets.kinds.attacks[self.kind(own)]
        won = (attacks[:, None, :] > possible[None]).sum(axis=2)
        found: Floats = self.worth[won].mean(axis=1)
        return found


def gain(bag: Bag, seats: int, dealers: int, progress: Progress) -> Gain:
    """What a seat gains that sees the hands of so many seats, its own among them, and so many tiles of the dealer."""
    rng = np.random.default_rng(_SEED)
    gains = np.zeros(_STATES)
    for state in range(_STATES):
        tiles = rng.permutation(len(BAG)).tolist()
        own, elsewhere, dealt = tiles[:HAND], tiles[HAND : seats * HAND], tiles[seats * HAND :]
        values = bag.values(own, elsewhere, dealt[:dealers])
        gains[state] = values.max() - values[bag.unknowing[bag.kind(own)]]
        progress((state + 1) / _STATES)
    error = float(gains.std(ddof=1)) / sqrt(_STATES)
    return Gain(float(gains.mean()), error, _STATES, float((gains > _EVEN).mean()))
