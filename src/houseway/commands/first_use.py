"""Commands that rank hands say when kernels have to be compiled first; later starts load nothing for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from houseway.hands.cache import first_use


@contextmanager
def announced_on_first_use() -> Iterator[None]:
    """A word on standard error if kernels are compiled within and none have been before."""
    if not first_use():
        yield
        return
    from houseway.commands.kernels import announced

    with announced(Console(stderr=True, highlight=False)) as compiling:
        yield
    compiling.report()
