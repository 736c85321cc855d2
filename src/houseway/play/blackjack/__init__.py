"""Blackjack: hands against the dealer's, splits and doubles, and side bets on what the cards show."""
