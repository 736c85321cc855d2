"""Hints for pai gow poker: settings against many hands of the dealer."""

from random import Random

import numpy as np

from houseway.cards.text import format_card, parse_card
from houseway.odds.hints import Hint, ranked
from houseway.odds.pai_gow.advice import DEALINGS as DEALERS
from houseway.odds.pai_gow.advice import advise
from houseway.odds.pai_gow.nets import main_wager
from houseway.play.core.round import LiveRound
from houseway.play.pai_gow.round import Round


def hint(live: LiveRound, seat: int, solution: object, rng: Random) -> Hint | None:
    """Settings against many hands of a dealer who sets the house way."""
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
    return ranked(text(told.best), f"estimated from {DEALERS:,} hands of a dealer who sets the house way", values)
