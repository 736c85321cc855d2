"""Longest flushes with shared cards that nobody sees: dealer hands are counted suit by suit, wild cards as a number.

A hand is worth the best of its suits, and a suit is worth what its cards and all wild cards make. So the dealer hands
below a value are a product of four short polynomials, one for each suit; all but their highest terms depend on the
number of cards in each suit alone, and the highest terms are read from a table by the cards that are left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import get_num_threads, njit

from houseway.hands.masks import ALL_RANKS, RANKS, SIZE
from houseway.odds.arrays import Counts, Flags
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.vs_dealer.showdown import Facing, Showdown, shape_of
from houseway.odds.house_poker.vs_dealer.suits import Suit, choices, make_suit
from houseway.odds.suit_classes.keyed import Holdings, suit_holdings
from houseway.play.house_poker.plan import Plan

_RANKINGS = ("flush_length", "flush_length_wild")
_SUITS = 4
_MOST_CARDS = 7
_PARTS = 32
_NET_DIGITS = 9

Result = tuple[int, float]  # a move and what it nets


def fits(shape: Showdown) -> bool:
    """Whether hands are worth their longest flush, and the dealer qualifies by its length alone if at all."""
    ranking, least = shape.dealer.ranking, shape.dealer.threshold or 0
    if ranking is None or ranking.name not in _RANKINGS or ranking is not shape.own.ranking:
        return False
    return least >> ranking.shift << ranking.shift == least and shape.dealer_cards + shape.shared_cards <= _MOST_CARDS


@cache
def _ways(suits: tuple[tuple[int, int], ...], cards: int) -> int:
    """Ways to take so many cards from suits of so many, from each less than its limit."""
    if not suits:
        return int(cards == 0)
    (free, limit), rest = suits[0], suits[1:]
    return sum(comb(free, taken) * _ways(rest, cards - taken) for taken in range(min(limit, cards + 1)))


class _Kind(NamedTuple):
    """A deal as numbers of cards: wild ones, and those of each suit."""

    suit: Suit
    wilds: int  # of the seat
    own: tuple[int, ...]
    shared_wilds: int
    first: int  # suits of the shared cards that are not wild, -1 where there is none
    second: int

    @property
    def shared(self) -> list[int]:
        return [(self.first == suit) + (self.second == suit) for suit in range(_SUITS)]

    @property
    def sizes(self) -> list[int]:
        return [own + shared for own, shared in zip(self.own, self.shared, strict=True)]

    @property
    def length(self) -> int:
        return max(self.sizes) + self.wilds + self.shared_wilds

    @property
    def wilds_left(self) -> int:
        return self.suit.wild_cards - self.wilds - self.shared_wilds

    def shorter(self, cards: int, wilds: int, length: int, full: Sequence[int] = ()) -> int:
        """Ways to deal the dealer's cards, so many of them wild, when the suits in `full` have this length.

        All other suits are shorter; the cards of those in `full` are not counted.
        """
        limits = [length - wilds - self.shared_wilds - shared for shared in self.shared]
        if min(limits) < 0:
            return 0
        cards -= wilds + sum(limits[suit] for suit in full)
        free = [len(self.suit.ranks) - size for size in self.sizes]
        others = sorted((free[suit], limits[suit]) for suit in range(_SUITS) if suit not in full)
        return comb(self.wilds_left, wilds) * _ways(tuple(others), cards) if cards >= 0 else 0

    def boards(self) -> Ints:
        """All shared cards of these suits, as pairs of sets of one rank or none."""
        one = [1 << rank for rank in range(len(self.suit.ranks))]
        pairs = [(a, b) for a in (one if self.first >= 0 else [0]) for b in (one if self.second >= 0 else [0])]
        return np.array([(a, b) for a, b in pairs if self.first != self.second or a > b or not a], np.int64)


class _Nets(NamedTuple):
    """What a seat's flush of one length wins, by its place among them, then by column.

    Columns are the moves, their squares, and for every result of a move whether it is the one.
    """

    rest: Floats  # from a dealer hand above all
    below: Floats  # more from one below it
    up_to: Floats  # more from one not above it
    shorter: Floats  # [length]: more from one that is shorter than that


class _Play(NamedTuple):
    """A kind of deal made ready for the kernel."""

    first: int
    second: int
    boards: Ints
    tops: Ints  # suits in which the seat's flush can be
    place: Counts  # of the seat's flush, by set of ranks
    width: int
    starts: Ints  # of the counts, by number of the dealer's wild cards
    suits: Ints  # in the order of the two below: the suit of the second shared card is first
    terms: Floats  # [wild cards, set of suits that are as long as the seat's flush]: ways for the others
    used: Flags  # [wild cards, suit]: whether the suit can be as long
    rest: Floats
    below: Floats
    up_to: Floats


@njit(cache=True, nogil=True)
def _meet(hands: Ints, full: int, play: _Play, lower: npt.NDArray[np.int16], gains: Floats) -> None:
    """Add the results over all shared cards of a kind and all dealer hands to `gains[hand, column]`."""
    first, second, suits, starts, width = play.first, play.second, play.suits, play.starts, play.width
    under, upper = np.empty(1 << _SUITS), np.empty(1 << _SUITS)
    counted = np.empty((len(starts), 4))  # all suits but that of the second shared card
    for row in range(len(hands)):
        hand = hands[row]
        counted_best = counted_one = -1
        for board in range(len(play.boards)):
            one, two = play.boards[board]
            if (one and hand[first] & one) or (two and hand[second] & two):
                continue
            best = 0
            for suit in play.tops:
                held = hand[suit] | (one if suit == first else 0) | (two if suit == second else 0)
                best = max(best, play.place[held])
            if best != counted_best or one != counted_one:
                counted_best, counted_one = best, one
                for wilds in range(len(starts)):
                    under[:] = play.terms[wilds]
                    upper[:] = play.terms[wilds]
                    for bit in range(_SUITS - 1, 0, -1):
                        if play.used[wilds, bit]:
                            suit = suits[bit]
                            fixed = one if suit == first else 0
                            low, high = choices(lower, starts[wilds] + best, width, full & ~hand[suit], fixed, 0)
                            for others in range(1 << bit):
                                under[others] += low * under[others | 1 << bit]
                                upper[others] += high * upper[others | 1 << bit]
                    counted[wilds, 0], counted[wilds, 1] = under[0], under[1]
                    counted[wilds, 2], counted[wilds, 3] = upper[0], upper[1]
            less, not_more = 0.0, 0.0
            free = full & ~hand[suits[0]]
            fixed = one if first == suits[0] else 0
            for wilds in range(len(starts)):
                less += counted[wilds, 0]
                not_more += counted[wilds, 2]
                if play.used[wilds, 0]:
                    low, high = choices(lower, starts[wilds] + best, width, free, fixed, two)
                    less += low * counted[wilds, 1]
                    not_more += high * counted[wilds, 3]
            for column in range(gains.shape[1]):
                more = less * play.below[best, column] + not_more * play.up_to[best, column]
                gains[row, column] += play.rest[best, column] + more


@dataclass(frozen=True)
class _Setting:
    """All that a part of the count works with."""

    suit: Suit
    hands: Ints  # [class, suit]: sets of ranks, of classes that only differ in which wild cards they hold but once
    kinds: Ints  # [class]: into `plays`
    plays: list[list[_Play]]  # by wild cards and cards of each suit in the seat's hand
    of: Ints  # [class of own cards]: its row in `hands`
    results: list[Result]
    columns: int


def _cells(shape: Showdown, suit: Suit, meters: Mapping[str, float], length: int) -> tuple[Ints, Floats]:
    """The dealer values from which other prices hold, and what each move wins between them: [move, value, cell]."""
    mine = suit.values[length]
    blank = {"player": shape.cards, shape.shared: shape.shared_cards}  # prices depend on the values alone
    piles = {pile: np.zeros((len(mine), count), np.uint8) for pile, count in blank.items()}
    cuts = shape.cut_values(mine)
    lower = np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1)
    return cuts, Facing(shape, piles, meters, mine).all_nets(lower)


def _nets(shape: Showdown, mine: Ints, cuts: Ints, nets: Floats, results: Sequence[Result]) -> _Nets:
    ranking = shape.own.ranking
    assert ranking is not None
    whether = [nets[move].round(_NET_DIGITS) == net for move, net in results]
    both = np.concatenate([nets, nets * nets, np.array(whether, float)]).transpose(1, 2, 0).copy()
    more = both[:, :-1] - both[:, 1:]

    def at(cut: Ints) -> Floats:
        found: Floats = np.einsum("vc,vcn->vn", cuts == cut[:, None], more, order="C")
        return found

    shorter = [at(np.full(len(mine), category << ranking.shift)) for category in range(len(ranking.categories))]
    return _Nets(both[:, -1], at(mine), at(mine + 1), np.stack(shorter))


def _play(shape: Showdown, suit: Suit, kind: _Kind, nets: _Nets, met: int) -> _Play:
    length, cards = kind.length, shape.dealer_cards
    counts = range(min(kind.wilds_left, cards) + 1)
    suits = sorted(range(_SUITS), key=lambda suit: suit != kind.second)
    sets = [[suits[bit] for bit in range(_SUITS) if full >> bit & 1] for full in range(1 << _SUITS)]
    terms = np.array([[kind.shorter(cards, wilds, length, full) for full in sets] for wilds in counts])
    matter = terms.any(axis=1)
    used = np.stack([terms[matter][:, [suit in full for full in sets]].any(axis=1) for suit in suits], axis=1)
    # The category of a flush is its length less one, so the hands below category n have no suit of n + 1 cards.
    shorter = np.array([sum(kind.shorter(cards, wilds, n + 1) for wilds in counts) for n in range(len(nets.shorter))])
    ways = comb(suit.wild_cards - kind.wilds, kind.shared_wilds)
    return _Play(
        kind.first,
        kind.second,
        kind.boards(),
        np.flatnonzero(np.array(kind.sizes) == max(kind.sizes)),
        suit.place[kind.wilds + kind.shared_wilds],
        len(suit.values[length]) + 1,
        suit.starts[length, kind.shared_wilds + np.flatnonzero(matter)],
        np.array(suits),
        terms[matter].astype(np.float64),
        used,
        ways * (nets.rest * met + np.tensordot(shorter, nets.shorter, 1)),
        ways * nets.below,
        ways * nets.up_to,
    )


def _shared_suits(count: int) -> Iterator[tuple[int, int]]:
    """The suits that so many cards can have, -1 for no card."""
    for first in range(_SUITS) if count > 1 else [-1]:
        for second in range(max(first, 0), _SUITS) if count else [-1]:
            yield first, second


def _reduced(holdings: Holdings, suit: Suit) -> tuple[Ints, Ints, Ints]:
    """The sets of ranks in each suit, the larger suits first, and the wild cards of all classes; the class of each."""
    bit = np.zeros(RANKS, np.int64)
    bit[list(suit.ranks)] = 1 << np.arange(len(suit.ranks))
    cards = holdings.hands
    held = np.stack([np.where(cards & 3 == one, bit[cards >> 2], 0).sum(axis=1) for one in range(_SUITS)], axis=1)
    held = np.sort(SIZE[held].astype(np.int64) << RANKS | held, axis=1)[:, ::-1] & ALL_RANKS
    keys, of = np.unique(held @ (1 << RANKS * np.arange(_SUITS)), return_inverse=True)
    hands = keys[:, None] >> RANKS * np.arange(_SUITS) & ALL_RANKS
    return np.ascontiguousarray(hands), cards.shape[1] - SIZE[hands].sum(axis=1, dtype=np.int64), of


def _setting(plan: Plan, meters: Mapping[str, float], deck: Cards | None) -> _Setting:
    shape, cards = shape_of(plan, deck)
    assert shape.own.ranking is not None
    most, gone = max(shape.cards, shape.dealer_cards) + shape.shared_cards, shape.cards + shape.shared_cards
    suit = make_suit(shape.own.ranking, cards, most, gone)
    hands, wilds, of = _reduced(suit_holdings(cards, shape.cards), suit)
    lengths = [length for length in range(1, most + 1) if len(suit.values[length])]
    cells = {length: _cells(shape, suit, meters, length) for length in lengths}
    results = sorted(
        {
            (move, net)
            for _, nets in cells.values()
            for move, own in enumerate(nets)
            for net in np.unique(own.round(_NET_DIGITS)).tolist()
        }
    )
    nets = {length: _nets(shape, suit.values[length], *cells[length], results) for length in lengths}
    met = comb(len(cards) - gone, shape.dealer_cards)
    counts = np.concatenate([wilds[:, None], SIZE[hands]], axis=1)
    found, kinds = np.unique(counts, axis=0, return_inverse=True)
    plays = []
    for held, *own in found.tolist():
        deals = [
            _Kind(suit, held, tuple(own), shared, *suits)
            for shared in range(min(shape.shared_cards, suit.wild_cards - held) + 1)
            for suits in _shared_suits(shape.shared_cards - shared)
        ]
        there = [kind for kind in deals if max(kind.sizes) <= len(suit.ranks)]
        plays.append([_play(shape, suit, kind, nets[kind.length], met) for kind in there])
    return _Setting(suit, hands, kinds.ravel(), plays, of, results, 2 * len(shape.moves) + len(results))


def _part(made: _Setting, first: int, stop: int) -> Floats:
    """The sums over all shared cards and dealer hands for some classes."""
    sums = np.zeros((stop - first, made.columns))
    for kind in np.unique(made.kinds[first:stop]):
        rows = np.flatnonzero(made.kinds[first:stop] == kind)
        gains = np.zeros((len(rows), made.columns))
        for play in made.plays[kind]:
            _meet(made.hands[first + rows], (1 << len(made.suit.ranks)) - 1, play, made.suit.lower, gains)
        sums[rows] = gains
    return sums


def by_suits(
    plan: Plan, meters: Mapping[str, float], executor: Executor, deck: Cards | None
) -> tuple[Floats, list[Result]]:
    """[class of own cards, column]: sums over all shared cards and dealer hands beside one hand.

    Columns are the moves, their squares, and the deals of every result, which are told beside.
    """
    kit = SharedInput(_setting, plan, meters, deck)
    edges = np.linspace(0, len(kit.made.hands), _PARTS + 1).astype(np.int64).tolist()
    sums: Floats = np.concatenate([*executor.over(kit, _part, [*pairwise(edges)], get_num_threads())])[kit.made.of]
    return sums, kit.made.results
