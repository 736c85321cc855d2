"""Prospector Poker, CO 30-1099.17."""

import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "prospector-poker"
SILVER = "2c 3d 7h"


def poker(cards: str, gold: str) -> float:
    return settle(GAME, seat({"poker": 10}, cards), piles={"gold": gold, "silver": SILVER})["poker"]


def side(wager: str, cards: str, opponent: str) -> float:
    pile = wager.split("_")[0]
    piles = {"gold": SILVER, "silver": SILVER} | {pile: opponent}
    return settle(GAME, seat({"poker": 10, wager: 5}, cards), piles=piles)[wager]


@pytest.mark.parametrize(
    ("cards", "gold", "pays"),
    [
        ("9h 9h 9c", "9s 9d 9d", 1000),
        ("Ah Kh Qh", "Jh Th 2c", 500),
        ("Ah Kh Qh", "Jh Th 9h", 500),
        ("9h Kh Qh", "Jh Th 2c", 100),
        ("Ah 2h 3h", "4h 5h 6h", 100),
        ("9h 9h 9c", "9s 9d 2d", 25),
        ("2d 9d Qd", "5d Kd 8d", 10),
        ("2d 9d 9d", "9d 9d 8d", 10),
        ("9h 9h 9c", "9s 2d 2c", 7),
        ("9h 9h 9c", "2s 2d 2c", 7),
        ("9h 9h 9c", "2s 2d 3c", 7),
        ("4h 5c 6d", "7s 8d 9c", 6),
        ("Ah 2c 3d", "4s 5d 6c", 6),
        ("2d 9d Qd", "5d Kd 8c", 5),
        ("2d 2d 2d", "5d Kd 8c", 5),
        ("9h 9c 4h", "4c 2s 2d", 4),
        ("4h 5c 6d", "7s 8d Kc", 3),
        ("4h 5c 6d", "7s 8d 8c", 3),
        ("9h 9c 9d", "4c 2s Kd", 1.5),
        ("9h 9c 4d", "4c 2s Kd", 1),
        ("Kh Kc 4d", "5c 2s 9d", 0),
        ("Ah Ac 4d", "5c 2s 9d", 0),
        ("Qh Qc 4d", "5c 2s 9d", -1),
        ("Ah Kc 4d", "5c 2s 9d", -1),
    ],
)
def test_30_1099_17_8_poker_schedule(cards: str, gold: str, pays: float) -> None:
    assert poker(cards, gold) == 10 * pays


@pytest.mark.parametrize("pile", ["gold", "silver"])
def test_30_1099_17_4_b_c_higher_and_lower_totals_win(pile: str) -> None:
    assert side(f"{pile}_high", "Kh Qc 9d", "Th 9c 9s") == 5
    assert side(f"{pile}_high", "Ah Ac Ad", "2h 2c 2s") == -5
    assert side(f"{pile}_low", "Ah Ac Ad", "2h 2c 2s") == 5
    assert side(f"{pile}_low", "Kh Qc 9d", "Th 9c 9s") == -5


@pytest.mark.parametrize("pile", ["gold", "silver"])
@pytest.mark.parametrize(
    ("cards", "high", "low"), [("Jh 8c Ad", 0, -5), ("Jh 9c Ad", -5, -5), ("Jh 9c 2d", -5, 0), ("Jh Qc Kd", -5, 0)]
)
def test_30_1099_17_4_d_e_ties(pile: str, cards: str, high: float, low: float) -> None:
    assert side(f"{pile}_high", cards, cards) == high
    assert side(f"{pile}_low", cards, cards) == low


def test_30_1099_17_4_high_and_low_are_cited() -> None:
    piles = {"gold": "Jh 9c Ad", "silver": "2c 3d 7h"}
    cited = rules(GAME, seat({"poker": 10, "gold_high": 5, "silver_low": 5}, "Jh 9c Ad"), piles=piles)
    assert cited == {
        "silver_low": "CO 30-1099.17(4)(c)",
        "gold_high": "CO 30-1099.17(4)(d)",
        "poker": "CO 30-1099.17(8)",
    }


@pytest.mark.parametrize("pile", ["gold", "silver"])
def test_30_1099_17_4_one_bet_a_box(pile: str) -> None:
    with pytest.raises(RuleError, match="not allowed with"):
        settle(
            GAME,
            seat({"poker": 10, f"{pile}_high": 5, f"{pile}_low": 5}, "Jh 9c Ad"),
            piles={"gold": SILVER, "silver": SILVER},
        )


def test_30_1099_17_3_poker_wager_is_compulsory() -> None:
    with pytest.raises(RuleError):
        settle(GAME, seat({"gold_high": 5}, "Jh 9c Ad"), piles={"gold": SILVER, "silver": SILVER})


def test_30_1099_17_1_eight_decks() -> None:
    assert poker("9h 9h 9h", "9h 9h 9h") == 10000
    seats = [seat({"poker": 10}, "9h 9h 9h"), seat({"poker": 10}, "9h 9h 9h")]
    with pytest.raises(RuleError, match="more often than the deck holds it"):
        settle(GAME, *seats, piles={"gold": "9h 9h 9h", "silver": SILVER})


def test_30_1099_17_10_too_many_cards() -> None:
    seats = [seat({"poker": 10, "silver_high": 5}, "9h 9c 9d 4h"), seat({"poker": 10}, "Kh Kc Ks")]
    piles = {"gold": "Ah 4c 2d", "silver": SILVER}
    one = all_nets(GAME, *seats, piles=piles, irregularity={"kind": "too_many_cards", "seat": 0})
    assert one == [{"poker": 0, "silver_high": 0}, {"poker": 15}]
    seats[0]["cards"] = seats[0]["cards"][:3]
    everyone = all_nets(GAME, *seats, piles=piles, irregularity={"kind": "too_many_cards", "of": "dealer"})
    assert everyone == [{"poker": 0, "silver_high": 0}, {"poker": 0}]


def test_30_1099_17_10_short_hand_is_completed() -> None:
    irregularity = {"kind": "too_few_cards", "seat": 0}
    piles = {"gold": "Ah 4c 2d", "silver": SILVER}
    assert settle(GAME, seat({"poker": 10}, "9h 9c 9d"), piles=piles, irregularity=irregularity) == {"poker": 15}


def test_30_1047_table_limit_is_shared() -> None:
    seats = [seat({"poker": 100}, "Kh Qh Jh"), seat({"poker": 300}, "Kh Qh Jh")]
    piles = {"gold": "Ah Th 2d", "silver": SILVER}
    nets = all_nets(GAME, *seats, piles=piles, house={"table_aggregate_per_round": 40000})
    assert nets == [{"poker": 10000}, {"poker": 30000}]
