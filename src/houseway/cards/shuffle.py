"""Shuffling: the operating system's randomness where nothing must replay, a seed where it must."""

from collections.abc import Sequence

from houseway.cards.drbg import stream


def shuffled(cards: Sequence[int], seed: int | None = None, purpose: str = "cards") -> list[int]:
    """A shuffled copy of `cards`: from the operating system, or repeatable from `seed`.

    Fisher and Yates: from the last place down each card changes places with one before it or itself, all equally
    likely. Two shuffles of one seed that must have nothing to do with each other have different purposes.
    """
    below = stream(seed, purpose).below
    copy = list(cards)
    for place in range(len(copy) - 1, 0, -1):
        other = below(place + 1)
        copy[place], copy[other] = copy[other], copy[place]
    return copy
