"""Hand-picked hands that the rules decide, named after their sections."""

from itertools import pairwise

import pytest

from houseway.cards.text import RANKS, parse_cards
from houseway.hands.ranking import RANKINGS, rank_one, threshold, value


def worth(name: str, cards: str) -> int:
    return rank_one(RANKINGS[name], parse_cards(cards.split()))


def category(name: str, cards: str) -> str:
    return RANKINGS[name].category(worth(name, cards))


ORDERED: dict[str, tuple[str, list[str]]] = {
    # weakest first; every hand loses to the next
    "30_1004_1_poker": ("poker", [
        "7c 5d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc", "3c 3d 2h 2s 4c",
        "Ac Ad Kh Ks Qc", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "Ac Kd Qh Js Tc",
        "7c 5c 4c 3c 2c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Kd Qd Jd Td 9d",
        "Ad Kd Qd Jd Td",
    ]),
    "30_1099_32_1_bug": ("poker_bug", [
        "Jk1 Kd 2h 8s 4c", "Kc Kd 2h 3s 4c", "Jk1 Ad 2h 8s 4c", "Jk1 Ad Ah 8s 4c", "Ac Jk1 3d 4d 5d",
        "9c Jk1 Jd Qd Kd", "Jk1 9c 8c 7c 2c", "Kc 9c 8c 7c Ac", "Jk1 Ad Ah 4s 4c", "Jk1 Ad Ah As 4c",
        "Jk1 2c 3c 4c 5c", "Jk1 9c Tc Jc Qc", "Jk1 Tc Jc Qc Kc", "Jk1 Ac Ad Ah As",
    ]),
    "30_1099_30_13_wheel_second": ("poker_bug_wheel2", [
        "2c 3d 4h 5s 6c", "9d Tc Jc Qc Kc", "Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc",
        "9c Tc Jc Qc Kc", "Ac 2c 3c 4c 5c", "Ac Kc Qc Jc Tc", "Jk1 Ac Ad Ah As",
    ]),
    "30_1004_1_wild": ("poker_wild_fortune", [
        "Jk1 2c 7d 5h 4s", "Jk1 2c 2d 5h 4s", "Jk1 2c 3d 5h 4s", "Jk1 2c 9c 5c 4c", "Jk1 2c 2d 5h 5s",
        "Jk1 2c 2d 2h 5s", "Jk1 2c 3c 5c 4c", "Jk1 Tc Jc Qc Kc", "Jk1 2c 2d 2h 2s", "Jk1 Kc Kd Kh Ks",
        "Jk1 Ac Ad Ah As",
    ]),
    "30_1099_29_2_royal_first": ("poker_royal_first", [
        "Ac Ad Ah As Kc", "Jk1 9c Tc Jc Qc", "Jk1 Jk2 2c 2d 2h", "Jk1 Jk2 Ac Ad Ah", "Jk1 Jk2 Ac Kc Tc",
    ]),
    "30_1099_45_15_five_wilds": ("poker_five_wilds", [
        "Ac Kd Qh Js 9c", "3c 3d 4h 5s Ac", "2c 3d 5h 7s 9c", "3c 3d 4h 4s Ac", "2c 2d 3h 5s 9c",
        "2c 4d 5h 3s Ac", "2c 4d 5h 3s 7c", "2c 4c 5c 3c 9c", "2c 3d 3h 4s 4c", "2c 2d 3h 3s 4c",
        "2c 2d 2h 9s 4c", "2c 2d 2h 3c 4c", "2c 2d 2h 3c 3s", "2c 2d 2h 2s 9c", "2c 2d 2h 2s Tc",
        "2c 2d 2h 2s Jk1",
    ]),
    "30_1099_38_six_decks": ("poker_six_decks", [
        "7c 5d 4h 3s 2c", "2c 2c 5h 4s 3c", "Ac 2d 3h 4s 5c", "2c 2c 2c 3c 3d", "2c 2c 2d 2d 3c",
        "Ac Ac Ad Ad Kc", "2c 2c 2c 2c 2d", "Ac Ac Ac Ac Ad", "Ac 2c 3c 4c 5c", "Ac Kc Qc Jc Tc",
        "2c 2c 2c 2c 2c",
    ]),
    "30_1099_38_flush_with_copies": ("poker_six_decks", [
        "Ac Kc Kc 3c 2c", "Ac Ac 4c 3c 2c", "Ac Ac 4c 4c 2c", "Ac Ac Ac 3c 2c", "2c 2c 2c 3c 3c",
    ]),
    "ca_short_deck": ("short_deck", [
        "Jc 9d 8h 7s 6c", "6c 6d 9h 8s 7c", "7c 7d 6h 6s 8c", "Ac 6d 7h 8s 9c", "6c 7d 8h 9s Tc",
        "Ac Kd Qh Js Tc", "6c 6d 6h 8s 7c", "6c 6d 6h 7s 7c", "Jc 9c 8c 7c 6c", "6c 6d 6h 6s 7c",
        "Ac 6c 7c 8c 9c", "6c 7c 8c 9c Tc", "Ac Kc Qc Jc Tc",
    ]),
    "30_1099_18_1_three_card": ("three_card", [
        "5c 3d 2h", "Ac Kd Jh", "2c 2d 3h", "Ac Ad Kh", "5c 3c 2c", "Ac 2d 3h", "2c 3d 4h", "Ac Kd Qh",
        "2c 2d 2h", "Ac Ad Ah", "Ac 2c 3c", "2c 3c 4c", "Kc Qc Jc", "Ac Kc Qc",
    ]),
    "30_1099_52_1_three_aces": ("three_card_aces", [
        "Ac Kd Qh", "2c 2d 2h", "Kc Kd Kh", "Ac 2c 3c", "Ac Kc Qc", "Ac Ad Ah",
    ]),
    "30_1099_31_1_crazy_4": ("four_card_crazy", [
        "6c 4d 3h 2s", "2c 2d 4h 3s", "3c 3d 2h 2s", "Ac 2d 3h 4s", "2c 3d 4h 5s", "6c 4c 3c 2c",
        "2c 2d 2h 3s", "Ac 2c 3c 4c", "Kc Qc Jc Tc", "2c 2d 2h 2s", "Kc Kd Kh Ks", "Ac Kc Qc Jc",
        "Ac Ad Ah As",
    ]),
    "30_1099_56_1_four_card": ("four_card", [
        "2c 2d 2h 3s", "Ac 2c 3c 4c", "Ac Kc Qc Jc", "2c 2d 2h 2s", "Ac Ad Ah As",
    ]),
    "30_1099_30_two_card": ("two_card", [
        "3c 2d", "4c 2d", "Ac Kd", "2c 2d", "Kc Kd", "Jk1 Ad",
    ]),
    "30_1099_35_11_two_card_split": ("two_card_split", [
        "4c 2d", "Ac Qd", "4c 2c", "Ac Qc", "Ac 2d", "2c 3d", "Ac Kd", "2c 2d", "Ac Ad", "Ac 2c", "2c 3c",
        "Ac Kc",
    ]),
    "30_1099_46_8_two_card": ("two_card_agp", [
        "3c 2d", "Ac Kd", "4c 2c", "Jc 2c", "Ac Qc", "Ac 2c", "2c 3c", "Ac Kc", "2c 2d", "Ac Ad",
    ]),
    "30_1099_55_5_one_card": ("one_card", [f"{r}d" for r in RANKS]),
    "30_1099_15_5_low": ("low_a5", [
        "Kc Kd Kh Ks Qc", "2c 2d 2h 2s 3c", "2c 2d 2h 2s Ac", "Ac Ad Ah As 2c", "2c 2d 2h Ac Ad",
        "Ac Ad Ah 2c 2d", "Ac Ad Ah 2c 3d", "3c 3d 2h 2s Ac", "2c 2d Ah As 3c", "2c 2d Ah 3s 4c",
        "Ac Ad 3h 4s 5c", "Ac Ad 2h 3s 4c", "Kc Qd Jh Ts 9c", "9c 4d 3h 2s Ac", "8c 7d 6h 5s 4c",
        "6c 5d 4h 3s 2c", "6c 4d 3h 2s Ac", "5c 4c 3c 2c Ac",
    ]),
    "30_1099_39_run": ("run_length", [
        "2c 4c 6c 8c Tc Qc Qd", "Ac 3c 5c 7c 9c Jc Jd", "Ac 2c 4c 6c 8c Tc Qc", "Kc Ac 3c 5c 7c 9c Jc",
        "3c 4c 5c 7d 9d Jd Kd", "5c 6c 7c 9d Jd Kd 3d", "Jc Qc Kc Ac 2c 3c 5d", "9c Tc Jc Qc Kc Ac 3c",
        "Kc Ac 2c 3c 4c 5c 6c", "2c 3c 4c 5c 6c 7c 8c",
    ]),
    "30_1099_43_8_c_flush": ("flush_length", [
        "Kc Qc Kd Qd Kh Qh Ks", "Ac 2c Kd Qd Kh Qh Ks", "9c 3c 2c Ad Kd Ah Kh", "9c 4c 2c Ad Kd Ah Kh",
        "5c 4c 3c 2c Ah Kh Qh", "8c 7c 6c 5c 4c 3c 2c", "Ac 7c 6c 5c 4c 3c 2c",
    ]),
    "30_1099_47_2_flush_wild": ("flush_length_wild", [
        "Ac 7c 3c 8d 8s 9h 9s", "Ah Th 7h 8d 8s 9c 9s", "2c Th 8h Td 8s 9c 9s", "Kh Th 2c 2d 8s 9c 9s",
        "2c 2d 2h 2s 8s 9c 9d", "2c 2d 2h 2s 8s 9c Th", "2c 2d 2h 2s 8s 9s Td",
    ]),
    "30_1099_17_high": ("points_high", ["Ac Ad Ah", "Ac 2d 3h", "9c Td Ah", "Kc Qd 9h", "Kc Qd Jh"]),
    "30_1099_17_low": ("points_low", ["Kc Qd Jh", "Kc Qd 9h", "9c Td Ah", "Ac 2d 3h", "Ac Ad Ah"]),
}  # fmt: skip


