"""The words of a regulation, where the reader has its documents: sections and numbered paragraphs of plain text.

Nothing of a document is shipped. Whoever has one points a command or the server at its folder, and each citation is
followed to the paragraph that it names. A paragraph's number is the way to it: `30-1099.18(19)(a)`; a part that has
only a heading stands in the number by its name: `30-1099.18 Envy Bonus (a)`, `GEGR-001823 Envy Bonus 6`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from houseway.rules.errors import RuleError

_SECTION = re.compile(r"^(?:- )?[#*\s]*(30-\s?\d{3,4}(?:\.\d+)?)[*\s]+(\S.*)$")
_CHAPTER = re.compile(r"^Chapter (\d+)\s*[-–]\s*(.*?)\.?\s*$")
_HEADING = re.compile(r"^(?:#+\s*\W*|\*\*)?([A-Z0-9][^|\t]{2,70}?)\W*$")
_LABELS = re.compile(r"^\s*(?:-\s*|#+\s*)?((?:\(\w{1,5}\)\s*)+)(.*)$")
_POINTS = re.compile(r"^\s*(?:-\s*)?(\d{1,2}|[a-zA-Z]|[ivx]{1,5})\.\s+(.*)$")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_DATED = re.compile(r"^\W*(?:Eff|Effective|Amended|Repealed|Page)\b")
_CONTENTS = re.compile(r"\.{4,}|\t\d+\s*$")
# Says how a document is printed, not what it says.
_MARKUP = re.compile(r"[ ]?</?(?:ol|ul)>[ ]?|</?(?:u|b|i|li|mark)>|\[(?=[^]\n]*\]\(#\))|\]\(#\)")
_ESCAPED = re.compile(r"\\([$*_#])")  # of documents that were turned into marked-up text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered paragraph, or the words of a section or of a named part before the first number."""

    section: str
    part: str  # the heading it stands under, where it has one
    labels: tuple[str, ...]  # from the outermost to its own
    text: str
    table: bool = False  # the heading is the first row of a table, as of a pay table printed under a paragraph

    @property
    def number(self) -> str:
        labels = "".join(f"({label})" for label in self.labels)
        if self.part:
            return f"{self.section} {self.part} {labels}".rstrip()
        return f"{self.section}{labels}"


@dataclass(slots=True)
class _Section:
    """A section while it is read."""

    number: str
    title: str
    lines: list[str] = field(default_factory=list)


def _kinds(label: str) -> Iterator[tuple[str, int]]:
    """What a label can be a number in: digits, letters or roman figures, and its place in that order."""
    if label.isdigit():
        yield "1", int(label)
        return
    case = "a" if label.islower() else "A"
    if label.lower() in _ROMAN:
        yield f"{case}-roman", _ROMAN.index(label.lower()) + 1
    if len(label) == 1:
        yield case, ord(label.lower()) - ord("a") + 1
    elif len(set(label.lower())) == 1:
        yield case, 26 * (len(label) - 1) + ord(label[0].lower()) - ord("a") + 1


def _placed(stack: list[tuple[str, int, str]], label: str) -> list[tuple[str, int, str]]:
    """The way to a label after the last one: it goes on at the deepest level that it can, or opens a level below."""
    kinds = list(_kinds(label))
    for depth in range(len(stack), 0, -1):
        kind, place, _ = stack[depth - 1]
        if any(other == kind and at == place + 1 for other, at in kinds):
            return [*stack[: depth - 1], (kind, place + 1, label)]
    first = [kind for kind, at in kinds if at == 1 and kind not in {kind_ for kind_, _, _ in stack}]
    if first:
        return [*stack, (first[0], 1, label)]
    for depth in range(len(stack), 0, -1):  # numbers that the print leaves out or repeats
        kind, _, _ = stack[depth - 1]
        for other, at in kinds:
            if other == kind:
                return [*stack[: depth - 1], (kind, at, label)]
    return [(*kinds[0], label)] if kinds else stack


def _numbered(line: str) -> tuple[list[str], str] | None:
    """The labels that a line begins with, and what follows them."""
    match = _LABELS.match(line)
    if match:
        return re.findall(r"\w+", match[1]), match[2]
    match = _POINTS.match(line)
    return ([match[1]], match[2]) if match else None


