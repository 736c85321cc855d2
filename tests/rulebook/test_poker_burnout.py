"""Poker Burnout and Poker Burnout Bonanza, CO 30-1099.49, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, lines, seat, settle

from houseway.rules.errors import RuleError

GAME, BONANZA = "poker-burnout", "poker-burnout-bonanza"
SECTION = "CO 30-1099.49"
HANDS = {  # three cards, the one to burn, the board: the blind under tables 1 and 2
    ("As Ks 2d", "2d", "Qs Js Ts 4c 7h"): (500, 250),
    ("9d 8d 2s", "2s", "7d 6d 5d Kc Kh"): (100, 100),
    ("9s 9d Kc", "Kc", "9c 9h 4d 7c 2h"): (50, 50),
    ("9s 9d Kc", "Kc", "9h 4c 4d Jc 7h"): (10, 10),
    ("Qs 9s Kd", "Kd", "7s 5s 2s 4c Jh"): (8, 8),
    ("9s 8d Kc", "Kc", "7c 6d 5h 2c 2h"): (6, 6),
    ("As 2d Kc", "Kc", "3c 4d 5h 9c 9h"): (6, 6),
    ("9s 9d Kc", "Kc", "9h 4c 2d Jd 7s"): (4, 4),
    ("As Ad 6h", "6h", "Kc 8d 3s Kh 5c"): (-1, -1),
    ("As Kd 6h", "6h", "Qc 8d 3s 7h 5c"): (-1, -1),
}


def test_30_1099_49_2_the_blind_comes_before_the_cards() -> None:
    with pytest.raises(RuleError, match="Blind is required"):
        settle(GAME, seat({}, "9s 9d Kc", "fold"))
    with pytest.raises(RuleError, match="after the deal"):
        settle(GAME, seat({"blind": 10, "ante": 10}, "9s 9d Kc", "fold"))


def test_30_1099_49_1_one_hand_to_a_player_and_seven_players() -> None:
    with pytest.raises(RuleError, match="1 hand at once"):
        settle(GAME, seat({"blind": 5, "hand_2.blind": 5}, hands=[["9s", "9d", "Kc"], ["2s", "2d", "3c"]]))
    with pytest.raises(RuleError, match="7 seats"):
        all_nets(GAME, *[seat({"blind": 5}, "", "fold")] * 8)


def test_30_1099_49_5_and_7_ante_and_call_equal_the_blind() -> None:
    player = seat({"blind": 10}, "9s 9d Kc", "bet ante", "burn Kc", "call")
    settled = lines(GAME, player, community="9h 4c 2d Jd 7s")[0]
    assert [settled[name]["stake"] for name in ("blind", "ante", "call")] == [10, 10, 10]
    for wrong in (
        ("bet ante 2x", "burn Kc", "call"),
        ("bet ante", "call"),
        ("bet ante", "burn Kc"),
        ("bet ante", "burn Kc 9s", "call"),
        ("bet ante", "burn", "call"),
        ("bet ante", "burn 4c", "call"),
        ("bet ante", "burn Kc", "call 20"),
        ("check", "burn Kc", "call"),
    ):
        with pytest.raises(RuleError) as error:
            settle(GAME, seat({"blind": 10}, "9s 9d Kc", *wrong), community="9h 4c 2d Jd 7s")
        assert error.value.field.startswith("seats[0].actions"), wrong


def test_30_1099_49_7_a_burn_may_be_called_a_discard() -> None:
    for burn in ("burn Kc", "discard Kc"):
        player = seat({"blind": 10}, "9s 9d Kc", "bet ante", burn, "call")
        assert settle(GAME, player, community="9h 4c 2d Jd 7s") == {"blind": 40, "ante": 10, "call": 10}


def test_30_1099_49_5_and_7_what_a_fold_loses() -> None:
    settled = lines(GAME, seat({"blind": 10}, "9s 9d 9c", "fold"))[0]
    assert {name: line["net"] for name, line in settled.items()} == {"blind": -10}
    after_flop = seat({"blind": 10}, "9s 9d 9c", "bet ante", "fold")
    assert settle(GAME, after_flop, community="9h 4c 2d Jd 7s") == {"blind": -10, "ante": -10}


def test_30_1099_49_7_the_burned_card_does_not_count() -> None:
    for burned, nets in (("9c", -10), ("Kc", 10)):
        player = seat({"blind": 10}, "9s 9c Kc", "bet ante", f"burn {burned}", "call")
        assert settle(GAME, player, community="9h 4c 2d Jd 7s")["call"] == nets, burned
    player = seat({"blind": 10}, "Ks 8c 3d", "bet ante", "burn 3d", "call")
    assert settle(GAME, player, community="5h 5d 5c Qs 2h")["blind"] == 40  # three of a kind on the board


def test_30_1099_49_10_three_of_a_kind_or_better_wins() -> None:
    for (cards, burned, board), prices in HANDS.items():
        for table, price in zip("12", prices, strict=True):
            player = seat({"blind": 10}, cards, "bet ante", f"burn {burned}", "call")
            settled = lines(GAME, player, community=board, house={"pay_tables": {"blind": table}})[0]
            even = 10 if price > 0 else -10
            nets = {name: line["net"] for name, line in settled.items()}
            assert nets == {"blind": 10 * price, "ante": even, "call": even}, (cards, table)
            assert {line["rule"] for line in settled.values()} == {f"{SECTION}(10)"}


def test_30_1099_49_4_irregularities() -> None:
    players = [
        seat({"blind": 10}, "9s 9d Kc", "bet ante", "burn Kc", "call"),
        seat({"blind": 10}, "As Kd 6h", "bet ante", "burn 6h", "call"),
    ]
    table: dict[str, Any] = {"community": "9h 4c 2d Jd 7s"}
    settled = all_nets(GAME, *players, **table)
    void = [dict.fromkeys(nets, 0) for nets in settled]
    for mishap, expected in (
        ({"kind": "misdeal", "seat": 0}, [void[0], settled[1]]),
        ({"kind": "card_off_table", "seat": 1}, [settled[0], void[1]]),
        ({"kind": "misdeal", "of": "community"}, void),
        ({"kind": "exposed_card", "seat": 0}, settled),
    ):
        assert all_nets(GAME, *players, **table, irregularity=mishap) == expected, mishap


def test_30_1047_a_ceiling_cuts_the_blind_from_50_to_1_up() -> None:
    house = {"max_payout_per_player": 5000, "min_blind": 10}
    royal = seat({"blind": 20}, "As Ks 2d", "bet ante", "burn 2d", "call")
    assert settle(GAME, royal, community="Qs Js Ts 4c 7h", house=house) == {"blind": 5000, "ante": 20, "call": 20}
    full = seat({"blind": 1000}, "9s 9d Kc", "bet ante", "burn Kc", "call")
    assert settle(GAME, full, community="9h 4c 4d Jc 7h", house=house)["blind"] == 10000
    with pytest.raises(RuleError, match=r"at least \$10"):
        settle(GAME, seat({"blind": 5}, "As Ks 2d", "fold"), house=house)


def test_30_1099_49_bonanza_3_and_4_the_ante_is_up_to_three_blinds_and_the_call_matches_it() -> None:
    for action, stake in (("bet ante 1x", 10), ("bet ante 2x", 20), ("bet ante 3x", 30), ("bet ante 15", 15)):
        player = seat({"blind": 10}, "9s 9d Kc", action, "burn Kc", "call")
        won = lines(BONANZA, player, community="9h 4c 2d Jd 7s")[0]
        assert {name: line["net"] for name, line in won.items()} == {"blind": 40, "ante": stake, "call": stake}
        folded = settle(BONANZA, seat({"blind": 10}, "9s 9d Kc", action, "fold"), community="9h 4c 2d Jd 7s")
        assert folded == {"blind": -10, "ante": -stake}
    for wrong in (("bet ante 4x",), ("bet ante 5",), ("bet ante 3x", "burn Kc", "call 10")):
        with pytest.raises(RuleError, match="not allowed"):
            settle(BONANZA, seat({"blind": 10}, "9s 9d Kc", *wrong), community="9h 4c 2d Jd 7s")


def test_30_1099_49_bonanza_2_the_kicker_looks_at_the_three_cards_dealt() -> None:
    for cards, net in (
        ("As Ks Qs", 50), ("9s 8s 7s", 50), ("Qs 9s 4s", 50), ("9s 8d 7c", 50), ("3s 2d Ac", 50), ("9s 9d 9c", 50),
        ("9s 9d 7c", -5), ("As Kd Jc", -5),
    ):  # fmt: skip
        burned = cards.split()[0]
        player = seat({"blind": 10, "kicker": 5}, cards, "bet ante 1x", f"burn {burned}", "call")
        settled = lines(BONANZA, player, community="6h 5h Td Jd 2h")[0]["kicker"]
        assert (settled["net"], settled["rule"]) == (net, f"{SECTION} Bonanza (2)"), cards
        folded = seat({"blind": 10, "kicker": 5}, cards, "fold")
        assert settle(BONANZA, folded) == {"kicker": net, "blind": -10}
        assert settle(BONANZA, folded, house={"kicker_after_fold": False}) == {"kicker": -5, "blind": -10}
    with pytest.raises(RuleError, match=r"needs a wager on Blind|Blind is required"):
        settle(BONANZA, seat({"kicker": 5}, "9s 9d 7c"))
    with pytest.raises(RuleError, match="no wager 'kicker'"):
        settle(GAME, seat({"blind": 10, "kicker": 5}, "9s 9d 7c", "fold"))
