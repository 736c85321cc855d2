"""What a price is worth: cents won on a stake at printed odds, in dollars, or from a meter of the round."""

from fractions import Fraction

import msgspec

from houseway.play.core.meters import Meters
from houseway.play.core.settlement import Line
from houseway.rules.game import Game
from houseway.rules.pays import Pay
from houseway.rules.words import Head, MeterWords, PayBlock

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
