"""Side wagers: public figures, direct counts, and sampling that agrees with counting."""

from collections.abc import Sequence
from math import comb
from pathlib import Path

import numpy as np
import pytest

from houseway.odds.counts import PatternCounts
from houseway.odds.house_poker import sides
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.pattern_counts import count_patterns, labels_of_rows
from houseway.odds.house_poker.sampling import cards_needed, sample, seated, seats_dealt
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.wagers import main_wagers, side_wagers, unit_of
from houseway.odds.simulate.deals import deals as sampled_deals
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row

# four or five wilds, three, two, the joker alone: hands times what they bring back
GOING_WILD = 501 * (5 * 48 + 1) + 51 * 10 * comb(48, 2) + 7 * 10 * comb(48, 3) + 4 * comb(48, 4)


def edges(game: str, wager: str) -> dict[str, float]:
    found = Sides(load_plan(game, {})).wager(wager, every_table=True)
    return {table: price.house_edge for table, price in found[wager].items()}


@pytest.mark.parametrize(
    ("game", "wager", "table", "edge"),
    [
        ("three-card-poker", "pair_plus", "1", 0.0231674208),
        ("three-card-poker", "pair_plus", "4", 0.0727601810),
        ("let-it-ride", "three_card_bonus", "3", 0.0727601810),
        ("three-card-plus", "pair_xxx", "B", 0.0691402715),
        ("three-card-prime", "prime", "01", 1 - 4 * 2 * comb(26, 3) / comb(52, 3) - 2 * comb(26, 6) / comb(52, 6)),
        ("three-card-super-shot-poker", "super_shot_any_pair", "1", 1 - (5 * 3744 + 41 * 52) / comb(52, 3)),
        ("three-card-super-shot-poker", "super_shot_trips", "1", 1 - 21 * (732160 + 165984 + 14664) / comb(52, 6)),
        ("four-card-frenzy", "prime", "02", 1 - (6 * 2 * comb(26, 5) + 2 * 2 * comb(26, 4) * 26) / comb(52, 5)),
        ("deuces-wild-xtreme", "goin_wild", "PT-FLT-TW-GW-02", 1 - GOING_WILD / comb(53, 5)),
        ("casino-war", "tie", "", 1 - 11 * 23 / 311),
        ("ultimate-texas-holdem", "ultimate_pairs_bonus", "1", 1 - 1208 / 1326),
    ],
)
def test_known_prices(game: str, wager: str, table: str, edge: float) -> None:
    assert edges(game, wager)[table] == pytest.approx(edge, abs=5e-8)


def test_six_cards_by_known_counts() -> None:
    counts = {
        "royal_flush": 188,
        "straight_flush": 1656,
        "four_of_a_kind": 14664,
        "full_house": 165984,
        "flush": 205792,
        "straight": 361620,
        "three_of_a_kind": 732160,
    }
    price = Sides(load_plan("three-card-poker", {})).wager("six_card_bonus")["six_card_bonus"]["1"]
    assert {line.hand: round(line.probability * comb(52, 6)) for line in price.lines} == counts


def test_trips_of_seven_cards_by_known_counts() -> None:
    counts = {
        "royal_flush": 4324,
        "straight_flush": 37260,
        "four_of_a_kind": 224848,
        "full_house": 3473184,
        "flush": 4047644,
        "straight": 6180020,
        "three_of_a_kind": 6461620,
    }
    price = Sides(load_plan("ultimate-texas-holdem", {})).wager("trips")["trips"]["1"]
    found = {line.hand: round(line.probability * comb(52, 7)) for line in price.lines}
    assert found == counts


