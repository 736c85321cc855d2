"""Blackjack in numbers: the game counted by the composition of the shoe, its side bets, and rounds as arrays."""
