"""Shuffling: the operating system's randomness at a live table, a seed where a round must replay."""

import random
from collections.abc import Sequence
from functools import cache


@cache
def _steps(count: int) -> tuple[tuple[int, int], ...]:
    """Every place from the last down, with the bits of a number that reaches it."""
    return tuple((place, (place + 1).bit_length()) for place in range(count - 1, 0, -1))


def shuffled(cards: Sequence[int], seed: int | None = None) -> list[int]:
    """A shuffled copy of `cards`: from the operating system, or repeatable from `seed`.

    Fisher and Yates: from the last place down each card changes places with one before it or itself, all equally
    likely. The order is that of `random.Random(seed).shuffle`, so anybody can check it; this takes less time.
    """
    bits = (random.SystemRandom() if seed is None else random.Random(seed)).getrandbits
    copy = list(cards)
    for place, width in _steps(len(copy)):
        other = bits(width)
        while other > place:
            other = bits(width)
        copy[place], copy[other] = copy[other], copy[place]
    return copy
