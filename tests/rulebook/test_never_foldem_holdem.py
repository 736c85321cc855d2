"""CA Never Fold'em Hold'em, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "never-foldem-holdem"
SECTION = "CA Never Fold'em Hold'em"
BASE = {"ante": 10, "final_hand": 10}
FINAL = {  # own cards, board, price
    "royal": ("As Ks", "Qs Js Ts 2d 3c", 50),
    "straight flush": ("9s 8s", "7s 6s 5s 2d Kc", 30),
    "four of a kind": ("8c 8d", "8h 8s 5s 2d Kc", 20),
    "full house": ("8c 8d", "8h 5c 5s 2d Kc", 8),
    "flush": ("As 8s", "7s 6s 2s Kd Jc", 5),
    "straight": ("9s 8d", "7s 6d 5c 2h Kc", 3),
    "three of a kind": ("8c 8d", "8h 5s Kc 2d Jh", -1),
}


def test_winners_3_4_final_hand_by_its_table_whether_the_hand_wins_or_loses() -> None:
    for hand, (cards, board, price) in FINAL.items():
        nets = settle(GAME, seat(BASE, cards, "check", "check"), dealer="4d 4h", community=board)
        assert nets == {"ante": 10, "final_hand": 10 * price}, hand
    beaten = settle(GAME, seat(BASE, "9s 8d", "check", "call 1x"), dealer="Kh 2h", community="Qh 7h 6c 5h Ts")
    assert beaten == {"ante": -10, "final_hand": 30, "call_1x": -10}


def test_winners_2_4_ante_and_both_calls_win_lose_and_push_together() -> None:
    board = "Jd 7s 4c 3h 2c"
    for cards, net in (("Ah Jh", 1), ("9h 8h", -1), ("Kh 9c", 0)):
        nets = settle(GAME, seat(BASE, cards, "call 2x", "call 1x"), dealer="Kc 9d", community=board)
        assert nets == {"ante": 10 * net, "final_hand": -10, "call_2x": 20 * net, "call_1x": 10 * net}
    tied = rules(GAME, seat(BASE, "Kh 9c", "call 2x", "check"), dealer="Kc 9d", community=board)
    assert tied["call_2x"] == f"{SECTION}(Winners 2.c)"


def test_winners_2_c_the_final_hand_on_a_tie_is_the_house_s_choice() -> None:
    for cards, board, by_table in (("Qh 3d", "Ad Kh Jc 9s 8d", -10), ("2h 3d", "Ad Kh Qc Js Td", 30)):
        for choice, net in (("settle by table", by_table), ("push", 0)):
            house = {"final_hand_on_push": choice}
            dealer = "Qs 2s" if by_table < 0 else "2s 3s"
            nets = settle(GAME, seat(BASE, cards, "call 2x", "check"), dealer=dealer, community=board, house=house)
            assert nets == {"ante": 0, "final_hand": net, "call_2x": 0}
    won = settle(
        GAME, seat(BASE, "9s 8d", "check", "check"), dealer="4d 4h", community="7s 6d 5c 2h Kc",
        house={"final_hand_on_push": "push"},
    )  # fmt: skip
    assert won == {"ante": 10, "final_hand": 30}


def test_blackjack_bonus_bet_payout_table() -> None:
    cards = {"Ah Jh": 60, "Jc Ac": 60, "Ah Jd": 12, "Ah Th": 25, "Td As": 25, "Ah Qh": 12, "Kd As": 12}
    cards |= {"Ah Ad": -1, "Ah 9h": -1, "Kh Qh": -1, "Jh Th": -1}
    for own, price in cards.items():
        player = seat({**BASE, "blackjack_bonus": 5}, own, "check", "check")
        assert settle(GAME, player, dealer="4d 4h", community="7s 6d 5c 2h Kc")["blackjack_bonus"] == 5 * price, own


def test_bet_the_field_bonus_bet_payout_table() -> None:
    cards: dict[str, float] = {
        "Ah Ad": 10,
        "Ah 2d": 5,
        "Ah 3d": 3,
        "2s 2d": 3,
        "8h Ad": 2,
        "5h 4s": 2,
        "9h Ad": 2,
        "8h 2d": 2,
    }
    cards |= {"Ah Kd": 1.5, "Ad Ts": 1.5, "9h 2d": 1, "6s 5h": 1, "Kh 2d": 1, "Tc 2s": 1, "7h 5d": 1}
    cards |= {"4c 3d": -1, "Ac 4c": -1, "7h 8h": -1, "Kd Qs": -1, "Kd 3s": -1, "7c Ac": -1}
    for own, price in cards.items():
        player = seat({**BASE, "bet_the_field": 10}, own, "check", "check")
        assert settle(GAME, player, dealer="4d 4h", community="7s 6d 5c 2h Kc")["bet_the_field"] == 10 * price, own


def test_dealing_3_ante_and_final_hand_are_equal_and_bonus_bets_need_both() -> None:
    board: dict[str, Any] = {"dealer": "4d 4h", "community": "7s 6d 5c 2h Kc"}
    for wagers in ({"ante": 10}, {"ante": 10, "final_hand": 5}, {"blackjack_bonus": 5}, {"bet_the_field": 5}):
        with pytest.raises(RuleError):
            settle(GAME, seat(wagers, "9s 8d", "check", "check"), **board)


def test_dealing_6_8_twice_the_ante_before_the_flop_once_after_it_and_nobody_folds() -> None:
    for actions in (("call 1x", "check"), ("check", "call 2x"), ("fold",), ("check", "fold")):
        with pytest.raises(RuleError):
            settle(GAME, seat(BASE, "9s 8d", *actions), dealer="4d 4h", community="7s 6d 5c 2h Kc")
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": BASE}]}), 1)
    assert [text for one in live.legal(0) for text in one.examples()] == ["check", "call"]
    flop = next(pile for pile in live.act(0, "call 2x").visible(0) if pile.name == "community")
    assert (len(flop.cards), flop.hidden) == (3, 0)


def test_dealing_14_15_the_order_in_which_the_bank_is_exhausted() -> None:
    player = seat(BASE, "9s 8d", "call 2x", "check")
    more: dict[str, Any] = {"dealer": "4d 4h", "community": "7s 6d 5c 2h Kc", "betting": {"player_dealer_wager": 45}}
    assert all_nets(GAME, player, **more) == [{"ante": 10, "final_hand": 30, "call_2x": 5}]
    calls_first = {"settle_calls": "before the final hand"}
    assert all_nets(GAME, player, house=calls_first, **more) == [{"ante": 10, "final_hand": 15, "call_2x": 20}]
    assert answer(GAME, player, **more)["player_dealer"] == -45
    assert rules(GAME, player, **more)["call_2x"] == f"{SECTION}(Dealing 15)"


def test_collection_rates_schedule_counts_base_and_bonus_bets_and_no_calls() -> None:
    player = seat({**BASE, "bet_the_field": 40}, "9s 8d", "call 2x", "call 1x")
    for option, bank, seats in ((1, 1, [0.5]), (3, 1, [1]), (5, 1, [0]), (9, 3, [0]), (10, 1, [0])):
        settled = answer(GAME, player, dealer="4d 4h", community="7s 6d 5c 2h Kc", house={"collection_option": option})
        assert settled["collection"] == {"player_dealer": bank, "seats": seats}, option
