"""House poker as a family: its price, its simulation and its hints."""

from houseway.odds.family import Odds
from houseway.odds.house_poker.every_hand import every_hand
from houseway.odds.house_poker.hints import best_action, hint, solve
from houseway.odds.house_poker.price import fitting_solver, price, price_apart
from houseway.odds.house_poker.simulate import engine
from houseway.odds.house_poker.strategy import price_strategy
from houseway.odds.house_poker.unpaid import paid_rows
from houseway.play.house_poker.plan import make_plan

HOUSE_POKER = Odds(
    price=price,
    price_apart=price_apart,
    engine=engine,
    price_strategy=price_strategy,
    fitting_solver=lambda game: fitting_solver(make_plan(game)),
    solve=solve,
    hint=hint,
    best_action=best_action,
    every_hand=every_hand,
    paid_rows=lambda game: paid_rows(make_plan(game)),
)
