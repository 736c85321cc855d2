"""A word on standard error while kernels are being compiled, and how long that took."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from typing import Any

from numba.core import event
from rich.console import Console

_KIND = "numba:compile"


class Compiling(event.Listener):
    """Says once that kernels are being compiled, and in the end how long that took."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.since = 0.0
        self.open = 0
        self.seconds = 0.0
        self._lock = Lock()

    def on_start(self, event: Any) -> None:
        del event
        with self._lock:
            if not self.seconds and not self.open:
                text = "First use: kernels are being compiled, up to a minute; later starts use the cache."
                self.out.print(text, soft_wrap=True)
            if not self.open:
                self.since = perf_counter()
            self.open += 1

    def on_end(self, event: Any) -> None:
        del event
        with self._lock:
            self.open -= 1
            if not self.open:
                self.seconds += perf_counter() - self.since

    def report(self) -> None:
        if self.seconds:
            self.out.print(f"Kernels compiled in {self.seconds:.0f} s.", soft_wrap=True)


@contextmanager
def announced(out: Console) -> Iterator[Compiling]:
    """Tells of kernels that are compiled within; the caller asks for the report when nothing else is drawn."""
    listener = Compiling(out)
    event.register(_KIND, listener)  # type: ignore[no-untyped-call]
    try:
        yield listener
    finally:
        event.unregister(_KIND, listener)  # type: ignore[no-untyped-call]
