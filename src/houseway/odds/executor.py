"""Who does the parts of a long count: this process alone, or the workers of a cluster.

A part is a function of a module and plain data, so that it can be done anywhere; results come back in the order of the
parts, so that sums do not depend on who did what.
"""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, Concatenate, Generic, Protocol, TypeVar

Progress = Callable[[float], None]  # told the share of the work that is done
Made = TypeVar("Made")
Result = TypeVar("Result")

_PARTS_EACH = 4  # parts for each worker: the last ones even out what the first took longer
_KITS = 4  # kept by a worker


class Workers(Protocol):
    """Other processes that do parts."""

    @property
    def count(self) -> int: ...

    def map(self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Begin all parts at once; the results in their order."""


_turn = Lock()


def _in_turn(work: Callable[..., Result], *task: Any) -> Result:
    """One part at a time in a worker: kernels that spread over threads by themselves must not meet."""
    with _turn:
        return work(*task)


@dataclass(frozen=True)
class Executor:
    """Does parts and hands back their results; called with the share that is done, it tells whoever waits."""

    progress: Progress = lambda _: None
    workers: Workers | None = None

    def __call__(self, done: float) -> None:
        self.progress(done)

    def within(self, start: float, end: float) -> "Executor":
        """The same executor for a part of the work, which begins and ends at these shares of the whole."""
        return replace(self, progress=lambda done: self.progress(start + (end - start) * done))

    def parts(self, most: int, each: int = _PARTS_EACH) -> int:
        """Into how many parts to divide work that can be divided into `most`: one for this process alone."""
        return min(most, max(1, each * self.workers.count)) if self.workers else 1

    def map(self, work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], threads: int = 1) -> Iterator[Result]:
        """The results of `work(*task)` in the order of the tasks; `threads` do them where there are no workers."""
        if self.workers:
            return self._told(self.workers.map(_in_turn, [(work, *task) for task in tasks]), len(tasks))
        if threads > 1:
            return self._told(_on_threads(work, tasks, threads), len(tasks))
        return self._told((work(*task) for task in tasks), len(tasks))

    def over(
        self,
        kit: "SharedInput[Made]",
        work: Callable[Concatenate[Made, ...], Result],
        tasks: Sequence[tuple[Any, ...]],
        threads: int = 1,
    ) -> Iterator[Result]:
        """The same of `work(made, *task)`, where `made` is what all parts work with."""
        return self.map(_with_made, [(kit, work, *task) for task in tasks], threads)

    def _told(self, results: Iterable[Result], count: int) -> Iterator[Result]:
        for done, result in enumerate(results, start=1):
            yield result
            self.progress(done / count)


LOCAL = Executor()


def _on_threads(work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], threads: int) -> Iterator[Result]:
    with ThreadPoolExecutor(min(threads, os.cpu_count() or 1)) as pool:
        yield from pool.map(lambda task: work(*task), tasks)


class SharedInput(Generic[Made]):
    """What all parts of a count work with; it travels as what it is made of, and each process makes it once."""

    def __init__(self, make: Callable[..., Made], *given: Any) -> None:
        self._make, self._given = make, given

    @cached_property
    def made(self) -> Made:
        return self._make(*self._given)

    @cached_property
    def _packed(self) -> bytes:
        return pickle.dumps((self._make, self._given), pickle.HIGHEST_PROTOCOL)

    def __reduce__(self) -> tuple[Callable[[bytes], "SharedInput[Made]"], tuple[bytes]]:
        return unpack, (self._packed,)


def _with_made(kit: SharedInput[Made], work: Callable[Concatenate[Made, ...], Result], *task: Any) -> Result:
    return work(kit.made, *task)


@lru_cache(maxsize=_KITS)
def unpack(packed: bytes) -> SharedInput[Any]:
    """The kit of these contents, the same one again for the next part."""
    make, given = pickle.loads(packed)
    return SharedInput(make, *given)
