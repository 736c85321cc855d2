"""What moves are worth in many states at once, and the best of them chosen without looking at what it is valued by."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from houseway.odds.house_poker.batch import Flags, Floats, Ints
from houseway.odds.house_poker.sampled.law import Law, chosen_law

_NEAR = 3.0  # standard errors


class StateValue(NamedTuple):
    """Of states under best play: `low` by moves chosen on other deals than it counts, `high` by those it counts."""

    low: Floats
    high: Floats
    square: Floats
    staked: Floats
    noise: Floats  # variance of `low` by the deals
    law: Law | None = None  # where everything is counted


class Move(NamedTuple):
    """What a move is worth in each state, by the first half of the deals and by the second; alike if all is counted."""

    first: Floats
    second: Floats
    high: Floats
    square: Floats
    staked: Floats
    noise: Floats
    law: Law | None = None  # where everything is counted


Columns = TypeVar("Columns", StateValue, Move)


def nothing(kind: type[Columns], size: int) -> Columns:
    """So many states of which nothing is known yet."""
    return kind._make([*np.zeros((len(kind.__annotations__) - 1, size)), Law(size)])


def put(into: Columns, rows: Ints, part: Columns) -> None:
    """Write what is known of some states."""
    for own, other in zip(_numbers(into), _numbers(part), strict=True):
        own[rows] = other
    if into.law is not None and part.law is not None:
        into.law.put(rows, part.law)


def _numbers(value: StateValue | Move) -> tuple[Floats, ...]:
    return value[:-1]


def counted(low: Floats, square: Floats, staked: Floats | float, law: Law | None = None) -> Move:
    """A move of which every way was counted."""
    none = np.zeros(len(low))
    return Move(low, low, low, square, none + staked, none, law)


def over_ways(found: StateValue | Move, states: int) -> Move:
    """A move by what all states that may follow it are worth, those of one state after those of another."""
    low, square, staked = (column.reshape(states, -1).mean(axis=1) for column in (found[0], found.square, found.staked))
    return counted(low, square, staked, found.law and found.law.gathered(states))


def by_deals(found: StateValue, deals: int) -> Move:
    """A move from what it yielded in every deal of every state, one state's deals after the other's."""
    low, high, square, staked, _ = (column.reshape(-1, deals) for column in _numbers(found))
    half = deals // 2
    first, second = low[:, :half].mean(axis=1), low[:, half:].mean(axis=1)
    noise = low.var(axis=1) / deals
    return Move(first, second, high.mean(axis=1), square.mean(axis=1), staked.mean(axis=1), noise)


def among(value: Move, rows: Ints, size: int) -> Move:
    """A move that is open to some states only."""
    if len(rows) == size:
        return value
    found = nothing(Move, size)
    for column in (found.first, found.second, found.high):
        column[:] = -np.inf
    put(found, rows, value)
    return found


def _side_by_side(moves: Sequence[Move]) -> Move:
    return Move._make([*(np.stack(column) for column in zip(*map(_numbers, moves), strict=True)), None])


def means(moves: Sequence[Move]) -> Floats:
    """[move, state]."""
    found: Floats = np.stack([(move.first + move.second) / 2 for move in moves])
    return found


def near(moves: Sequence[Move]) -> Flags:
    """[move, state]: the moves that may be the best for all that the deals tell."""
    noise, mean = _side_by_side(moves).noise, means(moves)
    best, states = mean.argmax(axis=0), np.arange(mean.shape[1])
    flags: Flags = mean >= mean[best, states] - _NEAR * np.sqrt(noise + noise[best, states])
    return flags


def best_by_halves(moves: Sequence[Move]) -> StateValue:
    """The best move by one half of the deals, valued by the other half, and the other way round."""
    columns, states = _side_by_side(moves), np.arange(len(moves[0].first))
    by_first, by_second = columns.first.argmax(axis=0), columns.second.argmax(axis=0)

    def chosen(one: Floats, two: Floats) -> Floats:
        mean: Floats = (one[by_first, states] + two[by_second, states]) / 2
        return mean

    low = chosen(columns.second, columns.first)
    high = np.maximum(columns.high.max(axis=0), low)
    square, staked, noise = (chosen(column, column) for column in (columns.square, columns.staked, columns.noise))
    return StateValue(low, high, square, staked, noise, chosen_law([move.law for move in moves], by_first))


def valued(moves: Sequence[Move], chosen: Ints) -> StateValue:
    """What moves that were chosen before yield."""
    columns, mean, states = _side_by_side(moves), means(moves), np.arange(len(chosen))
    high = np.maximum(columns.high.max(axis=0), mean.max(axis=0))
    square, staked, noise = (column[chosen, states] for column in (columns.square, columns.staked, columns.noise))
    return StateValue(mean[chosen, states], high, square, staked, noise)


def gain_over(moves: Sequence[Move], known: int) -> tuple[float, float]:
    """What the best move of one state gains over a known one: chosen and valued by different deals, and by the same.

    Deals leave the known move only for one that is better by more than the error of half of them.
    """
    first, second, noise = np.array([(move.first[0], move.second[0], move.noise[0]) for move in moves]).T
    error = np.sqrt(2 * (noise + noise[known]))
    error[known] = 0.0
    gains = first - first[known], second - second[known]
    low = sum(values[(chooses - error).argmax()] for chooses, values in (gains, gains[::-1])) / 2
    return float(low), float(max(((gains[0] + gains[1]) / 2).max(), low))


def different(moves: Sequence[Move], known: Ints) -> Flags:
    """[move, state]: the moves that do not yield in every deal what the known one does."""
    mean, states = means(moves), np.arange(len(known))
    flags: Flags = mean != mean[known, states]
    return flags
