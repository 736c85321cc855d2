"""Champion Poker, CO 30-1099.27, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, lines, seat, settle

from houseway.rules.errors import RuleError

GAME = "champion-poker"
SECTION = "CO 30-1099.27"
BOTH = {"holdem_bonus": 10, "ante_blind": 10}
DRY = "Kd 9s 7c 4h 2d"
SEVEN: dict[str, Any] = {"version": "7-card"}
FIVE_CARDS = {  # hole cards, flop: schedules A and B
    ("As Ks", "Qs Js Ts"): (200, 100),
    ("9d 8d", "7d 6d 5d"): (50, 40),
    ("9s 9d", "9c 9h 5d"): (20, 20),
    ("9s 9d", "9c 5h 5d"): (10, 10),
    ("Qs 9s", "7s 5s 2s"): (8, 7),
    ("9s 8d", "7c 6d 5d"): (5, 4),
    ("9s 9d", "9c 6h 5d"): (3, 3),
    ("9s 9d", "5c 5h 3d"): (2, 2),
    ("As Ad", "5c 6h 3d"): (1, 1),
    ("8s 5d", "8c 6h 3d"): (1, 1),
    ("7s 7d", "5c 6h 3d"): (-1, -1),
    ("As Kd", "Jc 6h 3d"): (-1, -1),
}
SEVEN_CARDS = {  # hole cards, board: schedules E, F, G; the ante bonus of the five-card version
    ("As Ks", "Qs Js Ts 2d 3c"): ((100, 50, 50), 25),
    ("9d 8d", "7d 6d 5d 2c 2h"): ((25, 25, 20), 10),
    ("9s 9d", "9c 9h 5d 2c Kh"): ((15, 15, 10), 4),
    ("9s 9d", "9c 5h Kd 5c 2h"): ((6, 6, 7), 1),
    ("Qs 9s", "7s 5s 2h 2s Kd"): ((5, 5, 5), 0),
    ("9s 8d", "7c 6d Kd 5h 2c"): ((4, 4, 4), 0),
    ("9s 9d", "9c 6h 4d Kh 2c"): ((2, 2, 2), 0),
    ("Ks Kd", "9c 9h 4d 3h 2c"): ((-1, -1, -1), 0),
}


def test_30_1099_27_2_the_bonus_must_be_bet_and_the_ante_equals_it() -> None:
    for wagers in ({"ante_blind": 10}, {"holdem_bonus": 10, "ante_blind": 5}):
        with pytest.raises(RuleError, match="Hold 'em bonus"):
            settle(GAME, seat(wagers, "As Ad", "play", "check"), dealer="Qc Jh", community=DRY)
    alone = seat({"holdem_bonus": 10}, "As Ad")
    assert settle(GAME, alone, dealer="Qc Jh", community=DRY) == {"holdem_bonus": 10}


def test_30_1099_27_1_one_hand_to_a_player() -> None:
    two = seat({"holdem_bonus": 10, "hand_2.holdem_bonus": 10}, hands=[["As", "Ad"], ["Ks", "3d"]])
    with pytest.raises(RuleError, match="1 hand at once"):
        settle(GAME, two, dealer="Qc Jh", community=DRY)


def test_30_1099_27_6_play_equals_the_ante_and_raise_equals_the_play() -> None:
    for actions, stakes in ((("play", "raise"), [10, 10, 10]), (("play", "check"), [10, 10])):
        settled = lines(GAME, seat(BOTH, "As Ad", *actions), dealer="Qc Jh", community=DRY)[0]
        assert [settled[name]["stake"] for name in ("ante_blind", "play", "raise") if name in settled] == stakes
        assert all(settled[name]["net"] == 10 for name in settled)
        assert settled["play"]["rule"] == f"{SECTION}(6)"
    for wrong in (("check",), ("raise",), ("play",), ("play 20", "check"), ("play", "raise 20"), ("play", "fold")):
        with pytest.raises(RuleError) as error:
            settle(GAME, seat(BOTH, "As Ad", *wrong), dealer="Qc Jh", community=DRY)
        assert error.value.field.startswith("seats[0].actions")


def test_30_1099_27_6_a_fold_forfeits_the_ante_and_leaves_the_bonus_in_action() -> None:
    for house, nets in (
        ({}, {"holdem_bonus": 30, "ante_blind": -10}),
        (SEVEN, {"holdem_bonus": 60, "ante_blind": -10}),
    ):
        player = seat(BOTH, "9h 2d", "fold")
        assert settle(GAME, player, dealer="As Jd", community="9c 9d 4s Kh 4c", house=house) == nets
    settled = lines(GAME, seat(BOTH, "9h 2d", "fold"), dealer="As Jd", community="9c 9d 4s Kh 6c")[0]
    assert settled["ante_blind"]["rule"] == f"{SECTION}(6)"


def test_30_1099_27_6_the_higher_hand_wins_and_ties_push() -> None:
    stay = seat(BOTH, "Qs Td", "play", "raise")
    beaten = settle(GAME, stay, dealer="Kc 3h", community=DRY)
    assert beaten == {"holdem_bonus": -10, "ante_blind": -10, "play": -10, "raise": -10}
    tied = settle(GAME, stay, dealer="Qc Th", community=DRY)
    assert tied == {"holdem_bonus": -10, "ante_blind": 0, "play": 0, "raise": 0}
    low = settle(GAME, stay, dealer="Jc 3h", community=DRY)  # no hand of the dealer needs to qualify
    assert low == {"holdem_bonus": -10, "ante_blind": 10, "play": 10, "raise": 10}


def test_30_1099_27_6_the_ante_bonus_asks_for_a_full_house_and_not_for_a_win() -> None:
    for (cards, board), (_, price) in SEVEN_CARDS.items():
        won = settle(GAME, seat(BOTH, cards, "play", "check"), dealer="3d 4h", community=board)
        assert won.get("ante_bonus", 0) == 10 * price, cards
    beaten = lines(GAME, seat(BOTH, "9s 9d", "play", "raise"), dealer="Kc Kh", community="9c Ks Kd 4h 2d")[0]
    nets = {name: line["net"] for name, line in beaten.items()}
    assert nets == {"holdem_bonus": 100, "ante_blind": -10, "play": -10, "raise": -10, "ante_bonus": 10}
    assert beaten["ante_bonus"]["rule"] == f"{SECTION}(7)"
    folded = settle(GAME, seat(BOTH, "9s 9d", "fold"), dealer="Kc 3h", community="9c Ks Kd 4h 2d")
    assert "ante_bonus" not in folded
    assert "ante_bonus" not in settle(
        GAME, seat({"holdem_bonus": 10}, "9s 9d"), dealer="Kc 3h", community="9c Ks Kd 4h 2d"
    )


def test_30_1099_27_7_five_card_schedules() -> None:
    for (cards, flop), prices in FIVE_CARDS.items():
        for schedule, price in zip("AB", prices, strict=True):
            house = {"pay_tables": {"holdem_bonus_5card": schedule}}
            player = seat({"holdem_bonus": 5}, cards)
            settled = lines(GAME, player, dealer="Tc 4h", community=f"{flop} Kc 2h", house=house)[0]["holdem_bonus"]
            assert (settled["net"], settled["rule"]) == (5 * price, f"{SECTION}(7)"), (cards, schedule)


def test_30_1099_27_7_turn_and_river_do_not_count_for_five_cards() -> None:
    player = seat({"holdem_bonus": 5}, "9s 9d")
    assert settle(GAME, player, dealer="Tc 4h", community="Kd 7c 2d 9c 9h") == {"holdem_bonus": 5}


def test_30_1099_27_7_seven_card_schedules_without_an_ante_bonus() -> None:
    for (cards, board), (prices, _) in SEVEN_CARDS.items():
        for schedule, price in zip("EFG", prices, strict=True):
            house = {**SEVEN, "pay_tables": {"holdem_bonus_7card": schedule}}
            settled = settle(GAME, seat(BOTH, cards, "play", "check"), dealer="3d 4h", community=board, house=house)
            assert settled["holdem_bonus"] == 10 * price, (cards, schedule)
            assert "ante_bonus" not in settled


def test_30_1099_27_7_schedule_g_may_be_taken_as_it_is_printed() -> None:
    house = {**SEVEN, "pay_tables": {"holdem_bonus_7card": "G"}, "schedule_g": "as printed"}
    for (cards, board), (prices, _) in SEVEN_CARDS.items():
        settled = settle(GAME, seat({"holdem_bonus": 1}, cards), dealer="3d 4h", community=board, house=house)
        assert settled["holdem_bonus"] == (prices[2] if prices[2] >= 7 else -1), cards


def test_30_1099_27_5_misdeals_and_exposed_cards() -> None:
    players = [seat(BOTH, "As Ad", "play", "raise"), seat(BOTH, "Ks 3d", "play", "check")]
    void = [{"holdem_bonus": 0, "ante_blind": 0, "play": 0, **raised} for raised in ({"raise": 0}, {})]
    table: dict[str, Any] = {"dealer": "Qc Jh", "community": DRY}
    for mishap in (
        {"kind": "misdeal", "seat": 0},
        {"kind": "misdeal", "of": "dealer"},
        {"kind": "exposed_card", "of": "dealer"},
        {"kind": "exposed_card", "of": "community"},
    ):
        assert all_nets(GAME, *players, **table, irregularity=mishap) == void, mishap
    settled = all_nets(GAME, *players, **table)
    assert (
        all_nets(GAME, *players, **table, irregularity={"kind": "exposed_card", "of": "player", "seat": 0}) == settled
    )
    dropped = all_nets(GAME, *players, **table, irregularity={"kind": "card_off_table", "seat": 0})
    assert dropped == [void[0], settled[1]]
