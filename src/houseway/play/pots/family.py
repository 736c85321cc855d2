"""Player-banked poker as a family: its hands, and what the wagers beside the pot can come to."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, table_rows, wager_results
from houseway.play.pots.file import settle_file
from houseway.play.pots.live import betting_spots, open_file
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Wagers beside the pot against the house."""
    bonuses = game.spec.bonus
    results = wager_results((name, ("win", "lose", "fold")) for name in bonuses)
    return Reach(results=results, rows=table_rows(game, {bonus.pay_table for bonus in bonuses.values()}))


PLAYER_POKER = Play(settle=settle_file, open=open_file, betting_spots=betting_spots, reach=reach)
