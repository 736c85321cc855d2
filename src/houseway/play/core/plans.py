"""Plans of games by id or path, made once for each house's choices."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from houseway.rules.game import Game, load_game

Plan = TypeVar("Plan")


def plans_by(make: Callable[[Game[Any]], Plan], kept: int = 256) -> Callable[[str, dict[str, Any]], Plan]:
    """A function that gives the plan of a game as the house offers it; the same choices give the same plan."""

    @lru_cache(maxsize=kept)
    def made(game: str, house: bytes) -> Plan:
        return make(load_game(game, msgspec.json.decode(house)))

    return lambda game, house: made(game, msgspec.json.encode(house))
