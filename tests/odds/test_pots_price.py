"""Player-banked poker in numbers: counted hands and equities against plain enumeration, wagers against simulation."""

from importlib import import_module
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from houseway.families import price
from houseway.hands.ranking import RANKINGS, Ranking
from houseway.odds.pots.sweep import Sweep, class_names, sweep
from houseway.odds.pricing import Priced, Question
from houseway.odds.simulate.setup import Setup
from houseway.play.pots.settle import percent_rake
from houseway.rules.errors import RuleError
from houseway.rules.patterns import least_value
from houseway.rules.pots import PotHand
from houseway.simulation import Run, simulate

POKER = RANKINGS["poker"]


def _quiet(done: float) -> None:
    assert 0 <= done <= 1


def _plain_value(ranking: Ranking, own: tuple[int, ...], board: tuple[int, ...], least: int) -> int:
    """The best five cards with at least so many own ones, one choice after the other."""
    hands = [five for five in combinations(own + board, 5) if sum(card in own for card in five) >= least]
    return int(ranking.rank(np.array(hands, np.uint8)).max())


def _class_of(one: int, two: int) -> str:
    high, low = max(one, two), min(one, two)
    ranks = "23456789TJQKA"
    suited = "" if high >> 2 == low >> 2 else "s" if high & 3 == low & 3 else "o"
    return ranks[high >> 2] + ranks[low >> 2] + suited


@pytest.mark.parametrize("least", [0, 1])
def test_pairs_against_pairs_as_plain_enumeration_counts_them(least: int) -> None:
    deck = np.array([*range(28, 40)], np.uint8)  # nines to jacks
    floor = POKER.categories.index("full_house") << POKER.shift
    counted = sweep(PotHand(ranking="poker", own_cards=(least, 2)), deck, 5, _quiet, least=floor)
    hands = np.zeros(len(POKER.categories), np.int64)
    shares: dict[str, list[float]] = {}
    beats = pairs = 0
    for board in combinations(deck.tolist(), 5):
        rest = [card for card in deck.tolist() if card not in board]
        worth = {own: _plain_value(POKER, own, board, least) for own in combinations(rest, 2)}
        for own, value in worth.items():
            hands[value >> POKER.shift] += 1
            for other, theirs in worth.items():
                if not set(own) & set(other):
                    shares.setdefault(_class_of(*own), []).append((value > theirs) + (value == theirs) / 2)
                    beats += min(value, theirs) >= floor and value != theirs
                    pairs += 1
    assert counted.hands.tolist() == hands.tolist()
    assert (counted.beats, counted.pairs) == (beats, pairs)
    assert counted.equities() == pytest.approx({name: float(np.mean(won)) for name, won in shares.items()}, abs=1e-12)


def test_every_class_of_two_cards_has_its_name() -> None:
    assert len(set(class_names())) == 169
    assert {_class_of(one, two) for one, two in combinations(range(52), 2)} == set(class_names())


@pytest.fixture(scope="module")
def whole_deck() -> Sweep:
    return sweep(PotHand(ranking="poker", own_cards=(0, 2)), np.arange(52, dtype=np.uint8), 5, _quiet)


@pytest.mark.nightly
def test_seven_cards_make_what_is_published(whole_deck: Sweep) -> None:
    published = {
        "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620, "two_pair": 31_433_400,
        "pair": 58_627_800, "high": 23_294_460,
    }  # fmt: skip
    found = dict(zip(POKER.categories, whole_deck.hands.tolist(), strict=True))
    assert found == {name: 21 * count for name, count in published.items()}


@pytest.mark.nightly
def test_equities_are_those_published(whole_deck: Sweep) -> None:
    equities = whole_deck.equities()
    for name, percent in {"AA": 85.20, "KK": 82.40, "AKs": 67.04, "AKo": 65.32, "72o": 34.58, "32o": 32.30}.items():
        assert 100 * equities[name] == pytest.approx(percent, abs=0.005)
    assert whole_deck.pairs == comb(52, 5) * comb(47, 2) * comb(45, 2)
    assert 2 * whole_deck.results[:, 0].sum() + whole_deck.results[:, 1].sum() == whole_deck.pairs


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Priced]:
    """Longhorn with a short deck: counted in a second."""
    path = tmp_path_factory.mktemp("games") / "small-longhorn.toml"
    path.write_text('extends = "longhorn-holdem"\nid = "small-longhorn"\nname = "Small"\ndeck = "36"\n')
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(import_module("houseway.odds.pots.price"), "_BLOCKS", 1)
        return str(path), price(Question(str(path), every_table=True, meters={"bad_beat_jackpot": 1000}))


