"""Simulation: many rounds of a game under a strategy, in blocks that come out the same wherever they are played."""
