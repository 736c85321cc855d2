"""Files that a command line names: opened one after the other, `-` for standard input."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from houseway.play.stream import Entry, entries
from houseway.rules.errors import RuleError

_BY_LINES = (".jsonl", ".ndjson")
HISTORY = ".phh"


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source


def from_history(text: bytes) -> bytes:
    """The round file of a poker hand history."""
    from houseway.play.pots.phh import read_phh

    try:
        return msgspec.json.encode(read_phh(text.decode()))
    except UnicodeDecodeError:
        raise RuleError("not a text in UTF-8", "phh") from None


def rounds(names: Iterable[str]) -> Iterator[tuple[str, Entry | RuleError]]:
    """Every round of every file in order; a file that cannot be read stands as one error in its place."""
    for name in names:
        try:
            with _opened(name) as source:
                if name.endswith(HISTORY):
                    yield name, Entry(1, from_history(source.read()))
                    continue
                for entry in entries(source, by_lines=name.endswith(_BY_LINES)):
                    yield name, entry
        except OSError as error:
            yield name, RuleError(f"cannot read it: {error.strerror}", "file")
        except RuleError as error:
            yield name, error
