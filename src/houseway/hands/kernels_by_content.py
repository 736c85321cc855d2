"""Compiled kernels known by their content: the source they are written in and that of every kernel it calls.

numba looks at a kernel's own file alone, so a change in a kernel that it calls would leave the old machine code in use.
It also numbers the machine code of a kernel's signatures: two processes that compile two signatures at the same time
can choose one number, and the later machine code then answers for the other signature, whose arguments it misreads.
And it readies its compiler before it looks for machine code, which takes longer than most commands do; so does what it
reads of a kernel that is compiled, to build it into others, and the modules of its own that the kernel was built from.
Processes that need one kernel at the same time would each compile it: here one does, and the others wait for it.
It makes machine code, and an entry for Python, of every kernel that others are built from: here only of those that
Python calls; of one that it calls later they are made then, from what is kept of it for building.
A kernel that is only built into others is optimized there, where numba optimizes each kernel three times over; garbage
is collected when a kernel is done, for nothing of it is given up before.
"""

import contextlib
import gc
import hashlib
import os
import sys
import time
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast
from uuid import uuid4

import numpy as np
from llvmlite.binding import create_new_module_pass_manager, parse_bitcode
from numba import version_info
from numba.core import dispatcher as dispatchers
from numba.core import environment, types
from numba.core.caching import Cache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher, _DispatcherBase
from numba.core.environment import Environment
from numba.core.lowering import BaseLower
from numba.core.runtime.nrt import rtsys
from numba.core.typing.typeof import typeof_impl
from numba.np.numpy_support import from_dtype, map_layout

if sys.platform != "win32":
    import fcntl

_PACKAGE = Path(__file__).parents[1]
_ENVIRONMENT = "_ZN08NumbaEnv"  # what the names of kernels' constants begin with
_LONGEST = 300.0  # seconds to wait for a process that compiles; a kernel takes a few
_KNOWN = (0, 68)  # the release of numba whose inner parts are replaced
_FORM = b"4"  # of what is kept of a kernel: another is not read
_SPARED = ("houseway.", "numba.")  # modules whose kernels are nothing but called, by Python or by kernels


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
    digest = hashlib.sha256(_FORM + b"".join(sorted(found.values())))
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


