"""Any game of house poker: what the states at its first decision are worth, every kind or some that are dealt."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cached_property
from math import comb, sqrt

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.batch import Cards, Floats, Ints
from houseway.odds.crew import ALONE, Crew, Kit
from houseway.odds.holdings import hands, stock_of
from houseway.odds.looks import interchangeable
from houseway.odds.places import Places, begin, hands_of
from houseway.odds.sampled.moves import Worth
from houseway.odds.sampled.tree import Effort, advance, check_wagers, explored, stage_field, survey, turned
from houseway.odds.sampled.worth import Valuer
from houseway.odds.simulate.policy import unplayed
from houseway.odds.solvers import Solution
from houseway.odds.wagers import check_known, main_wagers, unit_of
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError

COUNTED = "every state and every move of a small game"
SAMPLED = "states dealt at random, every move of each"
_ALL = Effort(1 << 62, 1 << 62, (2,))
# From little to much: most ways counted, and deals for each state at the first decision, the second and so on.
_EFFORTS = (
    Effort(300, 60, (64, 32, 16)),
    Effort(1_200, 60, (128, 64, 32), most=40_000),
    Effort(1_200, 60, (512, 128, 64), most=200_000),
)
_BUDGET = 5e8  # rows to settle
_FEWEST = 200  # states below which nothing is known of the error
_PILOT, _FIRST_LOOK = 4e6, 8_000  # rows and states of a first look
_AIM = 0.0008  # standard error, in units, at which there are states enough
_CHOICE = 0.001  # what it may cost, in units, that moves are chosen by deals
_REFUSED = 0.02  # standard error from which a price says nothing
_MOST_KINDS = 1_500_000
_BLOCKS = 64
_SEED = 11


@dataclass(frozen=True)
class Kinds:
    """Every kind of own cards that a seat may hold at its first decision, and the share of each; like beside like."""

    places: Places
    cards: Cards  # [kind, own card]
    shares: Floats
    alone: bool  # the seat sees nothing else then

    @cached_property
    def ends(self) -> Floats:
        ends: Floats = np.cumsum(self.shares)
        return ends


def _likeness(cards: Cards) -> Ints:
    """The order of hands by the ranks held most often, the highest first, and then by the longest suit."""
    ranks = (cards >> 2).astype(np.int64)
    many = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    held = -np.sort(-(many * 16 + ranks), axis=1)
    suits = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1).max(axis=1)
    order: Ints = np.lexsort((suits, *held.T[::-1]))
    return order


def _kinds(plan: Plan) -> Kinds | None:
    """The kinds up to a renaming of suits; none where own cards are not all alike, or there are too many kinds."""
    _, now = next(explored(begin(plan), advance))
    own = now.seat.cards
    groups = [group for group in turned(begin(plan), now) if set(group) & set(own)]
    if groups != [own] or comb(len(deck(plan.game.spec.deck)), len(own)) > 24 * _MOST_KINDS:
        return None
    main = main_wagers(plan)
    rows = [row.clauses for name in main for table in plan.wagers[name].tables for row in table.rows]
    ranked = [plan.hands[hand] for hand in sorted({hand for name in main for hand in hands_of(plan, name)})]
    found = hands(stock_of(plan.game.spec.deck), len(own), interchangeable(rows, ranked))
    order = _likeness(found.cards)
    shares = found.weights[order] / found.weights.sum()
    return Kinds(own, found.cards[order], shares, now.seen == own and not now.answers)


@dataclass(frozen=True)
class Sums:
    """Added up over states, each at its weight."""

    weight: float = 0.0
    low: float = 0.0
    high: float = 0.0
    square: float = 0.0
    staked: float = 0.0
    variance: float = 0.0  # of `low`
    states: int = 0
    rows: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))


def _summed(worth: Worth, weights: Floats, variance: float, rows: int) -> Sums:
    low, high, square, staked = (float((weights * column).sum()) for column in worth[:4])
    return Sums(float(weights.sum()), low, high, square, staked, variance, len(weights), rows)


@dataclass
class States:
    """Values runs of states: of every kind, or drawn at random."""

    plan: Plan
    effort: Effort
    meters: Mapping[str, float]
    kinds: Kinds | None

    def __post_init__(self) -> None:
        self.places = survey(self.plan, self.effort)[0].places

    def _laid(self, kinds: Kinds, own: Cards) -> Cards:
        cards = np.zeros((len(own), self.places), np.uint8)
        cards[:, list(kinds.places)] = own
        return cards

    def _worth(self, valuer: Valuer, cards: Cards) -> Worth:
        parts = [(rows, now) for rows, _, now in valuer.split(begin(self.plan), cards, advance)]
        return valuer.reached(cards, parts, 0)

    def counted(self, block: int) -> Sums:
        """A block of the kinds, everything else counted."""
        assert self.kinds is not None
        valuer, own = Valuer(self.plan, self.effort, self.meters, _SEED), slice(block, None, _BLOCKS)
        found = self._worth(valuer, self._laid(self.kinds, self.kinds.cards[own]))
        return _summed(found, self.kinds.shares[own], 0.0, valuer.rows)

    def drawn(self, block: int, strata: int) -> Sums:
        """Two states from each of so many equal runs of kinds, all else dealt at random; one block of the runs.

        How far the two of a run differ tells the error.
        """
        valuer = Valuer(self.plan, self.effort, self.meters, _SEED + block)
        runs = np.repeat(np.arange(block, strata, _BLOCKS), 2)
        cards, known = np.zeros((len(runs), self.places), np.uint8), Places()
        if self.kinds is not None:
            at = (runs + np.random.default_rng([_SEED, block]).random(len(runs))) / strata
            own = np.minimum(np.searchsorted(self.kinds.ends, at), len(self.kinds.cards) - 1)
            cards, known = self._laid(self.kinds, self.kinds.cards[own]), self.kinds.places
        found = self._worth(valuer, valuer.deals(cards, known, 1).cards()[:, 0])
        first, second = found.low.reshape(-1, 2).T
        variance = float(((first - second) ** 2).sum()) / 4 / strata**2
        return _summed(found, np.full(len(runs), 0.5 / strata), variance, valuer.rows)


def _counted(kit: Kit[States], block: int) -> Sums:
    return kit.made.counted(block)


def _drawn(kit: Kit[States], block: int, strata: int) -> Sums:
    return kit.made.drawn(block, strata)


def _first_decision(plan: Plan) -> str:
    return stage_field(plan, next(index for index, stage in enumerate(plan.stages) if stage.decide))


def stops(plan: Plan) -> RuleError | None:
    """The statement of the file that keeps a game from being priced, none if it can be tried."""
    try:
        check_known(plan)
        if problem := unplayed(plan):
            raise RuleError(f"no way to price this game is known yet: {problem}", plan.game.spec.id)
        check_wagers(plan)
        _, rows, _ = survey(plan, _EFFORTS[0])
    except RuleError as error:
        return error
    if rows * _FEWEST <= _BUDGET:
        return None
    problem = "too much is hidden behind too many decisions for the game to be priced"
    return RuleError(problem, _first_decision(plan))


def _total(parts: Iterable[Sums]) -> Sums:
    total = Sums()
    for part in parts:
        total += part
    return total


def fits(plan: Plan) -> bool:
    """Whether a game can be priced at all."""
    return stops(plan) is None


def _small(plan: Plan, kinds: Kinds | None) -> bool:
    """Whether everything that follows the kinds of own cards can be counted."""
    _, rows, exact = survey(plan, _ALL)
    return kinds is not None and kinds.alone and exact and rows * len(kinds.cards) <= _BUDGET


def counts_all(plan: Plan) -> bool:
    """Whether a game is so small that nothing is dealt at random."""
    return _small(plan, _kinds(plan))


def solve(plan: Plan, meters: Mapping[str, float], crew: Crew = ALONE) -> Solution:
    """The game under best play, with the standard error of what was dealt at random."""
    stopped = stops(plan)
    if stopped is not None:
        raise stopped
    kinds = _kinds(plan)
    if kinds is None or not _small(plan, kinds):
        return _sampled(plan, meters, kinds, crew)
    kit = Kit(States, plan, _ALL, meters, kinds)
    total = _total(crew.map(_counted, [(kit, block) for block in range(_BLOCKS)], os.cpu_count() or 1))
    note = f"all {len(kinds.cards):,} kinds of first cards, and after them every card and every move, were counted"
    return Solution(unit_of(plan), total.low, total.square, total.staked, None, notes=(note,))


def _effort(plan: Plan, meters: Mapping[str, float], kinds: Kinds | None) -> tuple[Effort, Sums]:
    """How much is dealt for a state, so that little is lost by choosing moves by deals; and what that look showed."""
    chosen, pilot = _EFFORTS[0], Sums()
    for effort in _EFFORTS:
        _, rows, _ = survey(plan, effort)
        if rows * _FEWEST > _BUDGET:
            break
        runs = int(min(max(_PILOT / rows, _FEWEST), _FIRST_LOOK)) // 2
        made = States(plan, effort, meters, kinds)
        chosen, pilot = effort, _total(made.drawn(block, runs) for block in range(_BLOCKS))
        if (pilot.high - pilot.low) / pilot.weight <= 2 * _CHOICE:
            break
    return chosen, pilot


def _sampled(plan: Plan, meters: Mapping[str, float], kinds: Kinds | None, crew: Crew) -> Solution:
    effort, pilot = _effort(plan, meters, kinds)
    most = _BUDGET * pilot.states / pilot.rows
    wanted = max(min(pilot.variance * pilot.states / _AIM**2, most), _FEWEST)
    kit, strata = Kit(States, plan, effort, meters, kinds), int(wanted) // 2
    total = _total(crew.map(_drawn, [(kit, block, strata) for block in range(_BLOCKS)], os.cpu_count() or 1))
    low, high = total.low / total.weight, total.high / total.weight
    error = sqrt(total.variance + ((high - low) / 2) ** 2)
    if error > _REFUSED:
        problem = f"the price cannot be told to better than {error:.1%}: too much is hidden behind too many decisions"
        raise RuleError(problem, _first_decision(plan))
    evenly = f", spread evenly over the {len(kinds.cards):,} kinds of own cards" if kinds else ""
    notes = (
        f"no solver counts this game whole: {total.states:,} states at the first decision were dealt at random{evenly}",
        "what was hidden was counted or dealt out for every move, the best move taken, from the last decision back",
        f"moves were chosen by other deals than they were valued by: in these states best play costs from {-high:.4%} "
        f"to {-low:.4%}, and half the difference is part of the standard error",
    )
    square, staked = total.square / total.weight, total.staked / total.weight
    return Solution(unit_of(plan), (low + high) / 2, square, staked, None, notes=notes, error=error)
