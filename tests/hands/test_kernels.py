"""Kernels say the same uncompiled, so that a first round need not wait for the compiler."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import cfunc, njit

from houseway.hands.kernels_by_content import _spare_compiling
from houseway.hands.ranking import RANKINGS

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))
ROWS = 40
COMPILED = """
import sys
from houseway.hands import kernels, poker
from houseway.hands.ranking import RANKINGS, rank_one
if sys.argv[1:]:
    kernels.serve_from_cache()
else:
    kernels._patience.update({True: 0, False: 0})
rank_one(RANKINGS["poker"], range(0, 20, 4))
print("compiled" if poker.rank_any.signatures else "Python")
"""
LINKED = """
import sys
import numpy as np
from numba import njit
from houseway.odds.blackjack.kernel import UNKNOWN, _fitting
from houseway.odds.blackjack.solve import read_rules
from houseway.play.blackjack.plan import load_plan
rules = read_rules(load_plan("blackjack", {}))
given = rules.shoe, np.arange(9), rules.book, np.full((9, 12), UNKNOWN)
fit = len(_fitting(*given))
print(fit, bool(_fitting.stats.cache_hits), *(name in sys.modules for name in ("numba.np.arrayobj", "numpy.ma")))
@njit
def twice(shoe, places, book, ends):
    return 2 * len(_fitting(shoe, places, book, ends))
print(twice(*given))
"""
RANKED = f"""
import json, sys
import numpy as np
from tests.hands.test_kernels import ranked
json.dump(ranked({ROWS}), sys.stdout)
"""


def hands(size: int, rows: int, seed: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """Random hands of a deck with two jokers, and as many of a few cards, where what is rare comes up."""
    rng = np.random.default_rng(seed)
    decks = [np.arange(54), rng.permutation(52)[:12]]
    found = [rng.permutation(decks[row % 2])[:size] for row in range(rows)]
    return np.array(found, np.uint8)


def ranked(rows: int) -> dict[str, list[int]]:
    """What every ranking says of hands of its size and of two cards more."""
    return {
        name: [
            int(ranking.rank(hands(size, rows, seed)[row : row + 1])[0])
            for seed, size in enumerate((ranking.size, ranking.size + 2))
            for row in range(rows)
        ]
        for name, ranking in RANKINGS.items()
    }


def uncompiled(*arguments: str) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=Path(__file__).parents[2], capture_output=True, check=True
    )
    return done.stdout.decode()


def test_every_ranking_says_the_same_uncompiled() -> None:
    assert json.loads(uncompiled("-c", RANKED)) == ranked(ROWS)


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.nightly)])
def test_cases_are_settled_as_expected_uncompiled(tmp_path: Path, every: int) -> None:
    lines = [line for path in CASES for line in path.read_text().splitlines()][::every]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    said = uncompiled("-m", "houseway", "cases", str(tmp_path / "cases.jsonl"))
    assert f"{len(lines)} of {len(lines)} cases as expected" in said


def test_what_is_left_out_of_compiling_changes_no_answer() -> None:
    """A slice of another shape is still refused, and a function that is not of this package still has its address."""
    _spare_compiling()

    @njit
    def copied(row: Any, given: Any) -> Any:
        row[:] = given
        return row

    assert copied(np.zeros(2), np.ones(2)).tolist() == [1.0, 1.0]
    with pytest.raises(ValueError, match="of another shape"):
        copied(np.zeros(2), np.ones(3))
    assert cfunc("int64(int64)")(lambda number: number + 1).ctypes(41) == 42


def test_a_server_loads_a_kernel_of_the_cache_and_compiles_none(tmp_path: Path) -> None:
    place = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def form(*arguments: str) -> str:
        command = [sys.executable, "-c", COMPILED, *arguments]
        return subprocess.run(command, env=place, capture_output=True, check=True, text=True).stdout.strip()

    assert form("as a server") == "Python"
    assert form() == "compiled"
    assert form("as a server") == "compiled"


def test_a_kernel_of_the_cache_loads_no_compiler_and_is_still_built_into_others(tmp_path: Path) -> None:
    place = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def said() -> list[str]:
        done = subprocess.run([sys.executable, "-c", LINKED], env=place, capture_output=True, check=True)
        return done.stdout.decode().split()

    assert said() == ["9", "False", "True", "False", "18"]
    assert said() == ["9", "True", "False", "False", "18"]
