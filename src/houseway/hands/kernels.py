"""`kernel`: a function that ranks hands, compiled once into the cache, plain Python where compiling would be slower.

From an empty cache a kernel takes seconds to compile, and a round a millisecond to settle without it. So a kernel that
is not in the cache yet runs as Python for the first calls with few rows, and is compiled when there is more to do.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

_CALLS = 20_000  # of all kernels together, as Python: about a second
_ROWS = 64
_KNOWN = "in_cache"

Function = TypeVar("Function", bound=Callable[..., Any])

_calls = 0


def _few_rows(arguments: tuple[Any, ...]) -> bool:
    return all(not isinstance(one, np.ndarray) or one.shape[0] <= _ROWS for one in arguments)


class _Patient(CPUDispatcher):
    """A kernel that has not been needed enough to be compiled; then it becomes an ordinary one."""

    def __call__(self, *arguments: Any) -> Any:
        global _calls
        if _calls < _CALLS and _few_rows(arguments) and not self._cached():
            _calls += 1
            return self.py_func(*arguments)
        vars(self).pop(_KNOWN, None)
        cast(Any, self).__class__ = CPUDispatcher
        return self(*arguments)

    def _cached(self) -> bool:
        """Whether a compiled form is in the cache, looked up once."""
        known: bool | None = vars(self).get(_KNOWN)
        if known is None:
            code = self.py_func.__code__
            name = f"{Path(code.co_filename).stem}.{self.py_func.__qualname__}-{code.co_firstlineno}.py*.nbi"
            known = vars(self)[_KNOWN] = any(Path(self.stats.cache_path or "").glob(name))
        return known


def kernel(function: Function) -> Function:
    """The kernel of a function; its Python must say the same on numpy's whole numbers as the compiled form."""
    compiled: Any = njit(cache=True)(function)
    if isinstance(compiled, CPUDispatcher):  # NUMBA_DISABLE_JIT leaves the function as it is
        cast(Any, compiled).__class__ = _Patient
    return cast(Function, compiled)
