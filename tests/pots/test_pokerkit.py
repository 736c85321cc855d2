"""The same random hands as PokerKit: same turns, calls, bets, pots and stacks, or a difference that a rule explains."""

from collections import Counter

import pytest

# Those of pokerkit_side, which is imported with the first test: PokerKit takes a second.
VARIANTS = (
    *("nl-holdem", "nl-holdem-ante", "pl-holdem", "fl-holdem", "fl-holdem-8", "pl-omaha", "pl-omaha-5", "fl-omaha-8"),
    *("ca-holdem", "ca-omaha", "ca-omaha-8", "short-deck", "double-flop", "fl-stud", "fl-stud-8", "fl-razz"),
    *("fl-five-stud", "nl-draw", "nl-draw-low", "fl-draw-8"),
)
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


def _compare(name: str, block: int, hands: int) -> None:
    from tests.pots import pokerkit_side as theirs

    assert tuple(variant.name for variant in theirs.VARIANTS) == VARIANTS
    place = VARIANTS.index(name)
    variant = theirs.VARIANTS[place]
    table_rules, start = theirs.rules(variant), 1_000_000 * place + HANDS * block
    explained: Counter[str] = Counter()
    for seed in range(start, start + hands):
        explained += theirs.play(variant, table_rules, seed).explained
    assert set(explained) <= EXPLAINED
    assert explained.total() < hands / 5, "explained differences must stay rare"


@pytest.mark.parametrize(
    "block", [pytest.param(block, marks=() if block < BY_DAY else pytest.mark.nightly) for block in range(BLOCKS)]
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_are_played_as_by_pokerkit(variant: str, block: int) -> None:
    _compare(variant, block, HANDS)


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_more_hands_are_played_as_by_pokerkit(variant: str) -> None:
    _compare(variant, 1000, NIGHTLY)
