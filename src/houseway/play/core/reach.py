"""What the rounds of a game can come to: the choices of its seats, the results of its wagers, the rows of its tables.

A settled round tells which of them it has reached, so that rounds together tell what no round has reached yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.play.core.settlement import Settlement
from houseway.rules.game import Game
from houseway.rules.tables import column_prices, find_block, row_path


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
    results = {result_name(line.wager, one) for line in lines for one in line.result.split("+") if one}
    return Reach(frozenset(settlement.choices), frozenset(results), frozenset(line.row for line in lines if line.row))


def table_rows(game: Game[Any], tables: Iterable[str]) -> frozenset[str]:
    """The rows of the alternatives in use of some pay tables."""
    found = set()
    for name in tables:
        table_id = game.table_id(name)
        block = find_block(name, game.spec.pay_tables[name], table_id)
        found |= {row_path(name, table_id, row) for row, _, _ in column_prices(name, block, table_id)}
    return frozenset(found)


def wager_results(results: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
    """Results by wager as one set of names."""
    return frozenset(result_name(wager, one) for wager, each in results for one in each)
