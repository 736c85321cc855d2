"""Which row of a pay table a hand satisfies."""

from typing import Protocol

from houseway.rules.patterns import Clause, Row, Test
from houseway.rules.tables import Table, TableRow


class View(Protocol):
    """A seat's sight of the table: cards and facts of each named hand."""

    def cards(self, hand: str) -> tuple[int, ...]: ...

    def facts(self, hand: str, natural: bool) -> list[int]: ...


def _all_hold(tests: tuple[Test, ...], facts: list[int]) -> bool:
    for test in tests:
        if not test.holds(facts):
            return False
    return True


def _clause_holds(clause: Clause, view: View) -> bool:
    if clause.tests and not _all_hold(clause.tests, view.facts(clause.hand, clause.natural)):
        return clause.forbidden
    if clause.ranks and tuple(sorted(card >> 2 for card in view.cards(clause.hand))) != clause.ranks:
        return clause.forbidden
    return not clause.forbidden


def fits(row: Row, view: View) -> bool:
    """Whether all clauses of a row hold."""
    for clause in row:
        if not _clause_holds(clause, view):
            return False
    return True


def matching_rows(table: Table, view: View) -> list[TableRow]:
    """The row that decides: the first that fits; with `award = "best"` all that fit."""
    if table.block.award == "best":
        return [row for row in table.rows if fits(row.clauses, view)]
    for row in table.rows:
        if fits(row.clauses, view):
            return [row]
    return []
