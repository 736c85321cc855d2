"""The facts of hands over whole decks against combinatorial totals, and single facts by hand."""

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards.text import parse_cards
from houseway.hands import kernels
from houseway.hands.columns import BUG, DEAD, WILD, Fact
from houseway.hands.facts import facts_array
from houseway.hands.ranking import facts_of
from houseway.rules.patterns import Row, compile_row

DEUCES = 1


def all_facts(
    deck: range, size: int, length: int, wild_ranks: int = 0, joker: int = WILD, wheel: bool = True
) -> npt.NDArray[np.int64]:
    hands = np.fromiter((card for hand in combinations(deck, size) for card in hand), np.uint8).reshape(-1, size)
    return facts_array(hands, length, wild_ranks, joker, wheel)


def fitting(row: Row, facts: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    fits = np.ones(len(facts), np.bool_)
    for clause in row:
        for test in clause.tests:
            column = facts[:, test.fact]
            if test.kind == "any":
                fits &= column & test.low != 0
            elif test.kind == "all":
                fits &= column & test.low == test.low
            else:
                fits &= (test.low <= column) & (column <= test.high)
    return fits


def first_fit_counts(rows: list[str], facts: npt.NDArray[np.int64]) -> dict[str, int]:
    """How many hands each row takes when the first row that fits decides."""
    left = np.ones(len(facts), np.bool_)
    counts = {}
    for name in rows:
        taken = fitting(compile_row(name, {}, "hand"), facts) & left
        counts[name] = int(taken.sum())
        left &= ~taken
    counts["rest"] = int(left.sum())
    return counts


def test_five_cards_of_52() -> None:
    rows = [
        "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
        "three_of_a_kind", "two_pair", "pair J+", "pair 2-T", "high A", "high",
    ]  # fmt: skip
    assert first_fit_counts(rows, all_facts(range(52), 5, 5)) == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair J+": 1_098_240 * 4 // 13,
        "pair 2-T": 1_098_240 * 9 // 13,
        "high A": 502_860,
        "high": 1_302_540 - 502_860,
        "rest": 0,
    }


def test_three_cards_of_52() -> None:
    rows = ["royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    counts = {
        "royal_flush": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "rest": 16_440,
    }
    assert first_fit_counts(rows, all_facts(range(52), 3, 3)) == counts


def test_three_cards_without_the_low_straight() -> None:
    with_wheel = first_fit_counts(["straight_flush", "straight"], all_facts(range(52), 3, 3))
    without = first_fit_counts(["straight_flush", "straight"], all_facts(range(52), 3, 3, wheel=False))
    assert with_wheel["straight_flush"] - without["straight_flush"] == 4
    assert with_wheel["straight"] - without["straight"] == 4**3 - 4


def test_four_cards_of_52() -> None:
    rows = ["four_aces", "four_of_a_kind", "royal_flush", "straight_flush", "three_of_a_kind", "flush", "straight"]
    counts = first_fit_counts([*rows, "two_pair", "pair"], all_facts(range(52), 4, 4))
    assert counts == {
        "four_aces": 1,
        "four_of_a_kind": 12,
        "royal_flush": 4,
        "straight_flush": 40,
        "three_of_a_kind": 2_496,
        "flush": 2_816,
        "straight": 11 * 4**4 - 44,
        "two_pair": 2_808,
        "pair": 82_368,
        "rest": 177_408,
    }


def test_joker_and_deuces_wild_by_number_of_wild_cards() -> None:
    facts = all_facts(range(53), 5, 5, wild_ranks=DEUCES)
    by_wilds = np.bincount(facts[:, Fact.WILDS], minlength=6).tolist()
    assert by_wilds == [comb(5, wilds) * comb(48, 5 - wilds) for wilds in range(6)]
    counts = first_fit_counts(["five_wilds", "royal_flush"], facts)
    assert counts["five_wilds"] == 1
    assert counts["royal_flush"] == 4 * sum(comb(5, wilds) * comb(5, wilds) for wilds in range(5))


@pytest.mark.parametrize(
    ("hand", "row", "fits"),
    [
        ("Ah Kh Qh Jh Jk1", "royal_flush", True),
        ("As Ks Kd 4c Jk1", "three_of_a_kind", False),
        ("As Ad Kd 4c Jk1", "three_of_a_kind", True),
        ("As Ad Ac Ah Jk1", "five_aces", True),
        ("Ks Kd Ac 7h Jk1", "two_pair A", True),
        ("2s 3s 4s 5s Jk1", "straight_flush", True),
        ("9s 8d 7c 5h Jk1", "straight", True),
        ("Ks 8d 7c 4h Jk1", "high A", True),
    ],
)
def test_30_1005_the_joker_as_a_bug(hand: str, row: str, fits: bool) -> None:
    facts = facts_of(parse_cards(hand.split()), 5, joker=BUG)
    (clause,) = compile_row(row, {}, "hand")
    assert all(least <= facts[fact] & mask <= most for fact, mask, least, most in clause.bounds) is fits


def test_a_dead_joker_is_no_card() -> None:
    facts = facts_of(parse_cards(["Ah", "Kh", "Qh", "Jh", "Jk1"]), 5, joker=DEAD)
    assert (facts[Fact.COUNT], facts[Fact.JOKERS], facts[Fact.WILDS]) == (4, 1, 0)
    assert facts[Fact.STRAIGHT] == 0


@pytest.mark.parametrize(
    ("hand", "fact", "value"),
    [
        ("Js Qh Kd Ac 2s 3d 7h", Fact.CIRCLE_LENGTH, 6),
        ("Js Qh Kd Ac 2s 3d 7h", Fact.RUN_LENGTH, 4),
        ("As 2d 3c 4h 5s 9c 9d", Fact.RUN_LENGTH, 5),
        ("Ks 9s 4s Jd 7d 6c 2c", Fact.FLUSH_LENGTH, 3),
        ("6s 7s 8s 9s Kd 4h 2c", Fact.STRAIGHT_FLUSH_LENGTH, 4),
        ("Ah 2h 3h Kd 9c 7s 5s", Fact.STRAIGHT_FLUSH_LENGTH, 3),
        ("9s 9s 9s 4d", Fact.IDENTICAL, 3),
        ("9s 9s 9s 4d", Fact.TWINS, 1),
        ("9s 9s 4d 4d 4h", Fact.TWINS, 2),
        ("Ah Kd 9h", Fact.POINTS, 20),
        ("Ah Kd 9h", Fact.COLOURS, 2),
        ("As 2d 3c 4h 8s", Fact.LOW, 7),
        ("As 2d 3c 3h 8s", Fact.LOW, 99),
        ("2s 2d 4c 4h 6s 6c", Fact.THREE_PAIR, 1),
    ],
)
def test_single_facts(hand: str, fact: Fact, value: int) -> None:
    cards = parse_cards(hand.split())
    assert facts_of(cards, 5 if len(cards) > 4 else len(cards))[fact] == value


def test_the_facts_of_few_hands_are_told_as_python_with_what_is_left_out() -> None:
    hands = np.array([parse_cards(["9s", "9d", "2c", "Kh", "4s"])], np.uint8)
    assert (kernels.fitting(facts_array, 1)(hands, 5) == facts_array(hands, 5)).all()
    assert (kernels._as_python(facts_array)(hands, 5) == facts_array(hands, 5)).all()
