"""Rounds of blackjack that start with three cards, as one loop: each from a full shoe, by the play of the count."""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.blackjack.hands import DOUBLES, STANDS, all_hands
from houseway.odds.blackjack.pays import BUST, DOUBLED, FIRST, PLAIN
from houseway.odds.blackjack.played import Paid, Played, blank_rows
from houseway.odds.blackjack.rounds import DEALER, GONE, HELD, START, Bytes, Words, dealer_end, draw_card
from houseway.odds.blackjack.simulate import OPTIMAL, check_sides, shoe_cards
from houseway.odds.blackjack.starts import Small, Starts
from houseway.odds.blackjack.values import ACE, TEN, VALUE_BITS, VALUES, Floats, Ints
from houseway.odds.simulate import tally
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.moves import SPLIT, SURRENDER, TAKE_21
from houseway.play.blackjack.plan import Plan
from houseway.rules.errors import RuleError

BLOCK = 1 << 17
_AT_ONCE = 1 << 14
_PLAYS, _TAKES, _SPLITS, _GIVES_UP = range(4)
_VERBS = {TAKE_21: _TAKES, SPLIT: _SPLITS, SURRENDER: _GIVES_UP}
_COST, _TAKEN, _SOFT_17 = range(3)
_NOTE = "every hand by the play of the count, every round from a full shoe, one seat at the table"


class StartTables(NamedTuple):
    """What the rounds look up."""

    number: Ints  # [value, value, value] -> the start
    starts: Ints  # [start, place] -> the values in order
    whole: Ints  # [start] -> the hand that it is played as
    verbs: Ints  # [up, start]
    policy: Ints  # [up, hand]
    split_policy: Small  # [up, start, place, hand]
    after: Ints  # [hand, value] -> the hand with that card; -1: over 21
    classes: Ints  # [hand]
    pays: Floats  # [class, plain or doubled, dealer's end]
    peeks: Ints  # [up]
    amounts: Floats  # what giving up costs, what a 21 taken at once wins, whether the dealer hits a soft 17


@njit(cache=True, nogil=True)
def play_starts(
    rounds: int, shoe: Bytes, counter: Words, tables: StartTables, stakes: Floats, nets: Floats, seen: Bytes
) -> None:
    """What was staked and won in each round."""
    place, notes, held = np.zeros(2, np.int64), np.zeros(5, np.int64), np.zeros(24, np.int64)
    saves = np.zeros(0, np.int64)
    ends, kinds = np.zeros(3, np.int64), np.zeros(3, np.int64)
    cards = np.zeros(3, np.int64)
    for number in range(rounds):
        place[GONE] = 0
        for card in range(3):
            cards[card] = draw_card(shoe, place, counter)
        held[0], held[1] = draw_card(shoe, place, counter), draw_card(shoe, place, counter)
        notes[HELD] = 2
        if len(seen):
            for card in range(3):
                seen[number, START + card] = cards[card]
            seen[number, DEALER], seen[number, DEALER + 1] = held[0], held[1]
        up, hole = held[0] & VALUE_BITS, held[1] & VALUE_BITS
        start = tables.number[cards[0] & VALUE_BITS, cards[1] & VALUE_BITS, cards[2] & VALUE_BITS]
        verb = tables.verbs[up, start]
        stakes[number] = 1.0
        if verb == _TAKES:
            nets[number] = tables.amounts[_TAKEN]
            continue
        if tables.peeks[up] and ((up == ACE and hole == TEN) or (up == TEN and hole == ACE)):
            nets[number] = -1.0
            continue
        if verb == _GIVES_UP:
            nets[number] = -tables.amounts[_COST]
            continue
        count = 3 if verb == _SPLITS else 1
        live = False
        for hand_of in range(count):
            hand = tables.whole[start]
            if verb == _SPLITS:
                second = draw_card(shoe, place, counter) & VALUE_BITS
                hand = tables.after[tables.after[0, tables.starts[start, hand_of]], second]
            kind = PLAIN
            while hand >= 0:
                split = verb == _SPLITS
                action = tables.split_policy[up, start, hand_of, hand] if split else tables.policy[up, hand]
                if action == STANDS:
                    break
                hand = tables.after[hand, draw_card(shoe, place, counter) & VALUE_BITS]
                if action == DOUBLES:
                    kind = DOUBLED
                    break
            ends[hand_of] = BUST if hand < 0 else tables.classes[hand]
            kinds[hand_of] = kind
            live = live or hand >= 0
            stakes[number] += (1.0 if hand_of else 0.0) + (1.0 if kind == DOUBLED else 0.0)
        end = dealer_end(live, shoe, place, counter, saves, int(tables.amounts[_SOFT_17]), held, notes)
        net = 0.0
        for hand_of in range(count):
            net += tables.pays[ends[hand_of], kinds[hand_of], end]
        nets[number] = net


