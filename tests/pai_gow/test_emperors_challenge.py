"""Emperor's Challenge and Emperor's Challenge Exposed, 30-1099.36, paragraph by paragraph."""

import re
from random import Random
from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, answer, seat, settle

from houseway.families import hint_for, open_round
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError

GAME, EXPOSED = "emperors-challenge", "emperors-challenge-exposed"
QUEENS: dict[str, Any] = {"dealer": "Qh Qd Js 8c 6d 4s 2h", "dealer_set": {"low": ["Js", "8c"]}}


def side(wager: str, cards: str, table: str, *actions: str, amount: float = 5, **more: Any) -> float:
    one = seat({"primary": 20, wager: amount}, cards, *actions, "house way")
    return settle(GAME, one, house={"pay_tables": {wager: table}}, **{**QUEENS, **more})[wager]


def test_30_1099_36_36_primary_wagers_in_steps_of_5() -> None:
    with pytest.raises(RuleError, match="multiple of \\$5"):
        settle(GAME, seat({"primary": 12}, "Ah Ad Kc Kd 9s 7h 3c", "set low: Kc Kd"), **QUEENS)


def test_30_1099_36_11_c_a_hand_set_incorrectly_loses_but_its_side_wagers_stand() -> None:
    one = seat({"primary": 20, "emperors_treasure": 5}, "9c 9d 9h 9s 3c Ks Qs", "set low: 9c 9d")
    assert settle(GAME, one, **QUEENS) == {"primary": 0, "emperors_treasure": 100}
    fouled = seat({"primary": 20, "emperors_treasure": 5}, "9c 9d 9h Ks Qs 3c 2d", "set low: 9c 9d")
    assert settle(GAME, fouled, **QUEENS) == {"primary": -20, "emperors_treasure": 15}


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("3c 4c 5c 6c 7c Jk1 9c", 1000),
        ("Jk1 Kh Ah Jh Th As Ks", 2000),
        ("Ah Kh Kd Jh Th As Jk1", 150),
        ("Ad Kd Jd Td 9d 5s 3s", 4),
        ("Ad Ah Ac As Jk1 5s 3s", 400),
    ],
)
def test_30_1099_36_20_treasure_table_b(cards: str, odds: int) -> None:
    table: dict[str, Any] = {"dealer": "Qc Qs Js 8h 6d 4s 2h", "dealer_set": {"low": ["Js", "8h"]}}
    assert side("emperors_treasure", cards, "B", **table) == 5 * odds


def test_30_1099_36_21_envy_from_5_dollars_to_all_but_the_holder() -> None:
    seats = [
        seat({"primary": 20}, "9c 9d 9h 9s 3c Ks Qs", "house way"),
        seat({"primary": 20, "emperors_treasure": 5}, "Jc Ts 8d 6h 5s 4d 2s", "house way"),
        seat({"primary": 20, "emperors_treasure": 4}, "Jd Th 8s 6s 5d 4c 2d", "house way"),
    ]
    nets = all_nets(GAME, *seats, **QUEENS)
    assert [one.get("envy_bonus", 0) for one in nets] == [0, 5, 0]


def test_30_1099_36_43_envy_of_table_g_is_read_as_20() -> None:
    seats = [
        seat({"primary": 20}, "4d 5d 7d 8d Jk1 Ks Qs", "house way"),
        seat({"primary": 20, "emperors_treasure": 5}, "Jc Ts 8h 6h 5s 4h 2s", "house way"),
    ]
    for house, envy in (({}, 20), ({"table_g_envy": 220}, 220)):
        nets = all_nets(GAME, *seats, house={"pay_tables": {"emperors_treasure": "G"}, **house}, **QUEENS)
        assert nets[1]["envy_bonus"] == envy


def test_30_1099_36_22_insurance_is_on_the_players_or_the_dealers_hand() -> None:
    nine_high = "9h 8d 7c 5s 4h 3d 2c"
    assert side("pai_gow_insurance", nine_high, "J", "insure player") == 2000
    assert side("pai_gow_insurance", nine_high, "J", "insure dealer") == -5
    pairs = "Ah Ad Kc Kd 9s 7h 3c"
    pai_gow: dict[str, Any] = {"dealer": "Jk1 Jd 9d 7d 4c 3h 2h", "dealer_set": {}}
    assert side("pai_gow_insurance", pairs, "J", "insure dealer", **pai_gow) == 10  # the joker is an ace
    assert side("pai_gow_insurance", pairs, "J") == -5
    with pytest.raises(RuleError, match="insure player or insure dealer"):
        side("pai_gow_insurance", pairs, "J", "insure house")


