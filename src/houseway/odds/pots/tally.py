"""What a block of rounds yields: the sums of each kind, in whole cents, and of the wagers beside the pot."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numba import njit

from houseway.hands.ranking import RANKINGS
from houseway.odds.arrays import Ints
from houseway.odds.payoff import payoff
from houseway.odds.pots.kinds import Kind, Kinds
from houseway.odds.pots.table import Place
from houseway.odds.simulate.tally import COLUMNS, SQUARE, Floats
from houseway.play.core.cases import deciding
from houseway.play.pots.settle import fee_of_hand
from houseway.play.pots.side_wagers import bonus_cases
from houseway.rules.patterns import least_value


@dataclass(frozen=True)
class Met:
    """The kinds of a block, how often each came, and which of them each round was."""

    kinds: list[Kind]
    counts: Ints
    index: Ints


@njit(cache=True, nogil=True)
def follow(index: Ints, after: Ints, which: Ints, out: Ints, row: int, state: int) -> tuple[int, int]:
    """Play on from `row` with what was left behind as `state`, up to a kind that is not settled yet in that state."""
    while row < len(index):
        place = index[row]
        then = after[state, place]
        if then < 0:
            break
        out[row] = which[state, place]
        state = then
        row += 1
    return row, state


def _wager(stake: int, net: int) -> tuple[int, ...]:
    return int(stake > 0), stake, net, net * net, int(net > 0)


def _event(happened: bool, amount: int) -> tuple[int, ...]:
    return int(happened), 0, amount, amount * amount, 0


@dataclass
class Tally:
    """Sums of one round of each kind; whole numbers, so that their order does not matter."""

    place: Place
    wagers: tuple[str, ...]
    counted: tuple[str, ...]
    kinds: Kinds
    _known: dict[int, tuple[Kind, Floats]] = field(default_factory=dict)

    @cached_property
    def scale(self) -> Floats:
        """What turns cents into units, in the shape of the sums."""
        scale = np.ones((1 + len(self.wagers) + len(self.counted), COLUMNS))
        beat = self.place.spec.bad_beat
        for row in range(1, len(scale)):
            unit = float(self.place.unit[1])
            if beat and row <= len(self.wagers) and self.wagers[row - 1] == beat.wager:
                unit = self._beat_stake
            scale[row, 1:4] = unit
            scale[row, SQUARE] = unit * unit
        return scale

    @cached_property
    def _fee(self) -> int:
        return fee_of_hand(self.place.seats)

    @cached_property
    def _beat_stake(self) -> int:
        beat = self.place.spec.bad_beat
        return round(100 * self.place.opening.seats[0].wagers[beat.wager]) if beat else 0

    def of(self, kind: Kind) -> Floats:
        """The sums of one round of the kind, in cents; the line of all wagers is left empty."""
        known = self._known.get(id(kind))
        if known is None:
            known = kind, np.array([(0,) * COLUMNS, *self._wager_rows(kind), *self._count_rows(kind)], float)
            self._known[id(kind)] = known
        return known[1]

    def _wager_rows(self, kind: Kind) -> list[tuple[int, ...]]:
        seats = len(kind.net)
        rows = [_wager(stake, net) for stake, net in zip(kind.staked, kind.net, strict=True)]
        beat = self.place.spec.bad_beat
        for name in self.wagers[seats:]:
            if beat and name == beat.wager:
                each = np.array([_wager(self._beat_stake, net) for net in kind.jackpot])
                rows.append(tuple(each.sum(axis=0) / seats))
            else:
                rows.append((0,) * COLUMNS)
        return rows

    def _count_rows(self, kind: Kind) -> list[tuple[int, ...]]:
        rows = {
            "pot": _event(True, kind.pot),
            "rake": _event(kind.rake > 0, kind.rake),
            "jackpot rake": _event(kind.jackpot_rake > 0, kind.jackpot_rake),
            "collection": _event(self._fee > 0, self._fee),
            "carried over": _event(kind.carried > 0, kind.carried),
            "no showdown": _event(not kind.shown, 0 if kind.shown else kind.pot),
            "scoop": _event(kind.scooped, kind.pot if kind.scooped else 0),
        }
        for hand, board in self.kinds.parts:
            label = self.kinds.label(hand, board)
            share = kind.shares.get(label, 0)
            rows[label] = _event(label in kind.shares, share)
            rows[f"{label}, tied"] = _event(label in kind.tied, share if label in kind.tied else 0)
        return [rows[name] for name in self.counted]


def bonus_sums(place: Place, name: str, values: Ints, live: Ints) -> Floats:
    """A bonus against the house, of an average seat; a hand that was folded or does not qualify has lost it."""
    rules, seats = place.table.rules, values.shape[1]
    hand = rules.spec.hands[rules.spec.award.parts[0]]
    ranking = RANKINGS[hand.ranking]
    inside = (live[:, None] >> np.arange(seats) & 1 == 1) & (values >= least_value(hand.qualifies, ranking))
    counts = np.bincount(values[inside] >> ranking.shift, minlength=len(ranking.categories)) / seats
    cases = bonus_cases(rules.game, rules.spec.bonus[name])
    pays = [deciding(cases, category).pay for category in ranking.categories]
    nets = np.array([payoff(pay).net for pay in pays if pay is not None])
    rounds = float(len(values))
    lost = rounds - counts.sum()
    gains = counts[nets > 0].sum()
    return np.array([rounds, rounds, counts @ nets - lost, counts @ (nets * nets) + lost, gains])


def pool_sums(place: Place, values: Ints, met: Met) -> Floats:
    """The pool's wager over the rounds in their order, of an average seat."""
    spec, seats = place.spec, values.shape[1]
    pool = spec.pool
    assert pool is not None
    stake = round(100 * place.opening.seats[0].wagers[pool.wager])
    winners = np.array([kind.winners for kind in met.kinds], np.int64)[met.index]
    alone = np.array([kind.alone for kind in met.kinds])[met.index]
    shown = np.array([kind.shown for kind in met.kinds])[met.index]
    ranking = RANKINGS[spec.hands[spec.award.parts[0]].ranking]
    by_category = np.array([pool.markers.get(name, pool.markers["any"]) for name in ranking.categories], np.int64)
    seat = np.log2(winners & -winners).astype(np.int64)
    best = np.take_along_axis(values, seat[:, None], axis=1)[:, 0] >> ranking.shift
    earned = np.where(shown, by_category[best], pool.markers["any"]) * alone
    nets = pool_nets(winners, earned, stake, pool.goal, seats) / stake
    rounds = float(len(values))
    return np.array([rounds, rounds, nets.sum() / seats, (nets * nets).sum() / seats, (nets > 0).sum() / seats])


@njit(cache=True, nogil=True)
def pool_nets(winners: Ints, earned: Ints, stake: int, goal: int, seats: int) -> Ints:
    """Net cents by round and seat; `earned` are the markers of a pot won alone, 0 where none are won."""
    nets = np.zeros((len(winners), seats), np.int64)
    held = np.zeros(seats, np.int64)
    fund = 0
    for row in range(len(winners)):
        for seat in range(seats):
            if not winners[row] >> seat & 1:
                nets[row, seat] -= stake
                fund += stake
        if earned[row]:
            seat = 0
            while not winners[row] >> seat & 1:
                seat += 1
            held[seat] += earned[row]
            if held[seat] >= goal:
                nets[row, seat] += fund
                fund = 0
                held[:] = 0
    total = held.sum()
    if len(winners) and total:
        last = len(winners) - 1
        rest = fund
        for seat in range(seats):
            share = fund * held[seat] // total
            nets[last, seat] += share
            rest -= share
        seat = 0
        while not held[seat]:
            seat += 1
        nets[last, seat] += rest
    return nets
