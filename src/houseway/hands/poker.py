"""Five-card high hands from five to nine cards: plain poker, the short deck, and hands from several decks.

Plain categories are numbered as in `HIGH` ... `FOUR`; what stands above four of a kind differs by ranking.
"""

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import card_at, kernel
from houseway.hands.masks import FIVE_HIGHEST, HIGHEST, SIZE, STRAIGHT, straight_tops

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT_, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)

_SHORT_STRAIGHT = straight_tops(4)[0]  # CA Short Deck Hold'em: A-6-7-8-9 is the lowest straight
_SHORT_STRAIGHT_, _SHORT_THREE, _SHORT_FULL_HOUSE, _SHORT_FLUSH = 3, 4, 5, 6

# CO 30-1099.38 card values (3): the royal is the highest straight flush, a suited five of a kind beats it.
_SIX_FIVE, _SIX_STRAIGHT_FLUSH, _SIX_ROYAL, _SIX_SUITED_FIVE = 8, 9, 10, 11


@kernel
def read(cards: npt.NDArray[np.uint8], row: int, wild_ranks: int) -> tuple[int, int, int, int, int, int, int]:
    """Ranks held at least once, twice, ... five times; ranks by suit (16 bits each); number of wild cards.

    Jokers and cards of `wild_ranks` count as wild; a blank counts for nothing.
    """
    one = two = three = four = five = suits = wilds = 0
    for place in range(cards.shape[1]):
        card = card_at(cards, row, place)
        rank = card >> 2
        if card >= 52:
            wilds += card < 54
        elif wild_ranks >> rank & 1:
            wilds += 1
        else:
            bit = 1 << rank
            five |= four & bit
            four |= three & bit
            three |= two & bit
            two |= one & bit
            one |= bit
            suits |= bit << ((card & 3) << 4)
    return one, two, three, four, five, suits, wilds


@kernel
def alike(one: int, two: int, three: int, four: int) -> int:
    """The value of the best five cards when straights and flushes are left aside."""
    if four:
        top = int(HIGHEST[four])
        return FOUR << 20 | top << 16 | int(HIGHEST[one & ~(1 << (top - 1))]) << 12
    if three:
        top = int(HIGHEST[three])
        rest = ~(1 << (top - 1))
        pair = int(HIGHEST[two & rest])
        if pair:
            return FULL_HOUSE << 20 | top << 16 | pair << 12
        return THREE << 20 | top << 16 | int(FIVE_HIGHEST[one & rest]) >> 4 & 0x0FF00
    if two:
        top = int(HIGHEST[two])
        rest = ~(1 << (top - 1))
        pair = int(HIGHEST[two & rest])
        if pair:
            kicker = int(HIGHEST[one & rest & ~(1 << (pair - 1))])
            return TWO_PAIR << 20 | top << 16 | pair << 12 | kicker << 8
        return PAIR << 20 | top << 16 | int(FIVE_HIGHEST[one & rest]) >> 4 & 0x0FFF0
    return HIGH << 20 | int(FIVE_HIGHEST[one])


@kernel
def straight_flush_top(suits: int, fillers: int) -> int:
    """Top rank + 1 of the best straight flush, 0 if there is none."""
    best = 0
    for suit in range(4):
        best = max(best, int(STRAIGHT[fillers, suits >> (suit << 4) & 0x1FFF]))
    return best


@kernel
def flush_ranks(suits: int, fillers: int) -> int:
    """The five highest ranks of the best flush, 0 if there is none; a filler is the highest rank missing."""
    best = 0
    for suit in range(4):
        held = suits >> (suit << 4) & 0x1FFF
        if SIZE[held] + fillers >= 5:
            for _ in range(fillers):
                held |= 1 << (int(HIGHEST[~held & 0x1FFF]) - 1)
            best = max(best, int(FIVE_HIGHEST[held]))
    return best


