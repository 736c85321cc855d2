"""Changes of a game file's text that leave the rest as it was written: one value, at its place."""

import re
import tomllib
from typing import Any

from houseway.rules.errors import RuleError
from houseway.rules.load import as_text, grammar_of, raw_of
from houseway.rules.paths import read_at
from houseway.rules.positions import find_key, value_spans
from houseway.rules.wording import quoted

_EXTENDS = re.compile(r"^\s*extends\s*=.*$", re.MULTILINE)
_SETS = re.compile(r"^\s*\[\s*sets\s*\]\s*(#.*)?$", re.MULTILINE)


def price_path(game: Any, wager: str, row: str) -> str:
    """Where a file states what a wager pays on a row."""
    words = game.spec.wagers.get(wager)
    if words is None:
        raise RuleError(f"no such wager {wager!r}", "wager")
    table = getattr(words, "pay_table", "")
    if table:
        return f"pay_tables.{quoted(table)}[{game.table_id(table)}].rows.{quoted(row)}"
    if row in getattr(words, "results", {}):
        return f"wagers.{quoted(wager)}.results.{quoted(row)}"
    return f"wagers.{quoted(wager)}.price"


def set_price(text: str, path: str, pays: str) -> str:
    """The text with another price at a path; what a file below states is changed under `sets`."""
    raw = raw_of(as_text("draft.toml", text))
    stated = read_at(raw, path, grammar_of(raw))
    if not stated or stated[0] is None:
        raise RuleError("the file states no price there", path)
    value = _written(stated[0], pays)
    key, node = find_key(text, path)
    spans = value_spans(text)
    if key is None:
        return _under_sets(text, path, value)
    if isinstance(node, list):
        key = (*key, _column(text, path, key, len(node)))
    elif (count := _columns(text, key)) > 1:
        columns = [_literal(node)] * count
        columns[_column(text, path, key, count)] = value
        value = f"[{', '.join(columns)}]"
    start, end = spans[key]
    return text[:start] + value + text[end:]


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _written(stated: Any, pays: str) -> str:
    """A price in the form in which the file writes the one it replaces."""
    one = stated[0] if isinstance(stated, list) else stated
    if isinstance(one, str):
        return f'"{pays}"'
    number = pays.split()[0]
    if not number.isdecimal():
        raise RuleError(f"{pays!r} is not a whole number to one", "pays")
    return number


def _block(text: str, key: tuple[str | int, ...]) -> dict[str, Any]:
    """The printed block that a price of a pay table stands in; nothing for other prices."""
    if key[0] != "pay_tables":
        return {}
    block: Any = tomllib.loads(text)
    for step in key[:3]:
        block = block[step]
    return dict(block)


def _columns(text: str, key: tuple[str | int, ...]) -> int:
    return len(_block(text, key).get("ids", ["1"]))


def _column(text: str, path: str, key: tuple[str | int, ...], count: int) -> int:
    """The column of a path's pay table in its block."""
    ids = [str(one) for one in _block(text, key).get("ids", ["1"])]
    chosen = path.partition("[")[2].partition("]")[0]
    return min(ids.index(chosen) if chosen in ids else 0, count - 1)


def _under_sets(text: str, path: str, value: str) -> str:
    """The text with a path set that a file below states."""
    quote = "'" if '"' in path else '"'
    name = f"{quote}{path}{quote}"
    sets = tomllib.loads(text).get("sets", {})
    if path in sets:
        start, end = value_spans(text)["sets", path]
        return text[:start] + value + text[end:]
    if head := _SETS.search(text):
        return f"{text[: head.end()]}\n{name} = {value}{text[head.end() :]}"
    if extends := _EXTENDS.search(text):
        return f"{text[: extends.end()]}\nsets.{name} = {value}{text[extends.end() :]}"
    raise RuleError("the price is in a shared table; write the row in the file itself first", path)
