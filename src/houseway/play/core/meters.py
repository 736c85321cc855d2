"""The meters of a round as awards draw on them: shares come off what is left, and a full award resets to the seed.

A round may state what a meter starts again from beside what it shows: `progressive` and `progressive.seed`.
"""

from fractions import Fraction

from houseway.play.core.settlement import MeterAward
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize

SEED = ".seed"
_WHOLE = Fraction(1)


class Meters:
    """The meters of one round, in cents; the one changing value of a settlement."""

    def __init__(self, shown: dict[str, int]) -> None:
        self._amounts = {name: cents for name, cents in shown.items() if not name.endswith(SEED)}
        self._starts = {name.removesuffix(SEED): cents for name, cents in shown.items() if name.endswith(SEED)}
        self._drawn: dict[str, int] = {}
        self._won_whole: set[str] = set()
        self._sharing: dict[tuple[str, Fraction], tuple[int, int]] = {}  # display that is shared, winners paid so far

    def amounts(self) -> dict[str, int]:
        return dict(self._amounts)

    def awards(self) -> dict[str, MeterAward]:
        """What each meter that was drawn on has paid."""
        return {level: MeterAward(cents, level in self._won_whole) for level, cents in self._drawn.items()}

    def amount(self, level: str, share: Fraction = _WHOLE, winners: int = 1) -> int:
        """The display that a share is a part of: winners who share one award all share the same display."""
        if winners > 1 and (level, share) in self._sharing:
            return self._sharing[level, share][0]
        try:
            return self._amounts[level]
        except KeyError:
            raise RuleError(
                f"a share of the {humanize(level)} meter is due, but the round does not show it", f"meters.{level}"
            ) from None

    def take(self, level: str, cents: int, share: Fraction, seed: float = 0, winners: int = 1) -> None:
        """Charge an award to a meter; after a 100% award, once all its winners are paid, it starts from its seed."""
        if level not in self._amounts:
            return
        display, paid = self._sharing.get((level, share), (self._amounts[level], 0))
        self._sharing[level, share] = display, paid + 1
        self._drawn[level] = self._drawn.get(level, 0) + min(cents, self._amounts[level])
        rest = self._amounts[level] - cents
        if paid + 1 == winners:
            del self._sharing[level, share]
            if share == 1:
                rest = self._starts.get(level, round(seed * 100))
                self._won_whole.add(level)
        self._amounts[level] = max(rest, 0)
