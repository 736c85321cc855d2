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


def _sequence(*said: str) -> dict[str, Any]:
    rolls = [[int(die) for die in one.split()[1:]] for one in said if one.startswith("roll")]
    return {"game": GAME, "seats": [{}], "outcome": {"sequence": list(said), "rolls": rolls}}


def _told(*said: str) -> list[tuple[str, str, float]]:
    lines = settle(convert_round(_sequence(*said))).seats[0]
    return [(line.wager, line.spot, line.net / 100) for line in lines]


def test_30_2308_3_every_come_bet_moves_to_a_number_of_its_own_with_odds_of_its_own() -> None:
    opening = ("roll 3 3", "bet come 10", "roll 2 2", "bet come_odds 20", "bet come 10", "roll 4 5", "bet come 10")
    told = _told(*opening, "roll 4 4", "bet come_odds.9 20", "bet come_odds.8 20", "roll 1 3", "roll 3 4")
    assert told == [
        ("come", "on 4", 10),
        ("come", "on 9", -10),
        ("come", "on 8", -10),
        ("come_odds", "on 4", 40),
        ("come_odds", "on 9", -20),
        ("come_odds", "on 8", -20),
    ]
    with pytest.raises(RuleError, match=r"say which Come Odds: 'come_odds.8' or 'come_odds.9'"):
        _told(*opening, "roll 4 4", "bet come_odds 20", "roll 3 4")


def test_a_come_bet_follows_another_to_the_same_number() -> None:
    """The second come bet is made before the number of the first: the first is won, the second moves there."""
    told = _told("roll 3 3", "bet come 10", "roll 2 2", "bet come 15", "roll 2 2", "roll 3 4")
    assert told == [("come", "on 4", 10), ("come", "on 4", -15)]


def test_place_bets_are_paid_and_stay_up() -> None:
    told = _told("roll 2 2", "bet place_6 12", "bet hard_8 5", "roll 3 3", "roll 4 4", "roll 4 2", "roll 3 4")
    assert told == [
        ("hard_8", "", 45),
        ("hard_8", "", -5),
        ("place_6", "", 14),
        ("place_6", "", 14),
        ("place_6", "", -12),
    ]
    record = _told("roll 2 2", "bet place_6 12", "roll 3 3")
    assert record == [("place_6", "", 14)]  # what won and stays up at the end of a record goes back


def test_bets_that_stay_up_are_pressed_turned_off_and_taken_down() -> None:
    told = _told("roll 2 2", "bet place_6 12", "roll 3 3", "press place_6 12", "roll 1 5", "roll 3 4")
    assert told == [("place_6", "", 14), ("place_6", "", 28), ("place_6", "", -24)]
    off = _told("roll 2 2", "bet place_6 12", "turn off place_6", "roll 3 4", "take down place_6")
    assert off == [("place_6", "", 0)]
    on = _told("bet place_6 12", "roll 3 3", "roll 1 5", "turn on place_6", "roll 3 4")
    assert on == [("place_6", "", 14), ("place_6", "", -12)]
    assert settle(convert_round(_sequence("bet place_6 12", "take down place_6"))).seats[0][0].rule == "common practice"


def test_odds_turned_off_go_back_and_a_dont_bet_taken_down_takes_its_odds_along() -> None:
    come = ("roll 3 3", "bet come 10", "roll 2 2", "bet come_odds 20", "turn off come_odds", "roll 1 3")
    assert _told(*come) == [("come", "on 4", 10), ("come_odds", "on 4", 0)]
    dont = ("bet dont_pass 10", "roll 3 3", "bet dont_pass_odds 12", "take down dont_pass")
    assert _told(*dont) == [("dont_pass", "", 0), ("dont_pass_odds", "", 0)]
    with pytest.raises(RuleError, match="is not there to take down"):
        _told("bet pass 10", "roll 3 3", "take down pass")
    pressed = _sequence("bet pass 10", "roll 3 3", "bet pass_odds 40", "press pass_odds 20", "roll 3 3")
    assert settle(convert_round(pressed)).nets() == (8200,)
    with pytest.raises(RuleError, match=r"at most \$50 behind Pass Line"):
        settle(convert_round({**pressed, "house": {"odds_6_8": 5}}))


