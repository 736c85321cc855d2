"""`houseway rules`: every section and paragraph of the documents, and what the software makes of it."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from rich.markup import escape

from houseway.commands.output import console, table, write_json
from houseway.rules.documents import Index, read_texts
from houseway.rules.rulemap import Entry, begins, cited_now, entries_of, numbers, read_map, read_sections, renumbered
from houseway.rules.wording import listed

_STATUSES = ("acted on", "procedure", "out of scope", "open")


def shares(entries: list[Entry]) -> Counter[str]:
    """How many paragraphs have each status."""
    return Counter(entry.status for entry in entries)


def _all(as_json: bool) -> None:
    sections = read_sections()
    rows: list[tuple[str, ...]] = []
    found: list[dict[str, Any]] = []
    for number, words in sections.sections.items():
        counted = shares(entries_of(number))
        found.append({"section": number, "heading": words.heading, "document": words.document, **counted})
        rows.append((number, words.heading, *(str(counted[status] or "") for status in _STATUSES)))
    if as_json:
        write_json(found, indent=True)
        return
    out = console()
    for document, title in sections.documents.items():
        out.print(f"\n[bold]{escape(title)}[/bold]")
        own = [row for row, words in zip(rows, sections.sections.values(), strict=True) if words.document == document]
        out.print(table(("section", "heading", *_STATUSES), own))
    counted = shares(list(read_map().values()))
    total = sum(counted.values())
    told = ", ".join(f"{counted[status]:,} {status} ({counted[status] / total:.1%})" for status in _STATUSES)
    out.print(f"\n{total:,} paragraphs: {told}.")


def _titled(section: str) -> str:
    return escape(f"{section} ({read_sections().sections[section].heading})")


def _one(number: str, texts: Index | None, as_json: bool) -> None:
    number = cited_now(number)
    section = numbers().section_of(number)
    words = read_sections().sections[section]
    named = numbers().find(number)
    known = read_map()
    entries = [known[one.number] for one in dict.fromkeys(named) if one.number in known]
    if as_json:
        text = {"text": texts.text_of(number) or None} if texts is not None else {}
        told = {**msgspec.to_builtins(words), "now": renumbered(section), "entries": entries, **text}
        write_json({"section": section, **told}, indent=True)
        return
    out = console()
    former = f", formerly {words.formerly}" if words.formerly else ""
    out.print(f"[bold]{escape(section)}  {escape(words.heading)}[/bold]{former}")
    out.print(f"[dim]{escape(read_sections().documents[words.document])}[/dim]")
    if now := renumbered(section):
        out.print(f"{escape(section)} was the number of what is now {listed([_titled(one) for one in now])}.")
    rows = [
        (entry.number.removeprefix(section).strip() or section, entry.status, "\n".join((entry.why, *entry.by)).strip())
        for entry in entries
    ]
    out.print(table(("paragraph", "is", "by"), rows))
    if texts is not None:
        out.print(escape(texts.text_of(number)) or "The text has no such paragraph.")


def run(number: str, text: str, as_json: bool) -> None:
    """Print the whole map, or one section or paragraph; `text`: a folder with the documents."""
    texts = read_texts(Path(text), begins()) if text else None
    if number:
        _one(number, texts, as_json)
    else:
        _all(as_json)
