"""Records as people write them: what may be left out because only one thing can be meant, and other words for it."""

from typing import Any

import pytest

from houseway.families import settle
from houseway.play.core.collection import collection
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError

BOARD = ["2c", "3d", "7h", "8c", "9d"]
Log = list[list[Any]]


def _net(game: str, seats: list[dict[str, Any]], betting: dict[str, Any], **more: Any) -> list[float]:
    answer = as_json(settle(convert_round({"game": game, "seats": seats, "betting": betting, **more})))
    return [seat["net"] for seat in answer["seats"]]


def _seats(*hands: str, stack: int | None = None) -> list[dict[str, Any]]:
    return [{"cards": hand.split(), **({"stack": stack} if stack else {})} for hand in hands]


def _log(text: str) -> Log:
    words = [entry.strip().split(" ", 1) for entry in text.split(",")]
    return [[who if who == "-" else int(who), what] for who, what in words]


@pytest.mark.parametrize("first", [0, 1])
def test_30_1099_01_1_the_log_shows_who_had_the_small_blind_between_two(first: int) -> None:
    log = _log(f"{first} fold")
    won = _net("texas-holdem", _seats("As Ah", "Ks Kh"), {"button": 1, "blinds": [1, 2], "actions": log})
    assert won == ([-1, 1] if first == 0 else [1, -1])


def test_30_1002_11_checks_left_out_before_a_street_and_at_the_end() -> None:
    log = _log("2 fold, 0 raise to 20, 1 call 20, - flop, - turn, 0 bet 5, 1 call 5, - river")
    seats = _seats("As Ah", "Ks Kh", "Qs Qh", stack=100)
    betting = {"button": 2, "blinds": [1, 2], "actions": log}
    assert _net("texas-holdem", seats, betting, community=BOARD) == [25, -25, 0]


def test_30_1002_10_a_call_is_never_left_out() -> None:
    log = _log("2 fold, 0 raise to 20, - flop")
    with pytest.raises(RuleError, match="before the betting of preflop is over"):
        _net("texas-holdem", _seats("As Ah", "Ks Kh", "Qs Qh"), {"button": 2, "blinds": [1, 2], "actions": log})


def test_30_1017_2_an_all_in_total_tells_the_stack_that_is_not_stated() -> None:
    log = _log("2 raise to 60 all-in, 0 call 10 all-in, 1 call 2, - flop")
    log[2] = [1, "call 25 all-in"]
    seats = _seats("As Ah", "Ks Kh", "Qs Qh")
    betting = {"button": 2, "blinds": [1, 2], "actions": log}
    assert _net("texas-holdem", seats, betting, community=BOARD) == [20, 5, -25]


def test_30_1017_2_a_raise_that_nobody_can_match_is_taken_and_its_excess_returned() -> None:
    seats = _seats("As Ah", "Ks Kh", "Qs Qh")
    for seat, stack in zip(seats, (25, 60, 10), strict=True):
        seat["stack"] = stack
    log = _log("2 raise to 10 all-in, 0 raise to 25 all-in, 1 raise to 60 all-in, - flop, - turn, - river")
    betting = {"button": 2, "blinds": [1, 2], "returned": [0, 35, 0], "actions": log}
    assert _net("texas-holdem", seats, betting, community=BOARD) == [35, -25, -10]
    log[2] = [1, "raise to 70"]
    with pytest.raises(RuleError, match="cannot raise"):
        _net("texas-holdem", seats, betting, community=BOARD)


def test_30_1017_2_a_check_against_seats_that_are_all_in_changes_nothing() -> None:
    seats = _seats("As Ah", "Ks Kh", "Qs Qh", stack=10)
    seats[1]["stack"] = 60
    log = _log("2 raise to 10 all-in, 0 call 10 all-in, 1 call 10, - flop, 1 check, - turn, 1 check, - river, 1 check")
    betting = {"button": 2, "blinds": [1, 2], "actions": log}
    assert _net("texas-holdem", seats, betting, community=BOARD) == [20, -10, -10]
    with pytest.raises(RuleError, match="the hand is over"):
        _net("texas-holdem", seats, betting | {"actions": [*log, [0, "check"]]}, community=BOARD)


def test_30_1099_20_3_one_blind() -> None:
    seats = [{"wagers": {"strike_out": 3}, "cards": hand.split()} for hand in ("As Ks", "2h 2d", "Kh 9c")]
    betting = {"button": 2, "blinds": [2], "actions": _log("1 fold, 2 fold")}
    assert _net("home-run-holdem", seats, betting, house={"variation": "blind"}) == [0, -3, -3]


