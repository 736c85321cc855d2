"""Kernels, compiled once into the cache; the first calls with few rows take their Python, for compiling is slower.

From an empty cache a kernel takes seconds to compile, from a full one a quarter of a second to load with what numba
needs for it, and a round a millisecond to settle without it. So kernels run as Python for the first calls with few
rows, and are loaded or compiled when there is more to do. A server loads them before its first request.
"""

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit
from numba.core.registry import CPUDispatcher

_LOAD, _COMPILE = 2_000, 20_000  # calls of all kernels together, as Python, before one is loaded or compiled
_ROWS = 64

Function = TypeVar("Function", bound=Callable[..., Any])

_calls = 0
_patience: dict[bool, float] = {True: _LOAD, False: _COMPILE}  # by whether the kernel is in the cache
_compiled: set[Any] = set()  # what is called compiled from now on


def kernel(function: Function) -> Function:
    """The kernel of a function; its Python must say the same on numpy's whole numbers as the compiled form."""
    return cast(Function, njit(cache=True)(function))


def _kernels_in(function: FunctionType) -> dict[str, Any]:
    """The kernels that a function names."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: value for name, value in named.items() if isinstance(value, CPUDispatcher)}


@cache
def _as_python(function: Any) -> Any:
    """A kernel, or a function that calls some, as Python, and all that it calls as well."""
    python = getattr(function, "py_func", function)
    called = {name: _as_python(kernel) for name, kernel in _kernels_in(python).items()}
    if not called:
        return python
    return FunctionType(python.__code__, {**python.__globals__, **called}, python.__name__, python.__defaults__)


@cache
def _cached(function: Any) -> bool:
    """Whether the compiled form of a kernel, or of one that a function calls, is in the cache: looked up once."""
    kernels = [function] if isinstance(function, CPUDispatcher) else _kernels_in(function).values()
    caches = [getattr(cast(Any, kernel)._cache, "_cache_file", None) for kernel in kernels]
    indexes = [getattr(file, "_index_path", None) for file in caches]
    return any(index is not None and Path(index).exists() for index in indexes)


def fitting(function: Function, rows: int) -> Function:
    """The form in which to call a kernel, or a function that calls some, on so many rows."""
    global _calls
    if function in _compiled:
        return function
    if rows <= _ROWS and _calls < _patience[_cached(function)]:
        _calls += 1
        return cast(Function, _as_python(function))
    _compiled.add(function)
    return function


@kernel
def card_at(cards: npt.NDArray[np.uint8], row: int, place: int) -> int:
    """A card of an array as a signed number: numba would turn mixed signs into floats."""
    return int(np.int64(cards[row, place]))


def serve_from_cache() -> None:
    """From now on load a kernel of the cache at its first call, and have few rows never wait for the compiler."""
    _patience.update({True: 0, False: math.inf})
