"""What states yield, in whole numbers: how many ways of the hidden cards lead to each net result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm

import numpy as np
from numba import njit

from houseway.odds.house_poker.batch import Floats, Ints

_SCALE = 1e9  # results are told apart to so many parts of a unit
_MOST_RESULTS = 1_024
_MOST_WAYS = 1 << 62
_UNKNOWN = 0  # in place of a cycle: there are more ways than a 64-bit number holds

Counts = tuple[int, Mapping[int, int]]  # a cycle, and the deals of every net result in parts of a unit


@njit(cache=True, nogil=True)
def _numbers(nets: Floats, keys: Ints, used: int, out: Ints) -> int:
    """Number the results; how many different ones there are by now, -1 if there are too many."""
    last = 0
    for at in range(len(nets)):
        key = np.int64(np.rint(nets[at] * _SCALE))
        if last >= used or keys[last] != key:
            last = 0
            while last < used and keys[last] != key:
                last += 1
            if last == used:
                if used == len(keys):
                    return -1
                keys[used] = key
                used += 1
        out[at] = last
    return used


@njit(cache=True, nogil=True)
def _add(numbers: Ints, ways: Ints, out: Ints) -> None:
    for state in range(numbers.shape[0]):
        for way in range(numbers.shape[1]):
            out[numbers[state, way], state] += ways[state, way]


@dataclass
class Law:
    """By net result the ways of the hidden cards that yield it, for each of some states, of `cycle` ways in all."""

    size: int
    cycle: int = 1
    results: dict[int, Ints] = field(default_factory=dict)  # a net result in parts of a unit -> ways by state

    def add(self, nets: Floats, times: Ints | None = None) -> None:
        """Add net results [state, way], each of which stands for so many ways, or for one."""
        keys, numbers = np.empty(_MOST_RESULTS, np.int64), np.empty(nets.size, np.int64)
        used = _numbers(nets.ravel(), keys, 0, numbers)
        if used < 0 or not 0 < self.cycle <= _MOST_WAYS:
            self._lose()
            return
        out = np.zeros((used, self.size), np.int64)
        _add(numbers.reshape(nets.shape), np.ones(nets.shape, np.int64) if times is None else times, out)
        for key, column in zip(keys[:used].tolist(), out, strict=True):
            self.results[key] = self.results[key] + column if key in self.results else column

    def _lose(self) -> None:
        self.cycle, self.results = _UNKNOWN, {}

    def put(self, rows: Ints, part: "Law") -> None:
        """Write what is known of some states."""
        cycle = lcm(self.cycle, part.cycle)
        if not 0 < cycle <= _MOST_WAYS:
            self._lose()
            return
        times, self.cycle = cycle // self.cycle, cycle
        for column in self.results.values():
            column *= times
        for key in self.results.keys() - part.results.keys():
            self.results[key][rows] = 0
        for key, column in part.results.items():
            if key not in self.results:
                self.results[key] = np.zeros(self.size, np.int64)
            self.results[key][rows] = column * (cycle // part.cycle)

    def at(self, rows: Ints) -> "Law":
        return Law(len(rows), self.cycle, {key: column[rows] for key, column in self.results.items()})

    def gathered(self, states: int) -> "Law":
        """Of so many states, each of which lies before as many of these, one after the other and all alike."""
        cycle = self.cycle * (self.size // max(states, 1))
        if not 0 < cycle <= _MOST_WAYS:
            return Law(states, _UNKNOWN)
        sums = {key: column.reshape(states, -1).sum(axis=1) for key, column in self.results.items()}
        return Law(states, cycle, sums)

    def counts(self, weights: Sequence[int]) -> Counts:
        """The cycle of a state, and the ways of each result when states count so many times."""
        return self.cycle, {
            key: sum(map(int.__mul__, weights, column.tolist())) for key, column in self.results.items()
        }


def chosen_law(laws: Sequence[Law | None], chosen: Ints) -> Law | None:
    """What states yield that make one of several moves each; none where a move is not counted."""
    found = Law(len(chosen))
    for number, law in enumerate(laws):
        rows = np.flatnonzero(chosen == number)
        if law is None:
            return None
        if len(rows):
            found.put(rows, law.at(rows))
    return found


def joined(parts: Iterable[Counts]) -> dict[float, int]:
    """The deals of every net result from parts of them, each with its own cycle; empty where one is not known."""
    listed = list(parts)
    cycle = lcm(*(own for own, _ in listed))
    found: dict[float, int] = {}
    for own, counts in listed if cycle else ():
        for key, count in counts.items():
            net = key / _SCALE
            found[net] = found.get(net, 0) + count * (cycle // own)
    return {net: count for net, count in sorted(found.items()) if count}
