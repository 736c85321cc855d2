"""Hints for pai gow tiles: every setting counted."""

from collections.abc import Mapping
from random import Random
from typing import Any

from houseway.cards.tiles import format_tiles
from houseway.odds.hints import Hint, ranked
from houseway.odds.tiles.advice import counted, worths
from houseway.odds.tiles.nets import Nets, on_tiles
from houseway.play.core.round import LiveRound
from houseway.play.tiles.plan import load_plan
from houseway.play.tiles.round import Round


def solve(game: str, house: Mapping[str, Any]) -> Nets:
    """The kinds of hands against each other, and what each outcome nets."""
    return counted(load_plan(game, dict(house)))


def hint(live: LiveRound, seat: int, nets: Nets | None, rng: Random) -> Hint | None:
    """Every setting counted against all hands of the dealer."""
    del rng
    assert isinstance(live, Round)
    own = live.table.seats[seat]
    stake = sum(own.wagers.get(name, 0) for name in on_tiles(live.table.plan)[:1]) / 100
    if nets is None or not live.setting or live.table.bank is not None or not stake:
        return None
    values = {f"set low: {format_tiles(low)}": worth * stake for low, worth in worths(nets, own.tiles).items()}
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted over all hands of a dealer who sets the house way", values, exact=True)
