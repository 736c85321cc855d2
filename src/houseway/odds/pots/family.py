"""Player-banked poker as a family: its price and its simulation."""

from houseway.odds.family import Odds
from houseway.odds.pots.price import price
from houseway.odds.pots.simulate import engine

PLAYER_POKER = Odds(price=price, engine=engine)
