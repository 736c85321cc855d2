"""Logs of any game settled as columns: by arrays where the family knows how, one round at a time where it does not."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from houseway.bulk.columns import Columns, check_names, parts, read
from houseway.bulk.lines import Labels, PartLines, WagerLines
from houseway.bulk.settled import SettledColumns
from houseway.families import family_of, settle
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

Progress = Callable[[float], None]
_ROWS = 1 << 17


class Settling:
    """A game of a house that settles one part of a log after the other, and keeps what it learnt from each."""

    def __init__(self, game: str, house: Mapping[str, Any]) -> None:
        self.game, self.house, self.labels = game, dict(house), Labels()
        self.spec = load_game(game, self.house).spec
        self._engine = family_of(game).columns(game, self.house, self.labels)

    def check(self, columns: Columns) -> None:
        """Refuse a log with names that the game does not have."""
        check_names(columns, self.spec.named("wager"))

    def part(self, columns: Columns) -> tuple[PartLines, dict[int, RuleError]]:
        """The lines of a part, and the rows that could not be settled."""
        if self._engine is None:
            part_lines = PartLines(columns.size, left=np.ones(columns.size, np.bool_))
        else:
            part_lines = self._engine.settle(columns)
        errors: dict[int, RuleError] = {}
        if part_lines.left.any():
            starts, ends = columns.rounds
            rounds = np.repeat(np.arange(len(starts)), ends - starts)
            for number in np.unique(rounds[part_lines.left]):
                begin, stop = int(starts[number]), int(ends[number])
                for lines in part_lines.wagers.values():
                    lines.stake[begin:stop], lines.net[begin:stop], lines.label[begin:stop] = 0, 0, -1
                try:
                    self._one_by_one(columns, begin, stop, part_lines)
                except RuleError as error:
                    errors |= dict.fromkeys(range(begin, stop), error)
        return part_lines, errors

    def _one_by_one(self, columns: Columns, begin: int, stop: int, part_lines: PartLines) -> None:
        settled = settle(convert_round(columns.round_file(self.game, self.house, begin, stop)))
        for row, lines in zip(range(begin, stop), settled.seats, strict=True):
            for line in lines:
                part_lines.of(line.wager).add(row, self.labels.ruled(line))


def settle_many(game: str, house: Mapping[str, Any], table: Any, progress: Progress | None = None) -> SettledColumns:
    """Settle a log: a pyarrow table, a pandas data frame, or a mapping of names to columns."""
    columns, settling = read(table), Settling(game, house)
    settling.check(columns)
    wagers: dict[str, WagerLines] = {}
    errors: dict[int, RuleError] = {}
    unsettled = 0
    for begin, part in parts(columns, _ROWS):
        part_lines, faults = settling.part(part)
        for name, lines in part_lines.wagers.items():
            if name not in wagers:
                wagers[name] = WagerLines.none(columns.size)
            rows = slice(begin, begin + part.size)
            whole = wagers[name]
            whole.stake[rows], whole.net[rows], whole.label[rows] = lines.stake, lines.net, lines.label
        errors |= {begin + row: error for row, error in faults.items()}
        unsettled += int(part_lines.left.sum())
        if progress is not None:
            progress((begin + part.size) / columns.size)
    order = [name for name in settling.spec.named("wager") if name in wagers]
    ordered = {name: wagers[name] for name in (*order, *(name for name in wagers if name not in order))}
    return SettledColumns(settling.spec.id, columns.size, ordered, settling.labels, errors, columns.size - unsettled)
