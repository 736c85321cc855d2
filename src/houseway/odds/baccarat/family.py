"""Baccarat as a family: its price and its simulation."""

from houseway.odds.baccarat.price import price
from houseway.odds.baccarat.simulate import engine
from houseway.odds.family import Odds

BACCARAT = Odds(price=price, engine=engine)
