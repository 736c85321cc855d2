"""The price of the wagers on seven cards, counted from all hands; sampled only where two hands decide together."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.counts import PatternCounts
from houseway.odds.lines import Line, price_lines
from houseway.odds.pai_gow.nets import Paid, alternatives, doubling, looked_at, rows_of, side_of
from houseway.odds.pai_gow.rows import RowTable
from houseway.odds.pai_gow.views import labels
from houseway.odds.payoff import block_base
from houseway.odds.report import SidePrice
from houseway.odds.simulate.deals import deals
from houseway.odds.suit_classes.by_ranks import Classes, classes_of
from houseway.odds.suit_classes.stock import stock_of
from houseway.play.pai_gow.plan import DEALER, PLAYER, Plan, WagerPlan
from houseway.rules.patterns import Row
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table
from houseway.rules.wording import money

_MOST_BITS = 62
_DEALS = 2_000_000  # where rows look at both hands
_TWO_HANDS = 8_000_000  # for how often the dealer's cards double


@dataclass
class Sides:
    """Prices the wagers by pay tables of one plan."""

    plan: Plan
    meters: dict[str, float] = field(default_factory=dict)
    _censuses: dict[tuple[Row, ...], PatternCounts] = field(default_factory=dict)

    @cached_property
    def classes(self) -> Classes:
        spec = self.plan.game.spec
        return classes_of(stock_of(spec.deck), spec.dealt.cards, self.plan.high.size)

    def wager(self, name: str, every_table: bool) -> dict[str, SidePrice]:
        """By pay-table id, the one in use first or alone."""
        wager = self.plan.wagers[name]
        hand = looked_at(wager)
        tables = alternatives(self.plan, wager.spec.pay_table, hand)
        rows = rows_of(tables)
        if len(rows) > _MOST_BITS:
            rows = ()
        wanted = tables if every_table else dict([next(iter(tables.items()))])
        return {
            table_id: self._priced(wager, table, rows or rows_of({table_id: table}))
            for table_id, table in wanted.items()
        }

    def _census(self, rows: tuple[Row, ...]) -> PatternCounts:
        if rows not in self._censuses:
            side = side_of(self.plan, rows)
            found = RowTable(self.plan, self.classes, rows, side).census() if side else None
            self._censuses[rows] = found or self._sampled(rows)
        return self._censuses[rows]

    def _sampled(self, rows: tuple[Row, ...]) -> PatternCounts:
        found: dict[int, int] = {}
        size = self.classes.size
        for cards in deals(self.plan.game.spec.deck, 2 * size, _DEALS):
            bits = labels(self.plan, rows, {PLAYER: cards[:, :size], DEALER: cards[:, size:]})
            for value, count in zip(*(part.tolist() for part in np.unique(bits, return_counts=True)), strict=True):
                found[value] = found.get(value, 0) + count
        return PatternCounts(found, sampled=True)

    def _priced(self, wager: WagerPlan, table: Table, rows: tuple[Row, ...]) -> SidePrice:
        paid, census = Paid(self.plan, wager, table, rows), self._census(rows)
        counts = np.zeros(len(table.rows) + 1, np.int64)
        bits = np.array(list(census.counts), np.int64)
        np.add.at(counts, paid.decided(bits), np.array(list(census.counts.values()), np.int64))
        doubles = doubling(self.plan, wager, self.classes)
        lines = self._lines(paid, counts) if doubles is None else []
        error = 0.0
        if doubles is not None:
            shares, seen = self._doubled(paid, doubles)
            lines = [*self._lines(paid, counts * (1 - shares)), *self._lines(paid, counts * shares, twice=True)]
            each, twice = (np.array([worth.at(self.meters) for worth in paid.worths(more)]) for more in (False, True))
            error = sqrt(float(((counts / census.total * (twice - each)) ** 2 * shares * (1 - shares) / seen).sum()))
        price = price_lines(lines, census.total, self.meters, sampled=census.sampled, table=table.id)
        if error:
            price = replace(price, method="simulated", standard_error=error)
        return self._noted(wager, table, price)

    def _lines(self, paid: Paid, counts: Floats | Ints, twice: bool = False) -> list[Line]:
        worths, rows, deals_of = paid.worths(twice), paid.table.rows, counts.tolist()
        lines = [
            Line(
                f"{row.name} doubled" if twice else row.name,
                f"{row.pays[0].text}, doubled" if twice and row.pays[0].parts else row.pays[0].text,
                worths[place], row.pays[0].result == "win", deals_of[place],
            )
            for place, row in enumerate(rows)
        ]  # fmt: skip
        return [*lines, Line("all others", LOSE.text, worths[-1], False, deals_of[-1])]

    def _doubled(self, paid: Paid, doubles: RowTable) -> tuple[Floats, Ints]:
        """For each row how often the dealer's cards double it, and from how many hands that is known."""
        side = side_of(self.plan, paid.rows)
        own = RowTable(self.plan, self.classes, paid.rows, side)
        size, classes = self.classes.size, self.classes
        seen, twice = np.zeros(len(paid.table.rows) + 1), np.zeros(len(paid.table.rows) + 1)
        for cards in deals(self.plan.game.spec.deck, 2 * size, _TWO_HANDS):
            hands = {}
            for name, first in ((PLAYER, 0), (DEALER, size)):
                numbers, flush = classes.number(cards, first)
                hands[name] = cards[:, first : first + size], classes.place[numbers], flush
            rows = paid.decided(own.look_up(*hands[side]))
            seen += np.bincount(rows, minlength=len(seen))
            twice += np.bincount(rows, doubles.look_up(*hands[DEALER]), len(seen))
        usual = twice.sum() / seen.sum()
        return np.where(seen > 0, twice / np.maximum(seen, 1), usual), np.maximum(seen, 1)

    def _noted(self, wager: WagerPlan, table: Table, price: SidePrice) -> SidePrice:
        words, notes = wager.spec, []
        unknown = sorted(level for level in price.meters if level not in self.meters)
        if unknown:
            notes.append(f"without the meter ({', '.join(unknown)})")
        if words.choose:
            notes.append(f"on the {looked_at(wager)}'s hand; the price is the same for {' and '.join(words.choose)}")
        if words.envy is not None and any(row.envy for row in table.rows):
            notes.append(self._envy(table, price, words.envy.min_stake))
        return replace(price, note="; ".join(notes)) if notes else price

    def _envy(self, table: Table, price: SidePrice, least: float) -> str:
        chances: Mapping[str, float] = {line.hand: line.probability for line in price.lines}
        value = sum(row.envy / 100 * chances.get(row.name, 0.0) for row in table.rows)
        base = max(least, block_base(table.block, table.id))
        return f"envy adds ${value:.6f} a round for each other player, {value / base:.6f} of a stake of {money(base)}"
