"""PostgreSQL's own protocol for the statements of every action: prepared once, sent together, waited for once.

The driver opens the connection, reads the rows and names the errors; its own way of sending a statement costs the
server ten times as much. Neither waits for ever for a database that says nothing.
"""

import select
from collections.abc import Callable, Generator, Sequence
from itertools import count
from time import monotonic
from typing import Any

import psycopg
from psycopg import DataError, OperationalError, pq
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result

Values = Sequence[bytes | None]
_BEGIN = "BEGIN"
COMMIT = "COMMIT"
_FAILED = (pq.ExecStatus.FATAL_ERROR, pq.ExecStatus.PIPELINE_ABORTED)
PATIENCE = 20.0  # seconds to wait for an answer: the database ends a statement before
_LOOK = 0.1  # seconds after which the driver looks at the clock


def _encoded(value: str) -> bytes:
    if "\0" in value:
        raise DataError("a text cannot contain the character NUL")
    return value.encode()


_TEXTS: dict[type, Callable[[Any], bytes | None]] = {
    int: b"%d".__mod__,
    str: _encoded,
    type(None): lambda _: None,
    bool: lambda value: b"t" if value else b"f",
}


def to_text(value: Any) -> bytes | None:
    """A value as PostgreSQL reads it."""
    written = _TEXTS.get(type(value)) or next((one for kind, one in _TEXTS.items() if isinstance(value, kind)), None)
    if written is None:
        raise TypeError(f"no statement has values of the type {type(value).__name__}")
    return written(value)


class PatientConnection(psycopg.Connection[Any]):
    """A connection of the driver that is given up when the database says nothing for so long."""

    patience: float | None = None  # in seconds, where it is not the usual one

    def wait(self, gen: Any, interval: float = _LOOK, timeout: float | None = None) -> Any:
        """Have the steps carried out; those with a time of their own end by it."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        return super().wait(self._in_time(gen), interval)

    def _in_time(self, steps: Any) -> Generator[Any, Any, Any]:
        end = self.deadline()
        try:
            wanted = next(steps)
            while True:
                ready = yield wanted
                if not ready and monotonic() > end:
                    raise self.give_up()
                wanted = steps.send(ready)
        except StopIteration as stop:
            return stop.value

    def deadline(self) -> float:
        """When an answer that is asked for now must have come, by the monotonic clock."""
        return monotonic() + (PATIENCE if self.patience is None else self.patience)

    def give_up(self) -> OperationalError:
        """Nothing is known of what was under way; the connection is of no more use."""
        self.pgconn.finish()
        return OperationalError("the database did not answer in time")


class Wire:
    """A connection that statements are sent on, and what it has prepared."""

    def __init__(self, driver: PatientConnection) -> None:
        self.driver = driver
        self._pg = driver.pgconn
        self._names: dict[str, bytes] = {}  # of what is prepared
        self._number = count()
        self._rows = Transformer(driver)
        self._poll = select.poll()
        self.waiting: list[tuple[str, Values]] | None = None  # statements to be sent with the next ones
        self.ahead: list[Any] = []  # questions to be sent with the next one, whose answers will be asked for
        self.foreseen: tuple[list[tuple[str, Values]], list[list[Any]]] | None = None  # those questions and answers
        self.failed = False  # whether the database has refused a statement other than to commit

    @property
    def aborted(self) -> bool:
        """Whether the transaction can only be undone."""
        return self._pg.transaction_status == pq.TransactionStatus.INERROR

    def forget(self) -> None:
        """The transaction is over: nothing waits, and nothing is known of the next one."""
        self.waiting, self.ahead, self.foreseen = None, [], None

    def carry_out(self, asked: Sequence[tuple[str, Values]]) -> list[Any]:
        """The results of statements with $1, $2 for their values; the first error, after which none was carried out."""
        pg, steps = self._pg, list[str]()  # with the text of what is prepared
        self.failed = False
        pg.enter_pipeline_mode()
        try:
            if pg.transaction_status == pq.TransactionStatus.IDLE and not self.driver.autocommit:
                pg.send_query_params(self._begin(), None)
                steps.append(_BEGIN)
            for text, values in asked:
                if text == COMMIT:
                    pg.send_query_params(COMMIT.encode(), None)
                    steps.append("")
                    continue
                if text not in self._names:
                    self._names[text] = b"houseway_%d" % next(self._number)
                    pg.send_prepare(self._names[text], text.encode())
                    steps.append(text)
                pg.send_query_prepared(self._names[text], values)
                steps.append("")
            pg.pipeline_sync()
            results = [self._result() for _ in steps]
            self._fetch()  # all of them are over
        finally:
            if pg.status == pq.ConnStatus.OK:
                pg.exit_pipeline_mode()
        carried_out = [result for step, result in zip(steps, results, strict=True) if not step]
        failed = [result for result in results if result.status in _FAILED]
        if failed:
            for step, result in zip(steps, results, strict=True):
                if result in failed:
                    self._names.pop(step, None)
            self.failed = not (asked and asked[-1][0] == COMMIT and failed == results[-1:])
            raise error_from_result(failed[0])
        return carried_out

    def rows(self, result: Any, read: Callable[[Sequence[Any]], Any]) -> list[Any]:
        """The rows of a result, each as it is read."""
        if not result.ntuples:
            return []
        self._rows.set_pgresult(result)
        return self._rows.load_rows(0, result.ntuples, read)

    def _begin(self) -> bytes:
        level = self.driver.isolation_level
        chosen = "" if level is None else f" ISOLATION LEVEL {level.name.replace('_', ' ')}"
        return f"{_BEGIN}{chosen}".encode()

    def _result(self) -> Any:
        """The result of the next statement."""
        result = self._fetch()
        if result is None:
            raise OperationalError("the connection was lost")
        while self._pg.get_result() is not None:  # each ends with nothing, which is there with it
            pass
        return result

    def _fetch(self) -> Any:
        pg, end = self._pg, 0.0
        while pg.is_busy():
            unsent = pg.flush()
            self._poll.register(pg.socket, select.POLLIN | (select.POLLOUT if unsent else 0))
            end = end or self.driver.deadline()
            if not self._poll.poll(max(end - monotonic(), 0) * 1000):
                raise self.driver.give_up()
            pg.consume_input()
        return pg.get_result()
