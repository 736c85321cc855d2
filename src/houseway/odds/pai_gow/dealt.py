"""Showdowns that are not counted but dealt at random: where the dealer's cards lie open, and where suits set hands.

Of the best of all settings, once a seat has seen the dealer's cards, only how often the outcome is another one than the
house way's is sampled; the rest is known from the count.
"""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from houseway.odds.arrays import Ints
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pai_gow.pairs import LOSE, OUTCOMES, WIN, outcome
from houseway.odds.pai_gow.setting import Values, all_settings
from houseway.odds.pai_gow.showdown import Showdown
from houseway.odds.pai_gow.simulate import Dealt, PaiGowEngine, house_way_engine
from houseway.odds.simulate.deals import SEED
from houseway.odds.simulate.setup import Setup
from houseway.play.pai_gow.plan import DEALER, PLAYER
from houseway.rules.load import portable

_BLOCKS, _ROUNDS = 160, 1 << 16
_WAY_BLOCKS, _WAY_ROUNDS = 64, 1 << 15  # of a house way


@njit(cache=True, nogil=True)
def _best(
    place: Ints, rows: Ints, low: Ints, high: Ints, other_low: Ints, other_high: Ints, strict: bool, out: Ints
) -> None:
    """For some rows of hands the best outcome among all settings, listed under their place, that are not foul."""
    for row in rows:
        best = LOSE
        own = place[row]
        for one in range(low.shape[1]):
            if high[own, one] > low[own, one]:
                best = max(best, outcome(low[own, one], high[own, one], other_low[row], other_high[row], strict))
                if best == WIN:
                    break
        out[row] = best


@dataclass(frozen=True)
class OpenCards:
    """Rounds in which the seat sets by the dealer's cards."""

    setup: Setup
    shown: Ints  # the rows, as bits, that a dealer's hand may meet

    @cached_property
    def engine(self) -> PaiGowEngine:
        return house_way_engine(self.setup)

    @cached_property
    def _by_ranks(self) -> tuple[Ints, Ints]:
        return all_settings(self.engine.plan, self.engine.classes.plain.cards)

    def outcomes(self, hands: Mapping[str, Dealt], dealer: Values) -> Ints:
        """The best outcome of each round."""
        mine, strict = hands[PLAYER], self.engine.strict
        out = np.empty(len(mine.place), np.int64)
        low, high = self._by_ranks
        _best(mine.place, np.flatnonzero(~mine.flush), low, high, dealer.low, dealer.high, strict, out)
        apart = np.flatnonzero(mine.flush)
        own = np.zeros(len(out), np.int64)
        own[apart] = np.arange(len(apart))
        low, high = all_settings(self.engine.plan, np.ascontiguousarray(mine.cards[apart]))
        _best(own, apart, low, high, dealer.low, dealer.high, strict, out)
        return out

    def changes(self, block: int) -> tuple[Ints, Ints]:
        """Sums and sums of products over rounds: outcomes of the best setting less those of the house way."""
        hands = self.engine.read(self.engine.deal(block, _ROUNDS))
        dealer = self.engine.values(DEALER, hands)
        by_house, best = self.engine.outcomes(PLAYER, hands, dealer), self.outcomes(hands, dealer)
        label = np.searchsorted(self.shown, self.engine.shows(hands))
        other = np.flatnonzero(best != by_house)
        after, before = (label * OUTCOMES + best)[other], (label * OUTCOMES + by_house)[other]
        size = len(self.shown) * OUTCOMES
        sums = np.bincount(after, minlength=size) - np.bincount(before, minlength=size)
        products = np.zeros((size, size), np.int64)
        for one, two, sign in ((after, after, 1), (before, before, 1), (after, before, -1), (before, after, -1)):
            np.add.at(products, (one, two), sign)
        return sums, products


def with_open_cards(game: str, house: Mapping[str, Any], found: Showdown, executor: Executor) -> Showdown:
    """The showdown of a seat that sets by the dealer's open cards, from that of one that sets the house way."""
    kit = SharedInput(OpenCards, Setup(portable(game), dict(house), seed=SEED), np.array(found.shown, np.int64))
    size = found.chances.size
    sums, products = np.zeros(size), np.zeros((size, size))
    for some, squares in executor.over(kit, OpenCards.changes, list(np.ndindex(_BLOCKS)), os.cpu_count() or 1):
        sums += some
        products += squares
    rounds = _BLOCKS * _ROUNDS
    means = sums / rounds
    covariance = (products / rounds - np.outer(means, means)) / rounds
    return Showdown(found.shown, found.chances + means.reshape(found.chances.shape), covariance)


def _play(engine: PaiGowEngine, block: int) -> Counter[tuple[int, int]]:
    """How often each outcome came with what the dealer showed."""
    hands = engine.read(engine.deal(block, _WAY_ROUNDS))
    results = engine.outcomes(PLAYER, hands, engine.values(DEALER, hands))
    return Counter(zip(engine.shows(hands).tolist(), results.tolist(), strict=True))


def dealt_showdown(game: str, house: Mapping[str, Any], executor: Executor) -> Showdown:
    """Chances as they came, with their covariance."""
    kit = SharedInput(house_way_engine, Setup(portable(game), dict(house), seed=SEED))
    found: Counter[tuple[int, int]] = Counter()
    for some in executor.over(kit, _play, list(np.ndindex(_WAY_BLOCKS)), os.cpu_count() or 1):
        found.update(some)
    shown = tuple(sorted({bits for bits, _ in found}))
    rounds = found.total()
    chances = np.array([[found[bits, result] for result in range(OUTCOMES)] for bits in shown]) / rounds
    line = chances.ravel()
    return Showdown(shown, chances, (np.diag(line) - np.outer(line, line)) / rounds)
