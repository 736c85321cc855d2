"""Renamings of suits: which there are, and what they make of cards."""

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np

from houseway.cards.text import JOKER
from houseway.odds.arrays import Cards
from houseway.odds.suit_classes.stock import ANY_SUIT, Blocks


def renamings(blocks: Blocks) -> Iterator[tuple[int, ...]]:
    """Every way to rename suits within their blocks: the new name of each suit."""
    for orders in product(*(permutations(block) for block in blocks or ANY_SUIT)):
        names = {
            suit: new for block, order in zip(blocks or ANY_SUIT, orders, strict=True)
            for suit, new in zip(block, order, strict=True)
        }  # fmt: skip
        yield tuple(names.get(suit, suit) for suit in range(4))


def renamed(cards: Cards, names: tuple[int, ...]) -> Cards:
    """The cards under a renaming; cards without a suit stay."""
    moved: Cards = np.where(cards < JOKER, cards & 0xFC | np.array(names, np.uint8)[cards & 3], cards)
    return moved
