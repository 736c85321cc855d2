"""What a price is worth: cents won on a stake at printed odds, in dollars, or from a meter of the round.

Shares of a meter are taken from what is left of it, and a full award resets it to its seed. A round may state what a
meter starts again from beside what it shows: `progressive` and `progressive.seed`.
"""

from fractions import Fraction

import msgspec

from houseway.play.core.settlement import Line, MeterAward
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pays import Pay
from houseway.rules.words import Head, MeterWords, PayBlock

SEED = ".seed"
_WHOLE = Fraction(1)


class Meters:
    """The meters of one round, in cents; the one changing value of a settlement."""

    def __init__(self, shown: dict[str, int]) -> None:
        self._left = {name: cents for name, cents in shown.items() if not name.endswith(SEED)}
        self._starts = {name.removesuffix(SEED): cents for name, cents in shown.items() if name.endswith(SEED)}
        self._drawn: dict[str, int] = {}
        self._won_whole: set[str] = set()
        self._sharing: dict[tuple[str, Fraction], tuple[int, int]] = {}  # display that is shared, winners paid so far

    def left(self) -> dict[str, int]:
        return dict(self._left)

    def awards(self) -> dict[str, MeterAward]:
        """What each meter that was drawn on has paid."""
        return {level: MeterAward(cents, level in self._won_whole) for level, cents in self._drawn.items()}

    def amount(self, level: str, share: Fraction = _WHOLE, winners: int = 1) -> int:
        """The display that a share is a part of: winners who share one award all share the same display."""
        if winners > 1 and (level, share) in self._sharing:
            return self._sharing[level, share][0]
        try:
            return self._left[level]
        except KeyError:
            raise RuleError(
                f"a share of the {level} meter is due, but the round does not show it", f"meters.{level}"
            ) from None

    def take(self, level: str, cents: int, share: Fraction, seed: float = 0, winners: int = 1) -> None:
        """Charge an award to a meter; after a 100% award, once all its winners are paid, it starts from its seed."""
        if level not in self._left:
            return
        display, paid = self._sharing.get((level, share), (self._left[level], 0))
        self._sharing[level, share] = display, paid + 1
        self._drawn[level] = self._drawn.get(level, 0) + min(cents, self._left[level])
        rest = self._left[level] - cents
        if paid + 1 == winners:
            del self._sharing[level, share]
            if share == 1:
                rest = self._starts.get(level, round(seed * 100))
                self._won_whole.add(level)
        self._left[level] = max(rest, 0)


NO_BLOCK = PayBlock()
_NO_TERMS = MeterWords()
_NOTHING = Fraction(0)


class Award(msgspec.Struct, frozen=True):
    """A price applied to a stake: the net result, and what was won on which stake."""

    net: int
    won: int = 0
    stake: int = 0

    @property
    def odds(self) -> Fraction:
        """The odds that the price amounted to."""
        return Fraction(self.won, self.stake) if self.stake else _NOTHING


class Ruling(msgspec.Struct, frozen=True):
    """How a wager came out: its line, and what ceilings and other wagers need to know of it."""

    line: Line
    award: Award
    outcome: str


def seed_of(game: Game[Head], level: str, block: PayBlock = NO_BLOCK) -> float:
    """What a meter starts with after it was won, in dollars: by the pay table, else by the game."""
    return float(block.seed[level] if level in block.seed else game.meters.get(level, _NO_TERMS).seed)


def award(
    game: Game[Head],
    pay: Pay,
    stake: int,
    *,
    stake_kept: bool = False,
    meters: Meters | None = None,
    meter: str = "",
    block: PayBlock = NO_BLOCK,
    shared_by: int = 1,
    commission: float = 0,
) -> Award:
    """The net result of `stake` at price `pay`; `stake_kept`: dollars and meter shares do not return the stake."""
    if pay.result == "lose":
        return Award(-stake, -stake, stake)
    if pay.result == "push":
        return Award(0)
    won = 0
    for part in pay.parts:
        if part.kind == "share":
            assert meters is not None
            level = part.level or meter
            cents = game.round_cents(meters.amount(level, part.amount, shared_by) * part.amount / shared_by)
            meters.take(level, cents, part.amount, seed_of(game, level, block), shared_by)
        else:
            if part.kind == "odds":
                cents = game.round_ratio(stake * part.amount.numerator, part.amount.denominator)
            elif part.kind == "dollars":
                cents = game.round_cents(part.amount * stake / Fraction(str(block.base)) / 100)
            else:
                cents = game.round_cents(part.amount)
            if part.from_meter and meters is not None:
                meters.take(meter, cents, _NOTHING)
        won += cents
    if commission:
        won -= game.round_cents(won * Fraction(str(commission)))
    returns_stake = pay.returns_stake if pay.returns_stake is not None else not stake_kept
    return Award(won if returns_stake else won - stake, won, stake)
