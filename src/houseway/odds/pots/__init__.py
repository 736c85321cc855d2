"""Player-banked poker in numbers: rounds as arrays, what the house takes, equities and wagers beside the pot."""
