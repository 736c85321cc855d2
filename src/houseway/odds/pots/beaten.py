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
    for kind in range(len(many)):
        if joined[kind].any():
            cards += many[kind]
    return bool(cards >= 2 * seats)


@njit(cache=True, nogil=True)
def count_beaten(
    values: Ints, hands: Cards, boards: Cards, weights: Ints, least: int, seats: Ints, out: Floats
) -> bool:
    """Add the weighted chances of some boards to `out[number of seats, MET or ALL_IN]`; false if out of reach.

    `hands` are all pairs of cards beside the first board, then beside the next; `values[board, pair]` their worth.
    """
    pairs = values.shape[1]
    many, worth = np.zeros(TYPES, np.int64), np.zeros((TYPES, TYPES), np.int64)
    most = seats.max()
    counts = np.zeros(most + 1)
    single = np.zeros((64, most + 1))
    fine = True
    for board in range(len(values)):
        if values[board].max() < least:
            continue
        kinds = _graph(values[board], hands[board * pairs : (board + 1) * pairs], boards[board], least, many, worth)
        own, own_many = worth[:kinds, :kinds], many[:kinds]
        cards = own_many.sum()
        different = np.unique(own)
        different = different[different >= 0]
        if len(different) < 2:
            continue
        if len(different) > len(single):
            return False
        fine &= matchings(own_many.copy(), own >= 0, counts)
        nobody = np.array([_none(counts, cards, count) for count in seats])
        met = 1.0 - nobody
        for value in different:
            fine &= matchings(own_many.copy(), (own >= 0) & (own != value), counts)
            for number in range(len(seats)):
                met[number] -= _none(counts, cards, seats[number]) - nobody[number]
        for number in range(len(seats)):
            out[number, MET] += weights[board] * met[number]
        if not _reaches(own_many, own >= 0, seats.min()):
            continue
        for place in range(len(different)):
            fine &= matchings(own_many.copy(), own == different[place], single[place])
        for one in range(1, len(different)):
            for two in range(one):
                both = (own == different[one]) | (own == different[two])
                if not _reaches(own_many, both, seats.min()):
                    continue
                fine &= matchings(own_many.copy(), both, counts)
                for number in range(len(seats)):
                    size = seats[number]
                    apart = counts - single[one, : most + 1] - single[two, : most + 1]
                    out[number, ALL_IN] += weights[board] * _all(apart, cards, size)
    return fine
