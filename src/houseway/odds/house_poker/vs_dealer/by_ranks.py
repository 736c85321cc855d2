"""Opponent's poker hands of six or seven cards, counted by their ranks and corrected for those that hold a flush.

How many hands with given ranks avoid some cards depends on the ranks of those cards alone. A hand with a flush is worth
more than its ranks say: between the two values it counts too much. Such hands are told apart by the ranks in the suit
of the flush and by those of the one or two other cards: a table by the ranks that are gone from a suit answers for all.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numba import get_num_threads, njit, prange

from houseway.cards.text import JOKER
from houseway.hands.ranking import Ranking
from houseway.odds.arrays import Counts, Flags, Masks, different
from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.suit_classes.by_ranks import (
    Classes,
    all_shared,
    choices_of,
    classes_of,
    copies_of_ranks,
    packed_counts,
    share_more,
    ways_to_hold,
)
from houseway.odds.suit_classes.stock import stock_of_cards

RANKINGS = frozenset({"poker", "poker_bug"})
CARDS = range(6, 8)  # of an opponent: at most one suit is a flush, with two cards beside it at most
MOST_GONE = 7
_RANKS, _SETS, _FLUSH = 13, 1 << 13, 5
_OTHERS = [ranks for count in range(3) for ranks in combinations_with_replacement(range(_RANKS), count)]
_COLUMN = {ranks: column for column, ranks in enumerate(_OTHERS)}
_ONE, _TWO = _COLUMN[0,], _COLUMN[0, 0]
_COLUMNS = len(_OTHERS)
_PLACE_BITS = 20  # for the number of a class of ranks


def fits(ranking: Ranking, cards: int, gone: int, deck: Cards) -> bool:
    """Whether so many cards of the deck are counted here, beside `gone` others."""
    copies = np.bincount(deck >> 2, minlength=_RANKS + 1)
    whole = all(count in (0, 4) for count in copies[:_RANKS]) and copies[_RANKS] <= (deck == JOKER).sum()
    known = ranking.name in RANKINGS and (ranking.name != "poker" or not copies[_RANKS])
    return known and whole and cards in CARDS and gone <= MOST_GONE


class Flushes(NamedTuple):
    """Hands with a flush in the first suit that are worth more than their ranks, like hands together."""

    suited: Ints  # the ranks in that suit, as bits
    column: Ints  # of the other ranks
    joker: Flags
    bare: Ints  # the value of the ranks
    value: Ints
    entering: Ints  # by the first value
    leaving: Ints  # by the second


class Runs(NamedTuple):
    """Hands of the same ranks under the same cut."""

    start: Ints  # of each run among the cuts in order, and the end of the last one
    cut: Ints
    below: Counts  # the opponent's hands below it by their ranks


def _flushes(classes: Classes, ranking: Ranking, bare: Ints) -> Flushes:
    stock, size = classes.stock, classes.size
    ranks = [rank for rank in range(_RANKS) if stock.copies[rank]]
    suited, columns, jokers, hands = [], [], [], []
    for joker in range(len(stock.extras) + 1):
        for held in range(_FLUSH - joker, size - joker + 1):
            others = [one for one in _OTHERS if len(one) == size - joker - held and {*one} <= {*ranks}]
            for chosen in combinations(ranks, held):
                flush = [4 * rank for rank in chosen] + [JOKER] * joker
                for one in others:
                    suited.append(sum(1 << rank for rank in chosen))
                    columns.append(_COLUMN[one])
                    jokers.append(bool(joker))
                    hands.append(flush + [4 * rank + suit for suit, rank in enumerate(one, start=1)])
    cards = np.array(hands, np.uint8).reshape(len(hands), size)
    low, high = bare[classes.place[classes.number(cards)[0]]], ranking.rank(cards)
    keep = high > low
    low, high = low[keep], high[keep]
    return Flushes(
        np.array(suited, np.int64)[keep], np.array(columns, np.int64)[keep], np.array(jokers, np.bool_)[keep],
        low, high, np.argsort(low, kind="stable"), np.argsort(high, kind="stable"),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _below(
    own: Masks, other: Masks,  # the cards of each rank; the opponent's classes by ascending value
    weights: Ints,  # of the opponent's classes
    copies: Ints,
    size: int,
    starts: Ints, positions: Ints,  # where the positions of each own class begin, ascending
    out: Counts,
) -> None:  # fmt: skip
    """The opponent's hands of the classes before each position, as if no suits made a flush."""
    shared = all_shared(size, len(own), len(other))
    before = np.empty(len(other) + 1, np.int64)
    level = 0
    while level >= 0:
        mine = shared.first[shared.ends[level] : shared.ends[level + 1]]
        theirs = shared.second[shared.other_ends[level] : shared.other_ends[level + 1]]
        sign, choices = 1 - 2 * (level & 1), choices_of(shared.counts, copies)
        before[0] = 0
        for place in range(len(theirs)):
            ways = ways_to_hold(other[theirs[place]], shared.counts)
            before[place + 1] = before[place] + weights[theirs[place]] * ways // choices
        for row in mine:
            ways = sign * ways_to_hold(own[row], shared.counts)
            at = 0
            for place in range(starts[row], starts[row + 1]):
                at += np.searchsorted(theirs[at:], positions[place])
                out[place] += ways * before[at]
        level = share_more(shared, level, own, other, copies)


