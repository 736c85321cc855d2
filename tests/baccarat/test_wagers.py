"""Rule 28's wagers, vigorish and side bets, paragraph by paragraph."""

from typing import Any

import pytest
from tests.baccarat.helpers import coup

from houseway.families import settle
from houseway.play.core.roundfile import as_json, convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

PLAYER_WINS = ("4s 5d", "Kh 7c")
BANKER_WINS = ("Kd 6c", "3h 4s")
TIE = ("Kd 6c", "3h 3s")  # 6 and 6, both stand


def test_30_2807_1_player_banker_and_tie() -> None:
    bets = {"player": 100, "banker": 100, "tie": 10}
    assert coup("baccarat", *PLAYER_WINS, bets) == [{"player": 100, "banker": -100, "tie": -10}]
    assert coup("baccarat", *BANKER_WINS, bets) == [{"player": -100, "banker": 95, "tie": -10}]
    assert coup("baccarat", *TIE, bets) == [{"player": 0, "banker": 0, "tie": 80}]


def test_30_2808_2_tie_odds_are_at_least_8() -> None:
    assert coup("baccarat", *TIE, {"tie": 10}, house={"tie_odds": 9}) == [{"tie": 90}]
    with pytest.raises(RuleError, match="at least 8"):
        coup("baccarat", *TIE, {"tie": 10}, house={"tie_odds": 7})


def test_30_2808_3_a_vigorish_rounded_up_to_25_cents() -> None:
    house = {"commission": {"mode": "win", "rate": 0.05, "round_up_to": 0.25}}
    assert coup("baccarat", *BANKER_WINS, {"banker": 12}, house=house) == [{"banker": 11.25}]
    assert coup("baccarat", *BANKER_WINS, {"banker": 12}) == [{"banker": 11.4}]


def test_30_2808_3_c_vigorish_on_ties_instead_of_wins() -> None:
    house = {"commission": {"mode": "tie", "rate": 0.25}}
    assert coup("baccarat", *TIE, {"banker": 100, "player": 100}, house=house) == [{"banker": -25, "player": 0}]
    assert coup("baccarat", *BANKER_WINS, {"banker": 100}, house=house) == [{"banker": 100}]


def test_30_2808_3_vigorish_is_5_to_25_percent() -> None:
    with pytest.raises(RuleError, match="at most 0\\.25") as error:
        coup("baccarat", *TIE, {"banker": 10}, house={"commission": 0.3})
    assert error.value.field == "house.commission"


