"""The floor's database: opened by URL, brought up to date, changed only in whole transactions that survive a kill."""

import contextlib
import os
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine import RootTransaction
from sqlalchemy.exc import ArgumentError, OperationalError

from houseway.floor.keys import KeyFile, register
from houseway.floor.moments import set_clock
from houseway.floor.outages import Fault, OutcomeUnknownError, UnavailableError, outage, passing, refused, too_long
from houseway.floor.ready import commit_waiting, failed_before_commit, forget_waiting, send_waiting
from houseway.rules.errors import RuleError

T = TypeVar("T")
_AFTER = "houseway_after"
_KEPT = "houseway_kept"
_MOST_TOGETHER = 32

_TRIES = 8
_SECONDS = 15.0  # that a statement may take, unless its caller says more
_LIMITS = {
    "lock_timeout": "2s",
    "statement_timeout": f"{int(_SECONDS)}s",
    "idle_in_transaction_session_timeout": "60s",
    "jit": "off",  # to compile a report takes longer than to run it
}
_BUSY_SECONDS = 1  # that SQLite waits for another process
_MIGRATION_MS = 300_000  # that it waits for one that brings the file up to date
_LONG = 24 * 3600.0  # seconds that PostgreSQL may take to be brought up to date or filled
# The log is copied into the file after 64 MB of it rather than 4: a page that is changed often is copied once.
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-65536",
    "wal_autocheckpoint=16000",
)
_PATIENCE = 5.0  # seconds after which work that another hinders is not tried again
_STEPS = 20_000  # of SQLite's machine between two looks at the clock
_TIME = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_ONE_PICTURE = "REPEATABLE READ"
_MIGRATING = 0x486F757365  # the advisory lock that lets one process migrate at a time


def default_url(path: Path) -> str:
    """The embedded database in one file."""
    return f"sqlite:///{path}"


def default_key_file(url: str) -> Path:
    """Where the house's key is kept if nothing else is said: next to the file of an embedded database."""
    if named := os.environ.get("HOUSEWAY_KEY_FILE"):
        return Path(named)
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        return Path(f"{parsed.database}.key")
    return Path.home() / ".local" / "share" / "houseway" / "floor.key"


def _encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is None or parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise RuleError("the database is sqlite:///FILE or postgresql+psycopg://...", "--database")
    embedded = parsed.get_backend_name() == "sqlite"
    options = " ".join(f"-c {name}={value}" for name, value in _LIMITS.items())
    # What the driver prepares by itself it drops at every rollback, together with what `wire` has prepared.
    served = {"options": options, "connect_timeout": 5, "prepare_threshold": None}
    waits: dict[str, Any] = {"timeout": _BUSY_SECONDS} if embedded else served
    engine = create_engine(
        parsed,
        json_serializer=_encode,
        json_deserializer=msgspec.json.decode,
        pool_size=16,
        max_overflow=32,
        pool_use_lifo=True,  # SQLite drops its pages where another connection has written
        connect_args=waits,
    )
    if not embedded:
        from houseway.floor.wire import PatientConnection

        event.listen(engine, "do_connect", lambda _, __, given, named: PatientConnection.connect(*given, **named))
        event.listen(engine, "before_cursor_execute", lambda db, *_: send_waiting(db))
    return engine


def _create_private(path: Path) -> None:
    """An empty database that only its owner may read; SQLite gives its other files the same mode."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise RuleError(f"the database cannot be opened: {error.strerror}", "--database") from None


def _prepare_sqlite(engine: Engine) -> None:
    if engine.url.database:
        _create_private(Path(engine.url.database))

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` below says so
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("houseway_writes")
        _plainly(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")


def _plainly(connection: Connection, statement: str) -> None:
    """A statement of SQLite's own about transactions, past everything that is done for queries."""
    driver: Any = connection.connection.driver_connection
    driver.execute(statement)  # an error of it is sqlite3's own: see outages.Fault


