"""The wheel and keno as families: wagers decided by a section or by numbers drawn."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, wager_results
from houseway.play.draws import keno, layout, wheel
from houseway.play.draws.live import betting_spots, open_file
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Every symbol."""
    return Reach(results=wager_results((name, ("win", "lose")) for name in game.spec.wagers))


WHEEL = Play(settle=wheel.settle_file, open=open_file, betting_spots=betting_spots, reach=reach, apparatus=layout.wheel)
KENO = Play(settle=keno.settle_file, open=open_file, betting_spots=betting_spots, apparatus=layout.keno)
