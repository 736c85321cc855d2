"""Category counts over whole decks equal the known totals."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from math import comb, prod

import numpy as np
import numpy.typing as npt
import pytest

from houseway.hands.ranking import RANKINGS, threshold

DECK = range(52)
SHORT = range(16, 52)

POKER_5 = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108,
    "straight": 10200, "three_of_a_kind": 54912, "two_pair": 123552, "pair": 1098240, "high": 1302540,
}  # fmt: skip
THREE_CARD = {
    "royal_flush": 4, "straight_flush": 44, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744,
    "high": 16440,
}  # fmt: skip
FOUR_CARD = {
    "four_of_a_kind": 13, "straight_flush": 44, "three_of_a_kind": 2496, "flush": 2816, "straight": 2772,
    "two_pair": 2808, "pair": 82368, "high": 177408,
}  # fmt: skip
TOTALS: list[tuple[str, Sequence[int], int, dict[str, int]]] = [
    ("poker", DECK, 5, POKER_5),
    ("poker_six_decks", DECK, 5, POKER_5),
    ("short_deck", SHORT, 5, {
        "royal_flush": 4, "straight_flush": 20, "four_of_a_kind": 288, "flush": 480, "full_house": 1728,
        "three_of_a_kind": 16128, "straight": 6120, "two_pair": 36288, "pair": 193536, "high": 122400,
    }),
    ("poker_bug", range(53), 5, {
        "five_aces": 1, "royal_flush": 24, "straight_flush": 180, "four_of_a_kind": 828, "full_house": 4368,
        "flush": 7804, "straight": 20532, "three_of_a_kind": 63360, "two_pair": 138600, "pair": 1215024,
        "high": 1418964,
    }),
    ("poker_wild_fortune", range(53), 5, {
        "five_aces": 1, "five_of_a_kind": 12, "royal_flush": 24, "straight_flush": 180, "four_of_a_kind": 3120,
        "full_house": 6552, "flush": 7804, "straight": 20532, "three_of_a_kind": 137280, "two_pair": 123552,
        "pair": 1268088, "high": 1302540,
    }),
    ("poker_royal_first", range(54), 5, {
        "royal_flush": 84, "five_of_a_kind": 78, "straight_flush": 540, "four_of_a_kind": 9360,
        "full_house": 9360, "flush": 11388, "straight": 34704, "three_of_a_kind": 232968, "two_pair": 123552,
        "pair": 1437936, "high": 1302540,
    }),
    ("three_card", DECK, 3, THREE_CARD),
    ("three_card_no_wheel", DECK, 3, THREE_CARD | {
        "straight_flush": 40, "straight": 660, "flush": 1100, "high": 16500,
    }),
    ("three_card_aces", DECK, 3, {k: n for k, n in THREE_CARD.items() if k != "royal_flush"} | {
        "three_aces": 4, "straight_flush": 48, "three_of_a_kind": 48,
    }),
    ("four_card", DECK, 4, FOUR_CARD),
    ("four_card_crazy", DECK, 4, FOUR_CARD | {
        "four_aces": 1, "royal_flush": 4, "four_of_a_kind": 12, "straight_flush": 40,
    }),
    ("two_card", DECK, 2, {"pair": 78, "high": 1248}),
    ("two_card", range(53), 2, {"pair": 82, "high": 1296}),
    ("two_card_split", DECK, 2, {
        "suited_connectors": 52, "pair": 78, "connectors": 156, "suited": 260, "high": 780,
    }),
    ("two_card_agp", DECK, 2, {"pair": 78, "straight_flush": 52, "flush": 260, "high": 936}),
    ("low_a5", DECK, 5, {
        "low": 1317888, "pair": 1098240, "two_pair": 123552, "three_of_a_kind": 54912, "full_house": 3744,
        "four_of_a_kind": 624,
    }),
]  # fmt: skip


def all_hands(deck: Sequence[int], size: int) -> npt.NDArray[np.uint8]:
    cards = chain.from_iterable(combinations(deck, size))
    return np.fromiter(cards, np.uint8, comb(len(deck), size) * size).reshape(-1, size)


def count(name: str, hands: npt.NDArray[np.uint8]) -> dict[str, int]:
    ranking = RANKINGS[name]
    found = np.bincount(ranking.rank(hands) >> ranking.shift, minlength=len(ranking.categories))
    assert len(found) == len(ranking.categories)
    return {category: n for category, n in zip(ranking.categories, found.tolist(), strict=True) if n}


@pytest.mark.parametrize(("name", "deck", "size", "totals"), TOTALS)
def test_whole_deck(name: str, deck: Sequence[int], size: int, totals: dict[str, int]) -> None:
    assert count(name, all_hands(deck, size)) == totals


def test_a_standard_deck_makes_7462_different_hands() -> None:
    values = RANKINGS["poker"].rank(all_hands(DECK, 5))
    assert len(np.unique(values)) == 7462


def test_30_1099_45_joker_and_deuces_wild() -> None:
    """Each total by hand: w of 5 wild cards, the rest from 48 cards of 12 ranks."""
    found = count("poker_five_wilds", all_hands(range(53), 5))
    close = 41  # pairs of ranks 3..A that lie in one straight: 38 by distance, three with the ace low
    assert sum(found.values()) == comb(53, 5) == 2869685
    assert found["five_wilds"] == 1
    assert found["royal_flush"] == 4 * sum(comb(5, w) * comb(5, 5 - w) for w in range(5)) == 1004
    assert found["five_of_a_kind"] == 12 * sum(comb(5, w) * comb(4, 5 - w) for w in range(1, 5)) - 5 * 4 * comb(
        5, 4
    )  # a ten or better with four wild cards is a royal flush
    assert found["four_of_a_kind"] == (
        12 * 44 + 12 * 4 * 44 * 5 + 12 * 6 * 44 * 10 + (comb(12, 2) * 16 - close * 4) * 10
    )
    assert found["full_house"] == 12 * 4 * 11 * 6 + comb(12, 2) * 6 * 6 * 5
    assert found["two_pair"] == comb(12, 2) * 6 * 6 * 40
    assert found["high"] == (comb(12, 5) - 8) * (4**5 - 4)


def test_30_1099_15_9_lows_of_eight_or_better() -> None:
    low = RANKINGS["low_a5"]
    values = low.rank(all_hands(DECK, 5))
    assert np.count_nonzero(values >= threshold(low, "low", 6)) == comb(8, 5) * 4**5
    assert np.count_nonzero(values >= threshold(low, "low", 3)) == 4**5
    assert values.max() == threshold(low, "low", 3, 2, 1, 0, 12)


@pytest.mark.parametrize(("name", "wild"), [("flush_length", 0), ("flush_length_wild", 4)])
def test_flush_lengths_of_seven_cards_from_seven_ranks(name: str, wild: int) -> None:
    """The deuces are one of the seven ranks; the others split over the suits in every possible way."""
    ranks = 7 - (wild > 0)
    totals: Counter[str] = Counter()
    for wilds in range(wild + 1):
        for by_suit in np.ndindex(ranks + 1, ranks + 1, ranks + 1, ranks + 1):
            if sum(by_suit) + wilds == 7:
                ways = comb(wild, wilds) * prod(comb(ranks, n) for n in by_suit)
                totals[f"flush_{max(by_suit) + wilds}"] += ways
    assert count(name, all_hands(range(28), 7)) == dict(sorted(totals.items()))


def longest_run(ranks: frozenset[int]) -> int:
    return max(n for start in ranks for n in range(1, 14) if all((start + i) % 13 in ranks for i in range(n)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_30_1099_39_run_lengths_over_two_suits(size: int) -> None:
    """Hands of a set of d ranks: the ways to take one or two cards of each."""
    totals: Counter[str] = Counter()
    for distinct in range(1, size + 1):
        doubled = size - distinct
        ways = comb(distinct, doubled) * 2 ** (distinct - doubled) if doubled <= distinct else 0
        for ranks in combinations(range(13), distinct):
            totals[f"run_{longest_run(frozenset(ranks))}"] += ways
    deck = [card for card in DECK if card % 4 < 2]
    found = count("run_length", all_hands(deck, size))
    assert found == {run: n for run, n in sorted(totals.items()) if n}


def test_four_of_five_cards_prefers_what_crazy_4_ranks_higher() -> None:
    """CO 30-1099.31: five cards hold three of a kind, full houses included, far oftener than a straight."""
    found = count("four_card_crazy", all_hands(DECK, 5))
    assert sum(found.values()) == 2598960
    assert found["four_aces"] == 48
    assert found["four_of_a_kind"] == 12 * 48
    assert found["royal_flush"] == 4 * 48
    assert found["three_of_a_kind"] == POKER_5["three_of_a_kind"] + POKER_5["full_house"]
    assert found["two_pair"] == POKER_5["two_pair"]
