"""CO 30-1099.45, DJ Wild Stud Poker, paragraph by paragraph."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.cards.decks import deck
from houseway.odds.house_poker.batch import Batch
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError

GAME = "dj-wild-stud-poker"
LOW = "9h 7d 5c 4c 3h"  # a dealer with nothing
FIVE_WILDS = "2s 2h 2d 2c Jk1"
TRIPS = {
    "01": (2000, 1000, 100, 200, 30, 100, 90, 6, 40, 5, 25, 4, 20, 3, 7, 1),
    "02": (2000, 1000, 100, 200, 30, 100, 90, 6, 40, 5, 30, 4, 20, 3, 6, 1),
    "03": (2000, 1000, 100, 200, 30, 100, 90, 6, 30, 5, 25, 4, 20, 3, 6, 1),
    "04": (2000, 1000, 90, 200, 25, 70, 60, 6, 30, 5, 25, 4, 20, 3, 6, 1),
    "05": (2000, 1000, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1),
    "06": (500, 400, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1),
}
TRIPS_HANDS = (
    FIVE_WILDS,
    "As Ks Qs Js Ts",
    "As Ks Qs Js 2d",
    "8s 9s Ts Js Qs",
    "8s 9s Ts Js 2d",
    "Ks Kh Kd Kc 2d",
    "Ks Kh Kd Kc 8s",
    "Ks Kh 2d 2c 8s",
    "Ks Kh Kd 8c 8s",
    "Ks Kh Jk1 8c 8s",
    "Ks Js 9s 6s 3s",
    "Ks Js 9s 6s 2d",
    "8s 9d Ts Jh Qs",
    "8s 9d Ts Jh 2d",
    "Ks Kh Kd 8c 6s",
    "Ks Kh 2d 8c 6s",
)


def played(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, "blind": 10, **wagers}, cards, "play")


def folded(cards: str, **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, "blind": 10, **wagers}, cards, "fold")


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def trips(cards: str, table: str = "01", **house: Any) -> float:
    return settle(GAME, played(cards, trips=1), dealer=LOW, house={**tables(trips=table), **house})["trips"]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        (FIVE_WILDS, 1000),
        ("As Ks Qs Js 2d", 50),
        ("2s 2h 2d 2c Kd", 50),  # kings five times too, but a royal flush ranks above
        ("Ks Kh Kd Kc 2d", 10),
        ("2s 2h 2d 2c 8d", 10),  # five eights rank above a straight flush
        ("8s 9s Ts Js 2d", 9),
        ("Ks Kh 2d 2c 8s", 4),
        ("Ks Kh 2d 8c 8s", 3),
        ("Ks Js 9s 6s 2d", 2),
        ("8s 9d Ts Jh 2d", 1),
        ("Ks Kh Kd 8c 6s", 0),
        ("Ks Jh 9d 8c 6s", 0),
    ],
)
def test_30_1099_45_15_blind_pays_a_winning_hand(cards: str, pays: int) -> None:
    net = settle(GAME, played(cards), dealer=LOW)
    assert net == {"ante": 10, "play": 20, "blind": 10 * pays}


def test_30_1099_45_7_8_a_better_dealer_takes_all_three_and_a_tie_pushes() -> None:
    beaten, dealer = played("7s 7d Ac Jh 4c"), "9c 9h 2d 5s 6d"
    assert settle(GAME, beaten, dealer=dealer) == {"ante": -10, "play": -20, "blind": -10}
    assert rules(GAME, beaten, dealer=dealer)["blind"] == "CO 30-1099.45(7)"
    tied, dealer = played("Ks Qh 2d 9c 6s"), "Kd Qc Kh 9d 6h"  # kings by a deuce against kings
    assert settle(GAME, played("Ks Kc 2d 9c 6s"), dealer="Qd Qc 2h 9d 6h") == {"ante": 10, "play": 20, "blind": 0}
    assert settle(GAME, tied, dealer=dealer) == {"ante": 0, "play": 0, "blind": 0}
    assert rules(GAME, tied, dealer=dealer)["blind"] == "CO 30-1099.45(8)"


def test_30_1099_45_5_a_fold_loses_ante_and_blind_whatever_the_hand() -> None:
    aces = folded("As Ah Kd 9c 3s")
    assert settle(GAME, aces, dealer=LOW) == {"ante": -10, "blind": -10}
    assert rules(GAME, aces, dealer=LOW)["blind"] == "CO 30-1099.45(5)(a)"


def test_30_1099_45_5_a_fold_keeps_trips_bad_beat_and_cover_all() -> None:
    wagers = {"trips": 5, "two_way_bad_beat": 5, "cover_all_bonus": 5, "progressive": 1}
    hand = folded("Ks Kh Kd 8c 8s", **wagers)
    net = settle(GAME, hand, dealer="9h 9d 9c Jk1 3h")
    assert net == {
        "ante": -10,
        "blind": -10,
        "trips": 200,
        "two_way_bad_beat": 2000,
        "cover_all_bonus": 350,  # the dealer's four nines, two hands
        "progressive": -1,
    }
    assert rules(GAME, hand, dealer="9h 9d 9c Jk1 3h")["progressive"] == "CO 30-1099.45(21)"


@pytest.mark.parametrize("table", TRIPS)
def test_30_1099_45_15_trips_tables(table: str) -> None:
    for cards, pays in zip(TRIPS_HANDS, TRIPS[table], strict=True):
        assert trips(cards, table) == pays
    assert trips("Ks Kh 8d 8c 6s", table) == -1


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As 2d 3d 4h 5s", 20),  # A-2-3-4-5 as it is
        ("2s 3d 4d 5h 6s", 20),
        ("Ks Js 9s 6s 2s", 25),  # the deuce is a spade like the others
        ("As 2s 3s 4s 5s", 200),
        ("As 2d 3s 4s 5s", 30),  # wild, the deuce makes a straight flush
        ("3s 4s 5s 7s 2s", 30),  # and here one that pays more than the natural flush
        ("2s 2h 2d 8c 8s", 100),
        ("7s 7h 7c 2c 2s", 100),
        ("2s 2h 2d 2c 8d", 100),
    ],
)
def test_30_1099_45_12_a_deuce_not_used_as_wild_is_natural(cards: str, pays: int) -> None:
    assert trips(cards) == pays


@pytest.mark.parametrize("cards", ["7s 7h 7c 2c Ks", "2s 2h 2d 8c Ks"])
def test_30_1099_45_12_natural_trips_beside_a_deuce(cards: str) -> None:
    assert trips(cards) == 7
    assert trips(cards, natural_trips_beside_a_deuce=False) == 6
    assert trips(cards, "02") == 6


def test_30_1099_45_11_a_hand_with_the_joker_is_wild() -> None:
    assert trips("7s 7h 7c Jk1 Ks") == 6
    assert trips("7s 7h Jk1 8c Ks") == 1
    assert trips("3s 4d 5d 6s Jk1") == 3


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("TWBB-01", (500, 500, 500, 500, 400, 300, 100, 9)),
        ("TWBB-02", (10000, 10000, 5000, 500, 400, 300, 100, 9)),
        ("TWBB-03", (500, 500, 500, 300, 200, 100, 50, 15)),
    ],
)
def test_30_1099_45_15_bad_beat_tables(table: str, pays: tuple[int, ...]) -> None:
    losing = (
        "Ad Kd Qd Jd Td",
        "Kh Kd Kc Ks Jk1",
        "8d 9d Td Jd Qd",
        "Kh Kd Kc Ks 8d",
        "Kh Kd Kc 8s 8d",
        "Kd Jd 9d 6d 3d",
        "8d 9h Td Jh Qd",
        "Kh Kd Kc 8s 6d",
    )
    for cards, price in zip(losing, pays, strict=True):
        dealer = "2s 2h 2d 2c As" if "Jk1" in cards else FIVE_WILDS
        net = settle(GAME, played(cards, two_way_bad_beat=1), dealer=dealer, house=tables(two_way_bad_beat=table))
        assert net["two_way_bad_beat"] == price


def test_30_1099_45_13_bad_beat_of_the_dealer_and_none() -> None:
    hand = played("Kh Kd Kc 8s 8d", two_way_bad_beat=5)
    assert settle(GAME, hand, dealer="9h 9d 2c 3s 5d")["two_way_bad_beat"] == 45
    assert settle(GAME, hand, dealer="9h 9d Ac 3s 5d")["two_way_bad_beat"] == -5
    tie = played("8s 9d Ts Jh Qs", two_way_bad_beat=5)
    assert settle(GAME, tie, dealer="8d 9h Td 2h Qd")["two_way_bad_beat"] == -5


@pytest.mark.parametrize("others", range(6))
def test_30_1099_45_15_cover_all_by_number_of_hands(others: int) -> None:
    prices = {
        "2s 2h 2d 2c Jk1": (500, 400, 300, 200, 150, 100),
        "As Ks Qs Js Ts": (100, 90, 80, 60, 50, 40),
        "8s 9s Ts Js Qs": (90, 80, 70, 50, 40, 35),
        "Ks Kh Kd Kc 8s": (70, 40, 30, 25, 20, 20),
        "Ks Kh Kd 8c 8s": (15, 9, 6, 5, 4, 3),
        "Ks Js 9s 6s 3s": (-1,) * 6,
    }
    fill = ["Qh Jd 9c 6d 4h", "Qd Jh 9d 6c 4d", "Qc Jc 9h 6h 4c", "Ah Td 5c 3d 8h", "Ad Th 5d 3c 8d"]
    for cards, pays in prices.items():
        seats = [played(cards, cover_all_bonus=1), *(folded(other) for other in fill[:others])]
        net = settle(GAME, *seats, dealer="Ac 7d 5h 4s 3h")
        assert net["cover_all_bonus"] == pays[others]


def test_30_1099_45_14_the_best_hand_at_the_table_pays_everyone() -> None:
    seats = folded("Ks Kh Kd 8c 8s"), played("Qs Jd 9c 6d 4h", cover_all_bonus=10)
    net = all_nets(GAME, *seats, dealer=LOW)
    assert net[1]["cover_all_bonus"] == 90
    assert all_nets(GAME, *seats, dealer="9h 9d 2c Jk1 3h")[1]["cover_all_bonus"] == 400


def test_30_1099_45_15_five_of_a_kind_takes_a_row_of_cover_all() -> None:
    hand = played("Ks Kh Kd Kc 2d", cover_all_bonus=1)
    assert settle(GAME, hand, dealer=LOW)["cover_all_bonus"] == 70
    house = {"five_of_a_kind_covers_as": "straight_flush"}
    assert settle(GAME, hand, dealer=LOW, house=house)["cover_all_bonus"] == 90
    both = played("2s 2h 2d Jk1 9c", cover_all_bonus=1)  # five nines, or 9 to K of clubs
    assert settle(GAME, both, dealer=LOW)["cover_all_bonus"] == 90
    quads = played("Ks Kh Kd Kc 8d", cover_all_bonus=1)
    assert settle(GAME, quads, dealer=LOW, house=house)["cover_all_bonus"] == 70


def test_30_1099_45_15_140_of_1400_fives_of_a_kind_cover_as_straight_flushes() -> None:
    plan = load_plan(GAME, {})
    wild = [card for card in deck("53") if card < 4 or card == 52]  # the deuces and the joker
    hands = {hand for rank in range(1, 13) for hand in combinations([*wild, *range(4 * rank, 4 * rank + 4)], 5)}
    batch = Batch(plan, {"player": np.array(sorted(hands), np.uint8)})
    ranking = plan.hands["player"].ranking
    table = plan.wagers["cover_all_bonus"].judged_on["player"]
    assert ranking is not None
    fives = batch.value("player") >> ranking.shift == ranking.categories.index("five_of_a_kind")
    rows = [table.rows[row].name for row in batch.decisive(table)[fives]]
    assert Counter(rows) == {"four_of_a_kind": 1260, "straight_flush": 140}


@pytest.mark.parametrize(
    ("cards", "net"),
    [
        (FIVE_WILDS, 19999),
        ("As Ks Qs Js Ts", 1999),
        ("As Ks Qs Js 2s", 199),
        ("Ks Kh Kd Kc 2d", 149),
        ("8s 9s Ts Js Qs", 49),
        ("Ks Kh 2d 2c 8s", 9),
        ("Ks Kh Jk1 8c 8s", 8),
        ("Ks Js 9s 6s 2d", 7),
        ("8s 9d Ts Jh 2d", 4),
        ("Ks Kh Kd 8c 6s", -1),
    ],
)
def test_30_1099_45_23_djwp_1_counts_wild_cards(cards: str, net: int) -> None:
    found = settle(GAME, played(cards, progressive=1), dealer=LOW, meters={"progressive": 20000})
    assert found["progressive"] == net


@pytest.mark.parametrize("name", ["multi_game_progressive", "progressive"])
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("As Ks Qs Js Ts", 19999),
        ("As Ks Qs Js Jk1", 19999),  # the ten stands in for the joker
        ("8s 9s Jk1 Js Qs", 1999),
        ("As Ks Qs Js 2s", 39),  # a deuce is a two
        ("Th Td Tc Jk1 8s", 299),
        ("2s 2h 2d 2c 8s", 299),
        ("Ks Kh Kd 8c 8s", 49),
        ("As 2d 3d 4h 5s", 29),
        ("Ks Kh Kd 8c 2s", 8),
        ("Ks Kh 2d 8c 6s", -1),
        ("Ks Kh Jk1 8c 6s", -1),
    ],
)
def test_30_1099_45_23_mgl_1_counts_none_and_the_extra_card_replaces_the_joker(name: str, cards: str, net: int) -> None:
    spare = {"joker_replacement": "Ts"} if "Ts" not in cards else {}
    found = settle(
        GAME,
        played(cards, progressive=1),
        dealer="9h 7d 5c 4s 3h",
        piles=spare,
        meters={"progressive": 20000},
        house=tables(**{name: "MGL-1"}),
    )
    assert found["progressive"] == net


def test_30_1099_45_21_a_the_extra_card_serves_no_other_wager() -> None:
    hand = played("As Ks Qs Js Jk1", progressive=1, trips=1)
    house = tables(multi_game_progressive="MGL-1", trips="01")
    more = {"piles": {"joker_replacement": "Ts"}, "meters": {"progressive": 20000}, "house": house}
    net = settle(GAME, hand, dealer=LOW, **more)
    assert net == {"ante": 10, "play": 20, "blind": 500, "trips": 100, "progressive": 19999}


def test_30_1099_45_20_a_a_joker_needs_the_extra_card_in_the_multi_game_version_only() -> None:
    hand = played("As Ks Qs 9d Jk1", progressive=1)
    with pytest.raises(RuleError, match="joker") as failed:
        settle(GAME, hand, dealer=LOW, house=tables(multi_game_progressive="MGL-1"))
    assert failed.value.field == "piles.joker_replacement"
    assert settle(GAME, hand, dealer=LOW)["progressive"] == -1


def test_30_1099_45_23_mgl_1_envy_goes_to_the_other_progressive_players() -> None:
    seats = (
        played("5h 6h 7h 8h 9h", progressive=1),
        played("Kd Jc 9s 6c 4d", progressive=1),
        folded("Kc Js 9d 6s 4s", progressive=2),
        played("Kh Jd 9c 6d 4h"),
    )
    more = {"dealer": "Qs Qd 8c 5d 3s", "meters": {"progressive": 20000}}
    net = all_nets(GAME, *seats, **more, house=tables(multi_game_progressive="MGL-1"))
    assert [one.get("progressive_envy") for one in net] == [None, 300, 600, None]
    assert net[0]["progressive"] == 1999
    own = all_nets(GAME, *seats, **more, house=tables(progressive="DJWP-1"))
    assert [one.get("progressive_envy") for one in own] == [None] * 4


@pytest.mark.parametrize("wager", ["two_way_bad_beat", "cover_all_bonus"])
def test_30_1099_45_2_the_house_may_withdraw_side_wagers(wager: str) -> None:
    with pytest.raises(RuleError, match="does not offer") as failed:
        settle(GAME, played("As Ks Qs Js Ts", **{wager: 1}), dealer=LOW, house={f"{wager}_offered": False})
    assert failed.value.field == f"seats[0].wagers.{wager}"


def test_30_1099_45_2_ante_and_blind_are_equal_and_required() -> None:
    with pytest.raises(RuleError, match="equal"):
        settle(GAME, seat({"ante": 10, "blind": 5}, "As Ks Qs Js Ts", "play"), dealer=LOW)
    with pytest.raises(RuleError, match="blind"):
        settle(GAME, seat({"ante": 10}, "As Ks Qs Js Ts", "play"), dealer=LOW)


def test_30_1016_a_misdeal_voids_the_table_or_by_option_the_seat() -> None:
    seats = seat({"ante": 10, "blind": 10}, "As Ks"), played("Qs Qd 8c 5d 3s", cover_all_bonus=1)
    mishap = {"kind": "misdeal", "seat": 0}
    table = all_nets(GAME, *seats, dealer=LOW, irregularity=mishap)
    assert table == [{"ante": 0, "blind": 0}, {"ante": 0, "blind": 0, "play": 0, "cover_all_bonus": 0}]
    one = all_nets(GAME, *seats, dealer=LOW, irregularity=mishap, house={"misdeal_to_a_player": "seat"})
    assert one == [{"ante": 0, "blind": 0}, {"ante": 10, "blind": 0, "play": 20, "cover_all_bonus": -1}]


def test_30_1047_ceiling_on_the_blind_but_not_on_bonus_wagers() -> None:
    hand = played(FIVE_WILDS, trips=1)
    net = settle(GAME, hand, dealer=LOW, house={"max_payout_per_player": 5000})
    assert net == {"ante": 10, "play": 20, "blind": 5000, "trips": 2000}
