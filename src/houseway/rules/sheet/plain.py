"""Statements of a game file as plain data and as a line of text, whatever words they are made of."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from houseway.rules.game import Game
from houseway.rules.sheet.model import Section, Statement
from houseway.rules.wording import humanize
from houseway.rules.words import Head


def stated(value: Any) -> Any:
    """A statement as plain data, words left at their default left out."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        given = ((field.name, getattr(value, field.name), field) for field in fields)
        return {name: stated(inner) for name, inner, field in given if inner != _default(field)}
    if isinstance(value, dict):
        return {key: stated(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [stated(inner) for inner in value]
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def flat(value: Any) -> str:
    """Plain data read aloud."""
    if isinstance(value, dict):
        return ", ".join(f"{humanize(str(key))}: {flat(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(flat(inner) for inner in value)
    return humanize(str(value).lower() if isinstance(value, bool) else str(value))


def rest(value: msgspec.Struct, told: Collection[str]) -> list[str]:
    """The words of a statement that the sheet has no sentence of its own for."""
    return [f"{humanize(name)}: {flat(inner)}" for name, inner in stated(value).items() if name not in told]


_SHARED = frozenset(Head.__struct_fields__)


def _statements(game: Game[Head], value: Any) -> Iterator[Statement]:
    items: list[tuple[str, Any]]
    if isinstance(value, dict) and any(isinstance(item, dict) for item in value.values()):
        items = [(f"{humanize(key)}: ", item) for key, item in value.items()]
    else:
        items = [("", item) for item in (value if isinstance(value, list) else [value])]
    for lead, item in items:
        rule = item.get("rule", "") if isinstance(item, dict) else ""
        shown = {key: cell for key, cell in item.items() if key != "rule"} if isinstance(item, dict) else item
        yield Statement(f"{lead}{flat(shown)}".capitalize() + ".", game.cite(rule) if rule else "")


def plain_sections(game: Game[Head]) -> list[Section]:
    """The family's statements word by word, for a family without a sheet of its own."""
    statements = {name: value for name, value in stated(game.spec).items() if name not in _SHARED}
    return [Section(humanize(name).capitalize(), tuple(_statements(game, value))) for name, value in statements.items()]
