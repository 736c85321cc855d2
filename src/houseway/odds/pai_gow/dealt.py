"""The showdown of a house way that looks at more than ranks and flushes: from rounds dealt at random."""

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pai_gow.pairs import OUTCOMES
from houseway.odds.pai_gow.showdown import Showdown
from houseway.odds.pai_gow.simulate import PaiGowEngine, house_way_engine
from houseway.odds.simulate.deals import SEED
from houseway.odds.simulate.setup import Setup
from houseway.play.pai_gow.plan import DEALER, PLAYER
from houseway.rules.load import portable

_BLOCKS, _ROUNDS = 64, 1 << 15


def _play(engine: PaiGowEngine, block: int) -> Counter[tuple[int, int]]:
    """How often each outcome came with what the dealer showed."""
    hands = engine.read(engine.deal(block, _ROUNDS))
    results = engine.outcomes(PLAYER, hands, engine.values(DEALER, hands))
    return Counter(zip(engine.shows(hands).tolist(), results.tolist(), strict=True))


def dealt_showdown(game: str, house: Mapping[str, Any], executor: Executor) -> Showdown:
    """Chances as they came, with their covariance."""
    kit = SharedInput(house_way_engine, Setup(portable(game), dict(house), seed=SEED))
    found: Counter[tuple[int, int]] = Counter()
    for some in executor.over(kit, _play, list(np.ndindex(_BLOCKS)), os.cpu_count() or 1):
        found.update(some)
    shown = tuple(sorted({bits for bits, _ in found}))
    rounds = found.total()
    chances = np.array([[found[bits, result] for result in range(OUTCOMES)] for bits in shown]) / rounds
    line = chances.ravel()
    return Showdown(shown, chances, (np.diag(line) - np.outer(line, line)) / rounds)
