"""Any game of house poker: what the states at its first decision are worth, every kind or some that are dealt."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.places import PlacedRound, Places, begin
from houseway.odds.house_poker.sampled import tree
from houseway.odds.house_poker.sampled.advised import advice
from houseway.odds.house_poker.sampled.facing import Counter
from houseway.odds.house_poker.sampled.law import Counts, joined
from houseway.odds.house_poker.sampled.moves import StateValue, different, gain_over, near, valued
from houseway.odds.house_poker.sampled.once import CountedOnce, suits_of
from houseway.odds.house_poker.sampled.worth import Valuer
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.wagers import main_wagers, unit_of
from houseway.odds.house_poker.ways import classes_of_groups, count_ways
from houseway.odds.suit_classes.stock import NO_SUITS, hands, stock_of
from houseway.odds.suit_symmetry import hands_in
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError

COUNTED = "every state and every move of a small game"
SAMPLED = "states dealt at random, every move of each"
# From little to much: most ways counted, and deals for each state at the first decision, the second and so on.
_EFFORTS = (
    tree.Effort(300, 60, (64, 32, 16)),
    tree.Effort(1_200, 60, (128, 64, 32), most=40_000),
    tree.Effort(1_200, 60, (512, 128, 64), most=200_000),
)
# Where a good move is known for every kind of own cards: for what best play gains over it, deals for a state at first,
# and rows where moves are near each other; deals of a state for what the move yields, rows in all, states of the gain.
_ADVISED = tree.Effort(1_200, 60, (512,), most=200_000)
_FEW_DEALS, _PLAYED_BUDGET, _GAINED_STATES, _AT_ONCE = 8, 1.6e7, 256, 1 << 18
_BUDGET, _COUNTED_BUDGET = 1.5e8, 5e8  # rows to settle, of states dealt at random and of all that there are
_FEWEST = 200  # states below which nothing is known of the error
_LEAST = 0.05  # of the states that the budget allows, dealt in any case
_PILOT, _FIRST_LOOK = 4e6, 8_000  # rows and states of a first look
_AIM = 0.0008  # standard error, in units, at which there are states enough
_CHOICE = 0.001  # what it may cost, in units, that moves are chosen by deals
_REFUSED = 0.02  # standard error from which a price says nothing
_MOST_KINDS = 1_500_000
_MOST_RANKED = 4  # cards of which all orders of ranks are listed
_BLOCKS, _COUNTED_BLOCKS = 64, 16
_SEED = 11


@dataclass(frozen=True)
class Kinds:
    """Every kind of own cards that a seat may hold at its first decision, and the share of each; like beside like."""

    places: Places
    cards: Cards  # [kind, own card]
    weights: Ints  # deals of each
    alone: bool  # the seat sees nothing else then, and nothing depends on other cards
    prices: Floats | None = None  # the highest that a pay table gives each as it is, at least 1; none: 1 for all

    @cached_property
    def shares(self) -> Floats:
        shares: Floats = self.weights / self.weights.sum()
        return shares

    @cached_property
    def ends(self) -> Floats:
        ends: Floats = np.cumsum(self.shares * self.often)
        return ends

    @cached_property
    def often(self) -> Floats:
        """How many times its share each is looked at where not all can be: the dearer, the more often."""
        if self.prices is None:
            return np.ones(len(self.shares))
        often: Floats = self.prices / (self.shares @ self.prices)
        return often


def _likeness(cards: Cards) -> Ints:
    """The order of hands by the ranks held most often, the highest first, and then by the longest suit."""
    ranks = (cards >> 2).astype(np.int64)
    many = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    held = -np.sort(-(many * 16 + ranks), axis=1)
    suits = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1).max(axis=1)
    order: Ints = np.lexsort((suits, *held.T[::-1]))
    return order


def _kinds(plan: Plan) -> Kinds | None:
    """The kinds with the prices that they would have if no card came to them."""
    found = _kinds_of_cards(plan)
    if found is None:
        return None
    prices = _prices_as_dealt(plan, found)
    return replace(found, prices=prices) if prices.max() > 1 else found


def _prices_as_dealt(plan: Plan, kinds: Kinds) -> Floats:
    """The highest price of each kind by the pay tables of the game itself that look at own cards and no others."""
    batch, size = Batch(plan, {"player": kinds.cards}), kinds.cards.shape[1]
    own = {
        name
        for name, hand in plan.hands.items()
        if hand.parts
        and not (hand.plays_of or hand.one_of or hand.stand_in)
        and all(
            part.pile == "player" and not part.name and not part.selected
            and (part.whole or (part.start == 0 and part.stop == size)) for part in hand.parts
        )
    }  # fmt: skip
    prices = np.ones(len(kinds.cards))
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        for table in wager.tables:
            if not table.block.by and hands_in(row.clauses for row in table.rows) <= own:
                prices = np.maximum(prices, batch.by_table(wager, table)[0])
    return prices


def _kinds_of_cards(plan: Plan) -> Kinds | None:
    """The kinds up to a renaming of suits: of all that a seat sees, or of its own cards; none if there are too many."""
    start = begin(plan)
    _, now = next(tree.explored(start, tree.advance))
    groups, by_hand = tree.turned(start.seen, now), tree.turned_by_hand(start.seen, now)
    groups = by_hand if len(by_hand) == 1 else groups  # all are in the same hands
    suits, cards = suits_of(plan), deck(plan.game.spec.deck)
    alone = all(test.asks <= {*now.seen} for test in now.answers)
    if len(groups) > 1 and len(set(cards)) == len(cards):
        ways = count_ways(len(cards), [len(group) for group in groups])
        if ways <= _MOST_KINDS:
            found = classes_of_groups(np.array(cards, np.uint8), [len(group) for group in groups], suits)
            places = tuple(place for group in groups for place in group)
            return Kinds(places, found.cards, found.weights, alone)
    ranks = _kinds_of_ranks(plan, groups, now) if suits == NO_SUITS else None
    if ranks is not None:
        return replace(ranks, alone=alone and now.seen == ranks.places)
    own = next((group for group in groups if {*group} & {*now.seat.cards}), groups[0] if groups else ())
    if not own or min(comb(len(cards), len(own)), comb(len({*cards}) + len(own), len(own))) > 24 * _MOST_KINDS:
        return None
    found = hands(stock_of(plan.game.spec.deck), len(own), suits)
    order = _likeness(found.cards)
    return Kinds(own, found.cards[order], found.weights[order], alone and now.seen == own)


def _kinds_of_ranks(plan: Plan, groups: Iterable[Places], now: PlacedRound) -> Kinds | None:
    """Every order of ranks of the cards that the game looks at, where suits do not matter; none if there are many."""
    looked_at = {place for part in tree.parts_in_use(plan) for place in tree.places_of(now, part)}
    places = tuple(place for group in groups for place in group if place in looked_at)
    if not 1 < len(places) <= _MOST_RANKED:
        return None
    copies = np.bincount(np.array(deck(plan.game.spec.deck)) >> 2, minlength=14)[:13]
    ranks = np.stack(np.meshgrid(*[np.arange(13)] * len(places), indexing="ij"), axis=-1).reshape(-1, len(places))
    weights, before = np.ones(len(ranks), np.int64), np.zeros_like(ranks)
    for place in range(len(places)):
        before[:, place] = (ranks[:, :place] == ranks[:, place : place + 1]).sum(axis=1)
        weights *= np.maximum(copies[ranks[:, place]] - before[:, place], 0)
    cards = (ranks << 2 | before % 4).astype(np.uint8)
    return Kinds(places, cards[weights > 0], weights[weights > 0], False)


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


def _summed(worth: StateValue, shares: Floats, variance: float, rows: int, often: Floats | None = None) -> Sums:
    """States by their shares; `often`: each was looked at so many times as often as its share says."""
    weights = shares if often is None else shares / often
    low, high, square, staked = (
        float((weights * column).sum()) for column in (worth.low, worth.high, worth.square, worth.staked)
    )
    return Sums(float(shares.sum()), low, high, square, staked, variance, len(shares), rows)


class _Drawn(NamedTuple):
    """States of which the own cards are known, two from each run of kinds."""

    own: Ints  # the kind of each
    cards: Cards
    known: Places
    shares: Floats  # of the runs
    often: Floats | None  # how many times its share each was looked at; none: once


@dataclass
class States:
    """Values runs of states: of every kind, or drawn at random."""

    plan: Plan
    effort: tree.Effort
    meters: Mapping[str, float]
    kinds: Kinds | None

    def __post_init__(self) -> None:
        self.places = tree.survey(self.plan, self.effort)[0].places
        self.start, self.counter = begin(self.plan), Counter(self.plan)
        self.once = CountedOnce(self.plan) if self.effort.exact else None

    def valuer(self, block: int) -> Valuer:
        return Valuer(self.plan, self.effort, self.meters, _SEED + block, self.counter, self.once)

    def laid(self, kinds: Kinds, own: Cards) -> Cards:
        cards = np.zeros((len(own), self.places), np.uint8)
        cards[:, list(kinds.places)] = own
        return cards

    def _worth(self, valuer: Valuer, cards: Cards) -> StateValue:
        parts = [(rows, now) for rows, _, now in valuer.split(self.start, cards, tree.advance)]
        return valuer.reached(cards, parts, 0)

    def counted(self, block: int) -> tuple[Sums, Counts]:
        """A block of the kinds, everything else counted; and the deals of every net result."""
        assert self.kinds is not None
        valuer, own = self.valuer(0), slice(block, None, _COUNTED_BLOCKS)
        found = self._worth(valuer, self.laid(self.kinds, self.kinds.cards[own]))
        assert found.law is not None
        counts = found.law.counts(self.kinds.weights[own].tolist())
        return _summed(found, self.kinds.shares[own], 0.0, valuer.rows), counts

    def drawn(self, block: int, strata: int) -> Sums:
        """Two states from each of so many runs of kinds, all else dealt at random; one block of the runs.

        How far the two of a run differ tells the error. Where there are more runs than kinds, every kind has its own,
        so that rare hands with high prices are never missed; where there are fewer, hands are drawn as often as their
        share and their price say, and weighed less for it.
        """
        valuer, drawn = self.valuer(block), self._draw(block, strata)
        found = self._worth(valuer, valuer.deals(drawn.cards, drawn.known, 1).cards()[:, 0])
        return self._of_runs(drawn, found, valuer.rows)

    def _of_runs(self, drawn: "_Drawn", found: StateValue, rows: int) -> Sums:
        """Added up, with the variance that the two states of each run tell."""
        shares, often = drawn.shares, drawn.often
        first, second = (found.low if often is None else found.low / often).reshape(-1, 2).T
        variance = float((shares**2 * (first - second) ** 2).sum()) / 4
        return _summed(found, np.repeat(shares / 2, 2), variance, rows, often)

    def _draw(self, block: int, strata: int) -> "_Drawn":
        """The own cards of the states of a block."""
        own, often = np.empty(0, np.int64), None
        runs = np.arange(block, strata, _BLOCKS)
        shares = np.full(len(runs), 1.0 / strata)
        cards, known = np.zeros((2 * len(runs), self.places), np.uint8), Places()
        if self.kinds is not None:
            if strata >= len(self.kinds.cards):
                of_run, share = self._allotted(strata)
                own, shares = np.repeat(of_run[runs], 2), share[runs]
            else:
                at = (np.repeat(runs, 2) + np.random.default_rng([_SEED, block]).random(2 * len(runs))) / strata
                own = np.minimum(np.searchsorted(self.kinds.ends, at), len(self.kinds.cards) - 1)
                often = self.kinds.often[own] if self.kinds.prices is not None else None
            cards, known = self.laid(self.kinds, self.kinds.cards[own]), self.kinds.places
        return _Drawn(own, cards, known, shares, often)

    def _allotted(self, strata: int) -> tuple[Ints, Floats]:
        """The kind of each run, one for every kind at least and more for likely ones, and the share of each run."""
        assert self.kinds is not None
        shares = self.kinds.shares
        ends = np.floor(np.cumsum(shares) * (strata - len(shares)) + 0.5).astype(np.int64)
        counts = 1 + np.diff(ends, prepend=0)
        return np.repeat(np.arange(len(shares)), counts), np.repeat(shares / counts, counts)


@dataclass
class AdvisedStates(States):
    """The same where a good move is known for every kind: what it yields, and what best play gains over it."""

    advice: Ints  # by kind, the number of a move

    def __post_init__(self) -> None:
        super().__post_init__()
        first = _first_decision(self, self.valuer(0))
        assert first is not None
        self.now, self.moves = first

    def played(self, block: int, strata: int) -> Sums:
        """What the moves that are known yield: a few deals for each of very many states."""
        valuer, drawn = self.valuer(block), self._draw(block, strata)
        wanted = np.arange(len(self.moves))[:, None] == self.advice[drawn.own]
        low, square, staked = (np.empty(len(drawn.own)) for _ in range(3))
        step = max(2, _AT_ONCE // _FEW_DEALS)
        for start in range(0, len(drawn.own), step):
            part = slice(start, start + step)
            found = valuer.moves(self.now, drawn.cards[part], self.moves, 0, _FEW_DEALS, wanted[:, part])
            by_advice = valued(found, self.advice[drawn.own[part]])
            low[part], square[part], staked[part] = by_advice.low, by_advice.square, by_advice.staked
        return self._of_runs(drawn, StateValue(low, low, square, staked, np.zeros(len(low))), valuer.rows)

    def gained(self, block: int, strata: int) -> Sums:
        """What the best of all moves yields beyond the one that is known, both by the same deals."""
        valuer, drawn = self.valuer(_BLOCKS + block), self._draw(block, strata)
        known, usual = self.advice[drawn.own], valuer.survey.deals(0)
        low, high = np.zeros(len(known)), np.zeros(len(known))
        for part in valuer.parts(self.now, 0, len(known), 1):
            everything = np.ones((len(self.moves), len(part)), np.bool_)
            looked = valuer.moves(self.now, drawn.cards[part], self.moves, 0, usual, everything)
            open_still = near(looked) & different(looked, known[part])
            open_still[known[part], np.arange(len(part))] = True
            rows = part[open_still.sum(axis=0) > 1]
            wanted = open_still[:, open_still.sum(axis=0) > 1]
            for at, row in enumerate(rows.tolist()):
                one = drawn.cards[row : row + 1]
                deals = 2 * max(1, int(self.effort.most / wanted[:, at].sum() / 2))
                found = valuer.moves(self.now, one, self.moves, 0, deals, wanted[:, at : at + 1])
                low[row], high[row] = gain_over(found, int(known[row]))
        none = np.zeros(len(low))
        return self._of_runs(drawn, StateValue(low, high, none, none, none), valuer.rows)


def _first_decision(states: States, valuer: Valuer) -> tuple[PlacedRound, list[str]] | None:
    """The one decision at which every kind of own cards stands and its moves, where nothing else is seen."""
    kinds = states.kinds
    if kinds is None or not kinds.alone:
        return None
    cards = states.laid(kinds, kinds.cards)
    reached = [now for _, _, now in valuer.split(states.start, cards, tree.advance)]
    if len(reached) != 1 or reached[0].over:
        return None
    known = [(now, moves) for _, now, moves in valuer.split(reached[0], cards, tree.moves_of)]
    return known[0] if len(known) == 1 else None


def _advice(states: States) -> Ints | None:
    """A good move for every kind of own cards; none where none is known without dealing out all of them."""
    valuer = states.valuer(0)
    first = _first_decision(states, valuer)
    if first is None or states.kinds is None:
        return None
    return advice(valuer, *first, states.kinds.places, states.kinds.cards)


def _decision_field(plan: Plan) -> str:
    return tree.stage_field(plan, next(index for index, stage in enumerate(plan.stages) if stage.decide))


def stops(plan: Plan) -> RuleError | None:
    """The statement of the file that keeps a game from being priced, none if it can be tried."""
    try:
        if plan.game.spec.packs:
            raise RuleError("cards of two packs meet in one hand", f"{plan.game.spec.id}: packs")
        tree.check_wagers(plan)
        _, rows, _ = tree.survey(plan, _EFFORTS[0])
    except RuleError as error:
        return error
    if rows * _FEWEST <= _BUDGET:
        return None
    problem = "too much is hidden behind too many decisions for the game to be priced"
    return RuleError(problem, _decision_field(plan))


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
    _, rows, exact = tree.survey(plan, tree.COUNT_ALL)
    return kinds is not None and kinds.alone and exact and rows * len(kinds.cards) <= _COUNTED_BUDGET


def counts_all(plan: Plan) -> bool:
    """Whether a game is so small that nothing is dealt at random."""
    return _small(plan, _kinds(plan))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    """The game under best play, with the standard error of what was dealt at random."""
    stopped = stops(plan)
    if stopped is not None:
        raise stopped
    kinds = _kinds(plan)
    if kinds is None or not _small(plan, kinds):
        known = _advice(States(plan, _ADVISED, meters, kinds))
        if known is not None:
            return _advised(plan, meters, kinds, known, executor)
        return _sampled(plan, meters, kinds, executor)
    kit = SharedInput(States, plan, tree.COUNT_ALL, meters, kinds)
    parts = list(executor.over(kit, States.counted, list(np.ndindex(_COUNTED_BLOCKS)), os.cpu_count() or 1))
    total, counts = _total(sums for sums, _ in parts), joined(counts for _, counts in parts)
    note = f"all {len(kinds.cards):,} kinds of first cards, and after them every card and every move, were counted"
    count = (lambda: counts) if counts else None
    return Solution(unit_of(plan), total.low, total.square, total.staked, None, notes=(note,), count=count)


def _effort(plan: Plan, meters: Mapping[str, float], kinds: Kinds | None) -> tuple[tree.Effort, Sums]:
    """How much is dealt for a state so that the whole budget gives the least error; and what a look with it showed."""
    found: list[tuple[float, tree.Effort, Sums]] = []
    for effort in _EFFORTS:
        _, rows, _ = tree.survey(plan, effort)
        if rows * _FEWEST > _BUDGET:
            break
        dearest = max(rows, effort.most / 4)  # of states in which two moves are near each other
        runs = int(min(max(_PILOT / dearest, _FEWEST), _FIRST_LOOK)) // 2
        made = States(plan, effort, meters, kinds)
        pilot = _total(made.drawn(block, runs) for block in range(_BLOCKS))
        choice = (pilot.high - pilot.low) / pilot.weight / 2
        sample = max(pilot.variance * pilot.rows / _BUDGET, _AIM**2)
        found.append((sample + choice**2, effort, pilot))
        if choice <= _CHOICE or sample > choice**2:  # more deals a state would leave fewer states
            break
    _, chosen, look = min(found, key=lambda one: one[0])
    return chosen, look


def _advised(plan: Plan, meters: Mapping[str, float], kinds: Kinds | None, known: Ints, executor: Executor) -> Solution:
    """The game by what a good move for every kind yields in very many deals, and what best play gains over it."""
    kit = SharedInput(AdvisedStates, plan, _ADVISED, meters, kinds, known)
    cores, strata = os.cpu_count() or 1, int(_PLAYED_BUDGET) // _FEW_DEALS // 2
    kit.made  # noqa: B018 - made once, before threads ask for it
    parts, further = ([(block, runs) for block in range(_BLOCKS)] for runs in (strata, _GAINED_STATES // 2))
    total = _total(executor.within(0.0, 0.7).over(kit, AdvisedStates.played, parts, cores))
    gain = _total(executor.within(0.7, 1.0).over(kit, AdvisedStates.gained, further, cores))
    mean, low, high = total.low / total.weight, gain.low / gain.weight, gain.high / gain.weight
    error = sqrt(total.variance + gain.variance + ((high - low) / 2) ** 2)
    notes = (
        f"no solver counts this game whole: {total.states:,} states at the first decision were dealt at random for a "
        "strategy that goes by own cards, as if none of them were missing among the dealer's",
        f"in {gain.states:,} other states every move was dealt out: by what it is valued by, best play gains from "
        f"{low:.4%} to {high:.4%} over that strategy, and half the difference is part of the standard error",
    )
    square, staked = total.square / total.weight, total.staked / total.weight
    return Solution(unit_of(plan), mean + (low + high) / 2, square, staked, None, notes=notes, error=error)


def _sampled(plan: Plan, meters: Mapping[str, float], kinds: Kinds | None, executor: Executor) -> Solution:
    effort, pilot = _effort(plan, meters, kinds)
    most = _BUDGET * pilot.states / pilot.rows
    wanted = max(pilot.variance * pilot.states / _AIM**2, _LEAST * most)  # a first look may miss what is rare
    wanted = max(min(wanted, most), _FEWEST)
    kit, strata = SharedInput(States, plan, effort, meters, kinds), int(wanted) // 2
    total = _total(executor.over(kit, States.drawn, [(block, strata) for block in range(_BLOCKS)], os.cpu_count() or 1))
    low, high = total.low / total.weight, total.high / total.weight
    error = sqrt(total.variance + ((high - low) / 2) ** 2)
    if error > _REFUSED:
        problem = f"the price cannot be told to better than {error:.1%}: too much is hidden behind too many decisions"
        raise RuleError(problem, _decision_field(plan))
    evenly = f", spread evenly over the {len(kinds.cards):,} kinds of own cards" if kinds else ""
    if kinds is not None and kinds.prices is not None and strata < len(kinds.cards):
        evenly = f", the dearer kinds of the {len(kinds.cards):,} of own cards the more often and weighed the less"
    notes = (
        f"no solver counts this game whole: {total.states:,} states at the first decision were dealt at random{evenly}",
        "what was hidden was counted or dealt out for every move, the best move taken, from the last decision back",
        f"moves were chosen by other deals than they were valued by: in these states best play costs from {-high:.4%} "
        f"to {-low:.4%}, and half the difference is part of the standard error",
    )
    square, staked = total.square / total.weight, total.staked / total.weight
    return Solution(unit_of(plan), (low + high) / 2, square, staked, None, notes=notes, error=error)
