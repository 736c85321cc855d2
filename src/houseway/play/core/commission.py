"""Commission and vigorish: the house's share of a win or of the stake that won, of a tie, or of every decided bet."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.rules.game import Game
from houseway.rules.words import Head


@dataclass(frozen=True, slots=True)
class Commission:
    """A rate, what it is taken of, and the coin (cents) that it is rounded up to; 0: as the house rounds."""

    rate: Fraction
    of: str  # win; stake: of the stake that won; or tie: of the stake when the hands tie
    coin: int = 0
    lost: Fraction = Fraction(0)  # of the stake that lost: where it is paid with the bet and not from a win
    name: str = "commission"  # as reasons call it

    def owed(self, game: Game[Head], won: int, stake: int, tied: bool = False) -> int:
        """The commission in cents on a wager that won so much."""
        if won < 0:
            return game.round_cents(stake * self.lost)
        base = max(won, 0) if self.of == "win" else stake if (tied if self.of == "tie" else won > 0) else 0
        owed = base * self.rate
        return min(-(-owed // self.coin) * self.coin, base) if self.coin else game.round_cents(owed)

    def share(self, net: float) -> float:
        """The commission for each unit staked on a wager that wins (or loses) so much of it."""
        if net < 0:
            return float(self.lost)
        return float(self.rate) * (net if self.of == "win" else 1.0 if self.of == "stake" and net > 0 else 0.0)


def terms_of(game: Game[Head], option: str) -> Commission:
    """The terms that a house option states: a rate, or a rate with its mode and coin."""
    given: Any = game.options[option]
    if not isinstance(given, dict):
        return Commission(Fraction(str(given)), "win")
    coin = round(float(given.get("round_up_to", 0)) * 100)
    return Commission(Fraction(str(given["rate"])), str(given.get("mode", "win")), coin)
