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
HISTORY = (".phh", ".phhs")
TABLES = (".parquet", ".pq", ".arrow", ".feather", ".ipc", ".csv")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source


def _from_histories(text: bytes) -> Iterator[Entry | RuleError]:
    """The round files of poker hand histories, one after the other."""
    from houseway.play.pots.phh import read_hands

    try:
        hands = read_hands(text.decode())
    except UnicodeDecodeError:
        raise RuleError("not a text in UTF-8", "phh") from None
    for number, hand in enumerate(hands, 1):
        yield hand if isinstance(hand, RuleError) else Entry(number, msgspec.json.encode(hand))


def _from_table(name: str, game: str) -> Iterator[Entry]:
    """The rounds of a log in columns as round files; a round's line is the number of its first row."""
    from houseway.bulk.logs import parts

    for first, columns in parts(name):
        games, houses = columns.texts("game"), columns.texts("house")
        for start, stop in zip(*columns.rounds, strict=True):
            try:
                house = msgspec.json.decode(houses.at(start) or "{}")
            except msgspec.DecodeError as error:
                raise RuleError(f"not valid JSON: {error}", f"row {first + start}: house") from None
            if not (own := game or games.at(start)):
                raise RuleError("says of no game which it is: a column `game`, or --game", f"row {first + start}")
            file = columns.round_file(own, house, int(start), int(stop))
            yield Entry(first + int(start), msgspec.json.encode(file))


def rounds(names: Iterable[str], game: str = "") -> Iterator[tuple[str, Entry | RuleError]]:
    """Every round of every file in order; a file that cannot be read stands as one error in its place.

    `game`: that of logs in columns which name none.
    """
    for name in names:
        try:
            if name.lower().endswith(TABLES):
                yield from ((name, entry) for entry in _from_table(name, game))
                continue
            with _opened(name) as source:
                if name.endswith(HISTORY):
                    yield from ((name, entry) for entry in _from_histories(source.read()))
                    continue
                for entry in entries(source, by_lines=name.endswith(_BY_LINES)):
                    yield name, entry
        except OSError as error:
            yield name, RuleError(f"cannot read it: {error.strerror}", "file")
        except RuleError as error:
            yield name, error
