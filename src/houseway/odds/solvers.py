"""Which solver prices a game: modules tried in order, each saying what shapes of play it can count."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from houseway.odds.crew import ALONE, Crew
from houseway.odds.crew import Progress as Progress
from houseway.odds.report import SidePrice
from houseway.odds.wagers import is_known
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
    sides: Mapping[str, SidePrice] = field(default_factory=dict)  # wagers that a decision makes, each alone


class Solver(Protocol):
    """A module that can count some shape of play."""

    def fits(self, plan: Plan) -> bool:
        """Whether the stages, hands and wagers are of the shape that this module counts."""

    def solve(self, plan: Plan, meters: Mapping[str, float], crew: Crew = ALONE) -> Solution:
        """The game under best play when the meters show these dollars."""


SOLVERS: tuple[str, ...] = (
    "houseway.odds.standing",
    "houseway.odds.versus.hands",
    "houseway.odds.versus.shared",
    "houseway.odds.versus.war",
    "houseway.odds.board",
    "houseway.odds.solo.streets",
    "houseway.odds.solo.exchange",
    "houseway.odds.solo.burned",
    "houseway.odds.solo.still",
)


def find_solver(plan: Plan, among: tuple[str, ...] = SOLVERS) -> Solver | None:
    """The first solver that fits, none if the game has to be simulated."""
    if not is_known(plan):
        return None
    for name in among:
        solver = cast(Solver, import_module(name))
        if solver.fits(plan):
            return solver
    return None
