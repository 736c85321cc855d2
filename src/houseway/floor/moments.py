"""The floor's clock: milliseconds since 1970 that only go forward, the same on every server of a database.

It runs by the monotonic clock of the machine from the moment that was read last: from the database where several
servers share one, otherwise from the machine. A clock that is set, or wrong on one machine, moves no deadline.
"""

import time
from datetime import UTC, date, datetime
from threading import Lock

_JITTER = 1_000_000_000  # nanoseconds


class Clock:
    """Milliseconds since 1970, counted on from a moment that was read."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ahead = time.time_ns() - time.monotonic_ns()
        self._last = 0

    def set(self, moment: int) -> None:
        """It is this moment now, by whoever keeps the time for all."""
        with self._lock:
            ahead = moment * 1_000_000 - time.monotonic_ns()
            if abs(ahead - self._ahead) > _JITTER:
                self._last = 0  # the machine's own clock was wrong
            self._ahead = ahead

    def read(self) -> int:
        """The moment now; never before one that was read already."""
        with self._lock:
            self._last = max(self._last, (time.monotonic_ns() + self._ahead) // 1_000_000)
            return self._last

    def tick(self) -> int:
        """A moment after every one that was read before, and before none that is read later: a boundary in time."""
        with self._lock:
            self._last = max(self._last + 1, (time.monotonic_ns() + self._ahead) // 1_000_000)
            return self._last


_clock = Clock()
now = _clock.read
tick = _clock.tick
set_clock = _clock.set


def day_of(moment: int) -> date:
    """The day of a moment."""
    return datetime.fromtimestamp(moment / 1000, UTC).date()


def today() -> date:
    return day_of(now())
