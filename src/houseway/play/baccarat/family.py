"""Baccarat as a family: its coups, and what they can yield."""

from typing import Any

from houseway.play.baccarat.round import betting_spots, open_file, read_file
from houseway.play.baccarat.settle import load_plan, make_plan
from houseway.play.baccarat.sheet import sections
from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.core.roundfile import RoundFile
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """The events of every wager."""
    return together(case_reach(name, wager.cases) for name, wager in make_plan(game).wagers.items())


def _seat_numbers(file: RoundFile) -> tuple[int, ...]:
    return load_plan(file.game, file.house).game.spec.positions


BACCARAT = Play(
    read=read_file,
    sections=sections,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    seat_numbers=_seat_numbers,
)
