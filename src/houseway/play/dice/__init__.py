"""Dice games: wagers between rolls, decided roll by roll."""
