"""The 32 tiles of pai gow: 21 faces written as pips, eleven of them twice, as small integers."""

from collections.abc import Iterable

_TWICE = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
_ONCE = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")
FACES = (*_TWICE, *_ONCE)
COPIES = (*(2 for _ in _TWICE), *(1 for _ in _ONCE))
TILES = tuple(face for face, copies in enumerate(COPIES) for _ in range(copies))
_FACE = {text: face for face, text in enumerate(FACES)}


def parse_tile(text: str) -> int:
    """The face named by `text`, the pips in either order; raises ValueError for anything else."""
    if isinstance(text, str):
        found = _FACE.get("-".join(sorted(text.split("-"))))
        if found is not None:
            return found
    raise ValueError(f"unknown tile {text!r}; tiles are written like 6-6, 2-4")


def format_tile(tile: int) -> str:
    return FACES[tile]


def format_tiles(tiles: Iterable[int]) -> str:
    return " ".join(FACES[tile] for tile in tiles)


def pips(tile: int) -> int:
    """The spots of a tile."""
    return int(FACES[tile][0]) + int(FACES[tile][2])
