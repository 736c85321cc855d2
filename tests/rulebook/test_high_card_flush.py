"""CO 30-1099.43, High Card Flush, paragraph by paragraph."""

from typing import Any

import pytest
from tests.rulebook.helpers import all_nets, rules, seat, settle

from houseway.rules.errors import RuleError

GAME = "high-card-flush"
THREE_SPADES = "Ks 9s 4s Jd 7d 6c 2c"
FIVE_SPADES = "Qs 9s 6s 4s 2s Jd 7d"
FIVE_HEARTS = "Qh 8h 5h 2h 3d 6h 3c"
SIX_SPADES = "Qs 9s 6s 4s 3s As 7d"
SEVEN_SPADES = "Qs 9s 6s 4s 3s As 7s"
UNQUALIFIED = "8h 5h 2h Kc Qc 9d 6d"
NINE_HIGH = "9h 5h 2h Kc Qc Td 8d"
ACE_HIGH = "Ah Th 7h Kd Qd 4c 5c"
FLUSH_TABLES = {
    "V01": (300, 100, 10, 1),
    "V02": (100, 20, 10, 2),
    "V03": (200, 20, 10, 2),
    "V04": (300, 75, 5, 2),
    "V05": (200, 60, 12, 1),
    "V06": (500, 50, 12, 1),
    "V07": (400, 60, 12, 1),
    "V08": (1000, 50, 10, 1),
    "V09": (150, 20, 10, 2),
    "V10": (150, 25, 10, 2),
    "V11": (400, 100, 10, 1),
    "V12": (300, 80, 11, 1),
    "V13": (500, 80, 11, 1),
    "V14": (500, 100, 10, 1),
    "V15": (250, 100, 10, 1),
}
STRAIGHT_FLUSH_TABLES = {
    "V01": (8000, 1000, 100, 60, 7),
    "V02": (500, 200, 100, 50, 9),
    "V03": (500, 200, 100, 75, 7),
    "V04": (1000, 500, 100, 75, 7),
    "V05": (500, 200, 100, 50, 8),
    "V06": (500, 200, 100, 60, 8),
    "V07": (1000, 500, 100, 60, 8),
}


def raised(cards: str, action: str = "raise 1x", **wagers: float) -> dict[str, Any]:
    return seat({"ante": 10, **wagers}, cards, action)


def tables(**ids: str) -> dict[str, Any]:
    return {"pay_tables": ids}


def test_30_1099_43_8_a_dealer_below_nine_high_pays_the_ante_and_pushes_the_raise() -> None:
    assert settle(GAME, raised(THREE_SPADES), dealer=UNQUALIFIED) == {"ante": 10, "raise": 0}
    worse = raised("5s 4s 3d 2d 6c Jc Td")
    assert settle(GAME, worse, dealer=UNQUALIFIED) == {"ante": 10, "raise": 0}
    assert rules(GAME, worse, dealer=UNQUALIFIED)["ante"] == "CO 30-1099.43(8)(a)"


def test_30_1099_43_8_three_cards_nine_high_qualify() -> None:
    assert settle(GAME, raised("8s 7s 6s 2d 3d Kh Jc"), dealer=NINE_HIGH) == {"ante": -10, "raise": -10}
    assert settle(GAME, raised(THREE_SPADES), dealer=NINE_HIGH) == {"ante": 10, "raise": 10}


def test_30_1099_43_7_more_cards_of_a_suit_win() -> None:
    four_low = raised("5s 4s 3s 2s Jd 8h 6c")
    assert settle(GAME, four_low, dealer="Ah Kh Qh 9d 7d 4c 2c") == {"ante": 10, "raise": 10}


