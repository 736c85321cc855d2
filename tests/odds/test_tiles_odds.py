"""Tiles: the count against brute force and simulation, and both against the settlement of single rounds."""

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from houseway.cards.tiles import TILES as BAG
from houseway.cards.tiles import format_tiles
from houseway.families import price, settle
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.odds.tiles.kernel import number
from houseway.odds.tiles.kinds import SETTINGS, best_set, kinds_of, make_kinds, set_by, worth_of
from houseway.odds.tiles.nets import OUTCOMES, Nets
from houseway.odds.tiles.simulate import kind_of_each
from houseway.odds.tiles.strategy import chart_settings, charts
from houseway.play.core.roundfile import convert_round
from houseway.play.tiles.plan import load_plan
from houseway.play.tiles.ranks import TileHand, house_way
from houseway.play.tiles.settle import compare
from houseway.rules.errors import RuleError
from houseway.simulation import Run, engine_of, simulate

GAMES = ("pai-gow-tiles", "dragons-eye")
METHOD_B = {"commission": {"method": "B", "rate": 0.05, "mode": "win", "round_up_to": 0.0}}
ON_DICE = ("match", "odd", "even", "double", "triple", "dice_bonus")
FEW = (
    2,
    2,
    0,
    1,
    0,
    2,
    0,
    0,
    1,
    0,
    0,
    1,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    1,
)  # of each face: twelve tiles with every kind of pair


@pytest.mark.parametrize("prefers", ["high", "low"])
def test_the_count_equals_brute_force_on_a_few_tiles(prefers: str) -> None:
    plan = load_plan("pai-gow-tiles", {"house_way_prefers": prefers})
    spec, ranker = plan.game.spec, plan.ranker
    tiles = [face for face, copies in enumerate(FEW) for _ in range(copies)]
    dealt = list(combinations(range(len(tiles)), 4))
    way = {hand: house_way(spec.house_way, ranker, [tiles[tile] for tile in hand]) for hand in dealt}
    prices = {"lose": -1, "push": 0, "win": 0.95}
    best = by_house = bank = 0.0
    for hand in dealt:
        others = [way[other] for other in dealt if not set(hand) & set(other)]
        settings = ranker.settings([tiles[tile] for tile in hand])
        nets = {one: sum(prices[compare(plan, one, other)[0]] for other in others) for one in settings}
        banked = [
            -sum({"lose": -0.95, "push": 0, "win": 1}[compare(plan, x, one)[0]] for x in others) for one in settings
        ]
        best += max(nets.values()) / len(others)
        by_house += nets[way[hand]] / len(others)
        bank += max(banked) / len(others)
    kinds = make_kinds(spec.tiles, spec.house_way, FEW)
    assert kinds.ways.sum() == len(dealt)
    worth = np.array([-1, 0, 0.95])
    seat, own_bank = kinds.against.seat, kinds.against.bank
    assert best_set(kinds, seat, worth).outcomes @ worth == pytest.approx(best / len(dealt), abs=1e-12)
    assert set_by(kinds, seat, kinds.house).outcomes @ worth == pytest.approx(by_house / len(dealt), abs=1e-12)
    assert best_set(kinds, own_bank, worth).outcomes @ worth == pytest.approx(bank / len(dealt), abs=1e-12)
    assert best - by_house > 0.5  # the house way can be bettered even here


def test_every_hand_and_every_dealer_is_counted() -> None:
    kinds = kinds_of(load_plan("pai-gow-tiles", {}))
    assert (len(kinds.hands), kinds.ways.sum()) == (8130, 35960)
    assert (kinds.against.seat.sum(axis=2) == 20475).all()
    assert (kinds.against.bank.sum(axis=2) == 20475).all()


def _settled(game: str, rng: Random, house: dict[str, Any], own: list[int], dealer: list[int], low: list[int]) -> Any:
    """One round as a table would record it, all wagers made by the seat at the first place."""
    dice, triples = [rng.randint(1, 6) for _ in range(3)], rng.randint(0, 5)
    if rng.random() < 0.3:
        dice = dice[:1] * 3
    shaker = rng.choice([0, "dealer"])
    wagers = dict.fromkeys(load_plan(game, house).wagers, 10_000)
    made = {
        "game": game,
        "house": house,
        "seats": [{"wagers": wagers, "position": 1, "cards": format_tiles(own).split(),
                   "actions": [f"set low: {format_tiles(low)}"]}],
        "dealer": format_tiles(dealer).split(),
        "outcome": {"dice": dice, "shaker": shaker},
        "state": {"prior_triples": triples},
    }  # fmt: skip
    return settle(convert_round(made)), tuple(dice), (triples % 3, shaker == 0), wagers