class Turns:
    """Kernels that this process compiles, each with a locked file that others wait for; a lock ends with its process.

    Kernels are compiled from the outermost inwards, and none calls one that calls it: no two wait for each other.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self.longest = longest
        self._locked: dict[str, int] = {}

    def take(self, path: str) -> bool:
        """Wait for the turn of a kernel; whether there was anybody to wait for."""
        if sys.platform == "win32":  # no such locks: every process compiles for itself
            return False
        if path in self._locked:
            return False
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:  # a place that cannot be written to: nothing is kept there either
            return False
        self._locked[path] = file
        until, waited = time.monotonic() + self.longest, False
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            waited = True
            time.sleep(0.02)
        return waited

    def give(self, path: str) -> None:
        """The kernel is kept, or was not to be had."""
        with contextlib.suppress(KeyError, OSError):
            os.close(self._locked.pop(path))


@cache
def _spare_compiling() -> None:
    """Leave out what no kernel of this package needs: a message with the shapes of arrays, and addresses for C.

    To write that message numba compiles its strings, four to six seconds for the first slice that is assigned.
    """
    from numba.extending import overload
    from numba.np import arrayobj

    def shapes_differ(given: Any, wanted: Any) -> None:
        raise NotImplementedError

    @overload(shapes_differ)
    def _(given: Any, wanted: Any) -> Any:  # noqa: ARG001
        def impl(given: Any, wanted: Any) -> None:  # noqa: ARG001
            raise ValueError("cannot assign a slice from an array of another shape")

        return impl

    arrayobj.raise_with_shape_context = shapes_differ
    addressed = CPUContext.create_cfunc_wrapper

    def unaddressed(context: Any, library: Any, function: Any, *more: Any) -> None:
        if not function.modname.startswith(_SPARED):
            addressed(context, library, function, *more)  # type: ignore[no-untyped-call]

    CPUContext.create_cfunc_wrapper = unaddressed  # type: ignore[method-assign]


def _built_in(library: Any) -> bool:
    """Whether a kernel is only built into others."""
    return bool(getattr(library, "built_in", False))


def _load_alone(codegen: Any, state: tuple[str, str, Any]) -> Any:
    """The machine code of a kernel; its bitcode is read when another kernel is compiled that calls it."""
    name, _, (machine_code, bitcode) = state
    library = codegen.create_library(name)
    library.enable_object_caching()
    library.built_in = machine_code is None
    if machine_code is not None:
        library._set_compiled_object(machine_code)
        library.get_pointer_to_function = codegen._engine.get_function_address
    library._finalize_final_module()
    library._get_module_for_linking = cache(lambda: parse_bitcode(bitcode))
    return library


class _Depth:
    """How many kernels are being compiled, each to be built into the one before; numba compiles under a lock."""

    now = 0


_built: dict[tuple[Any, Any], Any] = {}  # by function and signature: only built into others, and now called by Python


def _made_whole(compiler: Any, built: Any) -> Any:
    """Machine code and an entry for Python of a kernel that has only been built into others."""
    context, function, name = built.target_context, built.fndesc, built.fndesc.llvm_func_name
    context.refresh()
    library = context.codegen().create_library(name)
    library.enable_object_caching()
    module = built.library._get_module_for_linking().clone()
    module.get_function(name).linkage = "external"  # not left out, as what nobody calls would be
    library._final_module.link_in(module)
    nogil = bool(compiler.targetoptions.get("nogil"))
    context.create_cpython_wrapper(library, function, built.environment, None, release_gil=nogil)
    entry = context.get_executable(library, function, built.environment)
    context.insert_user_function(entry, function, [library])
    return built._replace(library=library, entry_point=entry)


def _compile_within(compiler: Any, args: Any, returned: Any) -> Any:
    """Compile a kernel, and those that it is built from within."""
    if not _Depth.now and (built := _built.pop((compiler.py_func, tuple(args)), None)) is not None:
        return _made_whole(compiler, built)
    collecting = gc.isenabled()
    gc.disable()
    _Depth.now += 1
    try:
        return _compile(compiler, args, returned)
    finally:
        _Depth.now -= 1
        if collecting:
            gc.enable()


def _enter_from_python(lower: Any, release_gil: bool = False) -> None:
    """The entry for Python, unless another kernel is being compiled that this one is built into."""
    if _Depth.now <= 1 or not lower.fndesc.modname.startswith(_SPARED):
        _enter(lower, release_gil)


def _executable(context: Any, library: Any, function: Any, environment: Any) -> Any:
    """What Python calls; what has no entry for it gets no machine code."""
    entries = (one.name for one in library._final_module.functions)
    if not library._finalized and function.modname.startswith(_SPARED):
        library.built_in = function.llvm_cpython_wrapper_name not in entries
    callable_ = _make_executable(context, library, function, environment)
    if not _built_in(library):
        for name in (one.name for one in library._final_module.global_variables if one.name.startswith(_ENVIRONMENT)):
            if (held := Environment._memo.get(name)) is not None:
                _set_environment(library.codegen, name, held)
    return callable_


def _set_environment(codegen: Any, name: str, held: Any) -> None:
    """Where a kernel finds its constants; one that is only built into others has no place of its own."""
    if codegen._engine.get_global_value_address(name):
        _point(codegen, name, held)


def _optimize_functions(library: Any, module: Any) -> None:
    """Passes over each function; for what is built into others, those over the whole module do."""
    if _Depth.now > 1:
        module.data_layout = library.codegen._data_layout
    else:
        _optimize_each(library, module)


def _optimize_module(library: Any) -> None:
    """Optimize a whole kernel; of one that is only built into others leave out what nothing reads.

    Large constants that a kernel only names have no place in what is kept of it.
    """
    if not _built_in(library):
        _optimize(library)
        return
    passes = create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(library._final_module, library.codegen._pass_builder())


def _finalize(library: Any) -> None:
    """Make machine code, but of a kernel that is only built into others."""
    if not _built_in(library):
        _make_machine_code(library)
        return
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._finalized = True


def _address(library: Any, name: str) -> int:
    return 0 if _built_in(library) else int(_find_address(library, name))


def _kept(library: Any) -> tuple[str, str, Any]:
    """What is kept of a kernel: no machine code of one that is only built into others."""
    if _built_in(library):
        return library.name, "object", (None, library._get_module_for_linking().as_bitcode())
    whole: tuple[str, str, Any] = _keep(library)
    return whole


def _add_overload(dispatcher: Any, compiled: Any) -> None:
    """Python finds what it can call; kernels are built from all."""
    if _built_in(compiled.library):
        dispatcher.overloads[tuple(compiled.signature.args)] = compiled
    else:
        _add(dispatcher, compiled)


def _called_from_python(dispatcher: Any, *arguments: Any, **named: Any) -> Any:
    """Compile or load a kernel that Python calls: whole, where it has only been built into others."""
    with global_compiler_lock:  # other threads may be building it into other kernels
        for signature, compiled in list(dispatcher.overloads.items()):
            if _built_in(compiled.library):
                _built[dispatcher.py_func, signature] = dispatcher.overloads.pop(signature)
        return _compile_for(dispatcher, *arguments, **named)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """What a kernel finds its constants in; nothing looks into the module of a part that numba wrote."""
    if module in sys.modules or not module.startswith("numba."):
        return _rebuild_environment(module, constants, name)  # type: ignore[no-untyped-call]
    found = Environment._memo.get(name)
    if found is None:
        found = Environment({"__name__": module})
        found.consts[:] = constants
        found.env_name = name
        Environment._memo[name] = found
    return found


def _type_of_array(value: Any, context: Any) -> Any:
    """As numba has it, but it loads numpy's masked arrays to ask whether a plain array is one."""
    if type(value) is not np.ndarray:
        return _type_of(value, context)
    readonly = not value.flags.writeable
    return types.Array(from_dtype(value.dtype), value.ndim, map_layout(value), readonly=readonly)


