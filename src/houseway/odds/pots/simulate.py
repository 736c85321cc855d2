"""Player-banked poker in blocks: cards dealt as arrays, hands ranked as arrays, each kind of round settled once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.odds.arrays import Cards, Ints
from houseway.odds.pots.decisions import Policy, make_policy
from houseway.odds.pots.discards import given_up, most_drawn
from houseway.odds.pots.kinds import Kind, Kinds, Rounds
from houseway.odds.pots.table import Place, lay
from houseway.odds.pots.tally import Met, Tally, bonus_sums, follow, pool_sums
from houseway.odds.pots.walk import Deal, Walk
from houseway.odds.simulate import streams
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.tally import Floats
from houseway.play.core.money import in_dollars

_BLOCK = 1 << 16
_DENSE = 1 << 18  # kinds that are counted in a table rather than by sorting
_SECOND = 1 << 62  # the blocks of the stream that shuffles cards given up
_NOTES = (
    "seats count from the left of the button; all wagers together are an average seat's, its error that of one seat",
    "wagers beside the pot are per unit of their own stake",
)


@dataclass(frozen=True)
class PotsEngine:
    """All seats of a table, hand after hand with the button at the last seat."""

    setup: Setup
    place: Place
    policy: Policy

    @cached_property
    def _kinds(self) -> Kinds:
        return Kinds(self.place, Walk(self.place))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        spec = self.place.spec
        made = self.place.opening.seats[0].wagers
        beat = (spec.bad_beat.wager,) if spec.bad_beat and spec.bad_beat.wager in made else ()
        pool = (spec.pool.wager,) if spec.pool else ()
        seats = (f"seat {seat + 1}" for seat in range(len(self.place.table.stacks)))
        return (*seats, *(name for name in spec.bonus if name in made), *beat, *pool)

    @cached_property
    def _counted(self) -> tuple[str, ...]:
        labels = [self._kinds.label(*part) for part in self._kinds.parts]
        shares = [line for label in labels for line in (label, f"{label}, tied")]
        scoop = ("scoop",) if len(labels) > 1 else ()
        return ("pot", "rake", "jackpot rake", "collection", "carried over", "no showdown", *shares, *scoop)

    @cached_property
    def info(self) -> EngineInfo:
        unit, amount = self.place.unit
        notes = (*self.policy.notes, f"a unit is the {unit} of {in_dollars(amount)}", *_NOTES)
        return EngineInfo(self._names, unit, _BLOCK, self.policy.name, notes, self._counted)

    # -- cards --------------------------------------------------------------------------------------------------------

    def dealt(self, block: int, rounds: int) -> tuple[Deal, Cards]:
        """The cards of a block, and those left to draw."""
        place, spec, seats = self.place, self.place.spec, len(self.place.table.stacks)
        last = place.dealt[-1]
        base = seats * last.own + spec.boards * last.board
        draws = seats * sum(most_drawn(street.discard) for street in spec.streets if street.discard)
        cards = np.empty((rounds, min(base + draws, len(place.deck))), np.uint8)
        streams.deal(np.array(place.deck, np.uint8), streams.stream(self.setup.seed, block), cards)
        own = np.ascontiguousarray(cards[:, : seats * last.own]).reshape(rounds, seats, last.own)
        boards = cards[:, seats * last.own : base].reshape(rounds, spec.boards, last.board)
        return Deal(own, boards), cards[:, base:]

    def rounds(self, block: int, rounds: int) -> Rounds:
        """The rounds of a block: street after street, cards given up, then the betting of the seats still in."""
        deal, stub = self.dealt(block, rounds)
        own = deal.own
        walk, spec = self._kinds.walk, self.place.spec
        ends = np.full(len(own), walk.first(deal), np.int64)
        counter = streams.stream(self.setup.seed, _SECOND + block)
        held = own[:, :, :0]
        had = 0
        for street, words in enumerate(spec.streets):
            dealt = self.place.dealt[street]
            if dealt.own > had:
                held, had = np.concatenate([held, own[:, :, had : dealt.own]], axis=2), dealt.own
            if words.discard is not None:
                held = given_up(words.discard, held, walk.lives(ends), stub, counter)
            ends = self._bet(street, ends, deal, held, dealt.board)
        return Rounds(held, deal.boards, ends)

    def _bet(self, street: int, ends: Ints, deal: Deal, held: Cards, board: int) -> Ints:
        """The ends after the betting of a street, `board` cards of each board shown."""
        walk = self._kinds.walk
        waits = np.array([not state.over and state.street == street for state in walk.states])
        if self.policy.plain:
            # With one path for all, one round shows it.
            now = int(ends[0])
            return np.full(len(ends), walk.street(now, deal.row(0), 0, 0), np.int64) if waits[now] else ends
        rows = waits[ends]
        if not rows.any():
            return ends
        here = Deal(deal.own[rows], deal.boards[rows])
        made = self.policy.decide(street, held[rows], here.boards[:, 0, :board])
        leads = self.policy.leads(street, here.own)
        after = ends.copy()
        after[rows] = walk.streets(ends[rows], here, made.folds, made.bets, leads)
        return after

    # -- chips --------------------------------------------------------------------------------------------------------

    @cached_property
    def _tally(self) -> Tally:
        return Tally(self.place, self._names, self._counted, self._kinds)

    def meet(self, played: Rounds) -> tuple[Met, Ints]:
        """The kinds of some rounds in their order, and the values of the first part's hands."""
        numbers, values = self._kinds.name(played)
        return self._met(played, *_distinct(numbers)), values

    def play(self, block: int, rounds: int) -> Floats:
        played = self.rounds(block, rounds)
        met, values = self.meet(played)
        seats = len(self.place.table.stacks)
        cents = np.tensordot(met.counts, np.stack([self._tally.of(kind) for kind in met.kinds]), 1)
        sums = cents / self._tally.scale
        sums[0] = sums[1 : seats + 1].mean(axis=0)
        for place, name in enumerate(self._names, start=1):
            if name in self.place.spec.bonus:
                sums[place] = bonus_sums(self.place, name, values, self._kinds.walk.lives(played.ends))
            elif self.place.spec.pool and name == self.place.spec.pool.wager:
                sums[place] = pool_sums(self.place, values, met)
        return sums

    def _met(self, played: Rounds, kinds: Ints, first: Ints, index: Ints) -> Met:
        """The kinds of a block and how often each came; a pot that nobody won is played for in the next round."""
        settled = self._kinds.settled
        fresh = [settled(int(kind), 0, played, row) for kind, row in zip(kinds, first.tolist(), strict=True)]
        if not any(kind.carried for kind in fresh):
            return Met(fresh, np.bincount(index, minlength=len(fresh)), index)
        found: dict[tuple[int, int], int] = {}
        amounts = {0: 0}
        listed: list[Kind] = []
        after = np.full((1, len(kinds)), -1, np.int64)
        which = np.full((1, len(kinds)), -1, np.int64)
        out = np.empty(len(index), np.int64)
        row = state = 0
        while True:
            row, state = follow(index, after, which, out, row, state)
            if row == len(index):
                return Met(listed, np.bincount(out, minlength=len(listed)), out)
            place = int(index[row])
            kind = settled(int(kinds[place]), list(amounts)[state], played, row)
            if kind.carried not in amounts:
                amounts[kind.carried] = len(amounts)
                more = np.full((1, len(kinds)), -1, np.int64)
                after, which = np.concatenate([after, more]), np.concatenate([which, more])
            found[state, place] = len(listed)
            listed.append(kind)
            after[state, place], which[state, place] = amounts[kind.carried], found[state, place]


def _distinct(numbers: Ints) -> tuple[Ints, Ints, Ints]:
    """The kinds that occur, a round of each, and the place of each round's kind among them."""
    if numbers.max() >= _DENSE:
        kinds, first, index = np.unique(numbers, return_index=True, return_inverse=True)
        return kinds, first, index
    kinds = np.flatnonzero(np.bincount(numbers))
    places = np.zeros(int(kinds[-1]) + 1, np.int64)
    places[kinds] = np.arange(len(kinds))
    index = places[numbers]
    first = np.empty(len(kinds), np.int64)
    first[index[::-1]] = np.arange(len(numbers))[::-1]
    return kinds, first, index


def engine(setup: Setup) -> PotsEngine:
    place = lay(setup)
    return PotsEngine(setup, place, make_policy(place, setup.strategy))
