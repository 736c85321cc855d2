"""Rounds of blackjack in which poker is played too, as one loop: each from a full shoe, by the play of the count."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.blackjack.duel import ENDS, RANK_COUNT, Duels, Hands, poker_kind
from houseway.odds.blackjack.played import Paid, Played, blank_rows
from houseway.odds.blackjack.rounds import DEALER, GONE, START, Bytes, Words, draw_card
from houseway.odds.blackjack.simulate import OPTIMAL, check_sides, shoe_cards
from houseway.odds.blackjack.values import ACE, TEN, VALUE_BITS, Floats, Ints, decoded
from houseway.odds.simulate import tally
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.moves import SPLIT
from houseway.play.blackjack.plan import Plan
from houseway.rules.errors import RuleError

BLOCK = 1 << 17
_AT_ONCE = 1 << 14
_MOST_HANDS = 8
_LEAST = 17
_HAND, _ANTE, _BET = range(3)
_NOTE = "equal wagers on both, every hand by the play of the count, every round from a full shoe, one seat at the table"


class DuelTables(NamedTuple):
    """What the rounds look up."""

    ranks: Ints  # [code] -> rank
    hands: Hands
    bets: Ints  # [up, rank, rank] whether the poker is played on
    splits: Ints  # [mode, up, rank] whether a pair is split
    most: Ints  # [rank] hands of one pair
    action: Ints  # [up, hand, mode]
    split_action: Ints  # [rank, up, hand, mode]
    pays: Floats  # [class, plain or doubled, dealer's end]
    natural_pays: Floats  # [dealer's end]
    peeks: Ints  # [up]
    poker: Floats  # [ante or bet, dealer's natural, how the poker ends]
    numbers: Ints  # the least value that qualifies, whether the dealer hits a soft 17


@njit(cache=True, nogil=True)
def _dealer(
    shoe: Bytes, place: Ints, counter: Words, tables: DuelTables, up: int, hole: int
) -> tuple[int, int]:  # fmt: skip
    """How the dealer ends, and what his cards are worth in poker."""
    one, two = up & VALUE_BITS, hole & VALUE_BITS
    hard, ace = one + two + 2, one == ACE or two == ACE
    hand = tables.hands.after[tables.hands.after[0, tables.ranks[up]], tables.ranks[hole]]
    if ace and hard == 11:
        return ENDS, tables.hands.poker[hand]
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and tables.numbers[1] > 0)):
            return min(total - _LEAST, ENDS - 1), tables.hands.poker[hand]
        card = draw_card(shoe, place, counter)
        hand = tables.hands.after[hand, tables.ranks[card]]
        hard += (card & VALUE_BITS) + 1
        ace = ace or card & VALUE_BITS == ACE


@njit(cache=True, nogil=True)
def play_duels(
    rounds: int, shoe: Bytes, counter: Words, tables: DuelTables, stakes: Floats, nets: Floats, seen: Bytes
) -> None:
    """[round, wager] what was staked and won on the hand, the ante and the bet of each round."""
    place = np.zeros(2, np.int64)
    held, doubled = np.zeros(_MOST_HANDS, np.int64), np.zeros(_MOST_HANDS, np.int64)
    seconds = np.zeros(_MOST_HANDS, np.int64)
    hands = tables.hands
    least = tables.numbers[0]
    for number in range(rounds):
        place[GONE] = 0
        first = draw_card(shoe, place, counter)
        up_card = draw_card(shoe, place, counter)
        second = draw_card(shoe, place, counter)
        hole = draw_card(shoe, place, counter)
        if len(seen):
            seen[number, START], seen[number, START + 1] = first, second
            seen[number, DEALER], seen[number, DEALER + 1] = up_card, hole
        one, two, up = tables.ranks[first], tables.ranks[second], tables.ranks[up_card]
        hand = hands.after[hands.after[0, one], two]
        mode = tables.bets[up, one, two]
        stakes[number, _HAND], stakes[number, _ANTE] = 1.0, 1.0
        stakes[number, _BET] = 1.0 if mode else 0.0
        nets[number] = 0.0
        a, b = first & VALUE_BITS, second & VALUE_BITS
        natural = (a == ACE and b == TEN) or (a == TEN and b == ACE)
        a, b = up_card & VALUE_BITS, hole & VALUE_BITS
        theirs = (a == ACE and b == TEN) or (a == TEN and b == ACE)
        if theirs and tables.peeks[up]:
            value = hands.poker[hands.after[hands.after[0, up], tables.ranks[hole]]]
            mine = hands.poker[hand]
            nets[number, _HAND] = tables.natural_pays[ENDS] if natural else -1.0
            ended = poker_kind(mine, value, least)
            nets[number, _ANTE] = tables.poker[0, 1, ended] if mode else -1.0
            nets[number, _BET] = tables.poker[1, 1, ended] if mode else 0.0
            continue
        count = 1
        held[0], doubled[0] = hand, 0
        if not natural:
            split = one == two and tables.splits[mode, up, one] != 0
            seconds[0] = two
            number_now = 0
            while number_now < count:
                if split:
                    while count < tables.most[one] and seconds[number_now] == one:
                        for later in range(count, number_now + 1, -1):
                            seconds[later] = seconds[later - 1]
                        seconds[number_now] = tables.ranks[draw_card(shoe, place, counter)]
                        seconds[number_now + 1] = tables.ranks[draw_card(shoe, place, counter)]
                        count += 1
                    hand = hands.after[hands.after[0, one], seconds[number_now]]
                now = mode if number_now == 0 else 0
                doubled[number_now] = 0
                while True:
                    done = tables.split_action[one, up, hand, now] if split else tables.action[up, hand, now]
                    if done == 0:
                        break
                    hand = hands.after[hand, tables.ranks[draw_card(shoe, place, counter)]]
                    if done == 2:
                        doubled[number_now] = 1
                        break
                held[number_now] = hand
                number_now += 1
        end, value = _dealer(shoe, place, counter, tables, up_card, hole)
        for played in range(count):
            net = (
                tables.natural_pays[end] if natural else tables.pays[hands.classes[held[played]], doubled[played], end]
            )
            nets[number, _HAND] += net
            stakes[number, _HAND] += doubled[played] + (1.0 if played else 0.0)
        mine = hands.poker[held[0]]
        ended = poker_kind(mine, value, least)
        nets[number, _ANTE] = tables.poker[0, 0, ended] if mode else -1.0
        nets[number, _BET] = tables.poker[1, 0, ended] if mode else 0.0


@dataclass(frozen=True)
class DuelEngine:
    """Plays blocks of rounds."""

    setup: Setup
    plan: Plan
    counted: Duels

    @property
    def info(self) -> EngineInfo:
        assert self.plan.duel is not None
        duel = self.plan.duel.spec
        names = (self.plan.mains[0], duel.wager, duel.bet, *self.setup.sides)
        return EngineInfo(names, self.plan.mains[0], BLOCK, self.setup.strategy, (_NOTE,))

    @cached_property
    def tables(self) -> DuelTables:
        counted, size = self.counted, RANK_COUNT
        bets, splits = np.zeros((size, size, size), np.int64), np.zeros((2, size, size), np.int64)
        for (up, one, two), start in counted.starts().items():
            bets[up, one, two] = bets[up, two, one] = start.bets
            if one == two:
                splits[:, up, one] = [verb == SPLIT for verb in start.verbs]
        split_action = np.zeros((size, *counted.action.shape), np.int64)
        for rank, action in counted.split_action.items():
            split_action[rank] = action
        soft_17 = int(self.plan.spec.dealer.hits_soft_17)
        return DuelTables(
            decoded().astype(np.int64) >> 2, counted.hands, bets, splits, np.array(counted.most), counted.action,
            split_action, counted.pays, counted.natural_pays, counted.peeks,
            counted.poker_nets, np.array([counted.least, soft_17]),
        )  # fmt: skip

    def play(self, block: int, rounds: int) -> Floats:
        """The sums of a block."""
        names = self.info.wagers
        found = np.zeros((len(names) + 1, tally.COLUMNS))
        shoe, counter = shoe_cards(self.plan), np.full(1, stream(self.setup.seed, block))
        paid = [Paid(self.plan.sides[name], self.setup.meters) for name in self.setup.sides]
        for start in range(0, rounds, _AT_ONCE):
            size = min(_AT_ONCE, rounds - start)
            stakes, nets, seen = np.zeros((size, 3)), np.zeros((size, 3)), blank_rows(size if paid else 0)
            play_duels(size, shoe, counter, self.tables, stakes, nets, seen)
            found[0] += tally.count(stakes.sum(axis=1), nets.sum(axis=1))
            for wager in range(3):
                found[1 + wager] += tally.count(stakes[:, wager], nets[:, wager])
            for place, side in enumerate(paid):
                found[4 + place] += tally.count(*side.nets(Played(seen, 1)))
        return found


def engine(setup: Setup, plan: Plan) -> DuelEngine:
    """Rounds by the play of the count."""
    check_sides(plan, setup.sides)
    if setup.strategy != OPTIMAL:
        raise RuleError("a game in which poker is played too is simulated by the play of the count", "--strategy")
    return DuelEngine(setup, plan, Duels(plan))
