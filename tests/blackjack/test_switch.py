"""Blackjack Switch, CO 30-2105."""

import pytest
from tests.blackjack.helpers import all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "blackjack-switch"
BOTH = {"hand_1": 10.0, "hand_2": 10.0}
MISDEALT = {"kind": "misdeal", "of": "player", "seat": 0}


@pytest.mark.parametrize("hands", ["Th Td 8c|Tc 8d", "Th Td|Tc", "Th", ""])
def test_30_2105_4_a_misdealt_player_keeps_the_wagers_however_many_cards_there_are(hands: str) -> None:
    """The other players' hands go on; the dealer takes no card for hands that do not count."""
    misdealt = seat({**BOTH, "super_match": 5, "buster_blackjack": 5}, hands=hands)
    played = seat(BOTH, "", "hand_1 hit", "hand_2 stand", hands="Th 6d 9s|Kc 9d")
    kept = dict.fromkeys((*BOTH, "super_match", "buster_blackjack"), 0)
    nets = all_nets(GAME, misdealt, played, dealer="9c 9d", irregularity=MISDEALT)
    assert nets == [kept, {"hand_1": -10, "hand_2": 10}]
    bust = seat(BOTH, "", "hand_1 hit", "hand_2 hit", hands="Th 6d 9s|Kc 6c 8d")
    nets = all_nets(GAME, misdealt, bust, dealer="9c 2d", irregularity=MISDEALT)
    assert nets == [kept, {"hand_1": -10, "hand_2": -10}]
    alone = answer(GAME, misdealt, irregularity=MISDEALT)["seats"][0]
    assert {(line["reason"], line["rule"]) for line in alone["lines"]} == {("void, stake returned", "CO 30-2105(4)")}


def test_30_2105_2_both_wagers_are_made_and_equal() -> None:
    for wagers in ({"hand_1": 10.0}, {"hand_1": 10.0, "hand_2": 5.0}):
        with pytest.raises(RuleError, match="hand_2"):
            settle(GAME, seat(wagers, hands="Th 9d|Tc 8d"), dealer="9c 8d")


def test_30_2105_4_a_misdeal_to_one_player_voids_his_wagers_only() -> None:
    side = {**BOTH, "super_match": 5.0}
    seats = [
        seat(side, "", "decline switch", hands="Th Td|Tc 8d"),
        seat(BOTH, "", "decline switch", hands="Th 9d|Tc 7d"),
    ]
    nets = all_nets(GAME, *seats, dealer="9c 9d", irregularity={"kind": "misdeal", "seat": 0})
    assert nets == [{"super_match": 0, "hand_1": 0, "hand_2": 0}, {"hand_1": 10, "hand_2": -10}]


def test_30_2105_4_a_misdeal_to_the_dealer_voids_the_round() -> None:
    nets = all_nets(GAME, seat(BOTH, hands="Th Td|Tc 8d"), dealer="", irregularity={"kind": "misdeal", "of": "dealer"})
    assert nets == [{"hand_1": 0, "hand_2": 0}]


@pytest.mark.parametrize(
    ("dealt", "decks", "pays"),
    [
        ("8h 8d|8c 8s", 6, 40),
        ("8h 8d|Kc Ks", 6, 8),
        ("8h 8d|8c Ks", 6, 5),
        ("8h 8d|Qc Ks", 6, 1),
        ("8h 7d|Qc Ks", 6, -1),
        ("8h 8d|8c 8s", 8, 50),
        ("8h Kd|8c Ks", 8, 7),
    ],
)
def test_30_2105_6_super_match_ranks_the_first_four_cards(dealt: str, decks: int, pays: int) -> None:
    bet = seat({**BOTH, "super_match": 5.0}, "", "decline switch", hands=dealt)
    assert settle(GAME, bet, dealer="9c 9d", house={"decks": decks})["super_match"] == 5 * pays


def test_30_2105_6_super_match_looks_before_the_switch() -> None:
    bet = seat({**BOTH, "super_match": 5.0}, "", "switch", dealt="8h 8d|Qc 9s", hands="8h 9s|Qc 8d")
    assert settle(GAME, bet, dealer="9c 9d")["super_match"] == 5


