"""Blackjack as a family: its price, its simulation and its hints; kernels that no price needs load when asked for."""

from collections.abc import Mapping
from random import Random
from typing import Any

from houseway.odds.blackjack import simulate
from houseway.odds.blackjack.price import price
from houseway.odds.family import Odds
from houseway.odds.hints import Hint
from houseway.odds.simulate.setup import Engine, Setup
from houseway.play.blackjack.plan import load_plan
from houseway.play.core.round import LiveRound


def _engine(setup: Setup) -> Engine:
    """By the chart of the count, or by the count itself where starts of three cards or poker are played too."""
    plan = load_plan(setup.game, setup.house)
    if simulate.plays_by_chart(plan):
        return simulate.engine(setup)
    from houseway.odds.blackjack import duel_rounds, start_rounds

    return duel_rounds.engine(setup, plan) if plan.duel is not None else start_rounds.engine(setup, plan)


def _solve(game: str, house: Mapping[str, Any]) -> Any:
    from houseway.odds.blackjack import hints

    return hints.solve(game, house)


def _hint(live: LiveRound, seat: int, solved: Any, rng: Random) -> Hint | None:
    from houseway.odds.blackjack import hints

    return hints.hint(live, seat, solved, rng)


def _best_action(live: LiveRound, seat: int, solved: Any) -> str | None:
    from houseway.odds.blackjack import hints

    return hints.best_action(live, seat, solved)


BLACKJACK = Odds(
    price=price,
    engine=_engine,
    price_strategy=simulate.price_strategy,
    solve=_solve,
    hint=_hint,
    best_action=_best_action,
)
