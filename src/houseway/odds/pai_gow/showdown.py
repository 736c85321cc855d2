"""Both hands of two players set by the house way: the chance of every outcome, and of what the second shows."""

import os
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

import numpy as np

from houseway.odds.arrays import Floats, Ints, Masks, different
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pai_gow.flush_pairs import FlushPairs, entries_of, masks_of
from houseway.odds.pai_gow.pairs import OUTCOMES, Holding, count_pairs
from houseway.odds.pai_gow.rows import RowTable
from houseway.odds.pai_gow.setting import Values, set_hands
from houseway.odds.suit_classes.by_ranks import Classes, classes_of, copies_of_ranks, packed_counts
from houseway.odds.suit_classes.stock import Stock
from houseway.play.pai_gow.plan import DEALER, Plan
from houseway.rules.patterns import Row

PARTS = 4
_OF_DEALER = (  # properties that the way of the first hand does not change
    "_bare", "_shows", "_flush", "shown", "ranks", "bare", "flush", "strict", "masks",
)  # fmt: skip


@dataclass(frozen=True)
class Showdown:
    """What two hands yield: chances by what the second shows and the outcome, and the error of what was sampled."""

    shown: tuple[int, ...]  # the rows, as bits, that the second hand meets
    chances: Floats  # [shown, outcome]
    covariance: Floats | None = None  # of the chances, laid out in one line, where some were sampled
    counts: Ints | None = None  # [shown, outcome]: deals, where all were counted
    flushes: Ints | None = None  # ... what pairs of two flushes have added to them

    def error(self, nets: Floats) -> float:
        """The standard error of the mean of these nets."""
        if self.covariance is None:
            return 0.0
        line = nets.ravel()
        return sqrt(max(float(line @ self.covariance @ line), 0.0))


class Own(NamedTuple):
    """How a first hand is set: by class of ranks as if it had no flush, and by class with a flush."""

    bare: Values
    flush: Values


