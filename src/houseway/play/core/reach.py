"""What the rounds of a game can yield: the choices of its seats, the results of its wagers, the rows of its tables.

A settled round tells which of them it has reached, so that rounds together tell what no round has reached yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from houseway.play.core.cases import Case
from houseway.play.core.settlement import Settlement
from houseway.rules.tables import Table


@dataclass(frozen=True)
class Reach:
    """Choices and rows by their paths in the file, results as `wager: result`."""

    choices: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()

    def __or__(self, other: "Reach") -> "Reach":
        return Reach(self.choices | other.choices, self.results | other.results, self.rows | other.rows)

    def __sub__(self, other: "Reach") -> "Reach":
        return Reach(self.choices - other.choices, self.results - other.results, self.rows - other.rows)

    def __len__(self) -> int:
        return len(self.choices) + len(self.results) + len(self.rows)


def result_name(wager: str, result: str) -> str:
    return f"{wager}: {result}"


def reached(settlement: Settlement) -> Reach:
    """What one settled round has reached."""
    lines = [line for seat in settlement.seats for line in seat]
    results = {result_name(line.wager, outcome) for line in lines for outcome in line.result.split("+") if outcome}
    return Reach(frozenset(settlement.choices), frozenset(results), frozenset(line.row for line in lines if line.row))


def case_reach(wager: str, cases: Iterable[Case]) -> Reach:
    """What the cases of a wager say of it: their outcomes, and the rows that price it; a case may leave it standing."""
    results, rows = set(), frozenset[str]()
    for case in cases:
        if case.row:
            rows |= {case.row}
        elif case.pay is not None or case.table is not None:
            results.add(result_name(wager, case.outcome))
            rows |= table_rows(case.table)
    return Reach(results=frozenset(results), rows=rows)


def table_rows(table: Table | None) -> frozenset[str]:
    """The rows of a pay table by their paths in the file."""
    return frozenset(table.path(row) for row in table.rows) if table is not None else frozenset()


def together(parts: Iterable[Reach]) -> Reach:
    """All that several wagers can yield."""
    return reduce(Reach.__or__, parts, Reach())
