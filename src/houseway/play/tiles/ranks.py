"""What two tiles are worth, how four are set, and how the house sets them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from houseway.cards.tiles import FACES, format_tiles, parse_tile, pips
from houseway.rules.errors import RuleError
from houseway.rules.tiles import TileRanks, TileRow, TileWay

_PAIR = 1000  # pairs stand above all points
_POINT = 100  # points stand above the rank of the higher tile
SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True, slots=True)
class TileHand:
    """Two tiles: their value for comparing, the rank of their pair (0: none), their points and higher tile."""

    tiles: tuple[int, ...]
    value: int
    pair: int
    points: int
    rank: int  # of the higher tile, 0 the lowest

    def __str__(self) -> str:
        worth = f"no. {self.pair} of the pairs" if self.pair else str(self.points)
        return f"{format_tiles(self.tiles)} ({worth})"


@dataclass(frozen=True, slots=True)
class TileSet:
    """Four tiles as they were set."""

    high: TileHand
    low: TileHand


class Ranker:
    """The ranks of one game's file, looked up by the two tiles."""

    def __init__(self, words: TileRanks) -> None:
        self._pairs = {
            tuple(sorted(_tiles(text, 2, "tiles.pairs"))): rank
            for rank, texts in enumerate(words.pairs, start=1)
            for text in texts
        }
        self._single = {
            _tiles(text, 1, "tiles.singles")[0]: rank
            for rank, texts in enumerate(words.singles, start=1)
            for text in texts
        }
        missing = [FACES[face] for face in range(len(FACES)) if face not in self._single]
        if missing:
            raise RuleError(f"the tile {missing[0]} has no rank", "tiles.singles")
        self._counts = {
            face: [(pips(face), self._single[face])] for face in range(len(FACES))
        }  # each way to count a tile: points and rank
        for text, either in words.either.items():
            other = self._single[_tiles(either.ranks_as, 1, "tiles.either")[0]]
            self._counts[_tiles(text, 1, "tiles.either")[0]].append((either.points, other))
        self._last = len(words.singles)
        self._table = {(a, b): self._hand(a, b) for a, b in product(range(len(FACES)), repeat=2)}

    def _hand(self, first: int, second: int) -> TileHand:
        pair = self._pairs.get(tuple(sorted((first, second))), 0)
        counted = [
            ((a + b) % 10, self._last - min(rank_a, rank_b))
            for (a, rank_a), (b, rank_b) in product(self._counts[first], self._counts[second])
        ]
        points, rank = max(counted)
        value = _PAIR * (len(self._pairs) + 1 - pair) if pair else points * _POINT + rank
        return TileHand((first, second), value, pair, points, rank)

    def hand(self, tiles: Sequence[int]) -> TileHand:
        return self._table[tiles[0], tiles[1]]

    def single(self, tile: int) -> int:
        """The printed rank of a tile, 1 the highest."""
        return self._single[tile]

    def set_tiles(self, tiles: Sequence[int], low: Sequence[int]) -> TileSet:
        """The tiles with `low` apart; the better two are the high hand, whichever was named (30-2601(10)(18))."""
        rest = list(tiles)
        for tile in low:
            rest.remove(tile)
        first, second = self.hand(low), self.hand(rest)
        return TileSet(first, second) if first.value > second.value else TileSet(second, first)

    def settings(self, tiles: Sequence[int]) -> list[TileSet]:
        """The three ways to set four tiles."""
        return [self.set_tiles(tiles, [tiles[place] for place in low]) for low, _ in SPLITS]


def _tiles(text: str, count: int, place: str) -> list[int]:
    try:
        tiles = [parse_tile(word) for word in text.split()]
    except ValueError as error:
        raise RuleError(str(error), place) from None
    if len(tiles) != count:
        raise RuleError(f"{text!r} must name {count} tile{'s' * (count > 1)}", place)
    return tiles


def _fits(row: TileRow, ranker: Ranker, tiles: Sequence[int], setting: TileSet) -> bool:
    hands = (setting.high, setting.low)
    if row.pair is not None:
        return any(row.pair[0] <= hand.pair <= row.pair[1] for hand in hands)
    if row.points is not None:
        return any(hand.points == row.points for hand in hands)
    if row.extremes:
        ranks = sorted(ranker.single(tile) for tile in tiles)
        return any(sorted(map(ranker.single, hand.tiles)) == [ranks[0], ranks[-1]] for hand in hands)
    return True


def house_way(way: TileWay, ranker: Ranker, tiles: Sequence[int]) -> TileSet:
    """The setting of the first row that fits; of several the one with the better hand that the way prefers."""
    every = ranker.settings(tiles)
    for row in way.rows:
        fitting = [setting for setting in every if _fits(row, ranker, tiles, setting)]
        if fitting:
            if way.prefer == "low":
                return max(fitting, key=lambda tile_set: (tile_set.low.value, tile_set.high.value))
            return max(fitting, key=lambda tile_set: (tile_set.high.value, tile_set.low.value))
    raise RuleError("no row of the house way fits these tiles", "house_way.rows")
