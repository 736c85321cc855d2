"""What a rule sheet is made of: sections of statements and grids, each with the paragraph it rests on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence and its citation."""

    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a head (none if its cells are empty); `title` and `rule` stand above it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    remarks: tuple[str, ...] = ()
    chart: bool = False  # cells hold a few marks, each of which gets a tint


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of the sheet."""

    title: str
    statements: tuple[Statement, ...] = ()
    grids: tuple[Grid, ...] = ()
    figures: tuple[str, ...] = ()  # pictures as SVG, for pages

    @property
    def empty(self) -> bool:
        return not self.statements and not self.grids


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet."""

    id: str
    name: str
    rule: str
    family: str
    summary: str
    sections: tuple[Section, ...]

    def __repr__(self) -> str:
        return f"Sheet({self.id!r}: {', '.join(section.title for section in self.sections)})"


def citations(section: Section) -> set[str]:
    """The paragraphs that a section cites; the last column of options and readings holds theirs."""
    rows = {row[-1] for grid in section.grids if grid.head[-1] == "rule" for row in grid.rows}
    return {statement.rule for statement in section.statements} | {grid.rule for grid in section.grids} | rows
