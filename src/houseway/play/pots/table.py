"""A table before the first card: the game's rules as the house offers them, the stakes, the seats."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pots import Betting, PlayerPoker, Structure

ENDLESS = 10**12  # a stack that the record does not state
NO_END = -1  # raises without a limit


class Stakes(msgspec.Struct, frozen=True):
    """The amounts of a table, in cents."""

    ante: int = 0
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small: int = 0  # the lower limit; without limits the least bet
    big: int = 0  # the higher limit
    extra: tuple[tuple[int, int], ...] = ()  # straddles or over blinds as made: seat and amount
    opener: int = -1  # the seat that opens the first betting round where the house names it
    most: int = 0  # the posted maximum of one bet or raise; 0: none
    chip: int = 1  # the smallest chip
    carried: int = 0  # a pot left behind by the hand before
    own: tuple[int, ...] = ()  # bets of a size of their own, by seat
    final: bool = False  # no pot is carried beyond this hand


@dataclass(frozen=True, slots=True)
class Rules:
    """A game's file made ready for play."""

    game: Game[Any]
    spec: PlayerPoker
    betting: Betting
    raises: int
    raises_heads_up: int
    up: tuple[bool, ...]  # which of a seat's cards, in the order received, lie face up

    def cite(self, paragraph: str) -> str:
        return self.game.cite(paragraph)

    def with_structure(self, structure: Structure) -> "Rules":
        """The same rules at a table with another betting structure."""
        return replace(self, betting=msgspec.structs.replace(self.betting, structure=structure))

    def with_heads_up(self, small: Literal["button_small", "button_big"]) -> "Rules":
        """The same rules with the blinds of two players as a record shows them."""
        forced = msgspec.structs.replace(self.spec.forced, heads_up=small)
        return replace(self, spec=msgspec.structs.replace(self.spec, forced=forced))


def _count(raises: int | str, otherwise: int) -> int:
    if raises == "":
        return otherwise
    return NO_END if raises == "unlimited" else int(raises)


def rules_of(game: Game[Any]) -> Rules:
    """The rules of a configured game of this family."""
    spec = game.spec
    if not isinstance(spec, PlayerPoker):
        raise RuleError(f"{spec.id} is not played for a pot between players", "game")
    for part in spec.award.parts:
        if part not in spec.hands:
            raise RuleError(f"the file has no hand {part!r}", "award.parts")
    up: list[bool] = []
    for street in spec.streets:
        up += [False] * street.deal.down + [True] * street.deal.up
    raises = _count(spec.betting.raises, NO_END)
    heads_up = _count(spec.betting.raises_heads_up, raises)
    return Rules(game, spec, spec.betting, raises, heads_up, tuple(up))


@dataclass(frozen=True, slots=True)
class Table:
    """One hand's fixed facts: rules, stakes, stacks at the start, the button, the order round the table."""

    rules: Rules
    stakes: Stakes
    stacks: tuple[int, ...]
    button: int
    seed: int = 0  # for the reshuffle of an exhausted deck only
    left: tuple[int, ...] = field(init=False)  # all seats clockwise, the button last

    def __post_init__(self) -> None:
        seats = len(self.stacks)
        if not 2 <= seats <= self.rules.spec.seats:
            raise RuleError(f"the game seats 2 to {self.rules.spec.seats}, not {seats}", "seats")
        if not 0 <= self.button < seats:
            raise RuleError(f"the button is at no seat: {self.button}", "betting.button")
        if min(self.stacks) <= 0:
            raise RuleError("every seat must have chips", f"seats[{self.stacks.index(min(self.stacks))}].stack")
        start = self.button + 1
        object.__setattr__(self, "left", tuple((start + k) % seats for k in range(seats)))

    def with_extra(self, extra: tuple[tuple[int, int], ...]) -> "Table":
        """The same table with other straddles or over blinds."""
        return replace(self, stakes=msgspec.structs.replace(self.stakes, extra=extra))
