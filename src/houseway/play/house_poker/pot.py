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


def make_pot(stakes: Mapping[int, int], values: Mapping[int, int], rake: int | None) -> Pot:
    """The pot of the seats in `stakes`; one seat alone makes none, which is not raked, and its stake goes back."""
    if rake is None:
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


@dataclass(frozen=True, slots=True)
class Raked:
    """What the house may rake of a pot: as it posts it, and at most, in cents."""

    amount: int
    posted: int
    most: int


def most_raked(limit: tuple[float, float], amount: int) -> int:
    """The largest rake of a pot by the limit, a percentage and a sum in dollars."""
    return min(int(amount * limit[0] / 100 + 1e-9), round(limit[1] * 100))


def rakes(betting: Mapping[str, Any], pots: Mapping[str, Raked]) -> dict[str, int]:
    """The rake of each pot: as posted, or as a round file records it, for each by name or for all together.

    What was taken of all comes from the pots in the order in which they are awarded, of none more than the rule allows.
    """
    given, posted = betting.get("rake"), {name: pot.posted for name, pot in pots.items()}
    if given is None:
        return posted
    if isinstance(given, dict):
        named = {name: stated_cents(rake, f"betting.rake.{name}") for name, rake in given.items() if name in pots}
        for name, rake in named.items():
            _bounded(rake, pots[name].most, pots[name].amount, f"betting.rake.{name}")
        return posted | named
    taken = stated_cents(given, "betting.rake")
    if taken == sum(posted.values()) or {taken} == set(posted.values()):  # of all pots, or alike of each
        return posted
    _bounded(taken, sum(pot.most for pot in pots.values()), sum(pot.amount for pot in pots.values()), "betting.rake")
    found = {}
    for name, pot in pots.items():
        found[name] = min(taken, pot.most)
        taken -= found[name]
    return found


def _bounded(rake: int, most: int, amount: int, field: str) -> None:
    if rake > most:
        raise RuleError(f"at most {in_dollars(most)} may be raked of a pot of {in_dollars(amount)}", field)
