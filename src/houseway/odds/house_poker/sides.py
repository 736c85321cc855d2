"""The price of every side wager of a house-poker game: counted exactly where that can be done, else sampled.

A wager is priced alone, for a hand that is not folded: each pay-table row with its probability and its part of the
return. What a meter adds is kept apart as a return for each dollar it shows, and so is envy, for each other player.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from houseway.odds.counts import PatternCounts
from houseway.odds.house_poker.bad_beats import bad_beats
from houseway.odds.house_poker.batch import Batch, Cards, Flags, Ints
from houseway.odds.house_poker.best_of_table import Chances, best_of_deals, best_of_table
from houseway.odds.house_poker.pattern_counts import Counting, count_patterns, labels_of_rows
from houseway.odds.house_poker.sampling import DEALS, sample, seats_dealt
from houseway.odds.house_poker.wagers import cells, changes, positions, side_wagers
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff, block_base, payoff
from houseway.odds.report import SidePrice
from houseway.odds.suit_symmetry import flush_length, hands_in, interchangeable, suits_alone
from houseway.play.house_poker.cases import Shows
from houseway.play.house_poker.plan import Plan, WagerPlan, on_hand
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.pays import LOSE, Pay
from houseway.rules.tables import Table, compile_table

_MOST_BITS = 62
_SUMS = "chances beside every class of boards are added up, of more deals than sixteen digits tell apart"


def tables_of(plan: Plan, wager: WagerPlan) -> dict[str, Table]:
    """Every alternative of a wager's pay table, by its id."""
    assert wager.table is not None
    spec, name = plan.game.spec, wager.table.name
    ids = [table_id for block in spec.pay_tables[name] for table_id in block.ids]
    return {
        table_id: compile_table(name, spec.pay_tables[name], table_id, wager.spec.hand, spec.patterns, spec.house_suit)
        for table_id in ids
    }


def deciding_row(table: Table, bits: int, numbers: Mapping[Row, int], prices: Sequence[float]) -> int:
    """The row that decides when the rows in `bits` hold, -1 if none does."""
    fitting = [i for i, row in enumerate(table.rows) if bits >> numbers[row.clauses] & 1]
    if not fitting:
        return -1
    return max(fitting, key=lambda i: (prices[i], -i)) if table.block.award == "best" else fitting[0]


def _by_rows_alone(wager: WagerPlan) -> bool:
    """Whether the rows of its pay table are all that a wager looks at."""
    return not (wager.compares or wager.spec.best_of or wager.bad_beat is not None)


