"""Pai gow poker as a family, and the dice that choose its first hand."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.finished import drawn
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.pai_gow import first_hand
from houseway.play.pai_gow.plan import check_game, make_plan
from houseway.play.pai_gow.round import betting_spots, open_file, read_file
from houseway.play.pai_gow.sheet import sections
from houseway.rules.game import Game
from houseway.rules.sheet.plain import plain_sections


def reach(game: Game[Any]) -> Reach:
    """Two hands won, one, none; and the rows of the tables."""
    offered = {name: wager for name, wager in make_plan(game).wagers.items() if wager.spec.offered}
    return together(case_reach(name, cases) for name, wager in offered.items() for cases in wager.cases.values())


PAI_GOW = Play(
    read=read_file, sections=sections, check=check_game, open=open_file, betting_spots=betting_spots, reach=reach
)
PAI_GOW_DICE = Play(read=drawn(first_hand.settle_file), sections=plain_sections)
