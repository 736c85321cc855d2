"""Few cards against few, nothing shared and nothing shown: every hand ranked, decided and priced once, then dealt fast.

What a round yields depends on the seat's hand and on how the dealer's compares with it, so a round is two look-ups.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.odds.arrays import Flags
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.strategy import Policy
from houseway.odds.house_poker.vs_dealer.showdown import Showdown, match_template
from houseway.odds.house_poker.wagers import main_wagers, standing_wagers
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import below, mixed, next_counter, stream
from houseway.odds.simulate.tally import COLUMNS
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.house_poker.plan import Plan

_BLOCK = 1 << 18
_MOST_HANDS = 30_000
_KINDS = 4


@njit(cache=True, nogil=True)
def _play(
    rounds: int, counter: np.uint64, deck: Cards, size: int, choose: Ints, value: Ints, least: int,
    made: Flags, stakes: Floats, nets: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Deal `rounds` rounds and add up stakes, nets, squares and gains; the last wager of the tables is all together."""
    held = np.empty(2 * size, np.int64)
    wagers = stakes.shape[1]
    tally = np.zeros((value.shape[0], 4), np.int32)
    first = int(np.int64(0))  # for a plain 0 numba would compile the helper once more
    for _ in range(rounds):
        taken = np.uint64(0)
        for place in range(2 * size):
            while True:
                counter = next_counter(counter)
                card = below(mixed(counter), len(deck))
                bit = np.uint64(1) << np.uint64(card)
                if not taken & bit:
                    break
            taken |= bit
            held[place] = card
        own = _number(held, first, size, choose)
        mine, theirs = value[own], value[_number(held, size, size, choose)]
        if theirs < least:
            kind = 0 if theirs < mine else (1 if theirs == mine else 2)
            if mine >= least:
                kind = 0
        elif mine < least:
            kind = 3
        else:
            kind = 1 if theirs < mine else (2 if theirs == mine else 3)
        tally[own, kind] += 1
    for own in range(value.shape[0]):
        for kind in range(4):
            times = tally[own, kind]
            if times:
                for wager in range(wagers):
                    net = nets[own, kind, wager]
                    sums[wager, 0] += times * made[own, wager]
                    sums[wager, 1] += times * stakes[own, wager]
                    sums[wager, 2] += times * net
                    sums[wager, 3] += times * net * net
                    sums[wager, 4] += times * (net > 0)


@njit(cache=True, nogil=True)
def _number(held: Ints, start: int, size: int, choose: Ints) -> int:
    """The place of a hand among all of its size, whatever the order of its cards."""
    if size == 3:
        a, b, c = held[start], held[start + 1], held[start + 2]
        low, high = min(a, b, c), max(a, b, c)
        return int(choose[0, low] + choose[1, a + b + c - low - high] + choose[2, high])
    number = 0
    for place in range(size):
        below_it = 0
        for other in range(size):
            below_it += held[start + other] < held[start + place]
        number += choose[below_it, held[start + place]]
    return number


@dataclass(frozen=True)
class DuelEngine:
    """One seat against the dealer, by tables of all hands."""

    setup: Setup
    shape: Showdown
    policy: Policy

    @cached_property
    def info(self) -> EngineInfo:
        names = main_wagers(self.shape.plan)
        return EngineInfo(names, self.shape.unit, _BLOCK, self.policy.name, self.policy.notes)

    @cached_property
    def _deck(self) -> Cards:
        return np.array(sorted(copies_of_each(self.shape.plan.game.spec.deck)), np.uint8)

    @cached_property
    def _tables(self) -> tuple[Ints, Flags, Floats, Floats]:
        """By hand, in colexicographic order: its value, the wagers made, the stakes, the nets by kind of dealer."""
        shape, plan, size = self.shape, self.shape.plan, self.shape.cards
        hands = all_hands(self._deck, size)
        batch = Batch(plan, {"player": hands, "dealer": hands}, self.setup.meters)
        value = batch.value(shape.own.name)
        moves = self.policy.decide(shape.stage, {"player": hands})
        least = shape.dealer.threshold or 0
        weak = value < least
        dealers = (
            np.minimum(value, least) - 1,
            np.where(weak, value, value - 1),
            np.where(weak, value + 1, value),
            np.maximum(value + 1, least),
        )
        names = self.info.wagers
        stakes = np.zeros((len(hands), len(names) + 1))
        nets = np.zeros((len(hands), _KINDS, len(names) + 1))
        folded = self._fill_stakes(moves, names, stakes)
        for kind, theirs in enumerate(dealers):
            batch.assume(shape.dealer.name, theirs)
            for place, name in enumerate(names):
                spec = plan.wagers[name].spec
                each = batch.nets(name)
                if spec.paid_on:
                    needed = spec.only_if_played
                    paid = ~folded & (stakes[:, names.index(needed)] > 0 if needed else True)
                    nets[:, kind, place] = np.where(paid, stakes[:, names.index(spec.paid_on)] * each, 0.0)
                else:
                    lost = folded & (not spec.survives_fold)
                    nets[:, kind, place] = stakes[:, place] * np.where(lost, -1.0, each)
        stakes[:, -1] = stakes[:, :-1].sum(axis=1)
        nets[:, :, -1] = nets[:, :, :-1].sum(axis=2)
        made = stakes > 0
        for place, name in enumerate(names):
            if on := plan.wagers[name].spec.paid_on:
                made[:, place] = made[:, names.index(on)]
        return value, made, stakes, nets

    def _fill_stakes(self, moves: Ints, names: tuple[str, ...], stakes: Floats) -> Flags:
        shape = self.shape
        for name in shape.before:
            stakes[:, names.index(name)] = 1.0
        folded = np.zeros(len(moves), np.bool_)
        for number, move in enumerate(self.policy.moves[shape.stage]):
            spec = shape.plan.choices[shape.stage][move.choice].spec
            rows = moves == number
            folded[rows] = spec.fold
            for name in spec.bet:
                stakes[rows, names.index(name)] = move.factor
        return folded

    def play(self, block: int, rounds: int) -> Floats:
        value, made, stakes, nets = self._tables
        size = self.shape.cards
        choose = np.array([[comb(card, place + 1) for card in range(52)] for place in range(size)], np.int64)
        sums = np.zeros((stakes.shape[1], COLUMNS))
        least = self.shape.dealer.threshold or 0
        start = stream(self.setup.seed, block)
        _play(rounds, start, self._deck, size, choose, value, least, made, stakes, nets, sums)
        return np.concatenate([sums[-1:], sums[:-1]])


def engine(setup: Setup, plan: Plan, policy: Policy) -> DuelEngine | None:
    """The engine of a game of this shape, none if it is another or side wagers are asked for."""
    shape = match_template(plan)
    if shape is None or setup.sides or shape.shared or shape.up or shape.by_margin or shape.stage not in policy.moves:
        return None
    if shape.cards_follow or standing_wagers(plan):
        return None
    copies = copies_of_each(plan.game.spec.deck)
    if set(copies.values()) != {1} or max(copies) > 51 or shape.cards != shape.dealer_cards:
        return None
    if comb(len(copies), shape.cards) > _MOST_HANDS:
        return None
    return DuelEngine(setup, shape, policy)
