"""What each setting of four tiles is worth against a dealer who sets the house way, counted over all his hands."""

from collections.abc import Sequence

from houseway.odds.tiles.kinds import kinds_of
from houseway.odds.tiles.nets import Nets, on_tiles
from houseway.odds.tiles.solve import worth_of
from houseway.play.tiles.plan import Plan


def counted(plan: Plan) -> Nets:
    """The results of a plan with every setting of every kind of hand counted."""
    kinds = kinds_of(plan)
    assert kinds.against
    return Nets(plan, kinds)


def worths(nets: Nets, tiles: Sequence[int]) -> dict[tuple[int, ...], float]:
    """The low hand of each setting -> its worth in units of the wager on the tiles."""
    kinds = nets.kinds
    kind = kinds.numbers[tuple(sorted(tiles))]
    mean = nets.tiles(on_tiles(nets.plan)[0]).mean(axis=1)
    values = worth_of(kinds.against.seat[kind : kind + 1], mean)[0]
    return {one.low.tiles: float(value) for one, value in zip(kinds.sets[kind], values, strict=True)}
