"""Blackjack as a family: its rounds, and what they can come to."""

from typing import Any

from houseway.play.blackjack.file import settle_file
from houseway.play.blackjack.live import betting_spots, open_file
from houseway.play.blackjack.plan import make_plan
from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, table_rows, wager_results
from houseway.rules.game import Game

_MAIN = ("natural", "dealer_natural", "bust", "dealer_bust", "win", "tie", "lose")
_DUEL = ("win", "tie", "lose", "unqualified")


def reach(game: Game[Any]) -> Reach:
    """What hands come to, by the words that the file has of them, and the rows of the side bets."""
    spec = game.spec
    main = {*_MAIN, *(("charlie",) if spec.charlie else ()), *(("dealer_push",) if spec.dealer.pushes_on else ())}
    if spec.shared != "stream":
        main.add("natural_tie")
    if spec.start != 2:
        main -= {"natural", "natural_tie"}
    if spec.instant is not None:
        main |= {"instant", "drawn_21"}
    if spec.surrender is not None:
        main.add("surrender")
    sides = {name: wager for name, wager in spec.wagers.items() if not wager.main and wager.offered}
    mains = [name for name, wager in spec.wagers.items() if wager.main]
    results = wager_results(
        [
            *((name, main) for name in mains[:1]),
            *((name, ("win", "lose")) for name in sides if sides[name].pay_table),
            *(((name, _DUEL) for name in (spec.duel.wager, spec.duel.bet)) if spec.duel is not None else ()),
        ]
    )
    tables = {wager.pay_table for wager in sides.values() if wager.pay_table}
    return Reach(results=results, rows=table_rows(game, tables))


BLACKJACK = Play(settle=settle_file, check=make_plan, open=open_file, betting_spots=betting_spots, reach=reach)
