"""Dice games as a family: what each roll does to each wager."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.dice.layout import apparatus
from houseway.play.dice.plan import make_plan
from houseway.play.dice.round import betting_spots, open_file, read_file
from houseway.play.dice.sheet import sections
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Every way in which a wager is decided."""
    return together(case_reach(name, wager.cases) for name, wager in make_plan(game).wagers.items())


DICE = Play(
    read=read_file,
    sections=sections,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    apparatus=apparatus,
)
