"""Which solver prices a game: modules tried in order, each saying what shapes of play it can count."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from houseway.odds.executor import ALONE, Crew
from houseway.odds.executor import Progress as Progress
from houseway.odds.house_poker.wagers import is_known
from houseway.odds.report import SidePrice
from houseway.play.house_poker.plan import Plan

Cards = npt.NDArray[np.uint8]
Known = Mapping[str, Cards]  # pile -> the cards of it that the seat sees, one row a round, in the order of the pile
Decide = Callable[[int, Known], npt.NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Move:
    """One way to act at a decision: a choice of the plan, at one of its multiples (0: it bets nothing)."""

    choice: int
    factor: float
    text: str


@dataclass(frozen=True)
class Solution:
    """A game under best play: net result per unit of `unit`, its square, the amount bet, and how to play."""

    unit: str
    mean: float
    square: float
    average_bet: float
    strategy: Any  # plain data: short rules, or a chart
    moves: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)  # by stage of the plan that decides
    decide: Decide | None = None  # (stage, what the seats know) -> indices into the stage's moves
    notes: tuple[str, ...] = ()
    outcomes: Mapping[float, float] = field(default_factory=dict)  # net result of a round -> its chance, if known
    cycle: int = 0  # deals of which the outcomes are whole parts, where it is not the number of all deals
    sides: Mapping[str, SidePrice] = field(default_factory=dict)  # wagers that a decision makes, each alone
    error: float | None = None  # standard error of the mean, where some of it is sampled


class Solver(Protocol):
    """A module that can count some shape of play."""

    __name__: str

    def fits(self, plan: Plan) -> bool:
        """Whether the stages, hands and wagers are of the shape that this module counts."""

    def solve(self, plan: Plan, meters: Mapping[str, float], crew: Crew = ALONE) -> Solution:
        """The game under best play when the meters show these dollars."""


SET_BY_POINTS = "houseway.odds.house_poker.points"  # needs no arrays of rounds
SOLVERS = {  # module -> what it counts
    SET_BY_POINTS: "hands set by their points",
    "houseway.odds.house_poker.standing": "a game beside a wager that no decision touches",
    "houseway.odds.house_poker.vs_dealer.hands": "a hand against the dealer's",
    "houseway.odds.house_poker.vs_dealer.shared": "a hand against the dealer's with shared cards that nobody sees",
    "houseway.odds.house_poker.vs_dealer.war": "one card against the dealer's, and war",
    "houseway.odds.house_poker.holdem_board": "two cards and a board",
    "houseway.odds.house_poker.vs_paytable.multi_street": "cards turned one after the other, paid by a table",
    "houseway.odds.house_poker.vs_paytable.exchange": "cards exchanged once, paid by a table",
    "houseway.odds.house_poker.vs_paytable.burned": "two cards and a flop, with a card thrown away",
    "houseway.odds.house_poker.no_decision": "a game without decisions",
}


def find_solver(plan: Plan, among: Iterable[str] = SOLVERS) -> Solver | None:
    """The first solver that fits, none if there is none for the shape of the game."""
    known = is_known(plan)
    for name in among if known else (name for name in among if name == SET_BY_POINTS):
        solver = cast(Solver, import_module(name))
        if solver.fits(plan):
            return solver
    return None
