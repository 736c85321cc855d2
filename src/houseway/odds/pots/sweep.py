"""Two cards and a board counted whole: what hands they make, and how each does against one other hand.

Boards are taken up to a renaming of suits. On each, all pairs of the other cards are put in order of worth; the hands
that a pair beats are those below it less those that hold one of its cards. Where any five of the cards play, pairs of
plain poker are taken by type: beside a board their ranks decide, and the suit that may make a flush.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import comb

import numpy as np
from numba import njit

from houseway.cards.text import RANKS
from houseway.hands.fast import Tables, tables
from houseway.hands.ranking import RANKINGS
from houseway.odds.arrays import Cards, Ints
from houseway.odds.pots.beaten import count_beaten
from houseway.odds.pots.values import hand_values
from houseway.odds.suit_classes.card_types import PLAIN_TYPES, flush_suit
from houseway.odds.suit_classes.keyed import suit_holdings
from houseway.odds.suit_classes.showdowns import TYPE_PAIRS, showdowns
from houseway.rules.pots import PotHand

Progress = Callable[[float], None]

HELD = 2
_HANDS_AT_ONCE = 1 << 18
_BITS = 8
_PLAIN = "poker"


@dataclass(frozen=True)
class Sweep:
    """Numbers of deals: of hands by category, of two hands by the first one's cards, and of beaten hands."""

    hands: Ints  # by category
    results: Ints  # (class, [wins, ties, all])
    beats: int  # deals of two hands of which the lower is worth `least` or more and loses
    pairs: int  # all deals of two hands, told apart
    beaten: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # by seats, as `beaten.MET` and `ALL_IN`

    def equities(self) -> dict[str, float]:
        """The share of the pot that each starting hand wins from one other hand on average."""
        names = class_names()
        return {
            names[place]: float((won + tied / 2) / total)
            for place, (won, tied, total) in enumerate(self.results.tolist())
            if total
        }


def class_names() -> list[str]:
    """`AKs` of one suit, `AKo` of two, `AA`; by 13 times the one rank and the other."""
    names = []
    for row in range(13):
        for column in range(13):
            high, low = RANKS[max(row, column)], RANKS[min(row, column)]
            names.append(high + low + ("" if row == column else "s" if row > column else "o"))
    return names


@njit(cache=True, nogil=True)
def _deal(boards: Cards, deck: Cards, out: Cards) -> None:
    """Every pair of the cards that a board leaves, then the board: row after row."""
    shared = boards.shape[1]
    rest = np.empty(len(deck), np.uint8)
    row = 0
    for number in range(boards.shape[0]):
        left = 0
        for card in deck:
            on_board = False
            for place in range(shared):
                on_board |= boards[number, place] == card
            if not on_board:
                rest[left] = card
                left += 1
        for one in range(left):
            for two in range(one):
                out[row, 0], out[row, 1] = rest[one], rest[two]
                for place in range(shared):  # an assignment of slices costs two seconds of compiling
                    out[row, 2 + place] = boards[number, place]
                row += 1


@njit(cache=True, nogil=True)
def _in_order(values: Ints, order: Ints, spare: Ints, passes: int) -> None:
    """The places of values from the lowest up, by their digits."""
    counts = np.empty(1 << _BITS, np.int64)
    for place in range(len(values)):
        order[place] = place
    for turn in range(passes):
        shift = turn * _BITS
        counts[:] = 0
        for value in values:
            counts[value >> shift & 255] += 1
        at = 0
        for digit in range(len(counts)):
            at, counts[digit] = at + counts[digit], at
        for place in order:
            digit = values[place] >> shift & 255
            spare[counts[digit]] = place
            counts[digit] += 1
        for place in range(len(spare)):
            order[place] = spare[place]


@njit(cache=True, nogil=True)
def _class(one: int, two: int, suited: bool) -> int:
    """The number of a starting hand, by its ranks."""
    high, low = max(one, two), min(one, two)
    return high * 13 + low if suited else low * 13 + high


@njit(cache=True, nogil=True)
def _count(values: Ints, hands: Cards, weights: Ints, least: int, passes: int, results: Ints) -> int:
    """Add each pair's wins and ties against all others, weighted by its board; the weighted number of good beats."""
    pairs = values.shape[1]
    order, spare = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    lower, equal, good = np.empty(64, np.int64), np.empty(64, np.int64), np.empty(64, np.int64)
    beats = 0
    for board in range(values.shape[0]):
        mine = values[board]
        first = board * pairs
        _in_order(mine, order, spare, passes)
        lower[:] = 0
        good[:] = 0
        below = above = start = 0
        weight = weights[board]
        while start < pairs:
            value = mine[order[start]]
            end = start
            equal[:] = 0
            while end < pairs and mine[order[end]] == value:
                row = first + order[end]
                equal[hands[row, 0]] += 1
                equal[hands[row, 1]] += 1
                end += 1
            for place in range(start, end):
                row = first + order[place]
                one, two = hands[row, 0], hands[row, 1]
                kind = _class(int(one >> 2), int(two >> 2), one & 3 == two & 3)
                results[kind, 0] += weight * (below - lower[one] - lower[two])
                results[kind, 1] += weight * (end - start - equal[one] - equal[two] + 1)
                results[kind, 2] += weight
                if value >= least:
                    beats += weight * (above - good[one] - good[two])
            for card in range(64):
                lower[card] += equal[card]
                if value >= least:
                    good[card] += equal[card]
            below = end
            if value >= least:
                above += end - start
            start = end
    return beats


