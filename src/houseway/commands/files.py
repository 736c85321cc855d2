"""Files that a command line names: opened one after the other, `-` for standard input."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from houseway.play.stream import Entry, entries
from houseway.rules.errors import RuleError

_BY_LINES = (".jsonl", ".ndjson")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source


def rounds(names: Iterable[str]) -> Iterator[tuple[str, Entry | RuleError]]:
    """Every round of every file in order; a file that cannot be read stands as one error in its place."""
    for name in names:
        try:
            with _opened(name) as source:
                for entry in entries(source, by_lines=name.endswith(_BY_LINES)):
                    yield name, entry
        except OSError as error:
            yield name, RuleError(f"cannot read it: {error.strerror}", "file")
