"""Player's Choice Poker, CO 30-1099.23, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "players-choice-poker"
THREE = ["Ah Ks 9d", "7c 7d 2s", "4h 5h 6h", "Qc Jd Th", "2d 8d Kd", "3s 3c 3d"]
FIVE = ["As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "4s 4h 4d 4c Kd", "9s 9d 9c 2h 2d", "Jh Jd 8c 7d 3s", "Qh Td 8d 6c 2c"]
EVERY = [f"hand_{number}" for number in range(1, 7)]


def bet(hands: list[str], house: dict[str, Any] | None = None, **wagers: float) -> Nets:
    return settle(GAME, seat(wagers), piles={"hands": hands}, house=house or {})


def test_30_1099_23_1_three_or_five_cards_as_the_house_chooses() -> None:
    assert bet(FIVE, {"version": "five-card"}, hand_5=10) == {"hand_5": 10}
    with pytest.raises(RuleError, match="5 cards where the game deals 3"):
        bet(FIVE, hand_5=10)
    with pytest.raises(RuleError, match="needs 5 cards, has 3"):
        bet(THREE, {"version": "five-card"}, hand_1=10)


def test_30_1099_23_1_players_share_hands_and_choose_several() -> None:
    seats = seat({"hand_3": 10, "hand_1": 5}), seat({"hand_3": 20})
    assert all_nets(GAME, *seats, piles={"hands": THREE}) == [{"hand_3": 400, "hand_1": -5}, {"hand_3": 800}]


def test_30_1099_23_2_at_least_one_circle_and_no_seventh() -> None:
    with pytest.raises(RuleError, match="one of Hand 1"):
        settle(GAME, seat({}), piles={"hands": THREE})
    with pytest.raises(RuleError, match="no wager 'hand_7'"):
        bet(THREE, hand_7=5)


def test_30_1099_23_4_one_deck() -> None:
    with pytest.raises(RuleError, match="Ah is dealt more often"):
        bet([*THREE[:5], "Ah 4c 9c"], hand_1=5)


def test_30_1099_23_5_a_misdealt_hand_voids_every_wager_on_it_alone() -> None:
    hands = ["Ah Ks", *THREE[1:]]
    seats = seat({"hand_1": 5, "hand_2": 5}), seat({"hand_1": 10, "hand_5": 5})
    expected = [{"hand_1": 0, "hand_2": 5}, {"hand_1": 0, "hand_5": 20}]
    for told in ({"kind": "misdeal", "hand": 1}, {"kind": "misdeal", "hand": "hand_1"}, {"kind": "misdeal"}):
        assert all_nets(GAME, *seats, piles={"hands": hands}, irregularity=told) == expected
    fallen = {"kind": "card_off_table", "hand": 5}
    assert all_nets(GAME, *seats, piles={"hands": THREE}, irregularity=fallen)[1] == {"hand_1": -10, "hand_5": 0}
    exposed = {"kind": "exposed_card", "hand": 5}
    assert all_nets(GAME, *seats, piles={"hands": THREE}, irregularity=exposed)[1] == {"hand_1": -10, "hand_5": 20}
    cited = rules(GAME, *seats, piles={"hands": hands}, irregularity={"kind": "misdeal", "hand": 1})
    assert cited == {"hand_1": "CO 30-1099.23(5)", "hand_2": "CO 30-1099.23(6)(a)"}


def test_30_1099_23_5_an_irregularity_names_a_hand_of_the_table() -> None:
    for told, said in (
        ({"hand": 7}, "no hand 'hand_7'"),
        ({}, "say which hand"),
        ({"hand": True}, "number or the name"),
    ):
        with pytest.raises(RuleError, match=said):
            settle(GAME, seat({"hand_1": 5}), piles={"hands": THREE}, irregularity={"kind": "misdeal", **told})


def test_30_1099_23_6_a_three_card_schedule() -> None:
    nets = bet(THREE, None, **dict.fromkeys(EVERY, 10))
    assert nets == dict(zip(EVERY, (-10, 10, 400, 60, 40, 300), strict=True))


def test_30_1099_23_6_b_five_card_schedule_with_two_fixed_awards() -> None:
    house = {"version": "five-card"}
    for stake in (1, 50):
        nets = bet(FIVE, house, **dict.fromkeys(EVERY, stake))
        assert nets == dict(zip(EVERY, (5000, 1000, 150 * stake, 50 * stake, stake, -stake), strict=True))
    more = ["Ah Ad 5c 5d 9h", "7s 7h 7d Kc 2s", "3c 4d 5h 6s 7c", "Kd Jd 9d 6d 3d", "Qc Ts 8h 4s 2h", "Js Jc 8s 6h 3h"]
    nets = bet(more, house, **dict.fromkeys(EVERY, 10))
    assert nets == dict(zip(EVERY, (20, 50, 150, 300, -10, 10), strict=True))
