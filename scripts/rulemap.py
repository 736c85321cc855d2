"""rulebook/map/map.json: what becomes of every paragraph of the documents.

Written by `make rulemap` from the citations of the game files, from tests named after paragraphs, from the paragraphs
named in the code's own comments, and from `entries.toml` for the rest. `--left` lists what has no entry.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from houseway.rules.documents import Paragraph
from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files
from houseway.rules.rulemap import Entry, Stated, expand, find_section, numbers, read_entries, read_sections
from houseway.rules.words import cite

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "houseway" / "rulebook" / "map" / "map.json"
_CITED = re.compile(
    r"(?<![\w-])(30-\d{3,4}(?:\.\d+)?(?:\(\w{1,5}\))*|GEGR-\d{6}[^,.;)]*|235 Ch\. \d+(?: [A-K])?(?:\(\w\))*)"
)
_MOST = 3  # places that an entry names
_WHOLE = "The game as its file states it; a reading or a citation of the whole section names the paragraph."


def _citations(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The paragraphs that plain data of a game cites, with the key of the statement."""
    if isinstance(value, dict):
        for name, inner in value.items():
            here = f"{key}.{name}" if key else str(name)
            if isinstance(inner, str) and (name == "rule" or name.endswith("_rule") or name in ("foul", "switch")):
                yield inner, key or "rule"
            elif name in ("cites", "rule_by_stake", "rulings") and isinstance(inner, dict):
                yield from ((paragraph, here) for paragraph in inner.values() if isinstance(paragraph, str))
            elif name == "notes" and isinstance(inner, dict):
                yield from ((paragraph, "notes") for paragraph in inner)
            else:
                yield from _citations(inner, here)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _citations(inner, key)


def by_files() -> Iterator[tuple[str, str, bool]]:
    """Citation, place and whether it is only a note, of every game."""
    for path in rulebook_files():
        game = load_game(str(read_raw(path)["id"]))
        spec = game.spec
        for paragraph, key in _citations(msgspec.to_builtins(spec)):
            if paragraph and key != "rule":
                place = f"{path.parent.name}/{path.name}: {key}"
                yield cite(spec.jurisdiction, spec.rule, paragraph), place, key == "notes"


def _of_name(name: str) -> list[str]:
    """The paragraphs that a test is named after: `test_30_1046_7_a_...`, `test_30_1099_34_9_to_11_...`.

    `test_gegr_001821_...` and `test_235_ch_3_...` are after whole sections.
    """
    words = name.removeprefix("test_").split("_")
    if words[:1] == ["gegr"] and len(words) > 1:
        return [f"GEGR-{words[1]}"]
    if words[:2] == ["235", "ch"] and len(words) > 2:
        return [f"235 Ch. {words[2]}"]
    if words[:1] != ["30"] or len(words) < 2:
        return []
    section, rest = f"30-{words[1]}", words[2:]
    if rest and f"{section}.{rest[0]}" in read_sections().sections:
        section, rest = f"{section}.{rest[0]}", rest[1:]
    if section not in read_sections().sections:
        return []
    found, before, label = section, "", ""
    known = [one.number for one in numbers().sections.get(section, [])]
    while rest:
        # Names of tests are in lower case, labels of some sections are not; `a` is rather the word.
        written = (rest[0], rest[0] if rest[0] == "a" else rest[0].upper())
        fits = [one for one in written if any(text.startswith(f"{found}({one})") for text in known)]
        if not fits:
            break
        label, rest = fits[0], rest[1:]
        found, before = f"{found}({label})", found
    if before and rest[:1] == ["to"] and len(rest) > 1:
        return [f"{before}({one})" for one in _labels(label, rest[1])]
    return [found]


def _labels(first: str, last: str) -> list[str]:
    """The labels of a range: 9 to 11, a to c; the first alone where the other is a word."""
    if first.isdigit() and last.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    if len(first) == len(last) == 1:
        return [chr(code) for code in range(ord(first), ord(last) + 1)]
    return [first]


