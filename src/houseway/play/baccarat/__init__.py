"""Baccarat: a coup is dealt by a fixed table, and every wager is on what it shows."""
