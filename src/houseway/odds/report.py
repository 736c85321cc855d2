"""The price of a game in numbers: what `houseway odds` prints, and the JSON of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

_EVEN = 1e-12


@dataclass(frozen=True, slots=True)
class PayLine:
    """One row of a pay table: how often it comes and what it gives back."""

    hand: str
    pays: str
    probability: float
    contribution: float  # probability times net result per unit
    count: int | None = None  # combinations of the cycle, where the wager is counted in whole numbers


def joined(lines: Iterable[PayLine]) -> tuple[PayLine, ...]:
    """The lines, those of one name and one price as one: how they came about is of no use to a reader."""
    found: dict[tuple[str, str], PayLine] = {}
    for line in lines:
        other = found.get((line.hand, line.pays), PayLine(line.hand, line.pays, 0.0, 0.0, 0))
        found[line.hand, line.pays] = PayLine(
            line.hand,
            line.pays,
            other.probability + line.probability,
            other.contribution + line.contribution,
            None if line.count is None or other.count is None else other.count + line.count,
        )
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class SidePrice:
    """A side wager: what the house keeps of each unit, and how the wager is paid."""

    house_edge: float
    hit_frequency: float
    std_dev: float
    lines: tuple[PayLine, ...] = ()
    method: str = "exact"
    standard_error: float | None = None
    table: str = ""
    meters: dict[str, float] = field(default_factory=dict)  # meter -> return per dollar it shows
    break_even: dict[str, float] = field(default_factory=dict)  # meter -> dollars at which the wager is even
    note: str = ""
    cycle: int = 0  # all combinations, of which the lines hold theirs; 0: not counted in whole numbers
    deals: int = 0  # how many were sampled
    uncounted: str = ""  # why there are no combinations, where that is not told by the method

    @property
    def needs_meter(self) -> bool:
        """Whether meters alone pay the wager and none shows anything: what it costs is then a function of a meter."""
        return any(self.meters.values()) and self.house_edge >= 1 - _EVEN

    def __repr__(self) -> str:
        edge = "edge by the meter" if self.needs_meter else f"house edge {self.house_edge:.4%}"
        return f"SidePrice({self.method}, {edge}, hits {self.hit_frequency:.2%})"


@dataclass(frozen=True, slots=True)
class MainPrice:
    """The game itself under its best strategy, per unit of `unit`."""

    unit: str
    house_edge: float
    element_of_risk: float
    average_bet: float
    std_dev: float
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything known about a game's price in one house."""

    game: str
    method: str  # exact or simulated
    main: MainPrice | None
    side_bets: dict[str, SidePrice]
    strategy: Any = None  # short rules, or a chart as nested mappings
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # prices at which the player has the edge
    starting_hands: Mapping[str, Any] = field(default_factory=dict)  # hand -> up card -> value, play and chance


_DOUBT = 2.0  # standard errors within which a sampled edge may be the house's after all


def _edge_words(price: MainPrice | SidePrice, where: str, unit: str) -> Iterator[str]:
    if price.house_edge < -_EVEN:
        certain = -price.house_edge > _DOUBT * (price.standard_error or 0.0)
        yield f"the player {'has' if certain else 'may have'} the edge {where}: {-price.house_edge:.4%} of {unit}"


def player_edges(
    main: MainPrice | None, sides: Mapping[str, Mapping[str, SidePrice]], mains: Mapping[str, Mapping[str, MainPrice]]
) -> tuple[str, ...]:
    """A warning for the game, each alternative of its pay tables and each wager on which the player has the edge."""
    found = list(_edge_words(main, "in the game itself", f"the {main.unit}")) if main else []
    for table, prices in mains.items():
        for table_id, price in prices.items():
            found += _edge_words(price, f"in the game with {table} {table_id}", f"the {price.unit}")
    for name, alternatives in sides.items():
        for side in alternatives.values():
            table_name = f", pay table {side.table}" if side.table else ""
            found += _edge_words(side, f"on {name}{table_name}", "the stake")
    return tuple(found)


def main_price(
    unit: str, mean: float, square: float, average_bet: float, standard_error: float | None = None
) -> MainPrice:
    """From the mean and mean square of the net result and the mean amount bet, all per unit."""
    return MainPrice(
        unit, -mean, -mean / average_bet, average_bet, sqrt(max(square - mean * mean, 0.0)), standard_error
    )


def as_json(report: Report) -> dict[str, Any]:
    """The report as plain data."""

    def side(price: SidePrice) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "method": price.method,
            "house_edge": None if price.needs_meter else price.house_edge,
            "hit_frequency": price.hit_frequency,
            "std_dev": None if price.needs_meter else price.std_dev,
            "lines": [
                {
                    "hand": line.hand,
                    "pays": line.pays,
                    **({"combinations": line.count} if line.count is not None else {}),
                    "probability": line.probability,
                    "return": line.contribution,
                }
                for line in price.lines
            ],
        }
        extra = {
            "standard_error": price.standard_error,
            "pay_table": price.table,
            "meter_return": price.meters,
            "break_even": price.break_even,
            "note": price.note,
            "cycle": price.cycle,
            "deals": price.deals,
        }
        return {**plain, **{key: value for key, value in extra.items() if value}}

    main = report.main
    return {
        "game": report.game,
        "method": report.method,
        "main": None
        if main is None
        else {
            "unit": main.unit,
            "house_edge": main.house_edge,
            "element_of_risk": main.element_of_risk,
            "average_bet": main.average_bet,
            "std_dev": main.std_dev,
            **({"standard_error": main.standard_error} if main.standard_error is not None else {}),
        },
        "side_bets": {name: side(price) for name, price in report.side_bets.items()},
        "strategy": report.strategy,
        **({"starting_hands": report.starting_hands} if report.starting_hands else {}),
        **({"notes": list(report.notes)} if report.notes else {}),
        **({"warnings": list(report.warnings)} if report.warnings else {}),
    }
