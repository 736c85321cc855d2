"""Settled lines of many rows, and what makes them: the stake and net result of each wager, and what decided it."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from houseway.bulk.columns import Columns
from houseway.bulk.kernels import Ints
from houseway.play.core.settlement import Line

NO_LINE = -1


class Label(NamedTuple):
    """What decided a line: the paragraph, the result, and the row of a pay table."""

    rule: str
    result: str = ""
    row: str = ""


class Ruled(NamedTuple):
    """A line of one kind of row; `label` is NO_LINE where there is none."""

    stake: int
    net: int
    label: int
    won: bool = False


class Labels:
    """The labels that occur, by number."""

    def __init__(self) -> None:
        self.all: list[Label] = []
        self._numbers: dict[Label, int] = {}

    def number(self, label: Label) -> int:
        if label not in self._numbers:
            self._numbers[label] = len(self.all)
            self.all.append(label)
        return self._numbers[label]

    def ruled(self, line: Line | None, won: bool = False) -> Ruled:
        """A line of the single settlement as a kind of row."""
        if line is None:
            return Ruled(0, 0, NO_LINE)
        return Ruled(line.stake, line.net, self.number(Label(line.rule, line.result, line.row)), won)


@dataclass
class WagerLines:
    """The lines of one wager: stake and net in cents, and the label that decided; NO_LINE where a row has none."""

    stake: Ints
    net: Ints
    label: Ints

    @classmethod
    def none(cls, size: int) -> "WagerLines":
        return cls(np.zeros(size, np.int64), np.zeros(size, np.int64), np.full(size, NO_LINE, np.int64))

    @property
    def made(self) -> npt.NDArray[np.bool_]:
        return self.label >= 0

    def put(self, rows: Ints, kinds: list[Ruled], codes: Ints) -> None:
        """Give rows the line of their kind."""
        stake, net, label = (
            np.array([(ruled.stake, ruled.net, ruled.label) for ruled in kinds], np.int64).reshape(-1, 3).T.copy()
        )
        self.stake[rows], self.net[rows], self.label[rows] = stake[codes], net[codes], label[codes]

    def add(self, row: int, line: Ruled) -> None:
        """A line of one row; several of one wager are added up under the first label."""
        self.stake[row] += line.stake
        self.net[row] += line.net
        if self.label[row] < 0:
            self.label[row] = line.label


@dataclass
class PartLines:
    """What arrays make of a part of a log; the rows in `left` are to be settled one by one."""

    size: int
    wagers: dict[str, WagerLines] = field(default_factory=dict)
    left: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))

    def of(self, wager: str) -> WagerLines:
        if wager not in self.wagers:
            self.wagers[wager] = WagerLines.none(self.size)
        return self.wagers[wager]

    def clear(self, rows: npt.NDArray[np.bool_]) -> None:
        """Take back the lines of some rows."""
        for lines in self.wagers.values():
            lines.stake[rows], lines.net[rows], lines.label[rows] = 0, 0, NO_LINE


class ColumnsEngine(Protocol):
    """A game that settles columns."""

    def settle(self, columns: Columns) -> PartLines:
        """The lines of a part of a log; rows in `left` are settled one by one afterwards."""
