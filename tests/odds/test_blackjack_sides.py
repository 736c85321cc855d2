"""Side bets of blackjack: published figures, and the same chances found by laying out the cards."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import msgspec
import numpy as np
import pytest
from tests.games import games_of

from houseway.cards.decks import deck
from houseway.odds.blackjack import sides as module
from houseway.odds.blackjack.dealer_views import count_dealer, count_reds
from houseway.odds.blackjack.hands import splits_free
from houseway.odds.blackjack.results import best_with, count_pressed, start_worth
from houseway.odds.blackjack.run_views import count_runs
from houseway.odds.blackjack.sides import Sides
from houseway.odds.blackjack.simulate import Engine, Solved, solve_plan, tables_of
from houseway.odds.blackjack.solve import two_cards
from houseway.odds.blackjack.values import VALUES
from houseway.odds.blackjack.views import count_own_set, count_starting
from houseway.odds.report import SidePrice
from houseway.odds.simulate.tally import HITS, MADE, NET
from houseway.play.blackjack.plan import Plan, deck_counts, load_plan
from houseway.play.blackjack.table import Seat
from houseway.play.blackjack.totals import dealer_hits, is_21_in_two, total
from houseway.play.blackjack.views import SeatView, leading_reds
from houseway.rules.blackjack import VIEWS
from houseway.rules.tables import Table, matching_rows

_RED = (1, 2)


@cache
def plain() -> Solved:
    """A chart for all games here: their side bets do not change it."""
    return solve_plan(load_plan("blackjack", {"decks": 1, "split_hands": 2}))


def priced(game: str, wager: str, **house: object) -> SidePrice:
    plan = load_plan(game, dict(house))
    return next(iter(Sides(plan, plain(), {}).bet(plan.sides[wager], False).values()))


def test_published_side_bets() -> None:
    assert priced("21-plus-3", "21_plus_3").house_edge == pytest.approx(0.032386, abs=1e-6)
    assert priced("blackjack-switch", "super_match").house_edge == pytest.approx(0.0255, abs=5e-5)


def test_published_side_bets_of_rule_8() -> None:
    for game, wager, decks, table, edge in (
        ("lucky-lucky", "lucky_lucky", 6, "1", 0.0266),
        ("lucky-lucky", "lucky_lucky", 6, "6", 0.1257),
        ("royal-match-21", "royal_match", 6, "1", 0.066658),
        ("royal-match-21", "royal_match", 1, "2", 0.037707),
        ("royal-match-21", "royal_match", 6, "3", 0.0370),
        ("royal-match-21", "royal_match", 6, "UK 1", 0.0512),
        ("royal-match-21", "royal_match", 6, "UK 2", 0.0732),
        ("bet-the-set-21", "bet_the_set", 6, "15/10", 0.106109),
        ("bet-the-set-21", "bet_the_set", 6, "20/10", 0.025723),
        ("bet-the-set-21", "bet_the_set", 2, "25/10", 0.106796),
        ("kings-bounty-dealer-envy", "kings_bounty", 6, "KB01", 0.23164),
        ("kings-bounty-dealer-envy", "kings_bounty", 2, "2 decks", 0.247335),
        ("match-the-dealer-blackjack", "match_up_card", 2, "2 decks", 0.033124),
        ("match-the-dealer-blackjack", "match_up_card", 6, "6 decks", 0.040618),
        ("in-between", "in_between", 1, "1", 0.104615),
        ("in-between", "in_between", 2, "1", 0.077582),
        ("in-between", "in_between", 6, "2", 0.03396),
    ):
        name = "match_the_dealer" if wager == "match_up_card" else wager
        found = priced(game, wager, decks=decks, pay_tables={name: table})
        digits = len(str(edge)) - 2
        assert round(found.house_edge, digits) == edge, (game, decks, table)
    down = priced("match-the-dealer-blackjack", "match_down_card", match_wagers="both cards")
    assert down.house_edge == pytest.approx(priced("match-the-dealer-blackjack", "match_up_card").house_edge, abs=1e-12)


def test_push_your_luck_at_half_the_wager_just_leaves_the_house_its_edge() -> None:
    """The limit of 30-899.22(3): as large as the wager, the bet would turn the game."""
    solved = solve_plan(load_plan("blackjack", {"decks": 1, "split_hands": 2}))
    assert solved.by_chart.first.sum() == pytest.approx(1, abs=1e-12)
    nets = np.array([-1.0, 10.0, -1.0])
    alone = best_with(solved.rules, nets, 0.0)
    assert alone == pytest.approx(solved.best.mean, abs=1e-12)
    chart = float(solved.by_chart.first @ nets)
    assert alone + 0.5 * chart < best_with(solved.rules, nets, 0.5)
    assert best_with(solved.rules, nets, 1.0) > best_with(solved.rules, nets, 0.5)


def test_streaks_are_powers_of_a_round_won() -> None:
    won = plain().by_chart.wins_decided
    for number, odds in ((2, 3), (3, 7), (4, 17), (5, 37)):
        found = priced("streak", f"streak_{number}")
        assert found.house_edge == pytest.approx(1 - (odds + 1) * won**number, abs=1e-12)
    six = solve_plan(load_plan("blackjack", {"decks": 6})).by_chart
    assert six.wins_decided == pytest.approx(0.4751, abs=3e-4)  # published from 1.9 thousand million rounds


def test_war_is_pressed_where_the_hand_is_worth_it() -> None:
    """Published for six decks and a dealer who hits a soft 17: 1.17%."""
    plan = load_plan("war-blackjack", {"dealer_hits_soft_17": True})
    solved = solve_plan(plan)
    starts = [(up, *two_cards(solved.rules, up)[place]) for up in range(VALUES) for place in range(55)]
    worths = sum(chance * start_worth(solved.counted, up, one, two) for up, one, two, _, chance in starts)
    assert worths == pytest.approx(solved.best.mean, abs=1e-12)
    price = Sides(plan, solved, {}).bet(plan.sides["war"], False)["1"]
    assert price.house_edge == pytest.approx(23 / 311, abs=1e-12)  # what ties cost
    gain = count_pressed(plan.sides["war"].table, "6x52", solved.counted)
    assert round(price.house_edge - gain, 4) == 0.0117


def test_a_prize_drawn_is_its_chance_times_its_mean() -> None:
    natural, tie = 2 * 24 / 312 * 96 / 311, 2 * 23 / 310 * 95 / 309
    found = priced("wheel-of-madness", "wheel_of_madness")
    assert found.house_edge == pytest.approx(1 - 16 * natural * (1 - tie), abs=1e-12)
    mixed = priced("wheel-of-madness", "wheel_of_madness", wheel={"10": 2, "25": 1})
    assert mixed.house_edge == pytest.approx(found.house_edge, abs=1e-12)
    assert [line.pays for line in mixed.lines] == ["10 to 1", "25 to 1"]
    assert priced("go-fish-21", "go_fish", go_fish_cards={"15": 14}).house_edge == found.house_edge


def table_of(plan: Plan, wager: str) -> Table:
    return plan.sides[wager].table


def test_two_cards_by_laying_them_out() -> None:
    plan = load_plan("golden-21-poker", {"decks": 1})
    table = table_of(plan, "golden_21_poker")
    counts = dict.fromkeys(range(-1, len(table.rows)), 0)
    for one in range(52):
        for two in range(52):
            if one != two:
                rows = matching_rows(table, SeatView(Seat({}, start=((one, two),)), ()))
                counts[table.rows.index(rows[0]) if rows else -1] += 1
    for row, _, chance in count_starting(table, "52"):
        assert chance == pytest.approx(counts[row] / (52 * 51), abs=1e-12)


def test_up_card_and_hole_card_by_laying_them_out() -> None:
    """King's Bounty pays most when the dealer has a natural beside two kings of spades."""
    table = table_of(load_plan("free-bet-blackjack", {}), "kings_bounty")
    parts = {row: chance for row, _, chance in count_starting(table, "6x52")}
    kings = 6 / 312 * 5 / 311
    natural = 2 * 24 / 310 * (96 - 2) / 309
    assert parts[0] == pytest.approx(kings * natural, abs=1e-15)
    assert parts[0] + parts[1] == pytest.approx(kings, abs=1e-15)


