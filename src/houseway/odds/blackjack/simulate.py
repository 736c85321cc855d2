"""Blackjack by simulation: rounds on shoes dealt to the cut card, played by the chart that the count has found."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from houseway.cards.decks import deck
from houseway.odds.blackjack.chart import Chart, chart_totals, find_chart, policy_of
from houseway.odds.blackjack.hands import all_hands
from houseway.odds.blackjack.pays import FIRST, saving_ranks
from houseway.odds.blackjack.rounds import GAINS, MOST_FREE, NET, SQUARE, STAKED, Tables, play_rounds
from houseway.odds.blackjack.solve import Counted, Rules, Totals, best_totals, count_hands, read_rules, splittable
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats, Ints
from houseway.odds.prices import worth
from houseway.odds.simulate import tally
from houseway.odds.simulate.setup import Known, Setup
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.totals import card_value
from houseway.rules.errors import RuleError

BLOCK = 1 << 18
_TOTALS = 22


@dataclass(frozen=True)
class Solved:
    """A plan with the count and the chart of it."""

    rules: Rules
    counted: Counted
    best: Totals
    chart: Chart

    @cached_property
    def by_chart(self) -> Totals:
        """The rounds of the chart, counted."""
        return chart_totals(self.counted, self.chart)


def solve_plan(plan: Plan) -> Solved:
    """Count a plan and find its chart."""
    rules = read_rules(plan)
    counted = count_hands(rules)
    best = best_totals(counted)
    return Solved(rules, counted, best, find_chart(counted, best))


@lru_cache(maxsize=8)
def _solved(game: str, house: bytes) -> Solved:
    return solve_plan(load_plan(game, msgspec.json.decode(house)))


def _by_totals(policy: Ints, cards: str) -> Ints:
    """[soft, total] -> action, from the hands of two cards or of more."""
    hands = all_hands()
    found = np.zeros((2, _TOTALS), np.int64)
    for place in np.flatnonzero(hands.cards == 2 if cards == "two" else hands.cards == 3):
        found[int(hands.soft[place]), hands.total[place]] = policy[place]
    return found


def _switch_worth(solved: Solved) -> Floats:
    """[switched, lower value, higher value, up] -> what two cards are worth, joint with that play goes on."""
    counted, rules = solved.counted, solved.rules
    hands, found = all_hands(), np.zeros((2, VALUES, VALUES, VALUES))
    counts_switched = rules.plan.spec.natural.after_switch
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand = hands.place(one, two)
                best = float(counted.values[up, hand].max())
                if one == two:
                    best = max(best, float(counted.split_worth[one, up]))
                found[:, one, two, up] = best
                if one == ACE and two == TEN:
                    natural = float(counted.ends[up, hand] @ rules.pays.natural)
                    made = float(counted.ends[up, hand] @ rules.pays.hands[FIRST, 21, 0])
                    found[0, one, two, up] = natural
                    found[1, one, two, up] = natural if counts_switched else made
    return found


def tables_of(solved: Solved, fresh: bool = False) -> Tables:
    """What the rounds look up; `fresh`: every round from a full shoe."""
    rules, chart, plan = solved.rules, solved.chart, solved.rules.plan
    spec = plan.spec
    contexts = [(0, rules.allowed)] + [(1 + owner, rules.allowed_split[kind]) for kind in (1, 0) for owner in (0, 1)]
    first = np.zeros((len(contexts), 2, _TOTALS, VALUES), np.int64)
    more = np.zeros_like(first)
    for number, (context, allowed) in enumerate(contexts):
        for up in range(VALUES):
            policy = policy_of(solved.counted, chart, context, up, allowed)
            first[number, :, :, up] = _by_totals(policy, "two")
            more[number, :, :, up] = _by_totals(policy, "more")
    size = int(rules.shoe.sum())
    words = spec.insurance
    even = rules.pays.even_money
    two_spots = bool(spec.switch)
    switched_only = spec.dealer.pushes_on if spec.dealer.pushes_for != "all" else 0
    pays = rules.pays.hands.copy()
    if switched_only:
        pays[:, 21, :, switched_only - 17] = 0.0
    burn = 0 if fresh else {"none": 0, "one": 1, "value": 2}[spec.shoe.burn]
    return Tables(
        first.astype(np.int8),
        more.astype(np.int8),
        chart.split.astype(np.int64),
        chart.early.astype(np.int64),
        chart.early_pair.astype(np.int64),
        pays,
        rules.pays.natural,
        rules.pays.natural if even is None else even,
        _switch_worth(solved),
        rules.most,
        np.array(rules.free, np.int64),
        rules.looks,
        np.array([int(words is not None and NAMES[up] in words.up) for up in range(VALUES)]),
        np.array(sorted(0 if rank == 12 else rank + 1 for rank in saving_ranks(plan)), np.int64),
        np.array(
            [
                0 if fresh else size - int(size * spec.shoe.cut),
                burn,
                int(spec.dealer.hole_card),
                int(spec.dealer.hits_soft_17),
                spec.charlie,
                2 if two_spots else 1,
                int(spec.natural.after_switch),
                switched_only,
                int(plan.natural_pushed is not None),
            ]
        ),
        np.array(
            [
                rules.costs,
                words.most if words else 0.0,
                worth(plan.insurance).net,
                splittable(rules, TEN),
            ]
        ),
        np.array([int(chart.insures), chart.natural, int(spec.surrender is not None and spec.surrender.at == "early")]),
    )


def shoe_cards(plan: Plan) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The cards of the shoe by value."""
    return np.array([card_value(card) - 1 for card in deck(plan.spec.deck)], np.uint8)