@pytest.mark.parametrize(
    ("game", "terms", "field"),
    [
        ("baccarat", {"mode": "loss"}, "house.commission.mode"),  # (3), (3)(C): of wins, or of wagers on a tie
        ("baccarat", {"round_up_to": 1.0}, "house.commission.round_up_to"),  # (3)(A): 25 cents
        ("baccarat-5-treasures", {"rate": 0.1}, "house.commission.rate"),  # 30-2899.01(4): 5% of winning bankers
        ("baccarat-5-treasures", {"mode": "tie"}, "house.commission.mode"),
        ("ez-baccarat", {"rate": 0.05}, "house.commission"),  # 30-2899.04(2): none
    ],
)
def test_30_2808_3_only_printed_terms_of_vigorish_are_taken(game: str, terms: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as error:
        coup(game, *BANKER_WINS, {"banker": 10}, house={"commission": terms})
    assert error.value.field == field


def test_30_2899_04_2_the_sheet_of_ez_baccarat_shows_no_commission() -> None:
    game = load_game("ez-baccarat")
    assert "commission" not in game.spec.options
    assert not [one for one in game.spec.readings if "vigorish" in one.id]


def test_30_2808_4_total_cards() -> None:
    bets = {"total_cards_4": 10, "total_cards_5": 10, "total_cards_6": 10}
    assert coup("baccarat", *PLAYER_WINS, bets) == [{"total_cards_4": 15, "total_cards_5": -10, "total_cards_6": -10}]
    five = coup("baccarat", "2c 3c 8d", "As 2d", bets)
    assert five == [{"total_cards_4": -10, "total_cards_5": 20, "total_cards_6": -10}]
    six = coup("baccarat", "2c 3c 9d", "As Kd 6h", bets)
    assert six == [{"total_cards_4": -10, "total_cards_5": -10, "total_cards_6": 20}]


def test_30_2807_1_d_perfect_pair_in_either_hand_is_paid_once() -> None:
    assert coup("baccarat", "3h 3h", "Ks 7c", {"perfect_pair": 4}) == [{"perfect_pair": 100}]
    assert coup("baccarat", "3h 3h", "Ks Ks 7d", {"perfect_pair": 4}, house={"perfect_pair_odds": 30}) == [
        {"perfect_pair": 120}
    ]
    assert coup("baccarat", "3h 3d", "Ks 7c", {"perfect_pair": 4}) == [{"perfect_pair": -4}]


def test_30_2802_13_match_pair_is_unsuited_and_on_its_own_side() -> None:
    bets = {"match_pair_player": 10, "match_pair_banker": 10}
    assert coup("baccarat", "3h 3d", "Ks 7c", bets) == [{"match_pair_player": 110, "match_pair_banker": -10}]
    assert coup("baccarat", "3h 3h", "Ks 7c", bets) == [{"match_pair_player": -10, "match_pair_banker": -10}]


@pytest.mark.parametrize(
    ("table", "player", "banker", "net"),
    [
        ("A", "2h 2d 5s", "Kd Tc Qs", 300),
        ("B", "2h 2d 5s", "Kd Tc Qs", 200),
        ("C", "2h 2d 4s", "Kd Tc As", 40),
        ("A", "4h 5h", "Kc Td", 10),
        ("A", "Kc 6h", "Kd 7s", -10),
        ("A", "4h 4d", "Kc 8d", -10),
    ],
)
def test_30_2808_5_bonus_by_margin(table: str, player: str, banker: str, net: float) -> None:
    house = {"pay_tables": {"bonus": table}}
    assert coup("baccarat", player, banker, {"bonus_player": 10}, house=house) == [{"bonus_player": net}]


def test_30_2808_5_bonus_natural_tie_by_option() -> None:
    house = {"bonus_natural_tie": "push"}
    assert coup("baccarat", "4h 4d", "Kc 8d", {"bonus_player": 10}, house=house) == [{"bonus_player": 0}]


def test_30_2816_4_too_few_cards_void_the_round() -> None:
    nets = coup("baccarat", "4h", "", {"player": 10, "tie": 5}, irregularity={"kind": "insufficient_cards"})
    assert nets == [{"player": 0, "tie": 0}]


def test_30_2817_4_who_opens() -> None:
    file: dict[str, Any] = {
        "game": "midi-baccarat",
        "seats": [{"wagers": {"banker": 40}}, {"wagers": {"banker": 40}}, {"wagers": {"player": 10}}],
        "piles": {"player": ["As", "Kc", "Td"], "banker": ["3d", "4d"]},
    }
    assert as_json(settle(convert_round(file)))["opens"] == {"player": 2, "banker": 1}


@pytest.mark.parametrize(("table", "net"), [("1", 60), ("2", 70), ("3", 40)])
def test_30_2899_03_5_win_by_seven(table: str, net: float) -> None:
    house = {"pay_tables": {"dragon": table}}
    nets = coup("dragon-bonus", "2h 3c 4d", "As Ad Kc", {"dragon_player": 10, "dragon_banker": 10}, house=house)
    assert nets == [{"dragon_player": net, "dragon_banker": -10}]


def test_30_2899_03_6_e_naturals_and_ties() -> None:
    assert coup("dragon-bonus", "4h 5h", "Kc Td", {"dragon_player": 10}) == [{"dragon_player": 10}]
    assert coup("dragon-bonus", "4h 4d", "Kc 8d", {"dragon_player": 10}) == [{"dragon_player": 0}]
    assert coup("dragon-bonus", *TIE, {"dragon_player": 10}) == [{"dragon_player": -10}]


def test_30_2899_03_3_b_aggregate_limit_is_shared() -> None:
    house = {"aggregate_limit": 300}
    nets = coup("dragon-bonus", "2h 2d 5s", "Kd Tc Qs", {"dragon_player": 10}, {"dragon_player": 20}, house=house)
    assert nets == [{"dragon_player": 100}, {"dragon_player": 200}]


def test_30_2899_04_2_banker_three_card_seven_pushes() -> None:
    bets = {"banker": 100, "dragon_7": 10, "panda_8": 10}
    assert coup("ez-baccarat", "Ks 2c 4h", "2h 3d 2d", bets) == [{"banker": 0, "dragon_7": 400, "panda_8": -10}]
    assert coup("ez-baccarat", *BANKER_WINS, {"banker": 100}) == [{"banker": 100}]


@pytest.mark.parametrize(
    ("table", "player", "banker", "net"),
    [
        ("1", "Ks 4c 6h", "2h 3h 2h", 5000 - 1),
        ("1", "Ks 4c 6h", "2h 3d 2d", 249),
        ("2", "Ks 4c 6h", "2h 3d 2d", 229),
        ("1", "Ks 4c 6h", "2h 3d 2s", 74),
        ("1", "Ks Tc Th", "3h 4s", 59),
        ("3", "2h 2h 4h", "2s Kc 5d", 5000 - 1),
        ("3", "2h 2d 4h", "2s Kc 5d", 499),
        ("3", "2h 2s 4h", "2s Kc 5d", 49),
        ("3", "2s 2s 4s", "3c 4d", 19),
        ("3", "2s 2h 4s", "3c Kd 3d", 9),
        ("3", "4s 5d", "Kh 7c", -1),
    ],
)
def test_30_2899_04_5_progressive(table: str, player: str, banker: str, net: float) -> None:
    house = {"pay_tables": {"progressive": table}}
    meters = {"progressive": 5000}
    nets = coup("ez-baccarat", player, banker, {"player": 5, "progressive": 1}, house=house, meters=meters)
    assert nets[0]["progressive"] == net


def test_30_2899_04_5_f_ii_the_meter_is_split_among_its_bettors() -> None:
    seats = [{"player": 5, "progressive": 1}, {"banker": 5, "progressive": 1}]
    nets = coup("ez-baccarat", "Ks 4c 6h", "2h 3h 2h", *seats, meters={"progressive": 5000})
    assert [seat["progressive"] for seat in nets] == [2499, 2499]


def test_30_2899_01_5_treasures() -> None:
    bets = {"heavenly_9": 10, "blazing_7s": 10, "cover_all": 10}
    one = coup("baccarat-5-treasures", "2h 2d 5s", "Kd Tc Qs", bets)
    assert one == [{"heavenly_9": 100, "blazing_7s": -10, "cover_all": 60}]
    two_card_sevens = coup("baccarat-5-treasures", "3h 4d", "Kd 7c", bets, house={"pay_tables": {"blazing_7s": "2"}})
    assert two_card_sevens == [{"heavenly_9": -10, "blazing_7s": 500, "cover_all": 60}]
    assert coup("baccarat-5-treasures", "3h 4d", "Kd 7c", bets) == [
        {"heavenly_9": -10, "blazing_7s": -10, "cover_all": -10}
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": []}, "seats"),
        ({"seats": [{"wagers": {}}]}, "seats[0].wagers"),
        ({"seats": [{"wagers": {"ante": 5}}]}, "seats[0].wagers.ante"),
        ({"seats": [{"wagers": {"player": -5}}]}, "seats[0].wagers.player"),
        ({"piles": {"player": ["4s", "5d", "2c"], "banker": ["Kh", "7c"]}}, "piles.player"),
        ({"piles": {"player": ["2s", "3d"], "banker": ["Kh", "7c"]}}, "piles.player"),
        ({"piles": {"player": ["Jk1", "3d"], "banker": ["Kh", "7c"]}}, "piles.player[0]"),
        ({"irregularity": {"kind": "earthquake"}}, "irregularity.kind"),
    ],
)
def test_bad_rounds_name_the_field(change: dict[str, Any], field: str) -> None:
    file = {
        "game": "baccarat",
        "seats": [{"wagers": {"player": 5}}],
        "piles": {"player": ["4s", "5d"], "banker": ["Kh", "7c"]},
        **change,
    }
    with pytest.raises(RuleError) as error:
        settle(convert_round(file))
    assert error.value.field == field
