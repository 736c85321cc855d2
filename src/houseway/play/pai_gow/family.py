"""Pai gow poker as a family, and the dice that choose its first hand."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, table_rows, wager_results
from houseway.play.pai_gow import first_hand
from houseway.play.pai_gow.file import check_game, settle_file
from houseway.play.pai_gow.live import betting_spots, open_file
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Two hands won, one, none; and the rows of the tables."""
    offered = {name: wager for name, wager in game.spec.wagers.items() if wager.offered}
    results = wager_results(
        (name, ("win", "split", "lose") if wager.set_hands else ("win", "lose")) for name, wager in offered.items()
    )
    tables = {table for wager in offered.values() for table in (wager.pay_table, wager.dealer_shows) if table}
    return Reach(results=results, rows=table_rows(game, tables))


PAI_GOW = Play(settle=settle_file, check=check_game, open=open_file, betting_spots=betting_spots, reach=reach)
PAI_GOW_DICE = Play(settle=first_hand.settle_file)
