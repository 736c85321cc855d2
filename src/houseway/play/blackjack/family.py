"""Blackjack as a family: its rounds, and what they can yield."""

from typing import Any

from houseway.play.blackjack.file import read_file
from houseway.play.blackjack.live import betting_spots, open_file
from houseway.play.blackjack.plan import make_plan
from houseway.play.blackjack.sheet import sections
from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, case_reach, result_name, together
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """What the cases of the wagers can yield; those of several hands are the same."""
    plan = make_plan(game)
    cases = {name: of for name, of in plan.cases.items() if name not in plan.mains[1:]}
    by_rows = {result_name(name, case.outcome) for name, of in cases.items() for case in of if case.row}
    return together([case_reach(name, of) for name, of in cases.items()]) | Reach(results=frozenset(by_rows))


def early(game: Game[Any]) -> frozenset[str]:
    """The results that are decided before the dealer's last cards."""
    return frozenset(case.outcome for cases in make_plan(game).cases.values() for case in cases if case.early)


BLACKJACK = Play(
    read=read_file,
    sections=sections,
    check=make_plan,
    open=open_file,
    betting_spots=betting_spots,
    reach=reach,
    early=early,
)
