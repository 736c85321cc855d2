"""Player-banked poker as a family: its hands, and what the side wagers can yield."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.pots.round import POSTED, betting_spots, open_file, read_file
from houseway.play.pots.sheet import sections
from houseway.play.pots.side_wagers import side_cases
from houseway.play.pots.table import rules_of
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Side wagers."""
    return together(case_reach(name, cases) for name, cases in side_cases(game).items())


PLAYER_POKER = Play(
    read=read_file,
    sections=sections,
    check=rules_of,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    told_after=tuple(POSTED),
)
