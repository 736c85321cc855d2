"""Player-banked poker: betting, side pots, showdown, rake and jackpots, from any file of the family."""
