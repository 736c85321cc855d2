"""Dragon's Eye, 30-2607.01, 30-2608(12) and 30-2612: wagers on three dice, one of them the eye."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, seat, settle

from houseway.rules.errors import RuleError

GAME = "dragons-eye"
TILES: dict[str, Any] = {"dealer": "4-4 5-5 1-3 3-3", "dealer_set": {"low": ["1-3", "3-3"]}}


def shake(wagers: dict[str, float], *dice: int, place: int = 1, **more: Any) -> dict[str, float]:
    one = {"wagers": wagers, "position": place}
    outcome = {"dice": list(dice), **more.pop("outcome", {})}
    return settle(GAME, one, outcome=outcome, **more)


@pytest.mark.parametrize(("dice", "times"), [((3, 1, 2), 1), ((3, 3, 4), 2), ((3, 3, 3), 3), ((1, 2, 4), -1)])
def test_30_2612_1_match_pays_for_each_die(dice: tuple[int, ...], times: int) -> None:
    assert shake({"match": 10}, *dice, place=3) == {"match": 10 * times}


def test_30_2612_2_3_odd_and_even_look_at_the_eye_and_lose_to_a_triple() -> None:
    bets: dict[str, float] = {"odd": 10, "even": 10}
    assert shake(bets, 3, 2, 2) == {"odd": 10, "even": -10}
    assert shake(bets, 4, 1, 1) == {"odd": -10, "even": 10}
    assert shake(bets, 3, 3, 3) == {"odd": -10, "even": -10}
    assert shake(bets, 4, 4, 4) == {"odd": -10, "even": -10}
    assert shake(bets, 1, 4, 1, outcome={"eye": 4}) == {"odd": -10, "even": 10}


def test_30_2612_4_5_double_and_triple() -> None:
    bets: dict[str, float] = {"double": 10, "triple": 10}
    assert shake(bets, 5, 2, 2) == {"double": 40, "triple": -10}
    assert shake(bets, 2, 2, 2) == {"double": 40, "triple": 300}
    assert shake(bets, 2, 2, 5) == {"double": -10, "triple": -10}


@pytest.mark.parametrize(("before", "shaker", "other"), [(0, 30, 25), (1, 500, 50), (2, 10_000, 1_000), (3, 30, 25)])
def test_30_2612_6_dice_bonus_by_triples_running(before: int, shaker: int, other: int) -> None:
    seats = [{"wagers": {"dice_bonus": 5}, "position": 1}, {"wagers": {"dice_bonus": 5}, "position": 2}]
    table: dict[str, Any] = {"state": {"prior_triples": before}, "outcome": {"dice": [2, 2, 2], "shaker": 0}}
    got = answer(GAME, *seats, **table)
    assert [one["net"] for one in got["seats"]] == [5 * shaker, 5 * other]
    assert got["state"] == {"prior_triples": before + 1}
    by_dealer = {**table, "outcome": {"dice": [2, 2, 2], "shaker": "dealer"}}
    assert [one["dice_bonus"] for one in all_nets(GAME, *seats, **by_dealer)] == [5 * other, 5 * other]


def test_30_2612_6_any_other_shake_ends_the_run() -> None:
    one = {"wagers": {"dice_bonus": 5}, "position": 6}
    got = answer(GAME, one, state={"prior_triples": 2}, outcome={"dice": [2, 6, 5], "shaker": 0})
    assert got["seats"][0]["net"] == -5
    assert got["state"] == {"prior_triples": 0}


def test_30_2607_01_3_after_a_triple_the_button_shakes_if_it_has_a_bonus_wager() -> None:
    seats = [{"wagers": {"odd": 5}, "position": 1}, {"wagers": {"dice_bonus": 5}, "position": 4}]
    on_four = answer(GAME, *seats, outcome={"dice": [4, 4, 4]})
    assert (on_four["button"], on_four["next_shaker"]) == (4, 1)
    assert answer(GAME, *seats, outcome={"dice": [1, 1, 1]})["next_shaker"] == "dealer"
    assert answer(GAME, *seats, outcome={"dice": [4, 1, 1]})["next_shaker"] == "dealer"


def test_30_2608_12_methods_of_vigorish() -> None:
    winner = seat({"pai_gow": 100, "odd": 10}, "1-1 3-6 4-6 1-6", "set low: 4-6 1-6")

    def nets(method: str, *dice: int) -> dict[str, float]:
        return settle(GAME, winner, house={"commission": {"method": method}}, outcome={"dice": list(dice)}, **TILES)

    assert nets("A", 3, 1, 2) == {"odd": 10, "pai_gow": 95}
    assert nets("A", 3, 3, 3) == {"odd": -10, "pai_gow": 95}
    assert nets("B", 3, 1, 2) == {"odd": 10, "pai_gow": 100}
    assert nets("B", 3, 3, 3) == {"odd": -10, "pai_gow": -100}
    with pytest.raises(RuleError, match="no method 'C'") as caught:
        nets("C", 3, 3, 3)
    assert caught.value.field == "house.commission.method"


def test_30_2606_4_dice_wagers_may_need_a_wager_on_tiles() -> None:
    assert shake({"odd": 5}, 3, 1, 2) == {"odd": 5}
    with pytest.raises(RuleError, match="Pai Gow is required"):
        shake({"odd": 5}, 3, 1, 2, house={"dice_alone": False})


def test_30_2610_void_hands_leave_the_dice_wagers() -> None:
    one = seat({"pai_gow": 100, "odd": 10}, "1-1 3-6 4-6 1-6", "set low: 4-6 1-6")
    got = settle(GAME, one, outcome={"dice": [3, 1, 2]}, irregularity={"kind": "wrong_start"}, **TILES)
    assert got == {"pai_gow": 0, "odd": 10}


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        ({"dice": [1, 2]}, "outcome.dice"),
        ({"dice": [1, 2, 0]}, "outcome.dice[2]"),
        ({"dice": [1, 2, 3], "eye": 5}, "outcome.eye"),
        ({"dice": [1, 2, 3], "shaker": 7}, "outcome.shaker"),
        ({}, "outcome.dice"),
    ],
)
def test_a_bad_shake_is_one_error(outcome: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(GAME, {"wagers": {"odd": 5}}, outcome=outcome)
    assert caught.value.field == field
