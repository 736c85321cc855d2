"""Compiled kernels known by their content: the source they are written in and that of every kernel it calls.

numba looks at a kernel's own file alone, so a change in a kernel that it calls would leave the old machine code in use.
It also numbers the machine code of a kernel's signatures: two processes that compile two signatures at the same time
can choose one number, and the later machine code then answers for the other signature, whose arguments it misreads.
And it readies its compiler before it looks for machine code, which takes longer than most commands do.
"""

import hashlib
import os
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any
from uuid import uuid4

import numpy as np
from numba.core.caching import Cache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

_PACKAGE = Path(__file__).parents[1]


def _name_of_its_own(file: IndexDataCacheFile, number: int) -> str:
    """A name for the machine code of one signature that no other process can choose."""
    return str(file._index_name).replace(".nbi", f".{number}-{uuid4().hex}.nbc")


# numba has no setting for it, and makes these files itself wherever a locator leads.
IndexDataCacheFile._data_name = _name_of_its_own  # type: ignore[method-assign]


@cache
def _source(path: str) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


def _written(value: Any) -> bytes:
    """A value that numba builds into the machine code; nothing for what it does not."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape}".encode() + bytes(np.ascontiguousarray(value).tobytes())
    return repr(value).encode() if isinstance(value, int | float | complex | str | bytes | tuple) else b""


def _files(function: FunctionType, found: dict[str, bytes]) -> None:
    """Files of a kernel and of those it can call; what it calls is imported above it or stands in its own file."""
    path = function.__code__.co_filename
    if path in found:
        return
    found[path] = _source(path)
    for value in list(function.__globals__.values()):
        if isinstance(value, Dispatcher):
            _files(value.py_func, found)


def content(function: FunctionType) -> str:
    """What a kernel is compiled from, as one number."""
    found: dict[str, bytes] = {}
    _files(function, found)
    digest = hashlib.sha256(b"".join(sorted(found.values())))
    for name in sorted(set(function.__code__.co_names)):
        digest.update(name.encode() + b"=" + _written(function.__globals__.get(name)))
    return digest.hexdigest()


class ByContent(UserProvidedCacheLocator):
    """Where a kernel of this package is kept: by package and content, so that a changed one is another file."""

    def __init__(self, function: FunctionType, path: str) -> None:
        super().__init__(function, path)  # type: ignore[no-untyped-call]
        self._content = content(function)
        self._cache_path = str(
            Path(os.environ["NUMBA_CACHE_DIR"]) / ".".join(Path(path).parent.relative_to(_PACKAGE).parts)
        )

    def get_source_stamp(self) -> str:
        """What numba compares before it takes a kernel."""
        return self._content

    def get_disambiguator(self) -> str:
        """What tells kernels of one name apart."""
        return f"{self._lineno}-{self._content[:16]}"

    @classmethod
    def from_function(cls, function: FunctionType, path: str) -> Any:
        """A place for a kernel of this package; numba's own places serve all others."""
        if not Path(path).is_relative_to(_PACKAGE):
            return None
        return super().from_function(function, path)  # type: ignore[no-untyped-call]


_load = Cache.load_overload


def _load_compiled(cache: Cache, signature: Any, target: Any) -> Any:
    """The machine code of a signature, none if it has to be compiled; the compiler then readies itself.

    A kernel of this package needs the runtime alone: it hashes nothing and calls no symbol of numba's later modules.
    These parts of numba are its own affair: one that has others loads a kernel as it always does, only slower.
    """
    try:
        if isinstance(cache._impl.locator, ByContent):
            rtsys.initialize(target)
            with cache._guard_against_spurious_io_errors():
                return cache._load_overload(signature, target)  # type: ignore[no-untyped-call]
    except (AttributeError, TypeError):
        pass
    return _load(cache, signature, target)  # type: ignore[no-untyped-call]


Cache.load_overload = _load_compiled  # type: ignore[method-assign]
