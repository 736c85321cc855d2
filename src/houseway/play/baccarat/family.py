"""Baccarat as a family: its coups, and what they can come to."""

from typing import Any

from houseway.play.baccarat.file import settle_file
from houseway.play.baccarat.live import betting_spots, open_file
from houseway.play.baccarat.settle import load_plan, make_plan
from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, table_rows, wager_results
from houseway.play.core.roundfile import RoundFile
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """The events of every wager."""
    wagers = game.spec.wagers
    tables = {wager.pay_table for wager in wagers.values() if wager.pay_table}
    results = wager_results((name, (*wager.results, "lose")) for name, wager in wagers.items())
    return Reach(results=results, rows=table_rows(game, tables))


def _seat_numbers(file: RoundFile) -> tuple[int, ...]:
    return load_plan(file.game, file.house).game.spec.positions


BACCARAT = Play(
    settle=settle_file,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    seat_numbers=_seat_numbers,
)