def test_30_1099_43_8_c_equal_lengths_go_card_by_card() -> None:
    assert settle(GAME, raised("As Ts 8s 3d 2d 6c 4d"), dealer=ACE_HIGH) == {"ante": 10, "raise": 10}
    assert settle(GAME, raised("As Ts 6s 3d 2d 6c 4d"), dealer=ACE_HIGH) == {"ante": -10, "raise": -10}
    tie = raised("As Ts 7s 3d 2d 6c 4d")
    assert settle(GAME, tie, dealer=ACE_HIGH) == {"ante": 0, "raise": 0}
    assert rules(GAME, tie, dealer=ACE_HIGH)["raise"] == "CO 30-1099.43(8)(b)(iii)"


@pytest.mark.parametrize(
    ("cards", "action", "stake"),
    [
        (FIVE_SPADES, "raise 2x", 20),
        (FIVE_SPADES, "raise 15", 15),
        (FIVE_SPADES, "raise 1x", 10),
        (SIX_SPADES, "raise 3x", 30),
        (SEVEN_SPADES, "raise 3x", 30),
        (THREE_SPADES, "raise", 10),
    ],
)
def test_30_1099_43_6_raise_by_the_length_of_the_flush(cards: str, action: str, stake: float) -> None:
    assert settle(GAME, raised(cards, action), dealer=NINE_HIGH)["raise"] == stake


@pytest.mark.parametrize(
    ("cards", "action"),
    [(THREE_SPADES, "raise 2x"), (FIVE_SPADES, "raise 3x"), (SIX_SPADES, "raise 4x"), (SIX_SPADES, "raise 5")],
)
def test_30_1099_43_6_a_raise_beyond_the_hand_is_refused(cards: str, action: str) -> None:
    with pytest.raises(RuleError, match="not allowed"):
        settle(GAME, raised(cards, action), dealer=NINE_HIGH)


def test_30_1099_43_6_whole_multiples_only_if_the_house_says_so() -> None:
    house = {"raise_amounts": "whole"}
    assert settle(GAME, raised(FIVE_SPADES, "raise 2x"), dealer=NINE_HIGH, house=house)["raise"] == 20
    with pytest.raises(RuleError, match="not allowed"):
        settle(GAME, raised(FIVE_SPADES, "raise 15"), dealer=NINE_HIGH, house=house)


def test_30_1099_43_9_b_i_a_folded_straight_flush_is_paid() -> None:
    folded = seat({"ante": 10, "flush_bonus": 5, "straight_flush_bonus": 5}, "4s 5s 6s 8d 9h Jc Kd", "fold")
    net = settle(GAME, folded, dealer=ACE_HIGH.replace("Kd", "Kc"))
    assert net == {"ante": -10, "flush_bonus": -5, "straight_flush_bonus": 35}
    assert rules(GAME, folded, dealer=ACE_HIGH.replace("Kd", "Kc"))["ante"] == "CO 30-1099.43(6)"


def test_30_1099_43_9_a_flush_bonus_after_a_fold_is_the_house_s_reading() -> None:
    folded = seat({"ante": 10, "flush_bonus": 5}, FIVE_SPADES, "fold")
    assert settle(GAME, folded, dealer=NINE_HIGH)["flush_bonus"] == 50
    assert settle(GAME, folded, dealer=NINE_HIGH, house={"flush_bonus_after_fold": False})["flush_bonus"] == -5


@pytest.mark.parametrize("table", FLUSH_TABLES)
def test_30_1099_43_10_a_flush_bonus_tables(table: str) -> None:
    hands = (SEVEN_SPADES, SIX_SPADES, FIVE_SPADES, "Qs 9s 6s 4s Jd 7d 2c")
    for cards, pays in zip(hands, FLUSH_TABLES[table], strict=True):
        net = settle(GAME, raised(cards, flush_bonus=1), dealer="Ah Th 7h Kd 3d 4c 5c", house=tables(flush_bonus=table))
        assert net["flush_bonus"] == pays
    three = settle(GAME, raised(THREE_SPADES, flush_bonus=1), dealer=ACE_HIGH, house=tables(flush_bonus=table))
    assert three["flush_bonus"] == -1


