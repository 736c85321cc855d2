"""Statements of every action, ready to run: compiled once for a database, and executed by its driver.

SQLAlchemy writes them and says how values go in and out; its own way of executing them takes three times as long.
"""

import re
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import JSON, Connection, Dialect, Insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import ClauseElement

if TYPE_CHECKING:
    from houseway.floor.wire import Wire

Process = Callable[[Any], Any]
_WIRE = "houseway_wire"
_DRIVER = "houseway_driver"  # both are kept with a connection, which lives as long as a transaction
_NAMED = re.compile(r"%\((\w+)\)s")
_PLACE = re.compile(r"\$(\d+)")
_MOST_ROWS = 16  # of one statement


class _Compiled(NamedTuple):
    """A statement in the words of one database."""

    text: str
    in_order: Callable[[Mapping[str, Any]], Sequence[Any]]  # takes its values by name
    into: tuple[tuple[int, Process], ...]  # how those are written that are not written as they are
    given: Mapping[str, Any]  # values that the statement has itself
    reader: Callable[[Sequence[Any]], Any]  # what makes a row of what was fetched, as the statement's columns say

    def values(self, params: Mapping[str, Any]) -> Sequence[Any]:
        """What the driver is given."""
        cells = self.in_order({**self.given, **params} if self.given else params)
        if self.into:
            cells = list(cells)
            for index, process in self.into:
                cells[index] = process(cells[index])
        return cells


def _reader(keys: Sequence[str], out: Sequence[tuple[int, Process]]) -> Callable[[Sequence[Any]], Any]:
    """What makes a named row of cells, some of which are not as they were fetched."""
    row: Callable[[Sequence[Any]], Any] = partial(tuple.__new__, namedtuple("Row", keys))  # its own way is Python's

    def converted(fetched: Sequence[Any]) -> Any:
        cells = list(fetched)
        for index, process in out:
            if cells[index] is not None:
                cells[index] = process(cells[index])
        return row(cells)

    return converted if out else row


