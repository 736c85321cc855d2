"""What all games share: wagers, limits, irregularities, awards, commissions, envy, meters, ceilings, banks."""