@dataclass(frozen=True)
class Laid:
    """The classes of a deck made ready for counting: in the order of what they show as a second hand."""

    classes: Classes
    plan: Plan
    rows: tuple[Row, ...]
    own: Own | None = None  # none: the first hand is set the house way too

    @cached_property
    def _bare(self) -> tuple[Values, Ints]:
        """By class of ranks: the values, and the bits shown."""
        return set_hands(self.plan, self.classes.plain.cards), self._shows.plain

    @cached_property
    def _shows(self) -> RowTable:
        return RowTable(self.plan, self.classes, self.rows, DEALER)

    @cached_property
    def _flush(self) -> tuple[Values, Ints]:
        cards = self.classes.flush.cards
        return set_hands(self.plan, cards), self._shows.of(cards)

    @cached_property
    def shown(self) -> Ints:
        """The different bits."""
        return np.unique(np.concatenate([self._bare[1], self._flush[1]]))

    @cached_property
    def ranks(self) -> Masks:
        """By class of ranks: the cards of each rank, four bits for each."""
        return packed_counts(self.classes.plain.cards)

    @cached_property
    def bare(self) -> tuple[Ints, Ints, Ints]:
        """Low, high and label of the classes of ranks."""
        values, bits = self._bare
        return values.low, values.high, np.searchsorted(self.shown, bits)

    @cached_property
    def flush(self) -> tuple[Ints, Ints, Ints]:
        """Low, high and label of the classes with a flush."""
        values, bits = self._flush
        return values.low, values.high, np.searchsorted(self.shown, bits)

    @cached_property
    def first_bare(self) -> tuple[Ints, Ints]:
        """Low and high of the first hand by class of ranks."""
        values = self.own.bare if self.own else self._bare[0]
        return values.low, values.high

    @cached_property
    def first_flush(self) -> tuple[Ints, Ints]:
        """Low and high of the first hand by class with a flush."""
        values = self.own.flush if self.own else self._flush[0]
        return values.low, values.high

    @cached_property
    def values(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """What is counted: class of ranks, ascending, low, high, hands, label (-1: as the first hand).

        Hands with a flush count once as a first hand, and as a second hand for what the flush changes.
        """
        low, high, label = self.bare
        places = np.arange(len(low))
        front, back, shows = self.flush
        weights = self.classes.flush.weights
        once, again = np.full(len(places), -1), np.full(len(weights), -1)
        listed = [
            np.stack([places, *self.first_bare, once, self.classes.without_flush]),
            np.stack([self.classes.of_flush, *self.first_flush, again, weights]),
            np.stack([self.classes.of_flush, front, back, shows, weights]),
            np.stack(
                [places, low, high, label, -np.bincount(self.classes.of_flush, weights, len(places)).astype(np.int64)]
            ),
        ]
        place, front, back, label, hands = np.concatenate(listed, axis=1)
        fronts, front = np.unique(front, return_inverse=True)
        backs, back = np.unique(back, return_inverse=True)
        labels = len(self.shown) + 1
        keys, alike = np.unique(((place * len(fronts) + front) * len(backs) + back) * labels + label + 1, False, True)
        sums = np.zeros(len(keys), np.int64)
        np.add.at(sums, alike, hands)
        keys, sums = keys[sums != 0], sums[sums != 0]
        rest, label = np.divmod(keys, labels)
        rest, back = np.divmod(rest, len(backs))
        place, front = np.divmod(rest, len(fronts))
        return place, fronts[front], backs[back], sums, label - 1

    @cached_property
    def strict(self) -> bool:
        return self.plan.game.spec.set_hands.copy_loses == "wager"

    @cached_property
    def identity(self) -> bytes:
        """A digest of all that the count depends on: the same of games whose cards are set alike."""
        found = sha256(f"{self.classes.stock} {self.strict}".encode())
        cards = self.classes.plain.cards, self.classes.flush.cards
        for column in (*cards, self.shown, *self.values, *self.bare, *self.flush, *self.first_flush):
            found.update(column.tobytes())
        return found.digest()

    def tally(self, place: Ints, low: Ints, high: Ints, hands: Ints, label: Ints, as_second: bool = False) -> Ints:
        """[label, label of the second, outcome]: values of classes of ranks against all hands as if they had no flush.

        As second hands they are held against all first ones, and the labels are `[0, label, outcome]`.
        """
        (other_low, other_high, other_label), weights = self.bare, self.classes.plain.weights
        if as_second:
            (other_low, other_high), other_label = self.first_bare, np.zeros_like(other_label)
        lows = different(np.concatenate([low, other_low]))
        highs = different(np.concatenate([high, other_high]))
        sides = []
        for ranks, front, back, shows, counted in (
            (self.ranks[place], low, high, label, hands), (self.ranks, other_low, other_high, other_label, weights)
        ):  # fmt: skip
            order = np.argsort(back, kind="stable")
            columns = (np.searchsorted(lows, front), np.searchsorted(highs, back), shows, np.zeros_like(shows))
            sides.append((Holding(ranks[order], *(one[order].astype(np.int32) for one in columns)), counted[order]))
        (own, counts), (other, others) = sides
        copies, size = copies_of_ranks(self.classes.stock), self.classes.size
        labels, rest = int(label.max(initial=0)) + 1, (self.strict, len(lows))
        if as_second:
            out = np.zeros((1, labels, OUTCOMES), np.int64)
            count_pairs(other, own, others, counts, True, copies, size, *rest, out)
        else:
            out = np.zeros((labels, len(self.shown), OUTCOMES), np.int64)
            count_pairs(own, other, counts, others, False, copies, size, *rest, out)
        return out

    def count(self, part: int, parts: int) -> Ints:
        """The pairs of a part of the first hands, those with two flushes as if one had none."""
        place, low, high, hands, label = self.values
        found = np.zeros((len(self.shown), OUTCOMES), np.int64)
        own = slice(*np.searchsorted(place, len(self.ranks) * np.arange(part, part + 2) // parts))
        for as_second in (False, True):
            rows = np.flatnonzero((label[own] >= 0) == as_second) + own.start
            shows = np.maximum(label[rows], 0)
            out = self.tally(place[rows], low[rows], high[rows], hands[rows], shows, as_second)[0]
            found[: len(out)] += out
        return found

    @cached_property
    def masks(self) -> Masks:
        """By class with a flush: its hands as sets of cards."""
        return masks_of(self.classes.flush.cards)

    @cached_property
    def flush_pairs(self) -> FlushPairs:
        """Pairs of two flushes, for what they yield beyond each flush by itself; of an own way beyond the house way."""
        bare_low, bare_high, bare_label = (column[self.classes.of_flush] for column in self.bare)
        low, high, label = self.flush
        none = np.zeros_like(label)
        first = [(1, low, high, none), (-1, bare_low, bare_high, none)]
        if self.own:
            own_low, own_high = (column[self.classes.of_flush] for column in self.first_bare)
            house = [(-sign, front, back, label) for sign, front, back, label in first]
            first = [(1, *self.first_flush, none), (-1, own_low, own_high, none), *house]
        second = entries_of((1, low, high, label), (-1, bare_low, bare_high, bare_label))
        return FlushPairs(self.masks, entries_of(*first), second, len(self.shown), self.strict)


def lay(stock: Stock, plan: Plan, rows: tuple[Row, ...]) -> Laid:
    """The hands of a deck, set the house way, with everything that parts of the count share."""
    made = Laid(classes_of(stock, plan.game.spec.dealt.cards, plan.high.size), plan, rows)
    made.values, made.ranks  # noqa: B018 - made once, before threads ask for them
    return made


def lay_own_way(kit: SharedInput[Laid], own: Own) -> Laid:
    """The same with the first hand set another way; what depends on the dealer's hand alone is kept."""
    house = kit.made
    made = replace(house, own=own)
    vars(made).update({name: vars(house)[name] for name in _OF_DEALER if name in vars(house)})
    made.values  # noqa: B018 - made once, before threads ask for it
    return made


def _count_flushes(made: Laid, part: int) -> Ints:
    return made.flush_pairs.count(part)


def count_showdown(kit: SharedInput[Laid], executor: Executor, house: Showdown | None = None) -> Showdown:
    """The outcomes of two hands, the first against the second; `house`: both set the house way, for an own way."""
    made, cores = kit.made, os.cpu_count() or 1
    made.flush_pairs  # noqa: B018 - made once, before threads ask for it
    counts = np.zeros((len(made.shown), OUTCOMES), np.int64)
    flushes = np.zeros_like(counts) if house is None or house.flushes is None else house.flushes.copy()
    for some in executor.within(0.0, 0.7).over(kit, Laid.count, [(part, PARTS) for part in range(PARTS)], cores):
        counts += some
    for some in executor.within(0.7, 1.0).over(kit, _count_flushes, list(np.ndindex(FlushPairs.parts)), cores):
        flushes += some
    counts += flushes
    return Showdown(tuple(made.shown.tolist()), counts / counts.sum(), counts=counts, flushes=flushes)
