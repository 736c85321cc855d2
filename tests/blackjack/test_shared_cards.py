"""Stadium Blackjack, CO 30-899.26, and Multi-Hand Blackjack, CO 30-899.27: all seats play the same cards."""

from typing import Any

import pytest
from tests.blackjack.helpers import all_nets, seat, settle

from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError

STADIUM, MULTI = "stadium-blackjack", "multi-hand-blackjack"
TEN = {"blackjack": 10.0}


def stadium(cards: str, *actions: str, up: str, stream: str = "", **house: Any) -> dict[str, float]:
    return settle(STADIUM, seat(TEN, cards, *actions), dealer=up, community=stream, house=house)


def test_30_899_26_17_a_card_left_by_a_player_is_his_dealers() -> None:
    seats = [seat(TEN, "Th 6d", "stand"), seat(TEN, "Th 6d", "hit", "stand"), seat(TEN, "Th 6d", "hit", "hit")]
    assert all_nets(STADIUM, *seats, dealer="7c", community="3s 9d Kh 2d 3c") == [
        {"blackjack": -10},
        {"blackjack": 10},
        {"blackjack": -10},
    ]


def test_30_899_26_3_a_natural_needs_one_more_card_under_an_ace_or_ten_only() -> None:
    assert stadium("As Kd", up="9c") == {"blackjack": 15}
    assert stadium("As Kd", up="9c", blackjack_pays="6 to 5") == {"blackjack": 12}
    assert stadium("As Kd", up="Tc", stream="Ad") == {"blackjack": 0}
    with pytest.raises(RuleError, match="not enough cards"):
        stadium("As Kd", up="Tc")


def test_30_899_26_7_doubles() -> None:
    assert stadium("6h 5d", "double", up="7c", stream="9s Th") == {"blackjack": 10, "double": 10}
    assert stadium("6h 5d", "double", up="Tc", stream="9s Ah") == {"blackjack": -10, "double": 0}
    assert stadium("6h 5d", "double", up="Tc", stream="2s Qh") == {"blackjack": -10, "double": -10}
    with pytest.raises(RuleError):
        stadium("Ah 5d", "double", up="7c", stream="9s Th")
    with pytest.raises(RuleError):
        stadium("4h 3d", "hit", "double", up="7c", stream="2s Th Td")
    any_number = stadium("4h 3d", "hit", "double", up="7c", stream="2s Th Td", double_cards="any")
    assert any_number == {"blackjack": 10, "double": 10}


def test_30_899_26_8_splits() -> None:
    assert stadium("Ah Ad", "split", up="8c", stream="Kd 8s Th") == {"blackjack": 10, "split": 10}
    assert stadium("8h 8d", "split", "stand", "stand", up="Tc", stream="Kd 9s Ah") == {"blackjack": -10, "split": 0}
    with pytest.raises(RuleError):
        stadium("8h 8d", "split", "stand", "stand", up="Tc", stream="Kd 9s Ah", split=False)


def test_30_899_26_9_surrender_and_10_even_money() -> None:
    assert stadium("Th 6d", "surrender", up="9c", surrender=True) == {"blackjack": -5}
    assert stadium("As Kd", "take even money", up="Ac", stream="Kc") == {"blackjack": 10}
    assert stadium("As Kd", "decline even money", up="Ac", stream="Kc") == {"blackjack": 0}


def test_30_899_26_16_a_player_who_does_not_act() -> None:
    assert stadium("7h 5d", "timeout", up="Tc", stream="6s 9h") == {"blackjack": 10}
    assert stadium("7h 5d", "timeout", "stand", up="Tc", stream="6s 9h", timeout={"stand_hard": 13}) == {
        "blackjack": -10
    }


def test_30_899_26_14_all_seats_hold_the_same_two_cards() -> None:
    with pytest.raises(RuleError, match="same two cards"):
        all_nets(STADIUM, seat(TEN, "Th 6d", "stand"), seat(TEN, "Th 7d", "stand"), dealer="7c", community="Td")


def multi(wagers: dict[str, float], lanes: list[str], *actions: str, dealer: str, **house: Any) -> dict[str, float]:
    piles = {"hands": [hand.split() for hand in lanes]}
    own = {"wagers": wagers, "actions": list(actions)}
    file = {"game": MULTI, "seats": [own], "dealer": dealer.split(), "piles": piles, "house": house}
    return {line["wager"]: line["net"] for line in as_json(settle_file(convert_round(file)))["seats"][0]["lines"]}


def test_30_899_27_3_wagers_on_some_hands_in_unequal_amounts() -> None:
    hands = ["Th 9d", "5h 4d 2c Ks", "8h 8d"]
    nets = multi({"hand_1": 10, "hand_3": 20}, hands, "hand_1 stand", "hand_3 stand", dealer="Tc 8c")
    assert nets == {"hand_1": 10, "hand_3": -20}
    every = multi({"hand_2": 10}, hands, "hand_2 hit", "hand_2 hit", dealer="Tc 8c")
    assert every == {"hand_2": 10}


def test_30_899_27_2_one_hand_where_the_house_offers_one() -> None:
    with pytest.raises(RuleError, match="no wager 'hand_2'"):
        multi({"hand_2": 10}, ["Th 9d"], dealer="Tc 8c", hands=1)


def test_30_899_27_13_ten_cards_win_unless_the_dealer_has_a_blackjack() -> None:
    ten = "2s 2h 2d 2c 3s 3h As Ah Ac Ad"
    hits = ["hand_1 hit"] * 8
    assert multi({"hand_1": 10}, [ten], *hits, dealer="Ks Qd", hands=1) == {"hand_1": 10}
    assert multi({"hand_1": 10}, [ten], *hits, dealer="Ks 6d", hands=1) == {"hand_1": 10}  # no card is drawn for it
    lost = multi({"hand_1": 10}, [ten], *hits, dealer="Ad Ks", hands=1, no_face_down=True)
    assert lost == {"hand_1": -10}
    with pytest.raises(RuleError, match="dealer must draw"):
        multi({"hand_1": 10}, [ten], *hits, dealer="Ad", hands=1, no_face_down=True)


def test_30_899_27_7_a_hand_without_a_decision_is_hit_to_eleven() -> None:
    assert multi({"hand_1": 10}, ["5h 6d Tc"], "timeout", dealer="Tc 8c") == {"hand_1": 10}
    assert multi({"hand_1": 10}, ["5h 7d Tc"], "timeout", dealer="Tc 8c") == {"hand_1": -10}


def test_30_899_27_6_a_split_takes_from_the_stream_of_its_field() -> None:
    nets = multi({"hand_1": 10}, ["8h 8d Tc 3c 9s"], "split", "stand", "hand_2 hit", "hand_2 stand", dealer="Tc 8c")
    assert nets == {"hand_1": 10}


def test_30_899_27_2_three_fields_are_dealt_from_one_deck() -> None:
    wagers = {"hand_1": 5, "hand_2": 5, "hand_3": 5}
    file = convert_round({"game": "multi-hand-blackjack", "house": {"decks": 1}, "seats": [{"wagers": wagers}]})
    now = open_round(file, 1)
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn))
    assert now.settle() == settle_file(convert_round(now.round_file()))