def _in_order(names: Sequence[str]) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
    """What takes values by their names."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda filled: [filled[name] for name in names]


def _json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _numbered(text: str) -> tuple[str, tuple[str, ...]]:
    """A statement with $1, $2 for its values, and their names."""
    places: dict[str, int] = {}
    made = _NAMED.sub(lambda found: f"${places.setdefault(found[1], len(places) + 1)}", text)
    return made.replace("%%", "%"), tuple(places)


@cache
def _of_rows(text: str, many: int) -> str:
    """A statement that inserts a row, for so many: PostgreSQL takes as long for each statement as for a row."""
    head, _, row = text.partition(" VALUES ")
    width = max(int(place) for place in _PLACE.findall(row))

    def shifted(above: int) -> str:
        return _PLACE.sub(lambda found: f"${int(found[1]) + above}", row)

    return f"{head} VALUES {', '.join(shifted(width * place) for place in range(many))}"


def _compile(statement: ClauseElement, dialect: Dialect, names: Sequence[str]) -> _Compiled:
    if isinstance(statement, Insert) and not statement.exported_columns:
        statement = statement.inline()  # nobody asks for the keys that PostgreSQL gives the rows
    made: Any = statement.compile(dialect=dialect, column_keys=list(names) or None)
    text, usual = str(made), None
    json: Process = _json_text
    if made.positional:
        order = tuple(made.positiontup)
    else:
        from houseway.floor.wire import to_text

        text, order = _numbered(text)
        usual, json = to_text, msgspec.json.encode
    into = []
    for index, name in enumerate(order):
        kind = made.binds[name].type
        # The text of JSON is what both databases take; the processor's own way is longer.
        own = json if isinstance(kind, JSON) else kind.dialect_impl(dialect).bind_processor(dialect)
        assert own is None or usual is None or own is json
        if process := own or usual:
            into.append((index, process))
    columns = made.effective_returning or getattr(statement, "selected_columns", ())
    out, keys = [], []
    for index, column in enumerate(columns):
        keys.append(column.key if column.key and not column.key.startswith("%") else f"column{index}")
        process = column.type.dialect_impl(dialect).result_processor(dialect, None)
        if process is not None:  # the processor of JSON does no more than this, in two calls
            out.append((index, msgspec.json.decode if isinstance(column.type, JSON) else process))
    given = {name: value for name, value in made.params.items() if value is not None or name not in names}
    return _Compiled(text, _in_order(order), tuple(into), given, _reader(keys, tuple(out)))


def _wire(db: Connection) -> "Wire | None":
    """What statements go to PostgreSQL by; nothing where the database is embedded."""
    if db.dialect.name == "sqlite":
        return None
    if not db.in_transaction():
        db.begin()  # as SQLAlchemy does
    found: Wire | None = vars(db).get(_WIRE)
    if found is None:
        kept: dict[str, Any] = db.info  # of the driver's connection, with what was prepared on it
        if _WIRE not in kept:
            from houseway.floor import wire

            driver: Any = db.connection.driver_connection
            kept[_WIRE] = wire.Wire(driver)
        found = vars(db)[_WIRE] = kept[_WIRE]
    return found


def _send(db: Connection, wire: "Wire", asked: Sequence[tuple[str, Sequence[Any]]]) -> list[Any]:
    """The results of statements, after those that wait to be sent with them."""
    waiting, first = wire.waiting or [], len(wire.waiting or ())
    if wire.waiting is not None:
        wire.waiting = []
    try:
        return wire.carry_out([*waiting, *asked])[first:]
    except db.dialect.loaded_dbapi.Error as error:
        raise _told(db, wire.driver, asked[-1][0] if asked else waiting[-1][0], error) from error


def _written(db: Connection, made: _Compiled, params: Mapping[str, Any]) -> Sequence[Any]:
    """The values of a statement; what cannot be kept is an error of the statement."""
    try:
        return made.values(params)
    except db.dialect.loaded_dbapi.Error as error:
        raise _told(db, db.connection.driver_connection, made.text, error) from error


class Ready:
    """A statement, and its forms for the databases it has been run on."""

    def __init__(self, statement: ClauseElement) -> None:
        self.statement = statement
        self._by_names = isinstance(statement, Insert)  # of the values that it is given: the others say theirs
        self._made: dict[str | tuple[str, ...], _Compiled] = {}

    def _for(self, db: Connection, params: Mapping[str, Any]) -> _Compiled:
        name = db.dialect.name
        key = (name, *params) if self._by_names else name
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _compile(self.statement, db.dialect, (*params,))
        return found

    @staticmethod
    def _execute(db: Connection, made: _Compiled, values: Any, many: bool = False) -> Any:
        """The cursor of SQLite after a statement, which is at its end where nothing is read of it."""
        kept = db.__dict__
        driver: Any = kept.get(_DRIVER)
        if driver is None or not driver.in_transaction:
            if not db.in_transaction():
                db.begin()  # as SQLAlchemy does
            driver = kept[_DRIVER] = db.connection.driver_connection
        try:
            return (driver.executemany if many else driver.execute)(made.text, values)
        except db.dialect.loaded_dbapi.Error as error:
            raise _told(db, driver, made.text, error) from error

    def rows(self, db: Connection, params: Mapping[str, Any]) -> list[Any]:
        """All rows."""
        return Ready.several(db, (self, params))[0]

    def first(self, db: Connection, params: Mapping[str, Any]) -> Any:
        """The first row, if there is one."""
        rows = self.rows(db, params)
        return rows[0] if rows else None

    def one(self, db: Connection, params: Mapping[str, Any]) -> Any:
        """The row that there is."""
        row = self.first(db, params)
        if row is None:
            raise LookupError(f"no row: {self.statement}")
        return row

    def run(self, db: Connection, *many: Mapping[str, Any]) -> None:
        """Without an answer, once for each of the values, which all have the same names."""
        made, wire = self._for(db, many[0]), _wire(db)
        if wire is None:
            if len(many) > 1:
                self._execute(db, made, [made.values(one) for one in many], many=True)
            else:
                self._execute(db, made, made.values(many[0]))
            return
        wire.foreseen = None
        asked = [(made.text, _written(db, made, one)) for one in many]
        if 1 < len(many) <= _MOST_ROWS and isinstance(self.statement, Insert):
            asked = [(_of_rows(made.text, len(many)), [value for _, row in asked for value in row])]
        if wire.waiting is not None:
            wire.waiting += asked
        else:
            _send(db, wire, asked)

    @staticmethod
    def several(db: Connection, *asked: "tuple[Ready, Mapping[str, Any]]") -> list[list[Any]]:
        """The rows of several statements, for which PostgreSQL is waited for once."""
        wire = _wire(db)
        if wire is not None:
            return _answers(db, wire, [(one._for(db, params), params) for one, params in asked])
        rows = []
        for one, params in asked:
            compiled = one._for(db, params)
            fetched = Ready._execute(db, compiled, compiled.values(params)).fetchall()
            rows.append([compiled.reader(cells) for cells in fetched])
        return rows

    @staticmethod
    def foresee(db: Connection, *asked: "tuple[Ready, Mapping[str, Any]]") -> None:
        """These will be asked for in one after the next question: PostgreSQL is sent them with that."""
        if (wire := _wire(db)) is not None:
            wire.ahead = [(one._for(db, params), params) for one, params in asked]


def _answers(db: Connection, wire: "Wire", asked: Sequence[tuple[_Compiled, Mapping[str, Any]]]) -> list[list[Any]]:
    """The rows of statements by PostgreSQL, which may have been asked for them already."""
    texts = [(compiled.text, _written(db, compiled, params)) for compiled, params in asked]
    foreseen, wire.foreseen = wire.foreseen, None
    if foreseen is not None and foreseen[0] == texts:
        return foreseen[1]
    ahead, wire.ahead = wire.ahead, []
    later: list[tuple[str, Sequence[Any]]] = [(one.text, _written(db, one, params)) for one, params in ahead]
    results = _send(db, wire, [*texts, *later])
    rows = [wire.rows(result, compiled.reader) for result, (compiled, _) in zip(results, [*asked, *ahead], strict=True)]
    if later:
        wire.foreseen = later, rows[len(texts) :]
    return rows[: len(texts)]


def _told(db: Connection, driver: Any, text: str, error: Any) -> Exception:
    """An error of the driver as SQLAlchemy tells it; a connection that is lost is given up."""
    lost = db.dialect.is_disconnect(error, driver, None)
    if lost:
        for name in (_DRIVER, _WIRE):
            vars(db).pop(name, None)
        db.invalidate(error)
    made = DBAPIError.instance(text, None, error, db.dialect.loaded_dbapi.Error, True, lost, db.dialect, False)
    assert isinstance(made, Exception)
    return made


def at_once(db: Connection) -> AbstractContextManager[None]:
    """Statements that PostgreSQL is sent together; what one of them did wrong is told at the end.

    Where an answer is asked for meanwhile, those before it are sent with that statement.
    """
    wire = _wire(db)
    return _AS_THEY_COME if wire is None or wire.waiting is not None else _collected(db, wire)


_AS_THEY_COME: AbstractContextManager[None] = nullcontext()


@contextmanager
def _collected(db: Connection, wire: "Wire") -> Iterator[None]:
    wire.waiting = []
    try:
        yield
        if wire.waiting:
            _send(db, wire, [])
    finally:
        wire.waiting = None


def send_with_commit(db: Connection) -> None:
    """From now on, statements of the transaction that give no answer wait for one that does, or for the commit.

    What one of them did wrong may be told as late as by the commit.
    """
    if (wire := _wire(db)) is not None and wire.waiting is None:
        wire.waiting = []


def send_waiting(db: Connection) -> None:
    """Have what waits carried out: a statement that goes another way comes after it."""
    wire: Wire | None = vars(db).get(_WIRE)
    if wire is not None:
        wire.foreseen = None
        if wire.waiting:
            _send(db, wire, [])


def commit_waiting(db: Connection) -> None:
    """Commit together with what waits, if something does."""
    wire: Wire | None = vars(db).get(_WIRE)
    if wire is not None and wire.waiting:
        from houseway.floor.wire import COMMIT

        _send(db, wire, [(COMMIT, [])])


def failed_before_commit(db: Connection) -> bool:
    """Whether the database refused a statement before the commit, which was not carried out then."""
    wire: Wire | None = vars(db).get(_WIRE)
    return wire is not None and wire.failed


def aborted(db: Connection) -> bool:
    """Whether the database has refused a statement of the transaction, and would refuse all others now."""
    wire: Wire | None = vars(db).get(_WIRE)
    return wire is not None and wire.aborted


def forget_waiting(db: Connection) -> None:
    """The transaction is over."""
    wire: Wire | None = vars(db).get(_WIRE)
    if wire is not None:
        wire.forget()
