"""3-5-7 Poker, CO 30-1099.24, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "3-5-7-poker"
BOARD = "6s Kd 9s Jc"
ALL = {"three_card": 5, "five_card": 5, "seven_card": 5}


def one(cards: str, *actions: str, community: str = BOARD, house: Any = None, **wagers: float) -> Nets:
    return settle(GAME, seat(wagers or ALL, cards, *actions), community=community, house=house or {})


def test_30_1099_24_2_any_of_the_three_games() -> None:
    assert one("9h 9d 2c") == {"three_card": 5, "five_card": 5, "seven_card": 10}
    assert one("9h 9d 2c", seven_card=10) == {"seven_card": 20}
    with pytest.raises(RuleError, match="one of Three Card, Five Card or Seven Card"):
        settle(GAME, seat({}, "9h 9d 2c"), community=BOARD)


def test_30_1099_24_5_irregularities() -> None:
    seats = seat(ALL, "9h 9d"), seat(ALL, "2h 3d 4c")
    void = dict.fromkeys(ALL, 0)
    assert all_nets(GAME, *seats, community=BOARD, irregularity={"kind": "misdeal"}) == [void, void]
    fallen = {"kind": "card_off_table", "seat": 0}
    assert all_nets(GAME, *seats, community=BOARD, irregularity=fallen) == [
        void,
        {"three_card": 30, "five_card": -5, "seven_card": -5},
    ]
    shown = {"kind": "exposed_card", "of": "community"}
    assert all_nets(GAME, seats[1], community=BOARD, irregularity=shown) == [void]
    later = {**shown, "settled": ["three_card"]}
    assert all_nets(GAME, seats[1], community=BOARD, irregularity=later) == [{**void, "three_card": 30}]
    for wrong, said in (({"settled": ["pot_five"]}, "that were bet"), ({"kind": "misdeal"}, "no wager is settled")):
        with pytest.raises(RuleError, match=said):
            all_nets(GAME, seats[1], community=BOARD, irregularity={**later, **wrong})
    own = {"kind": "exposed_card", "seat": 0}
    assert all_nets(GAME, seats[1], community=BOARD, irregularity=own)[0]["three_card"] == 30


def test_30_1099_24_6_half_of_the_seven_card_wager_may_be_surrendered() -> None:
    house = {"surrender": True}
    nets = one("9h 9d 2c", "surrender", house=house, three_card=10, five_card=10, seven_card=20)
    assert nets == {"three_card": 10, "five_card": 10, "seven_card": -10}
    with pytest.raises(RuleError):
        one("9h 9d 2c", "surrender", house=house, three_card=10, seven_card=20)
    with pytest.raises(RuleError):
        one("9h 9d 2c", "surrender")


def test_30_1099_24_7_b_five_cards_are_the_three_and_the_first_two() -> None:
    assert one("5h 5d Kc", community="8s 2d 5s 3c")["five_card"] == -5
    assert one("5h 5d Kc", community="5s 2d 8s 3c")["five_card"] == 20
    assert one("Kh 5d 4c", community="6h 6s 2d 3c")["five_card"] == 5


def test_30_1099_24_8_the_best_hand_of_those_who_entered_takes_the_pot() -> None:
    wagers = {"three_card": 5, "pot_three": 10}
    seats = seat(wagers, "9h 9d 2c"), seat(wagers, "Th Td 3c"), seat({"three_card": 5}, "Ah As Ac")
    assert all_nets(GAME, *seats, community=BOARD) == [
        {"pot_three": -10, "three_card": 5},
        {"pot_three": 10, "three_card": 5},
        {"three_card": 150},
    ]
    settled = answer(GAME, *seats, community=BOARD, house={"player_pot_rake": "10%, max 5"})
    assert settled["rake"] == 2
    assert settled["pots"] == [{"amount": 20, "seats": [0, 1]}]
    assert settled["seats"][1]["lines"][0]["net"] == 8
    assert settled["house"] == 2 - 5 - 5 - 150


def test_30_1099_24_8_equal_hands_share_and_odd_cents_go_to_the_first() -> None:
    wagers = {"seven_card": 5, "pot_seven": 0.15}
    seats = [seat(wagers, cards) for cards in ("2h 3d 4c", "2c 3s 4d", "2s 3h 4h")]
    nets = all_nets(GAME, *seats, community="Ah Kh Qs Js", house={"player_pot_rake": "10%"})
    assert [one["pot_seven"] for one in nets] == [-0.01, -0.01, -0.02]


def test_30_1099_24_8_rake_is_the_lesser_of_ten_percent_and_five_dollars() -> None:
    seats = [seat({"five_card": 5, "pot_five": 100}, cards) for cards in ("9h 9d 2c", "Th Td 3c")]
    for posted, taken in (("10%, max 5", 5), ("10%", 5), ("2%, max 5", 4), ("none", 0)):
        assert answer(GAME, *seats, community=BOARD, house={"player_pot_rake": posted})["rake"] == taken
    for posted in ("11%, max 5", "10%, max 6", "half"):
        with pytest.raises(RuleError, match="rake"):
            answer(GAME, *seats, community=BOARD, house={"player_pot_rake": posted})
    assert answer(GAME, *seats, community=BOARD, betting={"rake": 3})["rake"] == 3
    assert answer(GAME, *seats, community=BOARD, betting={"rake": {"pot_five": 2}})["rake"] == 2
    with pytest.raises(RuleError, match=r"at most \$5"):
        answer(GAME, *seats, community=BOARD, betting={"rake": 6})


def test_30_1099_24_8_a_recorded_rake_is_what_the_house_took_of_all_pots() -> None:
    entered = {"three_card": 5, "five_card": 5, "pot_three": 10, "pot_five": 10}
    seats = seat(entered, "Ah Ad Ac"), seat(entered, "Qh Qd 8c")

    def pots(rake: Any, posted: str) -> tuple[float, float]:
        nets = all_nets(GAME, *seats, community=BOARD, house={"player_pot_rake": posted}, betting={"rake": rake})[0]
        return nets["pot_three"], nets["pot_five"]

    assert pots(4, "10%, max 5") == (8, 8)
    assert pots(2, "10%, max 5") == (8, 8), "written for each pot alike"
    assert pots(3, "none") == (8, 9), "the pot awarded first is raked first, by no more than a tenth"
    assert pots({"pot_five": 1}, "none") == (10, 9)
    with pytest.raises(RuleError, match=r"at most \$4 may be raked of a pot of \$40"):
        pots(5, "none")
    with pytest.raises(RuleError, match=r"betting.rake.pot_five: at most \$2 may be raked of a pot of \$20"):
        pots({"pot_five": 3}, "none")


def test_30_1099_24_8_no_pot_without_the_wager_on_that_game() -> None:
    with pytest.raises(RuleError, match="Pot on 5 cards needs a wager on Five Card"):
        one("9h 9d 2c", three_card=5, pot_five=5)
    with pytest.raises(RuleError, match="does not offer Pot on 3 cards"):
        one("9h 9d 2c", house={"player_pots": False}, three_card=5, pot_three=5)


def test_30_1099_24_8_d_one_player_alone_gets_the_stake_back() -> None:
    seats = seat({"three_card": 5, "pot_three": 10}, "9h 9d 2c"), seat({"three_card": 5}, "Th Td 3c")
    house = {"player_pot_rake": "10%, max 5"}
    assert all_nets(GAME, *seats, community=BOARD, house=house)[0] == {"pot_three": 0, "three_card": 5}
    assert rules(GAME, *seats, community=BOARD, house=house)["pot_three"] == "CO 30-1099.24(8)(d)"


def test_30_1099_24_10_every_price() -> None:
    three = {"Th 9h 8h": (40, 40), "8s 8d 8c": (30, 25), "5s 4d 3c": (6, 6), "2h 7h 9h": (4, 4), "5s 5d 3c": (1, 1)}
    five = {
        "Ah Kh Qh|Jh Th": (500, 500), "9h 8h 7h|6h 5h": (100, 100),
        "9h 9s 9d|9c 5h": (40, 40), "9h 9s 9d|5c 5h": (15, 12),
        "9h 2h 7h|6h Kh": (8, 9), "9h 8s 7h|6h 5d": (6, 6), "9h 9s 9d|6c 5h": (4, 4), "9h 9s 6d|6c 5h": (3, 3),
        "6h 6s 9d|Kc 5h": (1, 1), "5h 5s 9d|Kc 6h": (-1, -1),
    }  # fmt: skip
    seven = {
        "Ah Kh Qh|Jh Th 2c 2d": (100, 100), "9h 8h 7h|6h 5h 2c 2d": (20, 25), "9h 9s 9d|9c 5h 2c 2d": (7, 15),
        "9h 9s 9d|5c 5h 2c 3d": (5, 6), "9h 2h 7h|6h Kh 2c 3d": (4, 4), "9h 8s 7h|6h 5d 2c Kd": (3, 3),
        "9h 9s 9d|Qc 5h 2c 3d": (2, 2), "Th Ts 6d|6c 2h 4c Kd": (1, -1), "Jh Js 6d|6c 2h 4c Kd": (1, 1),
        "9h 9s 6d|6c 2h 4c Kd": (-1, -1), "Ah As 6d|7c 2h 4c Kd": (-1, -1),
    }  # fmt: skip
    for wager, ids, rows in (("three_card", "12", three), ("five_card", "34", five), ("seven_card", "56", seven)):
        for hand, prices in rows.items():
            cards, _, board = hand.partition("|")
            spare = [card for card in ("2c", "Qd", "Jc", "7s") if card not in hand.split() and card not in hand]
            community = [*board.split(), *spare][:4]
            for table, price in zip(ids, prices, strict=True):
                house = {"pay_tables": {wager: table}}
                assert one(cards, community=" ".join(community), house=house, **{wager: 1}) == {wager: price}, hand
