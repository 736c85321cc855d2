"""Whole numbers behind a price: the combinations of every result, out of the cycle of all combinations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING

from houseway.cards.decks import copies_of_each

if TYPE_CHECKING:
    from houseway.play.house_poker.plan import Plan

MOST = 1 << 52  # a share of more combinations than this does not name a whole number any more
_NEAR = 0.05  # how far from a whole number a recovered count may lie
_SAME = 1e-9


@dataclass(frozen=True)
class PatternCounts:
    """Deals by label; exact counts, or as many as were sampled."""

    counts: dict[int, int]
    sampled: bool = False
    total: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.counts.values()))


def deals_of(plan: "Plan") -> int:
    """In how many ways the cards of a round fall, stage by stage and pile by pile."""
    left = sum(copies_of_each(plan.game.spec.deck).values())
    ways = 1
    for stage in plan.stages:
        for count in stage.deal.values():
            ways *= comb(left, count)
            left -= count
    return ways


def whole_counts(chances: Mapping[float, float], cycle: int) -> dict[float, int]:
    """The combinations of each result; empty where the chances are not whole parts of the cycle."""
    if not 0 < cycle <= MOST or not chances:
        return {}
    counts = {net: round(chance * cycle) for net, chance in chances.items()}
    strays = any(abs(chances[net] * cycle - count) > _NEAR for net, count in counts.items())
    if strays or sum(counts.values()) != cycle:
        return {}
    return {net: count for net, count in counts.items() if count}


def agrees(chances: Mapping[float, float], mean: float) -> bool:
    """Whether results with their chances are those of a round whose mean is known."""
    return bool(chances) and abs(sum(net * chance for net, chance in chances.items()) - mean) < _SAME
