"""The ten styles of delivery (30-2609(11)): which tiles of the eight stacks make the hands, in the order delivered.

Stacks are numbered from the dealer's right, tiles of a stack from the top.
"""

from collections.abc import Sequence

from houseway.rules.errors import RuleError

STACKS, HEIGHT = 8, 4
Place = tuple[int, int]  # stack, tile
Packets = tuple[tuple[Place, ...], ...]


def _mirrored(packets: Packets) -> Packets:
    return tuple(tuple((STACKS - 1 - stack, tile) for stack, tile in packet) for packet in packets)


def _by_twos(couples: Sequence[tuple[int, int]]) -> Packets:
    """The top two tiles of both stacks, then the four below, couple after couple."""
    halves = ((0, 1), (2, 3))
    return tuple(tuple((stack, tile) for stack in couple for tile in half) for couple in couples for half in halves)


def _slices() -> Packets:
    """The top tiles of the four stacks on the right, then of those on the left, level after level."""
    sides = ((0, 1, 2, 3), (4, 5, 6, 7))
    return tuple(tuple((stack, level) for stack in side) for level in range(HEIGHT) for side in sides)


def _head_and_tail() -> Packets:
    """Two stacks of eight on the right give two tiles each, then the four on the left one each."""
    tall = tuple(
        tuple((lower if place >= HEIGHT else upper, place % HEIGHT) for place in range(2 * HEIGHT))
        for upper, lower in ((0, 2), (1, 3))
    )
    heads = [tuple(place for stack in tall for place in stack[2 * turn : 2 * turn + 2]) for turn in range(HEIGHT)]
    tails = [tuple((stack, level) for stack in (4, 5, 6, 7)) for level in range(HEIGHT)]
    return tuple(packet for both in zip(heads, tails, strict=True) for packet in both)


_HOUSE = tuple(tuple((stack, tile) for tile in range(HEIGHT)) for stack in range(STACKS))
_CUP_SAY = _by_twos(((0, 1), (2, 3), (4, 5), (6, 7)))
STYLES: dict[str, Packets] = {
    "house way from the right": _HOUSE,
    "house way from the left": _mirrored(_HOUSE),
    "cup say from the right": _CUP_SAY,
    "cup say from the left": _mirrored(_CUP_SAY),
    "jung quat": _by_twos(((3, 4), (2, 5), (1, 6), (0, 7))),
    "chee yee": _by_twos(((0, 7), (1, 6), (2, 5), (3, 4))),
    "pin say from the right": _slices(),
    "pin say from the left": _mirrored(_slices()),
    "dragon head and phoenix tail from the right": _head_and_tail(),
    "dragon head and phoenix tail from the left": _mirrored(_head_and_tail()),
}
USUAL = "house way from the right"


def deliver(tiles: Sequence[int], style: str = USUAL) -> list[tuple[int, ...]]:
    """Eight hands from 32 tiles stacked in order, the hand of the starting position first."""
    if style not in STYLES:
        raise RuleError(f"no style of delivery {style!r}; styles are {', '.join(STYLES)}", "betting.delivery")
    return [tuple(tiles[stack * HEIGHT + tile] for stack, tile in packet) for packet in STYLES[style]]
