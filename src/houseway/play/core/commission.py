"""Commission and vigorish: the house's share of a win, or on some tables of the stake when the hands tie."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.rules.game import Game
from houseway.rules.words import Head, WagerSpec


@dataclass(frozen=True, slots=True)
class Commission:
    """A rate, what it is taken of, and the coin (cents) that it is rounded up to; 0: as the house rounds."""

    rate: Fraction
    of: str  # win, or tie: of the stake when the hands tie
    coin: int = 0

    def owed(self, game: Game[Head], won: int, stake: int, tied: bool = False) -> int:
        """The commission in cents on a wager that won so much."""
        base = max(won, 0) if self.of == "win" else stake if tied else 0
        owed = base * self.rate
        return min(-(-owed // self.coin) * self.coin, base) if self.coin else game.round_cents(owed)


def terms_of(game: Game[Head], option: str) -> Commission:
    """The terms that a house option states: a rate, or a rate with its mode and coin."""
    given: Any = game.options[option]
    if not isinstance(given, dict):
        return Commission(Fraction(str(given)), "win")
    coin = round(float(given.get("round_up_to", 0)) * 100)
    return Commission(Fraction(str(given["rate"])), str(given.get("mode", "win")), coin)


def commission_of(game: Game[Head], wager: WagerSpec) -> Commission | None:
    """The commission of a wager; None where it has none."""
    return terms_of(game, wager.commission) if wager.commission else None
