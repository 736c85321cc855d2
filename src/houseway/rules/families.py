"""The families of games: each has its own grammar over the shared words."""

from houseway.rules.house_poker import HousePoker

GameFile = HousePoker
