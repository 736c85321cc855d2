"""Which solver prices a game: modules tried in order, each saying what shapes of play it can count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

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


if TYPE_CHECKING:  # that modules are solvers; each is loaded when it is wanted
    from houseway.odds.house_poker import holdem_board, no_decision, points, standing
    from houseway.odds.house_poker.vs_dealer import cards_follow, hands, setting, shared, war
    from houseway.odds.house_poker.vs_paytable import burned, exchange, multi_street, redraw

    _VS_DEALER: tuple[Solver, ...] = (hands, cards_follow, shared, war, setting)
    _VS_PAYTABLE: tuple[Solver, ...] = (multi_street, exchange, redraw, burned)
    _OTHERS: tuple[Solver, ...] = (points, standing, holdem_board, no_decision)


@dataclass(frozen=True)
class Listed:
    """A solver of the list: its module, what it counts, and whether it plays arrays of rounds."""

    module: str
    counts: str
    by_arrays: bool = True

    def load(self) -> Solver:
        return import_module(f"houseway.odds.house_poker.{self.module}")


STANDING = "standing"
SOLVERS = (
    Listed("points", "hands set by their points", by_arrays=False),
    Listed(STANDING, "a game beside a wager that no decision touches"),
    Listed("vs_dealer.hands", "a hand against the dealer's"),
    Listed("vs_dealer.cards_follow", "a hand against the dealer's with cards after the decision"),
    Listed("vs_dealer.shared", "a hand against the dealer's with shared cards that nobody sees"),
    Listed("vs_dealer.war", "one card against the dealer's, and war"),
    Listed("vs_dealer.setting", "cards set in parts against the dealer's house way", by_arrays=False),
    Listed("holdem_board", "two cards and a board"),
    Listed("vs_paytable.multi_street", "cards turned one after the other, paid by a table"),
    Listed("vs_paytable.exchange", "cards exchanged once, paid by a table"),
    Listed("vs_paytable.redraw", "cards exchanged twice, paid by a table", by_arrays=False),
    Listed("vs_paytable.burned", "two cards and a flop, with a card thrown away"),
    Listed("no_decision", "a game without decisions"),
)


def first_fitting(plan: Plan, but: str = "") -> Listed | None:
    """The first solver of the list that fits, `but` left out; none if there is none for the shape of the game."""
    known = is_known(plan)
    for listed in SOLVERS:
        if listed.module != but and (known or not listed.by_arrays) and listed.load().fits(plan):
            return listed
    return None


def find_solver(plan: Plan, but: str = "") -> Solver | None:
    listed = first_fitting(plan, but)
    return listed.load() if listed is not None else None
