"""Rounds of the simulation against the engine that plays and settles them at the table, card by card."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.games import games_of

from houseway.odds.blackjack import rounds as kernel
from houseway.odds.blackjack.chart import CONTEXTS, TOTALS, Chart
from houseway.odds.blackjack.hands import ACTIONS
from houseway.odds.blackjack.played import Paid, Played, blank_rows
from houseway.odds.blackjack.rounds import NET, STAKED, Tables
from houseway.odds.blackjack.simulate import check_sides, make_tables, plays_by_chart, shoe_cards, spots_played
from houseway.odds.blackjack.solve import Rules, read_rules
from houseway.odds.blackjack.values import ACE, NO_CARD, VALUES, Floats, decoded
from houseway.odds.payoff import block_base
from houseway.odds.simulate.streams import stream
from houseway.play.blackjack.moves import OFFER, PLAY
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.table import Hand, Seat, Shoe
from houseway.play.blackjack.totals import card_value, total
from houseway.play.core.roundfile import RoundFile
from houseway.rules.blackjack import VIEWS
from houseway.rules.errors import RuleError

_UNIT = 1000
_METER = 123_456_00  # cents on every meter
_ROUNDS = 120


def _values(hand: Hand) -> list[int]:
    return [card_value(card) - 1 for card in hand.cards]


def _offered(now: Round, tables: Tables, up: int) -> str:
    """What the tables say before the look."""
    verbs = [one.lead for one in now.legal(0)]
    for spot, hand in enumerate(now.seats[0].hands):
        prefix = f"hand_{spot + 1} " if len(now.plan.mains) > 1 else ""
        if not hand.stake:
            continue
        if hand.is_natural():
            if tables.choices[1] == 2 and f"{prefix}even money" in verbs:
                return f"{prefix}even money"
            if tables.choices[1] == 1 and f"{prefix}insurance" in verbs:
                return f"{prefix}insurance"
            continue
        values = _values(hand)
        count, soft = total(hand.cards)
        early = tables.early_pair[values[0], up] if values[0] == values[1] else tables.early[int(soft), count, up]
        early = early and bool(tables.choices[2])
        if early and f"{prefix}surrender" in verbs:
            return f"{prefix}surrender"
        if tables.choices[0] and not early and f"{prefix}insurance" in verbs:
            return f"{prefix}insurance"
    return "pass"


def _bets(now: Round) -> list[str]:
    """Side bets that open late, each as soon as it may be made."""
    return [f"{one.lead} {_amount(now.plan, one.wager) // 100}" for one in now.legal(0) if one.open_ended]


def _action(now: Round, tables: Tables, up: int) -> str:
    seat = now.seats[0]
    if bets := _bets(now):
        return bets[0]
    if now.stage == OFFER:
        return _offered(now, tables, up)
    if now.stage != PLAY:
        return "pass"
    if "switch" in [one.verb for one in now.legal(0)]:
        if seat.even_money:
            return "decline switch"  # a hand paid at once is not changed any more
        dealt = np.array([_values(hand) for hand in seat.hands])
        return "switch" if kernel._switches(dealt, up, tables.switch_worth) else "decline switch"
    hand = seat.hands[now.active]
    values = _values(hand)
    verbs = {one.verb for one in now.legal(0)}
    if len(values) == 2 and values[0] == values[1] and tables.split[values[0], up] and "split" in verbs:
        return "split free" if tables.free[values[0]] else "split"
    context = 0
    if hand.split:
        context = (3 if values[0] == ACE else 1) + ("1" in hand.path)
    count, soft = total(hand.cards)
    table = tables.first if len(values) == 2 else tables.more
    if hand.switched and ACTIONS[table[context, int(soft), count, up]] == "surrender":
        table = tables.more
    return ACTIONS[table[context, int(soft), count, up]]


def _amount(plan: Plan, name: str) -> int:
    """Cents on a wager; where sums are printed in dollars, for the stake that they are printed for."""
    if name not in plan.sides:
        return _UNIT
    table = plan.sides[name].table
    return round(100 * block_base(table.block, table.id)) if plan.sides[name].spec.meter else _UNIT


def any_chart(rng: np.random.Generator) -> Chart:
    """Actions at random, more hits and splits than a player would make."""
    shape = (CONTEXTS, 2, TOTALS, VALUES)
    pairs = (VALUES, VALUES)
    return Chart(
        rng.integers(0, len(ACTIONS), shape),
        rng.integers(0, 2, shape),
        rng.random(pairs) < 0.8,
        rng.random(shape[1:]) < 0.1,
        rng.random(pairs) < 0.1,
        bool(rng.integers(2)),
        int(rng.integers(3)),
    )


@cache
def _rules(game: str, options: tuple[tuple[str, Any], ...]) -> Rules:
    return read_rules(load_plan(game, dict(options)))


def _tables(rules: Rules, rng: np.random.Generator) -> Tables:
    worth: Floats = rng.random((2, VALUES, VALUES, VALUES))
    return make_tables(rules, any_chart(rng), worth, True, tuple(rules.plan.sides))


def _blackjack_games() -> list[tuple[str, dict[str, object]]]:
    return [(game, {}) for game in games_of("blackjack") if plays_by_chart(load_plan(game, {}))]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *_blackjack_games(),
        ("blackjack", {"decks": 1, "split_same": "rank", "split_aces": "again", "hit_split_aces": True}),
        ("blackjack", {"surrender": "early", "blackjack_pays": "6 to 5", "hole_card": "none", "split_hands": 3}),
        ("blackjack", {"hole_card": "no peek", "dealer_natural_takes": "initial", "surrender": "late"}),
        ("free-bet-blackjack", {"blackjack_against_22": "push", "hole_card": "none"}),
        ("pure-21-5-blackjack-6-to-5", {"decks": 1}),
        ("stadium-blackjack", {"double_cards": "any"}),
        ("blackjack-switch", {"dealer_22": "pushes switched blackjack", "surrender": "late"}),
    ],
)
def test_a_simulated_round_is_settled_as_at_the_table(game: str, options: dict[str, object]) -> None:
    """Main wager and all side bets, by charts made of random actions, so that rare turns come up too."""
    rules = _rules(game, tuple(options.items()))
    sides = rules.plan.sides.items()
    one_round = {
        name: side
        for name, side in sides
        if not side.spec.streak and not {"three", "drawn"} & set(VIEWS[side.spec.view].cards)
        if rules.plan.spot_of(side) < spots_played(rules.plan)
    }
    plan, rng = replace(rules.plan, sides=one_round), np.random.default_rng(len(game))
    rules = replace(rules, plan=plan)
    cards = shoe_cards(plan)
    spots = spots_played(plan)
    meters = {name: float(_METER // 100) for side in plan.sides.values() if (name := side.spec.meter)}
    split_hands, made = 0, dict.fromkeys(plan.sides, 0)
    for number in range(_ROUNDS):
        if number % 20 == 0:
            tables = _tables(rules, rng)
        start = np.uint64(stream(5, number))
        sums, seen = np.zeros(4), blank_rows(1)
        place, counter = np.array([len(cards), 0]), np.full(1, start)
        kernel.play_rounds(1, cards.copy(), place, counter, tables, sums, seen)
        shoe, place, counter = cards.copy(), np.zeros(2, np.int64), np.full(1, start)
        drawn = tuple(int(decoded()[kernel.draw_card(shoe, place, counter)]) for _ in range(min(90, len(cards))))
        opening = [name for name, side in plan.sides.items() if side.spec.opens_at == "bets"]
        seat = Seat({name: _amount(plan, name) for name in (*plan.mains[:spots], *opening)})
        now = Round(RoundFile(plan.spec.id, meters={**meters}), plan, Shoe(drawn), (seat,)).opened()
        up = card_value(now.dealer[0]) - 1
        while not now.over:
            now = now.act(0, _action(now, tables, up))
        hands = now.seats[0].hands
        split_hands = max(split_hands, len(hands))
        lines = now.settle().seats[0]
        where = (number, hands, now.dealer)
        own = [line for line in lines if line.wager not in plan.sides]
        assert sums[NET] == pytest.approx(sum(line.net for line in own) / _UNIT), where
        assert sums[STAKED] == pytest.approx(sum(line.stake for line in own) / _UNIT), where
        for name, side in plan.sides.items():
            stake, net = (float(one[0]) for one in Paid(side, meters).nets(Played(seen, spots)))
            line = next((line for line in lines if line.wager == name), None)
            assert bool(stake) == (line is not None), (name, where)
            if line is not None:
                made[name] += 1
                assert net == pytest.approx(line.net / line.stake, abs=1 / line.stake), (name, line, where)
    if plan.spec.split is not None:
        again = plan.spec.split.hands > 2 and plan.spec.deck == "6x52"  # a single deck is seldom split twice
        assert split_hands > (plan.spots + 1 if again else plan.spots)
    assert min(made.values(), default=1) > 0


def test_side_bets_on_further_hands_are_left_to_the_count_30_899_27_4() -> None:
    plan = load_plan("multi-hand-blackjack", {})
    assert check_sides(plan, ("hand_1.lucky_lucky",)) == []
    with pytest.raises(RuleError, match=r"hand_2.lucky_lucky is not simulated: only the first hand of a seat is"):
        check_sides(plan, ("hand_2.lucky_lucky",))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("blackjack", {}),
        ("blackjack", {"decks": 1, "surrender": "late", "dealer_hits_soft_17": True}),
        ("blackjack", {"decks": 2, "hole_card": "no peek", "surrender": "late"}),
        ("free-bet-blackjack", {}),
    ],
)
def test_rounds_that_nobody_looks_at_are_played_alike(game: str, options: dict[str, object]) -> None:
    """Their ordinary hands have a shorter way: the same cards, stakes, nets and shoe, shuffles among them."""
    rules, rng = _rules(game, tuple(options.items())), np.random.default_rng(3)
    cards, rounds = shoe_cards(rules.plan), 5_000
    for fresh in (False, True):
        tables = make_tables(rules, any_chart(rng), rng.random((2, VALUES, VALUES, VALUES)), fresh, ())
        tables.choices[:] = 0
        tables.numbers[kernel.DRAWS_OUT] = tables.numbers[kernel.TAKES_SECOND] = 0
        assert kernel._may_be_plain(tables)
        ends = []
        for rows in (0, rounds):
            shoe, place, sums = cards.copy(), np.array([len(cards), 0]), np.zeros(4)
            counter = np.full(1, np.uint64(stream(11, int(fresh))))
            kernel.play_rounds(rounds, shoe, place, counter, tables, sums, blank_rows(rows))
            ends.append((sums.tolist(), place.tolist(), counter.tolist(), shoe.tolist()))
        assert ends[0] == ends[1]


def test_a_shoe_that_runs_out_is_finished_from_its_discards() -> None:
    shoe, counter = np.arange(52, dtype=np.uint8), np.full(1, np.uint64(stream(3, 0)))
    place = np.array([48, 30])  # eighteen cards of this round are on the table
    drawn = [kernel.draw_card(shoe, place, counter) for _ in range(34)]
    assert sorted(drawn[:4]) == [48, 49, 50, 51]
    assert sorted(drawn[4:]) == list(range(30))
    assert drawn[4:] != list(range(30))


def test_no_round_of_a_single_deck_holds_a_card_twice() -> None:
    """A round begun before the cut card, two cards from the end, often runs out of cards."""
    rules = read_rules(load_plan("blackjack", {"decks": 1}))
    cards, counter, place = shoe_cards(rules.plan), np.full(1, np.uint64(stream(3, 1))), np.array([52, 0])
    rng, shown, beyond = np.random.default_rng(5), decoded(), 0
    for _ in range(20):
        chart = any_chart(rng)
        tables = make_tables(rules, chart, np.zeros((2, VALUES, VALUES, VALUES)), False, ())
        tables.numbers[kernel.CUT] = 50
        for _ in range(200):
            sums, seen = np.zeros(4), blank_rows(1)
            kernel.play_rounds(1, cards, place, counter, tables, sums, seen)
            beyond += int(place[kernel.GONE]) > 52
            own, dealer = seen[0, kernel.OWN : kernel.DEALER], seen[0, kernel.DEALER :]
            held = [int(card) for card in (*own, *dealer) if card != NO_CARD]
            assert len({int(shown[card]) for card in held}) == len(held)
    assert sorted(cards) == sorted(shoe_cards(rules.plan))
    assert beyond > 50
