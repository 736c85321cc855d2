"""What the documents print of the floor's procedures: times, amounts and leave, with their paragraphs, as data."""

from importlib.resources import files
from typing import Literal

import msgspec

from houseway.rules.words import cite

JURISDICTION = "CO"
_UNITS = {"minutes": 60_000, "hours": 3_600_000, "days": 86_400_000}


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed number."""

    number: int
    unit: Literal["dollars", "minutes", "hours", "days", "months", "rounds"]
    rule: str
    text: str

    @property
    def milliseconds(self) -> int:
        return self.number * _UNITS[self.unit]


class Petition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is done with leave only."""

    subject: Literal["meter", "jackpot", "any"]
    rule: str
    text: str
    meter_rule: str = ""  # of a meter, where another paragraph than that of poker jackpots says it
    tickets_rule: str = ""  # where the meter is of a game of tickets


class Running(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The paragraphs that keep a meter running."""

    rule: str
    tickets_rule: str


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file on jackpots."""

    terms: dict[str, Term]
    petitions: dict[str, Petition]
    running: Running
    notice: dict[str, str]
    link: dict[str, str]


JACKPOTS = msgspec.toml.decode(
    (files("houseway.rulebook") / "library" / "jackpots.toml").read_bytes(), type=Printed, strict=True
)


def cited(paragraph: str, jurisdiction: str = JURISDICTION) -> str:
    """The paragraph with its jurisdiction."""
    return cite(jurisdiction, "", paragraph)
