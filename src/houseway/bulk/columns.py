"""A log as columns: one row a seat, named as the fields of a round file are.

| column | what it holds |
| --- | --- |
| `wagers.NAME` | dollars on a wager; empty or 0 where it was not made |
| `cards`, `dealer`, `community`, `piles.NAME` | cards as text (`9s 9d 2c`) or, in arrays of numbers, one row a pile |
| `piles.hands.1`, `piles.hands.2` | hands of a pile that is a list of hands |
| `hands` | of a seat that ends with several: hands with a stroke between them (`8s Th / 8d 5c 9h`) |
| `actions` | decisions with commas between them (`check, raise 2x`) |
| `meters.NAME` | dollars that a meter shows |
| `stack` | chips in front of a seat that plays for a pot |
| `position`, `select` | the number of the seat; chosen places (`1 5 9`) |
| `outcome.spins` | the section that the wheel showed |
| `round` | rows next to each other with the same value are seats of one round; without it each row is one |
| `dealer_set`, `betting`, `irregularity`, `state`, `extra`, `outcome`, `ticket`, `dealt` | JSON, as in a round file |
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.bulk.kernels import NONE, Bytes, Ints, parse
from houseway.cards.text import format_card
from houseway.rules.errors import RuleError, allowed

MOST_CARDS = 24
AS_JSON = ("dealer_set", "betting", "irregularity", "state", "extra", "outcome", "ticket", "dealt")
_SEAT_JSON = ("ticket", "dealt")
ABSENT, ODD = 0, -1  # an amount that is not there, and one that is not a whole positive number of cents


@dataclass(frozen=True)
class Pile:
    """A pile in every row: its cards, and how many there are."""

    cards: Bytes
    counts: Ints

    @cached_property
    def full(self) -> Bytes:
        """The cards without the places that no row uses."""
        most = int(self.counts.max(initial=0))
        return np.ascontiguousarray(self.cards[:, : max(most, 0)])


@dataclass
class Texts:
    """A column of texts: the number of each row's text, and the texts by number; the first is empty."""

    codes: Ints
    texts: list[str]

    def at(self, row: int) -> str:
        return self.texts[int(self.codes[row])]


