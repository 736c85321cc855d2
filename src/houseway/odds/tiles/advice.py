"""What each setting of four tiles is worth against a dealer who sets the house way, counted over all his hands."""

from collections.abc import Sequence

from houseway.odds.tiles.kinds import Kinds, kinds_of
from houseway.odds.tiles.nets import Nets, on_tiles
from houseway.odds.tiles.solve import worth_of
from houseway.play.tiles.plan import Plan


def counted(plan: Plan) -> Kinds:
    """The kinds of hands of a plan with every setting counted."""
    kinds = kinds_of(plan)
    assert kinds.against
    return kinds


def worths(plan: Plan, tiles: Sequence[int]) -> dict[tuple[int, ...], float]:
    """The low hand of each setting -> its worth in units of the wager on the tiles."""
    kinds = kinds_of(plan)
    kind = kinds.hands.index(tuple(sorted(tiles)))
    nets = Nets(plan, kinds).tiles(on_tiles(plan)[0]).mean(axis=1)
    values = worth_of(kinds.against.seat[kind : kind + 1], nets)[0]
    return {one.low.tiles: float(value) for one, value in zip(kinds.sets[kind], values, strict=True)}
