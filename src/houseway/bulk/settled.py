"""A settled log: arrays of stakes and nets by wager, with what decided them, and the rows that could not be settled."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.bulk.kernels import Ints
from houseway.bulk.lines import Labels, WagerLines
from houseway.rules.errors import RuleError

Floats = npt.NDArray[np.float64]


@dataclass
class SettledColumns:
    """What `settle_many` gives back; a row of it belongs to the row of the log with the same number.

    >>> import houseway as hw
    >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
    >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
    >>> settled
    SettledColumns('three-card-poker', 2 rows, net +5.00)
    """

    game: str
    size: int
    wagers: dict[str, WagerLines] = field(repr=False)
    labels: Labels = field(repr=False)
    errors: dict[int, RuleError] = field(default_factory=dict, repr=False)
    by_arrays: int = 0  # rows settled as arrays; the others went one by one

    @property
    def net_cents(self) -> Ints:
        """What each row won or lost in all, in cents; 0 for a row with an error.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.net_cents.tolist()
        [1000, -500]
        """
        total = np.zeros(self.size, np.int64)
        for lines in self.wagers.values():
            total += lines.net
        return total

    @property
    def net(self) -> Floats:
        """What each row won or lost in all, in dollars.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.net.tolist()
        [10.0, -5.0]
        """
        return self.net_cents / 100

    def nets(self, wager: str) -> Floats:
        """The net result of a wager in each row, in dollars; not a number where it was not made.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.nets("play").tolist()
        [0.0, nan]
        """
        return self._dollars(wager, self._lines(wager).net)

    def stakes(self, wager: str) -> Floats:
        """The stake of a wager in each row, in dollars; not a number where it was not made.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.stakes("ante").tolist()
        [10.0, 5.0]
        """
        return self._dollars(wager, self._lines(wager).stake)

    def rules(self, wager: str) -> npt.NDArray[np.object_]:
        """The paragraph that decided a wager in each row; empty where it was not made.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.rules("ante").tolist()
        ['CO 30-1099.18(8)', 'CO 30-1099.18(9)']
        """
        return self._told(wager, "rule")

    def _lines(self, wager: str) -> WagerLines:
        if wager not in self.wagers:
            raise KeyError(f"no line for {wager!r}; lines are {', '.join(self.wagers) or 'none'}")
        return self.wagers[wager]

    def _dollars(self, wager: str, cents: Ints) -> Floats:
        return np.where(self._lines(wager).made, cents / 100, np.nan)

    def _told(self, wager: str, part: str) -> npt.NDArray[np.object_]:
        names = np.array([*(getattr(label, part) for label in self.labels.all), ""], dtype=object)
        return names[self._lines(wager).label]

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """The columns as arrays: `net`, and for each wager `stake.NAME`, `net.NAME`, `rule.NAME`.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> list(settled.to_dict())[:4]
        ['net', 'stake.ante', 'net.ante', 'rule.ante']
        """
        columns: dict[str, npt.NDArray[Any]] = {"net": self.net}
        for name in self.wagers:
            columns |= {
                f"stake.{name}": self.stakes(name),
                f"net.{name}": self.nets(name),
                f"rule.{name}": self.rules(name),
            }
        if self.errors:
            told = np.full(self.size, "", dtype=object)
            for row, error in self.errors.items():
                told[row] = str(error)
            columns["error"] = told
        return columns

    def to_arrow(self) -> Any:
        """The same columns as a pyarrow table; what was not made is null, and rules are dictionaries.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.to_arrow().column("net.play").to_pylist()
        [0.0, None]
        """
        pa = _pyarrow()
        columns: dict[str, Any] = {"net": pa.array(self.net)}
        rules = pa.array([label.rule for label in self.labels.all], pa.string())
        for name, lines in self.wagers.items():
            absent = ~lines.made
            columns[f"stake.{name}"] = pa.array(lines.stake / 100, mask=absent)
            columns[f"net.{name}"] = pa.array(lines.net / 100, mask=absent)
            numbers = pa.array(lines.label.astype(np.int32), mask=absent)
            columns[f"rule.{name}"] = pa.DictionaryArray.from_arrays(numbers, rules)
        if self.errors:
            columns["error"] = pa.array(
                [str(self.errors[row]) if row in self.errors else None for row in range(self.size)]
            )
        return pa.table(columns)

    def to_frame(self) -> Any:
        """The same columns as a pandas data frame.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> settled.to_frame()["net"].tolist()
        [10.0, -5.0]
        """
        try:
            import pandas as pd
        except ImportError:
            raise RuleError("a data frame needs pandas: pip install 'houseway[arrow]'") from None
        return pd.DataFrame(self.to_dict())

    def lines(self) -> Any:
        """A pyarrow table with one row a line: `row`, `wager`, `stake`, `net`, `rule`, `result`, `pay_row`, `error`.

        >>> import houseway as hw
        >>> log = {"wagers.ante": [10, 5], "cards": ["9s 9d 2c", "7s 4h 2h"], "dealer": ["Jh 8c 4d", "Kc Kd 3s"]}
        >>> settled = hw.load("three-card-poker").settle_many({**log, "actions": ["play", "fold"]})
        >>> [(line["row"], line["wager"], line["net"]) for line in settled.lines().to_pylist()]
        [(0, 'ante', 10.0), (0, 'play', 0.0), (1, 'ante', -5.0)]
        """
        pa = _pyarrow()
        rows, names, stakes, nets, labels = [], [], [], [], []
        for number, lines in enumerate(self.wagers.values()):
            placed = np.flatnonzero(lines.made)
            rows.append(placed)
            names.append(np.full(len(placed), number, np.int32))
            stakes.append(lines.stake[placed])
            nets.append(lines.net[placed])
            labels.append(lines.label[placed])
        faults = np.array(sorted(self.errors), np.int64)
        count = sum(map(len, rows))

        def joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
            return np.concatenate([*parts, np.zeros(len(faults), np.int64)])

        row = np.concatenate([*rows, faults]).astype(np.int64)
        order = np.argsort(row, kind="stable")
        absent = np.arange(len(row)) >= count
        label = joined(labels).astype(np.int32)

        def told(part: str) -> Any:
            texts = pa.array([getattr(said, part) for said in self.labels.all], pa.string())
            return pa.DictionaryArray.from_arrays(pa.array(label[order], mask=absent[order]), texts)

        wagers = pa.array(list(self.wagers), pa.string())
        errors = [None] * count + [str(self.errors[int(fault)]) for fault in faults]
        return pa.table(
            {
                "row": row[order],
                "wager": pa.DictionaryArray.from_arrays(
                    pa.array(joined(names).astype(np.int32)[order], mask=absent[order]), wagers
                ),
                "stake": pa.array((joined(stakes) / 100)[order], mask=absent[order]),
                "net": pa.array((joined(nets) / 100)[order], mask=absent[order]),
                "rule": told("rule"),
                "result": told("result"),
                "pay_row": told("row"),
                "error": pa.array([errors[place] for place in order], pa.string()),
            }
        )

    def __repr__(self) -> str:
        total = int(self.net_cents.sum()) / 100
        faults = f", {len(self.errors):,} not settled" if self.errors else ""
        return f"SettledColumns({self.game!r}, {self.size:,} rows, net {total:+,.2f}{faults})"


def _pyarrow() -> Any:
    try:
        import pyarrow as pa
    except ImportError:
        raise RuleError("Arrow and Parquet need pyarrow: pip install 'houseway[arrow]'") from None
    return pa