@pytest.mark.parametrize("rule", ORDERED)
def test_order(rule: str) -> None:
    name, hands = ORDERED[rule]
    values = [worth(name, hand) for hand in hands]
    for (weaker, low), (stronger, high) in pairwise(zip(hands, values, strict=True)):
        assert low < high, f"{weaker} against {stronger}"


TIES = {
    "30_1006_suits_and_side_cards": ("poker", "Ac Ad Kh Qs Jc 2d 3h", "Ah As Kc Qd Jh 4c 5c"),
    "30_2118_9_b_natural_and_wild": ("poker_five_wilds", "Ac Ad Ah 3s 4c", "Ac Ad 2h 3s 4c"),
    "30_1099_29_11_natural_and_wild": ("poker_royal_first", "Ac Kc Qc Jc Tc", "Jk1 Jk2 Qd Jd Td"),
    "30_1099_41_1_two_bugs_are_two_aces": ("poker_bug", "Jk1 Jk2 Kc 9d 4h", "Ac Ad Ks 9h 4c"),
    "30_1099_36_1_joker_is_the_highest_card_missing": ("poker_bug", "Jk1 Ac Kc 5c 2c", "Ad Kd Qd 5d 2d"),
    "30_1099_56_17_fifth_card_never_breaks_a_tie": ("four_card", "Ac Ad Kh Qs 2c", "Ah As Kc Qd Tc"),
    "30_1099_35_11_suits_are_equal": ("two_card_split", "4c 5d", "4h 5s"),
    "30_1005_1_joker_low": ("low_a5", "Jk1 Ac 2d 3h 5s", "4c Ac 2d 3h 5s"),
    "30_1099_43_8_c_identical_flushes": ("flush_length", "Ac 9c 3c Kd Qh Js 2d", "Ah 9h 3h 8d Qc Ts 2d"),
    "30_1099_47_2_wild_is_the_highest_missing": (
        "flush_length_wild", "2d Ac 9c 3c Kh Qh Js", "Ac Kc 9c 3c 4h 5h Js",
    ),
    "ca_blank_counts_for_nothing": ("poker_bug", "Blank Ac Kc 9c 3c 2c", "Ad Kd 9d 3d 2d"),
}  # fmt: skip


