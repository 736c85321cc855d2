"""3 Card Super Shot Poker, CO 30-1099.50, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, answer, lines, rules, seat, settle

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAME = "three-card-super-shot-poker"
SECTION = "CO 30-1099.50"
QUEEN_HIGH, JACK_HIGH = "Qd 7d 3c", "Js 8c 2d"
SPADES, HEARTS = "As Ks Qs", "Ah Kh Qh"
HANDS = (SPADES, HEARTS, "5h 6h 7h", "As Ad Ac", "4d 4c 4h", "4d 3h 2s", "Ah Jh 9h", "9h 9d 4c", "Ah Kd Jc")


def one(
    cards: str, *actions: str, dealer: str = QUEEN_HIGH, house: dict[str, Any] | None = None, **wagers: float
) -> Nets:
    return settle(GAME, seat(wagers, cards, *actions), dealer=dealer, house=house or {})


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def test_30_1099_50_1_rank_of_hands() -> None:
    for higher, lower in (
        (HEARTS, "Kd Qd Jd"),
        ("3h 2h Ah", "Ac Ad As"),
        ("2s 2d 2c", "Ac Kd Qh"),
        ("Ad 2c 3h", "Ah Jh 9h"),
        ("2h 4h 7h", "As Ad Kc"),
        ("2h 2s 4d", "As Kd Jc"),
    ):
        assert one(higher, "play", dealer=lower, ante=10)["play"] == 10
        assert one(lower, "play", dealer=higher, ante=10)["play"] == -10


def test_30_1099_50_1_two_hands_to_a_player() -> None:
    wagers = {"ante": 10, "hand_2.pair_x": 5, "hand_2.three_card_money": 1}
    hands = [["Ah", "Td", "4c"], ["9s", "9d", "2c"]]
    net = settle(GAME, seat(wagers, "", "play", hands=hands), dealer=QUEEN_HIGH)
    assert net == {"play": 10, "ante": 10, "hand_2.pair_x": 5, "hand_2.three_card_money": -1}


def test_30_1099_50_2_one_of_four_wagers_is_needed() -> None:
    with pytest.raises(RuleError, match="one of Ante, Flush Plus, Pair X or Super Shot Any Pair"):
        one("Ah Td 4c", super_6_bonus=5, super_shot_trips=5, three_card_money=1)
    for wager in ("flush_plus", "pair_x", "super_shot_any_pair"):
        assert settle(GAME, seat({wager: 5}, "Ah Td 4c"), dealer=QUEEN_HIGH) == {wager: -5}


def test_30_1099_50_3_a_three_card_money_is_one_dollar() -> None:
    with pytest.raises(RuleError, match="may only be"):
        one("Ah Td 4c", "play", ante=10, three_card_money=5)


def test_30_1099_50_4_the_house_may_leave_out_the_optional_wagers() -> None:
    for wager in ("three_card_money", "super_shot_trips", "super_6_bonus"):
        made = seat({"ante": 10, wager: 1}, "Ah Td 4c", "play")
        with pytest.raises(RuleError, match=f"does not offer {load_game(GAME).title(wager)}"):
            settle(GAME, made, dealer=QUEEN_HIGH, house={f"{wager}_offered": False})


def test_30_1099_50_5_the_dealer_is_paid_on_three_of_a_kind_beside_any_pair() -> None:
    trips = seat({"super_shot_any_pair": 15}, "4d 4c 4h")
    pair = seat({"super_shot_any_pair": 15}, "9h 9s Kc")
    for table, bonus in (("1", 15), ("2", 30), ("3", 0)):
        settled = answer(GAME, trips, pair, dealer=QUEEN_HIGH, house=tables(super_shot_any_pair=table))
        assert settled["dealer_envy"] == bonus
        assert [one["net"] for one in settled["seats"]] == [600, 60]
    folded = seat({"ante": 10, "super_shot_any_pair": 15}, "4d 4c 4h", "fold")
    assert answer(GAME, folded, dealer=QUEEN_HIGH)["dealer_envy"] == 0


def test_30_1099_50_7_a_misdeal_voids_the_seat_or_the_table() -> None:
    seats = seat({"ante": 10, "pair_x": 5}, "Ah Td"), seat({"ante": 10, "three_card_money": 1}, "Ac 9d 5c", "play")
    player = all_nets(GAME, *seats, dealer=QUEEN_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert player == [{"ante": 0, "pair_x": 0}, {"play": 10, "ante": 10, "three_card_money": -1}]
    dealer = all_nets(GAME, *seats, dealer="Qd 7d", irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [{"ante": 0, "pair_x": 0}, {"play": 0, "ante": 0, "three_card_money": 0}]
    exposed = all_nets(GAME, seats[1], dealer=QUEEN_HIGH, irregularity={"kind": "exposed_card", "count": 2})
    assert exposed == [player[1]]


def test_30_1099_50_8_order_of_settling() -> None:
    sides = {"three_card_money": 1, "super_6_bonus": 5, "super_shot_trips": 5, "super_shot_any_pair": 5}
    hand = seat({**sides, "flush_plus": 5, "pair_x": 5, "ante": 10}, "4d 3h 2s", "play")
    assert list(settle(GAME, hand, dealer=QUEEN_HIGH, house=tables(play_bonus="5-4-1"))) == [
        "play",
        "play_bonus",
        "ante",
        "pair_x",
        "flush_plus",
        "super_shot_any_pair",
        "super_shot_trips",
        "super_6_bonus",
        "three_card_money",
    ]


def test_30_1099_50_9_the_play_wager_equals_the_ante() -> None:
    assert one("Ah Td 4c", "play 10", ante=10) == {"ante": 10, "play": 10}
    with pytest.raises(RuleError, match="not allowed for Play"):
        one("Ah Td 4c", "play 20", ante=10)


def test_30_1099_50_10_a_fold_keeps_only_the_wagers_on_six_cards() -> None:
    sides = {"flush_plus": 5, "pair_x": 5, "super_shot_any_pair": 5, "three_card_money": 1}
    folded = seat({"ante": 10, **sides, "super_shot_trips": 5, "super_6_bonus": 5}, "4d 4c 4h", "fold")
    lost = {"ante": -10, **{name: -stake for name, stake in sides.items()}}
    six = {"super_shot_trips": 100, "super_6_bonus": 125}
    assert settle(GAME, folded, dealer="7s 7c 2d") == {**lost, **six}
    cited = rules(GAME, folded, dealer="7s 7c 2d")
    assert {cited[name] for name in lost} == {f"{SECTION}(10)"}
    kept = settle(GAME, folded, dealer="7s 7c 2d", house={"three_card_wagers_survive_fold": True})
    paid = {"flush_plus": 250, "pair_x": 150, "super_shot_any_pair": 200, "three_card_money": 90}
    assert kept == {"ante": -10, **paid, **six}


def test_30_1099_50_10_a_hand_without_an_ante_may_be_thrown_away() -> None:
    assert one("9h 7d 4c", "fold", pair_x=5, super_shot_trips=5, dealer="9s 9c 2d") == {
        "pair_x": -5,
        "super_shot_trips": 100,
    }
    assert one("9h 9d 4c", "play", pair_x=5) == one("9h 9d 4c", pair_x=5) == {"pair_x": 5}


def test_30_1099_50_12_13_queen_high_qualifies() -> None:
    settled = lines(GAME, seat({"ante": 10}, "9h 7d 4c", "play"), dealer=JACK_HIGH)[0]
    assert (settled["ante"]["net"], settled["play"]["net"]) == (10, 0)
    assert settled["ante"]["rule"] == settled["play"]["rule"] == f"{SECTION}(13)"
    assert one("9h 7d 4c", "play", dealer="Qd 3c 2h", ante=10) == {"ante": -10, "play": -10}


def test_30_1099_50_13_a_no_play_bonus_without_a_table_of_the_house() -> None:
    for cards, bonus in (("5h 6h 7h", 50), ("4d 4c 4h", 40), ("4d 3h 2s", 10), ("Ah Jh 9h", None)):
        assert "play_bonus" not in one(cards, "play", ante=10)
        for dealer in (QUEEN_HIGH, JACK_HIGH):
            assert (
                one(cards, "play", dealer=dealer, house=tables(play_bonus="5-4-1"), ante=10).get("play_bonus") == bonus
            )
    house = tables(play_bonus="5-4-1")
    beaten = seat({"ante": 10}, "4d 3h 2s", "play")
    assert settle(GAME, beaten, dealer="6s 6h 6c", house=house) == {"play": -10, "play_bonus": 10, "ante": -10}
    assert rules(GAME, beaten, dealer="6s 6h 6c", house=house)["play_bonus"] == "common practice"
    assert one("4d 3h 2s", "fold", house=house, ante=10) == {"ante": -10}


def test_30_1099_50_14_winner_loser_and_tie() -> None:
    for card, net, paragraph in (("4d", 10, "(14)(a)"), ("2d", -10, "(14)(b)"), ("3d", 0, "(14)(b)(i)")):
        hand = seat({"ante": 10}, f"Qh 7c {card}", "play")
        assert settle(GAME, hand, dealer=QUEEN_HIGH) == {"play": net, "ante": net}
        assert rules(GAME, hand, dealer=QUEEN_HIGH)["play"] == SECTION + paragraph


def test_30_1099_50_14_b_pair_x_is_paid_under_a_better_dealer() -> None:
    assert one("9h 9d 4c", "play", dealer="Ts Td 2h", ante=10, pair_x=5) == {"play": -10, "ante": -10, "pair_x": 5}


def test_30_1099_50_15_17_three_card_money_and_its_envy() -> None:
    for table, pays, envies in (
        ("1", (1000, 500, 100, 90, 90, 6, -1, -1, -1), (100, 25, None)),
        ("2", (299, 299, 100, 90, 90, 8, -1, -1, -1), (50, 50, None)),
    ):
        house = tables(three_card_money=table)
        found = [one(cards, "play", house=house, ante=10, three_card_money=1)["three_card_money"] for cards in HANDS]
        assert tuple(found) == pays, table
        for cards, envy in zip(HANDS[:3], envies, strict=True):
            seats = [
                seat({"ante": 10, "three_card_money": 1}, cards, "play"),
                seat({"ante": 10, "three_card_money": 1}, "9h 8d 4c", "play"),
                seat({"ante": 10}, "9d 8h 4s", "play"),
            ]
            nets = all_nets(GAME, *seats, dealer=QUEEN_HIGH, house=house)
            assert [net.get("three_card_money_envy") for net in nets] == [None, envy, None]


def test_30_1099_50_15_envy_for_a_hand_without_the_wager() -> None:
    holder, other = seat({"ante": 10}, SPADES, "play"), seat({"ante": 10, "three_card_money": 1}, "9h 8d 4c", "play")
    assert all_nets(GAME, holder, other, dealer=QUEEN_HIGH)[1]["three_card_money_envy"] == 100
    strict = all_nets(GAME, holder, other, dealer=QUEEN_HIGH, house={"envy_holder_must_bet": True})
    assert "three_card_money_envy" not in strict[1]


def test_30_1099_50_17_tables_on_three_cards() -> None:
    for wager, table, pays in (
        ("flush_plus", "1", (60, 60, 60, 50, 50, 9, 6, -1, -1)),
        ("pair_x", "1", (40, 40, 40, 40, 30, 6, 4, 1, -1)),
        ("pair_x", "2", (40, 40, 40, 40, 30, 6, 3, 1, -1)),
        ("pair_x", "3", (40, 40, 40, 50, 30, 6, 3, 1, -1)),
        ("super_shot_any_pair", "1", (-1, -1, -1, 40, 40, -1, -1, 4, -1)),
        ("super_shot_any_pair", "2", (-1, -1, -1, 40, 40, -1, -1, 4, -1)),
        ("super_shot_any_pair", "3", (-1, -1, -1, 40, 40, -1, -1, 4, -1)),
    ):
        house = tables(**{wager: table})
        found = [settle(GAME, seat({wager: 1}, cards), dealer=QUEEN_HIGH, house=house)[wager] for cards in HANDS]
        assert tuple(found) == pays, (wager, table)


def test_30_1099_50_17_tables_on_six_cards() -> None:
    deals = (
        ("As Ks Qs", "Js Ts 4d"),
        ("5h 6h 7h", "8h 9h Kd"),
        ("9h 9d 4c", "9s 9c 2d"),
        ("9h 9d 4c", "4s Kd Kh"),
        ("9h 9d 4c", "9s 4d 4h"),
        ("9h 9d 4c", "9s 4d 2h"),
        ("Ah Jh 9h", "6h 2h Kd"),
        ("4d 5c 6h", "7s 8d Kc"),
        ("9h 9d 4c", "9s Kd 2h"),
        ("9h 9d 4c", "4s Kd 2h"),
    )
    for wager, table, pays in (
        ("super_shot_trips", "1", (-1, -1, 20, -1, 20, 20, -1, -1, 20, -1)),
        ("super_6_bonus", "1", (1000, 200, 120, 30, 25, 25, 20, 15, -1, -1)),
        ("super_6_bonus", "2", (299, 150, 100, 25, 25, 25, 25, 15, -1, -1)),
        ("super_6_bonus", "3", (500, 200, 100, 20, 20, 20, 20, 20, -1, -1)),
    ):
        house = tables(**{wager: table})
        found = [
            settle(GAME, seat({"ante": 1, wager: 1}, cards, "fold"), dealer=dealer, house=house)[wager]
            for cards, dealer in deals
        ]
        assert tuple(found) == pays, (wager, table)


def test_30_1047_a_ceiling_holds_for_flush_plus_and_pair_x() -> None:
    house = {**tables(pair_x="3"), "max_payout_per_player": 4000}
    net = one("As Ad Ac", house=house, flush_plus=100, pair_x=100, super_shot_any_pair=100)
    assert net == {"pair_x": 2000, "flush_plus": 2000, "super_shot_any_pair": 4000}
    lawful = one("As Ad Ac", house={**house, "min_bet": 100}, flush_plus=100, pair_x=100)
    assert lawful == {"pair_x": 3000, "flush_plus": 3000}  # 60 to 1 is the best price of the two
