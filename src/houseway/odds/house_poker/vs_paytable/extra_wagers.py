"""Required wagers on cards that no decision touches: their means are added to the game's, exactly.

How they vary together with the seat's own result is taken from deals drawn at random and played by the strategy.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from houseway.odds.house_poker.batch import Batch, Cards
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.simulate.deals import deals
from houseway.play.house_poker.plan import Plan

_DEALS = 1_000_000


def add_wagers(
    plan: Plan, meters: Mapping[str, float], wager: str, others: tuple[str, ...], played: Solution,
    after: Callable[[Mapping[str, Cards]], Cards],
) -> Solution:  # fmt: skip
    """The solution of the game with one unit on each of `others` too; `after` gives what the seats hold at the end."""
    sides = Sides(plan, meters)
    results = [sides.results(name) for name in others]
    means = [sum(net * chance for net, chance in result.items()) for result in results]
    squares = [sum(net * net * chance for net, chance in result.items()) for result in results]
    count = len(others) + 1
    sums, products, total = np.zeros(count), np.zeros((count, count)), 0
    for cards in deals(plan.game.spec.deck, cards_needed(plan), _DEALS):
        (piles,) = seated(plan, cards)
        batch = Batch(plan, {**piles, "player": after(piles)}, meters)
        nets = np.stack([batch.nets(name) for name in (wager, *others)])
        sums += nets.sum(axis=1)
        products += nets @ nets.T
        total += nets.shape[1]
    together = products / total - np.outer(sums, sums) / total**2
    mean = played.mean + sum(means)
    variance = played.square - played.mean**2 + sum(s - m * m for s, m in zip(squares, means, strict=True))
    variance += float(together.sum() - np.trace(together))
    note = (
        f"the standard deviation takes from {total:,} sampled deals how {wager} and {', '.join(others)} vary together"
    )
    return replace(
        played, mean=mean, square=variance + mean * mean, average_bet=played.average_bet + len(others),
        outcomes={}, notes=(*played.notes, note),
    )  # fmt: skip
