"""What a unit on a wager yields: by the outcome of the set hands and what the dealer shows, or by a pay table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.odds.arrays import Floats, Ints
from houseway.odds.pai_gow.pairs import OUTCOMES
from houseway.odds.pai_gow.rows import RowTable
from houseway.odds.payoff import Payoff, block_base, payoff
from houseway.odds.suit_classes.by_ranks import Classes
from houseway.play.core.cases import deciding
from houseway.play.pai_gow.cases import deciding_rows, doubled, set_cases
from houseway.play.pai_gow.plan import DEALER, PLAYER, Plan, WagerPlan
from houseway.rules.patterns import Row
from houseway.rules.pays import LOSE, Pay
from houseway.rules.tables import Table, TableRow, compile_table

_BY_OUTCOME = ("lose", "split", "win")


@dataclass(frozen=True, slots=True)
class _End:
    """A showdown as the cases of a wager on set hands see it; best play never sets a foul."""

    outcome: str
    first: TableRow | None  # of the table on the dealer's cards

    def fits(self, row: Row) -> bool:
        del row
        raise AssertionError("a wager on set hands looks at no row of its own")

    def shown(self, table: Table) -> TableRow | None:
        del table
        return self.first

    def foul(self) -> bool:
        return False

    def compared(self) -> str:
        return self.outcome

    def copied(self) -> bool:
        return False


def main_wager(plan: Plan) -> str:
    """The wager on the player's own hands that must be made."""
    own = [name for name, one in plan.wagers.items() if one.spec.set_hands == PLAYER and one.spec.offered]
    return next((name for name in own if plan.wagers[name].spec.required), own[0])


def side_wagers(plan: Plan) -> tuple[str, ...]:
    """The wagers that are priced alone."""
    main = main_wager(plan)
    return tuple(name for name, wager in plan.wagers.items() if wager.spec.offered and name != main)


def alternatives(plan: Plan, name: str, hand: str) -> dict[str, Table]:
    """Every alternative of a pay table that goes with the joker in play, the one in use first."""
    spec, in_use = plan.game.spec, plan.game.table_id(name)
    ids = [
        table_id
        for block in spec.pay_tables[name]
        for table_id in block.ids
        if block.joker in ("", spec.joker.plays) or table_id == in_use
    ]
    return {
        table_id: compile_table(name, spec.pay_tables[name], table_id, hand, spec.patterns, spec.house_suit)
        for table_id in sorted(ids, key=lambda one: one != in_use)
    }


def looked_at(wager: WagerPlan) -> str:
    """The hand that a pay table looks at; where the seat chooses, the first."""
    return next(iter(wager.tables))


def rows_of(tables: Mapping[str, Table]) -> tuple[Row, ...]:
    return tuple(dict.fromkeys(row.clauses for table in tables.values() for row in table.rows))


def shown_rows(plan: Plan) -> tuple[Row, ...]:
    """All rows on the dealer's cards that change a wager on set hands."""
    names = dict.fromkeys(wager.spec.dealer_shows for wager in plan.wagers.values() if wager.spec.dealer_shows)
    return tuple(dict.fromkeys(row for name in names for row in rows_of(alternatives(plan, name, DEALER))))


def _worth(wager: WagerPlan, pay: Pay, table: Table | None) -> Payoff:
    base = block_base(table.block, table.id) if table else 1.0
    return payoff(pay, stake_kept=bool(wager.spec.meter), base=base, meter=wager.spec.meter)


def set_nets(plan: Plan, wager: WagerPlan, shown: Table | None, rows: Sequence[Row], bits: Sequence[int]) -> Floats:
    """[bits that the dealer shows, outcome]: net per unit of a wager on set hands, less its commission."""
    rate = float(plan.game.options[wager.spec.commission]["rate"]) if wager.spec.commission else 0.0
    nets = np.empty((len(bits), OUTCOMES))
    cases = tuple(set_cases(plan.game, wager.spec, shown))
    for place, meets in enumerate(bits):
        fitting = [row for row in shown.rows if meets >> rows.index(row.clauses) & 1] if shown else []
        for result, name in enumerate(_BY_OUTCOME):
            case = deciding(cases, _End(name, fitting[0] if fitting else None))
            assert case.pay is not None
            net = _worth(wager, case.pay, case.table).net
            nets[place, result] = net - rate * net if net > 0 else net
    return nets


@dataclass(frozen=True)
class Paid:
    """A wager by a pay table: which row decides, and what it is worth; the last one stands for none."""

    plan: Plan
    wager: WagerPlan
    table: Table
    rows: tuple[Row, ...]  # numbered as the bits are

    @cached_property
    def _order(self) -> list[tuple[int, int]]:
        """The bit and the place of each row, those first that decide first."""
        found = deciding_rows(self.plan.high, self.wager.spec, self.table)
        return [(self.rows.index(row.clauses), self.table.rows.index(row)) for row in found]

    def decided(self, bits: Ints) -> Ints:
        """The place of the row that decides, by the rows that are met."""
        found = np.full(len(bits), len(self.table.rows), np.int64)
        for bit, place in reversed(self._order):
            found[bits >> bit & 1 == 1] = place
        return found

    def worths(self, twice: bool = False) -> list[Payoff]:
        """The worth of each row, and of none; `twice`: where the dealer's cards double the prices."""
        pays = [row.pays[0] for row in self.table.rows]
        made = [_worth(self.wager, doubled(pay) if twice else pay, self.table) for pay in pays]
        return [*made, _worth(self.wager, LOSE, None)]


def side_of(plan: Plan, rows: Sequence[Row]) -> str:
    """The side whose cards the rows look at; none where it is both."""
    sides = {plan.hands[clause.hand].of for row in rows for clause in row}
    return sides.pop() if len(sides) == 1 else ""


def doubling(plan: Plan, wager: WagerPlan, classes: Classes) -> RowTable | None:
    """Where the dealer's cards double the prices of a wager."""
    return RowTable(plan, classes, (wager.doubled_by,), DEALER) if wager.doubled_by else None
