"""A word on standard error while kernels are being compiled, and a second process that compiles as well."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from typing import Any

import msgspec
from numba.core import event
from rich.console import Console

from houseway.families import compile_apart, compiles_apart
from houseway.odds.pricing import Question

_KIND = "numba:compile"
_APART = "from houseway.commands.kernels import compile_for; compile_for()"


def compile_for() -> None:
    """What the second process does: it is told the question on standard input, and fills the cache."""
    compile_apart(msgspec.json.decode(sys.stdin.buffer.read(), type=Question))


class Helper:
    """A process that compiles, from the end of a count, what the count will need; it ends with the count."""

    def __init__(self, question: Question) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _APART],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdin is not None
        with self.process.stdin as asked:
            asked.write(msgspec.json.encode(question))

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


class Compiling(event.Listener):
    """Says once that kernels are being compiled, and in the end how long that took."""

    def __init__(self, out: Console, question: Question | None) -> None:
        self.out = out
        self.question = question if question and (os.cpu_count() or 1) > 1 and compiles_apart(question.game) else None
        self.helper: Helper | None = None
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
                self.helper = Helper(self.question) if self.question else None
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
def announced(out: Console, question: Question | None = None) -> Iterator[Compiling]:
    """Tells of kernels that are compiled within; the caller asks for the report when nothing else is drawn.

    Where a question is being answered, a second process compiles with this one.
    """
    listener = Compiling(out, question)
    event.register(_KIND, listener)  # type: ignore[no-untyped-call]
    try:
        yield listener
    finally:
        event.unregister(_KIND, listener)  # type: ignore[no-untyped-call]
        if listener.helper is not None:
            listener.helper.end()
