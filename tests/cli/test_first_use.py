"""The first use on a machine says that kernels are being compiled and how long it took; the next says nothing."""

from pathlib import Path

import pytest
from tests.cli.command import process

BEGUN, DONE = "First use: kernels are being compiled", "Kernels compiled in "


@pytest.mark.parametrize(
    "arguments",
    [("odds", "casino-war", "--json"), pytest.param(("settle", "-", "--json"), marks=pytest.mark.nightly)],
    ids=lambda one: one[0],
)
def test_the_first_use_is_announced(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    rounds = '{"game": "casino-war", "seats": [{"wagers": {"initial": 10}, "cards": ["2c"]}], "dealer": ["3c"]}'
    first = process(*arguments, text=rounds)
    assert first.code == 0
    assert BEGUN in first.err
    assert DONE in first.err
    assert BEGUN not in first.out
    later = process(*arguments, text=rounds)
    assert later.out == first.out
    assert not later.err
