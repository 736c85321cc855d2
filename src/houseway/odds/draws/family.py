"""The wheel and keno as families: their prices and their simulations."""

from houseway.odds.draws.price import price
from houseway.odds.draws.simulate import engine
from houseway.odds.family import Odds

WHEEL = Odds(price=price, engine=engine)
KENO = Odds(price=price, engine=engine)
