"""Blackjack by simulation: rounds on shoes dealt to the cut card, by the chart of the count or one of a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec
import numpy as np

from houseway.cards.decks import deck
from houseway.odds.blackjack.chart import Chart, chart_totals, find_chart, policy_of
from houseway.odds.blackjack.hands import SURRENDERS, all_hands
from houseway.odds.blackjack.pays import FIRST, saving_ranks
from houseway.odds.blackjack.played import Paid, Played, blank_rows, situations
from houseway.odds.blackjack.rounds import GAINS, MOST_HANDS, NET, SPOTS, SQUARE, STAKED, Tables, play_rounds
from houseway.odds.blackjack.solve import Counted, Rules, Totals, best_totals, count_hands, read_rules
from houseway.odds.blackjack.strategy import chart_of, plain_chart, read_file
from houseway.odds.blackjack.values import ACE, NAMES, RANK_BITS, TEN, VALUE_BITS, VALUES, Floats, Ints, code_of
from houseway.odds.blackjack.views import Cards
from houseway.odds.payoff import payoff
from houseway.odds.report import MainPrice, main_price
from houseway.odds.simulate import tally
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.plan import Plan, deck_counts, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.load import by_game

BLOCK = 1 << 18
OPTIMAL, SIMPLE = "optimal", "simple"
_SEEN_AT_ONCE = 1 << 14
_TOTALS = 22
_MOST_POINTS, _DEALERS_POINTS = 30, 26  # of a hand that draws to 20, and of the dealer's that draws to 16; aces are 1


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


@by_game(8)
def _solved(game: str, house: bytes) -> Solved:
    return solve_plan(load_plan(game, msgspec.json.decode(house)))


def _by_totals(policy: Ints, cards: int) -> Ints:
    """[soft, total, up] -> action, from the hands of so many cards; `policy` by [up, hand]."""
    hands = all_hands()
    found = np.zeros((2, _TOTALS, VALUES), np.int64)
    for place in np.flatnonzero(hands.cards == cards):
        found[int(hands.soft[place]), hands.total[place]] = policy[:, place]
    return found


def switch_worth(solved: Solved) -> Floats:
    """[switched, lower value, higher value, up] -> what two cards are worth, joint with that play goes on."""
    counted, rules = solved.counted, solved.rules
    hands, found = all_hands(), np.zeros((2, VALUES, VALUES, VALUES))
    counts_switched = rules.plan.spec.natural.after_switch
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand = hands.place(one, two)
                for switched in range(2):  # a hand made by a switch is not given up
                    best = float(counted.values[up, hand, : SURRENDERS if switched else None].max())
                    if one == two:
                        best = max(best, float(counted.split_worth[one, up]))
                    found[switched, one, two, up] = best
                if one == ACE and two == TEN:
                    natural = float(counted.ends[up, hand] @ rules.pays.natural)
                    made = float(counted.ends[up, hand] @ rules.pays.hands[FIRST, 21, 0])
                    found[0, one, two, up] = natural
                    found[1, one, two, up] = natural if counts_switched else made
    return found


def tables_of(solved: Solved, fresh: bool = False, sides: tuple[str, ...] = ()) -> Tables:
    """What the rounds look up when they are played by the chart of the count."""
    return make_tables(solved.rules, solved.chart, switch_worth(solved), fresh, sides)


def make_tables(rules: Rules, chart: Chart, switch_worth: Floats, fresh: bool, sides: tuple[str, ...]) -> Tables:
    """What the rounds look up; `fresh`: every round from a full shoe; `sides`: side bets that the dealer draws for."""
    plan = rules.plan
    spec = plan.spec
    fresh = fresh or spec.shoe.continuous
    contexts = [(0, rules.allowed)] + [(1 + owner, rules.allowed_split[kind]) for kind in (1, 0) for owner in (0, 1)]
    first = np.zeros((len(contexts), 2, _TOTALS, VALUES), np.int64)
    more = np.zeros_like(first)
    for number, (context, allowed) in enumerate(contexts):
        policy = policy_of(rules, chart, context, allowed)
        first[number], more[number] = _by_totals(policy, 2), _by_totals(policy, 3)
    size = int(rules.shoe.sum())
    words = spec.insurance
    even = rules.pays.even_money
    switched_only = spec.dealer.pushes_on if spec.dealer.pushes_for != "all" else 0
    pays = rules.pays.hands.copy()
    if switched_only:
        pays[:, 21, :, switched_only - 17] = 0.0
    burn = 0 if fresh else {"none": 0, "one": 1, "value": 2}[spec.shoe.burn]
    return Tables(
        first.astype(np.int8),
        more.astype(np.int8),
        (chart.split & (rules.most > 1)[:, None]).astype(np.int64),
        chart.early.astype(np.int64),
        chart.early_pair.astype(np.int64),
        pays,
        rules.pays.natural,
        rules.pays.natural if even is None else even,
        switch_worth,
        rules.most,
        np.array(rules.free, np.int64),
        rules.peeks,
        np.array([int(words is not None and NAMES[up] in words.up) for up in range(VALUES)]),
        np.array(sorted(0 if rank == 12 else rank + 1 for rank in saving_ranks(plan)), np.int64),
        np.array(
            [
                0 if fresh else size - (spec.shoe.behind or int(size * spec.shoe.cut)),
                burn,
                int(spec.dealer.hole_card),
                int(spec.dealer.hits_soft_17),
                spec.charlie,
                spots_played(plan),
                int(spec.natural.after_switch),
                switched_only,
                int(bool(plan.spec.natural.against_push)),
                RANK_BITS if spec.split is not None and spec.split.same == "rank" else VALUE_BITS,
                int(bool(spec.switch)),
                *situations(plan, sides),
            ]
        ),
        np.array(
            [
                rules.costs,
                words.most if words else 0.0,
                payoff(plan.insurance).net,
            ]
        ),
        np.array([int(chart.insures), chart.natural, int(spec.surrender is not None and spec.surrender.at == "early")]),
    )


def _check_size(rules: Rules) -> None:
    """Refuse a game of which one round might need more hands than are kept, or more cards than the shoe has."""
    hands = rules.plan.spots * int(rules.most.max())
    points = int((rules.shoe * np.arange(1, VALUES + 1)).sum())
    if hands > MOST_HANDS or hands * _MOST_POINTS + _DEALERS_POINTS > points:
        raise RuleError(f"a round of {hands} hands may need more cards than the shoe has", "split.hands")


def shoe_cards(plan: Plan) -> Cards:
    """The cards of the shoe as the rounds draw them."""
    return np.array([code_of(card) for card in deck(plan.spec.deck)], np.uint8)


@dataclass(frozen=True)
class Engine:
    """Plays blocks; each begins with a new shoe, so that blocks come out the same wherever they are played."""

    plan: Plan
    tables: Tables
    seed: int
    sides: tuple[str, ...] = ()
    meters: Mapping[str, float] = field(default_factory=dict)
    strategy: str = "optimal"
    notes: tuple[str, ...] = ()

    @cached_property
    def info(self) -> EngineInfo:
        return EngineInfo((*self.plan.mains[:1], *self.sides), self.plan.mains[0], BLOCK, self.strategy, self.notes)

    def rounds(self, block: int, rounds: int, see: Callable[[Played], None] | None = None) -> Floats:
        """The sums of the hands against the dealer; `see` is shown all rounds, some at a time."""
        sums, shoe = np.zeros(4), shoe_cards(self.plan)
        place, counter = np.array([len(shoe), 0]), np.full(1, stream(self.seed, block))
        spots = int(self.tables.numbers[SPOTS])
        if see is None:
            play_rounds(rounds, shoe, place, counter, self.tables, sums, blank_rows(0))
            return sums
        for start in range(0, rounds, _SEEN_AT_ONCE):
            seen = blank_rows(min(_SEEN_AT_ONCE, rounds - start))
            play_rounds(len(seen), shoe, place, counter, self.tables, sums, seen)
            see(Played(seen, spots))
        return sums

    def play(self, block: int, rounds: int) -> Floats:
        found = np.zeros((len(self.sides) + 2, tally.COLUMNS))
        paid = [Paid(self.plan.sides[name], self.meters) for name in self.sides]

        def see(played: Played) -> None:
            for place, side in enumerate(paid):
                found[place + 2] += tally.count(*side.nets(played))

        sums = self.rounds(block, rounds, see if paid else None)
        found[:2, tally.MADE] = rounds
        found[:2, tally.STAKED], found[:2, tally.NET] = sums[STAKED], sums[NET]
        found[:2, tally.SQUARE], found[:2, tally.HITS] = sums[SQUARE], sums[GAINS]
        return found


def _chart(setup: Setup, solved: Solved) -> tuple[str, Chart, bool]:
    """The name of the strategy, its chart, and whether cards are switched where it is worth it."""
    if setup.strategy == OPTIMAL:
        return OPTIMAL, solved.chart, True
    if setup.strategy == SIMPLE:
        return SIMPLE, plain_chart(), False
    surrender = solved.rules.plan.spec.surrender
    file = read_file(setup.strategy)
    return "file", chart_of(file, surrender is not None and surrender.at == "early"), file.switch == "best"


def spots_played(plan: Plan) -> int:
    """How many hands of a seat a simulated round deals: both where cards are switched, else the first."""
    return 2 if plan.spec.switch else 1


def check_sides(plan: Plan, names: Sequence[str]) -> list[str]:
    """Refuse side bets that are not simulated; notes on those printed for other decks."""
    printed = []
    for name in names:
        if name not in plan.sides:
            listed = ", ".join(plan.sides) or "none"
            raise RuleError(f"no side wager named {name!r}; side wagers are {listed}", "--side")
        if plan.sides[name].spec.view == "streets":
            raise RuleError(f"{name} is not simulated: odds counts it exactly", "--side")
        if plan.sides[name].spec.streak:
            raise RuleError(f"{name} stays up over rounds, and rounds are simulated one by one", "--side")
        if plan.spot_of(plan.sides[name]) >= spots_played(plan):
            raise RuleError(f"{name} is not simulated: only the first hand of a seat is; odds counts it", "--side")
        counts = deck_counts(plan.sides[name].decks)
        if counts and plan.game.options.get("decks", min(counts)) not in counts:
            printed.append(f"{name} is printed for {plan.sides[name].decks} decks")
    return printed


def plays_by_chart(plan: Plan) -> bool:
    """Whether a chart says how the hands are played: they start with two cards and play no poker."""
    return plan.spec.start == 2 and plan.duel is None


def price_strategy(setup: Setup) -> MainPrice | None:
    """The exact price of a file's chart, every round from a full shoe; none where hands are not played by a chart."""
    plan = load_plan(setup.game, setup.house)
    if plan.spec.switch or not plays_by_chart(plan):
        return None
    solved = _solved(setup.game, msgspec.json.encode(setup.house))
    totals = replace(solved, chart=_chart(setup, solved)[1]).by_chart
    return main_price(plan.mains[0], totals.mean, totals.square, totals.bet)


def engine(setup: Setup) -> Engine:
    """The engine of a blackjack game under the chart of the count, one of a file, or the plain policy."""
    plan = load_plan(setup.game, setup.house)
    printed = check_sides(plan, setup.sides)
    solved = _solved(setup.game, msgspec.json.encode(setup.house))
    _check_size(solved.rules)
    name, chart, switches = _chart(setup, solved)
    dealt = (
        "every round from a full shoe"
        if setup.full_shoe or plan.spec.shoe.continuous
        else "shoes dealt to the cut card"
    )
    notes = [f"{dealt}, one seat at the table"]
    if not plan.spec.switch:
        edge = -replace(solved, chart=chart).by_chart.mean
        notes.append(f"the same chart counted exactly, every round from a full shoe: house edge {edge:.4%}")
    elif switches:
        notes.append("cards are switched where the two hands are then worth more by the count")
    worth_of = switch_worth(solved)
    if not switches:
        worth_of = np.zeros_like(worth_of)
    tables = make_tables(solved.rules, chart, worth_of, setup.full_shoe, setup.sides)
    return Engine(plan, tables, setup.seed, setup.sides, setup.meters, name, (*notes, *printed))
