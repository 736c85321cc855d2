"""Deals drawn at random where a count is out of reach: the same seed gives the same deals on every machine."""

from collections import Counter

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.counts import PatternCounts
from houseway.odds.house_poker.batch import Batch, Cards
from houseway.odds.house_poker.pattern_counts import Label, Piles
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.odds.simulate.deals import deals
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError

DEALS = 2_000_000


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
