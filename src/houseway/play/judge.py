"""Which row of a pay table a hand satisfies."""

from typing import Protocol

from houseway.rules.patterns import Clause, Row
from houseway.rules.tables import Table, TableRow


class View(Protocol):
    """A seat's sight of the table: cards and facts of each named hand."""

    def cards(self, hand: str) -> tuple[int, ...]: ...

    def facts(self, hand: str, natural: bool) -> list[int]: ...


def _clause_holds(clause: Clause, view: View) -> bool:
    if clause.tests:
        facts = view.facts(clause.hand, clause.natural)
        if not all(test.holds(facts) for test in clause.tests):
            return clause.forbidden
    if clause.ranks and tuple(sorted(card >> 2 for card in view.cards(clause.hand))) != clause.ranks:
        return clause.forbidden
    return not clause.forbidden


def fits(row: Row, view: View) -> bool:
    """Whether all clauses of a row hold."""
    return all(_clause_holds(clause, view) for clause in row)


def matching_rows(table: Table, view: View) -> list[TableRow]:
    """The row that decides: the first that fits; with `award = "best"` all that fit."""
    if table.block.award == "best":
        return [row for row in table.rows if fits(row.clauses, view)]
    for row in table.rows:
        if fits(row.clauses, view):
            return [row]
    return []
