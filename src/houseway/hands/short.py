"""Hands of one to four cards, the best of as many cards as are given.

A hand is copied into signed numbers before its cards are compared: numba would turn mixed signs into floats.
"""

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import kernel

_ACE = 13  # ranks are stored as 1 (two) to 13 (ace)
_PLAIN, _SPLIT = range(2)  # scales of two cards; any other: _two_agp


@kernel
def _three(a: int, b: int, c: int, wheel: bool, royal: int, aces: int) -> int:
    """CO 30-1099.18(1): straight flush, three, straight, flush, pair, high."""
    flush = a & 3 == b & 3 and b & 3 == c & 3
    a, b, c = (a >> 2) + 1, (b >> 2) + 1, (c >> 2) + 1
    high = max(a, b, c)
    low = min(a, b, c)
    middle = a + b + c - high - low
    if high == low:
        return (aces if high == _ACE else 4) << 20 | high << 16
    if high == middle:
        return 1 << 20 | high << 16 | low << 12
    if middle == low:
        return 1 << 20 | low << 16 | high << 12
    top = 0
    if high - low == 2:
        top = high
    elif wheel and high == _ACE and middle == 2:
        top = 2
    if top:
        if flush:
            return (royal if top == _ACE else 5) << 20 | top << 16
        return 3 << 20 | top << 16
    return (2 if flush else 0) << 20 | high << 16 | middle << 12 | low << 8


@kernel
def rank_three(cards: npt.NDArray[np.uint8], wheel: bool, royal: int, aces: int) -> npt.NDArray[np.int64]:
    """The best three cards; `wheel`: A-2-3 is a straight; `royal`, `aces`: their categories."""
    count = cards.shape[1]
    hand = np.empty(count, np.int64)
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        for place in range(count):
            hand[place] = cards[row, place]
        best = 0
        for i in range(count - 2):
            for j in range(i + 1, count - 1):
                for k in range(j + 1, count):
                    best = max(best, _three(hand[i], hand[j], hand[k], wheel, royal, aces))
        out[row] = best
    return out


@kernel
def _four(a: int, b: int, c: int, d: int, royal: int, aces: int) -> int:
    """CO 30-1099.31(1): four, straight flush, three, flush, straight, two pair, pair, high."""
    flush = a & 3 == b & 3 and b & 3 == c & 3 and c & 3 == d & 3
    a, b, c, d = (a >> 2) + 1, (b >> 2) + 1, (c >> 2) + 1, (d >> 2) + 1
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    if a == d:
        return (aces if a == _ACE else 7) << 20 | a << 16
    if a == c:
        return 5 << 20 | a << 16 | d << 12
    if b == d:
        return 5 << 20 | b << 16 | a << 12
    if a == b and c == d:
        return 2 << 20 | a << 16 | c << 12
    if a == b:
        return 1 << 20 | a << 16 | c << 12 | d << 8
    if b == c:
        return 1 << 20 | b << 16 | a << 12 | d << 8
    if c == d:
        return 1 << 20 | c << 16 | a << 12 | b << 8
    top = 0
    if a - d == 3:
        top = a
    elif a == _ACE and b == 3:
        top = 3
    if top:
        if flush:
            return (royal if top == _ACE else 6) << 20 | top << 16
        return 3 << 20 | top << 16
    return (4 if flush else 0) << 20 | a << 16 | b << 12 | c << 8 | d << 4


@kernel
def rank_four(cards: npt.NDArray[np.uint8], royal: int, aces: int) -> npt.NDArray[np.int64]:
    """The best four cards; a card left over never breaks a tie (CO 30-1099.56(17)(b)(i))."""
    count = cards.shape[1]
    hand = np.empty(count, np.int64)
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        for place in range(count):
            hand[place] = cards[row, place]
        best = 0
        for i in range(count - 3):
            for j in range(i + 1, count - 2):
                for k in range(j + 1, count - 1):
                    for m in range(k + 1, count):
                        best = max(best, _four(hand[i], hand[j], hand[k], hand[m], royal, aces))
        out[row] = best
    return out


@kernel
def _two(a: int, b: int) -> int:
    """Pair or high card; a joker is an ace (CO 30-1005(1))."""
    a = _ACE if a >= 52 else (a >> 2) + 1
    b = _ACE if b >= 52 else (b >> 2) + 1
    if a == b:
        return 1 << 20 | a << 16
    return max(a, b) << 16 | min(a, b) << 12


@kernel
def _two_split(a: int, b: int) -> int:
    """CO 30-1099.35(11): suited connectors, pair, connectors, suited, high; A-2 is the lowest connector."""
    suited = a & 3 == b & 3
    high, low = (max(a, b) >> 2) + 1, (min(a, b) >> 2) + 1
    if high == low:
        return 3 << 20 | high << 16
    top = 0
    if high - low == 1:
        top = high
    elif high == _ACE and low == 1:
        top = 1
    if top:
        return (4 if suited else 2) << 20 | top << 16
    return (1 if suited else 0) << 20 | high << 16 | low << 12


@kernel
def _two_agp(a: int, b: int) -> int:
    """CO 30-1099.46(8): pair, straight flush (A-K top, 2-A bottom), flush, high; a straight is nothing."""
    suited = a & 3 == b & 3
    high, low = (max(a, b) >> 2) + 1, (min(a, b) >> 2) + 1
    if high == low:
        return 3 << 20 | high << 16
    if suited and high - low == 1:
        return 2 << 20 | high << 16
    if suited and high == _ACE and low == 1:
        return 2 << 20 | 1 << 16
    return (1 if suited else 0) << 20 | high << 16 | low << 12


@kernel
def rank_two(cards: npt.NDArray[np.uint8], scale: int) -> npt.NDArray[np.int64]:
    """The best two cards on one of the scales."""
    count = cards.shape[1]
    hand = np.empty(count, np.int64)
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        for place in range(count):
            hand[place] = cards[row, place]
        best = 0
        for i in range(count - 1):
            for j in range(i + 1, count):
                a, b = hand[i], hand[j]
                value = _two(a, b) if scale == _PLAIN else _two_split(a, b) if scale == _SPLIT else _two_agp(a, b)
                best = max(best, value)
        out[row] = best
    return out


@kernel
def rank_one_card(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """CO 30-1099.55(5): the highest card, the ace on top, suits equal."""
    out = np.empty(cards.shape[0], np.int64)
    for row in range(cards.shape[0]):
        best = 0
        for place in range(cards.shape[1]):
            best = max(best, (int(np.int64(cards[row, place])) >> 2) + 1)
        out[row] = best << 16
    return out
