"""Rounds from a stream, one at a time: JSON Lines line by line, or one JSON document (a round or a list of rounds)."""

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

import msgspec

_BOM = b"\xef\xbb\xbf"


class Entry(NamedTuple):
    """The text of one round and the line it begins on."""

    line: int
    text: bytes


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _lines(numbered: Iterator[tuple[int, bytes]]) -> Iterator[Entry]:
    for number, line in numbered:
        text = line.strip()
        if text:
            yield Entry(number, text)


def _document(whole: list[tuple[int, bytes]]) -> Iterator[Entry]:
    """A document over several lines; if it is none, but some line is, the lines are taken one by one."""
    first = whole[0][0]
    text = b"".join(line for _, line in whole)
    if not _is_json(text) and any(_is_json(line) for _, line in whole if line.strip().startswith(b'{"')):
        yield from _lines(iter(whole))
        return
    try:
        rounds = msgspec.json.decode(text, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        yield Entry(first, text)
        return
    for each in rounds:
        yield Entry(first, bytes(each))


def entries(source: BinaryIO, by_lines: bool = False) -> Iterator[Entry]:
    """The rounds of `source`; `by_lines` when it is known to be JSON Lines."""
    numbered = ((number, line.removeprefix(_BOM) if number == 1 else line) for number, line in enumerate(source, 1))
    if by_lines:
        yield from _lines(numbered)
        return
    for number, line in numbered:
        text = line.strip()
        if not text:
            continue
        opens = text.startswith(b"[") or (text.startswith(b"{") and not _is_json(text))
        if opens:
            yield from _document([(number, line), *numbered])
        else:
            yield from _lines(chain([(number, line)], numbered))
        return
