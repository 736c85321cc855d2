"""High Five Poker and High Five Poker Progressive, CO 30-1099.32, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, seat, settle

from houseway.rules.errors import RuleError

GAME = "high-five-poker"
SECTION = "CO 30-1099.32"
FIVES, SIXES = "5h 5d Kc 9s 7d 3c Jh", "6h 6d Kc 9s 7d 3c Jh"
NOTHING = "Ah Qd 8c 6s 4d 2h Tc"
HANDS = {  # trips under schedules 01, 02, 03; the progressive at a meter of $20,000
    "As Ad Ac Ah Jk1 2c 3d": ((200, 200, 200), 20000),
    "As Ks Qs Js Ts 2c 3d": ((100, 100, 100), 500),
    "As Ks Qs Jk1 Ts 2c 3d": ((100, 100, 100), 500),
    "9s 8s 7s 6s 5s 2c Kd": ((50, 50, 50), 100),
    "9s 8s Jk1 6s 5s 2c Kd": ((50, 50, 50), 100),
    "9s 9d 9c 9h 5s 2c Kd": ((40, 40, 40), 75),
    "As Ad Ac Jk1 5s 2c Kd": ((40, 40, 40), 75),
    "As Ad Ac Kh Ks 2c 9d": ((20, 25, 15), 10),
    "As Ad Jk1 Kh Ks 2c 9d": ((20, 25, 15), 10),
    "Ks Kd Kc Ah As 2c 9d": ((7, 7, 7), 10),
    "Qs 9s 7s 5s 2s 2c Kd": ((4, 4, 4), 0),
    "9s 8d 7s 6s 5h 2c Kd": ((2, 2, 2), 0),
    "9s 8d Jk1 6s 5h 2c Kd": ((2, 2, 2), 0),
    "9s 9d 9c 6s 5h 2c Kd": ((1, 1, 1), 0),
    "As Ad Jk1 6s 5h 2c Kd": ((1, 1, 1), 0),
    "9s 9d 6c 6s 5h 2c Kd": ((-1, -1, -1), 0),
    "9s 9d Jk1 7s 4h 2c Kd": ((-1, -1, -1), 0),  # the joker is an ace, not a nine
}


def test_30_1099_32_2_the_progressive_needs_the_ante() -> None:
    for wagers in ({"progressive": 1}, {"trips": 5, "progressive": 1}):
        with pytest.raises(RuleError, match="Progressive needs a wager on Ante"):
            settle(GAME, seat(wagers, NOTHING), dealer=SIXES)
    with pytest.raises(RuleError, match="one of Ante or Trips"):
        settle(GAME, seat({}, NOTHING), dealer=SIXES)


def test_30_1099_32_1_one_hand_to_a_player() -> None:
    with pytest.raises(RuleError, match="1 hand at once"):
        settle(GAME, seat({"trips": 5, "hand_2.trips": 5}, hands=[NOTHING.split(), SIXES.split()]), dealer=FIVES)


def test_30_1099_32_7_fives_do_not_qualify_and_sixes_do() -> None:
    player = seat({"ante": 10}, NOTHING, "play")
    settled = lines(GAME, player, dealer=FIVES)[0]
    assert {name: line["net"] for name, line in settled.items()} == {"play": 0, "ante": 10}
    assert {line["rule"] for line in settled.values()} == {f"{SECTION}(7)"}
    assert settle(GAME, player, dealer="6h 6d Kc 9s 7d 3c Jh") == {"play": -10, "ante": -10}
    assert settle(GAME, player, dealer="Jk1 Kd Kc 9s 7d 3c Jh") == {"play": -10, "ante": -10}
    assert settle(GAME, player, dealer="Jk1 Qs 9d 8s 4h 3c 2d") == {"play": 0, "ante": 10}  # an ace, and no pair


def test_30_1099_32_7_a_a_straight_wins_the_play_bet_without_a_qualified_dealer() -> None:
    for cards, net in (
        ("4h 5s 6d 7c 8s Kh Qd", 10),
        ("4h 5s Jk1 7c 8s Kh Qd", 10),
        ("Qs 8s 6s 4s 2s Kh Ad", 10),
        ("9h 9d 9c 2s 4d Qh Ad", 0),
        ("Ah Ad Qc Qs 4d 2h Tc", 0),
    ):
        assert settle(GAME, seat({"ante": 10}, cards, "play"), dealer=FIVES) == {"play": net, "ante": 10}, cards
    beaten = settle(GAME, seat({"ante": 10}, "4h 5s 6d 7c 8s Kh Qd", "play"), dealer="Jc 9c 6c 5c 2c 6h 3d")
    assert beaten == {"play": -10, "ante": -10}


def test_30_1099_32_8_a_fold_forfeits_the_ante_and_the_progressive_and_leaves_trips() -> None:
    wagers = {"ante": 10, "trips": 5, "progressive": 1}
    settled = lines(GAME, seat(wagers, "Ks Kd Kc Ah As 2c 9d", "fold"))[0]
    assert {name: line["net"] for name, line in settled.items()} == {"ante": -10, "trips": 35, "progressive": -1}
    assert (settled["ante"]["rule"], settled["progressive"]["rule"]) == (f"{SECTION}(8)", f"{SECTION}(6)")
    house = {"trips_after_fold": False}
    assert settle(GAME, seat(wagers, "Ks Kd Kc Ah As 2c 9d", "fold"), house=house)["trips"] == -5


def test_30_1099_32_9_trips_alone() -> None:
    alone = seat({"trips": 5}, "9s 9d 9c 6s 5h 2c Kd")
    assert settle(GAME, alone) == {"trips": 5}
    with pytest.raises(RuleError, match="Ante is required"):
        settle(GAME, alone, house={"trips_alone": False})


def test_30_1099_32_10_the_play_wager_may_be_placed_in_the_blind() -> None:
    assert settle(GAME, seat({"ante": 10, "play": 10}, NOTHING), dealer=SIXES) == {"play": -10, "ante": -10}
    with pytest.raises(RuleError, match="must equal Ante"):
        settle(GAME, seat({"ante": 10, "play": 20}, NOTHING), dealer=SIXES)
    with pytest.raises(RuleError, match="nothing left to decide"):
        settle(GAME, seat({"ante": 10, "play": 10}, NOTHING, "fold"), dealer=SIXES)


def test_30_1099_32_11_play_equals_the_ante() -> None:
    settled = lines(GAME, seat({"ante": 10}, "Ah Ad 8c 6s 4d 2h Tc", "play"), dealer=SIXES)[0]
    assert (settled["play"]["stake"], settled["play"]["net"], settled["ante"]["net"]) == (10, 10, 10)
    assert settled["play"]["rule"] == f"{SECTION}(14)"
    for wrong in ("play 20", "check", "raise 2x"):
        with pytest.raises(RuleError):
            settle(GAME, seat({"ante": 10}, NOTHING, wrong), dealer=SIXES)


def test_30_1099_32_13_ties_push_and_trips_is_paid() -> None:
    player = seat({"ante": 10, "trips": 5}, "9s 9d 9c 6s 2h 3c Kd", "play")
    settled = lines(GAME, seat({"ante": 10, "trips": 5}, "As Kd Qc Jd Th 3c 2d", "play"), dealer="Ah Kc Qd Js Tc 3d 4h")
    assert {name: line["net"] for name, line in settled[0].items()} == {"play": 0, "ante": 0, "trips": 10}
    assert settled[0]["ante"]["rule"] == f"{SECTION}(13)"
    beaten = settle(GAME, player, dealer="Jc 7c 6c 5c 2c 6h 3d")
    assert beaten == {"play": -10, "ante": -10, "trips": 5}


def test_30_1099_32_1_the_rank_of_hands() -> None:
    aces = seat({"ante": 10}, "As Ad Ac Ah Jk1 2c 3d", "play")
    assert settle(GAME, aces, dealer="Ks Kd Kc Kh 9s 8s 7s")["ante"] == 10
    royal = seat({"ante": 10}, "Kh Qh Jh Th Ah 2c 3d", "play")
    assert settle(GAME, royal, dealer="As Ad Ac Jk1 9s 8s 7s")["ante"] == 10
    assert settle(GAME, royal, dealer="9s 8s 7s 6s Jk1 4d 3h")["ante"] == 10


def test_30_1099_32_16_trips_schedules() -> None:
    for cards, (prices, _) in HANDS.items():
        for number, price in enumerate(prices, start=1):
            house = {"pay_tables": {"trips": f"{number:02}"}}
            settled = lines(GAME, seat({"trips": 5}, cards), house=house)
            assert settled[0]["trips"]["net"] == 5 * price, (cards, number)
            assert settled[0]["trips"]["rule"] == f"{SECTION}({16 if price > 0 else 15})"


def test_30_1099_32_18_progressive() -> None:
    for cards, (_, price) in HANDS.items():
        player = seat({"ante": 5, "progressive": 1}, cards, "play")
        table: dict[str, Any] = {"dealer": "Qh Jc 8h 6h 4d 3c Td", "meters": {"progressive": 20000}}
        settled = answer(GAME, player, **table)
        line = next(line for line in settled["seats"][0]["lines"] if line["wager"] == "progressive")
        assert line["net"] == price - 1, cards
        assert settled["meters"]["progressive"] == (0 if price == 20000 else 20000)  # others are paid from the tray


def test_30_1099_32_5_irregularities() -> None:
    players = [
        seat({"ante": 10, "trips": 5, "progressive": 1}, NOTHING, "play"),
        seat({"ante": 10}, "Ks Kd 8d 8s 4c 2d Th", "play"),
    ]
    table: dict[str, Any] = {"dealer": "6h 6d Kc 9s 7d 3c Jh", "meters": {"progressive": 20000}}
    settled = all_nets(GAME, *players, **table)
    void = [dict.fromkeys(nets, 0) for nets in settled]
    for mishap, expected in (
        ({"kind": "misdeal", "seat": 0}, [void[0], settled[1]]),
        ({"kind": "misdeal", "of": "dealer"}, void),
        ({"kind": "exposed_card", "seat": 0}, settled),
    ):
        assert all_nets(GAME, *players, **table, irregularity=mishap) == expected, mishap


def test_30_1047_a_ceiling_cuts_trips_from_50_to_1_up() -> None:
    house = {"max_payout_per_player": 1500, "min_trips": 5}
    nets = [
        settle(GAME, seat({"trips": stake}, cards), house=house)["trips"]
        for cards, stake in (("As Ad Ac Ah Jk1 2c 3d", 5), ("As Ad Ac Ah Jk1 2c 3d", 10), ("9s 9d 9c 9h 5s 2c Kd", 50))
    ]
    assert nets == [1000, 1500, 2000]
    lifted = settle(GAME, seat({"trips": 10}, "As Ad Ac Ah Jk1 2c 3d"), house={**house, "max_payout_per_player": 100})
    assert lifted["trips"] == 1000  # $5 at 200 to 1
    with pytest.raises(RuleError, match=r"at least \$5"):
        settle(GAME, seat({"trips": 4}, NOTHING), house=house)
