"""Pure 21.5 Blackjack, CA GEGR-001826 and GEGR-001827, with Buster and Red Flex and the player-dealer's bank."""

from typing import Any

import pytest
from tests.blackjack.helpers import all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

SIX, THREE = "pure-21-5-blackjack-6-to-5", "pure-21-5-blackjack-3-to-2"
TEN = {"base_game": 10.0}


def test_winners_1_a_pure_21_5_pays_and_ties() -> None:
    natural = seat(TEN, "Ah Kd")
    assert settle(SIX, natural, dealer="9s 8h") == {"base_game": 12}
    assert settle(THREE, natural, dealer="9s 8h") == {"base_game": 15}
    assert settle(SIX, natural, dealer="As Th") == {"base_game": 0}
    assert rules(THREE, natural, dealer="9s 8h") == {"base_game": "CA GEGR-001827(Winners 1)"}


def test_winners_2_a_pure_21_5_of_the_bank_beats_21() -> None:
    drawn = seat(TEN, "7h 7d 7c", "hit")
    assert settle(SIX, drawn, dealer="Ts Ah") == {"base_game": -10}
    with pytest.raises(RuleError, match="dealer has a natural"):
        settle(SIX, drawn, dealer="As Th")


@pytest.mark.parametrize(
    ("cards", "actions", "dealer", "net"),
    [
        ("Th 6d 9c", ("hit",), "8h 8d 8c", 0),
        ("Th 9d", ("stand",), "8h 8d 8c", 10),
        ("Th 6d", ("surrender",), "8h 8d 8c", -5),
        ("Th 6d 9c", ("hit",), "8h 6d Tc", -10),
        ("Th 6d 9c", ("hit",), "8h 4d 4c 8c", -10),
        ("6h 5d 2c", ("double",), "8h 8d 8c", 10),
    ],
)
def test_winners_4_three_eights_push_busted_hands_only(
    cards: str, actions: tuple[str, ...], dealer: str, net: float
) -> None:
    assert settle(SIX, seat(TEN, cards, *actions), dealer=dealer)["base_game"] == net


def test_winners_3_b_a_bust_against_a_standing_bank_and_4_b_when_both_go_over() -> None:
    busted = seat(TEN, "Th 6d 9c", "hit")
    assert rules(SIX, busted, dealer="9s 8h")["base_game"] == "CA GEGR-001826(Winners 3.b)"
    assert rules(SIX, busted, dealer="8h 6d Tc")["base_game"] == "CA GEGR-001826(Winners 4.b)"
    assert rules(SIX, busted, dealer="8h 8d 8c")["base_game"] == "CA GEGR-001826(Winners 4.a)"


@pytest.mark.parametrize(
    ("cards", "action"),
    [("5h 6d", "stand"), ("Th 9d 2c", "hit"), ("8h 3d", "stand"), ("Th 5d 4c 2d", "hit hit")],
)
def test_chart_1a_must_hit_and_must_stand(cards: str, action: str) -> None:
    with pytest.raises(RuleError):
        settle(SIX, seat(TEN, cards, *action.split()), dealer="9s 8h")


def test_chart_1a_leaves_other_counts_and_the_other_options_free() -> None:
    assert settle(SIX, seat(TEN, "Ah 8d 2c", "hit", "stand"), dealer="9s 8h") == {"base_game": 10}
    assert settle(SIX, seat(TEN, "Th 2d", "stand"), dealer="9s 8h") == {"base_game": -10}
    assert settle(SIX, seat(TEN, "5h 4d", "surrender"), dealer="9s 8h") == {"base_game": -5}
    tens = seat(TEN, "", "split", dealt="Kh Td", hands="Kh 9d|Td 8c")
    assert settle(SIX, tens, dealer="9s 8h") == {"base_game": 10, "split": 10}


def test_chart_1b_the_bank_draws_to_hard_16_and_soft_17() -> None:
    assert settle(SIX, seat(TEN, "Th 8d", "stand"), dealer="6s Ah 5h 7d") == {"base_game": -10}
    with pytest.raises(RuleError, match="must draw"):
        settle(SIX, seat(TEN, "Th 8d", "stand"), dealer="6s Ah")
    assert settle(SIX, seat(TEN, "Th 8d", "stand"), dealer="7s Ah") == {"base_game": 0}


