"""The wheel and keno as families: wagers decided by a section or by numbers drawn."""

from typing import Any

from houseway.play.core.family import Play, disjoint
from houseway.play.core.finished import drawn
from houseway.play.core.reach import Reach, case_reach, together
from houseway.play.draws import keno, layout, wheel
from houseway.play.draws.sheet import keno_sections, wheel_sections
from houseway.rules.game import Game
from houseway.rules.pays import LOSE, PUSH


def reach(game: Game[Any]) -> Reach:
    """Every symbol."""
    return together(case_reach(name, wager.cases) for name, wager in wheel.make_plan(game).wagers.items())


def opposed(game: Game[Any]) -> frozenset[frozenset[str]]:
    """Wagers on different symbols."""
    plan = wheel.make_plan(game)
    return disjoint(
        {
            name: {
                symbol
                for case in wager.cases
                if isinstance(case.when, wheel.Rests) and case.pay not in (LOSE, PUSH)
                for symbol in case.when.symbols
            }
            for name, wager in plan.wagers.items()
        }
    )


WHEEL = Play(
    read=drawn(wheel.settle_file),
    sections=wheel_sections,
    check=wheel.make_plan,
    open=wheel.open_file,
    betting_spots=wheel.betting_spots,
    reach=reach,
    opposed=opposed,
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
