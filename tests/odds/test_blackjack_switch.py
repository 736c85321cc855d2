"""Blackjack Switch counted: small shoes by trying everything and by dealing everything, and rounds of the chart."""

from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
import pytest
from tests.odds.test_blackjack import Shoe, World, _best, _ends, _total, _without
from tests.odds.test_executor import Elsewhere

from houseway.families import price
from houseway.odds.blackjack import pays as paid
from houseway.odds.blackjack.chart import find_chart
from houseway.odds.blackjack.dealer import LEAST, NATURAL
from houseway.odds.blackjack.hands import DOUBLES, HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.price import SWITCH_DEVIATION_NOTE, SWITCH_NOTE
from houseway.odds.blackjack.rounds import NET, SQUARE, STAKED, Tables
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, make_tables, solve_plan, switch_worth, tables_of
from houseway.odds.blackjack.solve import Rules, best_totals, count_hands, read_rules
from houseway.odds.blackjack.switch import Round, count_switch
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats
from houseway.odds.executor import Executor
from houseway.odds.pricing import Question
from houseway.play.blackjack.plan import Plan, load_plan

GAME = "blackjack-switch"
SMALL: Shoe = (3, 0, 0, 0, 0, 4, 0, 0, 3, 6)
LARGER: Shoe = (3, 0, 0, 0, 0, 4, 0, 0, 6, 10)  # enough for four hands of two splits and the dealer
Two = tuple[int, int]


def _solved(rules: Rules) -> Solved:
    counted = count_hands(rules)
    best = best_totals(counted)
    return Solved(rules, counted, best, find_chart(counted, best))


def _counted(solved: Solved) -> tuple[Round, Round]:
    return count_switch(solved.rules, solved.chart, switch_worth(solved))


def _deals(shoe: Shoe) -> list[tuple[float, Two, Two, int, Shoe]]:
    """Chance, both hands, the up card and what is left, dealt as the table deals."""
    found: list[tuple[float, tuple[int, ...], Shoe]] = [(1.0, (), shoe)]
    for _ in range(5):
        found = [
            (chance * left[value] / sum(left), (*cards, value), _without(left, value))
            for chance, cards, left in found
            for value in range(VALUES)
            if left[value]
        ]
    return [(chance, (a, b), (c, d), up, left) for chance, (a, c, up, b, d), left in found]


def _is_natural(cards: tuple[int, ...]) -> bool:
    return sorted(cards) == [ACE, TEN]


def _pushes(rules: Rules) -> Floats:
    """What a two-card twenty-one made by a switch is paid: it pushes on the total that pushes."""
    pays: Floats = rules.pays.hands[paid.FIRST, 21, paid.PLAIN].copy()
    pays[rules.plan.spec.dealer.pushes_on - LEAST] = 0.0
    return pays


OPTIONS: tuple[dict[str, object], ...] = (
    {"even_money": "insured"},
    {"surrender": "early", "dealer_hits_soft_17": True},
    {"surrender": "late", "dealer_22": "pushes switched blackjack"},
    {"hole_card": "no peek", "insurance": False, "dealer_22": "pushes switched blackjack", "double_on": "9-11"},
)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_small_shoe_by_trying_everything(options: dict[str, object]) -> None:
    """Every deal, every choice before the play, both arrangements, every action in every world of the hole card."""
    plan = load_plan(GAME, {**options, "split_hands": 1})
    rules = read_rules(plan, np.array(SMALL))
    spec, pays = plan.spec, rules.pays

    @cache
    def worth(cards: Two, up: int, left: Shoe, switched: bool) -> float:
        """One hand by itself, joint with that play goes on; `left` lacks the other's cards too."""
        worlds: list[World] = [
            (left[hole] / sum(left), hole, _without(left, hole))
            for hole in range(VALUES)
            if left[hole] and not (rules.peeks[up] and _is_natural((up, hole)))
        ]
        if _is_natural(cards):
            made = _pushes(rules) if switched else pays.natural
            return sum(
                chance * float(np.dot(made, _ends((up, hole), rest, spec.dealer.hits_soft_17)))
                for chance, hole, rest in worlds
            )
        allowed = rules.allowed.copy()
        if switched:
            allowed[:, SURRENDERS] = 0
        return _best(replace(rules, allowed=allowed), cards, up, worlds)

    expected = 0.0
    for chance, one, two, up, left in _deals(SMALL):
        other = {ACE: TEN, TEN: ACE}.get(up)
        natural = 0.0 if other is None else left[other] / sum(left)
        insured = spec.insurance is not None and NAMES[up] in spec.insurance.up
        gain = max(0.0, 0.5 * (3 * natural - 1)) if insured else 0.0
        before, alone = [], []
        for hand in (one, two):
            lost = float(pays.natural[NATURAL]) if _is_natural(hand) else -1.0
            before.append(gain + (natural * lost if rules.peeks[up] else 0.0))
            options_now = [before[-1] + worth(hand, up, left, False)]
            if _is_natural(hand) and insured and spec.insurance is not None and spec.insurance.even_money != "none":
                # One to one whatever comes; the insured kind is the same where a natural pays one to one.
                options_now.append(
                    1.0 if spec.insurance.even_money == "flat" else 0.5 * (3 * natural - 1) + 1 - natural
                )
            if spec.surrender is not None and spec.surrender.at == "early" and not _is_natural(hand):
                options_now.append(-0.5)
            alone.append(max(options_now))
        (a, b), (c, d) = one, two
        switched = sum(before) + worth((a, d), up, left, True) + worth((c, b), up, left, True)
        expected += chance * max(sum(alone), switched)
    assert _counted(_solved(rules))[0].mean == pytest.approx(expected, abs=1e-12)


