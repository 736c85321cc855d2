"""Logs in files, a part at a time: Parquet, Arrow, CSV and JSON Lines, by suffix; whole rounds in every part."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from houseway.bulk.columns import Columns, from_rows, read, rows_of
from houseway.rules.errors import RuleError

PARQUET, ARROW = (".parquet", ".pq"), (".arrow", ".feather", ".ipc")
LINES = (".jsonl", ".ndjson")
_ROWS = 1 << 16
_NUMBERS = ("wagers.", "meters.", "paid.")
_BESIDE = ("table", "dealer_name", "game", "shift", "day")  # of a round file that a log carries along

Told = Callable[[float], None]


def parts(name: str, told: Told | None = None) -> Iterator[tuple[int, Columns]]:
    """The log in parts, each with the number of its first row; `told` the share of the file that is read."""
    if not Path(name).is_file():
        raise RuleError(f"cannot read {name}: there is no such file", "file")
    suffix = name.lower()
    if suffix.endswith(PARQUET):
        batches = _parquet(name, told)
    elif suffix.endswith(ARROW):
        batches = _arrow(name, told)
    elif suffix.endswith(".csv"):
        batches = _csv(name, told)
    elif suffix.endswith(LINES):
        yield from _json_lines(name, told)
        return
    else:
        raise RuleError(f"a log is .parquet, .arrow, .csv or .jsonl, not {Path(name).suffix or name!r}", "file")
    yield from _whole_rounds(batches)


def _readers() -> Any:
    import pyarrow as pa

    return pa


def _parquet(name: str, told: Told | None) -> Iterator[Any]:
    pa = _readers()
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(name, pre_buffer=False) as file:  # what is read ahead is kept until the file is closed
            done, size = 0, max(file.metadata.num_rows, 1)
            for batch in file.iter_batches(batch_size=_ROWS):
                yield pa.Table.from_batches([batch])
                done += batch.num_rows
                _tell(told, done / size)
    except (pa.ArrowInvalid, OSError) as error:
        raise RuleError(f"{name} is not a Parquet file: {_first(error)}", "file") from None


def _arrow(name: str, told: Told | None) -> Iterator[Any]:
    pa = _readers()
    try:
        with pa.memory_map(name) as source:
            try:
                file = pa.ipc.open_file(source)
                batches = (file.get_batch(number) for number in range(file.num_record_batches))
                count = file.num_record_batches
            except pa.ArrowInvalid:
                source.seek(0)
                batches, count = iter(pa.ipc.open_stream(source)), 0
            for number, batch in enumerate(batches):
                for begin in range(0, batch.num_rows, _ROWS):  # a file may be one batch
                    yield pa.Table.from_batches([batch.slice(begin, _ROWS)])
                    share = min(1.0, (begin + _ROWS) / batch.num_rows)
                    _tell(told, (number + share) / count if count else 0.0)
    except (pa.ArrowInvalid, OSError) as error:
        raise RuleError(f"{name} is not an Arrow file: {_first(error)}", "file") from None


def _csv(name: str, told: Told | None) -> Iterator[Any]:
    pa = _readers()
    import pyarrow.csv as pc

    with Path(name).open(encoding="utf-8-sig", newline="") as source:
        head = next(csv.reader(source), [])
    if not head:
        raise RuleError(f"{name} is empty", "file")
    kinds = {
        column: pa.float64() if column.startswith(_NUMBERS) or column == "paid" else pa.string() for column in head
    }
    size = max(Path(name).stat().st_size, 1)
    try:
        options = pc.ConvertOptions(column_types=kinds, strings_can_be_null=True, null_values=["", "NA", "null"])
        with pc.open_csv(name, convert_options=options) as reader:
            done = 0
            for batch in reader:
                yield pa.Table.from_batches([batch])
                done += batch.nbytes
                _tell(told, min(done / size, 1.0))
    except (pa.ArrowInvalid, OSError) as error:
        raise RuleError(f"{name} is not a log in CSV: {_first(error)}", "file") from None


def _whole_rounds(batches: Iterator[Any]) -> Iterator[tuple[int, Columns]]:
    """The batches, rows of a round that goes on in the next one kept back."""
    pa = _readers()
    kept, first = None, 0
    for batch in batches:
        table = batch if kept is None else pa.concat_tables([kept, batch], promote_options="permissive")
        kept = None
        if "round" in table.column_names and table.num_rows:
            starts, _ = read(table).rounds
            last = int(starts[-1])
            kept, table = table.slice(last), table.slice(0, last)
        if table.num_rows:
            yield first, read(table)
            first += table.num_rows
    if kept is not None and kept.num_rows:
        yield first, read(kept)


def _json_lines(name: str, told: Told | None) -> Iterator[tuple[int, Columns]]:
    """Round files, one a line; `paid` is a table of wagers and nets for each seat, or the net of each."""
    rows: list[dict[str, Any]] = []
    first, size, done = 0, max(Path(name).stat().st_size, 1), 0
    with Path(name).open("rb") as source:
        for number, line in enumerate(source, 1):
            done += len(line)
            if line.strip():
                rows += _logged(line, number)
            if len(rows) >= _ROWS // 4:
                yield first, from_rows(rows)
                first, rows = first + len(rows), []
                _tell(told, done / size)
    if rows:
        yield first, from_rows(rows)
    _tell(told, 1.0)


def _logged(line: bytes, number: int) -> list[dict[str, Any]]:
    try:
        file = msgspec.json.decode(line)
        rows = rows_of(file, number)
        paid = file.get("paid", [])
        beside = {name: str(file[name]) for name in _BESIDE if name in file}
        if house := dict(file.get("house", {})) | ({"as_of": file["date"]} if file.get("date") else {}):
            beside["house"] = msgspec.json.encode(house).decode()
    except (msgspec.DecodeError, AttributeError, TypeError, KeyError) as error:
        raise RuleError(f"not a round: {error}", f"line {number}") from None
    if paid and len(paid) != len(rows):
        raise RuleError(f"{len(paid)} seats are paid, and {len(rows)} have played", f"line {number}: paid")
    for row, paid_row in zip(rows, paid or [{}] * len(rows), strict=True):
        row |= beside
        row |= (
            {f"paid.{wager}": net for wager, net in paid_row.items()}
            if isinstance(paid_row, dict)
            else {"paid": paid_row}
        )
    return rows


def _tell(told: Told | None, share: float) -> None:
    if told is not None:
        told(share)


def _first(error: Exception) -> str:
    return str(error).splitlines()[0]
