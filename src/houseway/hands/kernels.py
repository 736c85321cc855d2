"""`kernel`: a function that ranks hands, compiled once into the cache, plain Python where compiling would be slower.

From an empty cache a kernel takes seconds to compile, from a full one a quarter of a second to load with what numba
needs for it, and a round a millisecond to settle without it. So kernels run as Python for the first calls with few
rows, and are loaded or compiled when there is more to do. A server loads them before its first request.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit
from numba.core.registry import CPUDispatcher

_LOAD, _COMPILE = 2_000, 20_000  # calls of all kernels together, as Python, before one is loaded or compiled
_ROWS = 64
_KNOWN = "in_cache"

Function = TypeVar("Function", bound=Callable[..., Any])

_calls = 0
_patience: dict[bool, float] = {True: _LOAD, False: _COMPILE}  # by whether the kernel is in the cache


def _few_rows(arguments: tuple[Any, ...]) -> bool:
    return all(not isinstance(argument, np.ndarray) or argument.shape[0] <= _ROWS for argument in arguments)


class _Patient(CPUDispatcher):
    """A kernel that has not been needed enough to be compiled; then it becomes an ordinary one."""

    def __call__(self, *arguments: Any) -> Any:
        global _calls
        if _calls < _patience[self._cached()] and _few_rows(arguments):
            _calls += 1
            return self.py_func(*arguments)
        vars(self).pop(_KNOWN, None)
        cast(Any, self).__class__ = CPUDispatcher
        return self(*arguments)

    def _cached(self) -> bool:
        """Whether a compiled form is in the cache, looked up once."""
        known: bool | None = vars(self).get(_KNOWN)
        if known is None:
            index = getattr(getattr(cast(Any, self)._cache, "_cache_file", None), "_index_path", None)
            known = vars(self)[_KNOWN] = index is not None and Path(index).exists()
        return known


def kernel(function: Function) -> Function:
    """The kernel of a function; its Python must say the same on numpy's whole numbers as the compiled form."""
    compiled: Any = njit(cache=True)(function)
    if isinstance(compiled, CPUDispatcher):  # NUMBA_DISABLE_JIT leaves the function as it is
        cast(Any, compiled).__class__ = _Patient
    return cast(Function, compiled)


@kernel
def card_at(cards: npt.NDArray[np.uint8], row: int, place: int) -> int:
    """A card of an array as a signed number: numba would turn mixed signs into floats."""
    return int(np.int64(cards[row, place]))


def serve_from_cache() -> None:
    """From now on load a kernel of the cache at its first call, and have few rows never wait for the compiler."""
    _patience.update({True: 0, False: math.inf})
