"""Bulkheads: play, reading, reports, computing and log-ins have threads of their own, and queues that end.

What waits for a thread waits among its own kind only: a thousand reports do not keep a card from being dealt. A queue
that is full answers 503 at once, which says that nothing was changed.
"""

import functools
import threading
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from inspect import iscoroutinefunction, signature
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from fastapi import APIRouter

from houseway.floor.store import Outcome, Store
from houseway.rules.errors import RuleError

T = TypeVar("T")
_MOST_TOGETHER = 32
REQUEST_ID, ID_FORM = "X-Request-Id", "[!-~]{8,64}"
_REQUEST_ID = {
    "name": REQUEST_ID,
    "in": "header",
    "required": True,
    "description": "The request's own id: sent again it is carried out once, and gets the same answer.",
    "schema": {"type": "string", "pattern": f"^{ID_FORM}$"},
}


class BusyError(RuleError):
    """Too much of its kind waits already; nothing was changed."""

    def __init__(self, lane: str) -> None:
        super().__init__(f"too much is being asked for at once ({lane}); nothing was changed, ask again", "server")


class _Callers:
    """How many of one event loop are in a lane; counted by the loop alone."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop, self.inside = loop, 0
        self.coming: list[_Call] = []  # read in this turn of the loop


class _Call(NamedTuple):
    """Work that waits for a thread, and who waits for it."""

    work: Callable[[], Any]
    callers: _Callers
    told: "Future[Any]"
    store: Store | None = None

    def end(self, outcome: Outcome[Any]) -> None:
        self.callers.inside -= 1
        if self.told.done():  # who asked was ended meanwhile
            return
        if outcome.error is None:
            self.told.set_result(outcome.result)
        else:
            self.told.set_exception(outcome.error)


def _tell(calls: Sequence[_Call], outcomes: Sequence[Outcome[Any]]) -> None:
    """What came of calls of one event loop, which is woken once for all of them."""

    def end() -> None:
        for call, outcome in zip(calls, outcomes, strict=True):
            call.end(outcome)

    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        calls[0].callers.loop.call_soon_threadsafe(end)


class Lane:
    """So many threads, and so many callers who wait for one."""

    def __init__(self, name: str, threads: int, queue: int) -> None:
        self.name, self.threads, self.queue = name, threads, queue
        self.refused = 0
        self._callers: _Callers | None = None
        self._calls: SimpleQueue[_Call] = SimpleQueue()
        self._started = 0

    @property
    def busy(self) -> int:
        """Threads that work."""
        return min(self._inside, self.threads)

    @property
    def waiting(self) -> int:
        """Callers who wait."""
        return max(self._inside - self.threads, 0)

    @property
    def _inside(self) -> int:
        return 0 if self._callers is None else self._callers.inside

    def _here(self) -> _Callers:
        loop = get_running_loop()
        if self._callers is None or self._callers.loop is not loop:
            self._callers = _Callers(loop)
        return self._callers

    def _work(self) -> None:
        while True:
            call = self._calls.get()
            _tell([call], [Outcome.of(call.work)])

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """`work` in one of the lane's threads."""
        return await self._waited_for(None, work, *args)

    async def _waited_for(self, store: Store | None, work: Callable[..., T], *args: Any) -> T:
        callers = self._here()
        if self.waiting >= self.queue and self.busy >= self.threads:
            self.refused += 1
            raise BusyError(self.name)
        callers.inside += 1
        if self._started < min(callers.inside, self.threads):
            self._started += 1
            threading.Thread(target=self._work, name=f"{self.name} {self._started}", daemon=True).start()
        told: Future[T] = callers.loop.create_future()
        self._hand_over(_Call(functools.partial(copy_context().run, work, *args), callers, told, store))
        return await told

    def _hand_over(self, call: _Call) -> None:
        self._calls.put(call)


class SharedLane(Lane):
    """One thread, which takes all calls that wait: those of one database are carried out together."""

    def __init__(self, name: str, queue: int) -> None:
        super().__init__(name, 1, queue)

    def _hand_over(self, call: _Call) -> None:
        """What a turn of the loop reads is handed over at its end: to wake the thread costs as much as a statement."""
        if not call.callers.coming:
            call.callers.loop.call_soon(self._hand_all, call.callers)
        call.callers.coming.append(call)

    def _hand_all(self, callers: _Callers) -> None:
        coming, callers.coming = callers.coming, []
        for call in coming:
            self._calls.put(call)

    async def run_together(self, store: Store, work: Callable[..., T], *args: Any) -> T:
        """`work` together with what else waits; it does nothing but read and write the store."""
        return await self._waited_for(store, work, *args)

    def _work(self) -> None:
        while True:
            waiting = [self._calls.get()]
            with suppress(Empty):
                while len(waiting) < _MOST_TOGETHER:
                    waiting.append(self._calls.get_nowait())
            for (store, _), own in groupby(waiting, lambda call: (call.store, call.callers)):
                calls = list(own)
                works = [call.work for call in calls]
                _tell(calls, [Outcome.of(work) for work in works] if store is None else store.together(works))


PLAY = Lane("play", 16, 512)
ROUNDS = SharedLane("rounds", 512)  # the changes of tables on SQLite, which has one writer
READ = Lane("reading", 10, 512)
SESSION = Lane("sessions", 6, 1024)
WATCH = Lane("watching", 4, 100_000)  # bounded by the connections
CLOCK = Lane("clock", 2, 1000)
REPORTS = Lane("reports", 2, 8)
COMPUTE = Lane("computing", 2, 32)
LOGIN = Lane("log-ins", 2, 32)
LANES = (PLAY, ROUNDS, READ, SESSION, WATCH, CLOCK, REPORTS, COMPUTE, LOGIN)


class LaneRouter(APIRouter):
    """Routes whose work runs in a lane: `reads` for GET, `changes` for everything else, or one named for the route."""

    def __init__(self, *, reads: Lane = READ, changes: Lane = PLAY, **more: Any) -> None:
        super().__init__(**more)
        self.reads, self.changes = reads, changes

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        reads = set(more.get("methods") or {"GET"}) <= {"GET"}
        if not reads and _names_request(endpoint):
            more["openapi_extra"] = {**(more.get("openapi_extra") or {}), "parameters": [_REQUEST_ID]}
        if not iscoroutinefunction(endpoint):
            lane = getattr(endpoint, "lane", None) or (self.reads if reads else self.changes)
            endpoint = _in_lane(lane, endpoint)
        super().add_api_route(path, endpoint, **more)


def _names_request(endpoint: Callable[..., Any]) -> bool:
    """Whether a route asks who calls, and so by which id: what it changes is changed once."""
    notes = (
        note
        for parameter in signature(endpoint).parameters.values()
        for note in getattr(parameter.annotation, "__metadata__", ())
    )
    return any(getattr(getattr(note, "dependency", None), "names_request", False) for note in notes)


def in_lane(lane: Lane) -> Callable[[T], T]:
    """The lane of one route, written below the route's own decorator."""

    def mark(endpoint: T) -> T:
        endpoint.lane = lane  # type: ignore[attr-defined]
        return endpoint

    return mark


def _in_lane(lane: Lane, endpoint: Callable[..., T]) -> Callable[..., Any]:
    @functools.wraps(endpoint)
    async def run(**given: Any) -> T:
        return await lane.run(functools.partial(endpoint, **given))

    run.lane = lane  # type: ignore[attr-defined]
    return run
