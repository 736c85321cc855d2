"""CO 30-1099.42, Six Card Poker, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.families import open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "six-card-poker"
SECTION = "CO 30-1099.42"
KING_HIGH = "Kh Qd 9s 7c 5d 3h"
ACE_QUEEN = "Ah Qd 9s 7c 5d 3h"
ACE_KING = "Ah Kd 9s 7c 5d 2h"
HANDS = {  # six cards, with a card that does not help
    "royal_flush": "As Ks Qs Js Ts 2s",
    "straight_flush": "9d 8d 7d 6d 5d Ac",
    "four_of_a_kind": "8s 8d 8h 8c Kd Kc",
    "full_house": "8s 8d 8h Kc Kd Kh",
    "flush": "Kd Jd 9d 6d 3d Kc",
    "straight": "9d 8c 7d 6h 5d 9s",
    "three_of_a_kind": "8s 8d 8h Kc Qd 2h",
    "two_pair": "8s 8d 6h 6c 4d 4h",
    "pair of aces": "As Ad 9h 7c 5d 3h",
    "pair of kings": "Ks Kd 9h 7c 5d 3h",
    "ace high": "As Kd 9h 7c 5d 3h",
}


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def played(cards: str, *actions: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, **wagers}, cards, *(actions or ("play",)))


def test_30_1099_42_2_the_ante_is_required() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        settle(GAME, seat({"aces_up": 5}, HANDS["pair of aces"], "play"), dealer=ACE_KING)


def test_30_1099_42_2_the_house_may_leave_out_the_bad_beat() -> None:
    with pytest.raises(RuleError, match="does not offer"):
        settle(
            GAME,
            played(HANDS["ace high"], two_way_bad_beat=5),
            dealer=KING_HIGH,
            house={"two_way_bad_beat_offered": False},
        )


def test_30_1099_42_4_three_dealer_cards_are_seen_before_the_decision() -> None:
    now = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}]}), 5)
    dealer = next(pile for pile in now.visible(0) if pile.name == "dealer")
    assert (len(dealer.cards), dealer.hidden) == (3, 3)


def test_30_1099_42_5_the_play_bet_equals_the_ante() -> None:
    hand = played(HANDS["two_pair"])
    assert settle(GAME, hand, dealer=ACE_KING) == {"ante": 10, "play": 10}
    for action in ("play 2x", "check", "raise 15"):
        with pytest.raises(RuleError):
            settle(GAME, played(HANDS["two_pair"], action), dealer=ACE_KING)


def test_30_1099_42_5_a_and_15_a_fold_leaves_both_side_wagers() -> None:
    folded = played("As Ad 9h 7c 5d 3h", "fold", aces_up=5, two_way_bad_beat=5)
    assert settle(GAME, folded, dealer="Qs Qd Jh Jc 4d 2h") == {"ante": -10, "aces_up": 5, "two_way_bad_beat": 45}
    less = played("Ks Kd 9h 7c 5d 3h", "fold", aces_up=5, two_way_bad_beat=5)
    assert settle(GAME, less, dealer="Qs Qd Jh Jc 4d 2h") == {"ante": -10, "aces_up": -5, "two_way_bad_beat": -5}
    assert rules(GAME, folded, dealer="Qs Qd Jh Jc 4d 2h")["ante"] == f"{SECTION}(5)(a)"


def test_30_1099_42_8_below_ace_king_the_ante_comes_back_and_play_is_contested() -> None:
    for dealer in (KING_HIGH, ACE_QUEEN):
        assert settle(GAME, played("Ac Kc 8h 6c 4s 2d"), dealer=dealer) == {"ante": 0, "play": 10}
        assert settle(GAME, played("Jc Tc 8h 6c 4s 2d"), dealer=dealer) == {"ante": 0, "play": -10}
    tie = played("Kc Qs 9d 7h 5c 2d")
    assert settle(GAME, tie, dealer=KING_HIGH) == {"ante": 0, "play": 0}
    assert rules(GAME, tie, dealer=KING_HIGH) == {"ante": f"{SECTION}(8)", "play": f"{SECTION}(12)"}


def test_30_1099_42_10_to_12_ace_king_or_better_decides_both() -> None:
    cases = {"Qs Qd 8h 6c 4s 3d": (10, 10), "As Qd 8h 6c 4s 3d": (-11, -10), "Ac Ks 9d 7h 5c 2s": (12, 0)}
    for cards, (paragraph, net) in cases.items():
        hand = played(cards)
        assert settle(GAME, hand, dealer=ACE_KING) == {"ante": net, "play": net}, cards
        assert set(rules(GAME, hand, dealer=ACE_KING).values()) == {f"{SECTION}({abs(paragraph)})"}


def test_30_1099_42_1_the_sixth_card_does_not_break_a_tie() -> None:
    assert settle(GAME, played("Ac Ks 9d 7h 5c 3s"), dealer=ACE_KING) == {"ante": 0, "play": 0}


ACES_UP = {
    "SCP-01": (500, 100, 30, 9, 8, 7, 4, 2, 1, -1, -1),
    "SCP-02": (500, 100, 30, 10, 8, 6, 4, 2, 1, -1, -1),
    "SCP-03": (500, 100, 30, 9, 8, 6, 4, 2, 1, -1, -1),
    "SCP-04": (500, 100, 30, 9, 7, 6, 4, 2, 1, -1, -1),
}


def test_30_1099_42_13_aces_up_schedules() -> None:
    for schedule, prices in ACES_UP.items():
        for (hand, cards), price in zip(HANDS.items(), prices, strict=True):
            for action in ("play", "fold"):
                player = played(cards, action, aces_up=5)
                nets = settle(GAME, player, dealer="4c 4s 3c 2c Th Jh", house=tables(aces_up=schedule))
                assert nets["aces_up"] == 5 * price, (schedule, hand, action)


BAD_BEAT = {  # the losing hand, the winning one, the prices of the three schedules
    "straight_flush": ("9d 8d 7d 6d 5d Ac", "As Ks Qs Js Ts 2c", (10000, 2500, 500)),
    "four_of_a_kind": ("8s 8d 8h 8c Kd 2c", "9s 9d 9h 9c Qd 3c", (5000, 1000, 500)),
    "full_house": ("8s 8d 8h Kc Kd 2c", "9s 9d 9h Qc Qd 3c", (500, 500, 500)),
    "flush": ("Kd Jd 9d 6d 3d 2c", "Ks Js 9s 6s 4s Ah", (200, 200, 200)),
    "straight": ("9d 8c 7d 6h 5d Ac", "Td 9h 8h 7c 6d 2c", (100, 100, 100)),
    "three_of_a_kind": ("8s 8d 8h Kc Qd 2c", "9s 9d 9h Kd Js 3c", (35, 35, 35)),
    "two_pair": ("8s 8d 7h 7c Kd 2c", "9s 9d 3h 3c Qd Js", (10, 10, 10)),
    "pair of aces": ("As Ad 9h 7c 5d 3h", "Ah Ac Jh 7d 5c 2h", (9, 9, 9)),
    "pair of kings": ("Ks Kd 9h 7c 5d 3h", "Ah Ac Jh 7d 5c 2h", (-1, -1, -1)),
}


def test_30_1099_42_14_the_losing_hand_is_paid_whoever_holds_it() -> None:
    for hand, (low, high, prices) in BAD_BEAT.items():
        for schedule, price in zip(("TWBB-001", "TWBB-002", "TWBB-003"), prices, strict=True):
            house = tables(two_way_bad_beat=schedule)
            for mine, theirs in ((low, high), (high, low)):
                nets = settle(GAME, played(mine, two_way_bad_beat=5), dealer=theirs, house=house)
                assert nets["two_way_bad_beat"] == 5 * price, (hand, schedule)


def test_30_1099_42_14_a_tie_is_no_bad_beat() -> None:
    tie = played("As Ad 9h 7c 5d 3h", two_way_bad_beat=5)
    assert settle(GAME, tie, dealer="Ah Ac 9d 7d 5c 2h") == {"ante": 0, "play": 0, "two_way_bad_beat": -5}


def test_30_1099_42_9_order_of_settlement() -> None:
    wagers = {"two_way_bad_beat": 5, "aces_up": 5}
    settled = answer(GAME, played(HANDS["flush"], **wagers), dealer=ACE_KING.replace("Kd", "Ks"))
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == ["ante", "play", "aces_up", "two_way_bad_beat"]


def test_30_1016_a_misdeal_returns_all_wagers() -> None:
    seats = [played("As Ad", aces_up=5), played(HANDS["two_pair"])]
    nets = all_nets(GAME, *seats, dealer=ACE_KING, irregularity={"kind": "misdeal", "seat": 0})
    assert [set(one.values()) for one in nets] == [{0}, {0}]
    own = {"misdeal_to_a_player": "seat"}
    nets = all_nets(GAME, *seats, dealer=ACE_KING, house=own, irregularity={"kind": "misdeal", "seat": 0})
    assert [set(one.values()) for one in nets] == [{0}, {10}]


def test_30_1047_ceilings_count_the_side_wagers_from_50_to_1() -> None:
    hand = played(HANDS["royal_flush"], aces_up=10)
    house = {"max_payout_per_player": 1000}
    assert settle(GAME, hand, dealer=ACE_KING, house=house) == {"ante": 10, "play": 10, "aces_up": 1000}
    assert settle(GAME, hand, dealer=ACE_KING, house={**house, "min_bet": 5})["aces_up"] == 2500
    quads = played(HANDS["four_of_a_kind"], aces_up=100)
    assert settle(GAME, quads, dealer="Ah Ks 9s 7c 5d 2h", house=house)["aces_up"] == 3000