def test_four_cards_by_hand() -> None:
    table = table_of(load_plan("blackjack-switch", {}), "super_match")
    parts = {row: chance for row, _, chance in count_own_set(table, "6x52")}
    four = 23 / 311 * 22 / 310 * 21 / 309
    assert parts[0] == pytest.approx(four, abs=1e-15)
    assert sum(parts.values()) == pytest.approx(1)


def finished(hits_soft_17: bool) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every dealer's hand of a deck of 36, card by card."""
    whole = deck("36")

    def grow(held: tuple[int, ...], chance: float) -> Iterator[tuple[tuple[int, ...], float]]:
        if len(held) > 1 and (is_21_in_two(held) or not dealer_hits(held, hits_soft_17)):
            yield held, chance
            return
        left = [card for card in whole if card not in held]
        for card in left:
            yield from grow((*held, card), chance / len(left))

    return grow((), 1.0)


def test_the_dealers_hand_by_laying_it_out() -> None:
    plan = load_plan("free-bet-blackjack", {})
    table = table_of(plan, "push_22")
    found = dict.fromkeys(range(-1, len(table.rows)), 0.0)
    reds = [0.0] * 25
    by_up: dict[tuple[str, int], float] = {}
    for cards, chance in finished(True):
        reds[len(leading_reds(cards))] += chance
        suits = {card & 3 for card in cards}
        points = total(cards)[0]
        if points == 22:
            row = 0 if len(suits) == 1 else 1 if len({suit in _RED for suit in suits}) == 1 else 2
            found[row] += chance
        else:
            found[-1] += chance
        eights = len(cards) == 3 and all(card >> 2 == 6 for card in cards)
        name = "888" if eights else "suited" if len(suits) == 1 else "bust"
        if points > 21:
            key = name, min(cards[0] >> 2, 12)
            by_up[key] = by_up.get(key, 0.0) + chance
    for row, _, chance in count_dealer(table, "36", True, ""):
        assert chance == pytest.approx(found[row], abs=1e-10)  # the layout adds up a million small parts
    assert count_reds("36", True) == pytest.approx(reds, abs=1e-10)
    bust = table_of(load_plan("trilux-blackjack", {}), "trilux_bust_bonanza")
    names = [row.name for row in bust.rows]
    parts = {(names[row], key): chance for row, key, chance in count_dealer(bust, "36", True, "") if row >= 0}
    assert parts["dealer_888", 8] == pytest.approx(by_up["888", 6], abs=1e-12)
    assert parts["dealer_bust_suited", 7] == pytest.approx(by_up["suited", 5], abs=1e-12)
    assert parts["dealer_bust", 10] == pytest.approx(sum(by_up["bust", rank] for rank in range(8, 12)), abs=1e-12)


