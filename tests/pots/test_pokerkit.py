"""The same random hands as PokerKit: same turns, calls, bets, pots and stacks, or a difference that a rule explains."""

from collections import Counter

import pytest
from tests.pots.pokerkit_side import VARIANTS, Variant, play, rules

BLOCKS = 20
BY_DAY = 1  # of the blocks; the others, and many more hands, every night
HANDS = 100  # a block: 2,000 hands of each variant
NIGHTLY = 5000

EXPLAINED = {
    "short all-in does not reopen",  # reading all-in-under-raise of library/colorado-pots.toml
    "raises heads-up are not limited",  # CA GEGR-001830(6.d)
    "no low in a side pot",  # CO 30-1099.01(5)(b)(i), 30-1017(2)
    "one card for all when the deck is short",  # CO 30-1009(2)
}


def _compare(variant: Variant, start: int, hands: int) -> None:
    table_rules = rules(variant)
    explained: Counter[str] = Counter()
    for seed in range(start, start + hands):
        explained += play(variant, table_rules, seed).explained
    assert set(explained) <= EXPLAINED
    assert explained.total() < hands / 5, "explained differences must stay rare"


@pytest.mark.parametrize(
    "block", [pytest.param(block, marks=() if block < BY_DAY else pytest.mark.nightly) for block in range(BLOCKS)]
)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_hands_are_played_as_by_pokerkit(variant: Variant, block: int) -> None:
    _compare(variant, 1_000_000 * VARIANTS.index(variant) + HANDS * block, HANDS)


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_many_more_hands_are_played_as_by_pokerkit(variant: Variant) -> None:
    _compare(variant, 1_000_000 * VARIANTS.index(variant) + 100_000, NIGHTLY)