class _Table:
    """Plays both hands of a deal one after the other from one shoe, by the tables that the rounds are played by."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.rules, self.tables = rules, tables
        self.play = cache(self._play)

    def _net(self, done: tuple[tuple[int, int, int, bool], ...], up: int, hole: int, left: Shoe) -> float:
        ends = _ends((up, hole), left, self.rules.plan.spec.dealer.hits_soft_17)
        assert sum(ends) == pytest.approx(1)
        total = 0.0
        for owner, number, kind, pushes in done:
            if number < 0:
                total -= self.rules.costs
            else:
                total += float(
                    np.dot(_pushes(self.rules) if pushes else self.rules.pays.hands[owner, number, kind], ends)
                )
        return total

    def _play(
        self,
        waiting: tuple[tuple[tuple[int, ...], int, bool, bool], ...],  # cards, owner, of a split, of a switch
        done: tuple[tuple[int, int, int, bool], ...],
        up: int,
        hole: int,
        left: Shoe,
    ) -> float:
        """The result of all hands together."""
        if not waiting:
            return self._net(done, up, hole, left)
        (cards, owner, split, switched), rest = waiting[0], waiting[1:]
        tables = self.tables
        draws = [(left[value] / sum(left), value, _without(left, value)) for value in range(VALUES) if left[value]]
        if len(cards) == 1:
            return sum(
                chance * self.play((((*cards, value), owner, split, switched), *rest), done, up, hole, after)
                for chance, value, after in draws
            )
        if len(cards) == 2 and cards[0] == cards[1] and not split and tables.split[cards[0], up]:
            both = (((cards[0],), 0, True, switched), ((cards[0],), paid.LATER, True, False))
            return self.play((*both, *rest), done, up, hole, left)
        count, soft = _total(cards)
        context = 0 if not split else (3 if cards[0] == ACE else 1) + (owner > 0)
        table = tables.first if len(cards) == 2 else tables.more
        action = STANDS if count >= 21 else int(table[context, int(soft), count, up])
        if action == SURRENDERS and switched:
            action = int(tables.more[context, int(soft), count, up])
        if action in (STANDS, SURRENDERS):
            number = -1 if action == SURRENDERS else min(count, paid.BUST)
            ended = owner, number, paid.PLAIN, switched and _is_natural(cards)
            return self.play(rest, tuple(sorted((*done, ended))), up, hole, left)
        if action == HITS:
            return sum(
                chance * self.play((((*cards, value), owner, split, switched), *rest), done, up, hole, after)
                for chance, value, after in draws
            )
        assert action == DOUBLES
        return sum(
            chance
            * self.play(
                rest,
                tuple(sorted((*done, (owner, min(_total((*cards, value))[0], paid.BUST), paid.DOUBLED, False)))),
                up,
                hole,
                after,
            )
            for chance, value, after in draws
        )


@pytest.mark.parametrize(
    "options",
    [one if place in (1, 2) else pytest.param(one, marks=pytest.mark.nightly) for place, one in enumerate(OPTIONS)],
)
def test_a_small_shoe_by_dealing_everything(options: dict[str, object]) -> None:
    """The chart with splits and switches: what the first hand and its splits draw is gone for the second."""
    plan = load_plan(GAME, {**options, "split_hands": 2})
    rules = read_rules(plan, np.array(LARGER))
    solved = _solved(rules)
    worths = switch_worth(solved)
    chart = replace(solved.chart, split=solved.chart.split | np.isin(np.arange(VALUES), (ACE, 5))[:, None])
    solved = replace(solved, chart=chart)
    tables = make_tables(rules, chart, worths, True, ())
    table, pays = _Table(rules, tables), rules.pays
    soft_17, hands = plan.spec.dealer.hits_soft_17, range(2)
    expected = 0.0
    for deal, one, two, up, whole in _deals(LARGER):
        for hole in range(VALUES):
            if not whole[hole]:
                continue
            chance, left = deal * whole[hole] / sum(whole), _without(whole, hole)
            ended = bool(rules.peeks[up]) and _is_natural((up, hole))
            dealt, finals, net = [one, two], [False, False], 0.0
            waiting: list[tuple[tuple[int, ...], int, bool, bool]] = []
            for number in hands:
                natural, (count, soft) = _is_natural(dealt[number]), _total(dealt[number])
                pair = dealt[number][0] == dealt[number][1]
                early = tables.early_pair[dealt[number][0], up] if pair else tables.early[int(soft), count, up]
                if natural and tables.insurable[up] and tables.choices[1] == 2:
                    finals[number], net = True, net + float(np.dot(tables.even_money, _ends((up, hole), left, soft_17)))
                elif not natural and tables.choices[2] and early:
                    finals[number], net = True, net - rules.costs
                elif tables.insurable[up] and (tables.choices[1] == 1 if natural else tables.choices[0]):
                    net += 0.5 * (2 if _is_natural((up, hole)) else -1)
            if ended:
                net += sum(0.0 if _is_natural(dealt[number]) else -1.0 for number in hands if not finals[number])
                expected += chance * net
                continue
            (a, b), (c, d) = one, two
            kept = sum(worths[0, min(hand), max(hand), up] for hand in (one, two))
            made = sum(worths[1, min(hand), max(hand), up] for hand in ((a, d), (c, b)))
            switched = made > kept and not any(finals)
            if switched:
                dealt = [(a, d), (c, b)]
            for number in hands:
                if finals[number]:
                    continue
                if _is_natural(dealt[number]) and not switched:
                    waiting.append(((TEN, TEN, ACE), 0, False, False))  # stands for a natural below
                    net += float(np.dot(pays.natural - pays.hands[0, 21, 0], _ends((up, hole), left, soft_17)))
                else:
                    waiting.append((dealt[number], 0, False, switched))
            expected += chance * (net + table.play(tuple(waiting), (), up, hole, left))
    assert _counted(solved)[1].mean == pytest.approx(expected, abs=1e-12)


def _short(options: dict[str, object]) -> Plan:
    """The game with the cards from six up, which is counted in a moment."""
    plan = load_plan(GAME, options)
    return replace(plan, game=replace(plan.game, spec=msgspec.structs.replace(plan.spec, deck="36")))


def _agree(solved: Solved, by_chart: Round, blocks: int, square: float) -> None:
    engine = Engine(solved.rules.plan, tables_of(solved, fresh=True), seed=5)
    sums = sum((engine.rounds(block, BLOCK) for block in range(blocks)), np.zeros(4)) / (blocks * BLOCK)
    error = ((sums[SQUARE] - sums[NET] ** 2) / (blocks * BLOCK)) ** 0.5
    assert abs(sums[NET] - by_chart.mean) < 4 * error
    assert sums[STAKED] == pytest.approx(by_chart.bet, abs=5e-3)
    assert sums[SQUARE] == pytest.approx(by_chart.square, abs=square)


@pytest.mark.parametrize("options", [{}, {"surrender": "late", "split_aces": "again", "hit_split_aces": True}])
def test_counted_and_simulated_agree(options: dict[str, object]) -> None:
    solved = solve_plan(_short(options))
    best, by_chart = _counted(solved)
    assert best.mean >= by_chart.mean
    _agree(solved, by_chart, 4, 0.06)  # of one small pack, the two hands' draws are far from independent


def test_parts_done_elsewhere_give_the_same_digits() -> None:
    solved, others = _solved(read_rules(load_plan(GAME, {}), np.array(SMALL))), Elsewhere(2)
    spread = count_switch(solved.rules, solved.chart, switch_worth(solved), Executor(workers=others))
    assert others.done == sum(cards > 0 for cards in SMALL)
    assert spread == _counted(solved)


@pytest.mark.nightly
def test_six_decks() -> None:
    """The whole game; published for a dealer who hits soft seventeen and no even money: 0.58% of a wager."""
    solved = solve_plan(load_plan(GAME, {}))
    best, by_chart = _counted(solved)
    assert 0 < best.mean - by_chart.mean < 3e-4
    _agree(solved, by_chart, 16, 0.008)
    report = price(Question(GAME, {"dealer_hits_soft_17": True, "even_money": "none"})).report
    assert report.method == "exact"
    assert report.notes[0] == SWITCH_NOTE
    assert report.main is not None
    assert report.main.standard_error is None
    assert report.notes[1] == SWITCH_DEVIATION_NOTE
    assert report.main.house_edge / 2 == pytest.approx(0.0058, abs=5e-4)
