"""What every ranking must satisfy whatever the cards: order and suits do not matter, the best choice counts."""

import subprocess
import sys
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hands.reference import REFERENCE

from houseway.hands.ranking import RANKINGS, rank_must_use, rank_one

BEST_OF = sorted(name for name, ranking in RANKINGS.items() if ranking.size <= 5 and "points" not in name)
SUIT_ORDERS = list(permutations(range(4)))


def hands(name: str, most: int = 7) -> st.SearchStrategy[list[int]]:
    least = RANKINGS[name].size
    last = 53 if name.startswith(("poker_bug", "poker_royal", "poker_wild", "low", "two_card")) else 51
    last = 51 if name in ("two_card_split", "two_card_agp") else last
    return st.lists(st.integers(0, last), min_size=least, max_size=max(least, most), unique=True)


@pytest.mark.parametrize("name", sorted(RANKINGS))
@given(data=st.data())
def test_order_and_suits_do_not_matter(name: str, data: st.DataObject) -> None:
    hand = data.draw(hands(name))
    shuffled = data.draw(st.permutations(hand))
    suits = data.draw(st.sampled_from(SUIT_ORDERS))
    recoloured = [card if card >= 52 else card // 4 * 4 + suits[card % 4] for card in shuffled]
    assert rank_one(RANKINGS[name], hand) == rank_one(RANKINGS[name], recoloured)


@pytest.mark.parametrize("name", BEST_OF)
@given(data=st.data())
def test_value_is_that_of_the_best_choice(name: str, data: st.DataObject) -> None:
    ranking = RANKINGS[name]
    hand = data.draw(hands(name))
    choices = np.array(list(combinations(hand, ranking.size)), np.uint8)
    assert rank_one(ranking, hand) == ranking.rank(choices).max()


@pytest.mark.parametrize("name", sorted(RANKINGS))
def test_any_memory_layout_is_ranked_alike(name: str) -> None:
    ranking = RANKINGS[name]
    wide = np.argsort(np.random.default_rng(5).random((50, 52)), axis=1).astype(np.uint8)
    part = wide[:, : max(ranking.size, 5)]
    frozen = part.copy()
    frozen.flags.writeable = False
    assert ranking.rank(part).tolist() == ranking.rank(part.copy()).tolist() == ranking.rank(frozen).tolist()
    assert ranking.rank(part[:0]).shape == (0,)


def test_30_1099_06_4_c_omaha_uses_two_own_cards_exactly() -> None:
    poker = RANKINGS["poker"]
    cards = np.argsort(np.random.default_rng(6).random((60, 52)), axis=1).astype(np.uint8)
    hole, board = cards[:, :4], cards[:, 4:9]
    values = rank_must_use(poker, hole, board, 2, 2)
    for own, shared, got in zip(hole.tolist(), board.tolist(), values.tolist(), strict=True):
        choices = [a + b for a in combinations(own, 2) for b in combinations(shared, 3)]
        category, ranks = max(
            (REFERENCE["poker"](hand) for hand in choices),
            key=lambda worth: (poker.categories.index(worth[0]), worth[1]),
        )
        assert poker.category(got) == category
        assert [got >> 16 & 15, got >> 12 & 15][: len(ranks)] == list(ranks[:2])


def test_must_use_over_all_counts_is_the_best_of_all_cards() -> None:
    poker = RANKINGS["poker"]
    cards = np.argsort(np.random.default_rng(7).random((20000, 52)), axis=1).astype(np.uint8)[:, :7]
    values = rank_must_use(poker, cards[:, :2], cards[:, 2:], 0, 2)
    assert np.array_equal(values, poker.rank(cards))


def test_30_1099_28_1_longhorn_needs_one_or_two_own_cards() -> None:
    poker = RANKINGS["poker"]
    royal_on_the_board = np.array([[32, 36, 40, 44, 48]], np.uint8)
    own = np.array([[1, 5]], np.uint8)
    assert poker.category(int(rank_must_use(poker, own, royal_on_the_board, 0, 2)[0])) == "royal_flush"
    assert poker.category(int(rank_must_use(poker, own, royal_on_the_board, 1, 2)[0])) == "high"


def test_must_use_refuses_what_cannot_make_a_hand() -> None:
    two = np.zeros((1, 2), np.uint8)
    with pytest.raises(ValueError, match="cannot make 5"):
        rank_must_use(RANKINGS["poker"], two, two, 2, 2)


def test_names_and_categories_need_no_numba() -> None:
    code = (
        "import sys; from houseway.hands.ranking import RANKINGS, threshold;"
        "threshold(RANKINGS['poker'], 'pair', 6);"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
