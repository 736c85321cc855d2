"""The printed rules of a tournament whole: those of its file, and what every tournament for pots prints of its play.

30-1045.08: the rules of conduct are part of the printed rules of each tournament.
"""

from functools import cache
from importlib.resources import files

import msgspec

from houseway.play.tournaments.printed import Tournament, sheet


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of conduct and its paragraph."""

    rule: str
    text: str


@cache
def conduct() -> dict[str, Conduct]:
    """What `tournament-conduct.toml` prints, by name."""
    text = (files("houseway.rulebook") / "library" / "tournament-conduct.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Conduct])


def printed_rules(rules: Tournament) -> list[str]:
    """All that players and the regulator are given, a sentence a line."""
    told = sheet(rules)
    if rules.voucher is not None:
        told.append("The prizes by place are of what the vouchers leave of the pool.")
    return told if rules.games else [*told, *(one.text for one in conduct().values())]
