"""Bad beats of many seats that all stay, counted board by board.

Beside a board the pairs of cards that make a hand good enough are a graph on the cards left, and the good hands of some
seats a matching of it. Let N be the chance that no seat is good, and N_v the chance that no seat is good but by hands
of value v. Good hands of two values meet unless none is good or all are of one value: 1 - N - sum of (N_v - N). All
seats share, but nobody is left for the table's part where the hands of all seats are of the two best values.
"""

import numpy as np
from numba import njit

from houseway.odds.arrays import Cards, Flags, Floats, Ints
from houseway.odds.matchings import matchings
from houseway.odds.suit_classes.card_types import TYPES, flush_suit, type_of

MET, ALL_IN = range(2)  # two good values meet; and the hands of all seats are of these two
_NO_HAND = -1
_MOST_VALUES = 64  # of good hands beside one board


@njit(cache=True, nogil=True)
def _graph(values: Ints, hands: Cards, board: Cards, least: int, many: Ints, worth: Ints) -> int:
    """The kinds of cards beside a board, how many there are of each, and what every two are worth if good enough."""
    suit = flush_suit(board)
    place = np.full(TYPES, -1, np.int64)
    seen = np.int64(0)
    kinds = 0
    many[:] = 0
    worth[:] = _NO_HAND
    for row in range(len(values)):
        for column in range(2):
            card = hands[row, column]
            kind = type_of(int(card), suit)
            if place[kind] < 0:
                place[kind] = kinds
                kinds += 1
            if not seen >> card & 1:
                seen |= np.int64(1) << card
                many[place[kind]] += 1
        a, b = place[type_of(int(hands[row, 0]), suit)], place[type_of(int(hands[row, 1]), suit)]
        if values[row] >= least:
            worth[a, b] = worth[b, a] = values[row]
    return kinds


@njit(cache=True, nogil=True)
def _none(counts: Floats, cards: int, seats: int) -> float:
    """The chance that no seat holds a pair of a graph, from its matchings by size."""
    none = 0.0
    share = 1.0
    for chosen in range(seats + 1):
        none += share * counts[chosen]
        free = cards - 2 * chosen
        share *= -(seats - chosen) * 2.0 / (free * (free - 1))
    return none


@njit(cache=True, nogil=True)
def _all(counts: Floats, cards: int, seats: int) -> float:
    """The chance that every seat holds a pair of a graph."""
    found = float(counts[seats])
    for chosen in range(seats):
        free = cards - 2 * chosen
        found *= (chosen + 1) * 2.0 / (free * (free - 1))
    return found


@njit(cache=True, nogil=True)
def _reaches(many: Ints, joined: Flags, seats: int) -> bool:
    """Whether a graph has cards enough for all seats."""
    cards = 0
    for kind in range(len(joined)):
        met = False
        for other in range(len(joined)):
            met |= joined[kind, other]
        if met:
            cards += many[kind]
    return bool(cards >= 2 * seats)


@njit(cache=True, nogil=True)
def _values(worth: Ints, kinds: int, found: Ints) -> int:
    """The values of the good hands in order, as many as `found` has room for; how many there are, at most one more."""
    count = 0
    for a in range(kinds):
        for b in range(kinds):
            value, place = worth[a, b], count
            while place > 0 and found[place - 1] > value:
                place -= 1
            if value == _NO_HAND or (place > 0 and found[place - 1] == value):
                continue
            if count == len(found):
                return count + 1
            for other in range(count, place, -1):
                found[other] = found[other - 1]
            found[place] = value
            count += 1
    return count


@njit(cache=True, nogil=True)
def _joined(worth: Ints, kinds: int, one: int, two: int, others: bool) -> Flags:
    """The pairs whose hands are of one of two values, or good ones of any other."""
    joined = np.empty((kinds, kinds), np.bool_)
    for a in range(kinds):
        for b in range(kinds):
            value = worth[a, b]
            among = value in (one, two)
            joined[a, b] = value != _NO_HAND and not among if others else among
    return joined


@njit(cache=True, nogil=True)
def count_beaten(
    values: Ints, hands: Cards, boards: Cards, weights: Ints, least: int, seats: Ints, out: Floats
) -> bool:
    """Add the weighted chances of some boards to `out[number of seats, MET or ALL_IN]`; false if out of reach.

    `hands` are all pairs of cards beside the first board, then beside the next; `values[board, pair]` their worth.
    """
    pairs = values.shape[1]
    many, worth = np.zeros(TYPES, np.int64), np.zeros((TYPES, TYPES), np.int64)
    most, fewest = seats[0], seats[0]
    for count in seats:
        most, fewest = max(most, count), min(fewest, count)
    counts, apart = np.zeros(most + 1), np.zeros(most + 1)
    nobody, met = np.zeros(len(seats)), np.zeros(len(seats))
    single = np.zeros((_MOST_VALUES, most + 1))
    different = np.zeros(_MOST_VALUES, np.int64)
    none = int(np.int64(_NO_HAND))  # a plain constant would have the helper compiled once more
    fine, others = True, bool(most)  # ... and a plain truth
    for board in range(len(values)):
        reached = False
        for value in values[board]:
            reached |= value >= least
        if not reached:
            continue
        held = hands[board * pairs : (board + 1) * pairs]
        kinds = _graph(values[board], held, boards[board], least, many, worth)
        found = _values(worth, kinds, different)
        if found < 2:
            continue
        if found > len(different):
            return False
        own_many = many[:kinds]
        cards = 0
        for kind in range(kinds):
            cards += own_many[kind]
        good = _joined(worth, kinds, none, none, others)
        fine &= matchings(own_many, good, counts)
        for number in range(len(seats)):
            nobody[number] = _none(counts, cards, seats[number])
            met[number] = 1.0 - nobody[number]
        for value in different[:found]:
            fine &= matchings(own_many, _joined(worth, kinds, value, value, others), counts)
            for number in range(len(seats)):
                met[number] -= _none(counts, cards, seats[number]) - nobody[number]
        for number in range(len(seats)):
            out[number, MET] += weights[board] * met[number]
        if not _reaches(own_many, good, fewest):
            continue
        for place in range(found):
            value = different[place]
            fine &= matchings(own_many, _joined(worth, kinds, value, value, not others), single[place])
        for one in range(1, found):
            for two in range(one):
                both = _joined(worth, kinds, different[one], different[two], not others)
                if not _reaches(own_many, both, fewest):
                    continue
                fine &= matchings(own_many, both, counts)
                for size in range(most + 1):
                    apart[size] = counts[size] - single[one, size] - single[two, size]
                for number in range(len(seats)):
                    out[number, ALL_IN] += weights[board] * _all(apart, cards, seats[number])
    return fine