def test_a_look_takes_the_naturals_out() -> None:
    table = table_of(load_plan("bust-the-house", {}), "bust_the_house")
    seen = sum(chance for row, _, chance in count_dealer(table, "6x52", False, "AT") if row >= 0)
    blind = sum(chance for row, _, chance in count_dealer(table, "6x52", False, "") if row >= 0)
    natural = 2 * 24 / 312 * 96 / 311
    assert seen == pytest.approx(blind / (1 - natural), abs=1e-12)


def test_sequences_of_one_who_never_draws() -> None:
    """Two cards in sequence, the ace at either end; with the chart there are more and longer ones."""
    table = table_of(load_plan("straight-jack", {}), "straight_jack")
    tables = tables_of(plain(), fresh=True)
    still = tables._replace(
        first=np.zeros_like(tables.first), more=np.zeros_like(tables.more), split=np.zeros_like(tables.split)
    )
    names = [row.name for row in table.rows]
    parts = {names[row] if row >= 0 else "": chance for row, _, chance in count_runs(table, "6x52", still)}
    assert parts["straight_2"] == pytest.approx(2 * 13 * 24 / 312 * 24 / 311, abs=1e-12)
    assert "straight_3" not in parts
    drawn = {names[row] if row >= 0 else "": chance for row, _, chance in count_runs(table, "6x52", tables)}
    assert sum(drawn.values()) == pytest.approx(1, abs=1e-12)
    assert drawn["straight_3"] > drawn["straight_4"] > drawn["straight_5"] > 0
    assert drawn[""] == pytest.approx(parts[""], abs=1e-12)  # 30-2109(6)(b): what loses has lost before play


def test_what_cannot_be_counted_is_simulated_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = load_plan("free-bet-blackjack", {"decks": 5, "split_hands": 2})
    sides = Sides(plan, solve_plan(plan), {})
    counted = sides.bet(plan.sides["pot_of_gold"], False)["POG 01"]
    assert counted.method == "exact"
    monkeypatch.setattr(module, "_BLOCKS", 1)
    monkeypatch.setattr(module, "free_bets_countable", lambda _: False)
    found = sides.bet(plan.sides["pot_of_gold"], False)["POG 01"]
    assert found.method == "simulated"
    assert found.standard_error is not None
    assert 0 < abs(found.house_edge - counted.house_edge) < 4 * found.standard_error
    # Two hands at most: one free split and two free doubles.
    assert {line.hand for line in found.lines if line.probability} == {"1 free", "2 free", "3 free"}