def test_progressive_tells_where_the_royal_lies() -> None:
    price = Sides(load_plan("ultimate-texas-holdem", {}), {"progressive": 0.0}).wager("progressive")["progressive"]["1"]
    chances = {line.hand: line.probability for line in price.lines}
    one_of_five = 4 / comb(52, 5)
    royals = 4 * comb(47, 2) / comb(52, 7)
    assert chances["royal_in_first_five"] == pytest.approx(one_of_five, rel=1e-12)
    assert chances["community_royal"] == pytest.approx(one_of_five, rel=1e-12)
    assert chances["royal_in_seven"] == pytest.approx(royals - 2 * one_of_five, rel=1e-12)
    slope = one_of_five + 0.05 * (royals - 2 * one_of_five)
    assert price.meters["progressive"] == pytest.approx(slope, rel=1e-12)
    assert price.break_even["progressive"] == pytest.approx(price.house_edge / slope, rel=1e-12)


def test_a_meter_at_its_break_even_leaves_the_house_nothing() -> None:
    plan = load_plan("caribbean-stud", {})
    without = Sides(plan).wager("progressive")["progressive"]["1"]
    level = without.break_even["progressive"]
    at_it = Sides(plan, {"progressive": level}).wager("progressive")["progressive"]["1"]
    assert at_it.house_edge == pytest.approx(0.0, abs=1e-12)
    assert without.house_edge > 0.5


def test_235_all_three_wagers_win_as_the_reading_states() -> None:
    price = Sides(load_plan("md-235-stud-poker", {})).wager("winem_all_bonus")["winem_all_bonus"][""]
    assert price.hit_frequency == pytest.approx(0.070227, abs=5e-7)
    assert 1 - price.house_edge == pytest.approx(0.9129, abs=5e-5)


def test_prospector_high_counted_like_all_pairs_of_point_totals() -> None:
    """The three cards of the seat and of gold by ranks, one after the other, from 416 cards."""
    price = Sides(load_plan("prospector-poker", {})).wager("gold_high")["gold_high"][""]
    left = dict.fromkeys(range(1, 10), 32) | {10: 128}

    def threes(shoe: dict[int, int]) -> dict[tuple[int, ...], int]:
        found = {}
        for hand in {tuple(sorted((a, b, c))) for a in shoe for b in shoe for c in shoe}:
            ways = 1
            for points in set(hand):
                ways *= comb(shoe[points], hand.count(points))
            found[hand] = ways
        return found

    net = total = 0
    for own, ways in threes(left).items():
        rest = {points: count - own.count(points) for points, count in left.items()}
        for other, more in threes(rest).items():
            mine, theirs = sum(own), sum(other)
            total += ways * more
            won = 1 if mine > theirs else -1 if mine < theirs or mine >= 20 else 0
            net += ways * more * won
    assert price.house_edge == pytest.approx(-net / total, abs=1e-12)


def test_rows_on_two_hands_counted_like_all_deals() -> None:
    """Aces against aces: six pairs of aces, and the one pair that is left."""
    prices = Sides(load_plan("texas-holdem-bonus-poker", {})).wager("bonus", every_table=True)["bonus"]
    chance = {line.hand: line.probability for line in prices["I"].lines}["aces_against_aces"]
    assert chance == pytest.approx(6 / comb(52, 2) * 1 / comb(50, 2), rel=1e-12)


def test_wild_rows_counted_like_all_hands() -> None:
    plan = load_plan("dj-wild-stud-poker", {})
    price = Sides(plan).wager("trips")["trips"]["01"]
    every = all_hands(np.arange(53, dtype=np.uint8), 5)
    mean = 0.0
    for start in range(0, len(every), 1 << 18):
        mean += float(Batch(plan, {"player": every[start : start + (1 << 18)]}).nets("trips").sum())
    assert price.house_edge == pytest.approx(-mean / len(every), abs=1e-12)


