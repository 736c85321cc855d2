"""The three dice of pai gow tiles: where the first stack goes, and the wagers of Dragon's Eye on them."""

from dataclasses import dataclass
from typing import Any

from houseway.play.core.dice import dice_of, position
from houseway.rules.errors import RuleError
from houseway.rules.tiles import Start

DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Shake:
    """The eye die, the two others, who shook, and how many triples came just before."""

    eye: int
    others: tuple[int, ...]
    shaker: int | None  # None: the dealer
    before: int

    @property
    def triple(self) -> bool:
        return set(self.others) == {self.eye}

    @property
    def dice(self) -> tuple[int, ...]:
        return (self.eye, *self.others)

    def wins(self, on: str, place: int) -> int:
        """How many times a wager on this event wins for a player at `place`: a match once for each die."""
        if on == "match":
            return self.dice.count(place)
        if on == "triple":
            return int(self.triple)
        if on == "double":
            return int(len(set(self.others)) == 1)
        return int(not self.triple and self.eye % 2 == (on == "odd"))


def read_shake(start: Start, outcome: dict[str, Any], state: dict[str, Any], seats: int) -> Shake:
    """The shake of a round file: the eye die stands first or is named."""
    dice = list(dice_of(outcome, start.dice))
    eye = outcome.get("eye", dice[0])
    if eye not in dice or isinstance(eye, bool):
        raise RuleError(f"none of the dice shows {eye!r}", "outcome.eye")
    dice.remove(eye)
    shaker = outcome.get("shaker", DEALER)
    if shaker == DEALER:
        shaker = None
    elif not isinstance(shaker, int) or isinstance(shaker, bool) or not 0 <= shaker < seats:
        raise RuleError(f"the shaker is a seat or {DEALER!r}, not {shaker!r}", "outcome.shaker")
    before = state.get("prior_triples", 0)
    if not isinstance(before, int) or isinstance(before, bool) or before < 0:
        raise RuleError("must be a whole number that is not negative", "state.prior_triples")
    return Shake(eye, tuple(dice), shaker, before)


def first_stack(start: Start, shake: Shake) -> int:
    """The position of the first stack: counted to the total from the dealer or bank, or the number on the eye."""
    return shake.eye if start.by == "eye" else position(sum(shake.dice), start.positions)
