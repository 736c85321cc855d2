"""The chips of a house, from `library/chips.toml`: value chips in their printed colours, and classes of any colour."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from houseway.rules.words import cite


class Chip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of chip: its value in dollars, where it has one, and the colour printed for it."""

    value: float = 0
    colour: str = "any"
    kind: str = "value"


class _Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    jurisdiction: str
    rule: str
    chips: tuple[Chip, ...]


@cache
def _read() -> _Chips:
    return msgspec.toml.decode((files("houseway.rulebook") / "library" / "chips.toml").read_bytes(), type=_Chips)


def chips() -> list[dict[str, Any]]:
    """All chips, each with its paragraph."""
    found = _read()
    rule = cite(found.jurisdiction, "", found.rule)
    return [{**msgspec.to_builtins(chip), "rule": rule} for chip in found.chips]