@dataclass(frozen=True)
class StartEngine:
    """Plays blocks of rounds."""

    setup: Setup
    plan: Plan
    counted: Starts

    @property
    def _required(self) -> tuple[str, ...]:
        return tuple(name for name in self.plan.sides if self.plan.spec.wagers[name].required)

    @property
    def info(self) -> EngineInfo:
        others = (name for name in self.setup.sides if name not in self._required)
        names = (self.plan.mains[0], *self._required, *others)
        return EngineInfo(names, self.plan.mains[0], BLOCK, self.setup.strategy, (_NOTE,))

    @cached_property
    def tables(self) -> StartTables:
        counted, rules, hands = self.counted, self.counted.rules, all_hands()
        number = np.zeros((VALUES,) * 3, np.int64)
        whole = np.zeros(len(counted.starts), np.int64)
        verbs = np.zeros((VALUES, len(counted.starts)), np.int64)
        for place, start in enumerate(counted.starts):
            for order in set(permutations(start)):
                number[order] = place
            for up in range(VALUES):
                if counted.chance(start, up):
                    verbs[up, place] = _VERBS.get(counted.choice(start, up).best, _PLAYS)
            if (verbs[:, place] == _PLAYS).any():
                whole[place] = hands.place(*start)
        surrender = self.plan.spec.surrender
        taken = float(rules.pays.hands[FIRST, 21, PLAIN, 0])
        soft_17 = float(self.plan.spec.dealer.hits_soft_17)
        return StartTables(
            number, np.array(counted.starts), whole, verbs, counted.policy, counted.split_policy, rules.book.after,
            rules.book.classes, rules.pays.hands[FIRST], rules.peeks,
            np.array([surrender.costs if surrender is not None else 0.0, taken, soft_17]),
        )  # fmt: skip

    def play(self, block: int, rounds: int) -> Floats:
        """The sums of a block."""
        names = self.info.wagers
        found = np.zeros((len(names) + 1, tally.COLUMNS))
        shoe, counter = shoe_cards(self.plan), np.full(1, stream(self.setup.seed, block))
        paid = [Paid(self.plan.sides[name], self.setup.meters) for name in names[1:]]
        for start in range(0, rounds, _AT_ONCE):
            size = min(_AT_ONCE, rounds - start)
            stakes, nets, seen = np.zeros(size), np.zeros(size), blank_rows(size if paid else 0)
            play_starts(size, shoe, counter, self.tables, stakes, nets, seen)
            found[1] += tally.count(stakes, nets)
            played = Played(seen, 1)
            for place, side in enumerate(paid):
                stake, net = side.nets(played)
                found[2 + place] += tally.count(stake, net)
                if side.side.name in self._required:
                    stakes, nets = stakes + stake, nets + net
            found[0] += tally.count(stakes, nets)
        return found


def engine(setup: Setup, plan: Plan) -> StartEngine:
    """Rounds by the play of the count."""
    check_sides(plan, setup.sides)
    if setup.strategy != OPTIMAL:
        raise RuleError("a game that starts with three cards is simulated by the play of the count", "--strategy")
    return StartEngine(setup, plan, Starts(plan))
