"""Cards or tiles that each seat sets into a low and a high hand: the round of setting them, how a setting is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from houseway.play.core.roundfile import RoundFile
from houseway.rules.errors import RuleError
from houseway.rules.wording import seat_name

LOW = 2
HOUSE_WAY = ("house way", "set house way")
_MARKS = str.maketrans(":,|;", "    ")  # between the parts of a setting and their pieces


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is set, cards or tiles: how they are read and shown, and what one is called."""

    parse: Callable[[str], int]
    show: Callable[[int], str]
    noun: str

    def low_of(self, held: Sequence[int], low: Sequence[str], high: Sequence[str], place: str) -> tuple[int, ...]:
        """The low hand, stated by its own pieces or by those of the high hand."""
        named, rest = [], list(held)
        for word in (*low, *high):
            try:
                piece = self.parse(word)
            except ValueError as error:
                raise RuleError(str(error), place) from None
            if piece not in rest:
                raise RuleError(f"{self.show(piece)} is not in the hand", place)
            rest.remove(piece)
            named.append(piece)
        if not low and len(rest) == LOW:
            return tuple(rest)
        if len(low) != LOW:
            raise RuleError(f"the low hand has {LOW} {self.noun}s, not {len(low)}", place)
        if high and rest:
            raise RuleError(f"the two hands must hold all {self.noun}s dealt", place)
        return tuple(named[:LOW])

    def parse_setting(self, text: str, held: Sequence[int], place: str) -> tuple[int, ...]:
        """The low hand that `set low: Ah Kd`, `set high: ...` or both names."""
        parts: dict[str, list[str]] = {}
        current: list[str] | None = None
        for word in text.translate(_MARKS).split()[1:]:
            if (part := word.lower()) in ("low", "high"):
                current = parts.setdefault(part, [])
            elif current is None:
                name = self.noun.upper()
                raise RuleError(f"cannot read {text!r}; write set low: {name} {name}", place)
            else:
                current.append(word)
        return self.low_of(held, parts.get("low", []), parts.get("high", []), place)


class SetTable(Protocol):
    """A table at which each seat sets its cards or tiles."""

    @property
    def seats(self) -> tuple[Any, ...]: ...


Laid = TypeVar("Laid", bound=SetTable)


class SettingRound(Struct, Generic[Laid], frozen=True):
    """A round in which the seats set their hands in turn, then decide what is left; and the file it was opened from."""

    opening: RoundFile
    table: Laid
    setting: bool = True
    turn: int = 0

    @property
    def over(self) -> bool:
        return not self.setting and self.turn >= len(self.table.seats)

    def waits(self) -> bool:
        """Whether the seat whose turn it is, if there is one, has something to decide."""
        raise NotImplementedError

    def now(self) -> Self:
        """The round brought forward to a seat that has something to decide."""
        now = self
        while not now.over and (now.turn >= len(now.table.seats) or not now.waits()):
            if now.turn < len(now.table.seats):
                now = replace(now, turn=now.turn + 1)
            else:
                now = replace(now, setting=False, turn=0)
        return now

    def pass_over(self) -> Self:
        """The round without a decision of the seat to act, whose hand is dead."""
        return replace(self, turn=self.turn + 1).now()

    def check_turn(self, seat: int) -> str:
        """The field of the seat's actions; an error where it is not its turn."""
        place = f"seats[{seat}].actions"
        if self.over:
            raise RuleError("the round is over", place)
        if seat != self.turn:
            raise RuleError(f"it is the turn of {seat_name(self.turn)}", place)
        return place

    def staked(self, seat: int) -> int:
        return sum(self.stakes(seat).values())

    def stakes(self, seat: int) -> dict[str, int]:
        return dict(self.table.seats[seat].wagers)
