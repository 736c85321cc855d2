"""The meters of a round as awards draw on them: shares come off what is left, and a full award resets to the seed.

A round may state what a meter starts again from, besides what it shows: `progressive` and `progressive.seed`.
"""

from collections.abc import Mapping
from fractions import Fraction

from houseway.play.core.settlement import MeterAward
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

SEED = ".seed"
_WHOLE = Fraction(1)
_NOTHING = MeterAward(0, False)


class Meters:
    """The meters of one round, in cents; the one changing value of a settlement."""

    def __init__(self, shown: Mapping[str, int]) -> None:
        self.amounts = {name: cents for name, cents in shown.items() if not name.endswith(SEED)}
        self.awards: dict[str, MeterAward] = {}  # what each meter that was drawn on has paid
        self._starts = {name.removesuffix(SEED): cents for name, cents in shown.items() if name.endswith(SEED)}
        self._sharing: dict[tuple[str, Fraction], tuple[int, int]] = {}  # display that is shared, winners paid so far

    def amount(self, level: str, share: Fraction = _WHOLE, winners: int = 1) -> int:
        """The display that a share is a part of: winners who share one award all share the same display."""
        if winners > 1 and (level, share) in self._sharing:
            return self._sharing[level, share][0]
        try:
            return self.amounts[level]
        except KeyError:
            raise RuleError(
                f"a share of the {humanize(level)} meter is due, but the round does not show it", f"meters.{level}"
            ) from None

    def take(self, level: str, cents: int, share: Fraction, seed: float = 0, winners: int = 1) -> None:
        """Charge an award to a meter; after a 100% award, once all its winners are paid, it starts from its seed."""
        if level not in self.amounts:
            return
        display, paid = self._sharing.get((level, share), (self.amounts[level], 0))
        self._sharing[level, share] = display, paid + 1
        before = self.awards.get(level, _NOTHING)
        drawn, whole = before.amount + min(cents, self.amounts[level]), before.whole
        rest = self.amounts[level] - cents
        if paid + 1 == winners:
            del self._sharing[level, share]
            if share == 1:
                rest, whole = self._starts.get(level, round(seed * 100)), True
        self.amounts[level] = max(rest, 0)
        self.awards[level] = MeterAward(drawn, whole)


NO_METERS = Meters({})  # of a round that shows none: nothing is drawn on it
