"""What every two cards are worth beside every other two: the hands of a seat that may exchange its second cards."""

from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.blackjack.dealer import ENDS
from houseway.odds.blackjack.hands import SURRENDERS
from houseway.odds.blackjack.kernel import UNKNOWN, Book, best_actions, follow, goes_on, split_hand
from houseway.odds.blackjack.pays import CLASSES, DOUBLED, KINDS
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints

SWITCHED = 0  # the class of a two-card twenty-one that a switch made: no hand comes to a total of nothing
BEST, CHART = range(2)  # how hands are played
KEPT, MADE, EVEN = range(3)  # a hand as dealt, one that a switch made, a natural that takes even money
WORTH, ADDED = range(2)  # the net result and what was staked beside the wager, joint with that play goes on
_ACTIONS = 5


class Pairs(NamedTuple):
    """Two cards and what may become of them."""

    low: Ints  # [pair of cards]
    high: Ints
    holding: Ints  # hands that hold both, one pair of cards after the other, in order
    begins: Ints  # [pair of cards] where they begin


class Terms(NamedTuple):
    """The rules and the policies under one up card."""

    allowed: Ints  # [hand, action]
    allowed_split: Ints  # [of aces 0, of others 1][hand, action]
    most: Ints  # [value] hands that a pair may become
    parts: Floats  # [value] the share of pairs that may be split
    free: Ints  # [value] whether they are split on the house
    pays: Floats  # [value, owner][class, kind, dealer's end]
    first: Floats  # [class, kind, dealer's end] of a hand that was not split
    natural: Floats  # [made by a switch][dealer's end] of ace and ten
    even: Floats  # [dealer's end]
    shares: Floats  # [value, cards of it that are out][second card is another or alike, gone - 2, owner]
    chart: Ints  # [made by a switch][hand]
    chart_split: Ints  # [of aces 0, of others 1][owner, hand]
    splits: Ints  # [value] by the chart
    apart: bool  # a two-card twenty-one of a switched hand is paid otherwise


@njit(cache=True, nogil=True)
def _followed(
    shoe: Floats, up: int, start: int, places: Ints, policy: Ints, terms: Terms, book: Book, ends: Floats,
    reach: Floats, made: Floats, found: Floats,
) -> None:  # fmt: skip
    """What a hand comes to by a policy."""
    if policy[start] == SURRENDERS:
        left = shoe - book.counts[start]
        found[WORTH] = -book.costs * goes_on(left, left.sum(), up, book.looks[up] != 0)
        found[ADDED] = 0.0
        return
    for hand in places:
        reach[hand] = 0.0
    reach[start] = 1.0
    made[:] = 0.0
    follow(shoe, up, places, policy, book, ends, reach, made)
    found[WORTH] = (made * terms.first).sum()
    found[ADDED] = made[:, DOUBLED].sum()


@njit(cache=True, nogil=True)
def _split(
    shoe: Floats, up: int, value: int, given: Ints, follows: bool, terms: Terms, book: Book, ends: Floats,
    policies: Ints, values: Floats, share: Floats, found: Floats,
) -> None:  # fmt: skip
    """What a pair comes to when it is split."""
    steps = 2 * (terms.most[value] - 1)
    made = np.zeros((steps, 2, CLASSES, KINDS, ENDS))
    alike = np.zeros_like(made)
    split_hand(
        shoe, up, value, terms.most[value], terms.allowed_split[0 if value == ACE else 1], terms.pays[value], given,
        follows, book, ends, policies, values, made, alike,
    )  # fmt: skip
    found[:] = 0.0
    for step in range(steps):
        for owner in range(2):
            for second in range(2):
                table = alike[step, owner] if second else made[step, owner]
                weight = share[second, step, owner]
                if weight == 0.0:
                    continue
                found[WORTH] += weight * (table * terms.pays[value, owner]).sum()
                found[ADDED] += weight * table[:, DOUBLED].sum()
                if owner and not terms.free[value]:
                    found[ADDED] += weight * table.sum()


@njit(cache=True, nogil=True)
def under(shoe: Floats, up: int, pairs: Pairs, terms: Terms, book: Book, changed: Book) -> Floats:
    """[own two cards, the other two][best or chart][kept, made, even][worth, added] under one up card.

    A hand is played by its own cards, the other two that were dealt and the up card. `changed` is the book for hands
    of a switch.
    """
    size, hands = len(pairs.low), book.counts.shape[0]
    found = np.zeros((size, size, 2, 3, 2))
    ends, reach, made = np.empty((hands, ENDS)), np.zeros(hands), np.zeros((CLASSES, KINDS, ENDS))
    policy, values = np.zeros(hands, np.int64), np.zeros((hands, _ACTIONS))
    policies, split_values = np.zeros((2, hands), np.int64), np.zeros((2, hands, _ACTIONS))
    again, scratch = np.zeros((2, hands), np.int64), np.zeros(2)
    split_ends = np.empty((max(2 * (terms.most.max() - 1), 1), hands, ENDS))
    every = np.flatnonzero(book.counts.sum(axis=1) > 1)
    left = np.empty(VALUES)
    for other in range(size):
        left[:] = shoe
        left[up] -= 1.0
        left[pairs.low[other]] -= 1.0
        left[pairs.high[other]] -= 1.0
        if left.min() < 0.0:
            continue
        ends[:, 0] = UNKNOWN
        best_actions(left, up, every, terms.allowed, terms.first, book.costs, book, ends, policy, values)
        for own in range(size):
            low, high = pairs.low[own], pairs.high[own]
            start = book.after[book.after[0, low], high]
            if (left - book.counts[start]).min() < 0.0:
                continue
            places = pairs.holding[pairs.begins[own] : pairs.begins[own + 1]]
            best, chart = found[own, other, BEST], found[own, other, CHART]
            if low == ACE and high == TEN:
                best[KEPT, WORTH] = (ends[start] * terms.natural[0]).sum()
                best[MADE, WORTH] = (ends[start] * terms.natural[1]).sum()
                best[EVEN, WORTH] = (ends[start] * terms.even).sum()
                chart[:] = best
                continue
            _followed(left, up, start, places, policy, terms, book, ends, reach, made, best[KEPT])
            if policy[start] == SURRENDERS:  # a hand made by a switch is not given up
                policy[start] = np.argmax(values[start, :SURRENDERS])
                _followed(left, up, start, places, policy, terms, book, ends, reach, made, best[MADE])
            else:
                best[MADE] = best[KEPT]
            for way in (KEPT, MADE):
                if way == MADE and terms.chart[MADE, start] == terms.chart[KEPT, start]:
                    chart[MADE] = chart[KEPT]
                    continue
                _followed(left, up, start, places, terms.chart[way], terms, book, ends, reach, made, chart[way])
            if low != high or terms.most[low] < 2:
                continue
            kind = 0 if low == ACE else 1
            share = terms.shares[low, int(shoe[low] - left[low])]
            part = terms.parts[low]
            split_ends[:, :, 0] = UNKNOWN
            for play in (BEST, CHART):
                if play == CHART and not terms.splits[low]:
                    continue
                given = terms.chart_split[kind]
                _split(
                    left, up, low, given, play == CHART, terms, book, split_ends, policies, split_values, share, scratch
                )
                for way in (KEPT, MADE):
                    if way == MADE and terms.apart:
                        again[:] = policies
                        _split(
                            left, up, low, again, True, terms, changed, split_ends, policies, split_values, share,
                            scratch,
                        )  # fmt: skip
                    whole = found[own, other, play, way]
                    if play == CHART or scratch[WORTH] > whole[WORTH]:
                        whole[:] += part * (scratch - whole)
    return found
