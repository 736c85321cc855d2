"""A pot among the seats that made a wager: what the house rakes of it, and how the best hands share it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.play.core.money import in_dollars, stated_cents
from houseway.rules.errors import RuleError
from houseway.rules.wording import money

_RAKE = re.compile(r"(\d+(?:\.\d+)?)%(?:, max (\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class Pot:
    """The stakes of the seats in it, those that win it, and the rake, in cents."""

    stakes: Mapping[int, int]
    winners: tuple[int, ...]
    rake: int

    @property
    def amount(self) -> int:
        return sum(self.stakes.values())

    def net(self, seat: int) -> int:
        """What a seat wins or loses by the pot; cents that do not divide go to the first winners."""
        if seat not in self.winners:
            return -self.stakes[seat]
        share, over = divmod(self.amount - self.rake, len(self.winners))
        return share + (self.winners.index(seat) < over) - self.stakes[seat]


def make_pot(stakes: Mapping[int, int], values: Mapping[int, int], rake: int) -> Pot:
    """The pot of the seats in `stakes`; one seat alone makes none, and its stake goes back."""
    if len(stakes) < 2:
        return Pot(stakes, tuple(stakes), 0)
    best = max(values[seat] for seat in stakes)
    return Pot(stakes, tuple(seat for seat in stakes if values[seat] == best), rake)


def posted_rake(posted: str, limit: tuple[float, float], amount: int, field: str) -> int:
    """The rake of a pot as the house posts it: `none`, or a percentage with the most that is taken (`10%, max 5`)."""
    percent, most = limit
    if posted == "none":
        return 0
    match = _RAKE.fullmatch(posted)
    if match is None:
        raise RuleError(f"cannot read the rake {posted!r}; write none, or a share and a maximum: 10%, max 5", field)
    share, cap = float(match[1]), float(match[2] or most)
    if share > percent or cap > most:
        raise RuleError(f"a rake is at most {percent:g}% and {money(most)}, not {posted}", field)
    return min(int(amount * share / 100 + 1e-9), round(cap * 100))


def recorded_rake(betting: Mapping[str, Any], wager: str, limit: tuple[float, float], amount: int) -> int | None:
    """The rake that a round file records: of this pot by name, or of any; None where it says nothing."""
    given, field = betting.get("rake"), "betting.rake"
    if isinstance(given, dict):
        given, field = given.get(wager), f"{field}.{wager}"
    if given is None:
        return None
    rake = stated_cents(given, field)
    most = min(int(amount * limit[0] / 100 + 1e-9), round(limit[1] * 100))
    if rake > most:
        raise RuleError(f"at most {in_dollars(most)} may be raked of a pot of {in_dollars(amount)}", field)
    return rake
