"""A bar of progress on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def bar(what: str) -> Iterator[Callable[[float], None]]:
    """A function that is told the share of the work that is done."""
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn()
    out = Console(stderr=True, highlight=False)
    with Progress(*columns, console=out, transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task(what, total=1.0)
        yield lambda done: shown.update(task, completed=done)