@pytest.mark.parametrize(("game", "house"), [("pai-gow-tiles", {}), ("dragons-eye", {}), ("dragons-eye", METHOD_B)])
def test_tables_equal_the_settlement(game: str, house: dict[str, Any]) -> None:
    rng, plan = Random(4), load_plan(game, house)
    kinds = kinds_of(plan)
    nets, places = Nets(plan, kinds), {hand: kind for kind, hand in enumerate(kinds.hands)}
    states = nets.met
    seen = set()
    for _ in range(1500):
        tiles = rng.sample(BAG, 8)
        own, dealer = tiles[:4], tiles[4:]
        kind, other = places[tuple(sorted(own))], places[tuple(sorted(dealer))]
        setting = rng.randrange(SETTINGS)
        low = kinds.sets[kind][setting].low.tiles
        settlement, fall, state, wagers = _settled(game, rng, house, own, dealer, list(low))
        theirs = kinds.values[other, kinds.house[other]]
        outcome = int((kinds.attacks[kind, setting] > theirs).sum())
        held = int((kinds.attacks[other, kinds.house[other]] <= kinds.values[kind, setting]).sum())
        as_bank = compare(plan, kinds.sets[other][kinds.house[other]], kinds.sets[kind][setting])[0]
        assert held == 2 - OUTCOMES[as_bank]
        number = nets.falls.index(fall)
        found = {line.wager: line.net / 100 / wagers[line.wager] for line in settlement.seats[0]}
        for name, net in found.items():
            if name in ON_DICE:
                if state in states:
                    assert nets.dice(name)[states.index(state), number] == pytest.approx(net), name
            else:
                assert nets.tiles(name)[outcome, number] == pytest.approx(net), name
        seen.add((outcome, len(set(fall)) == 1))
    assert len(seen) == 6


def test_the_kernel_numbers_hands_as_its_tables_do() -> None:
    kinds, rng = kinds_of(load_plan("pai-gow-tiles", {})), Random(2)
    each = kind_of_each(kinds)
    choose = np.array([[comb(tile, place + 1) for tile in range(32)] for place in range(4)])
    for _ in range(2000):
        tiles = rng.sample(range(32), 4)
        kind = each[number(np.array(tiles), 0, choose)]
        assert kinds.hands[kind] == tuple(sorted(BAG[tile] for tile in tiles))


@pytest.mark.parametrize("house", [{}, METHOD_B], ids=["vigorish", "none"])
def test_exact_and_simulated_agree(house: dict[str, Any]) -> None:
    rounds = 2_000_000
    report = price(Question("dragons-eye", house)).report
    found = simulate(Setup("dragons-eye", house, sides=ON_DICE, seed=8), Run(rounds))
    assert report.main is not None
    assert abs(found.mean + report.main.house_edge) < 4 * report.main.std_dev / rounds**0.5
    assert found.std_dev == pytest.approx(report.main.std_dev, rel=0.01)
    for name in ON_DICE:
        exact = report.side_bets[name]
        error = exact.std_dev / rounds**0.5
        assert abs(found.wagers[name].mean + exact.house_edge) < 4 * error, name


def test_the_house_way_on_both_sides() -> None:
    rounds = 2_000_000
    report = price(Question("pai-gow-tiles")).report
    found = simulate(Setup("pai-gow-tiles", strategy="house way", seed=5), Run(rounds))
    edge = report.strategy["house_edge_by_the_house_way"]
    assert found.strategy == "house way"
    assert abs(found.mean + edge) < 4 * found.standard_error
    assert report.main is not None
    assert report.main.house_edge < report.strategy["house_edge_by_chart"] < edge


