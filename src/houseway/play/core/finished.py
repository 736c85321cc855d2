"""A live round without decisions: once the wagers stand, the cards, the wheel or the numbers decide it at once."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from houseway.play.core.actions import Action
from houseway.play.core.money import in_cents
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError


class Finished(msgspec.Struct, frozen=True):
    """A round file that says what was dealt or drawn, and the piles a table shows."""

    opening: RoundFile
    piles: tuple[Pile, ...]
    settled_by: Callable[[RoundFile], Settlement]
    over: bool = True
    turn: int = 0

    def legal(self, seat: int) -> Sequence[Action]:
        del seat
        return []

    def act(self, seat: int, action: str) -> "Finished":
        raise RuleError(f"there is nothing to decide, {action!r} is not allowed", f"seats[{seat}].actions")

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        del rng
        raise RuleError("there is nothing to decide", f"seats[{seat}].actions")

    def staked(self, seat: int) -> int:
        return sum(self.stakes(seat).values())

    def stakes(self, seat: int) -> dict[str, int]:
        return in_cents(self.opening.seats[seat].wagers, f"seats[{seat}].wagers")

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        del viewer
        return self.piles

    def settle(self) -> Settlement:
        return self.settled_by(self.opening)

    def round_file(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self.opening)
        return {key: value for key, value in plain.items() if value not in ({}, [], None) and key != "kind"}


def drawn(settled_by: Callable[[RoundFile], Settlement]) -> Callable[[RoundFile], Finished]:
    """How a record is read in a family whose rounds are decided by what was drawn."""
    return lambda file: Finished(file, (), settled_by)
