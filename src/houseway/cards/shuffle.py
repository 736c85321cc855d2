"""Shuffling: the operating system's randomness at a live table, a seed where a round must replay."""

import random
from collections.abc import Sequence


def shuffled(cards: Sequence[int], seed: int | None = None) -> list[int]:
    """A shuffled copy of `cards`: from the operating system, or repeatable from `seed`."""
    source = random.SystemRandom() if seed is None else random.Random(seed)
    copy = list(cards)
    source.shuffle(copy)
    return copy
