"""What the wild cards of a hand stand for: natural cards with which it is worth the same."""

from collections.abc import Sequence
from itertools import product

from houseway.cards.text import is_joker
from houseway.hands.ranking import Ranking, rank_one

_MOST = 2  # wild cards; of more the ways are too many, and a table shows them as they are
_DECK = 52


def wild_places(cards: Sequence[int], wild_ranks: int, jokers: bool) -> list[int]:
    """The places of the wild cards in a hand."""
    return [
        place
        for place, card in enumerate(cards)
        if (jokers if is_joker(card) else card < _DECK and wild_ranks >> (card >> 2) & 1)
    ]


def stands_for(ranking: Ranking, cards: Sequence[int], places: Sequence[int], wild_ranks: int = 0) -> dict[int, int]:
    """By place, the natural card that each wild card stands for; empty where none can be named."""
    if not 0 < len(places) <= _MOST:
        return {}
    import numpy as np

    natural = [card for card in range(_DECK - 1, -1, -1) if not wild_ranks >> (card >> 2) & 1]
    natural.sort(key=lambda card: card in cards)  # a card that is not in the hand before one that is
    # Two cards before one of them twice.
    ways = sorted(product(natural, repeat=len(places)), key=lambda way: len(set(way)) < len(way))
    choices = np.array(ways, np.uint8)
    tried = np.tile(np.array(cards, np.uint8), (len(choices), 1))
    tried[:, list(places)] = choices
    same = np.flatnonzero(ranking.rank(tried) == rank_one(ranking, tuple(cards)))
    return dict(zip(places, choices[same[0]].tolist(), strict=True)) if len(same) else {}
