"""A recorded mishap matched with what the rules say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.play.core.roundfile import SeatFile
from houseway.rules.errors import RuleError
from houseway.rules.words import Irregularity


@dataclass(frozen=True, slots=True)
class Mishap:
    """What happened, and to which player; None: to the table."""

    words: Irregularity
    seat: int | None = None

    def voids(self, wager: str, player: int) -> bool:
        """Whether a player's wager is void by it."""
        if wager in self.words.keep:
            return False
        if self.words.effect == "void_table":
            return True
        struck = player == self.seat
        return struck and (self.words.effect == "void_seat" or wager in self.words.wagers)

    def kills(self, player: int) -> bool:
        """Whether the player's hand need not be complete."""
        return self.words.effect == "void_table" or (self.words.effect == "void_seat" and player == self.seat)


def find_mishap(known: Sequence[Irregularity], recorded: dict[str, Any], players: Sequence[SeatFile]) -> Mishap | None:
    """The mishap of a round file; one that the rules do not know is an error."""
    if not recorded:
        return None
    kind, count, of = recorded.get("kind"), recorded.get("count", 1), recorded.get("of", "")
    seat = recorded.get("seat")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(players)):
        raise RuleError(f"no seat {seat!r} in this round", "irregularity.seat")
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "irregularity.count")
    side = of or ("player" if seat is not None else "")
    of_kind = [one for one in known if one.kind == kind]
    if not of_kind:
        kinds = ", ".join(dict.fromkeys(one.kind for one in known)) or "none"
        raise RuleError(f"the rules of this game know no irregularity {kind!r}; they know {kinds}", "irregularity.kind")
    fitting = [one for one in of_kind if count >= one.at_least and (not one.of or not side or one.of == side)]
    if not fitting:
        raise RuleError(f"the rules know no {kind!r} of {side!r}", "irregularity.of")
    words = max(fitting, key=lambda one: (one.of == side, one.at_least))
    if words.effect in ("void_seat", "void_wagers") and seat is None:
        without = [index for index, player in enumerate(players) if not player.cards and not player.hands]
        if len(players) != 1 and len(without) != 1:
            raise RuleError("say which seat the irregularity befell", "irregularity.seat")
        seat = without[0] if without else 0
    return Mishap(words, seat)
