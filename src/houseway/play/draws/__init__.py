"""Games without cards: the wheel and keno."""
