"""Shuffling: the operating system's randomness where nothing must replay, a seed where it must."""

from collections.abc import Sequence

from houseway.cards.drbg import stream


def shuffled(cards: Sequence[int], seed: int | None = None, purpose: str = "cards") -> list[int]:
    """A shuffled copy of `cards`: from the operating system, or repeatable from `seed`.

    Fisher and Yates: from the last place down each card changes places with one before it or itself, all equally
    likely. Two shuffles of one seed that must have nothing to do with each other have different purposes.
    """
    copy = list(cards)
    stream(seed, purpose).shuffle(copy)
    return copy
