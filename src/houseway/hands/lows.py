"""The best ace-to-five low: straights and flushes are nothing, the ace is the lowest card."""

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import kernel
from houseway.hands.poker import read

_FOUR, _FULL_HOUSE, _THREE, _TWO_PAIR, _PAIR, _LOW = range(6)


@kernel
def _ace_first(ranks: int) -> int:
    """The mask with the ace moved below the two."""
    return (ranks << 1 | ranks >> 12) & 0x1FFF


@kernel
def _lowest(ranks: int, count: int) -> int:
    """The `count` lowest ranks of a mask."""
    kept = 0
    for _ in range(count):
        low = ranks & -ranks
        kept |= low
        ranks ^= low
    return kept


@kernel
def _code(ranks: int, place: int) -> int:
    """The ranks of a mask from the highest down, turned round (ace 13, king 1), the first at bit `place`."""
    code = 0
    for rank in range(12, -1, -1):
        if ranks >> rank & 1:
            code |= (13 - rank) << place
            place -= 4
    return code


@kernel
def _low(one: int, two: int, three: int, four: int) -> int:
    distinct = 0
    for rank in range(13):
        distinct += one >> rank & 1
    if distinct >= 5:
        return _LOW << 20 | _code(_lowest(one, 5), 16)
    first = two & -two
    second = (two ^ first) & -(two ^ first)
    if distinct == 4 and first:
        return _PAIR << 20 | _code(first, 16) | _code(one ^ first, 12)
    if distinct == 3 and second:
        return _TWO_PAIR << 20 | _code(first | second, 16) | _code(one ^ first ^ second, 8)
    first = three & -three
    if distinct == 3 and first:
        return _THREE << 20 | _code(first, 16) | _code(one ^ first, 12)
    if distinct == 2 and first and two & ~first:
        return _FULL_HOUSE << 20 | _code(first, 16) | _code(one ^ first, 12)
    if distinct == 2 and four:
        first = four & -four
        return _FOUR << 20 | _code(first, 16) | _code(one ^ first, 12)
    return 0


@kernel
def rank_low_a5(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1004(2), 30-1099.15(5): a higher value is a better low; fewer than five cards are worth nothing.

    A joker is the lowest rank not already in the hand (CO 30-1005(1)).
    """
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, _, _, jokers = read(cards, row, 0)
        held = _ace_first(one)
        for _ in range(jokers):
            held |= ~held & (held + 1)
        out[row] = _low(held & 0x1FFF, _ace_first(two), _ace_first(three), _ace_first(four))
    return out
