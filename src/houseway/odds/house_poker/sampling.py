"""Deals drawn at random where a count is out of reach: the same seed gives the same deals on every machine."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.decks import deck
from houseway.odds.house_poker.batch import Batch, Cards
from houseway.odds.house_poker.pattern_counts import Label, PatternCounts, Piles
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError

SEED = 20_240_601
DEALS = 2_000_000
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


def seated(plan: Plan, cards: Cards, seats: int = 1) -> list[Piles]:
    """The piles that each seat sees; `cards` holds the shared piles first, then one hand after the other."""
    sizes = pile_sizes(plan)
    shared: Piles = {}
    at = 0
    for pile, size in sizes.items():
        if pile != "player":
            shared[pile] = cards[:, at : at + size]
            at += size
    own = sizes.get("player", 0)
    return [{**shared, "player": cards[:, at + seat * own : at + (seat + 1) * own]} for seat in range(seats)]


def cards_needed(plan: Plan, seats: int = 1) -> int:
    sizes = pile_sizes(plan)
    own = sizes.pop("player", 0)
    return sum(sizes.values()) + seats * own


def seats_dealt(plan: Plan) -> int:
    """How many seats the deck has cards for."""
    shared = cards_needed(plan, 0)
    return (len(deck(plan.game.spec.deck)) - shared) // max(1, cards_needed(plan) - shared)


def sample(plan: Plan, label: Label, total: int = DEALS) -> PatternCounts:
    """Deals of one seat by label, sampled."""
    if plan.game.spec.packs:
        raise RuleError("cards of several packs are counted, not dealt at random", f"{plan.game.spec.id}: packs")
    found: Counter[int] = Counter()
    for cards in deals(plan.game.spec.deck, cards_needed(plan), total):
        labels, counts = np.unique(label(Batch(plan, seated(plan, cards)[0])), return_counts=True)
        found.update(dict(zip(labels.tolist(), counts.tolist(), strict=True)))
    return PatternCounts(found, sampled=True)
