"""CO 30-1099.40, Big Raise Stud Poker, paragraph by paragraph."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, lines, rules, seat

from houseway.rules.errors import RuleError

GAME = "big-raise-stud-poker"
SECTION = "CO 30-1099.40"
METERS = {"progressive": 10000, "mega": 30000, "major": 5000, "minor": 2000}
DRY = "9c 4s"


def tables(**chosen: str) -> dict[str, Any]:
    return {"pay_tables": chosen}


def one(
    cards: str,
    *actions: str,
    community: str = DRY,
    house: dict[str, Any] | None = None,
    meters: Mapping[str, float] | None = None,
    **wagers: float,
) -> Any:
    """The nets of a lone seat with an ante of 10."""
    player = seat({"ante": 10, **wagers}, cards, *(actions or ("raise 1x",)))
    return all_nets(GAME, player, community=community, house=house or {}, meters=meters or {})[0]


HANDS = {  # three cards, community cards
    "royal_flush": ("As Ks Qs", "Js Ts"),
    "straight_flush": ("9s 8s 7s", "6s 5s"),
    "four_of_a_kind": ("8c 8d 8h", "8s 5s"),
    "full_house": ("8c 8d 8h", "5c 5s"),
    "flush": ("As 8s 7s", "6s 2s"),
    "straight": ("9s 8d 7s", "6d 5c"),
    "three_of_a_kind": ("8c 8d Kh", "8h 5s"),
    "two_pair": ("8c 5d Kh", "8h 5s"),
    "aces": ("Ac 3d 9h", "Ah 5s"),
    "tens": ("Tc 3d 9h", "Th 5s"),
    "nines": ("9c 3d Kh", "9h 5s"),
    "sixes on the board": ("Ac 3d Kh", "6h 6s"),
    "fives": ("5d 3d Kh", "Th 5s"),
    "nothing": ("Ad 3d Kh", "Th 5s"),
}
ANTE_RAISE = {
    "BRSP-01": (500, 100, 40, 8, 6, 4, 3, 2, 1, 1, 0, 0, -1, -1),
    "BRSP-02": (500, 100, 40, 6, 5, 4, 3, 2, 1, 1, 0, 0, -1, -1),
    "BRSP-03": (200, 100, 40, 8, 6, 4, 3, 2, 1, 1, 0, 0, -1, -1),
    "BRSP-04": (200, 100, 40, 9, 6, 5, 3, 2, 1, 1, 0, 0, -1, -1),
    "BRSP-05": (500, 100, 40, 9, 6, 5, 3, 2, 1, 1, 0, 0, -1, -1),
}


def test_30_1099_40_13_ante_and_raise_are_paid_alike() -> None:
    for schedule, prices in ANTE_RAISE.items():
        for (hand, (cards, board)), price in zip(HANDS.items(), prices, strict=True):
            nets = one(cards, "raise 3x", community=board, house=tables(ante_raise=schedule))
            assert nets == {"ante": 10 * price, "raise": 30 * price}, (schedule, hand)


def test_30_1099_40_10_and_11_what_is_cited() -> None:
    lost = rules(GAME, seat({"ante": 10}, "Ad 3d Kh", "raise 1x"), community=DRY)
    won = rules(GAME, seat({"ante": 10}, "Ad Ah Kh", "raise 1x"), community=DRY)
    assert set(lost.values()) == {f"{SECTION}(10)"}
    assert set(won.values()) == {f"{SECTION}(13)"}


def test_30_1099_40_7_a_fold_keeps_the_bonus_and_loses_the_progressive() -> None:
    nets = one("As Ks Qs", "fold", three_card_bonus=5, progressive=1, meters=METERS)
    assert nets == {"ante": -10, "three_card_bonus": 200, "progressive": -1}
    player = seat({"ante": 10, "progressive": 1}, "As Ks Qs", "fold")
    cited = rules(GAME, player, community=DRY, meters=METERS)
    assert cited == {"ante": f"{SECTION}(7)(b)(i)", "progressive": f"{SECTION}(3)"}


def test_30_1099_40_7_b_raises_from_one_to_four_antes() -> None:
    for action, stake in (("raise 1x", 10), ("raise 2x", 20), ("raise 4x", 40), ("raise 25", 25), ("bet 3x", 30)):
        assert one("Ad Ah Kh", action)["raise"] == stake
    for action in ("raise 5x", "raise 5", "check", "raise"):
        with pytest.raises(RuleError):
            one("Ad Ah Kh", action)
    whole = {"raise_amounts": "whole"}
    assert one("Ad Ah Kh", "raise 2x", house=whole)["raise"] == 20
    with pytest.raises(RuleError):
        one("Ad Ah Kh", "raise 25", house=whole)


def test_30_1099_40_4_wagers() -> None:
    for wagers in ({"three_card_bonus": 5}, {"progressive": 1}, {"ante": 10, "raise": 10}):
        with pytest.raises(RuleError):
            all_nets(GAME, seat(wagers, "Ad Ah Kh", "raise 1x"), community=DRY)
    assert one("Ad Ah Kh", "raise 4x", three_card_bonus=150) == {"ante": 10, "raise": 40, "three_card_bonus": 150}


BONUS = {
    "As Ks Qs": (40, 40, 40),
    "4s 3s 2s": (40, 40, 40),
    "3s As 2s": (40, 40, 40),
    "8s 8d 8c": (30, 30, 30),
    "As Kd Qs": (6, 5, 6),
    "As 9s 5s": (4, 4, 3),
    "2s 2d Kc": (1, 1, 1),
    "As Kd 9h": (-1, -1, -1),
}


def test_30_1099_40_14_three_card_bonus() -> None:
    for cards, prices in BONUS.items():
        for schedule, price in zip("123", prices, strict=True):
            for action in ("raise 1x", "fold"):
                nets = one(
                    cards,
                    action,
                    community="9c Th",
                    three_card_bonus=5,
                    house=tables(three_card_bonus=schedule),
                )
                assert nets["three_card_bonus"] == 5 * price, (cards, schedule)


THREE_CARD_PROGRESSIVE = {
    "As Ks Qs": (10000, 10000),
    "Ah Kh Qh": (500, 500),
    "4s 3s 2s": (70, 100),
    "8s 8d 8c": (60, 90),
    "As Kd Qs": (6, 0),
    "As 9s 5s": (0, 0),
}


def test_30_1099_40_22_progressive_on_three_cards() -> None:
    for cards, prizes in THREE_CARD_PROGRESSIVE.items():
        for schedule, prize in zip("12", prizes, strict=True):
            for name in ("progressive", "progressive_three_card"):
                nets = one(cards, community="9c Th", progressive=1, house=tables(**{name: schedule}), meters=METERS)
                assert nets["progressive"] == prize - 1, (cards, schedule)


LINK = {
    "royal_flush": (10000, 10000, 5000, 30000, 30000),
    "straight_flush": (1000, 1000, 2000, 5000, 5000),
    "four_of_a_kind": (300, 300, 300, 2000, 2000),
    "full_house": (50, 50, 50, 50, 50),
    "flush": (40, 40, 40, 40, 40),
    "straight": (30, 30, 30, 30, 30),
    "three_of_a_kind": (9, 9, 9, 10, 9),
    "two_pair": (0, 0, 0, 0, 0),
}


def test_30_1099_40_23_progressive_on_five_cards() -> None:
    for hand, prizes in LINK.items():
        cards, board = HANDS[hand]
        for schedule, prize in zip(("PMG-01", "PMG-02", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"), prizes, strict=True):
            house = tables(progressive_multi_game_link=schedule)
            nets = one(cards, community=board, progressive=1, house=house, meters=METERS)
            assert nets["progressive"] == prize - 1, (hand, schedule)


def envied(house: dict[str, Any], holder: dict[str, Any], stake: float, board: str) -> list[Any]:
    watcher = seat({"ante": 10, "progressive": stake}, "2d 7h Jh", "fold")
    without = seat({"ante": 10}, "2h 7c Jc", "fold")
    return all_nets(GAME, holder, watcher, without, community=board, house=house, meters=METERS)


def test_30_1099_40_21_envy_by_table_and_wager() -> None:
    royal, straight_flush = HANDS["royal_flush"], HANDS["straight_flush"]
    cases = [
        ("1", ("As Ks Qs", "9c Th"), 1, 100),
        ("2", ("As Ks Qs", "9c Th"), 1, 100),
        ("2", ("Ac Kc Qc", "9c Th"), 2, 50),
        ("1", ("4s 3s 2s", "9c Th"), 1, None),
        ("PMG-01", royal, 1, 1000),
        ("PMG-01", straight_flush, 1, 300),
        ("PMG-02", royal, 5, 5000),
        ("PMG-02", straight_flush, 1, 300),
        ("PMG-ML-01", straight_flush, 2, 600),
        ("PMG-ML-03", royal, 1, 1000),
        ("PMG-ML-02", HANDS["four_of_a_kind"], 1, None),
    ]
    for schedule, (cards, board), stake, envy in cases:
        holder = seat({"ante": 10, "progressive": stake}, cards, "raise 1x")
        got = envied(tables(progressive=schedule), holder, stake, board)
        assert "progressive_envy" not in got[0] | got[2]
        assert got[1].get("progressive_envy") == envy, (schedule, cards)
        assert got[1]["progressive"] == -stake
    house = {**tables(progressive="PMG-02"), "pmg_02_base": 1}
    got = envied(house, seat({"ante": 10, "progressive": 1}, royal[0], "raise 1x"), 1, royal[1])
    assert got[1]["progressive_envy"] == 5000


def test_30_1099_40_21_which_hands_earn_envy() -> None:
    cards, board = "As Ks Qs", "9c Th"
    no_wager = seat({"ante": 10}, cards, "raise 1x")
    assert envied({}, no_wager, 1, board)[1]["progressive_envy"] == 100
    assert "progressive_envy" not in envied({"envy_holder_must_bet": True}, no_wager, 1, board)[1]
    folded = seat({"ante": 10, "progressive": 1}, cards, "fold")
    assert "progressive_envy" not in envied({}, folded, 1, board)[1]


def test_30_1099_40_21_several_envy_hands_add_up_and_meters_fall() -> None:
    seats = [seat({"ante": 10, "progressive": 1}, cards, "raise 1x") for cards in ("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd")]
    got = all_nets(GAME, *seats, community="9c 4s", meters=METERS)
    assert [one["progressive_envy"] for one in got] == [50, 125, 125]
    assert [one["progressive"] for one in got] == [9999, 499, 499]
    flushes = [
        seat({"ante": 10, "progressive": 1}, cards, "raise 1x") for cards in ("9s 8s 7s", "4s 3s 2s", "Kd Qd 9d")
    ]
    house = tables(progressive="PMG-01")
    got = all_nets(GAME, *flushes, community="6s 5s", house=house, meters=METERS)
    assert [one["progressive"] for one in got] == [899, 999, -1]  # from the dealer's right
    shared = all_nets(GAME, *flushes, community="6s 5s", house={**house, "two_meter_hits": "shared"}, meters=METERS)
    assert [one["progressive"] for one in shared] == [499, 499, -1]


def test_30_1099_40_20_order_of_settlement() -> None:
    wagers = {"progressive": 1, "three_card_bonus": 5, "ante": 10}
    settled = answer(GAME, seat(wagers, "Ad Ah Kh", "raise 1x"), community=DRY)
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == [
        "ante",
        "raise",
        "three_card_bonus",
        "progressive",
    ]


def test_30_1099_40_21_g_misdeal_to_a_player_is_that_players_only() -> None:
    seats = [
        seat({"ante": 10, "three_card_bonus": 5, "progressive": 1}, "As Ad"),
        seat({"ante": 10}, "Kd Kh 2c", "raise 2x"),
    ]
    got = all_nets(GAME, *seats, community=DRY, irregularity={"kind": "misdeal", "seat": 0})
    assert got == [{"ante": 0, "three_card_bonus": 0, "progressive": 0}, {"ante": 10, "raise": 20}]


def test_30_1099_40_21_g_a_wrong_board_leaves_the_progressive() -> None:
    seats = [
        seat({"ante": 10, "three_card_bonus": 5, "progressive": 1}, "4s 3s 2s", "raise 1x"),
        seat({"ante": 10, "progressive": 1}, "Kd Jh 2c", "raise 1x"),
    ]
    for of in ("dealer", "community"):
        got = lines(GAME, *seats, community="9c", irregularity={"kind": "misdeal", "of": of})
        assert [{name: line["net"] for name, line in one.items()} for one in got] == [
            {"ante": 0, "raise": 0, "three_card_bonus": 0, "progressive": 69},
            {"ante": 0, "raise": 0, "progressive": -1},
        ]
        assert got[0]["ante"]["rule"] == f"{SECTION}(21)(g)"
        nobody = all_nets(GAME, seats[1], community="9c", irregularity={"kind": "misdeal", "of": of})
        assert nobody == [{"ante": 0, "raise": 0, "progressive": 0}]
    house = tables(progressive="PMG-01")
    unread = all_nets(GAME, seats[0], community="9c", house=house, irregularity={"kind": "misdeal", "of": "dealer"})
    assert set(unread[0].values()) == {0}


def test_30_1047_ceilings_count_ante_and_raise() -> None:
    cards, board = HANDS["royal_flush"]
    house = {"max_payout_per_player": 5000}
    got = one(cards, "raise 4x", community=board, three_card_bonus=5, house=house)
    assert got["ante"] + got["raise"] == 5000
    assert got["three_card_bonus"] == 200
    got = one(cards, "raise 4x", community=board, house={**house, "min_ante": 15})
    assert got["ante"] + got["raise"] == 7500
