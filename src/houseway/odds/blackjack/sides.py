"""The price of every side bet of a blackjack game: counted where the cards decide, by simulation where play does."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from houseway.odds.blackjack.dealer_views import count_dealer, count_reds, countable
from houseway.odds.blackjack.free_bets import count_free_bets, free_bets_countable
from houseway.odds.blackjack.played import Played, deciding_row
from houseway.odds.blackjack.results import asks_result, best_with, count_pressed, count_results, deciding_rows
from houseway.odds.blackjack.run_views import count_runs, runs_countable
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, tables_of
from houseway.odds.blackjack.streets import price_streets
from houseway.odds.blackjack.values import Ints, shoe_of
from houseway.odds.blackjack.views import (
    STARTING,
    Parts,
    count_own_set,
    count_starting,
    cycle_of,
    looked_at,
    on_own_set,
)
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import block_base, payoff
from houseway.odds.report import SidePrice
from houseway.play.blackjack.cases import HandCase, Shows, priced_by, side_cases
from houseway.play.blackjack.plan import Plan, SideBet, deck_counts
from houseway.play.core.cases import Both
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table, compile_table
from houseway.rules.words import PayBlock

_WHOLE = 10**15  # parts in which chances are handed to the pricing of lines
_BLOCKS = 64
_KEYS = 64  # more than any key of a table by count, up card or free bets

NO_COUNTS = (
    "hands draw until they stand from a shoe that every card changes, so rounds of different lengths have no cycle in "
    "common, and split hands are taken as independent given how the dealer ends"
)


@dataclass(frozen=True)
class Sides:
    """Prices the side bets of one plan."""

    plan: Plan
    solved: Solved | None  # None: a game whose play no chart tells; only bets on cards as dealt are priced
    meters: Mapping[str, float]

    @property
    def _play(self) -> Solved:
        if self.solved is None:
            raise RuleError("a side bet on hands that are played has no price here", self.plan.spec.id)
        return self.solved

    def all(self, every_table: bool = False) -> dict[str, dict[str, SidePrice]]:
        """Side bet -> pay-table id -> price, the table in use first."""
        hands = {name: side for name, side in self.plan.sides.items() if side.spec.view != "streets"}
        found = {name: self.bet(side, every_table) for name, side in hands.items()}
        return found if self.plan.spec.streets is None else {**found, **price_streets(self.plan)}

    def bet(self, side: SideBet, every_table: bool) -> dict[str, SidePrice]:
        """One side bet."""
        tables = {side.table.id: side.table}
        spec, name = self.plan.spec, side.spec.pay_table
        ids = [one for block in spec.pay_tables[name] for one in block.ids] if every_table else []
        for one in ids:
            if one not in tables:
                tables[one] = compile_table(
                    name, spec.pay_tables[name], one, side.spec.view, spec.patterns, spec.house_suit
                )
        counted = {one: self._price(side, table) for one, table in tables.items()}
        played = self._played(side, [tables[one] for one, price in counted.items() if price is None])
        found = {one: played[one] if price is None else price for one, price in counted.items()}
        return {one: price if price.cycle else replace(price, uncounted=NO_COUNTS) for one, price in found.items()}

    def _decks(self, table: Table) -> tuple[str, str]:
        """The shoe of a table: the game's, unless the house did not say and the table is printed for others."""
        block, game = table.block, self.plan.game
        printed = _column(block, table.id)
        own = self.plan.spec.deck
        if not printed or "decks" in game.house.options:
            return own, ""
        counts = deck_counts(printed)
        if int(game.options.get("decks", 0)) in counts or "decks" not in game.options:
            return own, ""
        return f"{min(counts)}x52", f"for {min(counts)} deck{'s' * (min(counts) > 1)}, as the table is printed"

    def _price(self, side: SideBet, table: Table) -> SidePrice | None:
        """The price where it can be counted."""
        deck, note = self._decks(table)
        notes = [note] if note else []
        parts = self._parts(side, table, deck, notes)
        if parts is None:
            return None
        cycle = cycle_of(table, deck)
        whole = cycle or _WHOLE
        lines = self._lines(side, table, [(row, key, round(chance * whole)) for row, key, chance in parts])
        price = price_lines(lines, whole, self.meters, table=table.id, whole=bool(cycle) and not side.prizes)
        if side.spec.presses:
            edge = price.house_edge - count_pressed(table, deck, self._play.counted)
            notes.append(f"moved onto the hand where that is worth more than it costs, its winnings leave {edge:.4%}")
        return self._noted(price, notes)

    def _parts(self, side: SideBet, table: Table, deck: str, notes: list[str]) -> Parts | None:
        views = looked_at(table) or {table.hand}
        dealer = self.plan.spec.dealer
        if table.block.award == "best":
            return None
        if side.spec.streak:
            notes.append("over as many rounds as it takes, each from a full shoe and played by the chart")
            notes.append("split hands as independent given how the dealer ends")
            chance = self._play.by_chart.wins_decided**side.spec.streak
            return [(0, side.spec.streak, chance), (-1, None, 1 - chance)]
        if table.block.by == "free_bets":
            return self._free_bets(side, table, deck, notes)
        if views <= set(STARTING) and table.block.by in ("", "up"):
            return count_starting(table, deck)
        if on_own_set(table):
            return count_own_set(table, deck)
        if table.hand == "dealer_reds" and table.block.by == "count" and all(not row.clauses for row in table.rows):
            return [(0, reds, chance) for reds, chance in enumerate(count_reds(deck, dealer.hits_soft_17)) if chance]
        if table.hand == "own_run" and runs_countable(table):
            notes.append("the hand is played by the chart")
            return count_runs(table, deck, tables_of(self._play, fresh=True))
        if all(asks_result(row.clauses) for row in table.rows) and not table.block.by:
            notes.append("the hand is played by the chart")
            notes += self._played_for(side, table)
            return count_results(table, self._play.by_chart.first)
        kept = [row for row in table.rows if not self._never(row.clauses)]
        if table.hand == "dealer" and all(countable(row.clauses) for row in kept):
            late = side.spec.opens_at in ("peeked", "acted")
            if side.spec.opens_at != "bets":
                notes.append("over all up cards, the own cards unseen")
            looks = dealer.peeks if late and dealer.hole_card else ""
            numbers = [table.rows.index(row) for row in kept]
            found = count_dealer(replace(table, rows=tuple(kept)), deck, dealer.hits_soft_17, looks)
            return [(numbers[row] if row >= 0 else -1, key, chance) for row, key, chance in found]
        return None

    def _played_for(self, side: SideBet, table: Table) -> list[str]:
        """What the game returns when hands are played for a side bet on their result too, made for its most."""
        share = float(self.plan.game.options[side.spec.at_most]) if side.spec.at_most else 0.0
        if not share:
            return []
        pays = [table.price(table.rows[row], None) if row >= 0 else LOSE for row in deciding_rows(table).tolist()]
        nets = np.array([payoff(pay or LOSE, stake_kept=side.stake_kept).at(dict(self.meters)) for pay in pays])
        edge = -best_with(self._play.rules, nets, share)
        return [f"played best for both, it at {share:g} of the wager, the two give the house {edge:.4%} of the wager"]

    def _free_bets(self, side: SideBet, table: Table, deck: str, notes: list[str]) -> Parts | None:
        """Rows that are decided by the dealer's natural alone, priced by the free bets of the chart."""
        tables = tables_of(self._play, fresh=True)
        deciding = [deciding_row(table, natural) for natural in (False, True)]
        if side.spec.opens_at != "bets" or None in deciding or not free_bets_countable(tables):
            return None
        notes.append("the hand is played by the chart")
        chances = count_free_bets(tables, shoe_of(deck).astype(np.float64))
        return [
            (row, number, float(chance))
            for row, of_row in zip(deciding, chances, strict=True)
            for number, chance in enumerate(of_row)
            if row is not None and chance > 0
        ]

    def _never(self, row: Row) -> bool:
        """Whether a row asks for an own hand that the chart never draws to."""
        chart = self._play.chart
        hit = max(
            (total for table in (chart.first, chart.more) for total in range(22) if table[:, 0, total].any()), default=0
        )
        return any(
            clause.hand == "own_all" and test.kind == "range" and test.low > hit + 10
            for clause in row
            for test in clause.tests
            if test.fact.name == "POINTS"
        )

    def _lines(self, side: SideBet, table: Table, parts: Sequence[tuple[int, int | None, int]]) -> list[Line]:
        """One line for each row and price, and one for all that is lost without a row."""
        found: dict[tuple[str, str], Line] = {}
        base, cases = block_base(table.block, table.id), tuple(side_cases(side.spec, table, side.prizes))
        for number, key, count in sorted(parts, key=lambda one: (one[0] < 0, one[0], one[1] or 0)):
            decided = priced_by(cases, table.rows[number] if number >= 0 else None, key)
            whole, seen = sum(case.ways for case in decided), 0
            for case in decided:
                before, seen = count * seen // whole, seen + case.ways  # the last takes what rounding leaves
                pay = case.pay or LOSE
                name = self._named(table, case)
                made = payoff(pay, stake_kept=side.stake_kept, base=base, meter=side.spec.meter)
                line = found.get((name, pay.text), Line(name, pay.text, made, pay.result == "win", 0))
                found[name, pay.text] = replace(line, count=line.count + count * seen // whole - before)
        return [line for line in found.values() if line.count or line.hand != "all others"]

    def _named(self, table: Table, case: HandCase) -> str:
        """The hand of a case, as a list of prices names it."""
        if isinstance(case.when, Both) and isinstance(case.when.first, Shows):
            return f"{case.when.first.row.name}, {case.when.second.text()}"
        if not isinstance(case.when, Shows):
            return "all others"
        row, key = case.when.row.name, case.when.key
        more = " or more" * case.when.beyond
        by = {
            "streak": f"{key} wins",
            "up": f"{'ace' if key == 11 else key} up",
            "count": f"{key}{more} cards",
            "free_bets": f"{key}{more} free",
        }.get(table.block.by, "")
        return ", ".join(filter(None, ("" if by and row == "other" else row, by)))

    def _played(self, side: SideBet, tables: list[Table]) -> dict[str, SidePrice]:
        """Prices of one side bet from rounds of the chart, each from a full shoe."""
        if not tables:
            return {}
        engine = Engine(self.plan, tables_of(self._play, True, (side.name,)), seed=1)

        def count(block: int) -> Ints:
            found = np.zeros((len(tables), most * _KEYS), np.int64)

            def see(played: Played) -> None:
                made = played.made(side)
                for place, table in enumerate(tables):
                    rows, keys = played.decided(table)
                    codes = (rows + 1) * _KEYS + (0 if keys is None else keys)
                    found[place] += np.bincount(codes[made], minlength=most * _KEYS)

            engine.rounds(block, BLOCK, see)
            return found

        most = max(len(table.rows) for table in tables) + 1
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            counts = sum(pool.map(count, range(_BLOCKS)), np.zeros((len(tables), most * _KEYS), np.int64))
        prices = {}
        for number, table in enumerate(tables):
            parts = [
                (code // _KEYS - 1, code % _KEYS if table.block.by else None, int(counts[number, code]))
                for code in np.flatnonzero(counts[number]).tolist()
            ]
            lines = self._lines(side, table, parts)
            made = price_lines(lines, int(counts[number].sum()), self.meters, sampled=True, table=table.id)
            prices[table.id] = self._noted(made, ["by simulation of the chart"])
        return prices

    def _noted(self, price: SidePrice, notes: list[str]) -> SidePrice:
        unknown = sorted(level for level in price.meters if level not in self.meters)
        if unknown:
            notes = [*notes, f"without the meter ({', '.join(unknown)})"]
        return replace(price, note="; ".join(notes)) if notes else price


def _column(block: PayBlock, table_id: str) -> str:
    if len(block.decks) <= 1:
        return block.decks[0] if block.decks else ""
    return block.decks[block.ids.index(table_id)]
