"""Every ranking gives exactly the value of the slow reference, on random hands rich in rare categories."""

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest
from tests.hands.reference import REFERENCE, Worth, points

from houseway.hands.ranking import RANKINGS, rank_one, value

DECK = tuple(range(52))
TWO_SUITS = tuple(c for c in DECK if c % 4 < 2)
ONE_SUIT_AND_PAIRS = tuple(c for c in DECK if c % 4 == 0 or c < 8 or c >= 44)
SHORT = tuple(c for c in DECK if c >= 16)
FEW = tuple(range(40, 52))
JOKER, JOKERS = (52,), (52, 53)
CLUBS_AND_ACES = tuple(c for c in DECK if c >= 48 or (c % 4 == 0 and c >= 16))
MANY_DECKS = DECK * 6
FEW_CARDS_OFTEN = (0, 1, 4, 8, 12, 16, 20, 48, 49) * 6

SAMPLES: list[tuple[str, tuple[int, ...], int, int]] = [
    # ranking, cards to draw from, cards of a hand, hands
    ("poker", DECK, 5, 1500),
    ("poker", TWO_SUITS, 6, 1000),
    ("poker", DECK, 7, 1000),
    ("poker", TWO_SUITS, 7, 1000),
    ("poker", FEW, 7, 300),
    ("poker", TWO_SUITS, 8, 200),
    ("poker", TWO_SUITS, 9, 200),
    ("poker_bug", DECK + JOKER * 4, 5, 400),
    ("poker_bug", ONE_SUIT_AND_PAIRS + JOKER * 3, 5, 400),
    ("poker_bug", FEW + JOKERS, 5, 150),
    ("poker_bug", TWO_SUITS + JOKER * 2, 7, 60),
    ("poker_bug", CLUBS_AND_ACES + JOKER, 5, 300),
    ("poker_bug", FEW[6:] + JOKERS, 6, 60),
    ("poker_bug_wheel2", ONE_SUIT_AND_PAIRS + JOKER * 3, 5, 500),
    ("poker_bug_wheel2", TWO_SUITS + JOKERS, 7, 40),
    ("poker_bug_wheel2", CLUBS_AND_ACES + JOKER, 6, 200),
    ("poker_wild_fortune", TWO_SUITS + JOKER * 3, 5, 500),
    ("poker_wild_fortune", ONE_SUIT_AND_PAIRS + JOKERS, 7, 100),
    ("poker_wild_fortune", FEW + JOKERS, 7, 100),
    ("poker_royal_first", DECK + JOKERS * 3, 6, 200),
    ("poker_royal_first", FEW + JOKERS * 2, 6, 100),
    ("poker_five_wilds", DECK + (0, 1, 2, 3) + JOKER, 5, 300),
    ("poker_five_wilds", TWO_SUITS + (0, 1, 2, 3) * 2 + JOKER, 5, 300),
    ("poker_five_wilds", (0, 1, 2, 3, 20, 32, 48, *JOKER), 5, 100),
    ("poker_six_decks", MANY_DECKS, 7, 500),
    ("poker_six_decks", FEW_CARDS_OFTEN, 7, 1000),
    ("poker_six_decks", FEW_CARDS_OFTEN, 5, 1000),
    ("poker_six_decks", CLUBS_AND_ACES + (48,) * 5, 7, 500),
    ("short_deck", SHORT, 5, 1000),
    ("short_deck", SHORT, 7, 1000),
    ("short_deck", CLUBS_AND_ACES, 5, 1000),
    ("three_card", DECK, 3, 3000),
    ("three_card", TWO_SUITS, 4, 1000),
    ("three_card_no_wheel", TWO_SUITS, 3, 2000),
    ("three_card_no_wheel", FEW, 3, 500),
    ("three_card_aces", FEW + (0, 4), 3, 1000),
    ("four_card_crazy", TWO_SUITS, 4, 2000),
    ("four_card_crazy", ONE_SUIT_AND_PAIRS, 5, 2000),
    ("four_card_crazy", FEW, 5, 500),
    ("four_card", ONE_SUIT_AND_PAIRS, 5, 2000),
    ("two_card", DECK + JOKERS, 2, 1000),
    ("two_card_split", DECK, 2, 1000),
    ("two_card_agp", DECK, 4, 1000),
    ("one_card", DECK, 1, 100),
    ("low_a5", DECK, 5, 2000),
    ("low_a5", DECK + JOKERS * 2, 5, 400),
    ("low_a5", FEW + (0, 4, 8), 7, 400),
    ("low_a5", FEW + (0, 4) + JOKER, 7, 200),
    ("low_a5", FEW[:9], 5, 100),
    ("low_a5", (0, 4, 8, 12, 13, 14, 15), 5, 20),
    ("run_length", DECK, 7, 3000),
    ("run_length", DECK, 8, 2000),
    ("run_length", MANY_DECKS, 8, 500),
    ("flush_length", DECK, 7, 3000),
    ("flush_length", MANY_DECKS, 7, 1000),
    ("flush_length", tuple(range(0, 52, 4)) + (1, 2, 3), 7, 500),
    ("flush_length_wild", DECK, 7, 2000),
    ("flush_length_wild", DECK + (0, 1, 2, 3), 7, 2000),
]


