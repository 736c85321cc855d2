"""Boston 5 Stud Poker and Boston 7 Stud Poker, CO 30-1099.22, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, lines, seat, settle

from houseway.rules.errors import RuleError

FIVE, SEVEN = "boston-5-stud", "boston-7-stud"
SECTION = "CO 30-1099.22"
HALF, EVEN = {"first_wager": 10, "ante_bonus": 5}, {"first_wager": 10, "ante_bonus": 10}
THREE_CARDS = {  # the first three cards: schedules B7S-01 to B7S-08
    "As Ks Qs": (40, 40, 40, 100, 50, 100, 100, 100),
    "9s 8s 7s": (40, 40, 40, 40, 40, 40, 50, 40),
    "9s 9d 9c": (30, 30, 30, 30, 30, 30, 30, 25),
    "9s 8d 7s": (6, 6, 5, 5, 6, 6, 6, 6),
    "3s 2d As": (6, 6, 5, 5, 6, 6, 6, 6),
    "Ks 8s 7s": (4, 3, 4, 4, 3, 3, 3, 4),
    "9s 9d 7s": (1, 1, 1, 1, 1, 1, 1, 1),
    "As Kd Js": (-1, -1, -1, -1, -1, -1, -1, -1),
}
FIVE_CARDS = {
    "As Ks Qs Js Ts": 1000,
    "9s 8s 7s 6s 5s": 200,
    "9s 9d 9c 9h 2s": 100,
    "9s 9d 9c 2h 2s": 25,
    "Ks 8s 7s 4s 2s": 15,
    "9s 8d 7s 6h 5s": 8,
    "9s 9d 9c 4h 2s": 5,
    "9s 9d 4c 4h 2s": 2,
}
SEVEN_CARDS: dict[
    str, tuple[str | int, ...]
] = {  # schedules B7-01 to B7-05; dollars where the price does not grow with the wager
    "As Ks Qs Js Ts 9s 8s": ("$25000", "$25000", "$25000", "$25000", 250),
    "As Ks Qs Js Ts 9s 2d": ("$5000", "$5000", "$5000", "$5000", 250),
    "As Ks Qs Js Ts 9d 2d": (500, 250, 250, 200, 250),
    "As 9s 8s 7s 6s 5s Kd": (100, 100, 100, 50, 50),
    "9s 9d 9c 9h 2s 3d Kd": (20, 20, 25, 20, 20),
    "9s 9d 9c 2h 2s 3d Kd": (4, 4, 4, 4, 4),
    "Ks 8s 7s 4s 2s 2d Ad": (3, 3, 3, 3, 3),
    "9s 8d 7s 6h 5s 2d 2h": (2, 2, 2, 2, 2),
    "9s 9d 9c 4h 2s Jd Kd": (1, 1, 1, 1, 1),
}


def test_30_1099_22_2_first_wager_and_ante_bonus_go_together() -> None:
    for game, wagers in ((FIVE, HALF), (SEVEN, EVEN)):
        assert set(settle(game, seat(wagers, "9s 8d 2c", "fold"))) == {"first_wager", "ante_bonus"}
        for missing in wagers:
            with pytest.raises(RuleError, match=r"required|needs"):
                settle(game, seat({missing: 10}, "9s 8d 2c", "fold"))


def test_30_1099_22_3_the_ante_bonus_of_boston_5_is_half_of_the_first_wager() -> None:
    with pytest.raises(RuleError, match=r"must equal 0\.5 times First Wager"):
        settle(FIVE, seat(EVEN, "9s 8d 2c", "fold"))
    free = settle(FIVE, seat({**HALF, "ante_bonus": 3}, "9s 8d 2c", "fold"), house={"ante_bonus_is_half": False})
    assert free == {"first_wager": -10, "ante_bonus": -3}


def test_30_1099_22_13_b_the_wagers_of_boston_7_are_equal() -> None:
    with pytest.raises(RuleError, match="must equal First Wager"):
        settle(SEVEN, seat(HALF, "9s 8d 2c", "fold"))
    house = {"ante_bonus_equals_first_wager": False}
    assert settle(SEVEN, seat(HALF, "9s 8d 2c", "fold"), house=house) == {"first_wager": -10, "ante_bonus": -5}


def test_30_1099_22_2_the_optional_bonus_is_in_whole_dollars_and_may_stand_alone() -> None:
    for game in (FIVE, SEVEN):
        assert settle(game, seat({"optional_bonus": 5}, "9s 9d 7s")) == {"optional_bonus": 5}
        with pytest.raises(RuleError, match=r"multiple of \$1"):
            settle(game, seat({"optional_bonus": 2.5}, "9s 9d 7s"))
        with pytest.raises(RuleError, match="First Wager is required"):
            settle(game, seat({"optional_bonus": 5}, "9s 9d 7s"), house={"optional_bonus_alone": False})
        with pytest.raises(RuleError, match="one of First Wager or Optional Bonus"):
            settle(game, seat({}, "9s 9d 7s"))


def test_30_1099_22_1_one_hand_to_a_player() -> None:
    with pytest.raises(RuleError, match="1 hand at once"):
        settle(
            FIVE,
            seat({"optional_bonus": 5, "hand_2.optional_bonus": 5}, hands=[["9s", "9d", "7s"], ["2s", "2d", "3s"]]),
        )


def test_30_1099_22_7_optional_bonus_by_the_first_three_cards() -> None:
    for game, more in ((FIVE, 2), (SEVEN, 4)):
        wagers = {**(HALF if game == FIVE else EVEN), "optional_bonus": 4}
        rest, dealer = ["Jd", "3c", "2h", "4d"][:more], ["Th", "Td", "6c", "5h", "4c", "Jc", "2c"][: 3 + more]
        for cards, prices in THREE_CARDS.items():
            for number, price in enumerate(prices, start=1):
                house = {"pay_tables": {"optional_bonus": f"B7S-{number:02}"}}
                folded = lines(game, seat(wagers, cards, "fold"), house=house)[0]["optional_bonus"]
                assert (folded["net"], folded["rule"]) == (4 * price, f"{SECTION}(7)"), (cards, number)
            player = seat(wagers, " ".join([cards, *rest]), "bet second_wager")
            assert settle(game, player, dealer=" ".join(dealer))["optional_bonus"] == 4 * prices[0]


def test_30_1099_22_7_a_hand_that_is_not_shown_has_lost_the_bonus() -> None:
    wagers, dealer = {**HALF, "optional_bonus": 4}, "Ah Qd 9c 6s 3h"
    for actions, net in ((("show", "bet"), 4), (("bet",), 4), (("conceal", "bet"), -4)):
        settled = lines(FIVE, seat(wagers, "Kh Kd 7c 4s 2h", *actions), dealer=dealer)[0]
        assert (settled["optional_bonus"]["net"], settled["optional_bonus"]["rule"]) == (net, f"{SECTION}(7)")
        assert settled["first_wager"]["net"] == 10
    with pytest.raises(RuleError):  # nothing to show
        settle(FIVE, seat(wagers, "Kh Qd 7c 4s 2h", "show", "bet"), dealer=dealer)
    with pytest.raises(RuleError):  # no wager
        settle(FIVE, seat(HALF, "Kh Kd 7c 4s 2h", "show", "bet"), dealer=dealer)


def test_30_1099_22_8_the_second_wager_equals_the_first() -> None:
    settled = lines(FIVE, seat(HALF, "Kh Kd 7c 4s 2h", "bet second_wager"), dealer="Ah Qd 9c 6s 3h")[0]
    assert settled["second_wager"]["stake"] == 10
    for wrong in ("bet 20", "check", "raise 2x"):
        with pytest.raises(RuleError):
            settle(FIVE, seat(HALF, "Kh Kd 7c 4s 2h", wrong), dealer="Ah Qd 9c 6s 3h")


def test_30_1099_22_9_a_fold_loses_first_wager_and_ante_bonus_and_gets_no_more_cards() -> None:
    settled = lines(FIVE, seat(HALF, "9s 9d 9c", "fold"), dealer="Ah Qd 9h 6s 3h")[0]
    assert {name: line["net"] for name, line in settled.items()} == {"first_wager": -10, "ante_bonus": -5}
    assert {line["rule"] for line in settled.values()} == {f"{SECTION}(9)"}
    with pytest.raises(RuleError, match="5 cards where the game deals 3"):
        settle(FIVE, seat(HALF, "9s 9d 9c 4h 2s", "fold"))


def test_30_1099_22_11_ties_push_and_the_ante_bonus_is_kept() -> None:
    tied = lines(FIVE, seat(HALF, "Kh Kd 7c 4s 2h", "bet"), dealer="Kc Ks 7d 4h 2s")[0]
    assert {name: line["net"] for name, line in tied.items()} == {"first_wager": 0, "second_wager": 0, "ante_bonus": 0}
    assert tied["first_wager"]["rule"] == f"{SECTION}(11)"
    paid = settle(FIVE, seat(HALF, "Kh Kd 7c 7s 2h", "bet"), dealer="Kc Ks 7d 7h 2s")
    assert paid == {"first_wager": 0, "second_wager": 0, "ante_bonus": 10}


def test_30_1099_22_12_the_dealer_takes_all_three_and_pays_1_to_1() -> None:
    beaten = settle(FIVE, seat(HALF, "Kh Kd 7c 4s 2h", "bet"), dealer="Ac As 7d 4h 3s")
    assert beaten == {"first_wager": -10, "second_wager": -10, "ante_bonus": -5}
    won = lines(FIVE, seat(HALF, "Kh Qd 7c 4s 2h", "bet"), dealer="Kc Js 7d 4h 3s")[0]
    assert {name: line["net"] for name, line in won.items()} == {"first_wager": 10, "second_wager": 10, "ante_bonus": 0}
    assert won["first_wager"]["rule"] == f"{SECTION}(12)"


def test_30_1099_22_13_a_the_ante_bonus_of_boston_5_is_paid_to_a_beaten_hand_without_its_stake() -> None:
    for cards, price in FIVE_CARDS.items():
        player = seat(HALF, cards, "bet")
        won = lines(FIVE, player, dealer="Jd Th 6c 5d 4d")[0]["ante_bonus"]
        assert (won["net"], won["rule"]) == (5 * price, f"{SECTION}(13)(a)"), cards
        if price < 1000:
            beaten = settle(FIVE, player, dealer="Ac Kc Qc Jc Tc")
            assert beaten == {"first_wager": -10, "second_wager": -10, "ante_bonus": 5 * price - 5}, cards


def test_30_1099_22_13_b_the_ante_bonus_of_boston_7_by_schedule() -> None:
    for cards, prices in SEVEN_CARDS.items():
        for number, price in enumerate(prices, start=1):
            net = float(price.lstrip("$")) if isinstance(price, str) else 10 * price
            house = {"pay_tables": {"ante_bonus": f"B7-{number:02}"}}
            player = seat(EVEN, cards, "bet")
            won = lines(SEVEN, player, dealer="Jh Th 6c 5d 4d 3h Qd", house=house)[0]["ante_bonus"]
            assert (won["net"], won["rule"]) == (net, f"{SECTION}(13)(b)"), (cards, number)
            tied_or_beaten = settle(SEVEN, player, dealer="Ac Kc Qc Jc Tc 3h 7h", house=house)
            lost = 0 if cards.startswith("As Ks Qs Js Ts") else 10
            assert tied_or_beaten["ante_bonus"] == net - lost, (cards, number)
    below = seat(EVEN, "9s 9d 4c 4h 2s Jd Kd", "bet")
    assert settle(SEVEN, below, dealer="Jh Th 6c 5d 3d 3h Qd")["ante_bonus"] == 0
    assert settle(SEVEN, below, dealer="Jh Th Tc Jc 3d 3h Qd")["ante_bonus"] == -10


def test_30_1099_22_11_boston_7_plays_the_best_five_of_seven() -> None:
    assert settle(SEVEN, seat(EVEN, "2s 3d As Ad 9c Kh Qc", "bet"), dealer="7s 4d Ac Ah 9d Kd Qd") == {
        "first_wager": 0, "second_wager": 0, "ante_bonus": 0,
    }  # fmt: skip


def test_30_1099_22_5_and_6_irregularities() -> None:
    players = [seat({**HALF, "optional_bonus": 2}, "Kh Kd 7c 4s 2h", "bet"), seat(HALF, "9s 8d 2c", "fold")]
    table: dict[str, Any] = {"dealer": "Ah Qd 9c 6s 3h"}
    settled = all_nets(FIVE, *players, **table)
    void = [dict.fromkeys(nets, 0) for nets in settled]
    for mishap, expected in (
        ({"kind": "misdeal", "seat": 0}, [void[0], settled[1]]),
        ({"kind": "too_few_cards", "seat": 0}, [void[0], settled[1]]),
        ({"kind": "card_off_table", "seat": 0}, [void[0], settled[1]]),
        ({"kind": "exposed_card", "seat": 0}, settled),
        ({"kind": "exposed_card", "of": "dealer"}, settled),
        ({"kind": "too_few_cards", "of": "dealer", "count": 1}, settled),
        ({"kind": "too_few_cards", "of": "dealer", "count": 2}, void),
        ({"kind": "misdeal", "of": "dealer"}, void),
    ):
        assert all_nets(FIVE, *players, **table, irregularity=mishap) == expected, mishap