@pytest.mark.parametrize("rule", TIES)
def test_tie(rule: str) -> None:
    name, first, second = TIES[rule]
    assert worth(name, first) == worth(name, second)


def test_md_235_chapter_6_ace_two_three_is_no_straight() -> None:
    assert category("three_card_no_wheel", "Ac 2d 3h") == "high"
    assert category("three_card_no_wheel", "Ac 2c 3c") == "flush"
    assert category("three_card_no_wheel", "Ac Kc Qc") == "royal_flush"
    assert category("three_card", "Ac 2c 3c") == "straight_flush"


def test_30_1099_41_two_bugs_beside_a_pair_are_two_pair() -> None:
    assert category("poker_bug", "Jk1 Jk2 9c 9d 4h") == "two_pair"
    assert category("poker_bug", "Jk1 Jk2 Ac 9d 9h") == "full_house"
    assert category("poker_bug", "Jk1 Jk2 Ac Ad Ah") == "five_aces"


def test_30_1099_39_2_round_the_ace_ends_in_the_last_card() -> None:
    assert worth("run_length", "Jc Qd Kh As 2c 3d 7h") == value(5, RANKS.index("3"))


def test_30_1099_39_13_a_lone_card_is_a_run_of_one() -> None:
    assert worth("run_length", "2c 4d 6h 8s Tc Qd 2h") == value(0, RANKS.index("Q"))


