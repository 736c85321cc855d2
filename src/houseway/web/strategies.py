"""Strategies for hints: solved once for each game and house, one after the other, while the tables go on.

So many wait at most: beyond them a hint is estimated, and its strategy is worked out when it is asked for later.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from houseway.families import family_of
from houseway.rules.errors import RuleError

KEPT = 12


def _key(game: str, house: Mapping[str, Any]) -> str:
    return msgspec.json.encode([game, house], order="sorted").decode()


class _Job:
    """One strategy being worked out."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.found: Any = None


class Strategies:
    """The strategies of a server, asked for by game and house."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, "hints")  # one at a time leaves the other processors to the tables

    def ask(self, game: str, house: Mapping[str, Any], wait: float) -> Any:
        """The strategy, or nothing where none is known or the work is not done after so many seconds."""
        solve = family_of(game).odds.solve
        key = _key(game, house)
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                done = next((name for name, one in self._jobs.items() if one.ended.is_set()), None)
                if len(self._jobs) >= KEPT and done is None:
                    return None
                if len(self._jobs) >= KEPT and done is not None:
                    del self._jobs[done]
                job = self._jobs[key] = _Job()
                self._worker.submit(self._work, job, lambda: solve(game, house))
        job.ended.wait(wait)
        return job.found

    def working(self, game: str, house: Mapping[str, Any]) -> bool:
        """Whether the strategy is still being worked out."""
        with self._lock:
            job = self._jobs.get(_key(game, house))
        return job is not None and not job.ended.is_set()

    def _work(self, job: _Job, solve: Callable[[], Any]) -> None:
        try:
            job.found = solve()
        except RuleError:
            job.found = None  # no strategy for this shape of game: the hint is estimated
        finally:
            job.ended.set()