def test_the_chart_as_printed_is_right_for_nearly_every_hand() -> None:
    plan = load_plan("pai-gow-tiles", {})
    kinds, ranks = kinds_of(plan), plan.game.spec.tiles
    printed, chosen = charts(kinds, ranks), chart_settings(kinds)
    values = worth_of(kinds.against.seat, np.array([-1, 0, 0.95]))
    given_up = values.max(axis=1) - kinds.chosen(values, chosen)
    assert kinds.shares[given_up < 1e-12].sum() > 0.97
    pairs = dict(enumerate(printed["pairs"].values(), start=1))
    grids = {
        side: next(grid for title, grid in printed.items() if f"the {side} hand" in title) for side in ("high", "low")
    }

    def read(hand: TileHand, side: str) -> int:
        if hand.pair:
            return int(pairs[hand.pair][side])
        higher = " ".join(ranks.singles[len(ranks.singles) - 1 - hand.value % 100])
        return int(grids[side][higher][str(hand.points)])

    for kind in Random(6).sample(range(len(kinds.hands)), 1000):
        sums = [read(one.high, "high") + read(one.low, "low") for one in kinds.sets[kind]]
        assert sums[chosen[kind]] == max(sums)


def test_rows_of_ones_own_set_the_players_tiles() -> None:
    rounds, way = 1_000_000, load_plan("pai-gow-tiles", {}).game.spec.house_way
    rows = msgspec.json.encode({"rows": way.rows, "prefer": "low"}).decode()
    found = simulate(Setup("pai-gow-tiles", strategy=rows, seed=9), Run(rounds))
    plan = load_plan("pai-gow-tiles", {})
    kinds, other = kinds_of(plan), kinds_of(load_plan("pai-gow-tiles", {"house_way_prefers": "low"}))
    outcomes = set_by(kinds, kinds.against.seat, other.house).outcomes
    assert found.strategy == "file"
    assert abs(found.mean - (0.95 * outcomes[2] - outcomes[0])) < 4 * found.standard_error
    assert (other.house != kinds.house).any()


def test_any_number_of_threads_gives_the_same_result() -> None:
    setup = Setup("dragons-eye", sides=("dice_bonus",), seed=3)
    rounds = 3 * engine_of(setup).info.block + 17
    assert simulate(setup, Run(rounds, 1)) == simulate(setup, Run(rounds, 3))


def test_30_2612_1_to_5_wagers_on_the_dice() -> None:
    prices = price(Question("dragons-eye")).report.side_bets
    edges = {"match": Fraction(17, 216), "odd": Fraction(1, 36), "even": Fraction(1, 36), "double": Fraction(1, 6),
             "triple": Fraction(5, 36)}  # fmt: skip
    for name, edge in edges.items():
        assert prices[name].house_edge == pytest.approx(float(edge), abs=1e-12)


def test_30_2612_6_the_bonus_in_the_long_run() -> None:
    """By the series: n triples before with chance 35/36 * 1/36^n; after one the player shakes in one case of six."""
    triple, paid = Fraction(1, 36), ((30, 25), (500, 50), (10_000, 1_000))
    worth = Fraction(0)
    for before in range(40):
        shaker, other = paid[before % 3]
        chance = (1 - triple) * triple**before * triple
        own = Fraction(1, 6) if before else Fraction(0)
        worth += chance * (own * shaker + (1 - own) * other)
    exact = price(Question("dragons-eye")).report.side_bets["dice_bonus"]
    assert exact.house_edge == pytest.approx(float(1 - triple - worth), abs=1e-12)


def test_the_house_decides_on_vigorish_banking_and_the_house_way() -> None:
    priced = price(Question("dragons-eye", every_table=True))
    assert set(priced.mains) == {"house_way_prefers", "vigorish"}
    assert set(priced.mains["vigorish"]) == {"A", "B"}
    closed = price(Question("dragons-eye", {"banking": False})).report.side_bets
    assert set(closed) == set(ON_DICE)
    assert {"bank", "co_bank"} < set(priced.report.side_bets)


def test_a_cheaper_surrender_is_taken_when_all_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "kinder.toml"
    path.write_text(
        'extends = "pai-gow-tiles"\nid = "kinder-tiles"\nname = "Kinder Tiles"\n[surrender]\nshare = 0.5\nrule = "x"\n'
    )
    found = price(Question(str(path)))
    assert set(found.outcomes) == {-0.5, 0.0, 0.95}


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(RuleError, match="write `rows`"):
        simulate(Setup("pai-gow-tiles", strategy='{"x": []}'), Run(10))
    with pytest.raises(RuleError, match="no side wager named"):
        simulate(Setup("pai-gow-tiles", sides=("match",)), Run(10))