def test_double_down_for_the_wager_or_less_is_a_line_of_its_own() -> None:
    for amount in (10, 4):
        doubled = seat(TEN, "6h 5d 9c", f"double {amount}")
        assert settle(SIX, doubled, dealer="9s 8h") == {"base_game": 10, "double_down": amount}
    with pytest.raises(RuleError, match="at most"):
        settle(SIX, seat(TEN, "6h 5d 9c", "double 11"), dealer="9s 8h")


def test_splits_make_four_hands_and_may_be_doubled() -> None:
    split = seat(
        TEN, "", "split", "hand_1 double 10", "hand_2 hit", "hand_2 stand", dealt="8h 8d", hands="8h 3d Ts|8d 2c 7h"
    )
    assert settle(SIX, split, dealer="9s 9h") == {"base_game": 10, "split": -10, "double_down": 10}


def test_splits_aces_take_one_card_and_count_21() -> None:
    aces = seat(TEN, "", "split", dealt="Ah Ad", hands="Ah Kd|Ad 5c")
    assert settle(SIX, aces, dealer="9s 8h") == {"base_game": 10, "split": -10}


def test_insurance_and_even_money() -> None:
    assert settle(SIX, seat(TEN, "Th 9d", "insurance 5"), dealer="As Kd") == {"base_game": -10, "insurance": 10}
    assert settle(SIX, seat(TEN, "Th 9d", "insurance 5", "stand"), dealer="As 7d") == {
        "base_game": 10,
        "insurance": -5,
    }
    even = seat(TEN, "Ah Kd", "take even money")
    for dealer in ("As Kd", "As 7d"):
        assert settle(SIX, even, dealer=dealer) == {"base_game": 10}
    assert settle(SIX, even, dealer="As 7d", house={"even_money": "insured"}) == {"base_game": 7}


@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("Tc 6d 9h", 1),
        ("Tc 2d 3h 9d", 3),
        ("2c 2d 3h 9d Th", 8),
        ("2c 2d 3h 4d 5h Th", 20),
        ("2c 2d 3h 2d 2h 5d Th", 50),
        ("2d 2h 2c 2s 3d 2d 3h 9c", 200),
        ("8h 8d 8c", 1),
        ("Tc 7d", -1),
        ("As Kd", -1),
    ],
)
def test_buster_by_cards_of_the_busted_hand_whatever_the_players(dealer: str, pays: int) -> None:
    for game in (SIX, "ca-buster-blackjack-bonus"):
        bet = seat({**TEN, "buster_blackjack": 5.0}, "Ah Kd")
        assert settle(game, bet, dealer=dealer)["buster_blackjack"] == 5 * pays


@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("9s 8h", -1),
        ("9h 8s", -1),
        ("9h 8d", 2),
        ("Ad Jh", 2),
        ("7d 6h 3h 5c", 3),
        ("7d 3h 3h 4d", 8),
        ("2d 3h 3h 4d 5h", 50),
        ("2d 2h 2h 2d 2h 8h", 100),
        ("2d 2h 2h 2d 2h 2d 5h", 200),
        ("2d 2h 2h 2d 2h 2d 2h 3d", 300),
        ("2d 2h 2h 2d 2h 2d Ah Ad 2h 3d", 300),
    ],
)
def test_red_flex_counts_leading_red_cards(dealer: str, pays: int) -> None:
    for game in (THREE, "red-flex-bonus"):
        bet = seat({**TEN, "red_flex": 5.0}, "Th 6d", "surrender")
        if "Ad Jh" in dealer:
            bet = seat({**TEN, "red_flex": 5.0}, "Th 6d")
        assert settle(game, bet, dealer=dealer)["red_flex"] == 5 * pays


def bank(covers: str, amount: float, *seats: dict[str, Any], dealer: str) -> tuple[list[dict[str, float]], float]:
    more = {"house": {"bank_covers": covers}, "betting": {"player_dealer_wager": amount}, "dealer": dealer}
    found = answer(SIX, *seats, **dict(more))
    return all_nets(SIX, *seats, **dict(more)), found["player_dealer"]


@pytest.mark.parametrize("covers", ["each_way", "net", "gross"])
def test_type_of_game_the_bank_pays_in_order_until_it_runs_out(covers: str) -> None:
    winners = [seat({"base_game": 50.0}, "Th 9d", "stand"), seat({"base_game": 50.0}, "Tc 8d", "stand")]
    assert bank(covers, 80, *winners, dealer="9s 8h") == ([{"base_game": 50}, {"base_game": 30}], -80)
    losers = [seat({"base_game": 50.0}, "Th 6d", "stand"), seat({"base_game": 50.0}, "Tc 5d", "stand")]
    assert bank(covers, 80, *losers, dealer="9s 8h") == ([{"base_game": -50}, {"base_game": -30}], 80)


