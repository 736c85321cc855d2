"""Progressive meters during one settlement: shares are taken from what is left, and a full award resets to the seed."""

from fractions import Fraction

from houseway.rules.errors import RuleError
from houseway.rules.words import PayBlock


class Meters:
    """The meters of one round, in cents; the one changing value of a settlement."""

    def __init__(self, shown: dict[str, int]) -> None:
        self._left = dict(shown)

    def left(self) -> dict[str, int]:
        return dict(self._left)

    def amount(self, level: str) -> int:
        try:
            return self._left[level]
        except KeyError:
            raise RuleError(
                f"a share of the {level} meter is due, but the round does not show it", f"meters.{level}"
            ) from None

    def take(self, level: str, cents: int, share: Fraction, block: PayBlock) -> None:
        """Charge an award to a meter; after a 100% award it starts again from its seed."""
        if level not in self._left:
            return
        rest = self._left[level] - cents
        if share == 1:
            rest = round(float(block.seed.get(level, 0)) * 100)
        self._left[level] = max(rest, 0)
