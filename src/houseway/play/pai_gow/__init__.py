"""Pai gow poker: seven cards set into two hands, compared with the dealer's two."""