def test_ca_chico_blank_leaves_four_cards() -> None:
    assert worth("poker_bug", "Blank Ac Kd 9h 3s") == value(0, 12, 11, 7, 1)
    assert worth("poker_bug", "Blank Ac Ad Kh Ks") == value(2, 12, 11)
    assert worth("low_a5", "Blank Ac 2d 3h 4s") == 0


@pytest.mark.parametrize(
    ("name", "line", "ranks", "enough", "short"),
    [
        ("poker", "pair", "8", "8c 8d 4h 3s 2c", "7c 7d Ah Ks Qc"),  # CO 30-1099.12(13)
        ("poker", "high", "AK", "Ac Kd 4h 3s 2c", "Ac Qd Jh Ts 9c"),  # CO 30-1099.11(11)
        ("three_card", "high", "Q", "Qc 3d 2h", "Jc Td 8h"),  # CO 30-1099.18
        ("four_card_crazy", "high", "K", "Kc 4d 3h 2s", "Qc Jd Th 8s"),  # CO 30-1099.31(8)
        ("two_card_agp", "flush", "J", "Jc 2c", "Tc 8c"),  # CO 30-1099.46(9)
        ("flush_length", "flush_3", "9", "9c 3c 2c Ad Kd Ah Kh", "8c 7c 6c Ad Kd Ah Kh"),  # CO 30-1099.43(8)
        ("low_a5", "low", "8", "8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"),  # CO 30-1099.15(9)
        ("low_a5", "low", "9", "9c 8d 7h 6s 5c", "Tc 4d 3h 2s Ac"),  # CA Out Pops the Devil Split
    ],
)
def test_threshold(name: str, line: str, ranks: str, enough: str, short: str) -> None:
    least = threshold(RANKINGS[name], line, *(RANKS.index(r) for r in ranks))
    assert worth(name, short) < least <= worth(name, enough)


def test_value_of_the_wheel_ends_in_five() -> None:
    assert worth("poker", "Ac 2d 3h 4s 5c") == value(4, RANKS.index("5")) == 4 << 20 | 4 << 16
