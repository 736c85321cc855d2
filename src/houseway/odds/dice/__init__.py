"""Prices of dice games."""
