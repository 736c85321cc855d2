"""Pai gow poker as a family: its price, its simulation and its hints."""

from houseway.odds.family import Odds
from houseway.odds.pai_gow.hints import hint
from houseway.odds.pai_gow.price import price
from houseway.odds.pai_gow.simulate import engine

PAI_GOW = Odds(price=price, engine=engine, hint=hint)
