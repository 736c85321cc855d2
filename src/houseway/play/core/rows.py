"""Which row of a pay table a hand satisfies."""

from typing import Protocol

from houseway.rules.patterns import Row
from houseway.rules.tables import Table, TableRow


class View(Protocol):
    """A seat's sight of the table: cards and facts of each named hand."""

    def cards(self, hand: str) -> tuple[int, ...]: ...

    def facts(self, hand: str, natural: bool) -> list[int]: ...


def fits(row: Row, view: View) -> bool:
    """Whether all clauses of a row hold."""
    for clause in row:  # plain loops: this is the innermost work of a settlement
        holds = True
        if clause.bounds:
            facts = view.facts(clause.hand, clause.natural)
            for fact, mask, least, most in clause.bounds:
                if not least <= facts[fact] & mask <= most:
                    holds = False
                    break
        if holds and clause.ranks:
            holds = tuple(sorted(card >> 2 for card in view.cards(clause.hand))) == clause.ranks
        if holds is clause.forbidden:
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
