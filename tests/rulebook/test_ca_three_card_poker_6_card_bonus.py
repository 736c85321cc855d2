"""CA GEGR-001825, Three Card Poker 6 Card Bonus, paragraph by paragraph."""

from itertools import pairwise
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "ca-three-card-poker-6-card-bonus"
HANDS = {
    "mini royal": ("As Ks Qs", 200),
    "straight flush": ("4h 3h 2h", 40),
    "ace-low straight flush": ("3h 2h Ah", 40),
    "three of a kind": ("8c 8d 8h", 30),
    "straight": ("Ad Kd Qs", 6),
    "ace-low straight": ("3h 2s Ah", 6),
    "flush": ("Kd 9d 2d", 3),
    "pair": ("2c 2d 9h", 1),
    "nothing": ("Ad Kh Js", -1),
}
SIX = {  # own cards, the player-dealer's
    "royal": ("As Ks Qs", "Js Ts 2d", 1000),
    "straight flush": ("9s 8s 7s", "6s 5s 2d", 200),
    "four of a kind": ("8c 8d 8h", "8s 5s 2d", 100),
    "full house": ("8c 8d 5h", "8s 5s 2d", 20),
    "flush": ("As 9s 7s", "4s 2s Kd", 15),
    "straight": ("9s 8d 7s", "6s 5h 2d", 9),
    "three of a kind": ("8c Jd 5h", "8s 8h 2d", 8),
    "two pair": ("8c Jd 5h", "8s 5s 2d", -1),
}


def test_winners_2_ante_and_play_against_a_player_dealer_who_qualifies() -> None:
    made = {"ante": 10}
    assert settle(GAME, seat(made, "Kh 9d 4c", "play"), dealer="Qs Jd 3c") == {"ante": 10, "play": 10}
    assert settle(GAME, seat(made, "Qh 9d 4c", "play"), dealer="Qs Jd 3c") == {"ante": -10, "play": -10}
    assert settle(GAME, seat(made, "Qh Jh 3d", "play"), dealer="Qs Jd 3c") == {"ante": 0, "play": 0}
    won = rules(GAME, seat(made, "Kh 9d 4c", "play"), dealer="Qs Jd 3c")
    assert won == {"ante": "CA GEGR-001825(Winners 2.a)", "play": "CA GEGR-001825(Winners 2.a)"}
    tied = rules(GAME, seat(made, "Qh Jh 3d", "play"), dealer="Qs Jd 3c")
    assert set(tied.values()) == {"CA GEGR-001825(Winners 2.c)"}


def test_card_values_a_straight_beats_a_flush_and_ace_two_three_is_the_lowest() -> None:
    order = ["As Ks Qs", "Ks Qs Js", "3s 2s As", "8c 8d 8s", "Ad Ks Qs", "3d 2s As", "As Ks Js", "As Ad 2s", "Kd Qs Ts"]
    for better, worse in pairwise(order):
        other = worse.translate(str.maketrans("sdc", "hcd"))
        assert settle(GAME, seat({"ante": 10}, better, "play"), dealer=other)["play"] == 10, (better, worse)


def test_winners_1_a_player_dealer_below_queen_high_gives_the_play_bet_back() -> None:
    for choice, ante in (("pays 1 to 1", 10), ("push", 0), ("compared", -10)):
        house = {"ante_when_dealer_not_qualified": choice}
        player = seat({"ante": 10}, "Th 9d 4c", "play")
        assert settle(GAME, player, dealer="Js 8c 3d", house=house) == {"ante": ante, "play": 0}


def test_pair_plus_bonus_bet_payout_every_row_and_forfeit_with_a_fold() -> None:
    for hand, (cards, price) in HANDS.items():
        player = seat({"ante": 10, "pair_plus": 5}, cards, "play")
        assert settle(GAME, player, dealer="Tc 9s 5d")["pair_plus"] == 5 * price, hand
        folded = seat({"ante": 10, "pair_plus": 5}, cards, "fold")
        assert settle(GAME, folded, dealer="Tc 9s 5d") == {"ante": -10, "pair_plus": -5}, hand
    assert rules(GAME, folded, dealer="Tc 9s 5d")["pair_plus"] == "CA GEGR-001825(Dealing 11.a)"


def test_6_card_bonus_bet_payout_every_row_and_alive_after_a_fold() -> None:
    for hand, (cards, dealer, price) in SIX.items():
        for action in ("play", "fold"):
            player = seat({"ante": 10, "six_card_bonus": 5}, cards, action)
            assert settle(GAME, player, dealer=dealer)["six_card_bonus"] == 5 * price, hand


def test_dealing_3_4_bonus_bets_need_an_ante_and_the_play_bet_equals_it() -> None:
    for wagers in ({"pair_plus": 5}, {"six_card_bonus": 5}):
        with pytest.raises(RuleError, match="needs a wager on Ante"):
            settle(GAME, seat(wagers, "Kh 9d 4c", "play"), dealer="Qs Jd 3c")
    with pytest.raises(RuleError, match="not allowed"):
        settle(GAME, seat({"ante": 10}, "Kh 9d 4c", "play 20"), dealer="Qs Jd 3c")


def test_dealing_8_one_card_of_the_player_dealer_lies_open() -> None:
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}]}), 3)
    dealer = next(pile for pile in live.visible(0) if pile.name == "dealer")
    assert (len(dealer.cards), dealer.hidden) == (1, 2)


def test_winners_3_4_the_bank_settles_seat_by_seat_in_the_printed_order_until_it_is_exhausted() -> None:
    first = seat({"ante": 10, "pair_plus": 10}, "9h 9d 4c", "play")
    second = seat({"ante": 10, "pair_plus": 10}, "8h 8d 4d", "play")
    more: dict[str, Any] = {"dealer": "Qs Jd 3c", "betting": {"player_dealer_wager": 45}}
    assert all_nets(GAME, first, second, **more) == [
        {"pair_plus": 10, "ante": 10, "play": 10},
        {"pair_plus": 10, "ante": 5, "play": 0},
    ]
    settled = answer(GAME, first, second, **more)
    assert settled["player_dealer"] == -45
    cited = {line["wager"]: line["rule"] for line in settled["seats"][1]["lines"]}
    assert cited["play"] == "CA GEGR-001825(Winners 4)"


def test_gegr_001821_the_collection_counts_ante_and_bonus_bets_and_never_the_play_bet() -> None:
    player = seat({"ante": 60, "pair_plus": 20, "six_card_bonus": 20}, "Kh 9d 4c", "play")
    for option, bank, seats in ((1, 1, [0.5]), (4, 1, [0.5]), (16, 2, [0])):
        settled = answer(GAME, player, dealer="Qs Jd 3c", house={"collection_option": option})
        assert settled["collection"] == {"player_dealer": bank, "seats": seats}, option