def test_a_bonus_counted_and_simulated_agree(small: tuple[str, Priced]) -> None:
    path, priced = small
    assert list(priced.sides["bonus"]) == ["I", "II"]
    for table in ("I", "II"):
        made = priced.sides["bonus"][table]
        assert made.cycle == comb(36, 5) * comb(31, 2)
        assert all(line.count == round(line.probability * made.cycle) for line in made.lines)
        house = {"pay_tables": {"bonus": table}}
        rounds = 1 << 17
        played = simulate(Setup(path, house, seats=6, seed=8), Run(rounds, 1)).wagers["bonus"]
        assert abs(played.house_edge - made.house_edge) < 4.5 * made.std_dev / np.sqrt(rounds)
        assert sum(line.contribution for line in made.lines) - (
            1 - sum(line.probability for line in made.lines)
        ) == pytest.approx(-made.house_edge)


def test_the_bad_beat_of_two_seats_counted_and_simulated_agree(small: tuple[str, Priced]) -> None:
    path, priced = small
    made = priced.report.side_bets["bad_beat_jackpot (2 seats)"]
    assert made.method == "exact"
    slope = made.meters["bad_beat_jackpot"]
    assert made.house_edge == pytest.approx(1 - 1000 * slope)
    assert made.break_even["bad_beat_jackpot"] == pytest.approx(1 / slope)
    setup = Setup(path, {}, {"bad_beat_jackpot": 10_000}, "simple", ("bad_beat_jackpot",), 5, 2)
    played = simulate(setup, Run(1 << 19, 1)).wagers["bad_beat_jackpot"]
    stake = 10  # dollars, as at the live table
    assert abs((played.mean + 1) * stake / 10_000 - slope) < 4.5 * played.standard_error * stake / 10_000


def test_30_1099_28_1_bad_beats_of_six_seats_counted_and_simulated_agree(small: tuple[str, Priced]) -> None:
    path, priced = small
    made = priced.report.side_bets["bad_beat_jackpot (6 seats)"]
    assert made.method == "exact"
    slope = made.meters["bad_beat_jackpot"]
    setup = Setup(path, {}, {"bad_beat_jackpot": 10_000}, "simple", ("bad_beat_jackpot",), 5, 6)
    rounds, stake = 1 << 17, 10  # dollars, as at the live table
    played = simulate(setup, Run(rounds, 1)).wagers["bad_beat_jackpot"]
    assert abs((played.mean + 1) * stake / 10_000 - slope) < 4.5 * played.standard_error * stake / 10_000
    assert abs(played.hit_frequency - made.hit_frequency) < 4.5 * np.sqrt(made.hit_frequency / rounds)


def test_bad_beats_by_matchings_and_by_pairs_of_hands_agree() -> None:
    hand, deck = PotHand(own_cards=(1, 2), ranking="poker", rule="1"), np.arange(24, 52, dtype=np.uint8)
    least = least_value("full_house 2", POKER)
    found = sweep(hand, deck, 5, _quiet, least=least, seats=(2, 3))
    met, all_in = found.beaten[2]
    assert met == pytest.approx(found.beats / found.pairs, rel=1e-12)
    assert all_in == pytest.approx(met, rel=1e-12)  # nobody else is at the table
    assert met < found.beaten[3][0] < 3 * met


def _rake(house: dict[str, Any]) -> dict[str, Any]:
    made = price(Question("five-card-draw", house)).report
    assert made.main is None
    return dict((made.strategy or {}).get("rake of a pot", {}).get("chart", {}))


def test_the_rake_is_shown_for_pots_of_several_sizes() -> None:
    rows = _rake({"rake_percent": 5, "rake_cap": 4, "jackpot_rake": 1})
    assert "$80" in rows  # where the cap is reached
    for pot, row in rows.items():
        rake = percent_rake(int(pot[1:]) * 100, 5, 400, 100)
        assert row["rake"] == f"${rake / 100:.2f}"
        assert float(row["share of the pot"][:-1]) == pytest.approx((rake + 100) / int(pot[1:]), abs=0.005)
    assert not _rake({})
    with pytest.raises(RuleError, match="must be at most 10"):
        _rake({"rake_percent": 50})


def test_a_collection_is_shown_by_players() -> None:
    made = price(Question("ca-omaha", {"collection_option": "limit 28"})).report
    chart = made.strategy["collection of a hand"]["chart"]
    assert chart["2 players"] == {"button": "$1"}
    assert any("no collection is posted" in note for note in price(Question("ca-omaha")).report.notes)


def test_five_cards_of_a_deck_with_jokers_are_counted() -> None:
    report = price(Question("trips-poker")).report
    rows = report.strategy["final hand of a seat that stays"]
    assert float(rows["five aces"]["one in"].replace(",", "")) == pytest.approx(comb(54, 5) / 6)
    assert sum(float(row["probability"]) for row in rows.values()) == pytest.approx(1, abs=1e-8)
