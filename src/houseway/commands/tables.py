"""`houseway settle --output`: rounds in, a Parquet or Arrow file of settled lines out, a part at a time."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from houseway.audit import settled_parts
from houseway.bulk.logs import ARROW, PARQUET
from houseway.commands.bars import bar
from houseway.commands.files import TABLES, rounds
from houseway.commands.output import complain
from houseway.commands.settle import settled
from houseway.rules.errors import RuleError

_LINES = 20_000  # of round files that are written at once


def _schema() -> Any:
    import pyarrow as pa

    texts = ("wager", "rule", "result", "pay_row", "reason", "error")
    return pa.schema(
        [
            ("file", pa.string()),
            ("row", pa.int64()),
            ("seat", pa.int32()),
            ("game", pa.string()),
            *((name, pa.string()) for name in texts[:1]),
            ("stake", pa.float64()),
            ("net", pa.float64()),
            *((name, pa.string()) for name in texts[1:]),
        ]
    )


def _from_columns(name: str, game: str, as_of: str, told: Any) -> Iterator[Any]:
    """The lines of a log in columns, part by part."""
    import numpy as np
    import pyarrow as pa

    from houseway.bulk.settled import SettledColumns

    house = {"as_of": as_of} if as_of else {}
    for settling, rows, columns, found, errors in settled_parts(name, game, house, told):
        part = SettledColumns(settling.spec.id, columns.size, found.wagers, settling.labels, errors).lines()
        places = part.column("row").to_numpy()
        starts, ends = columns.rounds
        seats = np.arange(columns.size) - np.repeat(starts, ends - starts)
        size = part.num_rows
        made = {
            "file": pa.array([name] * size),
            "row": pa.array(rows[places]),
            "seat": pa.array(seats[places].astype(np.int32)),
            "game": pa.array([settling.spec.id] * size),
            "reason": pa.nulls(size, pa.string()),
        }
        columns_of = {
            column_name: part.column(column_name) for column_name in part.column_names if column_name != "row"
        }
        everything = {**columns_of, **made}
        yield pa.table({one: everything[one] for one in _schema().names}).cast(_schema())


def _from_rounds(name: str, as_of: str) -> Iterator[Any]:
    """The lines of round files, some thousands at a time."""
    import pyarrow as pa

    kept: list[dict[str, Any]] = []
    for _, entry in rounds([name]):
        answer = settled(entry, as_of)
        place = {"file": name, "row": 0 if isinstance(entry, RuleError) else entry.line, "game": answer.get("game")}
        if "error" in answer:
            kept.append({**place, "error": str(RuleError(answer["error"], answer["field"]))})
        for seat, own in enumerate(answer.get("seats", [])):
            kept += [{**place, "seat": seat, **line} for line in own["lines"]]
        if len(kept) >= _LINES:
            yield pa.Table.from_pylist(kept, _schema())
            kept = []
    if kept:
        yield pa.Table.from_pylist(kept, _schema())


def _writer(output: str) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if output.lower().endswith(PARQUET):
        return pq.ParquetWriter(output, _schema())
    if output.lower().endswith(ARROW):
        return pa.ipc.new_file(output, _schema())
    raise RuleError(f"must end in .parquet or .arrow, not {Path(output).suffix or output!r}", "--output")


def run(files: Sequence[str], output: str, game: str, as_of: str) -> int:
    """The exit status: 2 when some round could not be settled; the file then tells which."""
    if output in files:
        raise RuleError("would be written over while it is read", "--output")
    lines = faults = 0
    try:
        writer = _writer(output)
    except OSError as error:
        raise RuleError(f"cannot write {output}: {error.strerror}", "--output") from None
    with writer, bar("settling") as told:
        for name in files:
            in_columns = name.lower().endswith(TABLES)
            for part in _from_columns(name, game, as_of, told) if in_columns else _from_rounds(name, as_of):
                writer.write_table(part)
                lines += part.num_rows
                faults += part.num_rows - part.column("error").null_count
    complain(f"{lines - faults:,} lines written to {output}" + (f", {faults:,} rows not settled" if faults else ""))
    return 2 if faults else 0
