"""Which solver prices a game: modules tried in order, each saying what shapes of play it can count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from houseway.odds.arrays import Cards, Ints
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.wagers import is_known
from houseway.odds.report import SidePrice
from houseway.play.house_poker.plan import Plan

Visible = Mapping[str, Cards]  # pile -> the cards of it that the seat sees, one row a round, in the order of the pile
DISCARDS = "discards"  # of what a seat knows: the cards it threw away
Decide = Callable[[int, Visible], Ints]


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
    summary: Any  # how to play as plain data, short rules or a chart, or a function that makes it
    moves: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)  # by stage of the plan that decides
    decide: Decide | None = None  # (stage, what the seats know) -> indices into the stage's moves
    notes: tuple[str, ...] = ()
    outcomes: Mapping[float, float] = field(default_factory=dict)  # net result of a round -> its chance, if known
    cycle: int = 0  # deals of which the outcomes are whole parts, where it is not the number of all deals
    count: Callable[[], Mapping[float, int]] | None = None  # the deals of every net result, if these are whole numbers
    # ... the same together with wagers beside the game, given their stakes, at the prices of each of some plans; none
    # where these look at other cards
    count_extra_wagers: Callable[[Sequence[Plan], Mapping[str, float]], list[dict[float, int]] | None] | None = None
    sides: Mapping[str, SidePrice] = field(default_factory=dict)  # wagers that a decision makes, each alone
    error: float | None = None  # standard error of the mean, where some of it is sampled

    @cached_property
    def strategy(self) -> Any:
        """How to play; made when it is asked for, which is seldom of alternatives and never of hints."""
        return self.summary() if callable(self.summary) else self.summary


class UnknownMoveError(Exception):
    """A strategy makes a move that best play does not know."""


def numbers_among(own: Sequence[Move], given: Sequence[Move]) -> Ints:
    """The number of each given move among a solver's own, -1 where it is none of them."""
    numbers = {(move.choice, move.factor): number for number, move in enumerate(own)}
    return np.array([numbers.get((move.choice, move.factor), -1) for move in given])


class Solver(Protocol):
    """A module that can count some shape of play."""

    def fits(self, plan: Plan) -> bool:
        """Whether the stages, hands and wagers are of the shape that this module counts."""

    def solve(self, plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
        """The game under best play when the meters show these dollars."""


@runtime_checkable
class JointSolver(Solver, Protocol):
    """A module that counts games together which differ in nothing but the prices of their tables."""

    def solve_all(
        self, plans: Sequence[Plan], meters: Mapping[str, float], executor: Executor = LOCAL
    ) -> list[Solution]:
        """Each game under its best play."""


def _points() -> Solver:
    from houseway.odds.house_poker import points

    return points


def _standing() -> Solver:
    from houseway.odds.house_poker import standing

    return standing


def _vs_dealer() -> Solver:
    from houseway.odds.house_poker.vs_dealer import hands

    return hands


def _vs_dealer_later() -> Solver:
    from houseway.odds.house_poker.vs_dealer import cards_follow

    return cards_follow


def _vs_dealer_shared() -> Solver:
    from houseway.odds.house_poker.vs_dealer import shared

    return shared


def _war() -> Solver:
    from houseway.odds.house_poker.vs_dealer import war

    return war


def _setting() -> Solver:
    from houseway.odds.house_poker.vs_dealer import setting

    return setting


def _holdem_board() -> Solver:
    from houseway.odds.house_poker import holdem_board

    return holdem_board


def _multi_street() -> Solver:
    from houseway.odds.house_poker.vs_paytable import multi_street

    return multi_street


def _exchange() -> Solver:
    from houseway.odds.house_poker.vs_paytable import exchange

    return exchange


def _redraw() -> Solver:
    from houseway.odds.house_poker.vs_paytable import redraw

    return redraw


def _burned() -> Solver:
    from houseway.odds.house_poker.vs_paytable import burned

    return burned


def _no_decision() -> Solver:
    from houseway.odds.house_poker import no_decision

    return no_decision


@dataclass(frozen=True)
class Listed:
    """A solver of the list: what it counts, its module when it is wanted, and whether it plays arrays of rounds."""

    counts: str
    load: Callable[[], Solver]
    by_arrays: bool = True


STANDING = "standing"
SOLVERS = {
    "points": Listed("hands set by their points", _points, by_arrays=False),
    STANDING: Listed("a game beside a wager that no decision touches", _standing),
    "vs_dealer": Listed("a hand against the dealer's", _vs_dealer),
    "vs_dealer_later": Listed("a hand against the dealer's with cards after the decision", _vs_dealer_later),
    "vs_dealer_shared": Listed("a hand against the dealer's with shared cards that nobody sees", _vs_dealer_shared),
    "war": Listed("one card against the dealer's, and war", _war),
    "setting": Listed("cards set in parts against the dealer's house way", _setting, by_arrays=False),
    "holdem_board": Listed("two cards and a board", _holdem_board),
    "multi_street": Listed("cards turned one after the other, paid by a table", _multi_street),
    "exchange": Listed("cards exchanged once, paid by a table", _exchange),
    "redraw": Listed("cards exchanged twice, paid by a table", _redraw, by_arrays=False),
    "burned": Listed("two cards and a flop, with a card thrown away", _burned),
    "no_decision": Listed("a game without decisions", _no_decision),
}


def first_fitting(plan: Plan, but: str = "") -> Listed | None:
    """The first solver of the list that fits, `but` left out; none if there is none for the shape of the game."""
    known = is_known(plan)
    for name, listed in SOLVERS.items():
        if name != but and (known or not listed.by_arrays) and listed.load().fits(plan):
            return listed
    return None


def find_solver(plan: Plan, but: str = "") -> Solver | None:
    """The module of that solver."""
    listed = first_fitting(plan, but)
    return listed.load() if listed is not None else None
