"""Deals drawn at random: the same seed gives the same deals on every machine."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.decks import deck
from houseway.odds.arrays import Cards
from houseway.rules.errors import RuleError

SEED = 20_240_601
DEALS_AT_ONCE = 100_000


@njit(cache=True)
def _deal(cards: Cards, picks: npt.NDArray[np.float64], out: Cards) -> None:
    """The first cards of a shuffled deck, one row a deal, by a shuffle that stops when enough are dealt."""
    shoe = cards.copy()
    for row in range(out.shape[0]):
        for place in range(out.shape[1]):
            other = place + int(picks[row, place] * (len(shoe) - place))
            shoe[place], shoe[other] = shoe[other], shoe[place]
            out[row, place] = shoe[place]


def deals(name: str, count: int, total: int, seed: int = SEED) -> Iterator[Cards]:
    """`total` deals of `count` cards from the named deck, some at a time."""
    shoe = np.array(deck(name), np.uint8)
    if count > len(shoe):
        raise RuleError("the deck does not hold enough cards for so many seats", "seats")
    for number, start in enumerate(range(0, total, DEALS_AT_ONCE)):
        rows = min(DEALS_AT_ONCE, total - start)
        picks = np.random.default_rng([seed, number]).random((rows, count))
        out = np.empty((rows, count), np.uint8)
        _deal(shoe, picks, out)
        yield out