@pytest.mark.parametrize(
    ("covers", "expected", "net"),
    [
        ("each_way", [-60, 60, 20, -20], 0),
        ("net", [-60, 60, 60, -60], 0),
        ("gross", [-60, 20, 0, 0], 40),
    ],
)
def test_type_of_game_winners_and_losers_by_each_reading(covers: str, expected: list[float], net: float) -> None:
    sixty = {"base_game": 60.0}
    seats = [
        seat(sixty, "Th 6d", "stand"),
        seat(sixty, "Th 9d", "stand"),
        seat(sixty, "Tc 9d", "stand"),
        seat(sixty, "Tc 6d", "stand"),
    ]
    nets, won = bank(covers, 80, *seats, dealer="9s 8h")
    assert ([one["base_game"] for one in nets], won) == (expected, net)


def test_dealing_18_all_base_wagers_go_before_all_red_flex_and_these_before_all_buster() -> None:
    wagers = {"base_game": 10.0, "red_flex": 10.0, "buster_blackjack": 10.0}
    seats = [seat(wagers, "Th 9d", "stand"), seat(wagers, "Tc 9h", "stand")]
    nets, won = bank("each_way", 75, *seats, dealer="9h 3d Ts")
    assert nets == [
        {"base_game": 10, "red_flex": 20, "buster_blackjack": 10},
        {"base_game": 10, "red_flex": 20, "buster_blackjack": 5},
    ]
    assert won == -75


def test_dealing_18_the_line_tells_what_the_bank_could_not_pay() -> None:
    seats = [seat(TEN, "Th 9d", "stand")]
    line = answer(SIX, *seats, dealer="9s 8h", betting={"player_dealer_wager": 4})["seats"][0]["lines"][0]
    assert line["rule"] == "CA GEGR-001826(Dealing 18)"
    assert line["reason"].endswith("the bank ran out: paid $4 of $10")


@pytest.mark.parametrize(
    ("option", "fees"),
    [
        (1, {"player_dealer": 0.5, "seats": [0.5, 0.5]}),
        (3, {"player_dealer": 0.5, "seats": [1, 1]}),
        (9, {"player_dealer": 3, "seats": [0, 0]}),
        (11, {"player_dealer": 1, "seats": [0, 0]}),
    ],
)
def test_gegr_001821_collections_count_the_wagers_before_the_deal(option: int, fees: dict[str, Any]) -> None:
    seats = [
        seat({"base_game": 10.0, "buster_blackjack": 5.0}, "6h 5d 9c", "double"),
        seat({"base_game": 20.0}, "Tc 9h", "stand"),
    ]
    assert answer(SIX, *seats, dealer="9s 8h", house={"collection_option": option})["collection"] == fees


def test_gegr_001821_a_round_below_the_first_tier_does_not_open() -> None:
    with pytest.raises(RuleError, match="no fee for 10"):
        settle(SIX, seat(TEN, "Th 9h", "stand"), dealer="9s 8h", house={"collection_option": 8})


def test_gegr_001821_bonus_bets_are_capped_under_options_4_to_11() -> None:
    big = seat({"base_game": 10.0, "red_flex": 101.0}, "Th 9h", "stand")
    with pytest.raises(RuleError, match=r"at most \$100 under this schedule, CA GEGR-001821"):
        settle(SIX, big, dealer="9s 8h", house={"collection_option": 4})
    assert settle(SIX, big, dealer="9s 8h", house={"collection_option": 3})["red_flex"] == -101


def test_winners_1_the_name_takes_its_article_only_where_somebody_has_one() -> None:
    def reasons(cards: str, *actions: str, dealer: str) -> list[str]:
        lines = answer(THREE, seat(TEN, cards, *actions), dealer=dealer)["seats"][0]["lines"]
        return [line["reason"] for line in lines]

    assert "dealer has no Pure 21.5: lose" in reasons("Ks 9d", "insurance", "stand", dealer="Ah 8c")
    assert "dealer has a Pure 21.5: pays 2 to 1" in reasons("Ks 9d", "insurance", dealer="Ah Kc")
    assert reasons("As Kd", dealer="Ah Kc") == ["both have a Pure 21.5: push"]
