"""How often each set of pay-table rows is met by seven cards, counted exactly; and the rows of a hand by look-up.

Rows that name suits or colours are settled by classes wherever they cannot hold whatever the suits are; the hands of
the few ranks that are left are looked at one by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby, product

import numpy as np

from houseway.cards.text import JOKER
from houseway.hands.columns import Fact
from houseway.odds.arrays import Cards, Flags, Ints
from houseway.odds.counts import PatternCounts
from houseway.odds.pai_gow.views import labels
from houseway.odds.suit_classes.by_ranks import Classes
from houseway.odds.suit_classes.stock import Stock
from houseway.odds.suit_symmetry import OF_RANKS, RANKINGS_OF_RANKS
from houseway.play.pai_gow.plan import Plan
from houseway.rules.patterns import Clause, Row, Test

_LENGTHS = (Fact.FLUSH_LENGTH, Fact.STRAIGHT_FLUSH_LENGTH, Fact.ROYAL_LENGTH)
_OF_ALL_SUITS = (Fact.FLUSH_SUITS, Fact.ROYAL_SUITS, Fact.SUITED)
_OF_FLUSHES = (Fact.STRAIGHT_FLUSH, Fact.NOTHING, Fact.IDENTICAL)
_OF_NAMED_SUITS = (Fact.COLOURS, Fact.REDS, Fact.CARDS)
_AT_ONCE = 1 << 16
MOST_HANDS = 20_000_000  # looked at one by one


def countable(plan: Plan, stock: Stock) -> bool:
    """Whether the deck is plain, with a joker at most, and suits that go round make no flush."""
    most = -(-plan.game.spec.dealt.cards // 4) + sum(count for _, count in stock.extras)
    plain = max(stock.copies) == 1 and stock.extras in ((), ((JOKER, 1),))
    return plain and most < plan.high.size


def names_suits(test: Test) -> bool:
    """Whether a renaming of suits may change what a test says."""
    return test.fact in _OF_NAMED_SUITS or (test.fact in _OF_ALL_SUITS and test.low != 15)


def by_classes(plan: Plan, clause: Clause, test: Test) -> bool:
    """Whether a test says the same of all hands of a class."""
    if names_suits(test):
        return False
    if test.fact in OF_RANKS or plan.hands[clause.hand].beside:
        return True
    long_enough = test.fact in _LENGTHS and test.low >= plan.high.size and test.high >= 99
    return long_enough or test.fact in _OF_ALL_SUITS or test.fact in _OF_FLUSHES


def rows_by_classes(plan: Plan, rows: tuple[Row, ...]) -> bool:
    """Whether rows say the same of all hands of a class."""
    return all(by_classes(plan, clause, test) for row in rows for clause in row for test in clause.tests)


def set_by_classes(plan: Plan) -> bool:
    """Whether all hands of a class are set alike."""
    return plan.low.name in RANKINGS_OF_RANKS and rows_by_classes(plan, tuple(row.tests for row in plan.house_way))


def _possible(plan: Plan, row: Row) -> Row:
    """The row without what depends on the suits within a class."""

    def kept(clause: Clause) -> Clause:
        return replace(clause, tests=tuple(test for test in clause.tests if by_classes(plan, clause, test)))

    return tuple(kept(clause) for clause in row if not clause.forbidden or kept(clause) == clause)


def _suited(cards: Cards) -> Iterator[Cards]:
    """All hands with the ranks of one hand."""
    suited = sorted(int(card) >> 2 for card in cards if card < JOKER)
    extras = [int(card) for card in cards if card >= JOKER]
    ways = [
        [tuple(4 * rank + suit for suit in suits) for suits in combinations(range(4), len(list(alike)))]
        for rank, alike in groupby(suited)
    ]
    some = []
    for choice in product(*ways):
        some.append([card for part in choice for card in part] + extras)
        if len(some) == _AT_ONCE:
            yield np.array(some, np.uint8)
            some = []
    if some:
        yield np.array(some, np.uint8)


@dataclass(frozen=True)
class RowTable:
    """The rows that seven cards of one side meet, as bits."""

    plan: Plan
    classes: Classes
    rows: tuple[Row, ...]
    side: str

    def of(self, cards: Cards) -> Ints:
        """The bits of each hand, read from its cards."""
        parts = [
            labels(self.plan, self.rows, {self.side: cards[start : start + _AT_ONCE]})
            for start in range(0, len(cards), _AT_ONCE)
        ]
        return np.concatenate(parts) if parts else np.empty(0, np.int64)

    @cached_property
    def plain(self) -> Ints:
        """The bits of hands without a flush, by the place of their ranks; of one of them where ranks are open."""
        return self.of(self.classes.plain.cards)

    @cached_property
    def open_ranks(self) -> Flags:
        """The ranks whose hands differ by their suits, flush or not."""
        found = np.zeros(len(self.classes.plain.weights), np.bool_)
        unsure = tuple(_possible(self.plan, row) for row in self.rows if not rows_by_classes(self.plan, (row,)))
        if unsure:
            could = RowTable(self.plan, self.classes, unsure, self.side)
            found |= could.plain != 0
            found[self.classes.of_flush[could.of(self.classes.flush.cards) != 0]] = True
        return found

    def to_read(self, place: Ints, flush: Flags) -> Ints:
        """The hands whose ranks do not tell the rows they meet."""
        return np.flatnonzero(flush | self.open_ranks[place])

    def look_up(self, cards: Cards, place: Ints, flush: Flags) -> Ints:
        """The bits of hands whose ranks' places are known: the cards are read only where ranks do not tell."""
        bits: Ints = self.plain[place]
        read = self.to_read(place, flush)
        bits[read] = self.of(np.ascontiguousarray(cards[read]))
        return bits

    def census(self) -> PatternCounts | None:
        """Hands by the rows they meet; None where too many would have to be looked at."""
        classes, open_now = self.classes, self.open_ranks
        if classes.plain.weights[open_now].sum() > MOST_HANDS:
            return None
        found: dict[int, int] = {}

        def add(bits: Ints, weights: Ints) -> None:
            values, places = np.unique(bits, return_inverse=True)
            sums = np.zeros(len(values), np.int64)
            np.add.at(sums, places, weights)
            for value, count in zip(values.tolist(), sums.tolist(), strict=True):
                found[value] = found.get(value, 0) + count

        add(self.plain[~open_now], classes.without_flush[~open_now])
        settled = ~open_now[classes.of_flush]
        add(self.of(classes.flush.cards[settled]), classes.flush.weights[settled])
        for ranks in classes.plain.cards[open_now]:
            for cards in _suited(ranks):
                add(self.of(cards), np.ones(len(cards), np.int64))
        return PatternCounts(found)
