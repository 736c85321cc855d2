"""Hands measured by length or by points: longest run, longest flush, sum of card points."""

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import card_at, kernel
from houseway.hands.masks import ALL_RANKS, HIGHEST, SIZE

_RANKS = 13
_MOST_POINTS = 1 << 10  # a low total is worth this minus the total


@kernel
def rank_run_length(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1099.39(2)(3): the longest run on the circle of ranks, then its ending card.

    The ending card of a run that goes round the ace is its last card in order, so J-Q-K-A-2-3 ends in 3.
    """
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        held = 0
        for place in range(cards.shape[1]):
            held |= 1 << (card_at(cards, row, place) >> 2)
        best = 0
        for end in range(_RANKS):
            length = 0
            while length < 8 and held >> ((end - length) % _RANKS) & 1:
                length += 1
            if length:
                best = max(best, (length - 1) << 20 | (end + 1) << 16)
        out[row] = best
    return out


@kernel
def _ranks_down(held: int) -> int:
    """Up to seven ranks of a set from the top, the first at bits 24-27."""
    ranks = 0
    place = 24
    while held and place >= 0:
        top = int(HIGHEST[held])
        ranks |= top << place
        held ^= 1 << (top - 1)
        place -= 4
    return ranks


@kernel
def _ranks_with_copies(cards: npt.NDArray[np.uint8], row: int, suit: int, held: int, filled: int) -> int:
    """As `_ranks_down` for the set `filled`; the ranks in `held` are counted as often as the hand has them."""
    ranks = 0
    place = 24
    for rank in range(_RANKS - 1, -1, -1):
        count = filled >> rank & 1
        if held >> rank & 1:
            count = 0
            for other in range(cards.shape[1]):
                count += card_at(cards, row, other) == (rank << 2 | suit)
        while count > 0 and place >= 0:
            ranks |= (rank + 1) << place
            place -= 4
            count -= 1
    return ranks


@kernel
def rank_flush(cards: npt.NDArray[np.uint8], wild_ranks: int) -> npt.NDArray[np.int64]:
    """The longest flush, up to seven cards, then its ranks from the top: `category << 28` and seven ranks.

    A wild card is the highest rank that the flush does not have. Copies of a card count.
    """
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        wilds = 0
        suits = 0  # ranks, sixteen bits a suit
        lengths = 0  # eight bits a suit
        for place in range(cards.shape[1]):
            card = card_at(cards, row, place)
            if wild_ranks >> (card >> 2) & 1:
                wilds += 1
            elif card < 52:
                suits |= 1 << ((card & 3) << 4 | card >> 2)
                lengths += 1 << ((card & 3) << 3)
        longest = 0
        for suit in range(4):
            longest = max(longest, lengths >> (suit << 3) & 255)
        best = 0
        for suit in range(4):
            if lengths >> (suit << 3) & 255 == longest:
                held = suits >> (suit << 4) & ALL_RANKS
                filled = held
                for _ in range(wilds):
                    filled |= 1 << (int(HIGHEST[~filled & ALL_RANKS]) - 1)
                if SIZE[held] == longest:
                    best = max(best, _ranks_down(filled))
                else:
                    best = max(best, _ranks_with_copies(cards, row, suit, held, filled))
        length = min(longest + wilds, 7)
        out[row] = (length - 1) << 28 | best if length else 0
    return out


@kernel
def rank_points_high(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1099.17(1): the value is the total of all cards; ace 1, face cards 10."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        total = 0
        for place in range(cards.shape[1]):
            rank = card_at(cards, row, place) >> 2
            if rank < _RANKS:
                total += 1 if rank == _RANKS - 1 else min(rank + 2, 10)
        out[row] = total
    return out


@kernel
def rank_points_21(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-2112(6): the total of all cards, an ace eleven where that is not over 21; nothing where it is over."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        total = 0
        aces = 0
        for place in range(cards.shape[1]):
            rank = card_at(cards, row, place) >> 2
            if rank < _RANKS:
                total += 1 if rank == _RANKS - 1 else min(rank + 2, 10)
                aces += rank == _RANKS - 1
        if aces and total <= 11:
            total += 10
        out[row] = total if total <= 21 else 0
    return out


def rank_points_low(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1099.17(4)(c): the lower total is the better hand."""
    values: npt.NDArray[np.int64] = _MOST_POINTS - rank_points_high(cards)
    return values
