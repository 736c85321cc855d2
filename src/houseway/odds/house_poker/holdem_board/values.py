"""Lines of play and decisions as arrays over all pairs of hole cards beside one board.

What a line nets is a sum of few basis functions of the hands, with constant factors, so all that is ever summed over
dealers and boards is the basis (`sums`). Decisions go by means; how results spread is counted once they are made.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.suit_classes.showdowns import Floats, Ints, Packed


class Game(NamedTuple):
    """The tree as arrays: lines first, then nodes; a node's value is that of its best way."""

    basis: Floats  # by basis function, index of hand, kind of dealer
    factors: Floats  # by line: of the number of dealers and of each basis sum
    ways: Ints  # by node: what it leads to, -1 where there is no more
    levels: Ints  # by node: board cards seen
    least: int  # the first index of a hand that qualifies


def basis_of(worths: Floats) -> tuple[Floats, Floats]:
    """The basis functions and each line's factors, from net results by index, line and kind."""
    lines = worths.shape[1]
    flat = worths.transpose(1, 0, 2).reshape(lines, -1)
    chosen = [np.ones(flat.shape[1])]
    shares: list[Floats] = []
    for row in flat:
        fitted, *_ = np.linalg.lstsq(np.array(chosen).T, row, rcond=None)
        share = np.round(fitted, 9)
        if np.abs(share @ np.array(chosen) - row).max() > 1e-9:
            chosen.append(row)
            share = np.eye(len(chosen))[-1]
        shares.append(share)
    factors = np.array([np.pad(one, (0, len(chosen) - len(one))) for one in shares])
    return np.array(chosen[1:]).reshape(-1, len(worths), 4), factors


@njit(cache=True, nogil=True)
def basis_sums(pairs: Packed, weights: Floats, found: int, basis: Floats, sums: Floats) -> None:
    """Sums over the dealer's pairs: how many there are, and the basis functions."""
    for k in range(found):
        sums[0, k] = weights[0, k] + weights[1, k] + weights[2, k] + weights[3, k]
    for one in range(len(basis)):
        own = basis[one]
        for k in range(found):
            index = np.uint64(pairs[k] >> np.uint32(12))
            sums[one + 1, k] = (weights[0, k] * own[index, 0] + weights[1, k] * own[index, 1]) + (
                weights[2, k] * own[index, 2] + weights[3, k] * own[index, 3]
            )


@njit(cache=True, nogil=True)
def line_values(sums: Floats, factors: Floats, wanted: npt.NDArray[np.bool_], found: int, values: Floats) -> None:
    """The lines that are wanted, from the basis sums."""
    for line in range(len(factors)):
        if not wanted[line]:
            continue
        own = values[line]
        first = True
        for place in range(factors.shape[1]):
            factor = factors[line, place]
            if factor == 0.0:
                continue
            summed = sums[place]
            if first:
                for k in range(found):
                    own[k] = factor * summed[k]
            else:
                for k in range(found):
                    own[k] += factor * summed[k]
            first = False
        if first:
            own[:found] = 0.0


@njit(cache=True, nogil=True)
def best_ways(values: Floats, game: Game, level: int, found: int, best: npt.NDArray[np.uint8]) -> None:
    """Fill in the nodes of one level from what they lead to; `best` receives the way of each."""
    lines = len(game.factors)
    for node in range(len(game.levels)):
        if game.levels[node] != level:
            continue
        own, taken = values[lines + node], best[node]
        first = game.ways[node, 0]
        for k in range(found):
            own[k] = values[first, k]
            taken[k] = 0
        for place in range(1, game.ways.shape[1]):
            way = game.ways[node, place]
            if way < 0:
                continue
            for k in range(found):
                if values[way, k] > own[k]:
                    own[k] = values[way, k]
                    taken[k] = place
