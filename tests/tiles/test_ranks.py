"""The 32 tiles, their ranks (30-2603) and the house way (30-2608(4)) over every hand of four."""

from itertools import combinations

import pytest

from houseway.cards.tiles import COPIES, FACES, TILES, format_tile, parse_tile, pips
from houseway.play.tiles.plan import Plan, load_plan
from houseway.play.tiles.ranks import TileHand, TileSet
from houseway.play.tiles.table import by_house_way

GAME = "pai-gow-tiles"


def plan(**house: object) -> Plan:
    return load_plan(GAME, dict(house))


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tile(word) for word in text.split())


def hand(text: str) -> TileHand:
    return plan().ranker.hand(tiles(text))


def set_by_house(text: str, **house: object) -> set[frozenset[str]]:
    one = by_house_way(plan(**house), tiles(text))
    return {frozenset(format_tile(tile) for tile in part.tiles) for part in (one.high, one.low)}


def test_30_2603_1_there_are_32_tiles_in_16_pairs() -> None:
    assert len(TILES) == 32
    assert sum(copies == 2 for copies in COPIES) == 11
    assert sum(copies == 1 for copies in COPIES) == 10
    assert sum(pips(tile) for tile in TILES) == 227
    assert parse_tile("6-2") == parse_tile("2-6")
    with pytest.raises(ValueError, match="unknown tile"):
        parse_tile("1-7")


def test_30_2603_2_the_order_of_the_pairs() -> None:
    order = [
        "2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3", "2-2 2-2", "5-6 5-6", "4-6 4-6",
        "1-6 1-6", "1-5 1-5", "3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3", "6-6 3-6", "1-1 4-5", "6-6 4-4", "1-1 2-6",
    ]  # fmt: skip
    values = [hand(pair).value for pair in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 20
    assert hand("6-6 4-5").value == hand("3-6 6-6").value
    assert hand("1-1 3-5").value == hand("1-1 4-4").value
    assert min(values) > max(hand(f"{a} {b}").value for a, b in combinations(FACES, 2) if not hand(f"{a} {b}").pair)


def test_30_2603_4_the_value_is_the_last_digit_of_the_spots() -> None:
    assert hand("1-1 3-3").points == 8
    assert hand("5-6 1-6").points == 8
    assert hand("4-6 5-5").points == 0


@pytest.mark.parametrize(
    ("pair", "points"), [("1-2 4-5", 5), ("1-2 5-5", 6), ("2-4 1-5", 9), ("2-4 5-5", 6), ("1-2 3-3", 9), ("2-4 4-5", 5)]
)
def test_30_2603_5_the_supreme_tiles_apart_count_three_or_six(pair: str, points: int) -> None:
    assert hand(pair).points == points


def test_30_2603_5_a_six_counted_as_three_ranks_seventeenth() -> None:
    as_six, other = hand("1-2 1-4"), hand("2-4 1-4")
    assert as_six.points == other.points == 8  # 3 and 5: better than 6 and 5, which make one
    assert as_six.value == other.value  # the five is then the higher tile of both


def test_30_2603_6_equal_values_by_the_highest_tile() -> None:
    assert hand("6-6 2-5").value > hand("1-1 1-6").value  # both nine
    assert hand("4-4 5-6").value > hand("4-6 3-6").value
    assert hand("4-6 3-6").value == hand("4-6 4-5").value


def test_30_2608_4_the_house_way_by_example() -> None:
    assert set_by_house("2-4 1-2 6-6 4-5") == {frozenset({"2-4", "1-2"}), frozenset({"6-6", "4-5"})}
    assert set_by_house("1-1 3-6 4-6 1-6") == {frozenset({"1-1", "3-6"}), frozenset({"4-6", "1-6"})}
    assert set_by_house("5-5 3-6 2-2 1-6") == {frozenset({"5-5", "3-6"}), frozenset({"2-2", "1-6"})}  # nine
    assert set_by_house("4-4 5-5 3-3 5-6") == {frozenset({"4-4", "5-6"}), frozenset({"5-5", "3-3"})}  # nine
    assert set_by_house("5-5 4-6 3-3 5-6") == {frozenset({"5-6", "3-3"}), frozenset({"5-5", "4-6"})}  # seven
    assert set_by_house("6-6 5-5 4-6 2-2") == {frozenset({"6-6", "4-6"}), frozenset({"5-5", "2-2"})}  # extremes


def test_30_2608_5_which_of_several_settings_is_a_choice_of_the_house() -> None:
    wong_or_gong = "6-6 4-5 1-1 3-5"
    assert set_by_house(wong_or_gong) == {frozenset({"6-6", "4-5"}), frozenset({"1-1", "3-5"})}
    low = set_by_house(wong_or_gong, house_way_prefers="low")
    assert low == {frozenset({"6-6", "3-5"}), frozenset({"1-1", "4-5"})}


def _keeps_rule(one: TileSet, every: list[TileSet]) -> bool:
    """30-2608(4) in other words than the rows: what the dealer could have played."""

    def has(setting: TileSet, lowest: int, highest: int) -> bool:
        return any(lowest <= part.pair <= highest for part in (setting.high, setting.low))

    def counts(setting: TileSet, *points: int) -> bool:
        return any(part.points in points for part in (setting.high, setting.low))

    if any(has(setting, 1, 1) for setting in every):
        return has(one, 1, 1)
    if any(has(setting, 1, 20) for setting in every):
        return has(one, 1, 20)
    if any(counts(setting, 9, 8, 7) for setting in every):
        return counts(one, 9, 8, 7)
    ranks = sorted(plan().ranker.single(tile) for tile in (*one.high.tiles, *one.low.tiles))
    return any(sorted(map(plan().ranker.single, part.tiles)) == [ranks[0], ranks[-1]] for part in (one.high, one.low))


def test_30_2608_4_the_house_way_over_all_35960_hands() -> None:
    count, seen = 0, {}
    for held in combinations(TILES, 4):
        count += 1
        if held in seen:
            continue
        one = by_house_way(plan(), held)
        seen[held] = one
        assert sorted((*one.high.tiles, *one.low.tiles)) == sorted(held)
        assert one.high.value >= one.low.value, "never a foul: the better two are the high hand"
        assert _keeps_rule(one, plan().ranker.settings(held))
    assert count == 35_960