@njit(cache=True, nogil=True)
def _count_types(
    boards: Cards, weights: Ints, deck: Cards, ranks: Tables, categories: Ints, hands: Ints, results: Ints
) -> None:
    """The same of plain poker by types of hole cards, and the hands by category."""
    pairs, spare = np.empty(TYPE_PAIRS, np.uint32), np.empty(TYPE_PAIRS, np.uint32)
    counts = np.empty((4, TYPE_PAIRS))
    free = np.empty(4, np.int64)  # ranks in each suit that the board leaves
    least = int(np.int64(0))  # for a plain 0 numba would compile what ranks the hands once more
    for board in range(len(boards)):
        weight = weights[board]
        kinds = showdowns(boards[board], deck, ranks, least, pairs, spare, counts)
        suit = flush_suit(boards[board])
        free[:] = 0
        for card in deck:
            free[card & 3] |= 1 << (card >> 2)
        for card in boards[board]:
            free[card & 3] &= ~(1 << (card >> 2))
        for place in range(kinds):
            packed = np.int64(pairs[place])
            one, two = packed >> 6 & 63, packed & 63
            first, second = one % PLAIN_TYPES, two % PLAIN_TYPES
            suited = apart = 0
            for own in range(4):
                if (own == suit) != (one >= PLAIN_TYPES) or not free[own] >> first & 1:
                    continue
                for other in range(4):
                    if (other == suit) == (two >= PLAIN_TYPES) and free[other] >> second & 1:
                        suited += own == other
                        apart += own != other
            if first == second:
                suited = 0
                if one == two:
                    apart //= 2  # told apart above
            hands[categories[packed >> 12]] += weight * (suited + apart)
            won, tied = weight * np.int64(counts[1, place]), weight * np.int64(counts[2, place])
            for ways, same in ((suited, True), (apart, False)):
                kind = _class(int(first), int(second), same)
                results[kind, 0] += ways * won
                results[kind, 1] += ways * tied
                results[kind, 2] += ways * weight


_counted: dict[tuple[object, ...], Sweep] = {}  # by all that a count depends on: many games are dealt alike


def sweep(
    hand: PotHand,
    deck: Cards,
    shared: int,
    progress: Progress,
    *,
    least: int | None = None,
    versus: bool = True,
    seats: tuple[int, ...] = (),
) -> Sweep:
    """All deals of two own cards and `shared` others from a deck without jokers; `versus`: against one other hand.

    `seats`: tables whose bad beats are counted too.
    """
    key = (hand.ranking, hand.own_cards, deck.tobytes(), shared, least, versus, seats)
    if key not in _counted:
        _counted[key] = _count_all(hand, deck, shared, progress, least, versus, seats)
    return _counted[key]


def _count_all(
    hand: PotHand, deck: Cards, shared: int, progress: Progress, least: int | None, versus: bool, seats: tuple[int, ...]
) -> Sweep:
    ranking = RANKINGS[hand.ranking]
    boards, weights, _ = suit_holdings(deck, shared)
    pairs = comb(len(deck) - shared, HELD)
    others = comb(len(deck) - shared - HELD, HELD)
    step = max(1, _HANDS_AT_ONCE // pairs)
    found = np.zeros(len(ranking.categories), np.int64)
    results = np.zeros((169, 3), np.int64)
    fewest, most = hand.own_cards
    free = most >= HELD and fewest <= max(0, ranking.size - shared)
    if hand.ranking == _PLAIN and free and least is None and bool((deck < 52).all()):
        _count_types(boards, weights, deck, tables(), tables().values >> ranking.shift, found, results)
        results[:, 2] *= others
        progress(1.0)
        return Sweep(found, results, 0, int(results[:, 2].sum()))
    beats = 0
    beaten, reached = np.zeros((len(seats), 2)), least is not None and bool(seats)
    cards = np.empty((step * pairs, HELD + shared), np.uint8)
    bits = (len(ranking.categories) << ranking.shift).bit_length()
    for start in range(0, len(boards), step):
        some = boards[start : start + step]
        held = cards[: len(some) * pairs]
        _deal(some, deck, held)
        values = hand_values(hand, held, HELD).reshape(len(some), pairs)
        weight = weights[start : start + step]
        kinds = (values >> ranking.shift).ravel()
        found += np.bincount(kinds, np.repeat(weight, pairs), len(found)).astype(np.int64)
        if versus:
            floor = 1 << 62 if least is None else least
            beats += _count(values, held, weight, floor, -(-bits // _BITS), results)
            if least is not None and reached:
                reached = count_beaten(values, held, some, weight, least, np.array(seats), beaten)
        progress((start + len(some)) / len(boards))
    results[:, 2] *= others
    chances = (beaten / weights.sum()).tolist() if reached else []
    by_seats = {count: (met, all_in) for count, (met, all_in) in zip(seats, chances, strict=False)}
    return Sweep(found, results, 2 * beats, int(results[:, 2].sum()), by_seats)
