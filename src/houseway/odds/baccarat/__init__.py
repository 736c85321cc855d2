"""Baccarat: prices of every wager, and coups in blocks."""
