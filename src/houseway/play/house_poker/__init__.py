"""House poker: games in which each seat plays against a dealer, a shared hand or a pay table."""
