"""Pai gow tiles as a family: its rounds, and what they can come to."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, wager_results
from houseway.play.tiles.file import settle_file
from houseway.play.tiles.live import betting_spots, open_file
from houseway.play.tiles.plan import make_plan
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Wagers on the tiles and on the dice."""
    both, dice = ("win", "push", "lose"), ("win", "lose")
    wagers = game.spec.wagers.items()
    return Reach(results=wager_results((name, both if one.decided_by == "tiles" else dice) for name, one in wagers))


TILES = Play(settle=settle_file, check=make_plan, open=open_file, betting_spots=betting_spots, reach=reach)
