"""The floor's database: opened by URL, brought up to date, changed only in whole transactions that survive a kill."""

import random
import threading
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from houseway.rules.errors import RuleError

T = TypeVar("T")

_TRIES = 8
_RETRIED = frozenset({"40001", "40P01", "55P03"})  # serialisation failure, deadlock, lock not available
_ONE_PICTURE = "REPEATABLE READ"
_MIGRATING = 0x486F757365  # the advisory lock that lets one process migrate at a time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def default_url(path: Path) -> str:
    """The embedded database in one file."""
    return f"sqlite:///{path}"


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
    more: dict[str, Any] = {"connect_args": {"timeout": 30}} if embedded else {"pool_pre_ping": True}
    return create_engine(
        parsed, json_serializer=_encode, json_deserializer=msgspec.json.decode, pool_size=16, max_overflow=32, **more
    )


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` below says so
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-65536"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("houseway_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.embedded = self.engine.dialect.name == "sqlite"
        # SQLite has one writer; waiting here in turn is faster and fairer than its busy handler's naps.
        self._writing = threading.Lock()
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

    def migrate(self) -> None:
        """Bring the database up to date; processes that start together wait for each other."""
        config = Config()
        config.set_main_option("script_location", str(files("houseway.floor.migrations")))
        config.set_main_option("path_separator", "os")
        try:
            if self._version() == ScriptDirectory.from_config(config).get_current_head():
                return
            with self._writer.begin() as connection:
                if not self.embedded:
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except OperationalError as error:
            raise RuleError(f"the database cannot be opened: {error.orig}", "--database") from None

    def write(self, work: Callable[[Connection], T]) -> T:
        """`work` in one transaction, all or nothing; tried again when another process was in the way."""
        for attempt in range(_TRIES):
            try:
                if self.embedded:
                    with self._writing, self._writer.begin() as connection:
                        return work(connection)
                with self._writer.begin() as connection:
                    return work(connection)
            except DBAPIError as error:
                if attempt == _TRIES - 1 or not _passing(error):
                    raise
                time.sleep(random.uniform(0, 0.01 * 2**attempt))
        raise AssertionError("unreachable")

    def read(self, work: Callable[[Connection], T]) -> T:
        """`work` on one consistent picture of the database."""
        with self._reader.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self.engine.dispose()


def _passing(error: DBAPIError) -> bool:
    code = getattr(error.orig, "sqlstate", None)
    return code in _RETRIED or "database is locked" in str(error.orig)
