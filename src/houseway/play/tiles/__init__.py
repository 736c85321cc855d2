"""Pai gow tiles: four tiles set into two hands, against the dealer or a player who banks."""
