"""Both hands of two players set by the house way: the chance of every outcome, and of what the second shows."""

import os
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from houseway.odds.arrays import Flags, Floats, Ints, Masks
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pai_gow.flush_pairs import FlushPairs, entries_of, masks_of
from houseway.odds.pai_gow.pairs import OUTCOMES, Small, count_pairs
from houseway.odds.pai_gow.rows import RowTable
from houseway.odds.pai_gow.setting import Values, set_hands
from houseway.odds.suit_classes.by_ranks import Classes, classes_of, rank_counts
from houseway.odds.suit_classes.stock import Stock
from houseway.play.pai_gow.plan import DEALER, Plan
from houseway.rules.patterns import Row

_SPLIT = 6  # ranks in the first half
_PARTS = 64
_OF_DEALER = (  # properties that the way of the first hand does not change
    "_bare", "_shows", "_flush", "shown", "_counts", "order", "of_flush", "bare", "flush", "segments", "halves",
    "strict", "masks",
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
    def _counts(self) -> Ints:
        return rank_counts(self.classes.plain.cards)

    @cached_property
    def order(self) -> Ints:
        """The classes of ranks by what they show, then by their lower ranks, as the count wants them."""
        order: Ints = np.lexsort((*self._counts[:, :_SPLIT].T, self._bare[1]))
        return order

    @cached_property
    def of_flush(self) -> Ints:
        """The place in that order of each hand with a flush."""
        place = np.empty(len(self.order), np.int64)
        place[self.order] = np.arange(len(self.order))
        return place[self.classes.of_flush]

    @cached_property
    def bare(self) -> tuple[Ints, Ints, Ints]:
        """Low, high and label of the classes of ranks, in their order."""
        values, bits = self._bare
        return values.low[self.order], values.high[self.order], np.searchsorted(self.shown, bits[self.order])

    @cached_property
    def flush(self) -> tuple[Ints, Ints, Ints]:
        """Low, high and label of the classes with a flush."""
        values, bits = self._flush
        return values.low, values.high, np.searchsorted(self.shown, bits)

    @cached_property
    def first_bare(self) -> tuple[Ints, Ints]:
        """Low and high of the first hand by class of ranks, in their order."""
        values = self.own.bare if self.own else self._bare[0]
        return values.low[self.order], values.high[self.order]

    @cached_property
    def first_flush(self) -> tuple[Ints, Ints]:
        """Low and high of the first hand by class with a flush."""
        values = self.own.flush if self.own else self._flush[0]
        return values.low, values.high

    @cached_property
    def segments(self) -> Ints:
        return np.searchsorted(self.bare[2], np.arange(len(self.shown) + 1))

    @cached_property
    def halves(self) -> tuple[Small, Small, Small, Ints, Ints, Ints]:
        """By place the two halves of the ranks, the ways of the first, and the cards in the second."""
        stock = self.classes.stock
        counts = self._counts[self.order]
        copies = np.array([*(4 * count for count in stock.copies), sum(count for _, count in stock.extras)], np.int64)
        most = int(copies.max()) + 1
        binomials = np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.int64)
        firsts, first = np.unique(counts[:, :_SPLIT], axis=0, return_inverse=True)
        seconds, second = np.unique(counts[:, _SPLIT:], axis=0, return_inverse=True)
        ways = np.ones((len(firsts), len(firsts)), np.int64)
        for rank in range(_SPLIT):
            ways *= binomials[copies[rank] - firsts[:, None, rank], firsts[None, :, rank]]
        return (
            first.ravel().astype(np.int32), second.ravel().astype(np.int32), ways.astype(np.int32),
            seconds.astype(np.int64), copies[_SPLIT:], binomials,
        )  # fmt: skip

    @cached_property
    def values(self) -> tuple[Ints, Small, Small, Ints, Ints]:
        """What is counted for each class of ranks: starts, low, high, hands, label (-1: as the first hand).

        Hands with a flush count once as a first hand, and as a second hand for what the flush changes.
        """
        low, high, label = self.bare
        places = np.arange(len(low))
        front, back, shows = self.flush
        weights = self.classes.flush.weights
        once, again = np.full(len(places), -1), np.full(len(weights), -1)
        listed = [
            np.stack([places, *self.first_bare, once, self.classes.without_flush[self.order]]),
            np.stack([self.of_flush, *self.first_flush, again, weights]),
            np.stack([self.of_flush, front, back, shows, weights]),
            np.stack([places, low, high, label, -np.bincount(self.of_flush, weights, len(places)).astype(np.int64)]),
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
        starts = np.searchsorted(place, np.arange(len(places) + 1))
        return starts, fronts[front].astype(np.int32), backs[back].astype(np.int32), sums, label - 1

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

    def part(self, part: int, parts: int) -> Ints:
        """The places of a part of the classes of ranks, those with the same second half together."""
        own: Ints = np.argsort(self.halves[1], kind="stable")
        return own[len(own) * part // parts : len(own) * (part + 1) // parts]

    def tally(self, own: Ints, starts: Ints, low: Small, high: Small, hands: Ints, second: Flags, slot: Ints) -> Ints:
        """[slot, label, outcome]: some values of these classes against all hands as if they had no flush."""
        first_half, second_half, ways, seconds, copies, binomials = self.halves
        (other_low, other_high, _), (own_low, own_high) = self.bare, self.first_bare
        runs = np.append(np.flatnonzero(np.diff(first_half)) + 1, len(first_half))
        out = np.zeros((int(slot.max(initial=0)) + 1, len(self.shown), OUTCOMES), np.int64)
        count_pairs(
            own, first_half, second_half, ways, seconds, copies, binomials,
            other_low.astype(np.int32), other_high.astype(np.int32),
            own_low.astype(np.int32), own_high.astype(np.int32), runs,
            self.segments, starts, low, high, hands, second, slot, self.strict, out,
        )  # fmt: skip
        return out

    def count(self, part: int, parts: int) -> Ints:
        """The pairs of a part of the first hands, those with two flushes as if one had none."""
        starts, low, high, hands, label = self.values
        out = self.tally(self.part(part, parts), starts, low, high, hands, label >= 0, label + 1)
        found = np.zeros((len(self.shown), OUTCOMES), np.int64)
        found += out[0]
        found[: len(out) - 1] += out[1:].sum(axis=1)
        return found

    @cached_property
    def masks(self) -> Masks:
        """By class with a flush: its hands as sets of cards."""
        return masks_of(self.classes.flush.cards)

    @cached_property
    def flush_pairs(self) -> FlushPairs:
        """Pairs of two flushes, for what they yield beyond each flush by itself; of an own way beyond the house way."""
        bare_low, bare_high, bare_label = (column[self.of_flush] for column in self.bare)
        low, high, label = self.flush
        none = np.zeros_like(label)
        first = [(1, low, high, none), (-1, bare_low, bare_high, none)]
        if self.own:
            own_low, own_high = (column[self.of_flush] for column in self.first_bare)
            house = [(-sign, front, back, label) for sign, front, back, label in first]
            first = [(1, *self.first_flush, none), (-1, own_low, own_high, none), *house]
        second = entries_of((1, low, high, label), (-1, bare_low, bare_high, bare_label))
        return FlushPairs(self.masks, entries_of(*first), second, len(self.shown), self.strict)


def lay(stock: Stock, plan: Plan, rows: tuple[Row, ...]) -> Laid:
    """The hands of a deck, set the house way, with everything that parts of the count share."""
    made = Laid(classes_of(stock, plan.game.spec.dealt.cards, plan.high.size), plan, rows)
    made.values, made.halves, made.segments  # noqa: B018 - made once, before threads ask for them
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
    for some in executor.within(0.0, 0.7).over(kit, Laid.count, [(part, _PARTS) for part in range(_PARTS)], cores):
        counts += some
    for some in executor.within(0.7, 1.0).over(kit, _count_flushes, list(np.ndindex(FlushPairs.parts)), cores):
        flushes += some
    counts += flushes
    return Showdown(tuple(made.shown.tolist()), counts / counts.sum(), counts=counts, flushes=flushes)
