"""Cards given up on arrays of hands, by the choice of the table's plain player: odd cards go, the lowest first."""

import numpy as np
from numba import njit

from houseway.cards.text import JOKER
from houseway.odds.arrays import Cards, Ints
from houseway.odds.simulate.streams import below, mixed, next_counter
from houseway.play.pots.bots import MOST_DRAWN
from houseway.rules.pots import Discard


@njit(cache=True, nogil=True)
def _order(hand: Cards, order: Ints) -> int:
    """The places of a hand's cards as they are given up, and how many cards are of a rank that comes once."""
    size = len(hand)
    odd = 0
    for place in range(size):
        alike = 0
        for other in range(size):
            alike += hand[other] >> 2 == hand[place] >> 2
        odd += alike == 1
        key = alike << 8 | hand[place] >> 2
        at = place
        while at and order[at - 1] >> 8 > key:
            order[at] = order[at - 1]
            at -= 1
        order[at] = key << 8 | place
    for place in range(size):
        order[place] &= 255
    return odd


@njit(cache=True, nogil=True)
def _exchange(
    hole: Cards, live: Ints, stub: Cards, least: int, most: int, drawn: int, counter: np.uint64
) -> None:  # fmt: skip
    """Replace cards from the stub in place; a stub that runs out is filled up from the cards given up before."""
    rounds, seats, size = hole.shape
    order = np.empty(size, np.int64)
    pile = np.empty(stub.shape[1] + seats * size, np.uint8)
    given = np.empty(seats * size, np.uint8)
    kept = np.empty(size, np.uint8)
    for row in range(rounds):
        end, used, out = stub.shape[1], 0, 0
        pile[:end] = stub[row]
        for seat in range(seats):
            if not live[row] >> seat & 1:
                continue
            hand = hole[row, seat]
            count = max(least, min(most, drawn, _order(hand, order)))
            if end - used < count:
                # CO 30-1099.02(1): the cards given up, shuffled, follow what is left.
                for place in range(out - 1, 0, -1):
                    counter = next_counter(counter)
                    other = below(mixed(counter), place + 1)
                    given[place], given[other] = given[other], given[place]
                pile[end : end + out] = given[:out]
                end, out = end + out, 0
                count = min(count, end - used)
            goes = 0
            for place in range(count):
                goes |= 1 << order[place]
                given[out + place] = hand[order[place]]
            out += count
            at = 0
            for place in range(size):
                if not goes >> place & 1:
                    kept[at] = hand[place]
                    at += 1
            for place in range(count):
                kept[at + place] = pile[used + place]
            used += count
            hand[:] = kept


@njit(cache=True, nogil=True)
def _without(hole: Cards, out: Cards) -> None:
    """The hands without the cards that are given up."""
    rounds, seats, size = hole.shape
    order = np.empty(size, np.int64)
    count = size - out.shape[2]
    for row in range(rounds):
        for seat in range(seats):
            _order(hole[row, seat], order)
            goes = 0
            for place in range(count):
                goes |= 1 << order[place]
            at = 0
            for place in range(size):
                if not goes >> place & 1:
                    out[row, seat, at] = hole[row, seat, place]
                    at += 1


@njit(cache=True, nogil=True)
def _declare(hole: Cards, count: int, joker: int) -> None:
    rounds, seats, size = hole.shape
    order = np.empty(size, np.int64)
    for row in range(rounds):
        for seat in range(seats):
            _order(hole[row, seat], order)
            for place in range(count):
                hole[row, seat, order[place]] = joker


def most_drawn(rule: Discard) -> int:
    return max(rule.least, min(rule.most, MOST_DRAWN)) if rule.replaced else 0


def given_up(rule: Discard, hole: Cards, live: Ints, stub: Cards, counter: np.uint64) -> Cards:
    """The hands of shape (rounds, seats, cards) after a street's discard; `stub` are the cards left to draw."""
    if rule.wild:
        changed = hole.copy()
        _declare(changed, rule.least, JOKER)
        return changed
    if rule.replaced:
        changed = hole.copy()
        _exchange(changed, live, stub, rule.least, rule.most, MOST_DRAWN, counter)
        return changed
    smaller = np.empty((*hole.shape[:2], hole.shape[2] - rule.least), np.uint8)
    _without(hole, smaller)
    return smaller
