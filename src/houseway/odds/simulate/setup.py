"""What is simulated, as plain data that travels to a worker, and the engine that plays it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

import msgspec

from houseway.odds.simulate.tally import Floats
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

# A module offers `engine(setup)`.
ENGINES = {
    "house-poker": "houseway.odds.simulate.house_poker",
    "blackjack": "houseway.odds.blackjack.simulate",
    "baccarat": "houseway.odds.simulate.coups",
    "player-poker": "houseway.odds.pots.simulate",
    "wheel": "houseway.odds.simulate.draws",
    "keno": "houseway.odds.simulate.draws",
    "tiles": "houseway.odds.tiles.simulate",
    "pai-gow": "houseway.odds.pai_gow.simulate",
}
_POTS, _HOUSE = "player-poker", "house-poker"


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
class Known:
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
    def known(self) -> Known: ...

    def play(self, block: int, rounds: int) -> Floats:
        """The sums of a block: all main wagers together, then each wager, then what else is counted."""


def family_of(game: str, house: Mapping[str, Any]) -> str:
    """The family of a game."""
    return str(type(load_game(game, dict(house)).spec).__struct_config__.tag)


@lru_cache(maxsize=4)
def _engine(setup: bytes) -> Engine:
    asked = msgspec.json.decode(setup, type=Setup)
    family = family_of(asked.game, asked.house)
    if asked.stakes and family != _POTS:
        raise RuleError("only a game that players bank themselves has stakes to lay down", "--stake")
    if asked.seats and family not in (_POTS, _HOUSE):
        raise RuleError("the seats of this game do not touch each other: one is simulated", "--seats")
    if family not in ENGINES:
        raise RuleError(f"games of the family {family} have no rounds to simulate", "game")
    made: Engine = import_module(ENGINES[family]).engine(asked)
    return made


def engine_of(setup: Setup) -> Engine:
    """The engine of a simulation; the same setup gives the same engine."""
    return _engine(msgspec.json.encode(setup))


def play_block(setup: bytes, block: int, rounds: int) -> Floats:
    """The sums of one block, in whatever process this is."""
    return _engine(setup).play(block, rounds)