def test_an_own_hand_that_nobody_draws_to_counts_nothing() -> None:
    plan = load_plan("ride-free", {})
    side = plan.sides["hedge_22"]
    with_row = Sides(plan, plain(), {}).bet(side, False)
    rows = tuple(row for row in side.table.rows if row.name != "own_bust_of_30")
    without = Sides(plan, plain(), {}).bet(replace(side, table=replace(side.table, rows=rows)), False)
    assert next(iter(with_row.values())).house_edge == next(iter(without.values())).house_edge


def different_sides() -> list[tuple[str, int, list[str]]]:
    """Games, decks and the side bets of each that no game before it has alike."""
    known = set()
    found: dict[tuple[str, int], list[str]] = {}
    for game in games_of("blackjack"):
        plan = load_plan(game, {})
        for name, side in plan.sides.items():
            decks = int(plan.game.options["decks"])
            if side.decks and decks not in deck_counts(side.decks):
                decks = min(deck_counts(side.decks))
            if side.spec.streak or {"three", "drawn"} & set(
                VIEWS[side.spec.view].cards
            ):  # over several rounds; counted alone
                continue
            soft_17 = plan.spec.dealer.hits_soft_17
            key = (side.table.rows, side.table.hand, side.table.block.by, side.spec.opens_at, decks, soft_17)
            if key not in known:
                known.add(key)
                found.setdefault((game, decks), []).append(name)
    return [(game, decks, names) for (game, decks), names in found.items()]


@pytest.mark.parametrize(("game", "decks", "names"), different_sides())
def test_counted_and_simulated_side_bets_agree(
    game: str, decks: int, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds from a full shoe, as the count takes them; late bets are made whatever the own hand has come to."""
    monkeypatch.setattr(module, "_BLOCKS", 1)
    plan = load_plan(game, {"decks": decks})
    sides = {
        name: replace(plan.sides[name], spec=msgspec.structs.replace(plan.sides[name].spec, barred=()))
        for name in names
    }
    plan = replace(plan, sides=sides)
    free = tuple(splits_free(plan, pair) for pair in range(VALUES))
    one = replace(plain(), rules=replace(plain().rules, plan=plan, free=free))
    meters = {side.spec.meter: 20_000.0 for side in sides.values() if side.spec.meter}
    engine = Engine(plan, tables_of(one, True, tuple(sides)), 7, tuple(sides), meters)
    sums = engine.play(0, 1 << 17)
    for place, (name, side) in enumerate(sides.items(), start=2):
        price = next(iter(Sides(plan, one, meters).bet(side, False).values()))
        made, net = sums[place, MADE], sums[place, NET]
        error = (price.std_dev**2 / made + (price.standard_error or 0.0) ** 2) ** 0.5
        assert abs(net / made + price.house_edge) < 4 * error, name
        assert sums[place, HITS] / made == pytest.approx(price.hit_frequency, abs=4 * (0.25 / made) ** 0.5), name


def test_counted_sets_of_own_cards_agree_with_starts_dealt_at_random() -> None:
    """Every table on a number of own starting cards, judged row by row as at the table."""
    rng, seen = Random(3), 0
    for game in games_of("blackjack"):
        plan = load_plan(game, {})
        for name, side in plan.sides.items():
            if not VIEWS[side.spec.view].own_set:
                continue
            size, cards = VIEWS[side.spec.view].length, list(deck(plan.spec.deck))
            chances = {row: chance for row, _, chance in count_own_set(side.table, plan.spec.deck)}
            hits: dict[int, int] = {}
            for _ in range(20_000):
                held = tuple(rng.sample(cards, size))
                rows = matching_rows(side.table, SeatView(Seat({}, (), (held,)), (0, 1)))
                row = side.table.rows.index(rows[0]) if rows else -1
                hits[row] = hits.get(row, 0) + 1
            seen += 1
            for row, chance in chances.items():
                assert hits.get(row, 0) / 20_000 == pytest.approx(chance, abs=0.001 + 4 * (chance / 20_000) ** 0.5), (
                    name
                )
    assert seen > 1