@contextlib.contextmanager
def _waiting(connection: Connection, embedded: bool) -> Iterator[None]:
    """While the database is brought up to date, here or by another process, wait longer than otherwise."""
    driver: Any = connection.connection.driver_connection
    if embedded:
        _plainly(connection, f"PRAGMA busy_timeout = {_MIGRATION_MS}")
    else:
        driver.patience = _LONG
    try:
        yield
    finally:
        if embedded:
            _plainly(connection, f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")
        else:
            driver.patience = None


@contextlib.contextmanager
def unlimited(db: Connection) -> Iterator[None]:
    """Work that fills the database, whose statements take longer than those of any request."""
    if db.dialect.name == "sqlite":
        yield
        return
    driver: Any = db.connection.driver_connection
    driver.patience = _LONG
    db.exec_driver_sql("SET LOCAL statement_timeout = 0")
    try:
        yield
    finally:
        driver.patience = None


class _Job(Generic[T]):
    """Work for a transaction, and what came of it."""

    def __init__(self, work: Callable[[Connection], T], checks_first: bool = False) -> None:
        """`checks_first`: what is wrong with the work is known before it writes anything, or hardly ever later."""
        self.work, self.checks_first, self.done = work, checks_first, False
        self.result: list[T] = []
        self.error: Exception | None = None
        self.after: list[Callable[[], None]] = []

    def run(self, connection: Connection) -> None:
        self.after, self.result, self.error = [], [], None
        own = connection.info  # asked for now: a connection that was lost meanwhile does not tell it any more
        own.update({_AFTER: self.after, _KEPT: {}})
        try:
            self.result = [self.work(connection)]
        finally:
            for name in (_AFTER, _KEPT):
                own.pop(name, None)

    def run_apart(self, connection: Connection) -> None:
        """What fails here is undone here, and hinders no other work of the transaction."""
        driver: Any = connection.connection.driver_connection
        before = driver.total_changes
        if not self.checks_first:
            _plainly(connection, "SAVEPOINT job")
        try:
            self.run(connection)
        except Exception as error:
            if not driver.in_transaction:
                raise  # SQLite undid the whole transaction, with the work of others: each is tried alone
            if not self.checks_first:
                _plainly(connection, "ROLLBACK TO job")
            elif driver.total_changes != before:
                raise  # what it wrote can only be undone with the work of others
            self.error, self.after = error, []
        if not self.checks_first:
            _plainly(connection, "RELEASE job")

    def end(self, error: Exception | None = None) -> None:
        """The transaction is over; an error of it is the job's own unless that had failed before."""
        self.error = self.error or error
        self.done = True

    def finished(self) -> T:
        """After the commit."""
        if self.error is not None:
            raise self.error
        for call in self.after:
            call()
        return self.result[0]


class Outcome(NamedTuple, Generic[T]):
    """What came of a call: what it returned, or what it raised."""

    result: T | None
    error: BaseException | None

    @classmethod
    def of(cls, call: Callable[[], T]) -> "Outcome[T]":
        """Carry it out."""
        try:
            return cls(call(), None)
        except _UndoneError:
            raise
        except BaseException as error:  # noqa: BLE001 - told to who asked for the call
            return cls(None, error)


class _UndoneError(Exception):
    """The transaction that several calls share is of no more use: each of them is carried out alone."""


class _Shared:
    """The transaction of several calls, each of which is whole in it or leaves nothing behind."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.after: list[Callable[[], None]] = []

    def write(self, work: Callable[[Connection], T], checks_first: bool) -> T:
        """Work of the call at hand; it is committed with that of all the others."""
        job = _Job(work, checks_first)
        try:
            job.run_apart(self._connection)
        except Exception as error:
            raise _UndoneError from error
        if isinstance(job.error, Fault) and (passing(job.error) or outage(job.error)):
            raise _UndoneError from job.error
        if job.error is not None:
            raise job.error
        self.after += job.after
        return job.result[0]


def after_commit(db: Connection, call: Callable[[], None]) -> None:
    """Have something done once the transaction is committed, and not if it is undone; at once where none is written."""
    waiting = db.info.get(_AFTER)
    if waiting is None:
        call()
    else:
        waiting.append(call)


def kept(db: Connection) -> dict[Any, Any]:
    """What the work at hand keeps for itself until it is done; nothing where none is written."""
    found: dict[Any, Any] = db.info.get(_KEPT, {})
    return found


def try_out(db: Connection, work: Callable[[], object]) -> None:
    """Do the work and undo it: whatever refuses it is raised, and nothing of it is left."""
    own, waiting, found = db.info, db.info.get(_AFTER, []), db.info.get(_KEPT, {})
    own.update({_AFTER: [], _KEPT: dict(found)})
    savepoint = db.begin_nested()
    try:
        work()
    finally:
        savepoint.rollback()
        own.update({_AFTER: waiting, _KEPT: found})


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("houseway.floor.migrations")))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _revisions() -> tuple[str | None, frozenset[str]]:
    """The newest version of the database that this software knows, and all of them."""
    scripts = ScriptDirectory.from_config(_migrations())
    return scripts.get_current_head(), frozenset(one.revision for one in scripts.walk_revisions())


class Store:
    """An open database."""

    def __init__(self, url: str, key_file: Path | None = None) -> None:
        self.engine = _engine(url)
        self.keys = KeyFile(key_file or default_key_file(url))
        self.texts: dict[str, str] = {}  # game files that are known to be stored, by their hash
        event.listen(self.engine, "connect", lambda _, record: record.info.update(houseway_store=self))
        self.embedded = self.engine.dialect.name == "sqlite"
        # SQLite has one writer; waiting here in turn is faster and fairer than its busy handler's naps.
        self._writing = threading.Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._held: Connection | None = None  # what that writer writes on, as long as nothing was wrong with it
        self._own = threading.local()  # the transaction that the calls of this thread share, if they do
        if self.embedded:
            _prepare_sqlite(self.engine)
        self._writer = self.engine.execution_options(houseway_writes=True)
        # SQLite's reads see one picture anyhow; PostgreSQL's would see a new one with every statement.
        self._reader = self.engine if self.embedded else self.engine.execution_options(isolation_level=_ONE_PICTURE)

    def _version(self) -> str:
        """The last migration the database has seen."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return ""
            return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())

    def migrate(self, revision: str = "head") -> None:
        """Bring the database up to date, or to a version; processes that start together wait for each other."""
        try:
            newest, known = _revisions()
            wanted = newest if revision == "head" else revision
            if (now_at := self._version()) == wanted:
                return
            if (now_at and now_at not in known) or wanted not in known:
                raise RuleError("it is of a newer version of the software", "--database")
            with self._writer.connect() as connection, _waiting(connection, self.embedded), connection.begin():
                if not self.embedded:
                    for limit in ("lock_timeout", "statement_timeout"):
                        connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                config = _migrations()
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        except OperationalError as error:
            raise RuleError(f"the database cannot be opened: {error.orig}", "--database") from None

    def open(self) -> None:
        """Make ready to run tables: the database up to date, the house's key the one it is used with."""
        from houseway.floor.shoes import adopt

        self.migrate()
        self.set_clock()
        self.write(lambda db: register(db, self.keys.ring))
        self.write(adopt)

    def set_clock(self) -> None:
        """Take the time of a database that several servers share."""
        if not self.embedded:
            set_clock(int(self.read(lambda db: db.exec_driver_sql(_TIME).scalar_one())))

    def write(self, work: Callable[[Connection], T], *, checks_first: bool = False) -> T:
        """`work` in one transaction, all or nothing; tried again when another process was in the way.

        `checks_first`: what is wrong with the work is known before it writes anything, or hardly ever later.
        Where the database is gone, `UnavailableError`: nothing was changed. Where it went while it committed,
        `OutcomeUnknownError`: whoever can tell whether the work is done asks again.
        """
        shared: _Shared | None = getattr(self._own, "shared", None)
        if shared is not None:
            return shared.write(work, checks_first)
        return self._again(lambda: self._write_once(_Job(work, checks_first)))

    def together(self, calls: Sequence[Callable[[], T]]) -> list[Outcome[T]]:
        """Carry out calls, and what came of each: all that they write on SQLite is one transaction.

        Where that fails, each is carried out again by itself, so none may do anything but read and write here; one that
        finds itself done, because the transaction had been committed after all, tells so as it would at a repeat.
        """
        if self.embedded and len(calls) > 1:
            with contextlib.suppress(*Fault, OutcomeUnknownError, _UndoneError):
                return self._in_one_transaction(calls)
        return [Outcome.of(call) for call in calls]

    def _in_one_transaction(self, calls: Sequence[Callable[[], T]]) -> list[Outcome[T]]:
        outcomes: list[Outcome[T]] = []
        after: list[Callable[[], None]] = []

        def run(connection: Connection) -> None:
            shared = self._own.shared = _Shared(connection)
            try:
                outcomes.extend([Outcome.of(call) for call in calls])
            finally:
                self._own.shared = None
            after.extend(shared.after)

        with self._writing:
            self._transaction(run)
        for told in after:
            told()
        return outcomes

    def read(self, work: Callable[[Connection], T], seconds: float = _SECONDS) -> T:
        """`work` on one consistent picture of the database; again where the connection had been lost meanwhile.

        No statement takes longer than the seconds, on SQLite not all of them together.
        """

        def once() -> T:
            with self._reader.connect() as connection, self._limited(connection, seconds):
                return work(connection)

        return self._again(once)

    @contextlib.contextmanager
    def _limited(self, connection: Connection, seconds: float) -> Iterator[None]:
        driver: Any = connection.connection.driver_connection
        if not self.embedded:
            if seconds != _SECONDS:
                connection.exec_driver_sql(f"SET LOCAL statement_timeout = {int(seconds * 1000)}")
                driver.patience = seconds + _SECONDS
            try:
                yield
            finally:
                driver.patience = None
            return
        end = time.monotonic() + seconds
        driver.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        try:
            yield
        finally:
            driver.set_progress_handler(None, 0)

    def _again(self, once: Callable[[], T]) -> T:
        end = time.monotonic() + _PATIENCE
        for attempt in range(_TRIES):
            try:
                return once()
            except Fault as error:
                if not (passing(error) or outage(error)):
                    raise
                if attempt == _TRIES - 1 or too_long(error) or time.monotonic() > end:
                    raise UnavailableError(str(getattr(error, "orig", None) or error).partition("\n")[0]) from error
                time.sleep(random.uniform(0, 0.01 * 2**attempt))
        raise AssertionError("unreachable")

    def _write_once(self, job: "_Job[T]") -> T:
        if self.embedded:
            self._together(job)
        else:
            self._transaction(job.run)
        return job.finished()

    @contextlib.contextmanager
    def _writes(self) -> Iterator[Connection]:
        """A connection to write on; SQLite's one writer keeps his until something goes wrong on it."""
        if not self.embedded:
            with self._writer.connect() as connection:
                yield connection
            return
        held, self._held = self._held or self._writer.connect(), None
        try:
            yield held
        except BaseException:
            held.close()
            raise
        self._held = held

    def _transaction(self, work: Callable[[Connection], None]) -> None:
        """One transaction on a connection that is given up where anything but the work was wrong with it."""
        with self._writes() as connection:
            try:
                with connection.begin() as transaction:
                    work(connection)
                    self._commit(connection, transaction)
            except (*Fault, OutcomeUnknownError) as error:
                if isinstance(error, OutcomeUnknownError) or outage(error):
                    connection.invalidate()
                raise
            finally:
                forget_waiting(connection)

    def _commit(self, connection: Connection, transaction: RootTransaction) -> None:
        try:
            commit_waiting(connection)
            transaction.commit()
        except Fault as error:
            if refused(error) or failed_before_commit(connection):
                raise
            raise OutcomeUnknownError from error

    def _together(self, job: "_Job[Any]") -> None:
        """SQLite has one writer, and the disk takes its time: whoever comes first also carries out what waits."""
        self._waiting.append(job)
        with self._writing:
            while not job.done:
                self._carry_out([self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_TOGETHER))], job)

    def _carry_out(self, jobs: "list[_Job[Any]]", own: "_Job[Any]") -> None:
        """One transaction for all; each job is whole in it or leaves nothing behind, and learns what came of it."""

        def run(connection: Connection) -> None:
            for job in jobs:
                if len(jobs) == 1:
                    job.run(connection)
                else:
                    job.run_apart(connection)

        try:
            self._transaction(run)
        except OutcomeUnknownError as error:
            for job in jobs:
                job.end(error)
        except Exception as error:  # noqa: BLE001 - told to whoever asked for the work
            if len(jobs) == 1:
                jobs[0].end(error)
            else:
                for job in jobs:
                    self._carry_out([job], own)
        except BaseException:  # this thread is ended: what others wait for stays, its own work is given up
            self._waiting.extendleft(reversed([job for job in jobs if job is not own and not job.done]))
            with contextlib.suppress(ValueError):
                self._waiting.remove(own)
            raise
        else:
            for job in jobs:
                job.end()

    def close(self) -> None:
        if self._held is not None:
            self._held.close()
        self.engine.dispose()