@dataclass
class Columns:
    """A log, or a part of one, in memory."""

    size: int
    raw: Mapping[str, Any]
    _texts: dict[str, Texts] = field(default_factory=dict)
    _piles: dict[str, Pile] = field(default_factory=dict)
    _amounts: dict[str, Ints] = field(default_factory=dict)

    def names(self, prefix: str) -> list[str]:
        """The names after a prefix: `wagers.` gives the wagers of the log."""
        return [name.removeprefix(prefix) for name in self.raw if name.startswith(prefix)]

    def part(self, start: int, stop: int) -> "Columns":
        """Some rows, one after the other."""
        return Columns(min(stop, self.size) - start, {name: column[start:stop] for name, column in self.raw.items()})

    def amounts(self, name: str) -> Ints:
        """A column of dollars in cents; ABSENT where it is empty, ODD where it is not a whole number of cents."""
        if name not in self._amounts:
            self._amounts[name] = _cents(self.raw[name], name)
        return self._amounts[name]

    def signed(self, name: str) -> Ints:
        """A column of dollars won or lost in cents; 0 where it is empty."""
        dollars = _numbers(self.raw[name], name)
        in_cents: Ints = np.rint(np.where(np.isnan(dollars), 0.0, dollars) * 100).astype(np.int64)
        return in_cents

    def rows(self, places: Ints) -> "Columns":
        """Some rows."""
        chosen = {
            name: [column[place] for place in places.tolist()] if isinstance(column, list) else column.take(places)
            for name, column in self.raw.items()
        }
        return Columns(len(places), chosen)

    def texts(self, name: str) -> Texts:
        """A column of texts; all empty where the log has none."""
        if name not in self._texts:
            given = self.raw.get(name)
            self._texts[name] = Texts(np.zeros(self.size, np.int64), [""]) if given is None else _coded(given)
        return self._texts[name]

    def pile(self, name: str) -> Pile:
        """A pile of every row; empty where the log has none."""
        if name not in self._piles:
            given = self.raw.get(name)
            if given is None:
                empty = np.full((self.size, 0), NONE, np.uint8)
                self._piles[name] = Pile(empty, np.zeros(self.size, np.int64))
            else:
                self._piles[name] = _pile(given, name)
        return self._piles[name]

    @cached_property
    def special(self) -> npt.NDArray[np.bool_]:
        """Rows with something that only a round file says: several hands, an irregularity, a bank."""
        marked = np.zeros(self.size, np.bool_)
        for name in ("hands", *AS_JSON):
            if name in self.raw:
                marked |= self.texts(name).codes > 0
        return marked

    @cached_property
    def rounds(self) -> tuple[Ints, Ints]:
        """Where each round begins and ends."""
        if "round" not in self.raw:
            starts = np.arange(self.size)
        else:
            codes = self.texts("round").codes
            new = np.ones(self.size, np.bool_)
            new[1:] = (codes[1:] != codes[:-1]) | (codes[1:] == 0)
            starts = np.flatnonzero(new)
        return starts, np.append(starts[1:], self.size)

    def seat(self, row: int) -> dict[str, Any]:
        """A row as a seat of a round file."""
        wagers = {name: self._dollars(f"wagers.{name}", row) for name in self.names("wagers.")}
        record: dict[str, Any] = {"wagers": {name: amount for name, amount in wagers.items() if amount is not None}}
        if hands := self.texts("hands").at(row):
            record["hands"] = [hand.split() for hand in hands.split("/")]
        if cards := self._cards("cards", row) if "cards" in self.raw else []:
            record["cards"] = cards
        if actions := self.texts("actions").at(row):
            record["actions"] = [action.strip() for action in actions.split(",") if action.strip()]
        if "stack" in self.raw and (stack := self._dollars("stack", row)) is not None:
            record["stack"] = stack
        if position := self.texts("position").at(row):
            record["position"] = _whole(position, "position")
        if places := self.texts("select").at(row):
            record["select"] = [_whole(place, "select") for place in places.split()]
        return record | self._json(_SEAT_JSON, row)

    def round_file(self, game: str, house: Mapping[str, Any], start: int, stop: int) -> dict[str, Any]:
        """Rows of one round as a round file: what lies on the table is taken from the first."""
        file: dict[str, Any] = {
            "game": game,
            "house": dict(house),
            "seats": [self.seat(row) for row in range(start, stop)],
        }
        for name in ("dealer", "community"):
            if name in self.raw:
                file[name] = self._cards(name, start)
        if piles := self._listed(start):
            file["piles"] = piles
        meters = {name: self._dollars(f"meters.{name}", start) for name in self.names("meters.")}
        if meters := {name: amount for name, amount in meters.items() if amount is not None}:
            file["meters"] = meters
        if spin := self.texts("outcome.spins").at(start):
            file["outcome"] = {"spins": [spin]}
        return file | self._json([name for name in AS_JSON if name not in _SEAT_JSON], start)

    def _listed(self, row: int) -> dict[str, Any]:
        """The other piles of a round; `hands.1` and `hands.2` are a list of hands."""
        listed: dict[str, Any] = {}
        for name in self.names("piles."):
            several, _, number = name.partition(".")
            if cards := self._cards(f"piles.{name}", row):
                if number:
                    listed.setdefault(several, []).append(cards)
                else:
                    listed[name] = cards
        return listed

    def _json(self, names: Sequence[str], row: int) -> dict[str, Any]:
        parsed = {}
        for name in names:
            if text := self.texts(name).at(row):
                try:
                    parsed[name] = msgspec.json.decode(text)
                except msgspec.DecodeError as error:
                    raise RuleError(f"not valid JSON: {error}", name) from None
        return parsed

    def _cards(self, name: str, row: int) -> list[str]:
        pile = self.pile(name)
        if pile.counts[row] < 0:  # the round file says what is wrong with it
            return str(self.raw[name][row]).split()
        return [format_card(int(card)) for card in pile.cards[row, : pile.counts[row]]]

    def _dollars(self, name: str, row: int) -> Any:
        cents = int(self.amounts(name)[row])
        if cents == ODD:
            given = self.raw[name][row]
            return given.as_py() if hasattr(given, "as_py") else float(given)
        return None if cents == ABSENT else cents // 100 if cents % 100 == 0 else cents / 100


