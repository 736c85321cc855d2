"""A recorded irregularity matched with what the rules say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.play.core.roundfile import SeatFile
from houseway.rules.errors import RuleError
from houseway.rules.words import IrregularitySpec

_ONE_SEAT = ("void_seat", "lose_seat")  # effects that end the hand of one seat while the others play on


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What happened, and to which player; None: to the table."""

    spec: IrregularitySpec
    seat: int | None = None
    hand: str = ""  # with `void_hand`: the shared hand
    settled: tuple[str, ...] = ()  # with `remaining`: the wagers that were settled before

    def voids(self, wager: str, player: int) -> bool:
        """Whether a player's wager is decided by it: its stake goes back, or with `lose_seat` is lost."""
        if wager in self.spec.keep or wager in self.settled:
            return False
        if self.spec.effect == "void_table":
            return True
        return player == self.seat and (self.spec.effect in _ONE_SEAT or wager in self.spec.wagers)

    @property
    def out(self) -> int | None:
        """The seat whose hand is over while the others play on; None where there is none."""
        return self.seat if self.spec.effect in _ONE_SEAT else None

    def kills(self, player: int) -> bool:
        """Whether the player's hand need not be complete."""
        return self.spec.effect == "void_table" or (self.spec.effect in _ONE_SEAT and player == self.seat)


def find_irregularity(
    known: Sequence[IrregularitySpec], recorded: dict[str, Any], players: Sequence[SeatFile]
) -> Irregularity | None:
    """The irregularity of a round file; None where the rules let the round go on; one they do not know is an error."""
    if not recorded:
        return None
    kind, count, of = recorded.get("kind"), recorded.get("count", 1), recorded.get("of", "")
    seat = recorded.get("seat")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(players)):
        raise RuleError(f"no seat {seat!r} in this round", "irregularity.seat")
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuleError("must be a whole number", "irregularity.count")
    of_kind = [entry for entry in known if entry.kind == kind]
    if not of_kind:
        kinds = ", ".join(dict.fromkeys(entry.kind for entry in known)) or "none"
        raise RuleError(f"the rules of this game know no irregularity {kind!r}; they know {kinds}", "irregularity.kind")
    side = of or ("player" if seat is not None else "")
    of_side = [entry for entry in of_kind if not entry.of or not side or entry.of == side]
    if not of_side:
        raise RuleError(f"the rules know no {kind!r} of {side!r}", "irregularity.of")
    fitting = [entry for entry in of_side if count >= entry.at_least]
    if not fitting:
        return None
    spec = max(fitting, key=lambda entry: (entry.of == side, entry.at_least))
    if spec.effect in (*_ONE_SEAT, "void_wagers") and seat is None:
        without = [index for index, player in enumerate(players) if not player.cards and not player.hands]
        if len(players) != 1 and len(without) != 1:
            raise RuleError("say which seat the irregularity happened to", "irregularity.seat")
        seat = without[0] if without else 0
    hand = _hand_named(recorded) if spec.effect == "void_hand" else ""
    return Irregularity(spec, seat, hand, _settled_before(spec, recorded.get("settled", []), players))


def _settled_before(spec: IrregularitySpec, named: object, players: Sequence[SeatFile]) -> tuple[str, ...]:
    """The wagers that a file says were settled when it happened."""
    if named and not spec.remaining:
        raise RuleError("by the rules no wager is settled before this irregularity", "irregularity.settled")
    bet = {wager for player in players for wager in player.wagers}
    if not isinstance(named, list) or any(not isinstance(name, str) or name not in bet for name in named):
        raise RuleError("must be a list of wagers that were bet", "irregularity.settled")
    return tuple(named)


def _hand_named(recorded: dict[str, Any]) -> str:
    """The hand that an irregularity happened to, by its number or its name; empty where the file does not say."""
    named = recorded.get("hand", "")
    if isinstance(named, bool) or not isinstance(named, int | str):
        raise RuleError("must be the number or the name of a hand", "irregularity.hand")
    return f"hand_{named}" if isinstance(named, int) or named.isdecimal() else named