class Sides:
    """Prices the side wagers of one plan; a census is taken once for all alternatives that look at the same hands."""

    def __init__(self, plan: Plan, meters: Mapping[str, float] | None = None, deals: int = DEALS) -> None:
        self.plan = plan
        self.meters = dict(meters or {})
        self.deals = deals
        self._censuses: dict[frozenset[Row], tuple[PatternCounts, dict[Row, int]]] = {}
        self._rows: dict[str, list[list[Row]]] = {}  # by wager: of each alternative of its table
        self._beats: dict[tuple[str, tuple[Row, ...]], PatternCounts] = {}

    def wager(self, name: str, every_table: bool = False) -> dict[str, dict[str, SidePrice]]:
        """One wager, by pay-table id; a wager on the best hand of the table is priced for every number of hands."""
        wager = self.plan.wagers[name]
        if wager.spec.best_of:
            return self._over_the_table(wager, every_table)
        if wager.table is None or (wager.compares and wager.bad_beat is None):
            return {name: {wager.table.id if wager.table else "": self._noted(wager, self._by_nets(wager))}}
        tables = tables_of(self.plan, wager)
        in_use = {wager.table.id: tables[wager.table.id]}
        judge = self._by_rows if wager.bad_beat is None else self._bad_beat
        return {
            name: {
                table_id: self._noted(wager, judge(wager, table), table)
                for table_id, table in ({**in_use, **tables} if every_table else in_use).items()
            }
        }

    def _census(self, rows: frozenset[Row], wanted: Sequence[Row]) -> tuple[PatternCounts, dict[Row, int]]:
        if rows not in self._censuses:
            changing = self._changing(hands_in(wanted))
            found = None if changing else count_patterns(self.plan, wanted)
            found = found or sample(self.plan, labels_of_rows(wanted), self.deals)
            self._censuses[rows] = found, {row: number for number, row in enumerate(wanted)}
        return self._censuses[rows]

    def _changing(self, hands: Iterable[str]) -> bool:
        """Whether hands depend on play; cards of the deal count as kept, and what is drawn cannot be told alone."""
        changing = [hand for hand in hands if changes(self.plan, hand)]
        drawn = any(stage.fill_from == "deck" for stage in self.plan.stages)
        if any(not self.plan.hands[hand].held for hand in changing):
            raise RuleError("it depends on which cards the seat throws away")
        return bool(changing) and not drawn

    def _rows_on(self, wager: WagerPlan, hands: frozenset[str]) -> list[Row]:
        """The rows of all alternatives of a wager that look at these hands."""
        if wager.name not in self._rows:
            tables = tables_of(self.plan, wager).values()
            self._rows[wager.name] = [[row.clauses for row in table.rows] for table in tables]
        return [row for rows in self._rows[wager.name] if hands_in(rows) == hands for row in rows]

    def _alike(self, hands: frozenset[str], rows: list[Row]) -> list[Row]:
        """These rows, with those of other wagers that hands told apart in the same way answer too."""

        def told_apart(rows: list[Row]) -> tuple[object, ...]:
            return interchangeable(rows), flush_length(rows, self.plan.hands), suits_alone(rows)

        found, how = list(rows), told_apart(rows)
        if len(cells(self.plan, hands)) > 1 or any(self.plan.hands[hand].plays_of for hand in hands):
            return found
        for name in side_wagers(self.plan):
            other = self.plan.wagers[name]
            if other.table is not None and _by_rows_alone(other):
                more = self._rows_on(other, hands)
                if more and told_apart(more) == how == told_apart(found + more):
                    found += more
        return found

    def _by_rows(self, wager: WagerPlan, table: Table) -> SidePrice:
        """All tables that look at the same hands share a census, so the first one asked counts for all."""
        hands = hands_in(row.clauses for row in table.rows)
        own = self._rows_on(wager, hands)
        for rows in (self._alike(hands, own), own, [row.clauses for row in table.rows]):
            wanted = list(dict.fromkeys(rows))
            if len(wanted) <= _MOST_BITS:
                break
        census, numbers = self._census(frozenset(wanted), wanted)
        lines = self._lines(wager, table, census, numbers)
        return price_lines(lines, census.total, self.meters, sampled=census.sampled, table=table.id)

    def _worth(self, wager: WagerPlan, pay: Pay, table: Table | None) -> Payoff:
        spec = wager.spec
        base = block_base(table.block, table.id) if table else 1.0
        made = payoff(pay, stake_kept=wager.stake_kept, base=base, meter=spec.meter, commission=wager.rate)
        return replace(made, net=max(made.net, 0.0)) if spec.coupon or spec.paid_on else made

    def _bad_beat(self, wager: WagerPlan, table: Table) -> SidePrice:
        """Both hands at least so good, and the losing one's row: label n is row n - 1, 0 is not a bad beat."""
        words, least = wager.spec, wager.bad_beat
        own, other = table, on_hand(table, words.hand, words.against)

        def label(batch: Batch) -> Ints:
            mine, theirs = batch.value(words.hand), batch.value(words.against)
            beaten = (np.minimum(mine, theirs) >= least) & (mine != theirs)
            rows = np.where(mine < theirs, batch.decisive(own), batch.decisive(other)).astype(np.int64)
            return np.where(beaten, rows + 1, 0)

        key = wager.name, tuple(row.clauses for row in table.rows)
        if key not in self._beats:
            self._beats[key] = bad_beats(self.plan, wager, table) or sample(self.plan, label, self.deals)
        census = self._beats[key]
        lines = [
            Line(row.name, row.pays[0].text, self._worth(wager, row.pays[0], table), True, census.counts.get(number, 0))
            for number, row in enumerate(table.rows, start=1)
        ]
        lines.append(Line("all others", LOSE.text, self._worth(wager, LOSE, None), False, census.counts.get(0, 0)))
        return price_lines(lines, census.total, self.meters, sampled=census.sampled, table=table.id)

    def counts(self, name: str) -> dict[float, int]:
        """The combinations of every net result of a wager with a pay table."""
        wager = self.plan.wagers[name]
        assert wager.table is not None
        rows = list(dict.fromkeys(row.clauses for row in wager.table.rows))
        found: dict[float, int] = {}
        for line in self._lines(wager, wager.table, *self._census(frozenset(rows), rows)):
            net = line.worth.at(self.meters)
            found[net] = found.get(net, 0) + int(line.count)
        return found

    def results(self, name: str) -> dict[float, float]:
        """The chance of every net result of a wager with a pay table."""
        counts = self.counts(name)
        total = sum(counts.values())
        return {net: count / total for net, count in counts.items()}

    def worths(self, wager: WagerPlan) -> list[float]:
        """The net result of every row of a wager's table, and last of no row."""
        assert wager.table is not None
        rows = [self._worth(wager, row.pays[0], wager.table) for row in wager.table.rows]
        return [one.at(self.meters) for one in (*rows, self._worth(wager, wager.rest, None))]

    def _lines(self, wager: WagerPlan, table: Table, census: PatternCounts, numbers: Mapping[Row, int]) -> list[Line]:
        worths = [self._worth(wager, row.pays[0], table) for row in table.rows]
        prices = [worth.at(self.meters) for worth in worths]
        counts = dict.fromkeys(range(-1, len(table.rows)), 0)
        for bits, count in census.counts.items():
            counts[deciding_row(table, bits, numbers, prices)] += count
        lines = [
            Line(row.name, row.pays[0].text, worths[i], row.pays[0].result == "win", counts[i])
            for i, row in enumerate(table.rows)
        ]
        rest = wager.rest
        lines.append(Line("all others", rest.text, self._worth(wager, rest, None), rest.result == "win", counts[-1]))
        return lines

    def _by_nets(self, wager: WagerPlan) -> SidePrice:
        """A wager that compares hands or depends on others: its results are told apart by what they pay."""
        hands = self._judged_on(wager)
        within = [self.plan.wagers[name] for name in wager.spec.all_win] or [wager]
        rows = [row.clauses for one in within for table in one.tables for row in table.rows]
        rows += [case.when.row for case in wager.cases if isinstance(case.when, Shows)]
        hands |= hands_in(rows) | frozenset(hand for case in wager.cases for hand in case.hands)
        nets: list[float] = []

        def label(batch: Batch) -> Ints:
            batch = Batch(self.plan, batch.piles, self.meters)
            values, places = np.unique(np.round(batch.nets(wager.name), 9), return_inverse=True)
            for value in values.tolist():
                if value not in nets:
                    nets.append(value)
            numbers = np.array([nets.index(value) for value in values.tolist()], np.int64)
            found: Ints = numbers[places]
            return found

        census = self._compared(wager, hands, rows, label)
        lines = []
        for number, count in sorted(census.counts.items(), key=lambda one: -nets[one[0]]):
            net, text = nets[number], "push" if nets[number] == 0 else LOSE.text
            won = ("win", f"{net:g} to 1") if net > 0 else (text, text)
            lines.append(Line(*won, Payoff(net), net > 0, count))
        return price_lines(lines, census.total, {}, sampled=census.sampled, table=wager.table.id if wager.table else "")

    def _judged_on(self, wager: WagerPlan) -> frozenset[str]:
        spec = wager.spec
        if spec.all_win:
            return frozenset().union(*(self._judged_on(self.plan.wagers[name]) for name in spec.all_win))
        return frozenset({spec.hand, spec.against} - {""})

    def _compared(
        self, wager: WagerPlan, hands: frozenset[str], rows: list[Row], label: Callable[[Batch], Ints]
    ) -> PatternCounts:
        plan = self.plan
        ranked = [plan.hands[hand] for hand in hands] if wager.spec.against else []
        counting = Counting(plan, hands, interchangeable(rows, ranked))
        if self._changing(hands):
            return sample(plan, label, self.deals)
        if len(counting.groups) == 1:
            return counting.whole(label)
        if counting.of_packs:
            return counting.from_packs(label)
        if counting.countable():
            return counting.sequential(label)
        everything = frozenset(position for group in counting.groups for position in group)
        whole = [name for name in wager.spec.all_win if positions(plan, plan.wagers[name].spec.hand) == everything]
        if whole:
            # Where a wager on all the cards loses, how they were shared out does not matter.
            def open_still(cards: Cards) -> Flags:
                batch = counting.one_split(cards)
                won: Flags = np.logical_and.reduce([batch.nets(name) > 0 for name in whole])
                return won

            found = counting.all_splits(label, open_still, label)
            if found is not None:
                return found
        return sample(plan, label, self.deals)

    def _over_the_table(self, wager: WagerPlan, every_table: bool) -> dict[str, dict[str, SidePrice]]:
        """Priced for one player alone under the wager's name, and for each further number of hands the table prints."""
        assert wager.table is not None
        plan, words = self.plan, wager.spec
        tables = tables_of(plan, wager) if every_table else {wager.table.id: wager.table}
        more = 1 if plan.game.spec.hands_counted == "players_and_dealer" else 0
        found: dict[str, dict[str, SidePrice]] = {}
        for table_id, table in tables.items():
            keys = sorted(table.block.keys) if table.block.by == "hands" else [more + 1]
            most = min(max(keys) - more, plan.game.spec.seats, seats_dealt(plan))
            for seats, chances in enumerate(self._best(table, words.best_of, most), start=1):
                hands = seats + more
                if hands not in keys and not table.block.beyond:
                    continue
                price = self._of_hands(wager, table, chances, hands)
                name = wager.name if seats == 1 else f"{wager.name} ({hands} hands)"
                note = f"{hands} hands counted: {seats} player{'s' if seats > 1 else ''} at the table"
                found.setdefault(name, {})[table_id] = replace(price, note=note)
        return found

    def _best(self, table: Table, looked_at: tuple[str, ...], most: int) -> list[Chances]:
        """Which row is the best at the table, by seats."""
        others = sum(not self.plan.hands[hand].own for hand in looked_at)
        found = best_of_table(self.plan, table, looked_at, most + others)
        return found[others:] if found else best_of_deals(self.plan, table, looked_at, most, self.deals // 2)

    def _of_hands(self, wager: WagerPlan, table: Table, chances: Chances, hands: int) -> SidePrice:
        key = hands if table.block.by == "hands" else None
        pays = [(row.name, table.price(row, key) or LOSE) for row in table.rows]
        counts: tuple[float, ...] = chances.deals or chances.rows
        lines = [
            Line(name, pay.text, self._worth(wager, pay, table), pay.result == "win", count)
            for (name, pay), count in zip(pays, counts, strict=False)
        ]
        lines.append(Line("all others", LOSE.text, Payoff(-1.0), False, counts[-1]))
        price = price_lines(lines, sum(chances.deals) or 1.0, self.meters, table=table.id)
        error = chances.error(np.array([line.worth.at(self.meters) for line in lines]))
        if error is None:
            return price if price.cycle else replace(price, uncounted=_SUMS)
        return replace(price, method="simulated", standard_error=error)

    def _noted(self, wager: WagerPlan, price: SidePrice, table: Table | None = None) -> SidePrice:
        spec = wager.spec
        notes = []
        if spec.coupon:
            notes.append(
                "the stake is a coupon and is not lost: the edge is what the house gives away for each dollar of it"
            )
        folds = any(choice.spec.fold for stage in self.plan.choices for choice in stage)
        if folds and not spec.survives_fold:
            notes.append("for a hand that is not folded")
        if self.plan.hands[spec.hand].held and changes(self.plan, spec.hand):
            notes.append("for a seat that keeps these cards")
        unknown = sorted(level for level in price.meters if level not in self.meters)
        if unknown:
            notes.append(f"without the meter ({', '.join(unknown)})")
        if table is not None and spec.envy is not None and any(row.envy for row in table.rows):
            chances = {line.hand: line.probability for line in price.lines}
            base = block_base(table.block, table.id)
            value = sum(row.envy / 100 / base * chances.get(row.name, 0.0) for row in table.rows)
            notes.append(f"envy adds {value:.6f} for each other player")
        return replace(price, note="; ".join(notes)) if notes else price
