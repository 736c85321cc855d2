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
        return {name: stated(one) for name, one, field in given if one != _default(field)}
    if isinstance(value, dict):
        return {key: stated(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [stated(one) for one in value]
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def flat(value: Any) -> str:
    """Plain data read aloud."""
    if isinstance(value, dict):
        return ", ".join(f"{humanize(str(key))}: {flat(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(flat(one) for one in value)
    return humanize(str(value).lower() if isinstance(value, bool) else str(value))


def rest(value: msgspec.Struct, told: Collection[str]) -> list[str]:
    """The words of a statement that the sheet has no sentence of its own for."""
    return [f"{humanize(name)}: {flat(one)}" for name, one in stated(value).items() if name not in told]


_SHARED = frozenset(Head.__struct_fields__)


def _statements(game: Game[Head], value: Any) -> Iterator[Statement]:
    items: list[tuple[str, Any]]
    if isinstance(value, dict) and any(isinstance(one, dict) for one in value.values()):
        items = [(f"{humanize(key)}: ", one) for key, one in value.items()]
    else:
        items = [("", one) for one in (value if isinstance(value, list) else [value])]
    for lead, one in items:
        rule = one.get("rule", "") if isinstance(one, dict) else ""
        shown = {key: cell for key, cell in one.items() if key != "rule"} if isinstance(one, dict) else one
        yield Statement(f"{lead}{flat(shown)}".capitalize() + ".", game.cite(rule) if rule else "")


def plain_sections(game: Game[Head]) -> list[Section]:
    """The family's statements word by word, for a family without a sheet of its own."""
    own = {name: value for name, value in stated(game.spec).items() if name not in _SHARED}
    return [Section(humanize(name).capitalize(), tuple(_statements(game, value))) for name, value in own.items()]
