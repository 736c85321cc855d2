"""Compiled kernels find a place of their own on any machine."""

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from typing import Any

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

from houseway.hands import cache, kernels_by_content

NOWHERE = Path("/dev/null/houseway")  # below a file nothing can be made, whoever asks
NUMBA = "NUMBA_CACHE_DIR"


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine where the home cannot be written to; numba keeps its settings."""
    monkeypatch.setenv(NUMBA, "")
    monkeypatch.setenv(cache.CHOSEN, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOWHERE))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def test_the_users_cache_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.find_place()
    place = tmp_path / "houseway" / "kernels"
    assert os.environ[NUMBA] == str(place)
    assert cache.first_use()
    (place / "hands").mkdir()
    (place / "hands" / "kernel.nbi").touch()
    assert not cache.first_use()


def test_a_place_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "named"))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path / "named")
    os.environ[NUMBA] = ""
    monkeypatch.setenv(cache.CHOSEN, str(NOWHERE))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path / "home" / "houseway" / "kernels")


def test_a_place_named_to_numba_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NUMBA, str(tmp_path))
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "named"))
    cache.find_place()
    assert os.environ[NUMBA] == str(tmp_path)


def test_without_a_home_a_private_temporary_directory_is_used(tmp_path: Path) -> None:
    cache.find_place()
    place = Path(os.environ[NUMBA])
    assert str(place) == vars(numba.config)["CACHE_DIR"]  # loaded before, and told
    assert place.parent == tmp_path
    assert place.stat().st_mode & 0o777 == 0o700
    os.environ[NUMBA] = ""
    cache.find_place()
    assert os.environ[NUMBA] == str(place)


def test_a_directory_that_others_could_write_to_is_not_trusted(tmp_path: Path) -> None:
    laid = tmp_path / f"houseway-kernels-{os.getuid()}"
    laid.mkdir()
    laid.chmod(0o777)
    cache.find_place()
    assert os.environ[NUMBA] != str(laid)
    laid.rmdir()
    laid.symlink_to(tmp_path)
    os.environ[NUMBA] = ""
    cache.find_place()
    assert os.environ[NUMBA] != str(laid)


CALLED = "from numba import njit\n\n\n@njit(cache=True)\ndef called(x):\n    return x + {added}\n"
CALLING = (
    "from numba import njit\nfrom trial_called import called\n\nOFFSET = {offset}\n\n\n"
    "@njit(cache=True)\ndef calling(x):\n    return called(x) * OFFSET\n"
)


def test_a_kernel_is_known_by_what_it_calls_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """numba itself keeps `calling` when only the file of `called` has changed."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def number(added: int, offset: int) -> str:
        (tmp_path / "trial_called.py").write_text(CALLED.format(added=added))
        (tmp_path / "trial_calling.py").write_text(CALLING.format(offset=offset))
        for name in ("trial_called", "trial_calling"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        kernels_by_content._source.cache_clear()
        importlib.invalidate_caches()
        return kernels_by_content.content(importlib.import_module("trial_calling").calling.py_func)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    first = number(1, 2)
    assert number(1, 2) == first
    assert len({first, number(5, 2), number(1, 3)}) == 3


def test_two_processes_that_compile_at_once_keep_their_machine_code_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both look for a free name, both enter it in the index, and the one entered first is written last."""
    kernel_file: Any = IndexDataCacheFile
    first, second, reader = (kernel_file(str(tmp_path), "kernel", "stamp") for _ in range(3))
    enter, write = second._save_index, first._save_data
    held_up: list[tuple[str, str]] = []
    monkeypatch.setattr(first, "_save_data", lambda name, data: held_up.append((name, data)))

    def enter_after_the_first(overloads: dict[str, str]) -> None:
        first.save("array with gaps", "code for gaps")
        enter(overloads)

    monkeypatch.setattr(second, "_save_index", enter_after_the_first)
    second.save("flat array", "code for flat arrays")
    for name, data in held_up:
        write(name, data)
    assert reader.load("flat array") == "code for flat arrays"
    assert reader.load("array with gaps") in (None, "code for gaps")


USED = """
import sys
import numpy as np
from houseway.odds.simulate.streams import mixed
print(mixed(np.uint64(5)), sum(mixed.stats.cache_hits.values()), "numba.cpython.unicode" in sys.modules)
"""
COMPILED_AFTER = """
from numba import njit
print(njit(lambda words: words.sum())(np.array([1, 2])))
"""


OTHER_NUMBA = """
from houseway.hands import kernels_by_content
kernels_by_content.rtsys = {other}
"""


def _run(program: str, place: Path, *arguments: str) -> list[str]:
    """What a process of its own prints whose kernels are in this place."""
    environment = {**os.environ, NUMBA: str(place)}
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_a_kernel_in_the_cache_is_loaded_without_the_compiler(tmp_path: Path) -> None:
    """And what is compiled after it has the whole compiler."""
    value, hits, _ = _run(USED, tmp_path)
    assert hits == "0"
    assert _run(USED + COMPILED_AFTER, tmp_path) == [value, "1", "False", "3"]


@pytest.mark.parametrize("other", ["None", "type('Other', (), {'initialize': lambda self: None})()"])
def test_a_numba_with_other_parts_loads_a_kernel_its_own_way(tmp_path: Path, other: str) -> None:
    """By its compiler, which it readies first; the kernel is not compiled again."""
    value, *_ = _run(USED, tmp_path)
    assert _run(OTHER_NUMBA.format(other=other) + USED, tmp_path) == [value, "1", "True"]


HOLDS = """
import fcntl, sys
with open(sys.argv[1], "w") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_kernel_that_another_process_compiles_is_waited_for(tmp_path: Path) -> None:
    path = str(tmp_path / "kernels" / "kernel.nbi.lock")
    turns, hasty = kernels_by_content.Turns(), kernels_by_content.Turns(0.05)
    assert not turns.take(path), "nobody is before it"
    assert not turns.take(path), "it is its own turn"
    turns.give(path)
    turns.give(path)
    with subprocess.Popen([sys.executable, "-c", HOLDS, path], stdin=PIPE, stdout=PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert hasty.take(path), "it waits, but not for ever"
        waiting = Thread(target=lambda: answers.append(turns.take(path)))
        answers: list[bool] = []
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
        other.communicate("")
        waiting.join(60)
        assert answers == [True]
    turns.give(path)
    assert not kernels_by_content.Turns().take(str(NOWHERE / "kernel.nbi.lock"))


BUILT_IN = """
import sys
import numpy as np
from numba import njit
from houseway.odds.simulate.streams import deal, mixed
shoe, out = np.arange(52, dtype=np.uint8), np.zeros((1, 3), np.uint8)
if "deal" in sys.argv[1:]:
    deal(shoe, np.uint64(7), out)
    assert not mixed.stats.cache_hits and all(one.library.built_in for one in mixed.overloads.values())
assert mixed(np.uint64(5)) == mixed.py_func(np.uint64(5))
assert njit(lambda counter: mixed(counter))(np.uint64(5)) == mixed(np.uint64(5))
deal(shoe, np.uint64(7), out)
print(bool(mixed.stats.cache_hits), *out[0])
"""


def test_a_kernel_built_into_another_gets_machine_code_when_python_calls_it(tmp_path: Path) -> None:
    """In the process that built it in, and in one that finds it kept so; others are still built from it."""
    hit, *dealt = _run(BUILT_IN, tmp_path / "one", "deal")
    assert hit == "False"
    assert _run(BUILT_IN, tmp_path / "one") == ["True", *dealt]
    assert _run(BUILT_IN, tmp_path / "two")[1:] == dealt
    _run(BUILT_IN.partition("assert mixed(")[0], tmp_path / "three", "deal")
    assert _run(BUILT_IN, tmp_path / "three") == ["False", *dealt]
