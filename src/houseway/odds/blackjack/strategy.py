"""Charts as files: rows of letters by total and the dealer's card, read with every cell checked, and written back."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
import numpy as np

from houseway.odds.blackjack.chart import (
    ADDED,
    CONTEXTS,
    DEALT,
    FIRST_SPLIT,
    LEGEND,
    LETTERS,
    TOTALS,
    UPS,
    Chart,
    chart_data,
)
from houseway.odds.blackjack.hands import HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.values import ACE, NAMES, VALUES
from houseway.rules.errors import RuleError

Row = str | dict[str, str]
_FIELD = "--strategy"
_ACTIONS = {letter: action for action, letter in LETTERS.items()}
_SYNONYMS = {"Dh": "D", "Rh": "R", "Fh": "F", "N": ""}  # as others write them; N: not split
_TOTALS = {"hard": (4, 20), "soft": (12, 20)}
_LEFT_OUT = {("hard", 4): "H", ("hard", 20): "S", ("soft", 12): "H"}  # only pairs make these with two cards
_NATURAL = ("plays on", "insured", "even money")


class ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart as it is written: a row is one letter for every card of the dealer, ten letters for 2 to 9, T and A,
    or letters by card; a row may be of several totals, e.g. 12-16."""

    hard: dict[str, Row]
    soft: dict[str, Row]
    pairs: dict[str, Row] = {}
    hard_split: dict[str, Row] = {}  # hands of a split, where they are played otherwise
    soft_split: dict[str, Row] = {}
    hard_split_added: dict[str, Row] = {}  # ... and the hands that the split added
    soft_split_added: dict[str, Row] = {}
    hard_split_free: dict[str, Row] = {}  # ... on the house
    soft_split_free: dict[str, Row] = {}
    insurance: Literal["always", "never"] = "never"
    natural: Literal["plays on", "insured", "even money"] = "plays on"
    switch: Literal["best", "never"] = "best"
    legend: dict[str, str] = {}
    house_edge_by_chart: float | None = None


def read_file(text: str) -> ChartFile:
    """A chart from JSON: by itself, or the whole report of `houseway odds --json`."""
    try:
        raw: Any = msgspec.json.decode(text)
        if isinstance(raw, dict) and "strategy" in raw:
            raw = raw["strategy"]
        return msgspec.convert(raw, ChartFile)
    except msgspec.ValidationError as error:
        raise RuleError(f"is not a chart of blackjack: {error}", _FIELD) from None
    except msgspec.DecodeError as error:
        raise RuleError(f"cannot be read: {error}", _FIELD) from None


def _cells(row: Row, where: str) -> Iterator[tuple[int, str]]:
    """The dealer's cards with their letters."""
    if isinstance(row, dict):
        for name in row:
            if name not in NAMES:
                raise RuleError(f"no card {name!r}; the dealer's cards are {' '.join(NAMES[up] for up in UPS)}", where)
        missing = [NAMES[up] for up in UPS if NAMES[up] not in row]
        if missing:
            raise RuleError(f"nothing is said for {' '.join(missing)}", where)
        found = [row[NAMES[up]] for up in UPS]
    else:
        found = row.split()
        found = found * len(UPS) if len(found) == 1 else found
        if len(found) != len(UPS):
            raise RuleError(f"has {len(found)} letters; write one, or ten for 2 to 9, T and A", where)
    yield from zip(UPS, (_SYNONYMS.get(letter, letter) for letter in found), strict=True)


def _actions(letter: str, where: str) -> tuple[int, int]:
    """What is done with two cards, and with more or where that is not allowed."""
    stands = letter.endswith("s")
    first = _ACTIONS.get(letter.removesuffix("s"))
    if first is None or (stands and first in (STANDS, HITS)):
        known = ", ".join(f"{one} ({text})" for one, text in LEGEND.items() if one != "P")
        raise RuleError(f"no action {letter!r}; actions are {known}", where)
    if first in (STANDS, HITS):
        return first, first
    return first, STANDS if stands else HITS


def _rows(rows: Mapping[str, Row], kind: str, name: str) -> Iterator[tuple[int, Row, str]]:
    """Every total with its row."""
    low, high = _TOTALS[kind]
    told: dict[int, str] = {}
    for key, row in rows.items():
        where = f"{_FIELD}: {name}.{key}"
        least, dash, most = key.partition("-")
        if not least.isdecimal() or (dash and not most.isdecimal()):
            raise RuleError("must be a total or a range of totals such as 12-16", where)
        for total in range(int(least), int(most or least) + 1):
            if not low <= total <= high:
                raise RuleError(f"{kind} totals with a choice are {low} to {high}", where)
            if total in told:
                raise RuleError(f"{total} is told by {told[total]} already", where)
            told[total] = key
            yield total, row, where