@kernel
def rank_any(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1004(1) without a joker; a royal flush is the top straight flush under a name of its own."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, _, suits, _ = read(cards, row, 0)
        top = straight_flush_top(suits, 0)
        if top:
            out[row] = (ROYAL_FLUSH if top == 13 else STRAIGHT_FLUSH) << 20 | top << 16
            continue
        best = alike(one, two, three, four)
        if best < FULL_HOUSE << 20:
            ranks = flush_ranks(suits, 0)
            straight = int(STRAIGHT[0, one])
            if ranks:
                best = FLUSH << 20 | ranks
            elif straight:
                best = STRAIGHT_ << 20 | straight << 16
        out[row] = best
    return out


@kernel
def rank_short_deck(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CA Short Deck Hold'em: a flush beats a full house, three of a kind beats a straight."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, _, suits, _ = read(cards, row, 0)
        top = 0
        for suit in range(4):
            top = max(top, int(_SHORT_STRAIGHT[suits >> (suit << 4) & 0x1FFF]))
        if top:
            out[row] = (ROYAL_FLUSH if top == 13 else STRAIGHT_FLUSH) << 20 | top << 16
            continue
        best = alike(one, two, three, four)
        ranks = best & 0xFFFFF
        flush = flush_ranks(suits, 0)
        straight = int(_SHORT_STRAIGHT[one])
        if best >> 20 == FOUR:
            out[row] = best
        elif flush:
            out[row] = _SHORT_FLUSH << 20 | flush
        elif best >> 20 == FULL_HOUSE:
            out[row] = _SHORT_FULL_HOUSE << 20 | ranks
        elif best >> 20 == THREE:
            out[row] = _SHORT_THREE << 20 | ranks
        elif straight:
            out[row] = _SHORT_STRAIGHT_ << 20 | straight << 16
        else:
            out[row] = best
    return out


@kernel
def _identical(cards: npt.NDArray[np.uint8], row: int) -> int:
    """Rank + 1 of the highest card held five times, 0 if there is none."""
    best = 0
    for place in range(cards.shape[1]):
        card = card_at(cards, row, place)
        copies = 0
        for other in range(cards.shape[1]):
            copies += cards[row, other] == card
        if copies >= 5:
            best = max(best, (card >> 2) + 1)
    return best


@kernel
def _flush_with_copies(cards: npt.NDArray[np.uint8], row: int) -> int:
    """The five highest ranks of the best flush, a card held twice counted twice; 0 if there is none."""
    best = 0
    for suit in range(4):
        ranks = 0
        held = 0
        for rank in range(12, -1, -1):
            for place in range(cards.shape[1]):
                if held < 5 and card_at(cards, row, place) == (rank << 2 | suit):
                    ranks = ranks << 4 | (rank + 1)
                    held += 1
        if held == 5:
            best = max(best, ranks)
    return best


@kernel
def rank_poker_six_decks(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1099.38: a flush may hold a card more than once, so its ranks are counted with their copies."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, five, suits, _ = read(cards, row, 0)
        in_suit = 0x3333  # as in the table look-up: five cards of a suit set the top bit of its counter
        for place in range(cards.shape[1]):
            in_suit += 1 << ((card_at(cards, row, place) & 3) << 2)
        identical = _identical(cards, row) if five else 0
        top = straight_flush_top(suits, 0)
        if identical:
            out[row] = _SIX_SUITED_FIVE << 20 | identical << 16
        elif top:
            out[row] = (_SIX_ROYAL if top == 13 else _SIX_STRAIGHT_FLUSH) << 20 | top << 16
        elif five:
            out[row] = _SIX_FIVE << 20 | int(HIGHEST[five]) << 16
        else:
            best = alike(one, two, three, four)
            if best < FULL_HOUSE << 20:
                ranks = _flush_with_copies(cards, row) if in_suit & 0x8888 else 0
                straight = int(STRAIGHT[0, one])
                if ranks:
                    best = FLUSH << 20 | ranks
                elif straight:
                    best = STRAIGHT_ << 20 | straight << 16
            out[row] = best
    return out
