"""Dice games as a family: their price and their simulation."""

from houseway.odds.dice.price import price
from houseway.odds.dice.simulate import engine
from houseway.odds.family import Odds

DICE = Odds(price=price, engine=engine)
