"""Baccarat in blocks: coups dealt by a kernel and counted by what events can ask of them, each kind priced once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit

from houseway.cards.decks import deck
from houseway.odds.arrays import Ints
from houseway.odds.baccarat.price import Coups, nets_of, who_draws
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import Cards, deal, stream
from houseway.odds.simulate.tally import Floats, sums_of
from houseway.play.baccarat.cases import events_of
from houseway.play.baccarat.coup import card_value
from houseway.play.baccarat.settle import Plan, load_plan

_BLOCK = 1 << 17
_SHAPE = (10, 10, 2, 2, 3, 3, 3, 3)  # points and third cards of both hands, pairs of both, suits of winner and of all
_NOTE = "every wager stands by itself, one unit on each in every coup; the first line is the first wager"


@njit(cache=True, nogil=True)
def _pair(one: int, two: int) -> int:
    if one >> 2 != two >> 2:
        return 0
    return 1 if one == two else 2


@njit(cache=True, nogil=True)
def _shared(hand: Cards, places: int) -> int:
    """What the cards at the places (bits) share: 2 a suit, 1 a colour, 0 nothing."""
    suits = 0
    for place in range(6):
        if places >> place & 1:
            suits |= 1 << (hand[place] & 3)
    if suits & suits - 1 == 0:
        return 2
    return 1 if suits & 6 == suits or suits & 9 == suits else 0


@njit(cache=True, nogil=True)
def _count(hands: Cards, values: Ints, player: Ints, banker: Ints, out: Ints) -> None:
    """Count coups by kind; cards lie as dealt: player, banker, player, banker, then third cards in turn."""
    for row in range(hands.shape[0]):
        hand = hands[row].copy()
        p = (values[hand[0]] + values[hand[2]]) % 10
        b = (values[hand[1]] + values[hand[3]]) % 10
        draws = player[p, b]
        third = values[hand[4]] if draws else 10
        more = banker[p, b, third]
        places = 15
        if draws:
            places |= 16
        if more:
            # The banker takes the fifth card of the shoe where the player stood.
            hand[5] = hand[5] if draws else hand[4]
            places |= 32
        mine = (p + third) % 10 if draws else p
        theirs = (b + values[hand[5]]) % 10 if more else b
        winner = places if mine == theirs else (places & 21 if mine > theirs else places & 42)
        code = (mine * 10 + theirs) * 2 + draws
        code = (code * 2 + more) * 3 + _pair(hand[0], hand[2])
        code = (code * 3 + _pair(hand[1], hand[3])) * 3 + _shared(hand, winner)
        out[code * 3 + _shared(hand, places)] += 1


@dataclass(frozen=True)
class CoupEngine:
    """All wagers of a baccarat game side by side."""

    setup: Setup
    plan: Plan

    @cached_property
    def info(self) -> EngineInfo:
        left_out = [name for name in self.plan.order if name not in self._order]
        notes = (_NOTE, *(f"{name} is not simulated: odds counts it exactly" for name in left_out))
        return EngineInfo(self._order, self._order[0], _BLOCK, "none", notes)

    @cached_property
    def _order(self) -> tuple[str, ...]:
        """The wagers that depend on the coup; those on the first four cards as one hand are counted exactly."""
        wagers = self.plan.wagers
        return tuple(
            name for name in self.plan.order if not any(event.first_four for event in events_of(wagers[name].cases))
        )

    @cached_property
    def _rules(self) -> tuple[Ints, Ints, Ints]:
        draw = self.plan.game.spec.draw
        values = np.array([card_value(card) for card in range(52)], np.int64)
        player, banker = who_draws(draw)
        return values, player.astype(np.int64), banker.astype(np.int64)

    @cached_property
    def _nets(self) -> Floats:
        """Net by wager and kind of coup."""
        spec = self.plan.game.spec
        p, b, third, fourth, *rest = (column.ravel() for column in np.indices(_SHAPE))
        ones = np.ones(len(p), np.int64)
        coups = Coups(p, b, third + 2, fourth + 2, rest[0], rest[1], rest[2], rest[3], ones, spec.draw.natural)
        return np.stack([nets_of(self.plan, name, coups, self.setup.meters) for name in self._order])

    def play(self, block: int, rounds: int) -> Floats:
        hands = np.empty((rounds, 6), np.uint8)
        deal(np.array(deck(self.plan.game.spec.deck), np.uint8), stream(self.setup.seed, block), hands)
        counts = np.zeros(int(np.prod(_SHAPE)), np.int64)
        _count(hands, *self._rules, counts)
        return sums_of(self._nets, counts)


def engine(setup: Setup) -> CoupEngine:
    return CoupEngine(setup, load_plan(setup.game, setup.house))
