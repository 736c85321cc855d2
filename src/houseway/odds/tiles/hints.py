"""Hints for pai gow tiles: every setting counted against a dealer who sets the house way."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from houseway.cards.tiles import format_tiles
from houseway.odds.hints import Hint, ranked
from houseway.odds.tiles.kinds import kinds_of, worth_of
from houseway.odds.tiles.nets import Nets, on_tiles
from houseway.play.core.round import LiveRound
from houseway.play.tiles.plan import Plan, load_plan
from houseway.play.tiles.round import Round


def counted(plan: Plan) -> Nets:
    """The results of a plan with every setting of every kind of hand counted."""
    kinds = kinds_of(plan)
    assert kinds.against
    return Nets(plan, kinds)


def solve(game: str, house: Mapping[str, Any]) -> Nets:
    return counted(load_plan(game, dict(house)))


def worths(nets: Nets, tiles: Sequence[int]) -> dict[tuple[int, ...], float]:
    """The low hand of each setting -> its worth in units of the wager on the tiles."""
    kinds = nets.kinds
    kind = kinds.numbers[tuple(sorted(tiles))]
    mean = nets.tiles(on_tiles(nets.plan)[0]).mean(axis=1)
    values = worth_of(kinds.against.seat[kind : kind + 1], mean)[0]
    return {one.low.tiles: float(value) for one, value in zip(kinds.sets[kind], values, strict=True)}


def hint(live: LiveRound, seat: int, nets: Nets | None, rng: Random) -> Hint | None:
    del rng
    assert isinstance(live, Round)
    own = live.table.seats[seat]
    stake = sum(own.wagers.get(name, 0) for name in on_tiles(live.table.plan)[:1]) / 100
    if nets is None or not live.setting or live.table.bank is not None or not stake:
        return None
    values = {f"set low: {format_tiles(low)}": worth * stake for low, worth in worths(nets, own.tiles).items()}
    best = max(values, key=lambda one: values[one])
    return ranked(best, "counted over all hands of a dealer who sets the house way", values, exact=True)
