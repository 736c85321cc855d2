"""Side bets on the sequence that grows with every card drawn: all orders of ranks, the hand played by the chart."""

from collections import defaultdict

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.hands.columns import Fact
from houseway.odds.blackjack.hands import HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.rounds import Tables
from houseway.odds.blackjack.values import ACE
from houseway.odds.blackjack.views import Parts
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import busts, card_value, total
from houseway.play.blackjack.views import SeatView, arrival_run
from houseway.rules.tables import Table, matching_rows

_RANKS = 13
_ACE_RANK = 12
_SUITS = 4
_UNSPLIT = 0  # a context of the action tables
_ACES = sum(1 << (4 * _ACE_RANK + suit) for suit in range(_SUITS))


def runs_countable(table: Table) -> bool:
    """Whether the rows ask only for the length of the sequence and the suit of its ace."""
    tests = [test for row in table.rows for clause in row.clauses for test in clause.tests]
    plain = all(test.fact == Fact.RUN_LENGTH or (test.fact == Fact.CARDS and not test.low & ~_ACES) for test in tests)
    own = all(clause.hand == "own_run" and not clause.ranks for row in table.rows for clause in row.clauses)
    return plain and own and not table.block.by


class _Runs:
    """Follows one up card; `found` gathers the chances of the final sequences by their ranks."""

    def __init__(self, tables: Tables, shoe: list[int], up: int, found: dict[tuple[int, ...], float]) -> None:
        self.tables, self.up, self.found = tables, card_value(4 * up) - 1, found
        self.left = np.array(shoe, np.float64)
        self.left[up] -= 1

    def _goes_on(self) -> float:
        if not self.tables.peeks[self.up]:
            return 1.0
        tens = self.left[8:12].sum()
        return float(1 - (tens if self.up == ACE else self.left[_ACE_RANK]) / self.left.sum())

    def _end(self, ranks: tuple[int, ...], chance: float) -> None:
        cards = tuple(4 * rank for rank in ranks)
        run = arrival_run(cards[:-1] if busts(cards) else cards)
        self.found[tuple(card >> 2 for card in run)] += chance * self._goes_on()

    def deal(self, chance: float) -> None:
        """Every first two cards."""
        for one in range(_RANKS):
            for two in range(_RANKS):
                self._first_two(one, two, chance)

    def _first_two(self, one: int, two: int, chance: float) -> None:
        for rank in (one, two):
            chance *= max(self.left[rank], 0.0) / self.left.sum()
            self.left[rank] -= 1
        if chance > 0:
            self.found[tuple(card >> 2 for card in arrival_run((4 * one, 4 * two)))] += chance * (1 - self._goes_on())
            self._play((one, two), chance)
        self.left[one] += 1
        self.left[two] += 1

    def _play(self, ranks: tuple[int, ...], chance: float) -> None:
        """A hand while its cards are in sequence; a pair that is split has none (CO 30-2109(6)(b))."""
        cards = tuple(4 * rank for rank in ranks)
        count, soft = total(cards)
        broken = len(arrival_run(cards)) < len(cards)
        table = self.tables.first if len(cards) == 2 else self.tables.more
        action = STANDS if count > 20 or broken else table[_UNSPLIT, int(soft), count, self.up]
        if action in (STANDS, SURRENDERS):
            self._end(ranks, chance)
            return
        for rank in range(_RANKS):
            part = chance * self.left[rank] / self.left.sum()
            if part <= 0:
                continue
            self.left[rank] -= 1
            if action == HITS:
                self._play((*ranks, rank), part)
            else:
                self._end((*ranks, rank), part)
            self.left[rank] += 1


def count_runs(table: Table, deck: str, tables: Tables) -> Parts:
    """A table on the own sequence, whatever the suits but the ace's."""
    shoe = [0] * _RANKS
    for card, copies in copies_of_each(deck).items():
        shoe[card >> 2] += copies
    runs: dict[tuple[int, ...], float] = defaultdict(float)
    for up in range(_RANKS):
        if shoe[up]:
            _Runs(tables, shoe, up, runs).deal(shoe[up] / sum(shoe))
    found: dict[int, float] = defaultdict(float)
    for ranks, chance in runs.items():
        for suit in range(_SUITS):
            cards = tuple(4 * rank + (suit if rank == _ACE_RANK else 0) for rank in ranks)
            seat = Seat({}, (Hand(0, "", cards),), (cards[:2],))
            row = next(iter(matching_rows(table, SeatView(seat, ()))), None)
            found[-1 if row is None else table.rows.index(row)] += chance / _SUITS
    return [(row, None, chance) for row, chance in sorted(found.items())]
