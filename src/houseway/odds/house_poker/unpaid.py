"""Rows of pay tables that no hand is ever paid by: the cards cannot make them, or an earlier row takes every hand."""

from collections.abc import Iterable, Iterator

import numpy as np

from houseway.cards.decks import deck
from houseway.odds.house_poker.batch import Batch, Cards
from houseway.odds.house_poker.pattern_counts import count_patterns, labels_of_rows
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.sides import tables_of
from houseway.odds.house_poker.wagers import changes
from houseway.odds.simulate.deals import SEED
from houseway.odds.suit_symmetry import hands_in
from houseway.play.house_poker.plan import Plan
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

PAID = "paid"
IMPOSSIBLE = "no hand can be this"
SWALLOWED = "an earlier row takes every hand that is this"
_MOST_BITS = 62
_DEALS_OF_ALL, _POOLS, _DEALS = 1 << 16, 240, 1 << 9  # dealt before all hands are counted


def paid_rows(plan: Plan) -> tuple[set[str], dict[str, str]]:
    """Paths of the rows that some hand is paid by, and of those that none ever is, with the reason.

    Every alternative of every table is looked at; a row of which neither can be told is in neither.
    """
    counting = _Rows(plan)
    paid: set[str] = set()
    unpaid: dict[str, str] = {}
    for table in counting.tables():
        found = counting.judged(tuple(row.clauses for row in table.rows), table.block.award == "first")
        for row, why in zip(table.rows, found, strict=False):
            if why == PAID:
                paid.add(table.path(row))
            elif why:
                unpaid[table.path(row)] = why
    return paid, {path: why for path, why in unpaid.items() if path not in paid}


class _Rows:
    """Judges the rows of tables of one plan; tables of the same rows are judged once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._found: dict[tuple[tuple[Row, ...], bool], list[str]] = {}

    def judged(self, rows: tuple[Row, ...], first: bool) -> list[str]:
        """For each row PAID, the reason why it never is, or nothing where that cannot be told."""
        if (rows, first) not in self._found:
            try:
                self._found[rows, first] = self._judge(rows, first)
            except RuleError:  # a pile that no stage deals, such as a card that replaces a joker
                self._found[rows, first] = []
        return self._found[rows, first]

    def tables(self) -> Iterator[Table]:
        for wager in self.plan.wagers.values():
            for table in wager.tables:
                own = wager.table is not None and table.name == wager.table.name
                if own and not wager.spec.best_of:
                    yield from tables_of(self.plan, wager).values()
                else:
                    yield table

    def _judge(self, rows: tuple[Row, ...], first: bool) -> list[str]:
        """Most rows are cleared by hands dealt at random, the others by a count of all hands."""
        if not hands_in(rows) or len(rows) > _MOST_BITS:
            return []
        waiting = set(range(len(rows)))
        for batch in self._deals():
            labels = np.unique(labels_of_rows(rows)(batch))
            waiting -= _decided(labels.tolist(), first)
            if not waiting:
                return [PAID] * len(rows)
        # What a seat throws away is not counted, nor cards of several packs that meet in one hand.
        uncertain = bool(self.plan.game.spec.packs) or any(changes(self.plan, hand) for hand in hands_in(rows))
        census = None if uncertain else count_patterns(self.plan, rows)
        if census is None or census.sampled:
            return ["" if index in waiting else PAID for index in range(len(rows))]
        patterns = [bits for bits, count in census.counts.items() if count]
        waiting -= _decided(patterns, first)
        made = {index for index in waiting if any(bits >> index & 1 for bits in patterns)}
        return [PAID if i not in waiting else SWALLOWED if i in made else IMPOSSIBLE for i in range(len(rows))]

    def _deals(self) -> Iterator[Batch]:
        """Deals of one seat: of the whole deck, then of few ranks or few suits of it, where rare hands are common."""
        needed, whole = cards_needed(self.plan), np.array(deck(self.plan.game.spec.deck), np.uint8)
        rng = np.random.default_rng(SEED)
        for number in range(1 + _POOLS):
            pool = whole if number == 0 else _pool(whole, needed, number, rng)
            dealt = rng.permuted(np.tile(pool, (_DEALS_OF_ALL if number == 0 else _DEALS, 1)), axis=1)[:, :needed]
            yield Batch(self.plan, seated(self.plan, np.ascontiguousarray(dealt))[0])


def _decided(patterns: Iterable[int], first: bool) -> set[int]:
    """The rows that are paid in some of these patterns of rows that hold."""
    return {
        row for bits in patterns for row in range(bits.bit_length()) if (bits & -bits if first else bits) >> row & 1
    }


def _pool(whole: Cards, needed: int, number: int, rng: np.random.Generator) -> Cards:
    """A few cards of the deck: neighbouring ranks of one suit, or all of a few ranks, and others up to the number."""
    ranks, suits = whole >> 2, whole & 3
    width = int(rng.integers(3, 8))
    start = int(rng.integers(0, 14 - min(width, 13)))
    near = (ranks >= start) & (ranks < start + width)
    some = near & (suits == number % 4) if number % 2 else np.isin(ranks, rng.choice(13, 3, replace=False))
    chosen = np.concatenate([whole[some], whole[ranks >= 13][: number % 3]])
    others = rng.permutation(whole[~some])[: max(2, needed - len(chosen))]
    return np.concatenate([chosen, others])
