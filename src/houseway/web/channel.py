"""Changes told from server to server by the database: PostgreSQL's NOTIFY, many tables in one message.

A message is sent after the commit, by a thread of its own, so that no transaction waits for it; a change whose message
is lost with a server is found by the slower look at the versions of the tables.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from houseway.floor.store import Store

CHANNEL = "houseway_tables"
_BATCH = 0.005  # seconds in which changes are gathered after a pause
_REST = 0.05  # seconds between two messages: each costs this server and all others as much as a part of an action
_PAUSE = 1.0  # before a lost connection is opened again
_LISTEN = 1.0  # seconds between two looks whether to stop
_log = logging.getLogger(__name__)


class Channel:
    """What this server tells and hears; on an embedded database nothing."""

    def __init__(self, store: Store, told: Callable[[list[int]], None]) -> None:
        self._store, self._told = store, told
        self._changed: set[int] = set()
        self._ready, self._lock = threading.Event(), threading.Lock()
        self._stopped = threading.Event()
        self.listening = False
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        if not self._store.embedded:
            self._threads = [threading.Thread(target=work, daemon=True) for work in (self._listen, self._tell)]
            for thread in self._threads:
                thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._ready.set()
        for thread in self._threads:
            thread.join(2 * _LISTEN)

    def tell(self, table: int) -> None:
        """A table was changed here."""
        if self._threads:
            with self._lock:
                self._changed.add(table)
            self._ready.set()

    def _connection(self) -> Any:
        """A connection of its own that is in no transaction."""
        engine = self._store.engine
        given, named = engine.dialect.create_connect_args(engine.url)
        from houseway.floor.wire import PatientConnection

        return PatientConnection.connect(*given, **named, autocommit=True)

    def _again(self, work: Callable[[Any], None]) -> None:
        """`work` with a connection until stopped, with another one where it was lost."""
        while not self._stopped.is_set():
            try:
                with contextlib.closing(self._connection()) as connection:
                    work(connection)
            except Exception:  # noqa: BLE001 - the look at the versions goes on meanwhile
                _log.warning("the channel between servers is interrupted", exc_info=True)
                self._stopped.wait(_PAUSE)

    def _listen(self) -> None:
        def work(connection: Any) -> None:
            connection.execute(f"LISTEN {CHANNEL}")
            self.listening = True
            try:
                while not self._stopped.is_set():
                    for message in connection.notifies(timeout=_LISTEN):
                        self._told([int(table) for table in message.payload.split(",")])
            finally:
                self.listening = False

        self._again(work)

    def _tell(self) -> None:
        def work(connection: Any) -> None:
            while not self._stopped.is_set():
                self._ready.wait()
                time.sleep(_BATCH)
                self._ready.clear()
                with self._lock:
                    changed, self._changed = sorted(self._changed), set()
                for start in range(0, len(changed), 500):
                    payload = ",".join(map(str, changed[start : start + 500]))
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                self._stopped.wait(_REST)

        self._again(work)
