"""Whole games counted once for all tests: a whole deck takes seconds."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from houseway.odds.house_poker.solvers import Solution, find_solver
from houseway.play.house_poker.plan import load_plan


@cache
def _solved(game: str, house: bytes) -> Solution:
    plan = load_plan(game, msgspec.json.decode(house))
    solver = find_solver(plan)
    assert solver is not None
    return solver.solve(plan, {})


def solved(game: str, **house: Any) -> Solution:
    """The game by the solver that fits it."""
    return _solved(game, msgspec.json.encode(house, order="deterministic"))


def short_bonus_6(folder: Path) -> str:
    """Bonus 6 with 36 cards, counted in seconds where 52 take a minute: the path of its file."""
    path = folder / "short-6.toml"
    path.write_text('id = "short-6"\nextends = "bonus-6"\nname = "Short 6"\nrule = "house"\nseats = 2\ndeck = "36"\n')
    return str(path)
