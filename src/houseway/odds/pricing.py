"""A question about the price of a game, and its answer.

Games without a main wager (baccarat, the wheel, keno) have `main` empty and every wager, player and banker too,
among the side bets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.odds.report import MainPrice, Report, SidePrice
from houseway.rules.game import Game, load_game


@dataclass(frozen=True)
class Question:
    """A game, what the house chose, what the meters show, and whether every alternative is wanted."""

    game: str
    house: Mapping[str, Any] = field(default_factory=dict)
    meters: Mapping[str, float] = field(default_factory=dict)
    every_table: bool = False

    def load(self) -> Game[Any]:
        return load_game(self.game, dict(self.house))


@dataclass(frozen=True)
class SessionFigures:
    """What a session of so many rounds yields, in units."""

    rounds: int
    exact: bool  # by the results of a round; otherwise a normal curve of their mean and deviation
    mean: float
    std_dev: float
    even: float  # the chance to end with what one began with
    behind: float
    percentiles: Mapping[str, float]  # by share of all sessions, as "5%"

    @property
    def ahead(self) -> float:
        return 1 - self.behind - self.even


@dataclass(frozen=True)
class Priced:
    """A report, what else was asked for, and what one round may yield."""

    report: Report
    sides: Mapping[str, Mapping[str, SidePrice]]  # wager -> pay-table id -> price
    mains: Mapping[str, Mapping[str, MainPrice]] = field(default_factory=dict)  # pay table -> id -> the game with it
    outcomes: Mapping[float, float] = field(default_factory=dict)  # net result of a round in units -> chance
    wager: str = ""  # the wager that the outcomes are of
    counts: Mapping[float, int] = field(default_factory=dict)  # net result -> combinations, where they are counted
    uncounted: str = ""  # why there are no combinations
    sessions: Mapping[str, SessionFigures] = field(default_factory=dict)  # of a shipped price: by wager, "" the game


def outcomes_of(price: SidePrice) -> dict[float, float]:
    """What one unit on a wager may yield, from its pay lines; what they leave over is lost."""
    found: dict[float, float] = {}
    for line in price.lines:
        if line.probability > 0:
            net = round(line.contribution / line.probability, 9)
            found[net] = found.get(net, 0.0) + line.probability
    left = 1.0 - sum(found.values())
    if left > 1e-12:
        found[-1.0] = found.get(-1.0, 0.0) + left
    return found


def counts_of(price: SidePrice) -> dict[float, int]:
    """The combinations of everything one unit may yield, where the wager is counted in whole numbers."""
    found: dict[float, int] = {}
    for line in price.lines:
        if line.count:
            net = round(line.contribution / line.probability, 9)
            found[net] = found.get(net, 0) + line.count
    if price.cycle and (left := price.cycle - sum(found.values())):
        found[-1.0] = found.get(-1.0, 0) + left
    return found if price.cycle else {}


def without_main(question: Question, sides: Mapping[str, Mapping[str, SidePrice]], notes: tuple[str, ...]) -> Priced:
    """The report of a game in which no decision is made and each wager stands by itself."""
    first = next(iter(sides))
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    report = Report(question.load().spec.id, "exact", None, in_use, None, notes=notes)
    law, counts = outcomes_of(in_use[first]), counts_of(in_use[first])
    return Priced(report, sides, outcomes=law, wager=first, counts=counts)
