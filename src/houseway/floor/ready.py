"""Statements of every action, ready to run: compiled once for a database, and executed by its driver.

SQLAlchemy writes them and says how values go in and out; its own way of executing them takes three times as long.
"""

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import JSON, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import ClauseElement

Process = Callable[[Any], Any]


class _Compiled(NamedTuple):
    """A statement in the words of one database; `order` is none where its driver takes values by name."""

    text: str
    order: tuple[str, ...] | None
    given: Mapping[str, Any]  # values that the statement has itself
    into: tuple[tuple[str, Process], ...]
    out: tuple[tuple[int, Process], ...]
    row: Callable[..., Any] | None

    def values(self, params: Mapping[str, Any]) -> Any:
        """What the driver is given."""
        filled = {**self.given, **params}
        for name, process in self.into:
            filled[name] = process(filled[name])
        return filled if self.order is None else [filled[name] for name in self.order]

    def read(self, fetched: Sequence[Any]) -> Any:
        """A row as the statement's columns say."""
        assert self.row is not None
        if self.out:
            cells = list(fetched)
            for index, process in self.out:
                cells[index] = process(cells[index])
            fetched = cells
        return self.row(*fetched)


def _json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _compile(statement: ClauseElement, dialect: Dialect, names: Sequence[str]) -> _Compiled:
    made: Any = statement.compile(dialect=dialect, column_keys=list(names) or None)
    into = []
    for name, bound in made.binds.items():
        json = isinstance(bound.type, JSON)  # its text is what both drivers take; the processor's own way is longer
        process = _json_text if json else bound.type.dialect_impl(dialect).bind_processor(dialect)
        if process is not None:
            into.append((name, process))
    columns = made.effective_returning or getattr(statement, "selected_columns", ())
    out, keys = [], []
    for index, column in enumerate(columns):
        keys.append(column.key if column.key and not column.key.startswith("%") else f"column{index}")
        process = column.type.dialect_impl(dialect).result_processor(dialect, None)
        if process is not None:
            out.append((index, process))
    row = namedtuple("Row", keys) if keys else None
    order = tuple(made.positiontup) if made.positional else None
    return _Compiled(str(made), order, dict(made.params), tuple(into), tuple(out), row)


class Ready:
    """A statement, and its forms for the databases it has been run on."""

    def __init__(self, statement: ClauseElement) -> None:
        self.statement = statement
        self._made: dict[tuple[str, tuple[str, ...]], _Compiled] = {}

    def _for(self, db: Connection, params: Mapping[str, Any]) -> _Compiled:
        key = db.dialect.name, tuple(params)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _compile(self.statement, db.dialect, key[1])
        return found

    def _cursor(self, db: Connection, made: _Compiled, values: Any, many: bool = False) -> Any:
        if not db.in_transaction():
            db.begin()  # as SQLAlchemy does
        driver: Any = db.connection.driver_connection
        cursor = driver.cursor()
        try:
            (cursor.executemany if many else cursor.execute)(made.text, values)
        except db.dialect.loaded_dbapi.Error as error:
            cursor.close()  # a statement that is left half-way would hold the transaction
            raise _told(db, driver, made.text, error) from error
        return cursor

    def _answer(self, db: Connection, made: _Compiled, cursor: Any) -> list[Any]:
        """All rows of a statement that was carried out."""
        try:
            return [made.read(row) for row in cursor.fetchall()]
        except db.dialect.loaded_dbapi.Error as error:  # of statements that were sent together: see `at_once`
            raise _told(db, db.connection.driver_connection, made.text, error) from error
        finally:
            cursor.close()

    def rows(self, db: Connection, params: Mapping[str, Any]) -> list[Any]:
        """All rows."""
        made = self._for(db, params)
        return self._answer(db, made, self._cursor(db, made, made.values(params)))

    def first(self, db: Connection, params: Mapping[str, Any]) -> Any:
        """The first row, if there is one."""
        return next(iter(self.rows(db, params)), None)

    def one(self, db: Connection, params: Mapping[str, Any]) -> Any:
        """The row that there is."""
        row = self.first(db, params)
        if row is None:
            raise LookupError(f"no row: {self.statement}")
        return row

    def run(self, db: Connection, *many: Mapping[str, Any]) -> None:
        """Without an answer, once for each of the values, which all have the same names."""
        made = self._for(db, many[0])
        if len(many) == 1:
            self._cursor(db, made, made.values(many[0])).close()
        else:
            self._cursor(db, made, [made.values(one) for one in many], many=True).close()

    @staticmethod
    def several(db: Connection, *asked: "tuple[Ready, Mapping[str, Any]]") -> list[list[Any]]:
        """The rows of several statements, for which PostgreSQL is waited for once."""
        made = [(one, one._for(db, params)) for one, params in asked]
        with at_once(db):
            cursors = [
                one._cursor(db, compiled, compiled.values(params))
                for (one, compiled), (_, params) in zip(made, asked, strict=True)
            ]
        return [one._answer(db, compiled, cursor) for (one, compiled), cursor in zip(made, cursors, strict=True)]


def _told(db: Connection, driver: Any, text: str, error: Any) -> Exception:
    """An error of the driver as SQLAlchemy tells it; a connection that is lost is given up."""
    lost = db.dialect.is_disconnect(error, driver, None)
    if lost:
        db.invalidate(error)
    made = DBAPIError.instance(text, None, error, db.dialect.loaded_dbapi.Error, True, lost, db.dialect, False)
    assert isinstance(made, Exception)
    return made


@contextmanager
def at_once(db: Connection) -> Iterator[None]:
    """Statements that PostgreSQL is sent without waiting for each answer.

    What one of them did wrong is told at the end, or with an answer that is asked for meanwhile.
    """
    if db.dialect.name == "sqlite":
        yield
        return
    if not db.in_transaction():
        db.begin()
    driver: Any = db.connection.driver_connection
    try:
        with driver.pipeline():
            yield
    except db.dialect.loaded_dbapi.Error as error:
        raise _told(db, driver, "several statements", error) from error
