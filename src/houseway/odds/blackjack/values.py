"""Cards by value: the ten places of a shoe's count, and cards that stand for them."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.cards.decks import deck
from houseway.cards.text import BLANK
from houseway.play.blackjack.totals import card_value
from houseway.rules.errors import RuleError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

VALUES = 10  # place 0 counts aces, place 9 all ten-value cards
ACE, TEN = 0, 9
VALUE_BITS = 15  # of a coded card: its place; above them the suit and which of the ten-value ranks it is
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
_ACE_RANK, _TEN_RANK = 12, 8
_SUIT_AT, _TEN_AT = 4, 6
NO_CARD = 15  # the code of none
RANK_BITS = 3 << _TEN_AT | VALUE_BITS  # of a coded card: what two cards of one rank share


def code_of(card: int) -> int:
    """A card as the rounds draw it: value, suit and kind of ten in one byte."""
    rank, suit = card >> 2, card & 3
    ten = rank - _TEN_RANK if card_value(card) == VALUES else 0
    return (card_value(card) - 1) | suit << _SUIT_AT | ten << _TEN_AT


@cache
def decoded() -> npt.NDArray[np.uint8]:
    """The card of every code, a blank for all others."""
    found = np.full(256, BLANK, np.uint8)
    for card in range(52):
        found[code_of(card)] = card
    return found


def card_of(place: int) -> int:
    """A club that counts as the place says; the ten stands for all ten-value cards."""
    return 4 * (_ACE_RANK if place == ACE else place - 1)


def cards_of(counts: Sequence[int], first: int | None = None) -> tuple[int, ...]:
    """Cards with these counts; `first` is put in front."""
    left = list(counts)
    front = []
    if first is not None:
        left[first] -= 1
        front = [card_of(first)]
    # Aces last: the engine asks of the first card of a split hand whether it is an ace.
    order = [*range(1, VALUES), ACE]
    return (*front, *(card_of(place) for place in order for _ in range(left[place])))


def shoe_of(name: str) -> Ints:
    """How many cards of each value the named deck holds."""
    cards = deck(name)
    if any(card >= 52 for card in cards):
        raise RuleError("blackjack is counted for shoes without jokers", "deck")
    counts = np.zeros(VALUES, np.int64)
    for card in cards:
        counts[card_value(card) - 1] += 1
    return counts
