"""Pai gow tiles priced and simulated: every kind of hand against every other, the dice by all their falls."""