def tests() -> dict[str, str]:
    """Every test and the file it stands in."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name] = path.relative_to(ROOT).as_posix()
    return found


def by_code() -> Iterator[tuple[str, str]]:
    """Paragraphs that comments and docstrings of the package name, with the module; not the examples of commands."""
    for path in sorted((ROOT / "src" / "houseway").rglob("*.py")):
        if path.name == "cli.py":
            continue
        place = path.relative_to(ROOT).as_posix()
        yield from ((found, place) for found in _CITED.findall(path.read_text(encoding="utf-8")))


def _exactly(citation: str) -> list[Paragraph]:
    """The paragraphs that a citation names; a section alone only where it has no numbers."""
    found = numbers().find(citation) if citation else []
    return found if "(" in citation or len(found) == 1 else []


def _kind(place: str) -> str:
    """What a place is: a test, a module of the package, or a statement of a game file."""
    return "test" if ": test_" in place else "module" if place.startswith("src/") else "file"


def _places(found: list[str]) -> tuple[str, ...]:
    """Some of the places of a paragraph: of each kind the first, then the others."""
    places = list(dict.fromkeys(found))
    first = {_kind(place): place for place in reversed(places)}
    kept = sorted(first.values(), key=places.index)
    return tuple([*kept, *(place for place in places if place not in kept)][:_MOST])


@cache
def written() -> tuple[list[Entry], list[str]]:
    """The entries of all paragraphs, and the paragraphs without one; what they are read from does not change."""
    acted: dict[str, list[str]] = {}
    noted: dict[str, list[str]] = {}
    named: dict[str, list[str]] = {}  # by a reading of it alone, or by a statement of its whole section
    for citation, place, note in by_files():
        found = numbers().find(citation)
        if place.endswith(": readings") and len(found) > 1:
            continue  # a reading of one sentence of a section says nothing of the others
        loose = place.endswith(": readings") or (len(found) > 1 and citation.split(" ", 1)[-1] in numbers().sections)
        for one in found:
            (noted if note else named if loose else acted).setdefault(one.number, []).append(place)
    tested: dict[str, list[str]] = {}
    for name, path in tests().items():
        for one in (one for citation in _of_name(name) for one in _exactly(citation)):
            tested.setdefault(one.number, []).append(f"{path}: {name}")
    for number, places in tested.items():
        acted.setdefault(number, []).extend(places)
    for citation, place in by_code():
        for one in _exactly(citation):
            acted.setdefault(one.number, []).append(place)
    exactly, below_stated = _stated()
    entries, left = [], []
    for paragraphs in numbers().sections.values():
        for one in dict.fromkeys(paragraphs):
            number = one.number
            if number in exactly:
                entries.append(_entry(number, exactly[number], tested))
            elif number in acted:
                entries.append(Entry(number=number, status="acted on", by=_places(acted[number])))
            elif number in noted:
                entries.append(Entry(number=number, status="procedure", by=_places(noted[number]), why="noted"))
            elif below := [other for other in paragraphs if _is_below(other, one) and other.number in acted]:
                theirs = [place for other in below for place in acted[other.number]]
                by = (f"{below[0].number} and others below it", *_places(theirs))
                entries.append(Entry(number=number, status="acted on", by=by))
            elif number in below_stated:
                entries.append(_entry(number, below_stated[number], tested))
            elif number in named:
                entries.append(Entry(number=number, status="acted on", by=_places(named[number]), why=_WHOLE))
            else:
                left.append(number)
    return entries, left


def _stated() -> tuple[dict[str, Stated], dict[str, Stated]]:
    """What the data file says of paragraphs that it names, and of those below them."""
    exactly: dict[str, Stated] = {}
    below: dict[str, Stated] = {}
    known = {one.number for paragraphs in numbers().sections.values() for one in paragraphs}
    for entry in read_entries().entries:
        for number in (one for text in entry.of for one in expand(text)):
            find_section(number)
            if number in known:
                exactly[number] = entry
            below.update((one.number, entry) for one in numbers().find(number))
    return exactly, below


def _entry(number: str, stated: Stated, tested: dict[str, list[str]]) -> Entry:
    """What the data file says of a paragraph, and the first test named after it where none is stated."""
    named = any(_kind(place) == "test" for place in stated.by) or stated.status != "acted on"
    by = (*stated.by, *(() if named else tested.get(number, ())[:1]))
    return Entry(number=number, status=stated.status, by=by, why=stated.why)


def _is_below(other: Paragraph, one: Paragraph) -> bool:
    depth = len(one.labels)
    return other.part == one.part and len(other.labels) > depth and other.labels[:depth] == one.labels


def text() -> bytes:
    """What the file holds: an entry a line, so that a change shows as one."""
    entries, _ = written()
    return b"[\n" + b",\n".join(msgspec.json.encode(entry) for entry in entries) + b"\n]\n"


if __name__ == "__main__":
    if "--left" in sys.argv:
        print("\n".join(written()[1]))
    else:
        TARGET.write_bytes(text())
        print(TARGET)
