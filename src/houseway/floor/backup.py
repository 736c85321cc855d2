"""Backups: the whole database in one file of one format, whichever database it is, taken while the tables play on.

The file is gzipped lines of JSON: a head, for each table its columns and rows, and an end with the number of rows and
the SHA-256 of all lines before it. It is read into an empty database of either kind, at the version it was taken from,
and brought up to date there. The house's key is not in it.
"""

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, MetaData, Table, delete, func, insert, select, text

from houseway import __version__
from houseway.floor.ledger import audit
from houseway.floor.moments import now
from houseway.floor.store import Store, unlimited
from houseway.floor.triggers import balance_trigger
from houseway.rules.errors import RuleError

_FORMAT = 1
_DAY = 24 * 3600.0
_CHUNK = 1000
_VERSION = "alembic_version"


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    houseway_backup: int
    revision: str
    engine: str
    at: int


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    columns: list[str]


class _End(msgspec.Struct, forbid_unknown_fields=True):
    rows: dict[str, int]
    sha256: str


def _tables(db: Connection) -> list[Table]:
    """The tables of a database as it is, those first that others point to."""
    found = MetaData()
    found.reflect(db)
    return [table for table in found.sorted_tables if table.name != _VERSION]


def _lines(db: Connection) -> Iterator[bytes]:
    """The lines of a backup but the last."""
    revision = str(db.execute(text(f"SELECT version_num FROM {_VERSION}")).scalar_one())
    yield msgspec.json.encode(_Head(_FORMAT, revision, __version__, now()))
    for table in _tables(db):
        yield msgspec.json.encode(_Part(str(table.name), [str(column.name) for column in table.columns]))
        rows = db.execution_options(yield_per=_CHUNK).execute(select(table).order_by(*table.primary_key.columns))
        for row in rows:
            yield msgspec.json.encode(list(row))


def backup(store: Store, path: Path) -> dict[str, int]:
    """Write a backup: whole or not at all, readable by its owner alone. The rows of each table."""
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            counted = store.read(lambda db: _write(db, file), seconds=_DAY)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise
    return counted


def _write(db: Connection, file: Any) -> dict[str, int]:
    file.seek(0)
    file.truncate()
    seen, counted, table = sha256(), dict[str, int](), ""
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        for line in _lines(db):
            if line.startswith(b'{"table"'):
                table = msgspec.json.decode(line, type=_Part).table
                counted[table] = 0
            elif table:
                counted[table] += 1
            packed.write(line + b"\n")
            seen.update(line + b"\n")
        packed.write(msgspec.json.encode(_End(counted, seen.hexdigest())) + b"\n")
    return counted


def restore(store: Store, path: Path) -> dict[str, int]:
    """Read a backup into an empty database and bring it up to date. The rows of each table."""
    try:
        _check_whole(path)
        with gzip.open(path, "rb") as packed:
            head = msgspec.json.decode(packed.readline(), type=_Head)
            if head.houseway_backup != _FORMAT:
                raise RuleError(f"a backup of format {head.houseway_backup}; this version reads {_FORMAT}", path.name)
            store.migrate(head.revision)
            counted = store.write(lambda db: _read(db, path, store.embedded))
    except OSError as error:
        raise RuleError(f"cannot read it: {error.strerror or error}", path.name) from None
    except (msgspec.MsgspecError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise RuleError(f"not a whole backup: {error}", path.name) from None
    store.migrate()
    return counted


def _check_whole(path: Path) -> None:
    """Nothing is read from a file of which a byte is not as it was written."""
    seen, last = sha256(), b""
    with gzip.open(path, "rb") as packed:
        for line in packed:
            seen.update(last)
            last = line
    if msgspec.json.decode(last, type=_End).sha256 != seen.hexdigest():
        raise RuleError("the file is damaged: its rows are not those that were written", path.name)


def _read(db: Connection, path: Path, embedded: bool) -> dict[str, int]:
    tables = {table.name: table for table in _tables(db)}
    if any(db.execute(select(func.count()).select_from(tables[name])).scalar_one() for name in ("users", "tables")):
        raise RuleError("the database is not empty: a backup is read into a new one", "--database")
    with unlimited(db):
        return _fill(db, path, tables, embedded)


def _fill(db: Connection, path: Path, tables: dict[str, Table], embedded: bool) -> dict[str, int]:
    pause, resume = balance_trigger("sqlite" if embedded else "postgresql")
    for statement in pause:
        db.execute(text(statement))
    counted = _load(db, path, tables)
    for statement in resume:
        db.execute(text(statement))
    if not embedded:
        for table in tables.values():
            if "id" in table.columns and table.columns["id"].autoincrement:
                _continue_numbers(db, table.name)
    if not (sums := audit(db)).balanced:
        raise RuleError(f"the books of the backup do not balance: {sums}", path.name)
    return counted


def _continue_numbers(db: Connection, table: str) -> None:
    """New rows are numbered after those that were read."""
    sequence = db.execute(text("SELECT pg_get_serial_sequence(:table, 'id')"), {"table": table}).scalar_one()
    if sequence is not None:
        last = f"SELECT setval('{sequence}', GREATEST((SELECT max(id) FROM {table}), 1))"
        db.execute(text(last))


def _load(db: Connection, path: Path, tables: dict[str, Table]) -> dict[str, int]:
    counted = dict[str, int]()
    with gzip.open(path, "rb") as packed:
        packed.readline()
        table: Table | None = None
        columns: list[str] = []
        waiting: list[dict[str, Any]] = []

        def flush() -> None:
            if waiting and table is not None:
                db.execute(insert(table), waiting)
                waiting.clear()

        for line in packed:
            if line.startswith(b'{"rows"'):
                break
            if line.startswith(b'{"table"'):
                flush()
                part = msgspec.json.decode(line, type=_Part)
                if part.table not in tables:
                    raise RuleError(f"a table {part.table!r} that this version does not know", path.name)
                table, columns = tables[part.table], part.columns
                counted[part.table] = 0
                if db.execute(select(func.count()).select_from(table)).scalar_one():
                    db.execute(delete(table))  # what a migration put there
                continue
            waiting.append(dict(zip(columns, msgspec.json.decode(line), strict=True)))
            counted[part.table] += 1
            if len(waiting) >= _CHUNK:
                flush()
        flush()
    return counted
