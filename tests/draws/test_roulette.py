"""Roulette: 30-2207 prints limits and tips; the game is common practice."""

from collections import Counter
from collections.abc import Mapping

import pytest

from houseway.families import price, settle
from houseway.odds.pricing import Question
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError


def _nets(game: str, wagers: Mapping[str, float], number: str, **house: object) -> dict[str, float]:
    file = {"game": game, "house": house, "seats": [{"wagers": wagers}], "outcome": {"spins": [number]}}
    lines = settle(convert_round(file)).seats[0]
    assert {line.rule for line in lines} == {"common practice"}
    return {line.wager: line.net / 100 for line in lines}


def test_every_kind_of_bet_pays_as_it_is_known() -> None:
    wagers = {
        "straight_17": 1,
        "split_17_20": 1,
        "street_16": 1,
        "corner_16": 1,
        "six_line_16": 1,
        "second_dozen": 1,
        "second_column": 1,
        "black": 1,
        "odd": 1,
        "low": 1,
        "red": 1,
        "even": 1,
        "high": 1,
    }
    assert _nets("roulette", wagers, "17") == {
        "straight_17": 35,
        "split_17_20": 17,
        "street_16": 11,
        "corner_16": 8,
        "six_line_16": 5,
        "second_dozen": 2,
        "second_column": 2,
        "black": 1,
        "odd": 1,
        "low": 1,
        "red": -1,
        "even": -1,
        "high": -1,
    }


@pytest.mark.parametrize(("half", "net"), [(False, -10), (True, -5)])
def test_half_of_an_even_money_bet_goes_back_on_zero_where_the_house_says_so(half: bool, net: float) -> None:
    wagers = {"red": 10, "first_dozen": 10}
    assert _nets("roulette-single-zero", wagers, "0", half_back=half) == {"red": net, "first_dozen": -10}


@pytest.mark.parametrize(
    ("game", "house", "edges"),
    [
        ("roulette", {}, {5.2632: 160, 7.8947: 1}),
        ("roulette-single-zero", {}, {2.7027: 157}),
        ("roulette-single-zero", {"half_back": True}, {2.7027: 151, 1.3514: 6}),
    ],
)
def test_prices_are_those_of_the_publications(game: str, house: dict[str, object], edges: dict[float, int]) -> None:
    sides = price(Question(game, house)).report.side_bets.values()
    assert Counter(round(one.house_edge * 100, 4) for one in sides) == edges


def test_30_2703_2_a_spin_of_too_few_revolutions_is_none_and_the_next_counts() -> None:
    seats = [{"wagers": {"s2": 5}}]
    spins = [{"symbol": "$5", "revolutions": 2}, {"symbol": "$2", "revolutions": 3}]
    file = {"game": "big-six-wheel", "seats": seats, "outcome": {"spins": spins}}
    assert settle(convert_round(file)).nets() == (1000,)
    with pytest.raises(RuleError, match="one valid spin"):
        settle(convert_round({**file, "outcome": {"spins": spins[:1]}}))