def read(table: Any) -> Columns:
    """The columns of a pyarrow table, a pandas data frame, or a mapping of names to arrays or lists."""
    if hasattr(table, "column_names"):  # pyarrow: a table or a batch
        raw: dict[str, Any] = {name: _joined(table.column(name)) for name in table.column_names}
        size = table.num_rows
    elif hasattr(table, "columns") and hasattr(table, "itertuples"):  # pandas
        raw = {str(name): table[name].to_numpy() for name in table.columns}
        size = len(table)
    elif isinstance(table, Mapping):
        raw = {str(name): given if hasattr(given, "dtype") else list(given) for name, given in table.items()}
        lengths = {len(column) for column in raw.values()}
        if len(lengths) > 1:
            raise RuleError(f"the columns are of different lengths: {', '.join(map(str, sorted(lengths)))}", "table")
        size = lengths.pop() if lengths else 0
    else:
        raise RuleError("a log is a pyarrow table, a pandas data frame, or a mapping of names to columns", "table")
    return Columns(size, raw)


def rows_of(file: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """A round file as the rows of a log, a row for each seat; `number` becomes the `round`."""
    table: dict[str, Any] = {f"meters.{name}": amount for name, amount in file.get("meters", {}).items()}
    table |= {name: " ".join(file[name]) for name in ("dealer", "community") if file.get(name)}
    for name, pile in file.get("piles", {}).items():
        several = {f"piles.{name}.{place}": hand for place, hand in enumerate(pile, 1) if isinstance(hand, list)}
        table |= {column: " ".join(cards) for column, cards in (several or {f"piles.{name}": pile}).items()}
    spins = file.get("outcome", {}).get("spins", [])
    plain_spin = len(spins) == 1 and isinstance(spins[0], str) and len(file["outcome"]) == 1
    if plain_spin:
        table["outcome.spins"] = spins[0]
    for name in AS_JSON:
        if name not in _SEAT_JSON and file.get(name) and not (name == "outcome" and plain_spin):
            table[name] = msgspec.json.encode(file[name]).decode()
    rows = []
    for seat in file.get("seats", []):
        row = {"round": number, **table}
        row |= {f"wagers.{name}": amount for name, amount in seat.get("wagers", {}).items()}
        if seat.get("hands"):
            row["hands"] = " / ".join(" ".join(hand) for hand in seat["hands"])
        if seat.get("cards"):
            row["cards"] = " ".join(seat["cards"])
        if seat.get("actions"):
            row["actions"] = ", ".join(seat["actions"])
        if seat.get("select"):
            row["select"] = " ".join(map(str, seat["select"]))
        row |= {name: seat[name] for name in ("position", "stack") if seat.get(name) is not None}
        row |= {name: msgspec.json.encode(seat[name]).decode() for name in _SEAT_JSON if seat.get(name)}
        rows.append(row)
    return rows


def from_rows(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Rows as columns; what a row does not have is empty in it."""
    names = dict.fromkeys(name for row in rows for name in row)
    return Columns(len(rows), {name: [row.get(name) for row in rows] for name in names})


# What people call the columns of a log that is not named as a round file is.
_MISNAMED = {
    "cards": ("card", "player_cards", "player_hand"),
    "dealer": ("dealers", "dealer_card", "dealer_cards", "dealer_hand"),
    "community": ("board", "community_cards"),
    "actions": ("action", "decision", "decisions"),
}


def check_names(columns: Columns, wagers: Sequence[str]) -> None:
    """Refuse a log with money on a wager that the game does not have, or with a column under another name."""
    misnamed = [(wrong, name) for name, others in _MISNAMED.items() for wrong in others]
    if not columns.names("wagers."):
        misnamed += [
            (wrong, f"wagers.{name}") for name in wagers for wrong in (name, f"wager.{name}", f"wagers_{name}")
        ]
    for wrong, name in misnamed:
        if wrong in columns.raw and name not in columns.raw:
            raise RuleError(f"the log has no column {name!r}; rename {wrong!r} to that", wrong)
    for name in columns.names("wagers."):
        stem = name.partition(".")[2] if name.startswith("hand_") else name
        if name not in wagers and stem not in wagers and (columns.amounts(f"wagers.{name}") != ABSENT).any():
            raise RuleError(f"the game has no wager {name!r}; {allowed(name, wagers, 'wagers are ')}", f"wagers.{name}")


def _joined(column: Any) -> Any:
    """A pyarrow column in one piece; dictionaries stay."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def _is_arrow(column: Any) -> bool:
    return hasattr(column, "type") and hasattr(column, "buffers")


def _numbers(column: Any, name: str) -> npt.NDArray[np.float64]:
    """A column of numbers, not a number where it is empty."""
    if _is_arrow(column):
        import pyarrow as pa
        import pyarrow.compute as pc

        kind = column.type
        numeric = pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind)
        if not (numeric or pa.types.is_null(kind)):
            raise RuleError(f"must be numbers of dollars, not {kind}", name)
        numbers: npt.NDArray[np.float64] = pc.cast(column, pa.float64()).to_numpy(zero_copy_only=False)
        return numbers
    try:
        given = [np.nan if value is None else value for value in column] if _loose(column) else column
        return np.asarray(given).astype(np.float64)
    except (TypeError, ValueError):
        raise RuleError("must be numbers of dollars", name) from None


def _cents(column: Any, name: str) -> Ints:
    dollars = _numbers(column, name)
    scaled = np.where(np.isnan(dollars), 0.0, dollars) * 100
    whole = np.rint(np.clip(scaled, -1, 1e13)).astype(np.int64)
    fine = (np.abs(scaled - whole) <= 1e-6) & (whole >= 0) & ((whole > 0) | (scaled == 0))
    whole_cents: Ints = np.where(fine, whole, ODD)
    return whole_cents


def _loose(column: Any) -> bool:
    return isinstance(column, list) or (getattr(column, "dtype", None) is not None and column.dtype.kind == "O")


def _text(given: Any) -> str:
    """A value of a text column as text: empty where there is none."""
    if given is None or (isinstance(given, float) and np.isnan(given)):
        return ""
    if isinstance(given, bytes):
        return given.decode()
    if isinstance(given, float) and given == int(given):
        return str(int(given))
    return ", ".join(map(str, given)) if isinstance(given, list | tuple | np.ndarray) else str(given).strip()


def _coded(column: Any) -> Texts:
    """The texts of a column, each kept once."""
    if _is_arrow(column):
        import pyarrow as pa
        import pyarrow.compute as pc

        if pa.types.is_null(column.type):
            return Texts(np.zeros(len(column), np.int64), [""])
        if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
            column = pc.binary_join(pc.cast(column, pa.list_(pa.string())), ", ")
        if not pa.types.is_dictionary(column.type):
            column = pc.dictionary_encode(column)
        values = column.dictionary.to_pylist()
        given = pc.fill_null(column.indices, -1).to_numpy(zero_copy_only=False).astype(np.int64)
        return _with_empty(given, [_text(value) for value in values])
    seen: dict[str, int] = {"": 0}
    array = np.asarray(column)
    if array.ndim == 1 and array.dtype.kind in "iub":
        values, codes = np.unique(array, return_inverse=True)
        return _with_empty(codes.astype(np.int64), [str(value) for value in values])
    codes = np.fromiter((seen.setdefault(_text(one), len(seen)) for one in column), np.int64, len(column))
    return Texts(codes, list(seen))


def _with_empty(codes: Ints, values: list[str]) -> Texts:
    """Texts by number, the empty one first; -1 stands for none."""
    numbers: dict[str, int] = {"": 0}
    moved = np.array([*(numbers.setdefault(value, len(numbers)) for value in values), 0], np.int64)
    return Texts(moved[codes], list(numbers))


def _pile(column: Any, name: str) -> Pile:
    if _is_arrow(column):
        return _arrow_pile(column, name)
    array = column if hasattr(column, "dtype") else None
    if array is not None and array.ndim == 2 and array.dtype.kind in "iu":
        return _numbered(array, name)
    return _from_bytes(np.array([_spaced(value) for value in column], dtype="S"))


def _spaced(given: Any) -> bytes:
    return (" ".join(given) if isinstance(given, list | tuple | np.ndarray) else _text(given)).encode()


def _numbered(array: npt.NDArray[Any], name: str) -> Pile:
    """An array of card numbers, 255 or a negative number where there is none; cards come first in a row."""
    cards = np.where((array < 0) | (array >= NONE), NONE, array).astype(np.uint8)
    held = cards != NONE
    counts = held.sum(axis=1).astype(np.int64)
    if (held[:, 1:] & ~held[:, :-1]).any() or (cards[held] > 54).any():
        raise RuleError("a row holds card numbers from 0 (2c) to 53, then 255 where there are no more cards", name)
    return Pile(cards, counts)


def _from_bytes(texts: npt.NDArray[np.bytes_]) -> Pile:
    width = texts.dtype.itemsize
    data = np.frombuffer(texts.tobytes(), np.uint8)
    starts = np.arange(len(texts), dtype=np.int64) * width
    lengths = np.char.str_len(texts).astype(np.int64)
    return Pile(*parse(data, starts, starts + lengths, MOST_CARDS))


def _arrow_pile(column: Any, name: str) -> Pile:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_dictionary(kind):
        column = pc.cast(column, kind.value_type)
        kind = column.type
    if pa.types.is_null(kind):
        return Pile(np.full((len(column), 0), NONE, np.uint8), np.zeros(len(column), np.int64))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        if pa.types.is_integer(kind.value_type):
            rows = [row or [] for row in column.to_pylist()]
            array = np.full((len(rows), max(map(len, rows), default=0)), NONE, np.int64)
            for place, row in enumerate(rows):
                array[place, : len(row)] = row
            return _numbered(array, name)
        column = pc.binary_join(pc.cast(column, pa.list_(pa.string())), " ")
        kind = column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise RuleError(f"must be texts or lists of cards, not {kind}", name)
    column = pc.fill_null(pc.cast(column, pa.large_string()), "")
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int64)[column.offset : column.offset + len(column) + 1]
    text = np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8)
    return Pile(*parse(text, ends[:-1].copy(), ends[1:].copy(), MOST_CARDS))


def _whole(text: str, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise RuleError(f"must be a whole number, not {text!r}", name) from None


def parts(columns: Columns, rows: int) -> Iterator[tuple[int, Columns]]:
    """The log in parts of about so many rows, whole rounds each, with the row at which each begins."""
    _, ends = columns.rounds
    begin = 0
    while begin < columns.size:
        last = int(np.searchsorted(ends, begin + rows))
        stop = int(ends[min(last, len(ends) - 1)])
        yield begin, columns.part(begin, stop)
        begin = stop
