"""Bulkheads: play, reading, reports, computing and log-ins have threads of their own, and queues that end.

What waits for a thread waits among its own kind only: a thousand reports do not keep a card from being dealt. A queue
that is full answers 503 at once, which says that nothing was changed.
"""

import functools
from asyncio import get_running_loop
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any, TypeVar

import anyio
from anyio.to_thread import run_sync
from fastapi import APIRouter

from houseway.rules.errors import RuleError

T = TypeVar("T")


class BusyError(RuleError):
    """Too much of its kind waits already; nothing was changed."""

    def __init__(self, lane: str) -> None:
        super().__init__(f"too much is being asked for at once ({lane}); nothing was changed, ask again", "server")


class Lane:
    """So many threads, and so many callers who wait for one."""

    def __init__(self, name: str, threads: int, queue: int) -> None:
        self.name, self.threads, self.queue = name, threads, queue
        self.refused = 0
        self._limiter: anyio.CapacityLimiter | None = None
        self._loop: object = None

    def _here(self) -> anyio.CapacityLimiter:
        loop = get_running_loop()
        if self._limiter is None or self._loop is not loop:  # a limiter belongs to its loop
            self._limiter, self._loop = anyio.CapacityLimiter(self.threads), loop
        return self._limiter

    @property
    def busy(self) -> int:
        """Threads that work."""
        return 0 if self._limiter is None else int(self._limiter.borrowed_tokens)

    @property
    def waiting(self) -> int:
        """Callers who wait."""
        return 0 if self._limiter is None else self._limiter.statistics().tasks_waiting

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """`work` in one of the lane's threads."""
        limiter = self._here()
        if self.busy >= self.threads and self.waiting >= self.queue:
            self.refused += 1
            raise BusyError(self.name)
        return await run_sync(functools.partial(work, *args), limiter=limiter)


PLAY = Lane("play", 16, 512)
READ = Lane("reading", 10, 512)
SESSION = Lane("sessions", 6, 1024)
WATCH = Lane("watching", 4, 100_000)  # bounded by the connections
CLOCK = Lane("clock", 2, 1000)
REPORTS = Lane("reports", 2, 8)
COMPUTE = Lane("computing", 2, 32)
LOGIN = Lane("log-ins", 2, 32)
LANES = (PLAY, READ, SESSION, WATCH, CLOCK, REPORTS, COMPUTE, LOGIN)


class LaneRouter(APIRouter):
    """Routes whose work runs in a lane: `reads` for GET, `changes` for everything else, or one named for the route."""

    def __init__(self, *, reads: Lane = READ, changes: Lane = PLAY, **more: Any) -> None:
        super().__init__(**more)
        self.reads, self.changes = reads, changes

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        if not iscoroutinefunction(endpoint):
            lane = getattr(endpoint, "lane", None)
            if lane is None:
                lane = self.reads if set(more.get("methods") or {"GET"}) <= {"GET"} else self.changes
            endpoint = _in_lane(lane, endpoint)
        super().add_api_route(path, endpoint, **more)


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

    return run
