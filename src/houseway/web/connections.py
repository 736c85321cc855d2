"""Connections: so many at once, and so long until a request has come in; half-sent ones give way to others first."""

import asyncio
import resource
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    HEADER_RE,
    HEADER_VALUE_RE,
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

HEADER_SECONDS = 10.0
BODY_SECONDS = 30.0
HEADER_BYTES = 64 * 1024  # of a request before its body; the parser itself sets no limit
_KEPT_FILES = 200  # of the process's limit, for the database, logs and the site's own files
_TURN = 0.05  # seconds for the loop to read
_LEAST, _MOST = 64, 20_000
_OF_THE_CONNECTION = frozenset({b"connection", b"transfer-encoding"})


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


@lru_cache(maxsize=4096)
def _line(name: bytes, value: bytes) -> bytes:
    """A header as it is sent; most are the same in every answer."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        raise RuntimeError("Invalid HTTP header.")
    return b"%s: %s\r\n" % (name.lower(), value)


class Joined:
    """The transport of one answer, whose head goes out with the first part of its body, as ASGI demands.

    The server writes them one after the other; each write is a system call, and wakes the client.
    """

    def __init__(self, transport: asyncio.Transport, cycle: RequestResponseCycle) -> None:
        self._transport, self._cycle = transport, cycle
        self._head: bytes | None = None
        self._started = False
        self.close, self.is_closing = transport.close, transport.is_closing

    def write(self, data: bytes) -> None:
        if self._cycle.response_started and not self._started:
            self._started, self._head = True, data
            return
        if self._head is not None:
            data, self._head = self._head + data, None
        self._transport.write(data)


class Answering(RequestResponseCycle):
    """A request whose answer, where it is there whole, is written without its headers being read again for it."""

    _start: Any = None  # the head of the answer, which waits for its body

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            if self._send_whole(start, message):
                return
            await super().send(start)
        await super().send(message)

    def _send_whole(self, start: Any, message: Any) -> bool:
        """Whether the answer could be written as a whole."""
        body: bytes = message.get("body", b"")
        if message.get("more_body", False) or self.scope["method"] == "HEAD" or self.access_log:
            return False
        if self.response_started or self.disconnected or self.flow.write_paused or not self.keep_alive:
            return False
        lines, length = [STATUS_LINE[start["status"]]], b""
        for name, value in (*self.default_headers, *start.get("headers", ())):
            if name == b"content-length":
                length = value
            elif name in _OF_THE_CONNECTION:
                return False
            lines.append(_line(name, value))
        if length != b"%d" % len(body):
            return False
        self.transport.write(b"".join((*lines, b"\r\n", body)))
        self.response_started = self.response_complete = True
        self.waiting_for_100_continue = False
        self.message_event.set()
        self.on_response()
        return True


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

    def on_headers_complete(self) -> None:
        before = self.cycle
        super().on_headers_complete()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle is not before:
            cycle.__class__ = Answering
            if cycle.scope["method"] != "HEAD":  # which has no body
                cycle.transport = Joined(self.transport, cycle)  # type: ignore[assignment]

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
