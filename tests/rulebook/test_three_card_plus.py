"""3 Card +, CO 30-1099.52, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, lines, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "three-card-plus"
SECTION = "CO 30-1099.52"
QUEEN_HIGH, JACK_HIGH = "Qd 7d 3c", "Js 8c 2d"
ACES = "As Ad Ac"


def one(
    cards: str, *actions: str, dealer: str = QUEEN_HIGH, house: dict[str, Any] | None = None, **wagers: float
) -> Nets:
    return settle(GAME, seat(wagers, cards, *actions), dealer=dealer, house=house or {})


def test_30_1099_52_1_three_aces_rank_above_a_straight_flush() -> None:
    for higher, lower in (
        (ACES, "Kh Qh Jh"),
        (ACES, "Ah Kh Qh"),
        ("3h 2h Ah", "Ks Kd Kc"),
        ("2s 2d 2c", "Ac Kd Qh"),
        ("Ad 2c 3h", "Ah Jh 9h"),
        ("4d 3c 2h", "Ah 2d 3s"),
        ("2h 4h 7h", "As Ad Kc"),
        ("2h 2s 4d", "As Kd Jc"),
    ):
        assert one(higher, "play", dealer=lower, ante=10)["play"] == 10
        assert one(lower, "play", dealer=higher, ante=10)["play"] == -10


def test_30_1099_52_1_two_hands_to_a_player() -> None:
    wagers = {"ante": 10, "hand_2.ante": 5, "hand_2.pair_xxx": 5}
    hands = [["Ah", "Td", "4c"], ["9s", "9d", "2c"]]
    assert settle(GAME, seat(wagers, "", "play", "hand_2 fold", hands=hands), dealer=QUEEN_HIGH) == {
        "play": 10,
        "ante": 10,
        "hand_2.ante": -5,
        "hand_2.pair_xxx": -5,
    }
    three = seat({**wagers, "hand_3.ante": 5}, "", "play", hands=[*hands, ["5h", "6h", "8d"]])
    with pytest.raises(RuleError, match="2 hands at once"):
        settle(GAME, three, dealer=QUEEN_HIGH)


def test_30_1099_52_2_ante_or_pair_xxx_is_needed() -> None:
    with pytest.raises(RuleError, match="one of Ante or Pair XXX"):
        one("Ah Td 4c", super_6_bonus=5)
    assert one("Ah Td 4c", pair_xxx=5, super_6_bonus=5) == {"pair_xxx": -5, "super_6_bonus": -5}


def test_30_1099_52_4_the_house_may_leave_out_the_super_6_bonus() -> None:
    with pytest.raises(RuleError, match="does not offer Super 6 Bonus"):
        one("Ah Td 4c", "play", house={"super_6_bonus_offered": False}, ante=10, super_6_bonus=5)


def test_30_1099_52_7_a_misdeal_voids_the_seat_or_the_table() -> None:
    seats = seat({"ante": 10, "pair_xxx": 5}, "Ah Td"), seat({"ante": 10}, "Ac 9d 5c", "play")
    voided = {"ante": 0, "pair_xxx": 0}
    player = all_nets(GAME, *seats, dealer=QUEEN_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert player == [voided, {"ante": 10, "play": 10}]
    dealer = all_nets(GAME, *seats, dealer="Qd 7d", irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [voided, {"ante": 0, "play": 0}]
    exposed = all_nets(GAME, seats[1], dealer=QUEEN_HIGH, irregularity={"kind": "exposed_card", "count": 3})
    assert exposed == [{"ante": 10, "play": 10}]


def test_30_1099_52_8_order_of_settling() -> None:
    net = one("4d 3h 2s", "play", super_6_bonus=5, pair_xxx=5, ante=10)
    assert list(net) == ["play", "ante_bonus", "ante", "pair_xxx", "super_6_bonus"]


def test_30_1099_52_9_the_play_wager_equals_the_ante() -> None:
    assert one("Ah Td 4c", "play 10", ante=10) == {"ante": 10, "play": 10}
    with pytest.raises(RuleError, match="not allowed for Play"):
        one("Ah Td 4c", "play 20", ante=10)


def test_30_1099_52_10_a_fold_loses_ante_and_pair_xxx_and_keeps_the_super_6_bonus() -> None:
    folded = seat({"ante": 10, "pair_xxx": 5, "super_6_bonus": 5}, "7h 7s 2d", "fold")
    lost = {"ante": -10, "pair_xxx": -5, "super_6_bonus": 35}  # three sevens, 7 to 1
    assert settle(GAME, folded, dealer=QUEEN_HIGH) == lost
    cited = rules(GAME, folded, dealer=QUEEN_HIGH)
    assert (cited["ante"], cited["pair_xxx"]) == (f"{SECTION}(10)", f"{SECTION}(10)")
    kept = settle(GAME, folded, dealer=QUEEN_HIGH, house={"pair_xxx_survives_fold": True})
    assert kept == {**lost, "pair_xxx": 5}


def test_30_1099_52_10_a_hand_without_an_ante_may_be_thrown_away() -> None:
    assert one("9h 7d 4c", "fold", pair_xxx=5, super_6_bonus=5, dealer="9s 9c 2d") == {
        "pair_xxx": -5,
        "super_6_bonus": 35,
    }
    assert one("9h 9d 4c", "play", pair_xxx=5) == one("9h 9d 4c", pair_xxx=5) == {"pair_xxx": 5}


def test_30_1099_52_12_13_queen_high_qualifies() -> None:
    settled = lines(GAME, seat({"ante": 10}, "9h 7d 4c", "play"), dealer=JACK_HIGH)[0]
    assert (settled["ante"]["net"], settled["play"]["net"]) == (10, 0)
    assert settled["ante"]["rule"] == settled["play"]["rule"] == f"{SECTION}(13)"
    assert one("9h 7d 4c", "play", dealer="Qd 3c 2h", ante=10) == {"ante": -10, "play": -10}
    assert one("9h 7d 4c", "play", dealer="2d 2c 3h", ante=10) == {"ante": -10, "play": -10}


def test_30_1099_52_13_a_ante_bonus_whoever_wins() -> None:
    for cards, bonus in (("Ah Kh Qh", 50), ("5h 6h 7h", 50), (ACES, 40), ("4d 4c 4h", 40), ("4d 3h 2s", 10)):
        for dealer in (QUEEN_HIGH, JACK_HIGH):
            assert one(cards, "play", dealer=dealer, ante=10)["ante_bonus"] == bonus
    beaten = one("4d 3h 2s", "play", dealer="6s 6h 6c", ante=10)
    assert beaten == {"play": -10, "ante_bonus": 10, "ante": -10}
    assert "ante_bonus" not in one("Ah Jh 9h", "play", ante=10)
    assert "ante_bonus" not in one("4d 3h 2s", "fold", ante=10)


def test_30_1099_52_14_winner_loser_and_tie() -> None:
    assert one("Qh 7c 3d", "play", ante=10, pair_xxx=5) == {"play": 0, "ante": 0, "pair_xxx": -5}
    assert one("Qh 7c 4d", "play", ante=10) == {"play": 10, "ante": 10}
    assert one("Qh 7c 2d", "play", ante=10) == {"play": -10, "ante": -10}
    cited = [
        rules(GAME, seat({"ante": 10}, f"Qh 7c {card}", "play"), dealer=QUEEN_HIGH)["ante"]
        for card in ("4d", "2d", "3d")
    ]
    assert cited == [f"{SECTION}(14)(a)", f"{SECTION}(14)(b)", f"{SECTION}(14)(b)(i)"]
    straights = one("4d 5c 6h", "play", dealer="4s 5d 6c", ante=10, pair_xxx=5)
    assert straights == {"play": 0, "ante_bonus": 10, "ante": 0, "pair_xxx": 30}


def test_30_1099_52_16_pair_xxx_tables() -> None:
    hands = (ACES, "5h 6h 7h", "4d 4c 4h", "4d 3h 2s", "Ah Jh 9h", "9h 9d 4c", "Ah Kd Jc")
    for table, pays in {
        "A": (30, 40, 30, 6, 4, 1, -1),
        "B": (50, 40, 30, 6, 3, 1, -1),
        "C": (50, 40, 30, 5, 4, 1, -1),
        "D": (30, 40, 30, 6, 3, 1, -1),
    }.items():
        house = {"pay_tables": {"pair_xxx": table}}
        assert tuple(one(cards, house=house, pair_xxx=1)["pair_xxx"] for cards in hands) == pays, table


def test_30_1099_52_3_16_super_6_bonus_tables() -> None:
    hands = (
        ("As Ks Qs", "Js Ts 4d"),
        ("5h 6h 7h", "8h 9h Kd"),
        ("9h 9d 4c", "9s 9c 2d"),
        ("9h 9d 4c", "9s 4d 4h"),
        ("Ah Jh 9h", "6h 2h Kd"),
        ("4d 5c 6h", "7s 8d Kc"),
        ("9h 9d 4c", "9s Kd 2h"),
        ("9h 9d 4c", "4s Kd Kh"),
    )
    for table, pays in {
        "A": (1000, 200, 100, 20, 15, 10, 7, -1),
        "B": (2000, 200, 50, 25, 15, 10, 5, -1),
        "C": (1000, 200, 50, 25, 15, 10, 5, -1),
        "D": (299, 200, 120, 20, 15, 10, 7, -1),
    }.items():
        house = {"pay_tables": {"super_6_bonus": table}}
        found = [
            one(cards, "fold", dealer=dealer, house=house, ante=1, super_6_bonus=1)["super_6_bonus"]
            for cards, dealer in hands
        ]
        assert tuple(found) == pays, table


def test_30_1047_a_ceiling_holds_for_pair_xxx_alone() -> None:
    house = {"pay_tables": {"pair_xxx": "B"}, "max_payout_per_player": 1000}
    net = one(ACES, "play", house=house, ante=10, pair_xxx=100, super_6_bonus=10)
    assert (net["pair_xxx"], net["super_6_bonus"]) == (1000, 70)
    floor = one(ACES, "play", house={**house, "min_bet": 50}, ante=100, pair_xxx=100)
    assert floor["pair_xxx"] == 2500  # no ceiling is below the least bet at the best odds
    under = one("5h 6h 7h", house=house, pair_xxx=100)
    assert under == {"pair_xxx": 4000}  # 40 to 1 is paid in full
