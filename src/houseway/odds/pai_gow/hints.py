"""Hints for pai gow poker: what each setting is worth against many hands of a dealer who sets the house way."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np

from houseway.cards.decks import deck
from houseway.cards.text import format_card, parse_card
from houseway.odds.hints import Hint, ranked
from houseway.odds.pai_gow.nets import main_wager, set_nets
from houseway.odds.pai_gow.setting import all_settings, set_hands
from houseway.play.core.round import LiveRound
from houseway.play.core.two_hands import LOW
from houseway.play.pai_gow.plan import Plan
from houseway.play.pai_gow.round import Round

DEALINGS = 60_000
_SURE = 2.5  # standard errors that another setting must be ahead of the house way by


@dataclass(frozen=True)
class Settings:
    """The worth of every setting in units of the wager, by its low hand; the house way; the best as far as is sure."""

    worths: dict[tuple[int, ...], float]
    house_way: tuple[int, ...]
    best: tuple[int, ...]


def advise(plan: Plan, cards: Sequence[int], shown: Sequence[int], rng: np.random.Generator) -> Settings:
    """Every setting of `cards` against a dealer who shows some of his."""
    own = np.array([cards], np.uint8)
    left = list(deck(plan.game.spec.deck))
    for card in (*cards, *shown):
        left.remove(card)
    unseen = len(cards) - len(shown)
    drawn = np.argpartition(rng.random((DEALINGS, len(left))), unseen, axis=1)[:, :unseen]
    rest = np.array(left, np.uint8)[drawn]
    theirs = set_hands(plan, np.concatenate([np.tile(np.array(shown, np.uint8), (DEALINGS, 1)), rest], axis=1))
    low, high = (values[0] for values in all_settings(plan, own))
    above = (low > theirs.low[:, None]).astype(np.int64) + (high > theirs.high[:, None])
    if plan.game.spec.set_hands.copy_loses == "wager":
        above[(low == theirs.low[:, None]) | (high == theirs.high[:, None])] = 0
    nets = set_nets(plan, plan.wagers[main_wager(plan)], None, (), [0])[0][above]
    fair = np.flatnonzero(high > low)
    means = nets.mean(axis=0)
    way = set_hands(plan, own)
    house = int(np.flatnonzero((low == way.low[0]) & (high == way.high[0]))[0])
    best = int(fair[means[fair].argmax()])
    ahead = nets[:, best] - nets[:, house]
    sure = ahead.mean() > _SURE * ahead.std() / sqrt(DEALINGS)
    fronts = [tuple(cards[place] for place in front) for front in combinations(range(len(cards)), LOW)]
    return Settings({fronts[one]: float(means[one]) for one in fair}, fronts[house], fronts[best if sure else house])


def hint(live: LiveRound, seat: int, solution: object, rng: Random) -> Hint | None:
    del solution
    assert isinstance(live, Round)
    own, plan = live.table.seats[seat], live.table.plan
    stake = own.wagers.get(main_wager(plan), 0) / 100
    sets = any(move.cards is not None for move in live.legal(seat))  # not while the hand to insure is chosen
    if not live.setting or own.low is not None or not stake or not sets:
        return None
    shown = next((pile.cards for pile in live.visible(seat) if pile.name == "dealer"), ())
    told = advise(plan, own.cards, [parse_card(text) for text in shown], np.random.default_rng(rng.getrandbits(64)))

    def text(low: tuple[int, ...]) -> str:
        return "house way" if low == told.house_way else f"set low: {' '.join(map(format_card, low))}"

    values = {text(low): worth * stake for low, worth in told.worths.items()}
    return ranked(text(told.best), f"estimated from {DEALINGS:,} hands of a dealer who sets the house way", values)
