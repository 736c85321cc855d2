"""docs/words.md from the grammar: every word with its meaning, its unit, an example, and the games that use it.

Run by `make words`; a test holds the document in step with the grammar and the games.
"""

import copy
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from houseway.hands.ranking import RANKINGS
from houseway.rules.grammar import alternatives, struct_type
from houseway.rules.load import GRAMMARS, RULEBOOK, find, is_path, read_raw, rulebook_files
from houseway.rules.paths import places
from houseway.rules.patterns import ROW_NAMES
from houseway.rules.words import PARTIAL, Head, PayBlock, WagerSpec, Word

TARGET = Path(__file__).parents[1] / "docs" / "words.md"
Used = set[tuple[type, str]]

HEAD = """# The words of a game file

Everything that a game file may say, by family, written from the grammar (`src/houseway/rules/`) by `make words`. The
last column counts the games of the rulebook that use a word; a word that serves one game says which. Unknown words, and
words that a family does not act on, are errors of the file. A file that begins with `extends` states only what is
different from another file; `sets` replaces single statements of it by path, `drops` leaves statements out.
"""

PATHS = """## Paths

Options (`sets`, `writes`), extending files (`sets`, `drops`) and amendments (`before`) reach a statement by the names
on the way to it, never by its position:

| path | leads to |
| --- | --- |
| `wagers.ante.win` | a word of a statement |
| `stages."play or fold".burn` | a statement of a list, by its name; one that is not a plain word stands in quotes |
| `stages."play or fold".decide.raise[pair A]` | of several choices of one verb: the one that states `pair A` |
| `stages."play or fold".decide.raise[*]` | all of them |
| `irregularities.misdeal[dealer].effect` | the misdeal of the dealer |
| `pay_tables.ante_bonus[5-8].rows.straight` | the printed block of these ids; `[A-1 to A-8]` where ids have a dash |
| `pay_tables.pair_plus[12].rows.straight` | one column of a block: its price alone is changed |
"""

PRICES = """## Prices

| price | means |
| --- | --- |
| `3 to 2` | three units won for two staked, and the stake goes back |
| `9 for 1` | nine units paid for one staked, the stake among them |
| `$500`, `$500 flat` | dollars, for each base unit of the stake (`base`), or as a fixed sum |
| `100%`, `10% major` | a share of the wager's meter, or of the meter named |
| `25 for 1 from meter` | at odds or in dollars, charged to the meter |
| `50 to 1 + 10%` | several of these together |
| `push`, `lose` | the stake goes back, or is lost |
| `5` | a bare number in a pay table, by the table's `odds` |
| `-` | in a column of a pay table: that alternative has no such row |
"""


# -- what games use ---------------------------------------------------------------------------------------------------


def _used(value: Any, kind: inspect.Type, found: Used) -> None:
    """Notes the words that plain data states."""
    for one in alternatives(kind):
        if isinstance(one, inspect.StructType) and isinstance(value, dict):
            for field in one.fields:
                if field.encode_name in value:
                    found.add((home_of(one.cls, field.name), field.encode_name))
                    _used(value[field.encode_name], field.type, found)
        elif isinstance(one, inspect.DictType) and isinstance(value, dict):
            for inner in value.values():
                _used(inner, one.value_type, found)
        elif isinstance(one, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
            for inner in value:
                _used(inner, one.item_type, found)
        elif isinstance(one, inspect.TupleType) and isinstance(value, list):
            for inner, inner_kind in zip(value, one.item_types, strict=False):
                _used(inner, inner_kind, found)


@cache
def home_of(statement: type, word: str) -> type:
    """The statement that brings a word in: itself, or one that it extends."""
    return next(one for one in reversed(statement.__mro__) if word in get_annotations(one))


def _files(path: Path) -> Iterator[dict[str, Any]]:
    """A file and those that it extends, as they are written."""
    while True:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        yield raw
        if "extends" not in raw:
            return
        path = path.parent / raw["extends"] if is_path(raw["extends"]) else find(raw["extends"])


def words_of(path: Path) -> Used:
    """The words that a game uses: in its file, those that it extends, their libraries and their options."""
    merged = read_raw(path)
    grammar = GRAMMARS[merged["family"]]
    found: Used = set()
    _used(merged, struct_type(grammar), found)
    for raw in _files(path):
        _used(raw, struct_type(grammar), found)
        for block in (one for blocks in raw.get("pay_tables", {}).values() for one in blocks if "library" in one):
            library = RULEBOOK / "library" / f"{block['library']}.toml"
            if library.is_file():
                _used(tomllib.loads(library.read_text(encoding="utf-8")), struct_type(PayBlock), found)
    patches = [patch for option in merged.get("options", {}).values() for patch in option.get("sets", {}).values()]
    patches += [option.get("writes", {}) for option in merged.get("options", {}).values()]
    patches += [one.get("before", {}) for one in merged.get("amended", [])]
    statements = copy.deepcopy(merged)
    for target, value in (item for patch in patches for item in patch.items()):
        for place in places(statements, target, grammar):
            if place.statement is not None:
                found.add((home_of(place.statement.cls, place.key), place.key))
            _used(value, place.kind, found)
    return found


@cache
def games_by_word() -> dict[tuple[type, str], tuple[str, ...]]:
    """The games of the rulebook that use each word."""
    games: dict[tuple[type, str], list[str]] = {}
    for path in rulebook_files():
        name = str(read_raw(path)["id"])
        for word in words_of(path):
            games.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in games.items()}


