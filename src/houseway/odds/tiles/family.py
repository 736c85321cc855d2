"""Pai gow tiles as a family: its price, its simulation and its hints."""

from houseway.odds.family import Odds
from houseway.odds.tiles.hints import hint, solve
from houseway.odds.tiles.price import price
from houseway.odds.tiles.simulate import engine

TILES = Odds(price=price, engine=engine, solve=solve, hint=hint)