_BOUGHT = {4: ([2, 2], 39), 5: ([2, 3], 29), 6: ([3, 3], 23), 8: ([4, 4], 23), 9: ([4, 5], 29), 10: ([5, 5], 39)}
_LAID = {4: 28.5, 5: 38, 6: 47.5, 8: 47.5, 9: 38, 10: 28.5}
_ON = [1, 5], [5, 3]  # a point for the shooter that is not the number bet, so that the bet works


def test_every_number_is_bought_for_five_percent_of_the_bet_due_from_a_win_or_with_the_bet() -> None:
    due = {"house": {"vigorish_due": "bet"}}
    for number, (roll, won) in _BOUGHT.items():
        name, first = f"buy_{number}", _ON[number == 6]
        assert _nets({name: 20}, [], [first, roll]) == {name: won}, number
        assert _nets({name: 20}, [], [first, [3, 4]]) == {name: -20}, number
        assert _nets({name: 20}, [], [first, roll], **due) == {name: won}, number
        assert _nets({name: 20}, [], [first, [3, 4]], **due) == {name: -21}, number
        assert _nets({name: 20}, [f"take down {name}"], [], **due) == {name: 0}, number


def test_every_number_is_laid_for_five_percent_of_what_it_wins_due_from_a_win_or_with_the_bet() -> None:
    due = {"house": {"vigorish_due": "bet"}}
    for number, won in _LAID.items():
        name, roll = f"lay_{number}", _BOUGHT[number][0]
        fee = won / 0.95 * 0.05
        assert _nets({name: 60}, [], [[3, 4]]) == {name: won}, number
        assert _nets({name: 60}, [], [roll]) == {name: -60}, number
        assert _nets({name: 60}, [], [[3, 4]], **due) == {name: won}, number
        assert _nets({name: 60}, [], [roll], **due) == {name: pytest.approx(-60 - fee)}, number


def test_commission_of_buy_and_lay_bets_costs_what_is_published_either_way() -> None:
    """From a win 1.67, 2.00, 2.27%; with the bet 4.76% bought, 2.44, 3.23, 4.00% laid, of bet and commission."""
    won, paid = (price(Question(GAME, house)).report.side_bets for house in ({}, {"vigorish_due": "bet"}))
    simulated = simulate(Setup(GAME, {"vigorish_due": "bet"}, seed=3), Run(rounds=100_000)).wagers
    for number, share in ((4, (1, 2)), (5, (2, 3)), (6, (5, 6)), (8, (5, 6)), (9, (2, 3)), (10, (1, 2))):
        edge = {4: Fraction(1, 60), 5: Fraction(1, 50), 6: Fraction(1, 44)}[min(number, 14 - number)]
        beside = {"buy": Fraction(1, 20), "lay": Fraction(*share) / 20}
        published = {"buy": 0.0476, "lay": {4: 0.0244, 5: 0.0323, 6: 0.0400}[min(number, 14 - number)]}
        for kind, fee in beside.items():
            name = f"{kind}_{number}"
            assert won[name].house_edge == pytest.approx(float(edge), abs=1e-12), name
            assert paid[name].house_edge == pytest.approx(float(fee), abs=1e-12), name
            assert paid[name].house_edge / (1 + float(fee)) == pytest.approx(published[kind], abs=5e-5), name
            wager = simulated[name]
            assert wager.mean == pytest.approx(-paid[name].house_edge, abs=5 * wager.standard_error + 1e-9), name


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
        ({"pass": 10}, ["bet pass_odds 1001"], [[2, 2], [2, 2]], "at most \\$1,000 behind Pass Line"),
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


def test_30_2308_4_odds_are_told_with_the_name_of_their_wager_on_the_layout() -> None:
    sequence = ["roll 4 2", "bet dont_come 10", "roll 3 1", "bet dont_come_odds 20", "roll 5 2"]
    rolls = [[4, 2], [3, 1], [5, 2]]
    seat = {"actions": [one for one in sequence if one.startswith("bet")]}
    file = {"game": "craps-odds", "seats": [seat], "outcome": {"sequence": sequence, "rolls": rolls}}
    lines = settle(convert_round(file)).seats[0]
    assert lines[-1].reason == "Don't Come on 4 is won: pays 1 to 2"