# -- what the grammar has ---------------------------------------------------------------------------------------------


def _inner_statements(kind: inspect.Type) -> Iterator[inspect.StructType]:
    for one in alternatives(kind):
        if isinstance(one, inspect.StructType):
            yield one
        elif isinstance(one, inspect.DictType):
            yield from _inner_statements(one.value_type)
        elif isinstance(one, inspect.VarTupleType | inspect.ListType):
            yield from _inner_statements(one.item_type)
        elif isinstance(one, inspect.TupleType):
            for inner in one.item_types:
                yield from _inner_statements(inner)


def statements_of(root: type) -> list[inspect.StructType]:
    """A statement and all that stand in it, in the order of the grammar."""
    found: dict[type, inspect.StructType] = {}
    waiting = [struct_type(root)]
    while waiting:
        kind = waiting.pop(0)
        if kind.cls not in found:
            found[kind.cls] = kind
            waiting += [one for field in kind.fields for one in _inner_statements(field.type)]
    return list(found.values())


def described(kind: inspect.Type) -> tuple[str, list[Any]]:
    """What a field means, and its examples."""
    while isinstance(kind, inspect.Metadata):
        told = kind.extra_json_schema or {}
        if "description" in told:
            return str(told["description"]), list(told.get("examples", []))
        kind = kind.type
    return "", []


def _choices(kind: inspect.Type) -> str:
    for one in alternatives(kind):
        if isinstance(one, inspect.LiteralType):
            return ", ".join(f"`{word}`" for word in one.values if word != "")
    return ""


def _toml(value: Any) -> str:
    """A value as a TOML file writes it, in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        pairs = (
            f"{key if str(key).replace('_', '').isalnum() else repr(key)} = {_toml(one)}" for key, one in value.items()
        )
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return msgspec.json.encode(value).decode()


def _games(statement: type, word: str) -> str:
    names = games_by_word().get((statement, word), ())
    return f"only {names[0]}" if len(names) == 1 else str(len(names))


def _table(kind: inspect.StructType, own_only: bool) -> Iterator[str]:
    yield "| word | means | example | games |"
    yield "| --- | --- | --- | --- |"
    for field in kind.fields:
        home = home_of(kind.cls, field.name)
        if own_only and home is not kind.cls:
            continue
        text, examples = described(field.type)
        choices = _choices(field.type)
        means = f"{text}: {choices}" if choices and choices not in text else text
        needed = " (required)" if field.required else ""
        example = f"`{field.encode_name} = {_toml(examples[0])}`" if examples else ""
        cells = (f"`{field.encode_name}`{needed}", means, example, _games(home, field.encode_name))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _statement(kind: inspect.StructType, level: str = "###") -> list[str]:
    first = (kind.cls.__doc__ or "").strip().splitlines()[0]
    bases = [base.__name__ for base in kind.cls.__bases__ if base not in (Word, msgspec.Struct, object)]
    more = f" And what `{bases[0]}` may say." if bases else ""
    return [f"{level} {kind.cls.__name__}\n", f"{first}{more}\n", "\n".join(_table(kind, own_only=True)), ""]


def _shared() -> set[type]:
    """Statements that more than one family has."""
    owners: dict[type, int] = {}
    for grammar in GRAMMARS.values():
        for kind in statements_of(grammar):
            owners[kind.cls] = owners.get(kind.cls, 0) + 1
    return {one for one, count in owners.items() if count > 1}


def _rows() -> list[str]:
    lines = [f"| `{name}` | {text} |" for name, text in ROW_NAMES.items()]
    return [
        "## Rows of pay tables\n",
        "A row is named after one of these, after a pattern that the file defines under `patterns`, or after an event "
        "(baccarat). `natural` before a name: without wild cards; `wild`: only with them. Rows are tried in "
        "the order of the file, and the first that fits decides.\n",
        "| row | holds when |\n| --- | --- |",
        "\n".join(lines),
        "",
        "## Rankings\n",
        "| ranking | cards | categories, weakest first |\n| --- | --- | --- |",
        "\n".join(
            f"| `{name}` | {one.size} | {', '.join(f'`{category}`' for category in one.categories)} |"
            for name, one in RANKINGS.items()
        ),
        "",
    ]


def document() -> str:
    """The page: what all files share, rows and rankings, then each family's own statements."""
    shared = _shared()
    parts: list[str] = [HEAD, PATHS, PRICES, *_rows(), "## What every family shares\n"]
    told: set[type] = set()
    for root in (Head, WagerSpec, *GRAMMARS.values()):
        for kind in statements_of(root):
            if kind.cls not in told and (kind.cls in (Head, WagerSpec) or kind.cls in shared):
                told.add(kind.cls)
                parts += _statement(kind)
    for name, grammar in GRAMMARS.items():
        parts.append(f"## Family {name}\n")
        unread = sorted(word for word in PARTIAL if word not in grammar.reads)
        if unread:
            parts.append(f"Does not act on {', '.join(f'`{word}`' for word in unread)} of the head.\n")
        for kind in statements_of(grammar):
            if kind.cls not in told:
                told.add(kind.cls)
                parts += _statement(kind)
    return "\n".join(parts).rstrip() + "\n"


def main() -> None:
    TARGET.write_text(document(), encoding="utf-8")
    sys.stdout.write(f"{TARGET}\n")


if __name__ == "__main__":
    main()
