"""The ten styles of delivery, 30-2609(11)."""

import pytest

from houseway.play.tiles.delivery import STYLES, deliver
from houseway.rules.errors import RuleError

# Tile 10 * s + t lies t-th from the top of the s-th stack from the dealer's right.
STACKED = [10 * stack + tile for stack in range(8) for tile in range(4)]


def first_two(style: str) -> list[tuple[int, ...]]:
    return [tuple(sorted(hand)) for hand in deliver(STACKED, style)[:2]]


@pytest.mark.parametrize("style", STYLES)
def test_30_2609_11_every_style_delivers_each_tile_once(style: str) -> None:
    hands = deliver(STACKED, style)
    assert [len(hand) for hand in hands] == [4] * 8
    assert sorted(tile for hand in hands for tile in hand) == STACKED


@pytest.mark.parametrize(
    ("style", "hands"),
    [
        ("house way from the right", [(0, 1, 2, 3), (10, 11, 12, 13)]),
        ("house way from the left", [(70, 71, 72, 73), (60, 61, 62, 63)]),
        ("cup say from the right", [(0, 1, 10, 11), (2, 3, 12, 13)]),
        ("jung quat", [(30, 31, 40, 41), (32, 33, 42, 43)]),
        ("chee yee", [(0, 1, 70, 71), (2, 3, 72, 73)]),
        ("pin say from the right", [(0, 10, 20, 30), (40, 50, 60, 70)]),
        ("pin say from the left", [(40, 50, 60, 70), (0, 10, 20, 30)]),
        ("dragon head and phoenix tail from the right", [(0, 1, 10, 11), (40, 50, 60, 70)]),
        ("dragon head and phoenix tail from the left", [(60, 61, 70, 71), (0, 10, 20, 30)]),
    ],
)
def test_30_2609_11_the_first_two_hands(style: str, hands: list[tuple[int, ...]]) -> None:
    assert first_two(style) == hands


def test_30_2609_11_i_the_dragon_head_reaches_the_covered_stacks() -> None:
    third, fifth = deliver(STACKED, "dragon head and phoenix tail from the right")[2:5:2]
    assert sorted(third) == [2, 3, 12, 13]
    assert sorted(fifth) == [20, 21, 30, 31]


def test_an_unknown_style_is_an_error() -> None:
    with pytest.raises(RuleError, match="no style of delivery"):
        deliver(STACKED, "any")
