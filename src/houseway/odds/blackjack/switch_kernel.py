"""What every two cards are worth beside every other two: the hands of a seat that may exchange its second cards.

The dealer's ends depend on the cards that are out of the shoe, whichever of them are a hand's and which lie beside it,
so that they are counted once for each set of cards.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.blackjack.dealer import ENDS
from houseway.odds.blackjack.hands import SURRENDERS
from houseway.odds.blackjack.kernel import NETS, UNKNOWN, Book, best_actions, follow, goes_on, split_hand
from houseway.odds.blackjack.pays import CLASSES, DOUBLED, KINDS
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints

SWITCHED = 0  # the class of a two-card twenty-one that a switch made: no hand has a total of nothing
BEST, CHART = range(2)  # how hands are played
KEPT, MADE, EVEN = range(3)  # a hand as dealt, one that a switch made, a natural that takes even money
# The net result, what was staked beside the wager, the net result's square, and the net result by dealer's end from
# `ENDED` on: joint with that play goes on.
WORTH, ADDED, SQUARE, ENDED = range(4)
CELLS = ENDED + ENDS
_ACTIONS = 5
_SLOTS = 1 << 20  # of a hash table; half of them are used at most, and further sets are counted anew
_MOST_KNOWN = _SLOTS >> 1
_FIELD = 5  # bits for the cards of a value
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number whose products spread over the upper bits
_UNUSED_BITS = np.uint64(44)


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


class Known(NamedTuple):
    """The dealer's ends by the cards that are out of the shoe under one up card."""

    slots: npt.NDArray[np.int32]  # [hash] the number of a set of cards, -1 where there is none
    keys: Ints  # [number]
    ends: Floats  # [number, dealer's end]
    many: Ints  # a single number: how many sets are known


@njit(cache=True, nogil=True)
def _slot(key: int, known: Known) -> int:
    """Where a set of cards stands in the table, or would stand."""
    at = int(np.int64(np.uint64(key) * _SPREAD >> _UNUSED_BITS))
    while known.slots[at] >= 0 and known.keys[known.slots[at]] != key:
        at = (at + 1) & (_SLOTS - 1)
    return at


@njit(cache=True, nogil=True)
def _recall(base: int, places: Ints, hand_keys: Ints, known: Known, ends: Floats) -> None:
    """The dealer's ends beside these hands where they are known, unknown elsewhere; `base` are the cards beside."""
    for hand in places:
        number = known.slots[_slot(base + hand_keys[hand], known)]
        if number < 0:
            ends[hand, 0] = UNKNOWN
        else:
            for end in range(ENDS):
                ends[hand, end] = known.ends[number, end]


@njit(cache=True, nogil=True)
def _keep(base: int, places: Ints, hand_keys: Ints, known: Known, ends: Floats) -> None:
    """Keep the dealer's ends beside these hands that have been counted."""
    for hand in places:
        if ends[hand, 0] < 0.0 or known.many[0] == _MOST_KNOWN:
            continue
        key = base + hand_keys[hand]
        at = _slot(key, known)
        if known.slots[at] < 0:
            number = known.many[0]
            known.slots[at] = number
            known.keys[number] = key
            for end in range(ENDS):
                known.ends[number, end] = ends[hand, end]
            known.many[0] = number + 1


class Beside(NamedTuple):
    """What every two cards are worth beside every other two under one up card."""

    found: Floats  # [own two cards, the other two][best or chart][kept, made, even][cell]
    ends: Floats  # [own two cards, the other two][dealer's end]
    splits: Ints  # [value, the other two][best or chart][kept, made] whether the pair is split
    nets: Floats  # ... its hands, as `split_hand` gathers them; where a switch changes nothing as kept alone


@njit(cache=True, nogil=True)
def _fixed(ends: Floats, pays: Floats, found: Floats) -> None:
    """A hand that nothing more happens to, by the dealer's end."""
    found[WORTH], found[SQUARE] = 0.0, 0.0
    for end in range(ENDS):
        found[ENDED + end] = ends[end] * pays[end]
        found[WORTH] += ends[end] * pays[end]
        found[SQUARE] += ends[end] * pays[end] * pays[end]


