"""Rules around the games, from `library/floor-rules.toml`: what a house does at any table, each with its paragraph."""

from functools import cache
from importlib.resources import files

import msgspec

from houseway.rules.words import PUBLIC, cite


class FloorRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One duty: where it is printed, and what it says in our words."""

    jurisdiction: str
    rule: str
    text: str

    def cite(self, jurisdiction: str) -> str:
        """The paragraph for a table of this jurisdiction; where another prints none it is common practice."""
        return cite(self.jurisdiction, "", self.rule if jurisdiction == self.jurisdiction else PUBLIC)


@cache
def floor_rules() -> dict[str, FloorRule]:
    """All of them, by name."""
    text = (files("houseway.rulebook") / "library" / "floor-rules.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, FloorRule])


def cite_floor(name: str, jurisdiction: str) -> str:
    """The paragraph of a duty at a table of this jurisdiction."""
    return floor_rules()[name].cite(jurisdiction)
