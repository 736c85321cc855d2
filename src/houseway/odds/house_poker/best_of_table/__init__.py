"""The best hand of a table of several: how often each row of a pay table is the best that some hand meets."""

from houseway.odds.house_poker.best_of_table.chances import Chances, best_of_deals, best_of_table

__all__ = ["Chances", "best_of_deals", "best_of_table"]
