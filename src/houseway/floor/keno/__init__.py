"""The keno desk: games, tickets with serial numbers, drawers, payments and reports."""
