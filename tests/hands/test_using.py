"""Hands that must use so many own cards: sums of parts give what ranking every choice of cards gives."""

from itertools import combinations

import numpy as np
import pytest

from houseway.cards.decks import deck
from houseway.hands.ranking import RANKINGS, rank_must_use

ROWS = 4200  # enough for the tables to be used


@pytest.mark.parametrize(
    ("name", "cards", "own", "board", "least", "most"),
    [
        ("poker", "52", 4, 5, 2, 2),
        ("poker", "52", 2, 5, 1, 2),
        ("poker", "52", 3, 5, 0, 2),
        ("poker", "52", 2, 4, 1, 2),
        ("poker_bug", "52+joker+blank", 4, 5, 2, 2),
        ("low_a5", "52", 4, 5, 2, 2),
        ("low_a5", "52+joker+blank", 4, 5, 2, 2),
    ],
)
def test_sums_of_parts_rank_as_every_choice_does(
    name: str, cards: str, own: int, board: int, least: int, most: int
) -> None:
    rng = np.random.default_rng(own * 100 + board * 10 + least)
    whole = np.array(deck(cards), np.uint8)
    dealt = np.array([rng.permutation(whole)[: own + board] for _ in range(ROWS)])
    dealt[: ROWS // 2, own:] = dealt[0, own:]  # boards in a row alike, cards of the first seats may be on it too
    dealt = dealt[[len(set(row)) == own + board for row in dealt.tolist()]]
    ranking = RANKINGS[name]
    rows = np.concatenate([dealt] * (1 + ROWS // len(dealt)))
    found = rank_must_use(ranking, rows[:, :own], rows[:, own:], least, most)
    choices = [
        (*mine, *others)
        for count in range(least, most + 1)
        for mine in combinations(range(own), count)
        for others in combinations(range(own, own + board), 5 - count)
    ]
    best = np.max([ranking.rank(rows[:, list(choice)]) for choice in choices], axis=0)
    assert (found == best).all()
    assert len(np.unique(found)) > 50
