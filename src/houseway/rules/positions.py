"""The position of a statement in the text of a TOML file: the line of every key, and the place of an error."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from houseway.rules.grammar import NAMES, Key

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"(?:\s|#[^\n]*)*")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*")
_CHOSEN = re.compile(r"\[([^\]]*)\]")


class _Scanner:
    """Reads a text that is known to be valid TOML, for the lines of its keys alone."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[Key, int] = {}
        self.spans: dict[Key, tuple[int, int]] = {}  # where the value of each key stands
        self.lists: dict[Key, int] = {}  # how many tables each list of tables has so far

    def scan(self) -> dict[Key, int]:
        table: Key = ()
        self._skip()
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._pair(table)
            self._skip()
        return self.lines

    def _skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _note(self, key: Key, start: int) -> None:
        self.lines.setdefault(key, self.text.count("\n", 0, start) + 1)

    def _header(self) -> Key:
        start, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        key: Key = ()
        *parents, last = self._dotted()
        for part in parents:
            key = (*key, part)
            self._note(key, start)
            key = self._last(key)
        key = (*key, last)
        self.at += 2 if many else 1
        if many:
            count = self.lists.get(key, 0)
            self.lists[key] = count + 1
            self._note(key, start)
            key = (*key, count)
        else:
            key = self._last(key)
        self._note(key, start)
        return key

    def _last(self, key: Key) -> Key:
        """A table, or of a list of tables the last one so far."""
        return (*key, self.lists[key] - 1) if key in self.lists else key

    def _dotted(self) -> list[str]:
        parts = []
        while True:
            self._skip()
            if match := _STRING.match(self.text, self.at):
                parts.append(str(tomllib.loads(f"x = {match[0]}")["x"]))
            else:
                match = _BARE.match(self.text, self.at)
                assert match is not None
                parts.append(match[0])
            self.at = match.end()
            self._skip()
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def _pair(self, table: Key) -> None:
        start = self.at
        key = table
        for part in self._dotted():
            key = (*key, part)
            self._note(key, start)
        self.at += 1  # the sign of equality
        self._value(key)

    def _value(self, key: Key) -> None:
        self._skip()
        start = self.at
        self._read_value(key)
        self.spans[key] = start, start + len(self.text[start : self.at].rstrip())

    def _read_value(self, key: Key) -> None:
        if match := _STRING.match(self.text, self.at):
            self.at = match.end()
        elif self.text.startswith("{", self.at):
            for _ in self._items("}"):
                self._pair(key)
        elif self.text.startswith("[", self.at):
            for index in self._items("]"):
                self._note((*key, index), self.at)
                self._value((*key, index))
        elif match := _PLAIN.match(self.text, self.at):
            self.at = match.end()

    def _items(self, end: str) -> Iterator[int]:
        """Stops at each item of an array or inline table, until its end."""
        self.at += 1
        index = 0
        while True:
            self._skip()
            if self.text.startswith(end, self.at):
                self.at += 1
                return
            yield index
            index += 1
            self._skip()
            if self.text.startswith(",", self.at):
                self.at += 1


def key_lines(text: str) -> dict[Key, int]:
    """The line of every key of a valid TOML text, and of every item of its lists."""
    return _Scanner(text).scan()


def value_spans(text: str) -> dict[Key, tuple[int, int]]:
    """Where the value of every key of a valid TOML text begins and ends."""
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.spans


def find_key(text: str, path: str) -> tuple[Key | None, Any]:
    """The key of a TOML text that a path leads to, and what stands there; None where the text does not state it."""
    node: Any = tomllib.loads(text)
    key: Key = ()
    rest = path
    while rest and (step := _step(node, rest)):
        key, node, rest = (*key, step[0]), step[1], step[2]
    return (None, None) if rest else (key, node)


def _step(node: Any, path: str) -> tuple[str | int, Any, str] | None:
    """The key that a path begins with, what stands under it, and the rest of the path."""
    path = path.removeprefix(".")
    if isinstance(node, dict):
        for key in sorted(node, key=len, reverse=True):
            for written in (key, f'"{key}"'):
                rest = path.removeprefix(written)
                if rest != path and (not rest or rest[0] in ".["):
                    return key, node[key], rest
    elif isinstance(node, list):
        if match := _CHOSEN.match(path):
            chosen = match[1].split(",")[0]
            ids = [
                one.get("ids", ["1"]) if isinstance(one, dict) and one.keys() & {"ids", "rows"} else () for one in node
            ]
            index = next(
                (place for place, known in enumerate(ids) if isinstance(known, list) and chosen in known), None
            )
            if index is None and chosen.isdecimal() and int(chosen) < len(node):
                index = int(chosen)
            return None if index is None else (index, node[index], path[match.end() :])
        for index, one in enumerate(node):
            names = (
                [one] if isinstance(one, str) else [one.get(name) for name in NAMES] if isinstance(one, dict) else []
            )
            for name in filter(None, names):
                for written in (str(name), f'"{name}"'):
                    rest = path.removeprefix(written)
                    if rest != path and (not rest or rest[0] in ".["):
                        return index, one, rest
        if len(node) == 1 and isinstance(node[0], dict):
            return 0, node[0], path
    return None


def find_line(text: str, path: str) -> tuple[int, Key]:
    """The line of a TOML text at which the statement of a path stands, and the key that was found.

    Where the last steps of the path are not in the file, it is the line of the statement they would belong to.
    """
    try:
        node: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return 0, ()
    lines = key_lines(text)
    key: Key = ()
    rest, line = path, 0
    while rest and (step := _step(node, rest)):
        key, node, rest = (*key, step[0]), step[1], step[2]
        line = lines.get(key, line)
    return line, key
