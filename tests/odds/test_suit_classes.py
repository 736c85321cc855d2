"""Classes of hands: they stand for every hand of the deck, and the same as when every hand is listed."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.hands.columns import DEAD, WILD, Fact
from houseway.hands.facts import facts_array
from houseway.odds.suit_classes.by_ranks import hands_by_flush
from houseway.odds.suit_classes.stock import (
    ANY_SUIT,
    EACH_SUIT,
    NO_SUITS,
    Blocks,
    Stock,
    hands,
    stock_of,
)


@pytest.mark.parametrize(
    ("deck", "size", "blocks", "classes"),
    [
        ("52", 2, ANY_SUIT, 169),
        ("52", 3, ANY_SUIT, 1755),
        ("52", 5, ANY_SUIT, 134459),
        ("52", 5, EACH_SUIT, 2598960),
        ("52", 5, NO_SUITS, 6175),
        ("53", 5, ANY_SUIT, 134459 + 16432),
        ("36", 5, ANY_SUIT, None),
        ("8x52", 3, NO_SUITS, 455),
        ("8x52", 6, ANY_SUIT, None),
    ],
)
def test_classes_stand_for_all_hands(deck: str, size: int, blocks: Blocks, classes: int | None) -> None:
    stock = stock_of(deck)
    made = hands(stock, size, blocks)
    assert int(made.weights.sum()) == comb(stock.size, size)
    assert classes is None or len(made.weights) == classes


@pytest.mark.parametrize("blocks", [ANY_SUIT, ((3,), (0, 1, 2)), ((1, 2), (0, 3)), EACH_SUIT])
def test_classes_of_a_small_shoe_count_like_a_list_of_all_hands(blocks: Blocks) -> None:
    stock = Stock((2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2), ((52, 1),))
    shoe = [4 * rank + suit for rank in (0, 1, 2, 11, 12) for suit in range(4) for _ in range(2)] + [52]

    def tally(cards: np.ndarray, weights: np.ndarray) -> Counter[tuple[int, ...]]:
        facts = facts_array(cards, 3, joker=WILD if blocks == ANY_SUIT else DEAD)
        found: Counter[tuple[int, ...]] = Counter()
        renamed = {suit: number for number, block in enumerate(blocks) for suit in block}
        for row, hand, weight in zip(facts.tolist(), cards.tolist(), weights.tolist(), strict=True):
            kept = [row[n] for n in (1, 3, 4, 8, 9, 11, 12, 15, 16, 17, 23, 24)]
            marks = sorted(renamed[card & 3] for card in hand if card < 52)
            found[*kept, *marks] += weight
        return found

    every = np.array(list(combinations(shoe, 4)), np.uint8)
    made = hands(stock, 4, blocks)
    assert tally(made.cards, made.weights) == tally(every, np.ones(len(every), np.int64))


@pytest.mark.parametrize(("deck", "size", "length"), [("52", 5, 3), ("52", 6, 5), ("36", 7, 5), ("2x52", 4, 4)])
def test_hands_without_a_flush_go_by_ranks_alone(deck: str, size: int, length: int) -> None:
    stock = stock_of(deck)
    made, every = hands_by_flush(stock, size, ANY_SUIT, length), hands(stock, size)
    assert len(made.weights) < len(every.weights)

    def tally(cards: np.ndarray, weights: np.ndarray) -> Counter[tuple[int, ...]]:
        facts = facts_array(cards, length)
        found: Counter[tuple[int, ...]] = Counter()
        columns = (Fact.TWO_ALIKE, Fact.FULL_HOUSE, Fact.STRAIGHT, Fact.STRAIGHT_FLUSH, Fact.FLUSH_SUITS, Fact.RANKS)
        for row, weight in zip(facts[:, columns].tolist(), weights.tolist(), strict=True):
            found[*row[:-2], row[-2] != 0, row[-1]] += weight
        return found

    assert tally(*made) == tally(*every)