@njit(cache=True, nogil=True)
def _enter(suited: int, column: int, joker: bool, step: int, active: Counts) -> None:
    """Count hands with a flush in or out, for all sets of ranks that may be missing in its suit."""
    free = ~suited & (_SETS - 1)
    gone = free
    while True:
        active[1, gone, column] += step
        if not joker:
            active[0, gone, column] += step
        if not gone:
            return
        gone = (gone - 1) & free


@njit(cache=True, nogil=True)
def _in_suit(row: Counts, mask: int, free: Counts, left: Counts) -> int:
    """The hands with a flush in one suit, of which a hand holds these ranks; `free`: cards of the other suits left."""
    for rank in range(_RANKS):
        left[rank] = free[rank] + (mask >> rank & 1)
    total = int(row[0])
    column = _TWO
    for rank in range(_RANKS):
        some = left[rank]
        total += some * row[_ONE + rank] + (some * (some - 1) // 2) * row[column]
        pairs = np.int32(0)  # narrow, so that several are multiplied at once
        for other in range(1, _RANKS - rank):
            pairs = np.int32(pairs + left[rank + other] * row[column + other])
        total += some * pairs
        column += _RANKS - rank
    return total


@njit(cache=True, nogil=True)
def _masks_of(hand: Cards, masks: Ints) -> int:
    """The ranks in each suit as bits; returns how many jokers the deck has left, of one."""
    jokers = 1
    masks[:] = 0
    for card in hand:
        if card >= JOKER:
            jokers = 0
        else:
            masks[card & 3] |= 1 << (card >> 2)
    return jokers


@njit(cache=True, parallel=True)
def _correct(blocks: int, flushes: Flushes, hands: Cards, kinds: int, runs: Runs, order: Ints, out: Counts) -> None:
    """Write the hands below each cut by their ranks, less the flushes among them that are not below it.

    Hands of a run have the same ranks and cut, so that each set of ranks in a suit is answered once.
    """
    for block in prange(blocks):
        active = np.zeros((2, _SETS, _COLUMNS), np.int32)
        left, free = np.zeros(_RANKS, np.int32), np.zeros(_RANKS, np.int32)
        masks, known, run_of = np.zeros(4, np.int64), np.zeros(_SETS, np.int64), np.full(_SETS, -1, np.int64)
        entered, gone = 0, 0
        for run in range(len(runs.cut) * block // blocks, len(runs.cut) * (block + 1) // blocks):
            cut = runs.cut[run]
            while entered < len(flushes.entering) and flushes.bare[flushes.entering[entered]] < cut:
                one = flushes.entering[entered]
                _enter(flushes.suited[one], flushes.column[one], flushes.joker[one], 1, active)
                entered += 1
            while gone < len(flushes.leaving) and flushes.value[flushes.leaving[gone]] < cut:
                one = flushes.leaving[gone]
                _enter(flushes.suited[one], flushes.column[one], flushes.joker[one], -1, active)
                gone += 1
            free[:] = 3
            for card in hands[order[runs.start[run]] // kinds]:
                if card < JOKER:
                    free[card >> 2] -= 1
            for event in range(runs.start[run], runs.start[run + 1]):
                total = runs.below[run]
                if entered > gone:
                    jokers = _masks_of(hands[order[event] // kinds], masks)
                    for suit in range(4):
                        mask = int(masks[suit])
                        if run_of[mask] != run:
                            run_of[mask], known[mask] = run, _in_suit(active[jokers, mask], mask, free, left)
                        total -= known[mask]
                out[order[event]] = total


def _missing(keys: Ints, known: Ints) -> Ints:
    """The keys that are not known; both are ascending."""
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return keys[known[at] != keys] if len(known) else keys


@dataclass
class RankCounter:
    """Counts the opponent's hands of one deck below values, for hands of the other side as they come."""

    deck: Cards
    ranking: Ranking
    cards: int
    # By size of the other side's hands: classes of them with positions, ascending, and what is known of each.
    _known: dict[int, tuple[Ints, Counts]] = field(default_factory=dict)

    @cached_property
    def _classes(self) -> Classes:
        return classes_of(stock_of_cards(self.deck), self.cards, _FLUSH)

    @cached_property
    def _bare(self) -> Ints:
        return self.ranking.rank(self._classes.plain.cards)

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self._bare, kind="stable")

    @cached_property
    def _sorted(self) -> Ints:
        return self._bare[self._order]

    @cached_property
    def _flushes(self) -> Flushes:
        return _flushes(self._classes, self.ranking, self._bare)

    @cached_property
    def _categories(self) -> Ints:
        """The positions from which each category begins."""
        starts = np.arange(len(self.ranking.categories) + 1) << self.ranking.shift
        return np.unique(np.searchsorted(self._sorted, starts))

    def _learn(self, keys: Ints, own: Classes, known: Ints, counts: Counts) -> tuple[Ints, Counts]:
        """Add to what is known other classes and positions, with those that are likely to be asked for next."""
        places = different(keys // self._scale)
        likely = [self._categories + place * self._scale for place in places]
        if own.size >= self.ranking.size:
            values = self.ranking.rank(np.ascontiguousarray(own.plain.cards[places]))
            likely += [places * self._scale + np.searchsorted(self._sorted, values + more) for more in (0, 1)]
        keys = _missing(different(np.concatenate([keys, *likely])), known)
        places, positions = np.divmod(keys, self._scale)
        rows, starts = np.unique(places, return_index=True)
        out = np.zeros(len(keys), np.int32)
        plain = self._classes.plain
        _below(
            packed_counts(own.plain.cards[rows]), packed_counts(plain.cards[self._order]), plain.weights[self._order],
            copies_of_ranks(self._classes.stock), self.cards, np.append(starts, len(keys)), positions, out,
        )  # fmt: skip
        order = np.argsort(every := np.concatenate([known, keys]), kind="stable")
        self._known[own.size] = every[order], np.concatenate([counts, out])[order]
        return self._known[own.size]

    @property
    def _scale(self) -> int:
        return len(self._bare) + 1

    def below(self, hands: Cards, cuts: Ints) -> Counts:
        """[hand, cut, 0]: the opponent's hands below each cut without the cards of a hand."""
        own = classes_of(self._classes.stock, hands.shape[1], _FLUSH)
        place = own.place[own.number(hands)[0]]
        names = (cuts << _PLACE_BITS | place[:, None]).ravel()
        order = np.argsort(names)
        names = names[order]
        starts = np.flatnonzero(np.append(True, names[1:] != names[:-1]))
        cut, places = names[starts] >> _PLACE_BITS, names[starts] & (1 << _PLACE_BITS) - 1
        wanted, number = np.unique(places * self._scale + np.searchsorted(self._sorted, cut), return_inverse=True)
        known, counts = self._known.get(own.size, (np.empty(0, np.int64), np.empty(0, np.int32)))
        unknown = _missing(wanted, known)
        if len(unknown):
            known, counts = self._learn(unknown, own, known, counts)
        below = counts[np.searchsorted(known, wanted)][number]
        out = np.empty((*cuts.shape, 1), np.int32)
        runs = Runs(np.append(starts, len(order)), cut, below)
        _correct(
            get_num_threads(), self._flushes, np.ascontiguousarray(hands), cuts.shape[1], runs, order, out.reshape(-1)
        )
        return out


@lru_cache(maxsize=2)
def counter(deck: tuple[int, ...], ranking: Ranking, cards: int) -> RankCounter:
    """The counter of a deck, kept for the next caller with all that it has worked out."""
    return RankCounter(np.array(deck, np.uint8), ranking, cards)