def test_30_1099_36_22_who_is_advised_says_first_which_hand_is_insured() -> None:
    opening = convert_round({"game": GAME, "seats": [{"wagers": {"primary": 10, "pai_gow_insurance": 5}}]})
    for seed, insured in ((1, "insure dealer"), (2, "insure player")):  # a pair of fours; ace high, which is paid
        now = open_round(opening, seed)
        assert hint_for(now, 0, rng=Random(1)).action == now.suggest(0) == insured
        assert re.match("house way|set low: ", hint_for(now.act(0, insured), 0, rng=Random(1)).action)


def test_30_1099_36_23_24_progressives_are_for_1_and_scale_with_the_unit() -> None:
    def won(wager: str, cards: str, table: str, amount: float = 1) -> float:
        meters = {"emperors_treasure": 30000, "pai_gow_insurance": 8000}
        return side(wager, cards, table, amount=amount, meters=meters)

    treasure, insurance = "emperors_treasure_progressive", "pai_gow_insurance_progressive"
    assert won(treasure, "9c 9d 9h 9s 3c Ks Qs", "PT-BJS-EC-ET-01") == 74
    assert won(treasure, "9c 9d 9h 9s 3c Ks Qs", "PT-BJS-EC-ET-01", 5) == 370
    assert won(treasure, "3d 4d 5d 7d 8d 9d Jk1", "PT-BJS-EC-ET-03") == 29999
    assert won(treasure, "Ad Ah Ac As Jk1 5s 3s", "PT-BJS-EC-ET-03") == 2999
    assert won(insurance, "9s 8s 7c 5s 4c 3s 2c", "PT-BJS-EC-PGI-03") == 7999
    assert won(insurance, "9s 8s 7c 5s 4c 3d 2c", "PT-BJS-EC-PGI-03") == 249
    assert won(insurance, "Kd Jc 9d 7h 5c 4h 2s", "PT-BJS-EC-PGI-03") == -1


def test_30_1099_36_35_wrong_counts_void_the_hand_or_the_table() -> None:
    short = seat({"primary": 20}, "Ah Ad Kc Kd 9s 7h")
    assert settle(GAME, short, irregularity={"kind": "wrong_count", "seat": 0}, **QUEENS) == {"primary": 0}
    whole = seat({"primary": 20, "emperors_treasure": 5}, "9c 9d 9h 9s 3c Ks Qs", "house way")
    dealer = {"dealer": "Qh Qd", "irregularity": {"kind": "wrong_count", "of": "dealer"}}
    assert settle(GAME, whole, **dealer) == {"primary": 0, "emperors_treasure": 0}


def test_30_1099_36_13_commission_free_options() -> None:
    winner = seat({"primary": 50}, "As Ks Qh Qd 8s 6c 2d", "set low: As Ks")
    loser = seat({"primary": 50}, "Ts 8c 5h 4d 3s 2c 9h", "set low: 8c 5h")
    ace: dict[str, Any] = {"dealer": "Ah Kc Jd 9s 7h 5c 3d"}
    king: dict[str, Any] = {"dealer": "Kh Qc Jd 9s 7h 5c 3d"}
    pair: dict[str, Any] = {"dealer": "Jh Jc Td 9s 7h 5c 3d"}

    def nets(option: str, table: dict[str, Any]) -> list[float]:
        house = {"pay_tables": {"commission_free_option": option}}
        return [settle(EXPOSED, one, house=house, **table)["primary"] for one in (winner, loser)]

    assert nets("1", ace) == [0, 0]
    assert nets("1", king) == [50, -50]
    assert nets("2", king) == [0, 0]
    assert nets("2", ace) == [50, -50]
    assert nets("3", ace) == [25, -50]
    assert nets("3", king) == [25, -50]
    assert nets("3", pair) == [50, -50]


def test_30_1099_36_44_exposed_has_no_commission() -> None:
    with pytest.raises(RuleError, match="no option 'commission'"):
        answer(EXPOSED, seat({"primary": 50}, "As Ks Qh Qd 8s 6c 2d", "set low: As Ks"), house={"commission": 0.05})


def test_30_1099_36_43_the_commission_is_5_percent_or_none() -> None:
    winner = seat({"primary": 100}, "As Ks Qh Qd 8s 6c 2d", "set low: As Ks")
    loser = {"dealer": "Jh Td 9s 7h 5c 3d 2s", "dealer_set": {"low": ["Td", "9s"]}}

    def net(rate: float) -> float:
        return settle("emperors-challenge", winner, house={"commission": rate}, **loser)["primary"]

    assert (net(0.05), net(0)) == (95, 100)
    with pytest.raises(RuleError) as error:
        net(0.03)
    assert error.value.field == "house.commission.rate"
