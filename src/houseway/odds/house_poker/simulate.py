"""House poker in blocks: all rounds of a block dealt, decided and settled as arrays."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from houseway.cards.decks import deck
from houseway.cards.text import BLANK
from houseway.odds.arrays import Flags, Ints
from houseway.odds.house_poker import duel, points
from houseway.odds.house_poker.batch import Batch, Cards, Floats
from houseway.odds.house_poker.seats import best_of_table, envy_of, seats_of
from houseway.odds.house_poker.solvers import DISCARDS, Move, find_solver
from houseway.odds.house_poker.strategy import Policy, make_policy
from houseway.odds.house_poker.wagers import (
    DECK,
    cards_drawn,
    check_known,
    dealt_by,
    main_wagers,
    opening_stakes,
    pile_sizes,
    seen_at,
    side_wagers,
    thrown_for_good,
    unit_of,
)
from houseway.odds.simulate.setup import Engine, EngineInfo, Setup
from houseway.odds.simulate.streams import deal, stream
from houseway.odds.simulate.tally import COLUMNS, count
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Stage

_BLOCK = 1 << 15


@dataclass
class Rounds:
    """A block in play."""

    plan: Plan
    batch: Batch
    stakes: dict[str, Floats]
    closed: dict[str, Floats] = field(default_factory=dict)  # net of wagers that ended early, NaN where they did not
    others: "list[Rounds]" = field(default_factory=list)  # the other seats of the table
    folded: Flags = field(init=False)
    out: Flags = field(init=False)
    thrown: Ints = field(init=False)  # a bit for each card thrown away
    drawn: Ints = field(init=False)  # cards taken from the deck
    discards: Cards = field(init=False)  # all that were thrown away, and blanks

    def __post_init__(self) -> None:
        self.folded, self.out = np.zeros(self.batch.size, np.bool_), np.zeros(self.batch.size, np.bool_)
        self.thrown, self.drawn = np.zeros(self.batch.size, np.int64), np.zeros(self.batch.size, np.int64)
        self.discards = np.empty((self.batch.size, 0), np.uint8)

    def made(self, name: str) -> Flags:
        return self.stakes[name] > 0 if name in self.stakes else np.zeros(self.batch.size, np.bool_)

    def concerned(self, stage: Stage) -> Flags:
        rows = ~self.folded & ~self.out
        if stage.unless:
            rows &= ~self.made(stage.unless)
        if stage.made:
            rows &= self.made(stage.made)
        if stage.if_tied is not None:
            # Later cards of the two piles are dealt only after this stage: the hands are those of one card fewer.
            rows &= self._value_now(stage.if_tied[0], stage) == self._value_now(stage.if_tied[1], stage)
        return rows

    def _value_now(self, hand: str, stage: Stage) -> Ints:
        index = next(place for place, one in enumerate(self.plan.stages) if one is stage)
        dealt, _ = dealt_by(self.plan)[index + 1]
        piles = {pile: np.ascontiguousarray(self.batch.piles[pile][:, :size]) for pile, size in dealt.items()}
        return Batch(self.plan, piles).value(hand)

    def act(self, stage: int, move: Move, rows: Flags) -> None:
        spec = self.plan.choices[stage][move.choice].spec
        for name in spec.bet:
            stake = self.stakes.setdefault(name, np.zeros(self.batch.size))
            stake[rows] = move.factor * self.stakes[spec.times][rows]
        for name, net in ((spec.pull, 0.0), (spec.gives_up, -1.0), (spec.surrender, -spec.share)):
            if name:
                ended = self.closed.setdefault(name, np.full(self.batch.size, np.nan))
                ended[rows] = net
                if name == spec.pull:
                    self.stakes[name] = np.where(rows, 0.0, self.stakes[name])
        if spec.surrender and not spec.goes_on:
            self.out |= rows
        if spec.fold:
            self.folded |= rows
        if spec.discard is not None and move.text.startswith("throw "):
            self.thrown[rows] = sum(1 << int(place) - 1 for place in move.text.split()[1:])

    def exchange(self, pile: str) -> None:
        """Give every round the cards of a shared pile, or the next of the deck, for those it threw away."""
        piles = self.batch.piles
        held, places = piles["player"], np.arange(piles["player"].shape[1])
        used = self.drawn if pile == DECK else np.zeros(self.batch.size, np.int64)
        piles = {**piles, "player": _exchanged(held, piles[pile], self.thrown, used)}
        self.batch = Batch(self.plan, piles, self.batch.meters)
        thrown = np.where(self.thrown[:, None] >> places & 1 == 1, held, np.uint8(BLANK))
        self.discards = np.concatenate([self.discards, thrown], axis=1)
        self.thrown = np.zeros(self.batch.size, np.int64)

    def throw_away(self, count: int) -> None:
        """Take so many cards that were thrown away out of every hand; of a folded hand it does not matter which."""
        dealt = self.batch.piles["player"]
        thrown = np.where(self.thrown == 0, (1 << count) - 1, self.thrown)
        order = np.argsort(thrown[:, None] >> np.arange(dealt.shape[1]) & 1, axis=1, kind="stable")
        held = np.take_along_axis(dealt, order[:, : dealt.shape[1] - count], axis=1)
        self.batch = Batch(self.plan, self.batch.piles, self.batch.meters, held)

    def end_stage(self, index: int) -> None:
        """What follows the decisions of a stage: cards are taken for those thrown away, or none are."""
        if take := self.plan.stages[index].fill_from:
            self.exchange(take)
        elif count := thrown_for_good(self.plan, index):
            self.throw_away(count)

    def net(self, name: str) -> tuple[Floats, Floats]:
        """Stake and net of a wager in each round."""
        spec = self.plan.wagers[name].spec
        if spec.paid_on:
            paid = self.made(spec.paid_on) & ~self.folded
            if spec.only_if_played:
                paid &= self.made(spec.only_if_played)
            base = self.stakes.get(spec.paid_on, np.zeros(self.batch.size))
            return np.zeros(self.batch.size), np.where(paid, base * self.batch.nets(name), 0.0)
        stake = self.stakes.get(name)
        if stake is None:
            return np.zeros(self.batch.size), np.zeros(self.batch.size)
        table = [self, *self.others]
        if spec.best_of:
            each = best_of_table(self.plan, name, [one.batch for one in table], self.batch.meters)
        else:
            each = self.batch.nets(name)
        if not spec.survives_fold:
            each = np.where(self.folded, -1.0, each)
        envy = envy_of(self.plan, name, *((one.batch, one.shown(name)) for one in table))
        each = each + envy
        if name in self.closed:
            ended = self.closed[name]
            each = np.where(np.isnan(ended), each, ended)
        return stake, stake * each

    def shown(self, name: str) -> Flags:
        """The rounds in which the hand counts for others who made the wager."""
        return ~self.out & (~self.folded | self.plan.wagers[name].spec.survives_fold)


def play_on(now: Rounds, policy: Policy, first: int = 0) -> None:
    """The rounds from a stage to their end, every decision made by the policy; what may be left out is."""
    for index, stage in enumerate(now.plan.stages[first:], first):
        if stage.decide and index in policy.moves and not stage.optional:
            _decide(now, index, stage, policy)
        now.end_stage(index)


def _decide(now: Rounds, index: int, stage: Stage, policy: Policy) -> None:
    rows = now.concerned(stage)
    if not rows.any():
        return
    seen = seen_at(now.plan, index)
    known = {pile: np.ascontiguousarray(now.batch.piles[pile][rows][:, places]) for pile, places in seen.items()}
    if now.discards.shape[1]:
        known[DISCARDS] = now.discards[rows]
    chosen = np.full(now.batch.size, -1, np.int64)
    chosen[rows] = policy.decide(index, known)
    for place, move in enumerate(policy.moves[index]):
        taking = chosen == place
        if taking.any():
            now.act(index, move, taking)


@dataclass(frozen=True)
class HousePokerEngine:
    """One seat of a house-poker game, with others beside it where its wagers depend on them."""

    setup: Setup
    plan: Plan
    policy: Policy

    @cached_property
    def info(self) -> EngineInfo:
        names = (*main_wagers(self.plan), *self.setup.sides)
        notes = self.policy.notes
        if self.seats > 1:
            notes = (*notes, f"{self.seats} seats, all playing alike; the first is counted")
        return EngineInfo(names, unit_of(self.plan), _BLOCK, self.policy.name, notes)

    @cached_property
    def seats(self) -> int:
        return seats_of(self.plan, self.setup.sides, self.setup.seats)

    def deal(self, block: int, rounds: int) -> list[dict[str, Cards]]:
        """The piles of a block as each seat has them, dealt in full; the other seats' cards come after all others."""
        sizes, drawn = pile_sizes(self.plan), cards_drawn(self.plan)
        if drawn:
            sizes[DECK] = drawn
        own = sizes.get("player", 0)
        out = np.empty((rounds, sum(sizes.values()) + (own + drawn) * (self.seats - 1)), np.uint8)
        deal(np.array(deck(self.plan.game.spec.deck), np.uint8), stream(self.setup.seed, block), out)
        ends = np.cumsum([*sizes.values(), *[own, drawn] * (self.seats - 1)])[:-1]
        parts = [np.ascontiguousarray(part) for part in np.split(out, ends, axis=1)]
        piles, others = dict(zip(sizes, parts[: len(sizes)], strict=True)), parts[len(sizes) :]
        return [piles, *({**piles, "player": one, DECK: two} for one, two in zip(*[iter(others)] * 2, strict=True))]

    def table(self, block: int, rounds: int) -> list[Rounds]:
        """The rounds of every seat, played to the end."""
        found, opening = [], {**opening_stakes(self.plan), **dict.fromkeys(self.setup.sides, 1.0)}
        for piles in self.deal(block, rounds):
            batch = Batch(self.plan, piles, self.setup.meters)
            now = Rounds(self.plan, batch, {name: np.full(rounds, stake) for name, stake in opening.items()})
            play_on(now, self.policy)
            found.append(now)
        return found

    def play(self, block: int, rounds: int) -> Floats:
        first, *others = self.table(block, rounds)
        first.others = others
        return self._sums(first)

    def _sums(self, now: Rounds) -> Floats:
        names = self.info.wagers
        sums = np.zeros((len(names) + 1, COLUMNS))
        total = np.zeros((2, now.batch.size))
        main = set(main_wagers(self.plan))
        for place, name in enumerate(names):
            stake, net = now.net(name)
            spec = self.plan.wagers[name].spec
            sums[place + 1] = count(stake, net, now.made(spec.paid_on) if spec.paid_on else None)
            if name in main:
                total += (stake, net)
        sums[0] = count(total[0], total[1])
        return sums


def _exchanged(held: Cards, shared: Cards, thrown: Ints, used: Ints) -> Cards:
    """Hands after each thrown card gave way to the next one of a pile, of which so many are `used` and then more."""
    out = held.copy()
    for place in range(held.shape[1]):
        rows = thrown >> place & 1 == 1
        out[rows, place] = shared[rows, used[rows]]
        used[rows] += 1
    return out


def engine(setup: Setup) -> Engine:
    """The engine of a game: tables of all hands where seat and dealer hold few cards, arrays of rounds otherwise."""
    plan = load_plan(setup.game, setup.house)
    sides = side_wagers(plan)
    for name in setup.sides:
        if name not in sides:
            raise RuleError(f"no side wager named {name!r}; side wagers are {', '.join(sides)}", "--side")
    if points.fits(plan):
        return points.engine(setup, plan)
    check_known(plan, with_draws=find_solver(plan) is not None)
    seats_of(plan, setup.sides, setup.seats)
    return engine_with(setup, plan, make_policy(plan, setup))


def engine_with(setup: Setup, plan: Plan, policy: Policy) -> Engine:
    fast = duel.engine(setup, plan, policy) if setup.seats <= 1 else None
    return fast or HousePokerEngine(setup, plan, policy)