def _heading(line: str) -> str:
    """The heading that a line is; empty where it is not one."""
    match = None if _DATED.match(line) else _HEADING.match(line.strip())
    marked = line.startswith(("#", "**")) or line.rstrip().endswith(":")
    return (
        match[1].strip(" .:*")
        if match and (marked or (len(line.split()) <= 7 and not line.rstrip().endswith(".")))
        else ""
    )


def _goes_on(stack: list[tuple[str, int, str]], label: str) -> bool:
    """Whether a label is the next of the outermost list."""
    return bool(stack) and any(kind == stack[0][0] and at == stack[0][1] + 1 for kind, at in _kinds(label))


def _paragraphs(section: _Section) -> Iterator[Paragraph]:
    """The paragraphs of a section; a heading opens a part, which ends where the section's own numbers go on.

    The head of a page between two numbers of a part opens none.
    """
    part, text, table = "", list[str](), False
    main, stack = list[tuple[str, int, str]](), list[tuple[str, int, str]]()
    before = part, stack
    for line in section.lines:
        numbered, heading = _numbered(line), _heading(line)
        if numbered is None and not heading:
            text.append(line.strip())
            continue
        labels = tuple(label for *_, label in stack)
        yield Paragraph(section.number, part, labels, "\n".join(filter(None, text)), table)
        if numbered is None:
            main, before = main if part else stack, (part, stack)
            part, stack, text, table = heading, [], [line.strip()], "\t" in line
            continue
        if part and _goes_on(main, numbered[0][0]) and not _goes_on(stack, numbered[0][0]):
            part, stack, table = "", main, False
        elif part and not stack and _goes_on(before[1], numbered[0][0]):
            (part, stack), table = before, False
        for label in numbered[0]:
            stack = _placed(stack, label)
        text = [numbered[1].strip()]
    yield Paragraph(section.number, part, tuple(label for *_, label in stack), "\n".join(filter(None, text)), table)


def _sections(lines: list[str], begins: Sequence[tuple[str, str]]) -> Iterator[_Section]:
    """The sections of a document: numbered ones, and those of `begins`, each by the words that its first line has."""
    unnumbered = iter(begins)
    number, words = next(unnumbered, ("", ""))
    now: _Section | None = None
    for line in lines:
        if _CONTENTS.search(line):
            continue
        match, chapter = _SECTION.match(line), _CHAPTER.match(line)
        begun = bool(number) and line.strip("#*<u> \t").startswith(words)
        if (match or chapter or begun) and now is not None:
            yield now
        if match:
            now = _Section(match[1].replace(" ", ""), match[2])
        elif chapter:
            now = _Section(f"235 Ch. {chapter[1]}", chapter[2])
        elif begun:
            now = _Section(number, "", [line])
            number, words = next(unnumbered, ("", ""))
        elif now is not None:
            now.lines.append(line)
    if now is not None:
        yield now


def read_document(text: str, begins: Sequence[tuple[str, str]] = ()) -> tuple[Paragraph, ...]:
    """All paragraphs of a document, in its order; `begins`: numbers of sections and the words they begin with."""
    lines = _ESCAPED.sub(r"\1", text).splitlines()
    found = (paragraph for section in _sections(lines, begins) for paragraph in _paragraphs(section))
    return tuple(replace(paragraph, text=_MARKUP.sub("", paragraph.text)) for paragraph in found)


def _tokens(citation: str) -> list[str]:
    """The steps of a citation below its section: labels and words of headings."""
    return [token.lower() for token in re.findall(r"[\w'’&/-]+", citation)]


_RANGE = re.compile(r"\((\d{1,3})\)-\((\d{1,3})\)")