@pytest.mark.parametrize("table", STRAIGHT_FLUSH_TABLES)
def test_30_1099_43_10_b_straight_flush_bonus_tables(table: str) -> None:
    hands = (
        "3s 4s 5s 6s 7s 8s 9s",
        "3s 4s 5s 6s 7s 8s Ts",
        "3s 4s 5s 6s 7s Ts Jd",
        "3s 4s 5s 6s 8s Ts Jd",
        "3s 4s 5s 8s Ts Jd 2c",
    )
    for cards, pays in zip(hands, STRAIGHT_FLUSH_TABLES[table], strict=True):
        net = settle(
            GAME, raised(cards, straight_flush_bonus=1), dealer=ACE_HIGH, house=tables(straight_flush_bonus=table)
        )
        assert net["straight_flush_bonus"] == pays


def test_30_1099_43_9_b_ii_four_of_a_kind_wins_on_table_5_only() -> None:
    quads = raised("8s 8h 8d 8c Ks 3d 2d", straight_flush_bonus=1)
    dealer = "Ah Th 7h Kd Qd 4c 5c"
    assert settle(GAME, quads, dealer=dealer, house=tables(straight_flush_bonus="V05"))["straight_flush_bonus"] == 25
    assert settle(GAME, quads, dealer=dealer, house=tables(straight_flush_bonus="V01"))["straight_flush_bonus"] == -1
    cited = rules(GAME, quads, dealer=dealer, house=tables(straight_flush_bonus="V05"))
    assert cited["straight_flush_bonus"] == "CO 30-1099.43(10)(b)"
    both = raised("8s 8h 8d 8c 9s Ts Js", straight_flush_bonus=1)
    assert settle(GAME, both, dealer=dealer, house=tables(straight_flush_bonus="V05"))["straight_flush_bonus"] == 50


def test_30_1099_43_9_b_the_ace_stands_below_the_two_but_not_between() -> None:
    low = raised("As 2s 3s 8d Jd 9c 6c", straight_flush_bonus=1)
    assert settle(GAME, low, dealer=ACE_HIGH)["straight_flush_bonus"] == 7
    assert settle(GAME, low, dealer=ACE_HIGH, house={"ace_low": False})["straight_flush_bonus"] == -1
    between = raised("Ks As 2s 8d Jd 9c 6c", straight_flush_bonus=1)
    assert settle(GAME, between, dealer=ACE_HIGH)["straight_flush_bonus"] == -1


def test_30_1099_43_1_two_hands_of_one_player() -> None:
    two = {
        "wagers": {"hand_1.ante": 10, "hand_2.ante": 20, "hand_2.flush_bonus": 5},
        "hands": [THREE_SPADES.split(), FIVE_HEARTS.split()],
        "actions": ["hand_1 fold", "hand_2 raise 2x"],
    }
    net = settle(GAME, two, dealer="Ah Td 7c Kd Qd 4c 5d")
    assert net == {"hand_1.ante": -10, "hand_2.ante": 20, "hand_2.raise": 40, "hand_2.flush_bonus": 50}
    with pytest.raises(RuleError, match="hand"):
        settle(GAME, two, dealer="Ah Td 7c Kd Qd 4c 5d", house={"two_hands": False})


def test_30_1099_43_5_misdeals() -> None:
    seats = seat({"ante": 10, "flush_bonus": 5}, "Ks 9s 4s"), raised("Qs 8s 5s 2s Jd 6h 3c", flush_bonus=5)
    player = all_nets(GAME, *seats, dealer=ACE_HIGH, irregularity={"kind": "misdeal", "seat": 0})
    assert player == [{"ante": 0, "flush_bonus": 0}, {"ante": 10, "raise": 10, "flush_bonus": 5}]
    dealer = all_nets(GAME, *seats, dealer="Ah Th 7h", irregularity={"kind": "misdeal", "of": "dealer"})
    assert dealer == [{"ante": 0, "flush_bonus": 0}, {"ante": 0, "raise": 0, "flush_bonus": 0}]
