"""Connections: so many at once, and so long until a request has come in; half-sent ones give way to others first."""

import asyncio
import resource
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEADER_SECONDS = 10.0
BODY_SECONDS = 30.0
HEADER_BYTES = 64 * 1024  # of a request before its body; the parser itself sets no limit
_KEPT_FILES = 200  # of the process's limit, for the database, logs and the site's own files
_TURN = 0.05  # seconds for the loop to read
_LEAST, _MOST = 64, 20_000


def connection_limit() -> int:
    """How many connections the process can hold: its limit of open files is raised as far as it may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else _MOST + _KEPT_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    held = _MOST if soft == resource.RLIM_INFINITY else soft - _KEPT_FILES
    return max(_LEAST, min(held, _MOST))


def limit_connections() -> None:
    """Hold as many connections as the process can."""
    LINES.most = connection_limit()


class Connections:
    """The open connections of a process; those that have sent no whole request yet, the oldest first."""

    def __init__(self) -> None:
        self.most = _MOST
        self.open: set[Any] = set()
        self.unsent: OrderedDict[Any, None] = OrderedDict()

    def enter(self, line: Any) -> bool:
        """Whether there is room; where there is none, the oldest that has sent no whole request makes it."""
        if len(self.open) >= self.most:
            if not self.unsent:
                return False
            oldest, _ = self.unsent.popitem(last=False)
            self.open.discard(oldest)
            oldest.transport.abort()
        self.open.add(line)
        return True

    def leave(self, line: Any) -> None:
        self.open.discard(line)
        self.unsent.pop(line, None)


LINES = Connections()


class Bounded(HttpToolsProtocol):
    """The HTTP protocol of a server with a bounded number of connections."""

    _timer: asyncio.TimerHandle | None = None
    _upgraded = False  # it is a WebSocket's line now
    _header_bytes = 0  # that have come in of a request whose headers are not whole

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if LINES.enter(self):
            self._await_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        LINES.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded or self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            if self._timer is None:
                self._await_request()  # a part of the next request on a line that was kept open
            self._header_bytes += len(data)
            if self._header_bytes > HEADER_BYTES:
                self.send_400_response("The headers of the request are too long.")
        elif cycle.more_body:
            if self in LINES.unsent or self._timer is None:
                self._limit(BODY_SECONDS)
            LINES.unsent.pop(self, None)
        else:
            self._stop()

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        self._upgraded = True
        transport = self.transport
        super().handle_websocket_upgrade()
        ended = transport.get_protocol().connection_lost

        def lost(exc: Exception | None) -> None:
            LINES.leave(self)
            ended(exc)

        transport.get_protocol().connection_lost = lost  # type: ignore[method-assign]

    def on_response_complete(self) -> None:
        self._stop()
        super().on_response_complete()

    def _await_request(self) -> None:
        LINES.unsent[self] = None
        self._header_bytes = 0
        self._limit(HEADER_SECONDS)

    def _limit(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._read_once_more)

    def _read_once_more(self) -> None:
        """The time is over; but a loop that was held up looks at its clock before it reads what has come in."""
        self._timer = self.loop.call_later(_TURN, self.transport.abort)

    def _stop(self) -> None:
        LINES.unsent.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
