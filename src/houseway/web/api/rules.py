"""The map of the documents, and the words of a paragraph where the server has them."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import Query, Response

from houseway.rules.documents import Index, read_texts
from houseway.rules.rulemap import begins, cited_now, entries_of, numbers, read_map, read_sections, renumbered
from houseway.web.answers import PROBLEMS, reply
from houseway.web.context import FloorDep, opened
from houseway.web.lanes import LaneRouter
from houseway.web.models.games import RuleMap, RuleSection

router = LaneRouter(prefix="/api", tags=["rules"], responses=PROBLEMS)

Number = Annotated[str, Query(max_length=200, description="A section, a paragraph or a citation.")]


@cache
def texts_of(folder: Path | None) -> Index | None:
    """The documents that the server was pointed at, read once."""
    return read_texts(folder, begins()) if folder is not None else None


@router.get("/rules", dependencies=[opened("games")], response_model=RuleMap)
def rules(floor: FloorDep) -> Response:
    """Every section of the documents, with how many of its paragraphs have each status."""
    known = read_sections()
    sections = [
        {
            "section": number,
            "heading": words.heading,
            "document": words.document,
            "formerly": words.formerly,
            "statuses": Counter(entry.status for entry in entries_of(number)),
        }
        for number, words in known.sections.items()
    ]
    total = Counter(entry.status for entry in read_map().values())
    return reply(
        {
            "documents": known.documents,
            "sections": sections,
            "statuses": total,
            "has_text": floor.settings.text is not None,
        }
    )


@router.get("/rules/section", dependencies=[opened("games")], response_model=RuleSection)
def section(floor: FloorDep, number: Number) -> Response:
    """A section with the entry of every paragraph; with the words of the text where the server has it."""
    number = cited_now(number)
    found = numbers().section_of(number)
    words, texts = read_sections().sections[found], texts_of(floor.settings.text)
    named = {one.number for one in numbers().find(number)}
    return reply(
        {
            "section": found,
            "heading": words.heading,
            "document": read_sections().documents[words.document],
            "formerly": words.formerly,
            "now": {one: read_sections().sections[one].heading for one in renumbered(found)},
            "has_text": texts is not None,
            "entries": [
                {
                    "number": entry.number,
                    "status": entry.status,
                    "by": list(entry.by),
                    "why": entry.why,
                    "named": entry.number in named and entry.number != number and len(named) < len(entries_of(found)),
                    "text": (texts.text_under(entry.number) if texts is not None else None),
                }
                for entry in entries_of(found)
            ],
        }
    )
