"""Stadium Three Card Poker, CO 30-1099.53, paragraph by paragraph."""

from itertools import pairwise
from typing import Any

import pytest
from tests.rulebook.helpers import Nets, all_nets, rules, seat, settle

from houseway.families import open_round
from houseway.families import settle as settle_file
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME = "stadium-three-card-poker"
ARRAY = "Ah 7d 2c Ks Ad 9h 4s Jc 8d"
QUEEN_HIGH, JACK_HIGH = "Qc 6h 3s", "Jh 6h 2s"


def one(
    select: list[int], *actions: str, array: str = ARRAY, dealer: str = QUEEN_HIGH, house: Any = None, **wagers: float
) -> Nets:
    placed = seat({name.replace("__", "."): stake for name, stake in wagers.items()}, "", *actions, select=select)
    return settle(GAME, placed, dealer=dealer, piles={"array": array}, house=house or {})


def test_30_1099_53_2_rank_of_hands() -> None:
    ranked = ["Ah Kh Qh", "Kc Qc Jc", "9s 9d 9c", "Ks Qd Jh", "2d 7d 9d", "5h 5s 2c"]
    for high, low in pairwise(ranked):
        assert one([1, 2, 3], "play", array=f"{high} 3c 4s 6d 8h Td 8c", dealer=low, ante=10)["play"] == 10
        assert one([1, 2, 3], "play", array=f"{low} 3c 4s 6d 8h Td 8c", dealer=high, ante=10)["play"] == -10


def test_30_1099_53_3_any_three_different_places() -> None:
    assert one([9, 1, 5], "play", ante=10) == {"ante": 10, "play": 10}
    for wrong in ([1, 1, 5], [1, 5], [1, 5, 10], [0, 1, 5], [1, 2, 3, 4]):
        with pytest.raises(RuleError, match="3 different places from 1 to 9"):
            one(wrong, "play", ante=10)
    with pytest.raises(RuleError, match="legal are select PLACES"):
        settle(GAME, seat({"ante": 10}), dealer=QUEEN_HIGH, piles={"array": ARRAY})


def test_30_1099_53_3_players_may_select_the_same_places() -> None:
    seats = [seat({"ante": 10}, "", "play", select=[1, 5, 9]) for _ in range(2)]
    nets = all_nets(GAME, *seats, dealer=QUEEN_HIGH, piles={"array": ARRAY})
    assert nets == [{"ante": 10, "play": 10}] * 2


def test_30_1099_53_3_a_live_seat_selects_before_the_cards_lie() -> None:
    live = open_round(convert_round({"game": GAME, "seats": [{"wagers": {"ante": 10}}] * 2}), 1)
    with pytest.raises(RuleError, match="places are numbers"):
        live.act(0, "select Ah Kh Qh")
    live = live.act(0, "select 2 4 9").act(1, "timeout")
    nine = next(pile.cards for pile in live.visible() if pile.name == "array")
    own = [pile.cards for pile in live.visible(0) if pile.name == "player"]
    assert own[0] == (nine[1], nine[3], nine[8])
    live = live.act(0, "play").act(1, "timeout")
    file = live.round_file()
    assert [one["select"] for one in file["seats"]] == [[2, 4, 9], [1, 2, 3]]
    assert settle_file(convert_round(file)).seats == live.settle().seats


def test_30_1099_53_4_the_ante_must_be_made() -> None:
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        one([1, 2, 3], pair_plus=5)
    with pytest.raises(RuleError, match="needs a wager on Ante"):
        one([1, 2, 3], row_1__pair_plus=5)


def test_30_1099_53_4_a_rows_and_columns() -> None:
    array = "9s 9d 9c 2h 3h 4h 7c Jc 9h"
    nets = one([7, 8, 9], "fold", array=array, ante=5, row_1__pair_plus=5, row_2__pair_plus=5, row_3__pair_plus=5)
    assert nets == {"ante": -5, "row_1.pair_plus": 150, "row_2.pair_plus": 200, "row_3.pair_plus": -5}
    down = "9s 2h 7c 9d 3h Jc 2c 4h 9h"
    columns = one([7, 8, 9], "fold", array=down, ante=5, column_1__pair_plus=5, column_2__pair_plus=5)
    assert columns == {"ante": -5, "column_1.pair_plus": 5, "column_2.pair_plus": 200}
    six = one([7, 8, 9], "fold", array=array, dealer="5d 6d 6s", ante=5, row_1__six_card_bonus=5)
    assert six == {"ante": -5, "row_1.six_card_bonus": 125}


def test_30_1099_53_7_play_fold_and_no_decision() -> None:
    assert one([1, 5, 9], "fold", ante=10, pair_plus=5) == {"ante": -10, "pair_plus": 5}
    assert one([1, 5, 9], "timeout", ante=10, pair_plus=5) == {"ante": -10, "pair_plus": 5}
    with pytest.raises(RuleError, match="not allowed for Play"):
        one([1, 5, 9], "play 20", ante=10)