@dataclass(frozen=True)
class Engine:
    """Plays blocks; each begins with a new shoe, so that blocks come out the same wherever they are played."""

    plan: Plan
    tables: Tables
    seed: int
    counted_note: str = ""

    @cached_property
    def known(self) -> Known:
        notes = ("shoes dealt to the cut card, one seat at the table", *filter(None, (self.counted_note,)))
        return Known(self.plan.mains[:1], self.plan.mains[0], BLOCK, "optimal", notes)

    def rounds(self, block: int, rounds: int) -> tuple[Floats, Ints]:
        """Sums of a block, and the rounds by number of free bets."""
        sums, free = np.zeros(4), np.zeros((2, MOST_FREE), np.int64)
        play_rounds(rounds, np.uint64(stream(self.seed, block)), shoe_cards(self.plan), self.tables, sums, free)
        return sums, free

    def many(self, blocks: int) -> tuple[Floats, Ints]:
        """The sums of whole blocks, played on all cores."""
        sums, free = np.zeros(4), np.zeros((2, MOST_FREE), np.int64)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for own, bets in pool.map(lambda block: self.rounds(block, BLOCK), range(blocks)):
                sums += own
                free += bets
        return sums, free

    def play(self, block: int, rounds: int) -> Floats:
        sums, _ = self.rounds(block, rounds)
        row = np.zeros(tally.COLUMNS)
        row[tally.MADE] = rounds
        row[tally.STAKED], row[tally.NET] = sums[STAKED], sums[NET]
        row[tally.SQUARE], row[tally.HITS] = sums[SQUARE], sums[GAINS]
        return np.stack([row, row])


def engine(setup: Setup) -> Engine:
    """The engine of a blackjack game under its chart."""
    if setup.strategy != "optimal":
        raise RuleError("blackjack is simulated with the chart of the count; say optimal", "--strategy")
    if setup.sides:
        raise RuleError("side bets of blackjack are priced by `houseway odds`, not simulated", "--side")
    solved = _solved(setup.game, msgspec.json.encode(setup.house))
    note = f"the same chart counted exactly, every round from a full shoe: house edge {-solved.by_chart.mean:.4%}"
    if solved.rules.plan.spec.switch:
        note = "cards are switched where the two hands are then worth more by the count"
    return Engine(solved.rules.plan, tables_of(solved), setup.seed, note)
