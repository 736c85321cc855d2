"""The wheel and keno as families: wagers decided by a section or by numbers drawn."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.finished import drawn
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.draws import keno, layout, wheel
from houseway.play.draws.sheet import keno_sections, wheel_sections
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Every symbol."""
    return together(case_reach(name, wager.cases) for name, wager in wheel.make_plan(game).wagers.items())


WHEEL = Play(
    read=drawn(wheel.settle_file),
    sections=wheel_sections,
    check=wheel.make_plan,
    open=wheel.open_file,
    betting_spots=wheel.betting_spots,
    reach=reach,
    apparatus=layout.wheel,
)
KENO = Play(
    read=drawn(keno.settle_file),
    sections=keno_sections,
    check=keno.read_rates,
    open=keno.open_file,
    betting_spots=keno.betting_spots,
    recorded_spots=keno.recorded_spots,
    apparatus=layout.keno,
)
