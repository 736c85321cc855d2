"""The wheel and keno as families: wagers decided by a section or by numbers drawn."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.finished import drawn
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.draws import keno, layout, wheel
from houseway.play.draws.live import betting_spots, open_file
from houseway.play.draws.sheet import sections
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Every symbol."""
    return together(case_reach(name, wager.cases) for name, wager in wheel.make_plan(game).wagers.items())


WHEEL = Play(
    read=drawn(wheel.settle_file),
    sections=sections,
    check=wheel.make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    apparatus=layout.wheel,
)
KENO = Play(
    read=drawn(keno.settle_file),
    sections=sections,
    check=keno.read_rates,
    open=open_file,
    betting_spots=betting_spots,
    apparatus=layout.keno,
)
