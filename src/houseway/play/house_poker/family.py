"""House poker as a family: its rounds, and what they can yield."""

from typing import Any

from houseway.play.core.family import Play
from houseway.play.core.reach import Reach, result_name
from houseway.play.house_poker.plan import check_game, make_plan
from houseway.play.house_poker.round import betting_spots, open_file, read_file
from houseway.play.house_poker.sheet import sections
from houseway.rules.game import Game


def reach(game: Game[Any]) -> Reach:
    """Every choice of every stage, and the cases of every wager that the house offers."""
    plan = make_plan(game)
    offered = {name: wager for name, wager in plan.wagers.items() if wager.spec.offered}
    choices = {choice.path for each in plan.choices for choice in each if choice.spec.offered}
    folds = [
        (place, stage.unless)
        for place, (stage, each) in enumerate(zip(plan.stages, plan.choices, strict=True))
        if any(choice.spec.fold for choice in each)
    ]
    needed: dict[str, set[str]] = {}
    for choice in (choice for each in plan.choices for choice in each):
        for name in choice.spec.bet:
            needed.setdefault(name, {name}).update(choice.needs)
    placed = {name: place for place, names in reversed(list(enumerate(plan.bets))) for name in names}

    def outcomes(name: str) -> set[str]:
        """The outcomes of a wager's cases; a fold is one where it can still come once the wager is made."""
        if plan.wagers[name].spec.paid_on:
            return {"win"}
        folded = any(place > placed.get(name, -1) and unless not in needed.get(name, {name}) for place, unless in folds)
        return {case.outcome for case in plan.wagers[name].cases if case.outcome != "fold" or folded}

    results = {result_name(name, outcome) for name in offered for outcome in outcomes(name)}
    rows = {table.path(row) for wager in offered.values() for table in wager.tables for row in table.rows}
    return Reach(frozenset(choices), frozenset(results), frozenset(rows))


HOUSE_POKER = Play(
    read=read_file, sections=sections, check=check_game, open=open_file, betting_spots=betting_spots, reach=reach
)