def test_30_2105_8a_insurance_on_either_or_both_hands() -> None:
    one = seat(BOTH, "", "hand_2 insurance 5", hands="Th 9d|Tc 8d")
    assert settle(GAME, one, dealer="Ac Kd") == {"insurance": 10, "hand_1": -10, "hand_2": -10}
    both = seat(BOTH, "", "insurance 10", "decline switch", hands="Th 9d|Tc 8d")
    assert settle(GAME, both, dealer="Ac 7d") == {"insurance": -10, "hand_1": 10, "hand_2": 0}


def test_30_2105_8b_a_switched_blackjack_is_21() -> None:
    made = seat(BOTH, "", "switch", dealt="Ah 6d|9c Kd", hands="Ah Kd|9c 6d")
    assert settle(GAME, made, dealer="Tc 9d") == {"hand_1": 10, "hand_2": -10}
    assert settle(GAME, made, dealer="Tc 2d 9h") == {"hand_1": 0, "hand_2": -10}
    assert settle(GAME, made, dealer="Tc 2d Th") == {"hand_1": 0, "hand_2": 0}


def test_30_2105_8c_hands_of_equal_value_are_split_and_reported_under_their_hand() -> None:
    split = seat(
        BOTH,
        "",
        "decline switch",
        "hand_1 split",
        "hand_1 stand",
        "hand_2 stand",
        "hand_3 stand",
        dealt="Kh Td|9c 9d",
        hands="Kh 9s|Td 8s|9c 9d",
    )
    assert settle(GAME, split, dealer="Tc 8d") == {"hand_1": 10, "hand_2": 0}


def test_30_2105_8e_an_unswitched_blackjack_pays_even_money_and_pushes_the_dealers() -> None:
    natural = seat(BOTH, "", "decline switch", hands="Ah Kd|9c Td")
    assert settle(GAME, natural, dealer="Tc 9d") == {"hand_1": 10, "hand_2": 0}
    assert settle(GAME, seat(BOTH, hands="Ah Kd|9c Td"), dealer="Tc Ad") == {"hand_1": 0, "hand_2": -10}
    assert rules(GAME, natural, dealer="Tc 9d")["hand_1"] == "CO 30-2105(8)(e)"


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("pushes all", {"hand_1": 10, "hand_2": 0}),
        ("pushes switched blackjack", {"hand_1": 10, "hand_2": 10}),
        ("busts", {"hand_1": 10, "hand_2": 10}),
    ],
)
def test_30_2105_8e_dealer_22_by_each_reading(reading: str, expected: dict[str, float]) -> None:
    played = seat(BOTH, "", "decline switch", hands="Ah Kd|9c Td")
    assert settle(GAME, played, dealer="Tc 2d Th", house={"dealer_22": reading}) == expected


def test_30_2105_8g_one_hand_over_21_leaves_the_other() -> None:
    bust = seat(BOTH, "", "decline switch", "hand_1 hit", "hand_2 stand", hands="Th 6d 9c|Tc 9d")
    assert settle(GAME, bust, dealer="Td 8d") == {"hand_1": -10, "hand_2": 10}


@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("Tc 6d 9h", 2),
        ("Tc 2d 3h 9d", 2),
        ("2c 2d 3h 9d Th", 4),
        ("2c 2d 3h 4d 5h Th", 15),
        ("2c 2d 3h 2d 2h 5d Th", 50),
        ("2d 2h 2c 2s 3d 2d 3h 9c", 250),
        ("2d 2h 2c 2s 3d 2d 2h Ac 9c", 250),
        ("Tc 2d Th", 2),
        ("Tc 7d", -1),
    ],
)
def test_30_2105_10_buster_counts_the_cards_of_the_busted_hand(dealer: str, pays: int) -> None:
    wagers = {**BOTH, "buster_blackjack": 5.0}
    bust = seat(wagers, "", "decline switch", "hand_1 hit", "hand_2 hit", hands="Th 6d 9c|Tc 6s 9d")
    assert settle(GAME, bust, dealer=dealer)["buster_blackjack"] == 5 * pays


@pytest.mark.parametrize("dealer", ["Kh Ad", "Ad Kh"])
def test_30_2105_8e_a_switched_blackjack_loses_to_a_dealer_blackjack(dealer: str) -> None:
    switched = seat(BOTH, "", "switch", "hand_2 stand", dealt="Ah 8s|9c Kd", hands="Ah Kd|9c 8s")
    assert settle(GAME, switched, dealer=dealer) == {"hand_1": -10, "hand_2": -10}
    with pytest.raises(RuleError, match="dealer has a natural"):
        settle(GAME, switched, dealer=dealer, house={"hole_card": "peek"})
