"""The table look-up agrees with the plain kernel, and all 133,784,560 seven-card hands have the known categories."""

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

from houseway.hands.fast import (
    NO_CARDS,
    flush_index,
    has_flush,
    rank_poker,
    ranks_index,
    suit_bit,
    tables,
)
from houseway.hands.poker import rank_any
from houseway.hands.ranking import RANKINGS


@njit(cache=True)
def count_seven(
    words: npt.NDArray[np.int64],
    displacements: npt.NDArray[np.uint16],
    slots: npt.NDArray[np.uint16],
    flushes: npt.NDArray[np.uint16],
    counts: npt.NDArray[np.int64],
) -> None:
    """How often each index occurs: the cards in falling order, so that the last loop is short."""
    place = np.arange(6, -1, -1)
    totals = np.zeros(8, np.int64)
    held = np.zeros(8, np.int64)
    totals[0] = NO_CARDS
    first = 0
    while True:
        for i in range(first, 6):
            totals[i + 1] = totals[i] + words[place[i]]
            held[i + 1] = held[i] | suit_bit(place[i])
        for card in range(place[5]):
            total = totals[6] + words[card]
            if has_flush(total):
                counts[flush_index(total, held[6] | suit_bit(card), flushes)] += 1
            else:
                counts[ranks_index(total, displacements, slots)] += 1
        first = 5
        while first >= 0 and place[first] + 1 == (52 if first == 0 else place[first - 1]):
            first -= 1
        if first < 0:
            return
        place[first] += 1
        for i in range(first + 1, 6):
            place[i] = 6 - i


def test_all_seven_card_hands() -> None:
    made = tables()
    counts = np.zeros(len(made.values), np.int64)
    count_seven(*made[:4], counts)
    categories = np.bincount(made.values >> 20, counts).astype(int).tolist()
    assert dict(zip(RANKINGS["poker"].categories, categories, strict=True)) == {
        "royal_flush": 4324,
        "straight_flush": 37260,
        "four_of_a_kind": 224848,
        "full_house": 3473184,
        "flush": 4047644,
        "straight": 6180020,
        "three_of_a_kind": 6461620,
        "two_pair": 31433400,
        "pair": 58627800,
        "high": 23294460,
    }
    assert np.count_nonzero(counts) == 4824  # different best hands that seven cards can make


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("suits", [4, 2])
def test_look_up_equals_the_plain_kernel(size: int, suits: int) -> None:
    random = np.random.default_rng(size)
    deck = np.array([card for card in range(52) if card % 4 < suits], np.uint8)
    hands = deck[np.argsort(random.random((100_000, len(deck))), axis=1)[:, :size]]
    assert np.array_equal(rank_poker(hands), rank_any(hands))


@pytest.mark.parametrize("size", [5, 7, 8, 9])
def test_few_and_many_hands_are_ranked_alike(size: int) -> None:
    hands = np.argsort(np.random.default_rng(8).random((6000, 52)), axis=1)[:, :size].astype(np.uint8)
    parts = [rank_poker(hands[start : start + 100].copy()) for start in range(0, 6000, 100)]
    assert np.array_equal(rank_poker(hands.copy()), np.concatenate(parts))


def test_values_are_in_order_of_index() -> None:
    values = tables().values
    assert len(values) == 7462
    assert np.all(np.diff(values) > 0)
