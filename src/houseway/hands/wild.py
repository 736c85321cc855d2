"""Five-card high hands with jokers or wild ranks: the bug (an ace or a filler) and the fully wild card."""

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import kernel
from houseway.hands.masks import ACE, ALL_RANKS, FIVE_HIGHEST, HIGHEST, MOST_FILLERS, STRAIGHT
from houseway.hands.poker import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT_,
    STRAIGHT_FLUSH,
    THREE,
    alike,
    flush_ranks,
    read,
    straight_flush_top,
)

_FIVE_ACES = 10  # CO 30-1099.32(1): five aces above the royal flush; the bug makes no other five of a kind


@kernel
def _bug_straight(tops: int, wheel: bool, wheel_second: bool) -> int:
    """The ranks of a straight; when the wheel is second, both straights with an ace start with it."""
    if not wheel_second:
        return tops << 16
    if tops == 13:
        return 13 << 16 | 12 << 12
    return 13 << 16 | 4 << 12 if wheel else tops << 16


@kernel
def _has_wheel(held: int, fillers: int) -> bool:
    missing = 0
    for rank in (ACE, 0, 1, 2, 3):
        missing += 1 - (held >> rank & 1)
    return missing <= fillers


@kernel
def rank_bug(cards: npt.NDArray[np.uint8], wheel_second: bool) -> npt.NDArray[np.int64]:
    """CO 30-1005(1): a joker is an ace, or fills a straight, a flush or a straight flush.

    Several jokers (CO 30-1099.41) are all aces or all fillers: no hand gains from mixing them. With
    `wheel_second` A-2-3-4-5 stands just below A-K-Q-J-T (CO 30-1099.30(13)).
    """
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, five, suits, jokers = read(cards, row, 0)
        fillers = min(jokers, MOST_FILLERS)
        held = one
        ace = 1 << ACE
        for _ in range(jokers):
            five |= four & ace
            four |= three & ace
            three |= two & ace
            two |= one & ace
            one |= ace
        if five & ace:
            out[row] = _FIVE_ACES << 20 | (ACE + 1) << 16
            continue
        top = straight_flush_top(suits, fillers)
        if top == ACE + 1:
            out[row] = ROYAL_FLUSH << 20 | _bug_straight(top, False, wheel_second)
            continue
        if top:
            wheel = False
            for suit in range(4):
                wheel |= _has_wheel(suits >> (suit << 4) & ALL_RANKS, fillers)
            out[row] = STRAIGHT_FLUSH << 20 | _bug_straight(top, wheel, wheel_second)
            continue
        best = alike(one, two, three, four)
        if best < FULL_HOUSE << 20:
            ranks = flush_ranks(suits, fillers)
            straight = int(STRAIGHT[fillers, held])
            if ranks:
                best = FLUSH << 20 | ranks
            elif straight:
                best = STRAIGHT_ << 20 | _bug_straight(straight, _has_wheel(held, fillers), wheel_second)
        out[row] = best
    return out


@kernel
def _wild_alike(one: int, two: int, three: int, four: int, wilds: int) -> int:
    """As `alike` with one to three wild cards and no five of a kind: they join the highest rank they can."""
    four_with = (four, three, two, one)
    if wilds > 3:
        return 0
    if four_with[wilds]:
        top = int(HIGHEST[four_with[wilds]])
        return FOUR << 20 | top << 16 | int(HIGHEST[one & ~(1 << (top - 1))]) << 12
    if wilds == 1 and two:
        top = int(HIGHEST[two])
        rest = ~(1 << (top - 1))
        pair = int(HIGHEST[two & rest])
        if pair:
            return FULL_HOUSE << 20 | top << 16 | pair << 12
        return THREE << 20 | top << 16 | int(FIVE_HIGHEST[one & rest]) >> 4 & 0x0FF00
    top = int(HIGHEST[one])
    if top == 0:
        return 0
    others = int(FIVE_HIGHEST[one & ~(1 << (top - 1))]) >> 4
    if wilds == 1:
        return PAIR << 20 | top << 16 | others & 0x0FFF0
    return THREE << 20 | top << 16 | others & 0x0FF00


@kernel
def rank_wild(
    cards: npt.NDArray[np.uint8], wild_ranks: int, five: int, royal: int, aces: int, all_wild: int
) -> npt.NDArray[np.int64]:
    """Jokers and `wild_ranks` are any card.

    The last four numbers are the categories of five of a kind, royal flush, five aces and five wild cards
    (negative: not a category). A hand made with wild cards ties the natural one (CO 30-2118(9)(b)(ii)).
    """
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        one, two, three, four, copies, suits, wilds = read(cards, row, wild_ranks)
        wilds = min(wilds, 5)
        five_with = (copies, four, three, two, one, ALL_RANKS)
        best = _wild_alike(one, two, three, four, wilds) if wilds else alike(one, two, three, four)
        if best < FULL_HOUSE << 20:
            ranks = flush_ranks(suits, wilds)
            straight = int(STRAIGHT[wilds, one])
            if ranks:
                best = FLUSH << 20 | ranks
            elif straight:
                best = STRAIGHT_ << 20 | straight << 16
        top = straight_flush_top(suits, wilds)
        if top:
            best = max(best, (royal if top == ACE + 1 else STRAIGHT_FLUSH) << 20 | top << 16)
        if five_with[wilds]:
            top = int(HIGHEST[five_with[wilds]])
            best = max(best, (aces if top == ACE + 1 else five) << 20 | top << 16)
        if wilds == 5 and all_wild > 0:
            best = max(best, all_wild << 20)
        out[row] = best
    return out
