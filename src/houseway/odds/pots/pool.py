"""The pool beside the pot over a run of rounds: losers' wagers go in, the first seat with enough markers takes it.

The table opens with an empty pool and closes after the last round of a run, so nothing is left over.
"""

import numpy as np
from numba import njit

from houseway.odds.arrays import Ints


@njit(cache=True, nogil=True)
def pool_nets(winners: Ints, earned: Ints, stake: int, goal: int, seats: int) -> Ints:
    """Net cents by round and seat; `earned` are the markers of a pot won alone, 0 where none are won."""
    nets = np.zeros((len(winners), seats), np.int64)
    held = np.zeros(seats, np.int64)
    fund = 0
    for row in range(len(winners)):
        for seat in range(seats):
            if not winners[row] >> seat & 1:
                nets[row, seat] -= stake
                fund += stake
        if earned[row]:
            seat = 0
            while not winners[row] >> seat & 1:
                seat += 1
            held[seat] += earned[row]
            if held[seat] >= goal:
                nets[row, seat] += fund
                fund = 0
                held[:] = 0
    total = held.sum()
    if len(winners) and total:
        last = len(winners) - 1
        rest = fund
        for seat in range(seats):
            share = fund * held[seat] // total
            nets[last, seat] += share
            rest -= share
        seat = 0
        while not held[seat]:
            seat += 1
        nets[last, seat] += rest
    return nets
