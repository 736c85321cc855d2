"""Pai gow poker in numbers: both hands set by the house way, every wager on seven cards, and rounds by the million."""
