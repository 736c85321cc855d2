"""House poker: prices, simulation, hints and strategies of games against a dealer or a pay table."""