def test_30_1099_53_9_the_dealer_needs_queen_high() -> None:
    low = "9s 9d 9c Kh 2d 5h 7c Jc 4s"
    assert one([2, 7, 9], "play", array=low, dealer="Jd 6d 3s", ante=10) == {"ante": 10, "play": 0}
    assert one([2, 7, 9], "play", array=low, dealer="Qd 6d 3s", ante=10) == {"ante": -10, "play": -10}
    assert one([2, 7, 9], "play", array="Qs 9d 9c Kh 2d 5h 6c Jc 3d", dealer="Qd 9h 3s", ante=10)["play"] == -10
    tie = one([1, 7, 9], "play", array="Qs 9d 9c Kh 2d 5h 6c Jc 3d", dealer="Qd 6d 3s", ante=10)
    assert tie == {"ante": 0, "play": 0}


def test_30_1099_53_9_e_ante_bonus_needs_a_play_wager_only() -> None:
    array = "3s 4d 5c Kh 2d 5h 7c Jc 9s"
    assert one([1, 2, 3], "play", array=array, dealer=JACK_HIGH, ante=10) == {"ante": 10, "play": 0, "ante_bonus": 10}
    beaten = one([1, 2, 3], "play", array=array, dealer="Qs Qd Qc", ante=10)
    assert beaten == {"ante": -10, "play": -10, "ante_bonus": 10}
    assert one([1, 2, 3], "fold", array=array, dealer=JACK_HIGH, ante=10) == {"ante": -10}


def test_30_1099_53_11_six_cards_make_the_best_five() -> None:
    array = "As Ks Qs 2d 5h 7c 9d 3h 4c"
    nets = one([1, 2, 3], "fold", array=array, dealer="Js Ts 2c", ante=1, six_card_bonus=1)
    assert nets == {"ante": -1, "six_card_bonus": 1000}


def test_30_1099_53_13_every_price() -> None:
    bonus = {"TCP-01": (5, 4, 1), "TCP-02": (5, 4, 1), "TCP-03": (5, 3, 1), "TCP-04": (5, 4, 1)}
    plus = {
        "TCP-01": (40, 30, 6, 4, 1), "TCP-02": (40, 25, 6, 4, 1), "TCP-03": (40, 30, 6, 4, 1),
        "TCP-04": (40, 30, 6, 3, 1),
    }  # fmt: skip
    hands = ("Th 9h 8h", "8s 8d 8c", "5s 4d 3c", "2h 7h 9h", "5s 5d 3c")
    for schedule in bonus:
        for at, cards in enumerate(hands):
            rest = ["Kc", "Kd", "As", "Ad", "Jc", "2s"]
            nets = one(
                [1, 2, 3], "play", array=" ".join([cards, *rest]), dealer="Qs 6d 2c",
                house={"pay_tables": {"schedule": schedule}}, ante=1, pair_plus=1,
            )  # fmt: skip
            assert nets["pair_plus"] == plus[schedule][at]
            assert nets.get("ante_bonus", 0) == (bonus[schedule][at] if at < 3 else 0)
    six = {
        "1": (1000, 200, 50, 25, 20, 10, 5), "2": (1000, 200, 50, 25, 15, 10, 5),
        "3": (1000, 200, 100, 20, 15, 9, 8), "4": (1000, 200, 100, 20, 15, 10, 7),
    }  # fmt: skip
    made = (
        ("As Ks Qs", "Js Ts 2c"), ("9s 8s 7s", "6s 5s 2c"), ("9s 9h 9c", "9d 5s 2c"), ("9s 9h 9c", "5d 5s 2c"),
        ("9s 8s 2s", "Ks 4s 2c"), ("9s 8d 7c", "6s 5h 2c"), ("9s 9h 9c", "6s 5h 2c"),
    )  # fmt: skip
    for schedule, prices in six.items():
        for price, (cards, dealer) in zip(prices, made, strict=True):
            rest = ["Kc", "Kd", "Ah", "Ad", "Jc", "Jh"]
            house = {"pay_tables": {"six_card_bonus": schedule}}
            array = " ".join([cards, *rest])
            nets = one([1, 2, 3], "fold", array=array, dealer=dealer, house=house, ante=1, six_card_bonus=1)
            assert nets["six_card_bonus"] == price


def test_30_1099_53_citations() -> None:
    placed = seat({"ante": 10, "pair_plus": 5, "six_card_bonus": 5}, "", "play", select=[1, 5, 9])
    cited = rules(GAME, placed, dealer=QUEEN_HIGH, piles={"array": ARRAY})
    section = "CO 30-1099.53"
    assert cited == {
        "ante": f"{section}(9)(a)",
        "play": f"{section}(9)(a)",
        "pair_plus": f"{section}(13)",
        "six_card_bonus": f"{section}(11)",
    }