@pytest.mark.parametrize(
    ("game", "wager"),
    [("ultimate-texas-holdem", "trips"), ("prospector-poker", "poker"), ("high-card-flush", "flush_bonus")],
)
def test_sampling_agrees_with_counting(game: str, wager: str) -> None:
    plan = load_plan(game, {})
    table = plan.wagers[wager].table
    assert table is not None
    rows = [row.clauses for row in table.rows]
    counted, sampled = count_patterns(plan, rows), sample(plan, labels_of_rows(rows), 200_000)
    assert counted is not None
    for number in range(len(rows)):
        share = sum(count for bits, count in counted.counts.items() if bits >> number & 1) / counted.total
        seen = sum(count for bits, count in sampled.counts.items() if bits >> number & 1)
        spread = (share * (1 - share) * sampled.total) ** 0.5
        assert abs(seen - share * sampled.total) <= 4.5 * spread + 1


@pytest.mark.nightly
def test_cover_all_returns_what_the_reading_states() -> None:
    """Let It Ride reads: one hand returns 89.02%, two to seven return 89% to 92%."""
    prices = Sides(load_plan("let-it-ride", {})).wager("cover_all_bonus")
    alone = prices["cover_all_bonus"]["1"]
    assert alone.method == "exact"
    assert 1 - alone.house_edge == pytest.approx(0.8902, abs=5e-5)
    for hands in range(2, 8):
        price = prices[f"cover_all_bonus ({hands} hands)"]["1"]
        assert 0.89 < 1 - price.house_edge < 0.92
        assert (price.standard_error or 0.0) < 1e-4


def test_no_price_for_more_hands_than_the_deck_deals(tmp_path: Path) -> None:
    """Thirty-six cards are seven hands of five: the dealer's and those of six players."""
    own = tmp_path / "own.toml"
    own.write_text('extends = "caribbean-stud"\nid = "short-stud"\nname = "Short Stud"\ndeck = "36"\nseats = 6\n')
    plan = load_plan(str(own), {})
    assert seats_dealt(plan) == 6
    assert seats_dealt(load_plan("caribbean-stud", {})) == 9
    assert list(Sides(plan).wager("cover_all_bonus"))[-1] == "cover_all_bonus (7 hands)"
    with pytest.raises(RuleError, match="does not hold enough cards"):
        next(sampled_deals("36", 40, 1))


def test_main_and_side_wagers_by_their_place_in_the_game() -> None:
    plan = load_plan("three-card-poker", {})
    assert main_wagers(plan) == ("ante", "play", "ante_bonus")
    assert unit_of(plan) == "ante"
    assert "pair_plus" in side_wagers(plan)
    assert unit_of(load_plan("let-it-ride", {})) == "contract"


@pytest.mark.parametrize(
    ("game", "wager"), [("straight-edge-poker", "progressive"), ("dj-wild-stud-poker", "two_way_bad_beat")]
)
def test_bad_beats_are_counted_as_the_settlement_pays_them(game: str, wager: str) -> None:
    """Against deals paid by the array settlement, also after a wager with the same rows."""
    plan, deals = load_plan(game, {}), 200_000
    sides = Sides(plan)
    for name in side_wagers(plan)[:1]:
        sides.wager(name)
    (one,) = sides.wager(wager)[wager].values()
    paid = np.concatenate(
        [
            Batch(plan, seated(plan, cards)[0]).nets(wager)
            for cards in sampled_deals(plan.game.spec.deck, cards_needed(plan), deals)
        ]
    )
    assert one.method == "exact"
    assert abs(one.house_edge + paid.mean()) < 4 * paid.std() / deals**0.5
    assert one.std_dev == pytest.approx(paid.std(), rel=0.1)


def test_wagers_on_one_hand_share_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def counting(plan: Plan, rows: Sequence[Row]) -> PatternCounts | None:
        counted.append(len(rows))
        return count_patterns(plan, rows)

    monkeypatch.setattr(sides, "count_patterns", counting)
    plan = load_plan("crazy-4-poker", {})
    both, alone = Sides(plan), Sides(plan)
    together = {name: both.wager(name)[name] for name in ("progressive", "queens_up")}
    assert counted == [8]
    assert alone.wager("queens_up")["queens_up"] == together["queens_up"]