@njit(cache=True, nogil=True)
def _followed(
    shoe: Floats, up: int, start: int, places: Ints, policy: Ints, terms: Terms, book: Book, ends: Floats,
    reach: Floats, made: Floats, found: Floats,
) -> None:  # fmt: skip
    """What a hand yields by a policy."""
    if policy[start] == SURRENDERS:
        left, total = np.empty(VALUES), 0.0
        for value in range(VALUES):
            left[value] = shoe[value] - book.counts[start, value]
            total += left[value]
        on = goes_on(left, total, up, book.peeks[up] != 0)
        found[WORTH], found[SQUARE] = -book.costs * on, book.costs * book.costs * on
        found[ADDED] = 0.0
        for end in range(ENDS):
            found[ENDED + end] = -book.costs * ends[start, end]
        return
    for hand in places:
        reach[hand] = 0.0
    reach[start] = 1.0
    for ended in range(CLASSES):
        for kind in range(KINDS):
            for end in range(ENDS):
                made[ended, kind, end] = 0.0
    follow(shoe, up, places, policy, book, ends, reach, made)
    worth, added, square = 0.0, 0.0, 0.0
    for end in range(ENDS):
        found[ENDED + end] = 0.0
    for ended in range(CLASSES):
        for kind in range(KINDS):
            for end in range(ENDS):
                net = terms.first[ended, kind, end]
                part = made[ended, kind, end] * net
                worth += part
                square += part * net
                found[ENDED + end] += part
        for end in range(ENDS):
            added += made[ended, DOUBLED, end]
    found[WORTH], found[ADDED], found[SQUARE] = worth, added, square


@njit(cache=True, nogil=True)
def _split(
    shoe: Floats, up: int, value: int, given: Ints, follows: bool, terms: Terms, book: Book, ends: Floats,
    policies: Ints, values: Floats, share: Floats, found: Floats, nets: Floats,
) -> None:  # fmt: skip
    """What a pair yields when it is split, and its hands; the square is left to those who put these together."""
    whole = np.empty((2, CLASSES, KINDS, ENDS))
    found[:] = 0.0
    split_hand(
        shoe, up, value, terms.most[value], terms.allowed_split[0 if value == ACE else 1], terms.pays[value], share,
        given, follows, book, ends[0], ends, policies, values, whole, nets,
    )  # fmt: skip
    worth, doubled, added = 0.0, 0.0, 0.0
    for owner in range(2):
        for ended in range(CLASSES):
            for kind in range(KINDS):
                for end in range(ENDS):
                    chance = whole[owner, ended, kind, end]
                    worth += chance * terms.pays[value, owner, ended, kind, end]
                    found[ENDED + end] += chance * terms.pays[value, owner, ended, kind, end]
                    doubled += chance if kind == DOUBLED else 0.0
                    added += chance if owner else 0.0
    found[WORTH] = worth
    found[ADDED] = doubled if terms.free[value] else doubled + added


@njit(cache=True, nogil=True)
def _copy(cells: Floats, out: Floats) -> None:
    for cell in range(len(cells)):
        out[cell] = cells[cell]


@njit(cache=True, nogil=True)
def _fits(left: Floats, cards: Ints) -> bool:
    """Whether the shoe has the cards of a hand."""
    fits = True
    for value in range(VALUES):
        fits = fits and left[value] >= cards[value]
    return fits


