"""Crazy 4 Poker, CO 30-1099.31."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "crazy-4-poker"
UNQUALIFIED = "Qs Jd 8c 5h 3c"
KING_HIGH = "Ks Jd 8c 5h 3c"
BASE = {"ante": 10, "super_bonus": 10}


def spot(cards: str, *actions: str, **side: float) -> dict[str, Any]:
    return seat({**BASE, **side}, cards, *(actions or ("play",)))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac Ad Ah As 2c", "Kh Qh Jh Th 2d"),
        ("Ah Kh Qh Jh 2c", "9c 9d 9h 9s 2d"),
        ("9c 9d 9h 9s 2c", "Kh Qh Jh Th 2d"),
        ("5h 4h 3h 2h 9c", "Kc Kd Kh 2d 3d"),
        ("2c 2d 2h 9s 5c", "Ah Jh 9h 7h 3d"),
        ("6h 5h 3h 2h 9c", "Ac Kd Qh Js 2d"),
        ("Ac 2d 3h 4s 9c", "Kc Kd Qh Qs 2h"),
        ("2c 2d 3h 3s 9c", "Ac Ad Kh Qs 9d"),
        ("2c 2d 5h 7s 9c", "Ac Kd Qh 9s 7d"),
        ("5c 6d 7h 8s 2c", "Ac 2d 3h 4d 9d"),
    ],
)
def test_30_1099_31_1_rank_of_hands(better: str, worse: str) -> None:
    won = settle(GAME, spot(better), dealer=worse)
    lost = settle(GAME, spot(worse), dealer=better)
    assert (won["ante"], won["play"], lost["ante"], lost["play"]) == (10, 10, -10, -10)


def test_30_1099_31_8_king_high_qualifies() -> None:
    assert settle(GAME, spot("Ah Td 9c 6s 3d"), dealer=KING_HIGH) == {"ante": 10, "play": 10, "super_bonus": 0}
    assert settle(GAME, spot("Ah Td 9c 6s 3d"), dealer=UNQUALIFIED) == {"ante": 0, "play": 10, "super_bonus": 0}


def test_30_1099_31_8_unqualified_dealer_loses_the_play_to_a_worse_hand() -> None:
    assert settle(GAME, spot("Jh Td 8h 5s 3d"), dealer=UNQUALIFIED) == {"ante": 0, "play": 10, "super_bonus": 0}
    cited = rules(GAME, spot("Jh Td 8h 5s 3d"), dealer=UNQUALIFIED)
    assert cited["ante"] == cited["play"] == "CO 30-1099.31(8)"


def test_30_1099_31_9_fold_forfeits_ante_super_bonus_and_queens_up() -> None:
    folded = spot("Qh Qd Qc 6s 3d", "fold", queens_up=5)
    assert settle(GAME, folded, dealer=KING_HIGH) == {"ante": -10, "super_bonus": -10, "queens_up": -5}
    assert rules(GAME, folded, dealer=KING_HIGH)["ante"] == "CO 30-1099.31(9)"


def test_30_1099_31_10_cover_all_survives_a_fold() -> None:
    assert settle(GAME, spot("Qh Qd Qc 6s 3d", "fold", cover_all=5), dealer=KING_HIGH)["cover_all"] == 65


@pytest.mark.parametrize(("cards", "most"), [("Ah Ad 9c 6s 3d", 3), ("2h 2d 4c 4s 9d", 3), ("Kh Kd 9c 6s 3d", 1)])
def test_30_1099_31_11_pair_of_aces_may_bet_three_times(cards: str, most: int) -> None:
    assert settle(GAME, spot(cards, f"play {most}x"), dealer=UNQUALIFIED)["play"] == 10 * most
    with pytest.raises(RuleError) as error:
        settle(GAME, spot(cards, f"play {most + 1}x"), dealer=UNQUALIFIED)
    assert error.value.field == "seats[0].actions[0]"


def test_30_1099_31_11_amounts_between() -> None:
    between = spot("Ah Ad 9c 6s 3d", "play 25")
    assert settle(GAME, between, dealer=UNQUALIFIED)["play"] == 25
    with pytest.raises(RuleError):
        settle(GAME, between, dealer=UNQUALIFIED, house={"play_amounts": "multiples"})
    assert settle(GAME, spot("Ah Ad 9c 6s 3d", "play 2x"), dealer=UNQUALIFIED, house={"play_amounts": "multiples"})[
        "play"
    ] == (20)


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac Ad Ah As 2c", 200),
        ("9c 9d 9h 9s 2c", 30),
        ("9h Th Jh Qh 2c", 15),
        ("Ah Kh Qh Jh 2c", 15),
        ("9c 9d 9h 2s 4c", 2),
        ("2h 6h 9h Jh 4c", 1.5),
        ("Ac 2d 3h 4s 9c", 1),
    ],
)
@pytest.mark.parametrize("schedule", ["09", "10", "11", "12"])
def test_30_1099_31_18_super_bonus(cards: str, pays: float, schedule: str) -> None:
    house = {"pay_tables": {"super_bonus_and_queens_up": schedule}}
    for dealer in (UNQUALIFIED, "8d 7d 6d 5d Kc"):
        assert settle(GAME, spot(cards), dealer=dealer, house=house)["super_bonus"] == 10 * pays


def test_30_1099_31_12_c_super_bonus_below_a_straight() -> None:
    pair = spot("7c 7d 3h 4s Tc")
    assert settle(GAME, pair, dealer=KING_HIGH)["super_bonus"] == 0
    assert settle(GAME, pair, dealer=UNQUALIFIED)["super_bonus"] == 0
    assert settle(GAME, pair, dealer="8d 8h 2d 5d Kc")["super_bonus"] == -10
    assert rules(GAME, pair, dealer="8d 8h 2d 5d Kc")["super_bonus"] == "CO 30-1099.31(12)(c)(ii)"


def test_30_1099_31_12_c_super_bonus_on_a_tie_is_a_reading() -> None:
    tied = spot("Kh Jc 8d 5s 2d")
    assert settle(GAME, tied, dealer=KING_HIGH) == {"ante": 0, "play": 0, "super_bonus": 0}
    other = {"super_bonus_on_a_tie": "lose"}
    assert settle(GAME, tied, dealer=KING_HIGH, house=other) == {"ante": 0, "play": 0, "super_bonus": -10}


def test_30_1099_31_13_tie_pushes_ante_and_play_but_pays_the_rest() -> None:
    tied = spot("5h 6d 7c 8s Kd", queens_up=5)
    assert settle(GAME, tied, dealer="5s 6c 7d 8h Kc") == {"ante": 0, "play": 0, "super_bonus": 10, "queens_up": 15}
    assert rules(GAME, tied, dealer="5s 6c 7d 8h Kc")["ante"] == "CO 30-1099.31(13)"


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac Ad Ah As 2c", (50, 50, 50, 50)),
        ("9c 9d 9h 9s 2c", (50, 50, 50, 50)),
        ("9h Th Jh Qh 2c", (30, 40, 30, 40)),
        ("Ah Kh Qh Jh 2c", (30, 40, 30, 40)),
        ("9c 9d 9h 2s 4c", (9, 8, 8, 7)),
        ("2h 6h 9h Jh 4c", (4, 4, 4, 4)),
        ("Ac 2d 3h 4s 9c", (3, 3, 3, 3)),
        ("2c 2d 3h 3s 9c", (2, 2, 2, 2)),
        ("Qc Qd 3h 4s 9c", (1, 1, 1, 1)),
        ("Jc Jd 3h 4s 9c", (-1, -1, -1, -1)),
    ],
)
def test_30_1099_31_18_queens_up(cards: str, pays: tuple[float, ...]) -> None:
    for schedule, price in zip(("09", "10", "11", "12"), pays, strict=True):
        house = {"pay_tables": {"super_bonus_and_queens_up": schedule}}
        assert settle(GAME, spot(cards, queens_up=5), dealer="Kc Ks 8s 5d 7s", house=house)["queens_up"] == 5 * price


def test_30_1099_31_15_queens_up_may_exceed_the_ante() -> None:
    assert settle(GAME, spot("Qc Qd 3h 4s 9c", queens_up=50), dealer=KING_HIGH)["queens_up"] == 50


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac Ad Ah As 2c", (300, 250, 200, 150, 125, 100)),
        ("Ah Kh Qh Jh 2c", (200, 150, 125, 100, 80, 50)),
        ("9c 9d 9h 9s 2c", (150, 100, 80, 60, 50, 25)),
        ("9h Th Jh Qh 2c", (125, 90, 60, 40, 35, 20)),
        ("9c 9d 9h 2s 4c", (13, 8, 6, 5, 4, 4)),
        ("2h 6h 9h Jh 4c", (-1, -1, -1, -1, -1, -1)),
    ],
)
def test_30_1099_31_16_cover_all_by_total_hands(cards: str, pays: tuple[float, ...]) -> None:
    for hands, price in enumerate(pays, start=2):
        found = settle(GAME, spot(cards, cover_all=5), dealer="Kc 8s Jd 5d 3s", extra={"total_hands": hands})
        assert found["cover_all"] == 5 * price


def test_30_1099_31_16_best_hand_of_players_and_dealer_counts_for_all() -> None:
    seats = [spot("2h 6d 9h Jh 4c", "fold", cover_all=5), spot("7c 7d 7h 2s 4d", cover_all=10), spot("8c 8d 3h Ts Ks")]
    with_dealer = all_nets(GAME, *seats, dealer="Qc Qd Qh Qs Kd")
    assert [one.get("cover_all") for one in with_dealer] == [5 * 80, 10 * 80, None]
    without = all_nets(GAME, *seats, dealer="Kc 8s Jd 5d 3s")
    assert [one.get("cover_all") for one in without] == [30, 60, None]


@pytest.mark.parametrize(
    ("cards", "nets"),
    [
        ("Ac Ad Ah As 2c", (4999, 4999)),
        ("9c 9d 9h 9s 2c", (299, 299)),
        ("9h Th Jh Qh 2c", (99, 99)),
        ("Ah Kh Qh Jh 2c", (99, 99)),
        ("9c 9d 9h 2s 4c", (8, 14)),
        ("2h 6h 9h Jh 4c", (-1, -1)),
    ],
)
def test_30_1099_31_18_progressive_schedules(cards: str, nets: tuple[float, ...]) -> None:
    for schedule, net in zip(("1", "2"), nets, strict=True):
        found = settle(
            GAME,
            spot(cards, progressive=1),
            dealer=KING_HIGH if "Ks" not in cards else UNQUALIFIED,
            meters={"progressive": 5000},
            house={"pay_tables": {"progressive": schedule}},
        )
        assert found["progressive"] == net


@pytest.mark.parametrize(
    ("cards", "nets"),
    [
        ("Ah Kh Qh Jh Th", (4999, 4999, 2999, 3999, 3999)),
        ("9h Kh Qh Jh Th", (499, 499, 1999, 2999, 2999)),
        ("9c 9d 9h 9s 2c", (299, 299, 299, 1999, 1999)),
        ("9c 9d 9h 2s 2c", (49, 49, 49, 49, 49)),
        ("2h 6h 9h Jh 4h", (39, 39, 39, 39, 39)),
        ("Ac 2d 3h 4s 5c", (29, 29, 29, 29, 29)),
        ("9c 9d 9h 2s 4c", (8, 8, 8, 9, 8)),
        ("Ah Kh Qh Jh 2c", (-1, -1, -1, -1, -1)),
    ],
)
def test_30_1099_31_19_nexus_schedules_judge_five_cards(cards: str, nets: tuple[float, ...]) -> None:
    meters = {"progressive": 5000, "mega": 4000, "major": 3000, "minor": 2000}
    for schedule, net in zip(("PMG-1", "PMG-2", "PMG-ML-01", "PMG-ML-02", "PMG-ML-03"), nets, strict=True):
        house = {"pay_tables": {"progressive": schedule}}
        found = settle(GAME, spot(cards, progressive=1), dealer="Kc 8s Jd 5d 3s", meters=meters, house=house)
        assert found["progressive"] == net


def test_30_1099_31_17_g_meter_falls_counterclockwise() -> None:
    seats = [spot("3h 4h 5h 6h 7h", progressive=1), spot("9s Ts Js Qs Ks", progressive=1)]
    house = {"pay_tables": {"progressive": "PMG-1"}}
    settled = answer(GAME, *seats, dealer="Kc 8s Jd 5d 3s", meters={"progressive": 10000}, house=house)
    lines = [{line["wager"]: line["net"] for line in one["lines"]} for one in settled["seats"]]
    assert [one["progressive"] for one in lines] == [899, 999]
    assert settled["meters"] == {"progressive": 8100}


@pytest.mark.parametrize(
    ("schedule", "hand", "envy"),
    [
        ("1", "Ac Ad Ah As 2c", 100),
        ("1", "9c 9d 9h 9s 2c", 10),
        ("1", "9h Th Jh Qh 2c", 5),
        ("1", "9c 9d 9h 2s 5c", None),
        ("2", "Ac Ad Ah As 2c", 100),
        ("2", "9c 9d 9h 9s 2c", 25),
        ("2", "9h Th Jh Qh 2c", None),
        ("PMG-1", "Ah Kh Qh Jh Th", 1000),
        ("PMG-1", "9h Kh Qh Jh Th", 300),
        ("PMG-2", "Ah Kh Qh Jh Th", 1000),
        ("PMG-2", "9h Kh Qh Jh Th", 300),
        ("PMG-ML-02", "Ah Kh Qh Jh Th", 1000),
        ("PMG-ML-03", "9h Kh Qh Jh Th", 300),
    ],
)
def test_30_1099_31_17_envy(schedule: str, hand: str, envy: float | None) -> None:
    seats = [spot(hand, progressive=1), spot("3c 4d 6h 8c Td", "fold", progressive=1), spot("3s 4c 6d 8d Tc")]
    meters = {"progressive": 5000, "mega": 4000, "major": 3000, "minor": 2000}
    found = all_nets(
        GAME, *seats, dealer="Kc 7s Jd 5d 3d", meters=meters, house={"pay_tables": {"progressive": schedule}}
    )
    assert [one.get("envy") for one in found] == [None, envy, None]


def test_30_1099_31_19_second_nexus_schedule_is_for_five_dollars() -> None:
    seats = [spot("Ah Kh Qh Jh Th", progressive=5), spot("3c 4d 6h 8c Td", "fold", progressive=5)]
    house = {"pay_tables": {"progressive": "PMG-2"}}
    found = all_nets(GAME, *seats, dealer="Kc 7s Jd 5d 3d", meters={"progressive": 5000}, house=house)
    assert found[1]["envy"] == 5000


def test_30_1099_31_17_c_several_envy_bonuses() -> None:
    seats = [spot(hand, progressive=1) for hand in ("9c 9d 9h 9s 2c", "8c 8d 8h 8s 2d", "3c 4d 6h Tc Td")]
    found = all_nets(GAME, *seats, dealer="Kc 7s Jd 5d 3d", meters={"progressive": 5000})
    assert [one["envy"] for one in found] == [10, 10, 20]
    cited = rules(GAME, *seats, dealer="Kc 7s Jd 5d 3d", meters={"progressive": 5000})
    assert cited["envy"] == "CO 30-1099.31(17) Envy Bonus (a)"


def test_30_1099_31_9_progressive_after_a_fold_is_a_reading() -> None:
    folded = spot("9c 9d 9h 2s 4c", "fold", progressive=1)
    assert settle(GAME, folded, dealer=KING_HIGH, meters={"progressive": 5000})["progressive"] == -1
    house = {"progressive_after_fold": True}
    assert settle(GAME, folded, dealer=KING_HIGH, meters={"progressive": 5000}, house=house)["progressive"] == 8


def test_30_1099_31_6_misdeal_to_a_player() -> None:
    seats = [spot("9c 9d 9h 2s", queens_up=5, cover_all=5), spot("7c 7d 3h 4s Tc", cover_all=5)]
    found = all_nets(GAME, *seats, dealer=KING_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert set(found[0].values()) == {0}
    assert found[1] == {"ante": 10, "play": 10, "super_bonus": 0, "cover_all": -5}


def test_30_1099_31_17_h_misdeal_to_the_dealer() -> None:
    seats = [spot("9c 9d 9h 2s 4c", progressive=1), spot("7c 7d 3h 4s Tc", progressive=1)]
    irregularity = {"kind": "misdeal", "of": "dealer"}
    found = all_nets(GAME, *seats, dealer="Kh", meters={"progressive": 5000}, irregularity=irregularity)
    assert [one["progressive"] for one in found] == [8, -1]
    assert {one["ante"] for one in found} == {0}
    nobody = all_nets(GAME, *seats[1:], dealer="Kh", meters={"progressive": 5000}, irregularity=irregularity)
    assert set(nobody[0].values()) == {0}


def test_30_1099_31_6_exposed_cards_are_no_misdeal() -> None:
    found = settle(GAME, spot("7c 7d 3h 4s Tc"), dealer=KING_HIGH, irregularity={"kind": "exposed_card", "count": 3})
    assert found == {"ante": 10, "play": 10, "super_bonus": 0}


@pytest.mark.parametrize(
    ("wagers", "field"),
    [
        ({"ante": 10}, "seats[0].wagers.super_bonus"),
        ({"ante": 10, "super_bonus": 5}, "seats[0].wagers.super_bonus"),
        ({**BASE, "play": 10}, "seats[0].wagers.play"),
    ],
)
def test_30_1099_31_2_compulsory_wagers(wagers: dict[str, float], field: str) -> None:
    with pytest.raises(RuleError) as error:
        settle(GAME, seat(wagers, "7c 7d 3h 4s Tc", "play"), dealer=KING_HIGH)
    assert error.value.field == field


def test_30_1047_limit_leaves_bonus_bets_alone() -> None:
    house = {"max_payout_per_player": 100, "table_minimum": 1}
    found = settle(GAME, spot("9c 9d 9h 9s 2c", queens_up=5), dealer=KING_HIGH, house=house)
    assert found == {"ante": 10, "play": 10, "super_bonus": 300, "queens_up": 100}
