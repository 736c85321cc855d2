"""The map of the documents: every section and numbered paragraph, and what the software makes of it.

`rulebook/map/sections.toml` lists the numbers (with headings in our own words), `entries.toml` says of paragraphs that
no game file cites what they are; `map.json` is written from both, from the citations of the game files and from the
markers in code and tests by `scripts/rulemap.py`. A paragraph is

- `acted on`: a game file, a module or a test carries it out;
- `procedure`: something done by hand, kept as a note or in a log;
- `out of scope`: nothing that software could do, with the reason;
- `open`: not acted on yet.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from houseway.rules.documents import Index, Paragraph, named_in
from houseway.rules.errors import RuleError

Status = Literal["acted on", "procedure", "out of scope", "open"]
_RANGE = re.compile(r"^(.*)\((\w+)\)-\((\w+)\)$")


class SectionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of a document: its heading in our words and the numbers of its paragraphs."""

    heading: str
    document: str
    formerly: str = ""  # its number before it was renumbered; several of sections that went into it
    begins: str = ""  # the words of its first line, where the document prints no number
    paragraphs: tuple[str, ...] = ()
    parts: dict[str, tuple[str, ...]] = {}  # paragraphs below a heading without a number; none: the heading alone

    def below(self) -> Iterator[tuple[str, str]]:
        """The heading, if any, and the number of every paragraph."""
        for text in self.paragraphs:
            yield from (("", number) for number in expand(text))
        for part, texts in self.parts.items():
            yield part, ""
            for text in texts:
                yield from ((part, number) for number in expand(text))


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a paragraph."""

    number: str
    status: Status
    by: tuple[str, ...] = ()  # game files with the statement, modules, tests
    why: str = ""


class Sections(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the documents."""

    documents: dict[str, str]
    sections: dict[str, SectionWords]


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of the data file: of one or several paragraphs."""

    of: tuple[str, ...]
    status: Status
    by: tuple[str, ...] = ()
    why: str = ""


class Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the data file says of paragraphs that no game file cites."""

    entries: tuple[Stated, ...] = ()


def _after(label: str) -> str:
    return str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)


def expand(text: str) -> list[str]:
    """The numbers that `(2)(a)-(d)` stands for."""
    found = _RANGE.match(text)
    if not found:
        return [text]
    lead, first, last = found.groups()
    labels = [first]
    while labels[-1] != last:
        labels.append(_after(labels[-1]))
    return [f"{lead}({label})" for label in labels]


@cache
def read_sections() -> Sections:
    """The numbers of the documents."""
    return msgspec.toml.decode((files("houseway.rulebook") / "map" / "sections.toml").read_bytes(), type=Sections)


@cache
def read_entries() -> Entries:
    """What the data file says."""
    return msgspec.toml.decode((files("houseway.rulebook") / "map" / "entries.toml").read_bytes(), type=Entries)


@cache
def numbers() -> Index:
    """All paragraphs of the documents, without their words; a section without numbers is one paragraph."""
    found = []
    for section, words in read_sections().sections.items():
        below = [Paragraph(section, part, tuple(re.findall(r"\w+", text)), "") for part, text in words.below()]
        found += below or [Paragraph(section, "", (), "")]
    return Index(found)


def begins() -> list[tuple[str, str]]:
    """The sections that a document prints without a number, and the words each begins with."""
    return [(number, words.begins) for number, words in read_sections().sections.items() if words.begins]


@cache
def read_map() -> dict[str, Entry]:
    """The written map: every paragraph by its number."""
    data = (files("houseway.rulebook") / "map" / "map.json").read_bytes()
    return {entry.number: entry for entry in msgspec.json.decode(data, type=list[Entry])}


def entries_of(section: str) -> list[Entry]:
    """The entries of a section in the order of its paragraphs."""
    known = read_map()
    return [known[one.number] for one in dict.fromkeys(numbers().sections[section]) if one.number in known]


def former_number(citation: str) -> str:
    """The number that the section of a citation had before it was renumbered; empty where it had no other."""
    section = numbers().section_of(citation)
    return read_sections().sections[section].formerly if section else ""


def renumbered(number: str) -> list[str]:
    """The sections that had this number before they were renumbered."""
    return [new for new, words in read_sections().sections.items() if number in words.formerly.split(", ")]


def find_section(number: str) -> str:
    """A section by its number, by that with a paragraph, or by the number it had before."""
    return numbers().section_of(cited_now(number))


def cited_now(number: str) -> str:
    """A citation by the number that its section has now; of a section that others went into, all of it."""
    section = numbers().section_of(number)
    if not section:
        known = read_sections().sections.items()
        before = {
            old: new for new, words in known for old in words.formerly.split(", ") if old and named_in(number, old)
        }
        if not before:
            raise RuleError(f"no section {number!r} in the documents", "section")
        old = max(before, key=len)
        section = before[old]
        alone = read_sections().sections[section].formerly == old
        number = section + number.partition(old)[2] * alone
    if not numbers().find(number):
        raise RuleError(f"section {section} has no paragraph {number.partition(section)[2].strip()!r}", "section")
    return number