@njit(cache=True, nogil=True)
def under(shoe: Floats, up: int, pairs: Pairs, terms: Terms, book: Book, changed: Book) -> Beside:
    """All hands under one up card.

    A hand is played by its own cards, the other two that were dealt and the up card. `changed` is the book for hands
    of a switch.
    """
    size, hands = len(pairs.low), book.counts.shape[0]
    found, chances = np.zeros((size, size, 2, 3, CELLS)), np.zeros((size, size, ENDS))
    ends, reach, made = np.empty((hands, ENDS)), np.zeros(hands), np.zeros((CLASSES, KINDS, ENDS))
    policy, values = np.zeros(hands, np.int64), np.zeros((hands, _ACTIONS))
    policies, split_values = np.zeros((2, hands), np.int64), np.zeros((2, hands, _ACTIONS))
    again, scratch = np.zeros((2, hands), np.int64), np.zeros(CELLS)
    most = 1
    for value in range(VALUES):
        most = max(most, 2 * (terms.most[value] - 1))
    split_ends = np.empty((most, hands, ENDS))
    splits = np.zeros((VALUES, size, 2, 2), np.int64)
    nets = np.zeros((VALUES, size, 2, 2, 2, most, 2, ENDS, NETS))
    known = Known(
        np.full(_SLOTS, -1, np.int32), np.empty(_MOST_KNOWN, np.int64), np.empty((_MOST_KNOWN, ENDS)),
        np.zeros(1, np.int64),
    )  # fmt: skip
    hand_keys, every, many = np.zeros(hands, np.int64), np.empty(hands, np.int64), 0
    for hand in range(hands):
        cards = 0
        for value in range(VALUES):
            cards += book.counts[hand, value]
            hand_keys[hand] += book.counts[hand, value] << _FIELD * value
        if cards > 1:
            every[many] = hand
            many += 1
    every = every[:many]
    left, nothing = np.empty(VALUES), np.zeros(VALUES, np.int64)
    for other in range(size):
        for value in range(VALUES):
            left[value] = shoe[value]
        left[up] -= 1.0
        left[pairs.low[other]] -= 1.0
        left[pairs.high[other]] -= 1.0
        if not _fits(left, nothing):
            continue
        beside = (1 << _FIELD * pairs.low[other]) + (1 << _FIELD * pairs.high[other])
        _recall(beside, every, hand_keys, known, ends)
        best_actions(left, up, every, terms.allowed, terms.first, book.costs, book, ends, policy, values)
        _keep(beside, every, hand_keys, known, ends)
        for own in range(size):
            low, high = pairs.low[own], pairs.high[own]
            start = book.after[book.after[0, low], high]
            if not _fits(left, book.counts[start]):
                continue
            places = pairs.holding[pairs.begins[own] : pairs.begins[own + 1]]
            best, chart = found[own, other, BEST], found[own, other, CHART]
            for end in range(ENDS):
                chances[own, other, end] = ends[start, end]
            if low == ACE and high == TEN:
                _fixed(ends[start], terms.natural[0], best[KEPT])
                _fixed(ends[start], terms.natural[1], best[MADE])
                _fixed(ends[start], terms.even, best[EVEN])
                for way in range(len(best)):
                    _copy(best[way], chart[way])
                continue
            _followed(left, up, start, places, policy, terms, book, ends, reach, made, best[KEPT])
            if policy[start] == SURRENDERS:  # a hand made by a switch is not given up
                chosen = 0
                for action in range(SURRENDERS):
                    if values[start, action] > values[start, chosen]:
                        chosen = action
                policy[start] = chosen
                _followed(left, up, start, places, policy, terms, book, ends, reach, made, best[MADE])
            else:
                _copy(best[KEPT], best[MADE])
            for way in (KEPT, MADE):
                if way == MADE and terms.chart[MADE, start] == terms.chart[KEPT, start]:
                    _copy(chart[KEPT], chart[MADE])
                    continue
                _followed(left, up, start, places, terms.chart[way], terms, book, ends, reach, made, chart[way])
            if low != high or terms.most[low] < 2:
                continue
            kind = 0 if low == ACE else 1
            share = terms.shares[low, int(shoe[low] - left[low])]
            part = terms.parts[low]
            holding = book.holding[book.begins[low] : book.begins[low + 1]]
            for gone in range(2, 2 * terms.most[low]):
                out = beside + ((gone - 1) << _FIELD * low)
                _recall(out, holding, hand_keys, known, split_ends[gone - 2])
            for play in (BEST, CHART):
                if play == CHART and not terms.splits[low]:
                    continue
                given = terms.chart_split[kind]
                _split(
                    left, up, low, given, play == CHART, terms, book, split_ends, policies, split_values, share,
                    scratch, nets[low, other, play, KEPT],
                )  # fmt: skip
                for way in (KEPT, MADE):
                    if way == MADE and terms.apart:
                        for hand in range(hands):  # to be followed
                            again[0, hand], again[1, hand] = policies[0, hand], policies[1, hand]
                        _split(
                            left, up, low, again, terms.apart, terms, changed, split_ends, policies, split_values,
                            share, scratch, nets[low, other, play, way],
                        )  # fmt: skip
                    whole = found[own, other, play, way]
                    if play == CHART or scratch[WORTH] > whole[WORTH]:
                        splits[low, other, play, way] = 1
                        for what in range(CELLS):
                            if what != SQUARE:
                                whole[what] += part * (scratch[what] - whole[what])
            for gone in range(2, 2 * terms.most[low]):
                _keep(beside + ((gone - 1) << _FIELD * low), holding, hand_keys, known, split_ends[gone - 2])
    return Beside(found, chances, splits, nets)
