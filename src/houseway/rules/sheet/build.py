"""A rule sheet from a configured game: the family's own sections between those that all families share."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from houseway.rules.game import Game
from houseway.rules.sheet import common
from houseway.rules.sheet.model import Section, Sheet, Statement, citations, words
from houseway.rules.sheet.plain import flat, stated
from houseway.rules.sheet.tables import pay_tables
from houseway.rules.words import COMMON_PRACTICE, Head

SHEETS = {
    "baccarat": "houseway.rules.sheet.baccarat",
    "blackjack": "houseway.rules.sheet.blackjack",
    "house-poker": "houseway.rules.sheet.house_poker",
    "keno": "houseway.rules.sheet.draws",
    "pai-gow": "houseway.rules.sheet.set_hands",
    "player-poker": "houseway.rules.sheet.pots",
    "tiles": "houseway.rules.sheet.set_hands",
    "wheel": "houseway.rules.sheet.draws",
}
_WITHOUT_CARDS = frozenset({"keno", "pai-gow-dice", "wheel"})
_SHARED = frozenset(Head.__struct_fields__)


def family(spec: Head) -> str:
    return str(type(spec).__struct_config__.tag)


def _statements(game: Game[Head], value: Any) -> Iterator[Statement]:
    items: list[tuple[str, Any]]
    if isinstance(value, dict) and any(isinstance(one, dict) for one in value.values()):
        items = [(f"{words(key)}: ", one) for key, one in value.items()]
    else:
        items = [("", one) for one in (value if isinstance(value, list) else [value])]
    for lead, one in items:
        rule = one.get("rule", "") if isinstance(one, dict) else ""
        shown = {key: cell for key, cell in one.items() if key != "rule"} if isinstance(one, dict) else one
        yield Statement(f"{lead}{flat(shown)}".capitalize() + ".", game.cite(rule) if rule else "")


def plain_sections(game: Game[Head]) -> list[Section]:
    """The family's statements word by word, for a family without a sheet of its own."""
    own = {name: value for name, value in stated(game.spec).items() if name not in _SHARED}
    return [Section(words(name).capitalize(), tuple(_statements(game, value))) for name, value in own.items()]


def make_sheet(game: Game[Any]) -> Sheet:
    """The rule sheet of a game as the house offers it."""
    spec: Head = game.spec
    tag = family(spec)
    own: Callable[[Game[Any]], list[Section]] = import_module(SHEETS[tag]).sections if tag in SHEETS else plain_sections
    sections = [
        common.cards(game, tag not in _WITHOUT_CARDS),
        *own(game),
        pay_tables(game),
        common.options(game),
        common.settlement(game),
        common.irregularities(game),
        common.notes(game),
        common.readings(game),
    ]
    kept = tuple(section for section in sections if not section.empty)
    if any(COMMON_PRACTICE in citations(section) for section in kept):
        told = Statement(
            f"What is marked {COMMON_PRACTICE} no document prints: it is the game as it is publicly known."
        )
        kept = (replace(kept[0], statements=(*kept[0].statements, told)), *kept[1:])
    return Sheet(spec.id, spec.name, game.cite(""), tag, spec.summary, kept)
