"""How a game can be beaten: counts of a shoe, dealer's cards that are seen, and seats that share what they hold."""
