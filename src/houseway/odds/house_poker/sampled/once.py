"""What is counted once for all states of a game that is counted whole.

An own hand of five that unseen cards complete is looked up among the sums over sets of cards. A later decision at which
it only matters which cards are seen is valued once for every set of them, up to a renaming of suits.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import comb
from threading import RLock
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.odds.arrays import Counts
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.places import Ending, PlacedRound, Places, hands_of
from houseway.odds.house_poker.sampled.facing import conditions
from houseway.odds.house_poker.sampled.moves import StateValue
from houseway.odds.house_poker.sampled.spread import Spread
from houseway.odds.house_poker.sampled.tree import turned_by_hand
from houseway.odds.house_poker.vs_dealer.against import one_deck
from houseway.odds.house_poker.wagers import main_wagers
from houseway.odds.suit_classes.states import Index, find_all, keys_of, make_index
from houseway.odds.suit_classes.stock import ANY_SUIT, EACH_SUIT, Blocks, hands, stock_of
from houseway.odds.suit_classes.subsets import add_avoiding, all_fives, count_in_sets, starts_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.cases import OneColour, Shows
from houseway.play.house_poker.plan import Plan

_HAND = 5
_MOST_SEEN = 5  # cards of which all sets are valued
_ROWS = 1 << 15  # settled at once
_ONE_BLOCK = np.zeros(4, np.int64)


def suits_of(plan: Plan) -> Blocks:
    """The suits that may be renamed with no change to the game itself."""
    main = main_wagers(plan)
    cases = [case for name in main for case in plan.wagers[name].cases]
    rows = [row.clauses for name in main for table in plan.wagers[name].tables for row in table.rows]
    rows += [case.when.row for case in cases if isinstance(case.when, Shows)]
    way = [row for stage in plan.house_way for row in stage]
    rows += [clauses for row in way for clauses in (row.tests, row.shows)]
    if any(how == "suits" for row in way for how, _ in row.prefer):
        return EACH_SUIT
    ranked = {hand for name in main for hand in hands_of(plan, name)}
    found = interchangeable(rows, [plan.hands[hand] for hand in sorted(ranked)])
    coloured = any(isinstance(when, OneColour) for name in main for when in conditions(plan, name))
    return ((0, 3), (1, 2)) if coloured and len(found) < 2 else found


@njit(cache=True, nogil=True)
def _complete(numbers: Ints, kept: Ints, starts: Ints, counts: Counts, out: Ints) -> None:
    """[state, label]: the hands that hold the cards of `kept` and none of the others in sight; numbers rising."""
    for row in range(len(numbers)):
        others = (1 << numbers.shape[1]) - 1 & ~kept[row]
        add_avoiding(numbers[row], kept[row], others, starts, counts, out[row])


class _Sets(NamedTuple):
    """Hands of five by what they yield: the results, and [set, result] how many contain a set of cards."""

    nets: Floats
    counts: Counts


class _Valued(NamedTuple):
    """What every set of cards is worth at a decision."""

    lookup: Index
    value: StateValue


@dataclass
class CountedOnce:
    """Keeps what was counted for one plan; safe to be asked from several threads."""

    plan: Plan
    _sets: dict[tuple[object, ...], _Sets] = field(default_factory=dict)
    _valued: dict[tuple[object, ...], _Valued] = field(default_factory=dict)

    def __post_init__(self) -> None:
        deck = one_deck(self.plan)
        self._lock, self._stock = RLock(), stock_of(self.plan.game.spec.deck)
        self._fits = deck is not None and max(deck) < 52 and suits_of(self.plan) == ANY_SUIT
        self._throws = any(choice.spec.discard is not None for stage in self.plan.choices for choice in stage)

    def completed(self, after: PlacedRound, ends: Iterable[Ending], seen: Places) -> str:
        """The one hand of five that the ends of a round depend on, some of its cards unseen; empty if it is not so."""
        judged = {name for end in ends for name in end.judged}
        found = {hand for name in judged for hand in hands_of(self.plan, name, after.seat.wagers)}
        if not self._fits or len(found) != 1:
            return ""
        hand = next(iter(found))
        held, words = after.places(hand), self.plan.hands[hand]
        if words.plays_of or words.one_of or words.stand_in or after.real(held) != held or len({*held}) != _HAND:
            return ""
        return "" if {*held} <= {*seen} else hand

    def ways(self, after: PlacedRound, hand: str, seen: Places) -> int:
        """In how many ways unseen cards complete a hand."""
        known = len({*after.places(hand)} & {*seen})
        return comb(self._stock.size - len(seen), _HAND - known)

    def hands(
        self, after: PlacedRound, hand: str, end: Ending, seen: Places, states: Cards, meters: Mapping[str, float]
    ) -> tuple[Floats, Ints]:
        """What a round may yield, and [state, result] in how many ways."""
        held = after.places(hand)
        kept = np.array([place in held for place in seen])
        sets = self._of_sets(after, hand, end, int(kept.sum()), len(seen), meters)
        numbers = np.searchsorted(self._stock.cards, states[:, list(seen)])
        order = np.argsort(numbers, axis=1)
        bits = (kept[order] << np.arange(len(seen))).sum(axis=1)
        out = np.zeros((len(states), len(sets.nets)), np.int64)
        _complete(np.sort(numbers, axis=1), bits, starts_of(self._stock.size), sets.counts, out)
        return sets.nets, out

    def _of_sets(
        self, after: PlacedRound, hand: str, end: Ending, fewest: int, most: int, meters: Mapping[str, float]
    ) -> _Sets:
        key = (hand, fewest, most, end.sure, *sorted(end.judged.items()), frozenset(after.seat.wagers), after.claimed)
        with self._lock:
            if key not in self._sets:
                fives, starts = all_fives(self._stock), starts_of(self._stock.size)
                places = list(after.places(hand))
                nets = np.empty(len(fives.classes))
                for start in range(0, len(nets), _ROWS):
                    cards = fives.classes[start : start + _ROWS]
                    states = np.zeros((len(cards), max(after.used, *places) + 1), np.uint8)
                    states[:, places] = cards
                    nets[start : start + _ROWS] = Spread(after, states, {}, meters).settled(end)[:, 0]
                results, labels = np.unique(nets, return_inverse=True)
                largest = min(most, _HAND)
                counts = np.zeros((int(starts[largest + 1]), len(results)), np.int32)
                count_in_sets(fives.every, labels[fives.which], fewest, largest, starts, counts)
                self._sets[key] = _Sets(results, counts)
            return self._sets[key]

    def at_decision(
        self, now: PlacedRound, states: Cards, value: Callable[[PlacedRound, Cards], StateValue]
    ) -> StateValue | None:
        """What states are worth at a later decision by the cards seen alone; none where more matters than these."""
        cells = turned_by_hand((), now)
        if not self._fits or self._throws or now.answers or len(cells) != 1 or len(now.seen) > _MOST_SEEN:
            return None
        key = (now.stage, now.seat.actions, now.layout)  # the actions tell which wagers were taken back
        seen, cell = list(now.seen), np.zeros(len(now.seen), np.int64)
        with self._lock:
            if key not in self._valued:
                cards = hands(self._stock, len(seen)).cards
                every = np.zeros((len(cards), states.shape[1]), np.uint8)
                every[:, seen] = cards
                self._valued[key] = _Valued(make_index(keys_of(cards, cell, _ONE_BLOCK)), value(now, every))
            known = self._valued[key]
        rows = find_all(keys_of(np.ascontiguousarray(states[:, seen]), cell, _ONE_BLOCK), *known.lookup).astype(
            np.int64
        )
        law = known.value.law
        return StateValue._make([*(column[rows] for column in known.value[:-1]), law and law.at(rows)])


def moments(nets: Floats, counts: Ints) -> tuple[Floats, Floats]:
    """The mean result of states and the mean square, by how often each result comes."""
    total = counts.sum(axis=1)
    return counts @ nets / total, counts @ (nets * nets) / total
