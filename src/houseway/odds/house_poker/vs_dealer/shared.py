"""Solves games in which both hands use shared cards that nobody sees before the decision.

Longest flushes are counted suit by suit. Otherwise, for each class of shared cards all holdings are put in order, and
each is met by the others that hold none of its cards; the results are gathered by the class of the seat's own cards,
which is all that it knows when it decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numba import get_num_threads, njit

from houseway.odds.arrays import Counts, Flags
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.vs_dealer import board_flushes
from houseway.odds.house_poker.vs_dealer.against import MOST_CARDS, avoiding, enter, one_deck, starts_of
from houseway.odds.house_poker.vs_dealer.showdown import Facing, Showdown, decider, match_template, shape_of
from houseway.odds.house_poker.vs_dealer.strategy import spoken, tallied
from houseway.odds.suit_classes.keyed import Holdings, name_suits, suit_holdings
from houseway.odds.suit_classes.listed import all_hands, all_places
from houseway.play.house_poker.plan import Plan

_MOST_SHARED = 2
_BOARDS = 6  # classes of shared cards whose sums are added up before they meet others
_SLOTS = 1 << 14
_SCATTER = np.uint64(0x9E3779B97F4A7C15)


def fits(plan: Plan) -> bool:
    """As many own cards as the dealer, shared cards unseen until the end, prices by value alone."""
    shape = match_template(plan)
    if shape is None or not shape.shared or shape.up or shape.cards_follow or shape.shared_cards > _MOST_SHARED:
        return False
    deck = one_deck(plan)
    if deck is None or max(deck) >= 52 or shape.own.ranking is None:
        return False
    enough = min(shape.own.ranking.size, MOST_CARDS) <= shape.cards
    return shape.by_value and shape.always_open and enough and shape.cards == shape.dealer_cards <= MOST_CARDS


@njit(cache=True, nogil=True)
def _numbered(values: Ints, numbers: Counts) -> Ints:
    """Number the different values as they come; returns them (at most half as many as there are slots)."""
    slots = np.full(_SLOTS, -1, np.int64)
    found = np.empty(_SLOTS // 2, np.int64)
    count = 0
    for row in range(len(values)):
        slot = np.int64(np.uint64(values[row]) * _SCATTER >> np.uint64(50))
        while slots[slot] >= 0 and found[slots[slot]] != values[row]:
            slot = (slot + 1) & (_SLOTS - 1)
        if slots[slot] < 0:
            slots[slot] = count
            found[count] = values[row]
            count += 1
        numbers[row] = slots[slot]
    return found[:count]


@njit(cache=True, nogil=True)
def _orbit(deck: Cards, hand: Cards, alike: Flags, held: Ints) -> int:
    """Hands that differ by a renaming of suits that the shared cards do not tell apart; 0 unless first of them.

    `alike[s]` says that suit s is like suit s - 1; `held` is room to work in.
    """
    held[:] = 0
    for place in hand:
        card = int(deck[place])
        held[card & 3] |= 1 << (card >> 2)
    size = 1
    group = 1
    equal = 1
    for suit in range(1, 4):
        if not alike[suit]:
            group = 1
            equal = 1
            continue
        if held[suit] > held[suit - 1]:
            return 0
        group += 1
        equal = equal + 1 if held[suit] == held[suit - 1] else 1
        size = size * group // equal
    return size


@njit(cache=True, nogil=True)
def _meet(
    deck: Cards, places: Cards, firsts: Ints, alike: Flags, classes: Counts, events: Ints, steps: Floats, gains: Floats
) -> None:
    """Add `steps[event]` times the hands below the event's cut to `gains[class]`, for all hands of its value.

    Hands are given as places in the deck, by value, those of value number v from row `firsts[v]`; an event is a
    value and a cut, both as numbers of values, by ascending cut.
    """
    size = places.shape[1]
    starts = starts_of(len(deck), size - 1)
    counts = np.zeros(starts[size], np.int32)
    held = np.zeros(4, np.int64)
    orbits = np.empty(len(places), np.int8)
    for row in range(len(places)):
        orbits[row] = _orbit(deck, places[row], alike, held)
    entered = 0
    for event in range(len(events)):
        value, cut = events[event]
        while entered < firsts[cut]:
            enter(places[entered], size - 1, starts, counts)
            entered += 1
        # The last set is the whole hand, which has entered if its own value is below the cut.
        whole = 0 if value >= cut else 1 if size % 2 == 0 else -1
        for row in range(firsts[value], firsts[value + 1]):
            times = int(orbits[row])
            if times:
                below = (avoiding(places[row], size - 1, entered, starts, counts) + whole) * times
                for column in range(gains.shape[1]):
                    gains[classes[row], column] += below * steps[event, column]


@dataclass(frozen=True)
class _Deal:
    """All holdings beside one class of shared cards, ranked."""

    deck: Cards
    ids: Counts  # number of each holding's value
    values: Ints  # in ascending order
    alike: Flags
    weight: int
    shared: Cards


def _rank_all(shape: Showdown, deck: Cards, shared: Cards, weight: int, places: Cards) -> _Deal:
    left = deck[~np.isin(deck, shared)]
    ranking = shape.own.ranking
    assert ranking is not None
    cards = np.empty((len(places), places.shape[1] + len(shared)), np.uint8)
    cards[:, : places.shape[1]] = left[places]
    cards[:, places.shape[1] :] = shared
    ids = np.empty(len(cards), np.int32)
    found = _numbered(ranking.rank(cards), ids)
    by_value = np.argsort(found)
    new_id = np.empty(len(found), np.int32)
    new_id[by_value] = np.arange(len(found))
    held = [frozenset(int(card) >> 2 for card in shared if card & 3 == suit) for suit in range(4)]
    alike = np.array([False, *(held[suit] == held[suit - 1] for suit in range(1, 4))])
    return _Deal(left, new_id[ids], found[by_value], alike, weight, shared)


@dataclass(frozen=True)
class _Classes:
    """The classes of own cards, and the class of every choice of cards from the whole deck."""

    holdings: Holdings
    of: Counts  # by the number of the set of places
    deck: Cards

    def classes_of(self, left: Cards, places: Cards) -> Counts:
        """The classes of all holdings from the cards that are left."""
        numbers = np.zeros(len(places), np.int64)
        for column in range(places.shape[1]):
            choose = np.array([comb(int(place), column + 1) for place in np.searchsorted(self.deck, left)])
            numbers += choose[places[:, column]]
        return self.of[numbers]


def _classes(deck: Cards, size: int) -> _Classes:
    holdings = suit_holdings(deck, size)
    keys, _ = name_suits(all_hands(deck, size))
    return _Classes(holdings, np.searchsorted(holdings.keys, keys).astype(np.int32), deck)


def _steps(
    shape: Showdown, deal: _Deal, places: Cards, meters: Mapping[str, float], total: int
) -> tuple[Ints, Floats, Floats]:
    """Events (value, cut) where the net of a move changes, the change there, and what holds above all cuts."""
    example = np.empty(len(deal.values), np.int64)
    example[deal.ids[::-1]] = np.arange(len(deal.ids))[::-1]
    own = np.ascontiguousarray(deal.deck[places[example]])
    batch = Facing(shape, {"player": own, shape.shared: np.tile(deal.shared, (len(own), 1))}, meters)
    cuts = shape.cut_values(deal.values)
    nets = batch.all_nets(np.concatenate([np.zeros_like(cuts[:, :1]), cuts], axis=1))
    both = np.concatenate([nets, nets * nets]).transpose(1, 2, 0)  # [value, cell, move and its square]
    change = both[:, :-1] - both[:, 1:]
    value, cut = np.nonzero(np.abs(change).max(axis=2) > 0)
    events = np.stack([value, np.searchsorted(deal.values, cuts[value, cut])], axis=1)
    order = np.argsort(events[:, 1], kind="stable")
    return (
        np.ascontiguousarray(events[order]),
        np.ascontiguousarray(change[value, cut][order] * deal.weight),
        both[:, -1] * deal.weight * total,
    )


def _gather(shape: Showdown, deal: _Deal, places: Cards, meters: Mapping[str, float], classes: _Classes) -> Floats:
    """[class, move and its square]: sums over all holdings of the class and dealer hands beside these shared cards."""
    total = comb(len(deal.deck) - shape.cards, shape.dealer_cards)
    events, steps, rest = _steps(shape, deal, places, meters, total)
    own = classes.classes_of(deal.deck, places)
    firsts = np.concatenate([[0], np.cumsum(np.bincount(deal.ids, minlength=len(deal.values)))])
    order = np.argsort(deal.ids.astype(np.uint16), kind="stable")
    count = len(classes.holdings.weights)
    gains: Floats = np.stack(
        [np.bincount(own, rest[deal.ids, column], count).astype(np.float64) for column in range(rest.shape[1])], axis=1
    )
    _meet(deal.deck, places[order], firsts, deal.alike, own[order], events, steps, gains)
    return gains


@dataclass(frozen=True)
class _Setting:
    """All that a part of the count works with."""

    shape: Showdown
    deck: Cards
    meters: Mapping[str, float]
    classes: _Classes
    boards: Holdings  # classes of shared cards
    places: Cards  # all holdings beside shared cards


def _setting(plan: Plan, meters: Mapping[str, float], deck: Cards | None) -> _Setting:
    shape, cards = shape_of(plan, deck)
    boards = suit_holdings(cards, shape.shared_cards)
    places = all_places(len(cards) - shape.shared_cards, shape.cards)
    return _Setting(shape, cards, meters, _classes(cards, shape.cards), boards, places)


def _part(made: _Setting, first: int, stop: int) -> Floats:
    """The sums over some classes of shared cards."""
    sums = np.zeros((len(made.classes.holdings.weights), 2 * len(made.shape.moves)))
    for shared, weight in zip(made.boards.hands[first:stop], made.boards.weights[first:stop].tolist(), strict=True):
        deal = _rank_all(made.shape, made.deck, shared, weight, made.places)
        sums += _gather(made.shape, deal, made.places, made.meters, made.classes)
    return sums


def _by_boards(plan: Plan, meters: Mapping[str, float], executor: Executor, deck: Cards | None) -> Floats:
    """[class of own cards, move and its square]: sums over all shared cards and dealer hands beside one hand."""
    kit = SharedInput(_setting, plan, meters, deck)
    weights = kit.made.classes.holdings.weights
    count = len(kit.made.boards.weights)
    tasks = [(first, min(first + _BOARDS, count)) for first in range(0, count, _BOARDS)]
    sums = np.zeros((len(weights), 2 * len(kit.made.shape.moves)))
    for part in executor.over(kit, _part, tasks, get_num_threads()):
        sums += part
    return sums / weights[:, None]


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    shape, cards = shape_of(plan, deck)
    others, results = len(cards) - shape.cards, list[board_flushes.Result]()
    met = comb(others, shape.shared_cards) * comb(others - shape.shared_cards, shape.dealer_cards)
    if board_flushes.fits(shape):
        sums, results = board_flushes.by_suits(plan, meters, executor, deck)
    else:
        sums = _by_boards(plan, meters, executor, deck)
    means = (sums / met).T
    holdings = suit_holdings(cards, shape.cards)
    moves = len(shape.moves)
    best = means[:moves].argmax(axis=0)
    share = holdings.weights / holdings.weights.sum()
    rows = np.arange(len(share))
    amounts = shape.amounts
    mean = float(share @ means[best, rows])
    return Solution(
        shape.unit,
        mean,
        float(share @ means[moves + best, rows]),
        float(share @ amounts[best]),
        _spoken(shape, cards, holdings, share, means[:moves], best, mean),
        {shape.stage: shape.moves},
        decider(shape, holdings, best),
        count=(lambda: _law(holdings, best, sums[:, 2 * moves :], results)) if results else None,
    )


def _law(holdings: Holdings, best: Ints, deals: Floats, results: Sequence[tuple[int, float]]) -> dict[float, int]:
    """The deals of every net result from those of each class of own cards, by move and net."""
    found: dict[float, int] = {}
    for (move, net), column in zip(results, np.rint(deals.T).astype(np.int64), strict=True):
        if count := int((holdings.weights * column)[best == move].sum()):
            found[net] = found.get(net, 0) + count
    return found


def _spoken(
    shape: Showdown, deck: Cards, holdings: Holdings, share: Floats, worth: Floats, best: Ints, mean: float
) -> dict[str, Any]:
    """Rules by what the seat's own cards are worth without the shared ones."""
    ranking = shape.own.ranking
    assert ranking is not None
    hands = holdings.hands
    own = best[:, None].astype(np.int8)
    return spoken(
        shape, [tallied(shape, deck, hands, ranking.rank(hands), share[:, None], worth[:, :, None], own)], mean
    )
