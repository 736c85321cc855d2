"""docs/readings.md and docs/readings/ from the readings that the game files themselves state, a page for each game.

The index lists them by game, by kind and by their effect in money. Run by `make readings`; a test holds the pages in
step with the files.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from houseway.rules.game import load_game
from houseway.rules.load import read_raw, rulebook_files
from houseway.rules.tariffs import load_tariff, tariff_names
from houseway.rules.words import Reading, cite

DOCS = Path(__file__).parents[1] / "docs"
INDEX = "readings.md"

HEAD = """# Readings

Where a rule's text is damaged, contradicts itself or is silent, the game's file says how it is read: what is printed,
what is taken, why, and the house option that selects the other reading where both make sense. These pages are written
from the files by `make readings`; `houseway show GAME` prints the same beside the rest of a game's rules.
"""

_SILENT = re.compile(
    r"\bnot (?:be )?(?:said|printed|stated|mentioned|given|named|defined|told|explained|limited)\b|\bsilent\b"
    r"|\bnowhere\b"
    r"|\bno (?:word|sentence|rule|table|price|row|amount|procedure)\b|\bnothing\b|\b(?:do|does) not say\b|\bmissing\b",
    re.IGNORECASE,
)
_MISPRINT = re.compile(
    r"misprint|garbled|damaged|illegible|cut off|run together|shifted|stray|out of line|\btypo|misplaced|misspel",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d%|\$\d")
KINDS = {
    "Common practice": "No document prints it; it is what everybody knows of the game.",
    "Silent": "The text does not say it.",
    "Misprinted": "The text is damaged, or a figure or word of it cannot be meant.",
    "Ambiguous": "The text can be read in more than one way, or two passages differ.",
}


@dataclass(frozen=True)
class Entry:
    """A reading as it is told on the page of its game."""

    game: str
    name: str
    cited: str
    reading: Reading

    @property
    def anchor(self) -> str:
        """The anchor of its heading, as the site makes it."""
        plain = re.sub(r"[^\w\s-]", "", f"{self.reading.id} ({self.cited})".lower())
        return re.sub(r"[\s-]+", "-", plain).strip("-")

    @property
    def link(self) -> str:
        return f"[{self.name}: {self.reading.id}](readings/{self.game}.md#{self.anchor})"

    @property
    def kind(self) -> str:
        """What is wrong with the text, by the words in which the entry tells what is printed."""
        if self.reading.id.endswith("not-printed"):
            return "Common practice"
        if _MISPRINT.search(self.reading.printed):
            return "Misprinted"
        return "Silent" if _SILENT.search(self.reading.printed) else "Ambiguous"

    @property
    def figures(self) -> str:
        """The sentences of the reason that state percents or dollars."""
        sentences = re.split(r"(?<=[.;:]) ", self.reading.why)
        return " ".join(one for one in sentences if _FIGURE.search(one))

    def lines(self) -> list[str]:
        reading = self.reading
        option = f"- **Option:** `{reading.option}`\n" if reading.option else ""
        return [
            f"## {reading.id} ({self.cited})\n",
            f"- **Printed:** {reading.printed}\n- **Taken:** {reading.taken}\n- **Why:** {reading.why}\n{option}",
        ]


@dataclass(frozen=True)
class Page:
    """The readings of a game or of a table of fees; one taken over from a game above is named, not told again."""

    id: str
    title: str
    entries: tuple[Entry, ...]
    taken_over: tuple[Entry, ...] = ()

    def text(self) -> str:
        shared = [f"[{one.reading.id}]({one.game}.md#{one.anchor}) ({one.game})" for one in self.taken_over]
        also = [f"As in another game: {', '.join(shared)}.\n"] if shared else []
        return "\n".join(
            [f"# {self.title} (`{self.id}`)\n", *also, *(line for one in self.entries for line in one.lines())]
        )


def pages() -> Iterator[Page]:
    """Games in the order of the rulebook, each with its readings in the order of its file; then the fees."""
    told: dict[tuple[str, ...], Entry] = {}
    for path in rulebook_files():
        game = load_game(str(read_raw(path)["id"]))
        own, taken_over = [], []
        for reading in game.spec.readings:
            key = (reading.id, game.cite(reading.rule), reading.printed, reading.taken)
            if key in told:
                taken_over.append(told[key])
            else:
                told[key] = Entry(game.spec.id, game.spec.name, game.cite(reading.rule), reading)
                own.append(told[key])
        if game.spec.readings:
            yield Page(game.spec.id, game.spec.name, tuple(own), tuple(taken_over))
    for name in tariff_names():
        tariff = load_tariff(name)
        entries = [
            Entry(tariff.id, tariff.name, cite(tariff.jurisdiction, tariff.rule, one.rule), one)
            for one in tariff.readings
        ]
        if entries:
            yield Page(tariff.id, f"Collections: {tariff.name}", tuple(entries))


def _index(found: list[Page]) -> str:
    entries = [one for page in found for one in page.entries]
    lines = [HEAD, "## By game\n", "| game | readings |", "| --- | --- |"]
    lines += [
        f"| [{page.title}](readings/{page.id}.md) | {len(page.entries) + len(page.taken_over)} |" for page in found
    ]
    lines += [
        "",
        "## By effect in money\n",
        "Readings whose reason states what they are worth, by the figures it names.\n",
    ]
    lines += [f"- {one.link}: {one.figures}" for one in entries if one.figures]
    lines += ["", "## Left to the house\n", "Both readings make sense, and an option selects the other one.\n"]
    lines += [f"- {one.link}: `{one.reading.option}`" for one in entries if one.reading.option]
    lines += ["", "## By kind\n", "Sorted by the words in which an entry tells what is printed."]
    for kind, meaning in KINDS.items():
        own = [one for one in entries if one.kind == kind]
        lines += ["", f"### {kind}\n", f"{meaning} {len(own)} readings.\n", *(f"- {one.link}" for one in own)]
    return "\n".join(lines) + "\n"


def documents() -> dict[str, str]:
    """Every page by its path under docs/."""
    found = list(pages())
    return {INDEX: _index(found), **{f"readings/{page.id}.md": page.text() for page in found}}


def main() -> None:
    made = documents()
    (DOCS / "readings").mkdir(exist_ok=True)
    for old in (DOCS / "readings").glob("*.md"):
        if f"readings/{old.name}" not in made:
            old.unlink()
    for name, text in made.items():
        (DOCS / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{DOCS / INDEX}, {len(made) - 1} pages in {DOCS / 'readings'}\n")


if __name__ == "__main__":
    main()
