"""The price of a wager from the lines of its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from houseway.odds.payoff import Payoff
from houseway.odds.report import PayLine, SidePrice, joined
from houseway.rules.pays import LOSE


@dataclass(frozen=True, slots=True)
class Line:
    """A result of a wager: how it is called, its price in words and in numbers, and how many deals yield it."""

    hand: str
    pays: str
    worth: Payoff
    wins: bool
    count: float  # of deals, or their share


def price_lines(
    lines: Sequence[Line],
    total: float,
    meters: Mapping[str, float],
    *,
    sampled: bool = False,
    table: str = "",
    whole: bool = True,
) -> SidePrice:
    """The price of a wager from all its results, the lost ones among them; `whole`: their counts are combinations."""
    shown = dict(meters)
    mean = sum(line.count * line.worth.at(shown) for line in lines) / total
    square = sum(line.count * line.worth.at(shown) ** 2 for line in lines) / total
    slope: dict[str, float] = {}
    for line in lines:
        for level, share in line.worth.shares.items():
            slope[level] = slope.get(level, 0.0) + share * line.count / total
    deviation = sqrt(max(square - mean * mean, 0.0))
    paid = [line for line in lines if line.pays != LOSE.text]
    in_whole = whole and not sampled and all(isinstance(one, int) for one in (total, *(line.count for line in lines)))
    return SidePrice(
        house_edge=-mean,
        hit_frequency=sum(line.count for line in lines if line.wins) / total,
        std_dev=deviation,
        lines=joined(
            PayLine(
                line.hand,
                line.pays,
                line.count / total,
                line.count / total * line.worth.at(shown),
                int(line.count) if in_whole else None,
            )
            for line in paid
        ),
        method="simulated" if sampled else "exact",
        standard_error=deviation / sqrt(total) if sampled else None,
        table=table,
        meters=slope,
        break_even={level: shown.get(level, 0.0) - mean / part for level, part in slope.items() if part},
        cycle=int(total) if in_whole else 0,
        deals=int(total) if sampled else 0,
    )
