"""The first use on a machine: a round does not wait for the compiler; what does says so, and how long it took."""

import resource
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.command import process

from houseway.commands import kernels
from houseway.families import compile_apart, compiles_apart
from houseway.odds.house_poker import price
from houseway.odds.pricing import Question

BEGUN, DONE = "First use: kernels are being compiled", "Kernels compiled in "
ROUND = (
    '{"game": "ultimate-texas-holdem", "seats": [{"wagers": {"ante": 10, "blind": 10, "trips": 5},'
    ' "cards": ["9s", "9d"], "actions": ["check", "raise 20"]}],'
    ' "dealer": ["Jh", "8c"], "community": ["9c", "2d", "3h", "Ks", "4s"]}'
)


def test_a_first_count_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    first = process("odds", "casino-war", "--json")
    assert first.code == 0
    assert BEGUN in first.err
    assert DONE in first.err
    assert BEGUN not in first.out
    later = process("odds", "casino-war", "--json")
    assert later.out == first.out
    assert not later.err


def test_a_second_process_compiles_until_the_count_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_APART", "import sys, time; sys.stdin.read(); time.sleep(600)")
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with kernels.announced(Console(file=StringIO()), Question("casino-war")) as compiling:
        compiling.on_start(None)
        helper = compiling.helper
        assert helper is not None
        assert helper.process.poll() is None
        compiling.on_start(None)
        assert compiling.helper is helper
    assert helper.process.poll() is not None
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    with kernels.announced(Console(file=StringIO()), Question("casino-war")) as compiling:
        compiling.on_start(None)
        assert compiling.helper is None


def test_the_second_process_begins_with_the_last_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    monkeypatch.setattr(price, "_side", lambda _, name, __: counted.append(name))
    compile_apart(Question("three-card-poker"))
    assert counted[0] == "progressive_5_card"
    assert counted[-1] == "pair_plus"
    assert not compiles_apart("keno")


def test_a_first_round_is_settled_within_three_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    first = process("settle", "-", "--json", text=ROUND)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert first.code == 0, first.out
    assert not first.err
    assert seconds < 3
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.nightly
def test_many_rounds_are_settled_with_compiled_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    single = process("settle", "-", "--json", text=ROUND)
    many = process("settle", "-", "--json", text="\n".join([ROUND] * 3000))
    assert many.code == 0
    assert DONE in many.err
    assert set(many.out.splitlines()) == set(single.out.splitlines())
    assert list(tmp_path.rglob("*.nbi"))