_rebuild_environment = environment._rebuild_env
_type_of = typeof_impl.dispatch(np.ndarray)
if version_info.short == _KNOWN:  # numba has no setting for these: another release loads as it always does, only slower
    _library, _kernel = cast(Any, JITCodeLibrary), cast(Any, _DispatcherBase)
    _compiler = cast(Any, dispatchers)._FunctionCompiler
    _compile, _enter = _compiler.compile, cast(Any, BaseLower).create_cpython_wrapper
    _make_executable, _point = cast(Any, CPUContext).get_executable, cast(Any, JITCPUCodegen).set_env
    _make_machine_code, _find_address = _library._finalize_final_module, _library.get_pointer_to_function
    _optimize, _optimize_each = _library._optimize_final_module, _library._optimize_functions
    _keep, _add, _compile_for = _library.serialize_using_object_code, _kernel.add_overload, _kernel._compile_for_args
    CPUCodeLibrary._unserialize = _load_alone  # type: ignore[method-assign]
    for place, name, ours in (
        (_compiler, "compile", _compile_within),
        (BaseLower, "create_cpython_wrapper", _enter_from_python),
        (CPUContext, "get_executable", _executable),
        (JITCPUCodegen, "set_env", _set_environment),
        (JITCodeLibrary, "_optimize_functions", _optimize_functions),
        (JITCodeLibrary, "_optimize_final_module", _optimize_module),
        (JITCodeLibrary, "_finalize_final_module", _finalize),
        (JITCodeLibrary, "get_pointer_to_function", _address),
        (JITCodeLibrary, "serialize_using_object_code", _kept),
        (_DispatcherBase, "add_overload", _add_overload),
        (_DispatcherBase, "_compile_for_args", _called_from_python),
    ):
        setattr(place, name, ours)
    environment._rebuild_env = _environment
    # A kept kernel names this function: by numba's name, which another version of this package can read as well.
    _environment.__module__, _environment.__qualname__ = environment.__name__, "_rebuild_env"
    typeof_impl.register(np.ndarray, _type_of_array)
_turns = Turns()
_load, _save = Cache.load_overload, Cache.save_overload


def _turn_of(cache: Cache) -> str:
    return f"{cache._cache_file._index_path}.lock"


def _loaded(cache: Cache, signature: Any, target: Any) -> Any:
    """A kept kernel, if it is whole or is to be built into another."""
    overload = cache._load_overload(signature, target)  # type: ignore[no-untyped-call]
    if overload is None or _Depth.now or not _built_in(overload.library):
        return overload
    _built[cache._py_func, tuple(signature)] = overload
    return None


def _load_compiled(cache: Cache, signature: Any, target: Any) -> Any:
    """The machine code of a signature, none if it has to be compiled; the compiler then readies itself.

    A kernel of this package needs the runtime alone: it hashes nothing and calls no symbol of numba's later modules.
    These parts of numba are its own affair: one that has others loads a kernel as it always does, only slower.
    """
    try:
        if isinstance(cache._impl.locator, ByContent):
            rtsys.initialize(target)
            with cache._guard_against_spurious_io_errors():
                overload = _loaded(cache, signature, target)
                if overload is None and _turns.take(_turn_of(cache)):
                    overload = _loaded(cache, signature, target)
                if overload is not None:
                    _turns.give(_turn_of(cache))
                else:
                    _spare_compiling()
                return overload
    except (AttributeError, TypeError):
        pass
    return _load(cache, signature, target)  # type: ignore[no-untyped-call]


def _save_compiled(cache: Cache, signature: Any, data: Any) -> None:
    """Keep the machine code of a signature for every process, and let the next compile."""
    try:
        _save(cache, signature, data)  # type: ignore[no-untyped-call]
    finally:
        with contextlib.suppress(AttributeError):
            _turns.give(_turn_of(cache))


Cache.load_overload = _load_compiled  # type: ignore[method-assign]
Cache.save_overload = _save_compiled  # type: ignore[method-assign]