def test_30_1099_07_1_cards_named_as_kept_give_up_the_third() -> None:
    log = _log("0 bet 9 all-in, 1 call 9 all-in, - discard, 0 keep As Ad, 1 keep 9h 8s, - flop, - turn, - river")
    seats = _seats("As Ad Ac", "9h 8s 2d", stack=10)
    assert _net("pineapple-holdem", seats, {"button": 1, "ante": 1, "actions": log}, community=BOARD) == [-10, 10]
    log[3] = [0, "keep 3"]
    log[4] = [1, "keep 2d 8s"]
    assert _net("pineapple-holdem", seats, {"button": 1, "ante": 1, "actions": log}, community=BOARD) == [-10, 10]
    log[3], log[4] = [0, "keep As Ad"], [1, "keep 8s 4h"]
    with pytest.raises(RuleError, match="at most 1"):
        _net("pineapple-holdem", seats, {"button": 1, "ante": 1, "actions": log}, community=BOARD)


@pytest.mark.parametrize("word", ["keep", "pass", "decline exchange"])
def test_glory_hole_13_a_refused_exchange(word: str) -> None:
    log = _log(f"2 fold, 0 call 4, 1 check, - flop, 0 check, 1 check, - exchange, 0 exchange 7c, 1 {word}, - turn")
    betting = {"button": 2, "limits": [4, 8], "blinds": [2, 4], "actions": log}
    board = ["As", "8h", "4d", "Jd", "6s"]
    seats = _seats("Ah 7c Ac", "Kd Kc", "9s 2d")
    assert _net("glory-hole-texas-holdem", seats, betting, community=board) == [4, -4, 0]


def test_30_1099_09_5_the_final_wager_as_a_multiple() -> None:
    actions = (["bet final 2x"], ["bet final 10"], ["fold"])
    seats = [
        {"wagers": {"initial": 5}, "cards": hand.split(), "actions": act}
        for hand, act in zip(("Ks 3d", "Kd 4h", "Qs 9c"), actions, strict=True)
    ]
    board = ["Kc", "7d", "7h", "2s"]
    assert _net("holdem-eighty-eight", seats, {"button": 2, "rake": 0}, community=board) == [-15, 20, -5]


def test_gegr_001973_timed_collection_is_taken_at_the_half_hour() -> None:
    assert collection("ca-collection-out-pops", 31, {"players": 8}) == {"each_active_player": 1800}


@pytest.mark.parametrize("most", [0, None, "No Max"])
def test_gegr_001822_a_buy_in_without_a_maximum(most: Any) -> None:
    inputs = {"buy_in": [500, most], "players": 10}
    assert collection("ca-collection-poker-no-limit", 9, inputs) == {"button": 1100}
    with pytest.raises(RuleError, match="buy-in"):
        collection("ca-collection-poker-no-limit", 9, {**inputs, "buy_in": [300, most]})


@pytest.mark.parametrize(("limits", "fee"), [([4, 8], 1), ([], 6)])
def test_gegr_001822_a_bare_option_is_of_the_tables_own_tariff(limits: list[int], fee: int) -> None:
    betting = {
        "button": 2,
        "blinds": [2, 4],
        "actions": _log("2 fold, 0 fold"),
        **({"limits": limits} if limits else {}),
    }
    house = {"collection_option": 28 if limits else 6}
    seats = _seats("Ah Kh", "Qd Qc", "7s 2d")
    file = {"game": "ca-texas-holdem", "house": house, "seats": seats, "betting": betting}
    assert as_json(settle(convert_round(file)))["collection"] == {"button": fee}


def test_30_1099_25_10_the_high_hand_gets_its_percentage_to_the_cent() -> None:
    hands = ("Kh Kd 7s 5c 3d", "Ks Kc 7d 5h 3h", "2c 9h")
    seats = [{"wagers": {"initial": 1}, "cards": hand.split()} for hand in hands]
    log = _log("0 bet 1, 1 bet 1, 2 fold, - third, 0 bet 1, 1 bet 1, - fourth, 0 bet 1, 1 bet 1, - fifth")
    file = {"game": "trips-poker", "seats": seats, "betting": {"bet": 1, "rake": 0, "actions": log}}
    answer = as_json(settle(convert_round(file)))
    assert [seat["net"] for seat in answer["seats"]] == [-1.75, -1.75, -1]
    assert answer["state"] == {"pot": 4.5}
