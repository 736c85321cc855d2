"""What is simulated, as plain data that travels to a worker, and what an engine that plays it offers."""

from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from houseway.odds.simulate.tally import Floats


class Setup(msgspec.Struct, frozen=True):
    """A game, the house's choices, the meters, the strategy, the side wagers asked for, and the seed."""

    game: str
    house: dict[str, Any] = {}
    meters: dict[str, float] = {}
    strategy: str = "optimal"  # optimal, simple, or the rules of a file as JSON
    sides: tuple[str, ...] = ()
    seed: int = 0
    seats: int = 0  # of a table whose seats touch each other; 0: as few as can play
    stakes: dict[str, Any] = {}  # of such a table, in dollars: ante, blinds, limits
    full_shoe: bool = False  # every round from a full shoe, where a game deals several from one


@dataclass(frozen=True)
class EngineInfo:
    """What an engine tells of itself before it plays."""

    wagers: tuple[str, ...]
    unit: str
    block: int  # rounds in a block
    strategy: str
    notes: tuple[str, ...] = field(default=())
    counted: tuple[str, ...] = field(default=())  # events counted beside the wagers


class Engine(Protocol):
    """Plays blocks of rounds."""

    @property
    def info(self) -> EngineInfo: ...

    def play(self, block: int, rounds: int) -> Floats:
        """The sums of a block: all main wagers together, then each wager, then what else is counted."""
