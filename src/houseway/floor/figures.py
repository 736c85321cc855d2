"""Figures that the rules print for what a house does, each with its paragraph; data of the rulebook's library."""

from functools import cache
from importlib.resources import files

import msgspec

from houseway.rules.words import cite

_JURISDICTION = "CO"


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of the rules; 0 where a paragraph prints none."""

    value: int
    rule: str

    @property
    def cite(self) -> str:
        """The paragraph with its jurisdiction."""
        return cite(_JURISDICTION, "", self.rule)

    @property
    def cents(self) -> int:
        """A sum of dollars in cents."""
        return self.value * 100


@cache
def figures(library: str) -> dict[str, Printed]:
    """What a file of the library prints, by name."""
    text = (files("houseway.rulebook") / "library" / f"{library}.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Printed])
