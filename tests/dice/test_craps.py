"""Craps: 30-2308 prints the odds behind line and come bets; the rest is common practice and is cited so."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.families import open_round, price, settle
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.simulation import Run, simulate

GAME = "craps-odds"


def _nets(wagers: dict[str, float], actions: list[str], rolls: list[list[int]], **more: Any) -> dict[str, float]:
    file = {"game": GAME, "seats": [{"wagers": wagers, "actions": actions}], "outcome": {"rolls": rolls}, **more}
    return {line.wager: line.net / 100 for line in settle(convert_round(file)).seats[0]}


@pytest.mark.parametrize(
    ("point", "pays"), [([2, 2], 40), ([2, 3], 30), ([3, 3], 24), ([4, 4], 24), ([4, 5], 30), ([5, 5], 40)]
)
def test_30_2308_1_pass_odds_pay_by_the_point(point: list[int], pays: float) -> None:
    assert _nets({"pass": 10}, ["bet pass_odds 20"], [point, [6, 6], point]) == {"pass": 10, "pass_odds": pays}
    assert _nets({"pass": 10}, ["bet pass_odds 20"], [point, [3, 4]]) == {"pass": -10, "pass_odds": -20}


@pytest.mark.parametrize(("point", "pays"), [([2, 2], 30), ([2, 3], 40), ([3, 3], 50)])
def test_30_2308_2_odds_laid_pay_by_the_point(point: list[int], pays: float) -> None:
    laid = ["bet dont_pass_odds 60"]
    assert _nets({"dont_pass": 10}, laid, [point, [1, 6]]) == {"dont_pass": 10, "dont_pass_odds": pays}
    assert _nets({"dont_pass": 10}, laid, [point, point]) == {"dont_pass": -10, "dont_pass_odds": -60}


def test_30_2308_3_a_come_bet_has_a_point_of_its_own() -> None:
    nets = _nets({}, ["bet come 10", "bet come_odds 20"], [[4, 2], [2, 2], [4, 2], [3, 1]])
    assert nets == {"come": 10, "come_odds": 40}


def test_30_2308_3_come_odds_rest_on_a_come_out_roll() -> None:
    """The shooter makes his six, and the next come-out roll is a seven: the come bet is lost, its odds go back."""
    nets = _nets({}, ["bet come 10", "bet come_odds 20"], [[4, 2], [2, 2], [4, 2], [3, 4]])
    assert nets == {"come": -10, "come_odds": 0}


def test_what_the_document_does_not_print_is_cited_as_common_practice() -> None:
    file = {
        "game": GAME,
        "seats": [{"wagers": {"pass": 10, "dont_pass": 10, "field": 4}}],
        "outcome": {"rolls": [[6, 6]]},
    }
    lines = {line.wager: line for line in settle(convert_round(file)).seats[0]}
    assert {name: line.net for name, line in lines.items()} == {"pass": -1000, "dont_pass": 0, "field": 800}
    assert {line.rule for line in lines.values()} == {"common practice"}


@pytest.mark.parametrize(
    ("wagers", "actions", "rolls", "words"),
    [
        ({"pass": 10}, ["bet pass_odds 31"], [[2, 2], [2, 2]], "at most \\$30 behind pass"),
        ({"come": 10}, [], [[2, 2]], "may not be bet now"),
        ({"pass_odds": 10}, [], [[2, 2]], "made by an action"),
        ({"pass": 10}, ["bet pass_odds 10"], [[3, 4]], "at any roll recorded"),
        ({"pass": 10}, [], [[2, 2]], "not decided yet"),
        ({"pass": 10}, [], [[2, 7]], "1 to 6"),
        ({"horn": 5}, [], [[2, 1]], "multiple of \\$4"),
    ],
)
def test_what_may_not_be_bet_is_refused(
    wagers: dict[str, float], actions: list[str], rolls: list[list[int]], words: str
) -> None:
    with pytest.raises(RuleError, match=words):
        _nets(wagers, actions, rolls)


def test_prices_are_those_of_the_publications() -> None:
    sides = price(Question(GAME)).report.side_bets
    expected = {
        "pass": Fraction(7, 495),
        "dont_pass": Fraction(27, 1980),
        "pass_odds": Fraction(0),
        "dont_come_odds": Fraction(0),
        "field": Fraction(1, 18),
        "any_seven": Fraction(1, 6),
        "any_craps": Fraction(1, 9),
        "hard_4": Fraction(1, 9),
        "hard_6": Fraction(1, 11),
        "place_4": Fraction(1, 15),
        "place_5": Fraction(1, 25),
        "place_6": Fraction(1, 66),
        "buy_4": Fraction(1, 60),
        "lay_4": Fraction(1, 60),
    }
    for name, edge in expected.items():
        assert sides[name].house_edge == pytest.approx(float(edge), abs=1e-12), name


def test_simulated_rolls_agree_with_the_prices() -> None:
    sides = price(Question(GAME)).report.side_bets
    found = simulate(Setup(GAME, seed=3), Run(rounds=200_000))
    for name, wager in found.wagers.items():
        assert wager.mean == pytest.approx(-sides[name].house_edge, abs=5 * wager.standard_error + 1e-9), name


def test_a_live_round_settles_as_its_own_file() -> None:
    for seed in range(12):
        live = open_round(
            convert_round({"game": GAME, "seats": [{"wagers": {"pass": 10}}, {"wagers": {"field": 5}}]}), seed
        )
        bet = False
        while not live.over:
            odds = [one for one in live.legal(live.turn) if one.wager == "pass_odds"]
            action = "roll" if bet or not odds else "bet pass_odds 10"
            bet = bet or bool(odds)
            live = live.act(live.turn, action)
        assert settle(convert_round(live.round_file())) == live.settle()
