"""Wagers before they are put down: what chips on a layout make of them."""

from random import Random

import pytest
from tests.games import live_games

from houseway.families import betting_spots, family_of, open_round
from houseway.play.core.actions import Action, folds
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.draft import put_chip, spot_note, spots_between, take_chips
from houseway.rules.errors import RuleError

ANTE = BettingSpot("ante", required=True, least=1000, most=30000, label="Ante")
BLIND = BettingSpot("blind", required=True, equals="ante", share=0.5, label="Blind")
TRIPS = BettingSpot("trips", needs=("ante",), stakes=(100, 500), label="Trips")
PAIR = BettingSpot("pair", bars=("trips",), within="ante", most_share=2, step=500, label="Pair")
LAYOUT = (ANTE, BLIND, TRIPS, PAIR)


def test_a_chip_goes_to_the_least_and_what_must_equal_it_follows() -> None:
    drafted = put_chip(LAYOUT, {}, "ante", 500)
    assert drafted == {"ante": 1000, "blind": 500}
    assert put_chip(LAYOUT, drafted, "ante", 50000) == {"ante": 30000, "blind": 15000}
    assert put_chip(LAYOUT, {}, "blind", 2500) == {"ante": 2500, "blind": 1250}


def test_set_amounts_come_one_after_another_and_then_off() -> None:
    drafted = put_chip(LAYOUT, {"ante": 1000, "blind": 500}, "trips", 2500)
    assert drafted["trips"] == 100
    drafted = put_chip(LAYOUT, drafted, "trips", 2500)
    assert drafted["trips"] == 500
    assert put_chip(LAYOUT, drafted, "trips", 2500) == {"ante": 1000, "blind": 500}


def test_what_is_barred_comes_off_and_a_part_is_cut_to_its_whole() -> None:
    drafted = put_chip(LAYOUT, {"ante": 1000, "blind": 500, "trips": 100}, "pair", 2600)
    assert drafted == {"ante": 1000, "blind": 500, "pair": 2000}
    assert "pair" not in put_chip(LAYOUT, drafted, "trips", 100)


def test_a_wager_taken_back_takes_along_what_needs_it() -> None:
    assert take_chips(LAYOUT, {"ante": 1000, "blind": 500, "trips": 100, "pair": 500}, "ante") == {"pair": 500}
    with pytest.raises(RuleError, match="no wager 'moon'"):
        take_chips(LAYOUT, {}, "moon")


def test_a_spot_says_its_amounts_and_what_it_goes_with() -> None:
    assert [spot_note(LAYOUT, spot) for spot in LAYOUT] == [
        "$10–$300 · required",
        "equals 0.5 × Ante · required",
        "$1 or $5 · with Ante",
        "to 2 × Ante",
    ]


def test_a_wager_with_targets_stands_once_for_each() -> None:
    action = Action("bet", "suit.TARGET", least=1, names_wager=True, label="Suit", targets=("hearts", "Th"))
    spots = spots_between([action, Action("pass")])
    assert [(spot.name, spot.lead, spot.label, spot.group) for spot in spots] == [
        ("suit.hearts", "bet suit.hearts", "Suit ♥", "Suit"),
        ("suit.Th", "bet suit.Th", "Suit 10♥", "Suit"),
    ]


def test_only_a_whole_seat_folds() -> None:
    assert folds("fold")
    assert not folds("hand_2 fold")
    assert not folds("")


def test_chips_on_every_spot_of_a_game_give_wagers_that_its_settlement_takes() -> None:
    wrong = []
    for game in live_games():
        family = family_of(game)
        if not family.traits.live or family.traits.tickets or family.traits.pot:
            continue
        spots, rng, drafted = betting_spots(RoundFile(game)), Random(7), dict[str, int]()
        needed = [spot.name for spot in spots if spot.required] or [spots[0].name]
        for name in (*needed, *rng.sample([spot.name for spot in spots], min(len(spots), 6)), *needed):
            if name not in drafted:
                drafted = put_chip(spots, drafted, name, 2500)
        file = {"game": game, "seats": [{"wagers": {name: cents / 100 for name, cents in drafted.items()}}]}
        shown = {meter: 1000 for spot in spots if spot.name in drafted for meter in spot.meters}
        try:
            open_round(convert_round({**file, "meters": shown}), 1)
        except RuleError as error:
            wrong.append(f"{game}: {drafted}: {error}")
    assert not wrong, "\n".join(wrong)