def draw(cards: tuple[int, ...], size: int, hands: int) -> npt.NDArray[np.uint8]:
    random = np.random.default_rng(hands * 100 + size)
    order = np.argsort(random.random((hands, len(cards))), axis=1)[:, :size]
    return np.array(cards, np.uint8)[order]


def expected(name: str, worth: Worth) -> int:
    ranking = RANKINGS[name]
    category, ranks = worth
    card_ranks = [13 - r if ranking.low else r - 1 for r in ranks]
    return value(ranking.categories.index(category), *card_ranks, shift=ranking.shift)


@pytest.mark.parametrize("name", sorted(set(RANKINGS) - {"points_high", "points_low", "points_21"}))
def test_samples_show_every_category(name: str) -> None:
    ranking = RANKINGS[name]
    shown = {
        ranking.category(got)
        for sampled, cards, size, hands in SAMPLES
        if sampled == name
        for got in ranking.rank(draw(cards, size, hands)).tolist()
    }
    impossible = {"flush_1"}  # seven cards of four suits
    assert shown == set(ranking.categories) - impossible


def check_reference(name: str, cards: tuple[int, ...], size: int, hands: int, most: int) -> None:
    """Every hand of the sample, or so many that the kernel puts into each category."""
    sample, ranking = draw(cards, size, hands), RANKINGS[name]
    seen: Counter[str] = Counter()
    for hand, got in zip(sample.tolist(), ranking.rank(sample).tolist(), strict=True):
        category = ranking.category(got)
        seen[category] += 1
        if seen[category] <= most:
            assert got == expected(name, REFERENCE[name](hand)), hand


@pytest.mark.parametrize(("name", "cards", "size", "hands"), SAMPLES)
def test_kernel_equals_reference(name: str, cards: tuple[int, ...], size: int, hands: int) -> None:
    check_reference(name, cards, size, hands, 25)


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "cards", "size", "hands"), SAMPLES)
def test_kernel_equals_reference_on_many_hands(name: str, cards: tuple[int, ...], size: int, hands: int) -> None:
    check_reference(name, cards, size, 4 * hands, 4 * hands)


@pytest.mark.parametrize("size", [2, 3, 6])
def test_30_1099_17_1_points_are_the_total_of_the_cards(size: int) -> None:
    sample = draw(MANY_DECKS, size, 500)
    totals = [points(hand) for hand in sample.tolist()]
    assert RANKINGS["points_high"].rank(sample).tolist() == totals
    aces = [any(card >> 2 == 12 for card in hand) for hand in sample.tolist()]
    best = [total + 10 if ace and total <= 11 else total for total, ace in zip(totals, aces, strict=True)]
    assert RANKINGS["points_21"].rank(sample).tolist() == [total if total <= 21 else 0 for total in best]
    low = RANKINGS["points_low"].rank(sample)
    assert np.argsort(low, kind="stable").tolist() == np.argsort([-t for t in totals], kind="stable").tolist()


@pytest.mark.parametrize(("name", "cards", "size", "hands"), SAMPLES)
def test_one_hand_is_an_array_of_one(name: str, cards: tuple[int, ...], size: int, hands: int) -> None:
    sample = draw(cards, size, hands)[:20]
    assert [rank_one(RANKINGS[name], hand) for hand in sample.tolist()] == RANKINGS[name].rank(sample).tolist()
