"""Decks by name: `52`, `53` and `54` (one and two jokers), `36` (sixes and up), `6x52` (a shoe)."""

from functools import lru_cache

from houseway.cards.text import BLANK, JOKER

_SINGLE = {
    "36": tuple(range(16, 52)),
    "52": tuple(range(52)),
    "53": (*range(52), JOKER),
    "54": (*range(52), JOKER, JOKER + 1),
    "52+joker+blank": (*range(52), JOKER, BLANK),
}


MOST = 16  # decks in a shoe


@lru_cache(maxsize=256)
def deck(name: str) -> tuple[int, ...]:
    """All cards of the named deck in a fixed order; raises ValueError for an unknown name."""
    copies, _, single = name.rpartition("x")
    if single not in _SINGLE or (copies and not copies.isdecimal()):
        raise ValueError(f"unknown deck {name!r}; decks are {', '.join(_SINGLE)} and shoes such as 6x52")
    if copies and not 1 <= int(copies[:4]) <= MOST:
        raise ValueError(f"a shoe holds 1 to {MOST} decks, not {copies}")
    return _SINGLE[single] * int(copies or 1)


@lru_cache(maxsize=256)
def copies_of_each(name: str) -> dict[int, int]:
    """How many copies of each card the named deck holds."""
    cards = deck(name)
    return {card: cards.count(card) for card in dict.fromkeys(cards)}
