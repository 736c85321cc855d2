"""A rule sheet from a configured game: the family's own sections between those that all families share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from houseway.rules.game import Game
from houseway.rules.sheet import common
from houseway.rules.sheet.model import Section, Sheet, Statement, citations
from houseway.rules.sheet.tables import pay_tables
from houseway.rules.words import COMMON_PRACTICE, Head


def family(spec: Head) -> str:
    """The name of a file's family."""
    return str(type(spec).__struct_config__.tag)


def make_sheet(game: Game[Any], sections: Sequence[Section]) -> Sheet:
    """The rule sheet of a game as the house offers it, with the sections that only its family has."""
    spec: Head = game.spec
    every = [
        common.cards(game),
        *sections,
        pay_tables(game),
        common.options(game),
        common.settlement(game),
        common.irregularities(game),
        common.notes(game),
        common.amendments(game),
        common.readings(game),
    ]
    kept = tuple(section for section in every if not section.empty)
    if any(COMMON_PRACTICE in citations(section) for section in kept):
        told = Statement(
            f"What is marked {COMMON_PRACTICE} no document prints: it is the game as it is publicly known."
        )
        kept = (replace(kept[0], statements=(*kept[0].statements, told)), *kept[1:])
    return Sheet(spec.id, spec.name, game.edition, family(spec), spec.summary, kept)