class _Reader:
    """Fills a chart; `early`: a hand is given up before the dealer looks."""

    def __init__(self, early: bool) -> None:
        self.gives_up_early = early
        shape = (CONTEXTS, 2, TOTALS, VALUES)
        self.first, self.more = np.full(shape, STANDS), np.full(shape, STANDS)
        self.split, self.early_pair = (np.zeros((VALUES, VALUES), np.bool_) for _ in range(2))
        self.early = np.zeros(shape[1:], np.bool_)

    def total(self, soft: int, total: int, up: int, letter: str, where: str) -> None:
        """What a hand as dealt does, and unless it is told otherwise one of a split."""
        first, more = _actions(letter, where)
        self.early[soft, total, up] = first == SURRENDERS and self.gives_up_early
        self.first[:, soft, total, up] = more if first == SURRENDERS else first
        self.more[:, soft, total, up] = more
        if first == SURRENDERS and not self.gives_up_early:
            self.first[DEALT, soft, total, up] = SURRENDERS

    def whole(self, rows: Mapping[str, Row], kind: str) -> None:
        """All totals of hands as dealt."""
        told = set()
        for total, row, where in _rows(rows, kind, kind):
            told.add(total)
            for up, letter in _cells(row, where):
                self.total(int(kind == "soft"), total, up, letter, where)
        low, high = _TOTALS[kind]
        for total in range(low, high + 1):
            if total not in told:
                if (kind, total) not in _LEFT_OUT:
                    raise RuleError(f"nothing is said for {kind} {total}", f"{_FIELD}: {kind}")
                for up in UPS:
                    self.total(int(kind == "soft"), total, up, _LEFT_OUT[kind, total], "")

    def after_split(self, rows: Mapping[str, Row], kind: str, name: str, contexts: tuple[int, ...]) -> None:
        """Totals that hands of a split play otherwise."""
        for total, row, where in _rows(rows, kind, name):
            for up, letter in _cells(row, where):
                first, more = _actions(letter, where)
                for context in contexts:
                    self.first[context, int(kind == "soft"), total, up] = first
                    self.more[context, int(kind == "soft"), total, up] = more

    def pairs(self, rows: Mapping[str, Row], hard: Mapping[str, Row], soft: Mapping[str, Row]) -> None:
        """What is split; a pair that is not is played by its total."""
        told = {"hard": {total for total, _, _ in _rows(hard, "hard", "hard")}}
        told["soft"] = {total for total, _, _ in _rows(soft, "soft", "soft")}
        for value in range(VALUES):
            kind, total = ("soft", 12) if value == ACE else ("hard", 2 * (value + 1))
            self.early_pair[value] = self.early[int(kind == "soft"), total]
        for key, row in rows.items():
            where = f"{_FIELD}: pairs.{key}"
            names = key.split(",")
            if len(names) > 2 or len(set(names)) > 1 or names[0] not in NAMES:
                raise RuleError("must be a pair such as 8,8 or T,T", where)
            value = NAMES.index(names[0])
            kind, total = ("soft", 12) if value == ACE else ("hard", 2 * (value + 1))
            own = total not in told[kind]  # told by nothing but this row
            for up, letter in _cells(row, where):
                self._pair(value, up, int(kind == "soft"), total, letter, own, f"{where}.{NAMES[up]}")

    def _pair(self, value: int, up: int, soft: int, total: int, letter: str, own: bool, where: str) -> None:
        self.split[value, up] = letter == "P"
        if letter in ("P", ""):
            self.early_pair[value, up] = self.early_pair[value, up] and letter == ""
            return
        if own:
            self.total(soft, total, up, letter, where)
            self.early_pair[value, up] = self.early[soft, total, up]
            return
        first, more = _actions(letter, where)
        self.early_pair[value, up] = first == SURRENDERS and self.gives_up_early
        if self.early_pair[value, up]:
            return
        played = self.first[DEALT, soft, total, up], self.more[DEALT, soft, total, up]
        if (first, more) != played:
            name = f"{'soft' if soft else 'hard'} {total}"
            raise RuleError(
                f"a pair that is not split is played by its total: write P, N or the letter of {name}", where
            )


def chart_of(file: ChartFile, early: bool) -> Chart:
    """The chart of a file."""
    reader = _Reader(early)
    reader.whole(file.hard, "hard")
    reader.whole(file.soft, "soft")
    reader.pairs(file.pairs, file.hard, file.soft)
    for kind in ("hard", "soft"):
        reader.after_split(getattr(file, f"{kind}_split"), kind, f"{kind}_split", (FIRST_SPLIT, ADDED))
        for name in (f"{kind}_split_added", f"{kind}_split_free"):
            reader.after_split(getattr(file, name), kind, name, (ADDED,))
    return Chart(
        reader.first, reader.more, reader.split, reader.early, reader.early_pair, file.insurance == "always",
        _NATURAL.index(file.natural),
    )  # fmt: skip


def plain_chart() -> Chart:
    """As a seat of the live table plays by itself: draw to seventeen, no side ventures."""
    return chart_of(ChartFile({"4-16": "H", "17-20": "S"}, {"12-16": "H", "17-20": "S"}), False)


def file_data(chart: Chart, free: bool, early: bool, switch: bool) -> dict[str, object]:
    """A chart as plain data that reads back as the same chart."""
    data = chart_data(chart, free)
    if switch:
        data["switch"] = "best"
    for context, name in ((FIRST_SPLIT, "split"), (ADDED, "split_free" if free else "split_added")):
        read = chart_of(msgspec.convert(data, ChartFile), early)
        for soft, kind in enumerate(("hard", "soft")):
            low, high = _TOTALS[kind]
            rows = {}
            for total in range(low, high + 1):
                places = context, soft, total
                if not (_same(chart.first, read.first, places) and _same(chart.more, read.more, places)):
                    rows[str(total)] = {NAMES[up]: _letter(chart, context, soft, total, up) for up in UPS}
            if rows:
                known = data.get(f"{kind}_{name}", {})
                assert isinstance(known, dict)
                data[f"{kind}_{name}"] = {**known, **rows}
    legend = data.pop("legend")
    return {**data, "legend": legend}


def _same(one: Any, other: Any, places: tuple[int, int, int]) -> bool:
    return bool((one[places] == other[places]).all())


def _letter(chart: Chart, context: int, soft: int, total: int, up: int) -> str:
    first, more = int(chart.first[context, soft, total, up]), int(chart.more[context, soft, total, up])
    return LETTERS[first] + ("s" if first not in (STANDS, HITS) and more == STANDS else "")
