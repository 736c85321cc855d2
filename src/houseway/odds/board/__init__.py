"""Games in which the seat and the dealer share a board that is turned up in steps, with decisions between."""

from houseway.odds.board.solve import fits, solve

__all__ = ["fits", "solve"]
