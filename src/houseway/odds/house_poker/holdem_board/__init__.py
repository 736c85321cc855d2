"""Games in which the seat and the dealer share a board that is turned up in steps, with decisions between."""

from houseway.odds.house_poker.holdem_board.solve import fits, solve, solve_strategy

__all__ = ["fits", "solve", "solve_strategy"]
