"""Blackjack as a family: its price, its simulation and its hints."""

from houseway.odds.blackjack import duel_rounds, simulate, start_rounds
from houseway.odds.blackjack.hints import best_action, hint, solve
from houseway.odds.blackjack.price import price
from houseway.odds.family import Odds
from houseway.odds.simulate.setup import Engine, Setup
from houseway.play.blackjack.plan import load_plan


def _engine(setup: Setup) -> Engine:
    """By the chart of the count, or by the count itself where starts of three cards or poker are played too."""
    plan = load_plan(setup.game, setup.house)
    if simulate.plays_by_chart(plan):
        return simulate.engine(setup)
    return duel_rounds.engine(setup, plan) if plan.duel is not None else start_rounds.engine(setup, plan)


BLACKJACK = Odds(
    price=price, engine=_engine, price_strategy=simulate.price_strategy, solve=solve, hint=hint, best_action=best_action
)