class Index:
    """Paragraphs by their sections, found by citations."""

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        self.sections: dict[str, list[Paragraph]] = {}
        for paragraph in paragraphs:
            self.sections.setdefault(paragraph.section, []).append(paragraph)

    def section_of(self, citation: str) -> str:
        """The section that a citation names; empty where there is none such."""
        return max((section for section in self.sections if named_in(citation, section)), key=len, default="")

    def find(self, citation: str) -> list[Paragraph]:
        """The paragraphs that a citation names and those below them; of a section alone, all of it."""
        section = self.section_of(citation)
        if not section:
            return []
        below = citation.split(section, 1)[1]
        wanted = _tokens(_RANGE.sub(_each, below))
        if not wanted:
            return self.sections[section]
        if several := self._side_by_side(section, wanted):
            return several
        wanted = _tokens(below)
        for alternative, any_part in product(_readings(wanted), (False, True)):
            fitting = [paragraph for paragraph in self.sections[section] if _fits(paragraph, alternative, any_part)]
            if fitting:
                return fitting
        return []

    def text_under(self, number: str) -> str:
        """The words of exactly one paragraph, without those below it; empty where the text has none."""
        section = self.section_of(number)
        wanted = number.lower()
        return "\n".join(part.text for part in self.sections.get(section, []) if part.number.lower() == wanted)

    def text_of(self, citation: str) -> str:
        """The words that a citation names, with the tables under them; empty where the text has no such paragraph."""
        cited = self.find(citation)
        shown = [*cited, *self._tables_after(cited[-1])] if cited else []
        told = [f"{''.join(f'({label})' for label in part.labels)} {part.text}".strip() for part in shown]
        return "\n".join(filter(None, told))

    def _tables_after(self, paragraph: Paragraph) -> Iterator[Paragraph]:
        """The tables that are printed directly under a numbered paragraph, each with a heading of its own."""
        if paragraph.part or not paragraph.labels:
            return
        known = self.sections[paragraph.section]
        for following in known[known.index(paragraph) + 1 :]:
            if not following.table:
                return
            yield following

    def _side_by_side(self, section: str, wanted: list[str]) -> list[Paragraph]:
        """Several paragraphs of a section, as `(9)(11)` or `(9)-(11)` names them; empty where one alone is named."""
        known = self.sections[section]
        if len(wanted) < 2 or not all(map(str.isdecimal, wanted)) or any(_fits(part, wanted, True) for part in known):
            return []
        parts = [[paragraph for paragraph in known if _fits(paragraph, [number], any_part=False)] for number in wanted]
        return [paragraph for part in parts for paragraph in part] if all(parts) else []


def _each(several: re.Match[str]) -> str:
    """Every number from the first to the last."""
    return "".join(f"({number})" for number in range(int(several[1]), int(several[2]) + 1))


def named_in(citation: str, section: str) -> bool:
    """Whether a citation is of this section, not of one whose number is longer."""
    # Looked for plainly first: a hundred sections are asked for each of thousands of citations.
    return section in citation and bool(re.search(rf"(?<![\w.-]){re.escape(section)}(?![\w.-])", citation))


def _readings(wanted: list[str]) -> Iterator[list[str]]:
    """A citation as it stands; without the number before a heading; the first of several numbers."""
    yield wanted
    if len(wanted) > 1 and re.fullmatch(r"\w{1,3}", wanted[0]):
        yield wanted[1:]
    if wanted and re.fullmatch(r"\w+-\w+", wanted[-1]):
        yield [*wanted[:-1], wanted[-1].split("-")[0]]
    for length in range(len(wanted) - 1, 0, -1):
        yield wanted[:length]


def _fits(paragraph: Paragraph, wanted: list[str], any_part: bool) -> bool:
    """Whether a paragraph is the one wanted or stands below it; `any_part`: whatever heading it stands under."""
    heading = _tokens(paragraph.part)
    words = [token for token in wanted if len(token) > 3 or not re.fullmatch(r"[ivx]+|[a-z]{1,2}|\d+", token)]
    labels = [token for token in wanted if token not in words and not (words and token in heading)]
    if any(word not in heading for word in words) or (not words and heading and labels and not any_part):
        return False
    labelled = [label.lower() for label in paragraph.labels]
    return labelled[: len(labels)] == labels if labels else bool(words) or not labelled


def read_texts(folder: Path, begins: Sequence[tuple[str, str]] = ()) -> Index:
    """The paragraphs of every text file in a folder."""
    files = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    if not files:
        raise RuleError(f"no text of a regulation (*.txt) in {folder}", "text")
    read = [read_document(file.read_text(encoding="utf-8", errors="replace"), begins) for file in files]
    return Index(paragraph for paragraphs in read for paragraph in paragraphs)
