"""The arrays that counts and simulations work on."""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]

_FEW = 256
_SLOTS = 1024
_GOLDEN = 0x9E3779B97F4A7C15


@njit(cache=True, nogil=True)
def _number(values: Ints, found: Ints, out: Counts) -> int:
    """Number different values as they come; returns how many there are, -1 where there are too many."""
    slots = np.full(_SLOTS, -1, np.int32)
    count = 0
    for row in range(len(values)):
        value = values[row]
        slot = np.int64(np.uint64(value) * np.uint64(_GOLDEN) >> np.uint64(54))
        while slots[slot] >= 0 and found[slots[slot]] != value:
            slot = (slot + 1) % _SLOTS
        if slots[slot] < 0:
            if count == _FEW:
                return -1
            slots[slot] = count
            found[count] = value
            count += 1
        out[row] = slots[slot]
    return count


def different(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The different values, ascending; numpy's own way by hashing takes many times as long where there are many."""
    ordered = np.sort(values, axis=None)
    found: npt.NDArray[Any] = ordered[np.append(np.ones(min(1, len(ordered)), np.bool_), ordered[1:] != ordered[:-1])]
    return found


def few_values(values: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The different values, ascending, and the place of each among them; made for few different ones of 64 bits."""
    plain = np.ascontiguousarray(values + values.dtype.type(0)).reshape(-1)  # no value is minus zero
    found, out = np.empty(_FEW, np.int64), np.empty(len(plain), np.int32)
    count = _number(plain.view(np.int64), found, out)
    if count < 0:
        many, places = np.unique(values, return_inverse=True)
        return many, places.reshape(values.shape)
    few = found[:count].view(values.dtype)
    order = np.argsort(few)
    places = np.empty(count, np.int32)
    places[order] = np.arange(count)
    return few[order], places[out].reshape(values.shape)
