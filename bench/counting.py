"""The speed of counting beside its goals, each figure by a fresh process; rewrites its section of docs/speed.md.

Run by `make bench`. Times are seconds of processor time, user and system of all threads, because a busy machine bends
the clock; only answers from shipped prices go by the clock. `--before SRC` measures another checkout's `src` in turn
with this one, `--all-games` counts every game of the rulebook with all its pay tables.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from houseway.rules.load import read_raw, rulebook_files

DOCS = Path(__file__).parents[1] / "docs" / "speed.md"
START, END = "<!-- counting: written by bench/counting.py -->", "<!-- end of counting -->"
OWN = str(Path(__file__).parents[1] / "src")
SHEETS = {"blackjack": 1.0, "ultimate-texas-holdem": 8.0, "blackjack-switch": 10.0}
EMPTY = (  # a game of each family
    "blackjack", "baccarat", "three-card-poker", "ultimate-texas-holdem", "pai-gow-poker", "pai-gow-tiles",
    "texas-holdem", "craps-odds", "keno", "big-six-wheel",
)  # fmt: skip
EMPTY_GOAL, SHIPPED_GOAL, ALL_GOAL = 10.0, 0.5, 600.0
SIMULATED, SIMULATED_GOAL = 20_000_000, 12.0
RANKED, PATIENCE = 5_000_000, 900.0
_LEFT_OUT = ("NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE")  # of the environment that a measured process gets

CLI = "from houseway.cli import main; main()"
PLAYED = f"""
import time
from houseway.odds.simulate.setup import Setup
from houseway.simulation import Run, engine_of, simulate
setup = Setup("blackjack", seed=1)
engine_of(setup).play(0, 1000)
best = float("inf")
for _ in range(3):
    start = time.process_time()
    simulate(setup, Run({SIMULATED}, threads=1))
    best = min(best, time.process_time() - start)
print({SIMULATED} / best / 1e6)
"""
RANKING = f"""
import time
import numpy as np
from houseway.hands.fast import rank_poker
hands = np.argsort(np.random.default_rng(1).random(({RANKED}, 52), np.float32), axis=1)[:, :7].astype(np.uint8)
rank_poker(hands[:5000])
best = float("inf")
for _ in range(5):
    start = time.process_time()
    rank_poker(hands)
    best = min(best, time.process_time() - start)
print({RANKED} / best / 1e6)
"""


class Row(NamedTuple):
    """A line of the table; `unit` "s": less is better."""

    work: str
    unit: str
    goal: float | None
    now: float
    before: float | None

    def cells(self) -> tuple[str, str, str, str, str]:
        """As they are printed; the last is how often the goal is met, 1 or more where it is."""
        goal = f"{self.goal:g} {self.unit}" if self.goal else ""
        met = "" if not self.goal else f"{self.goal / self.now if self.unit == 's' else self.now / self.goal:.2f}"
        before = "" if self.before is None else f"{self.before:.2f} {self.unit}"
        return self.work, before, f"{self.now:.2f} {self.unit}", goal, met


def child(code: str, src: str, *arguments: str, **variables: str) -> tuple[float, float, str]:
    """Seconds of processor time and by the clock of a fresh process, and what it printed."""
    # Loading the package has told numba, in this process too, where its kernels lie. Byte code is kept as where the
    # package is installed: without it a process spends more on compiling numba's modules than on most counts.
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    environment = {**kept, "PYTHONPATH": src, **variables}
    used, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], check=False, capture_output=True, text=True, env=environment,
        timeout=PATIENCE,
    )  # fmt: skip
    took, since = time.perf_counter() - clock, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode:
        raise RuntimeError(ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else "no answer")
    return since.ru_utime + since.ru_stime - used.ru_utime - used.ru_stime, took, ran.stdout


def counted(game: str, src: str, *more: str, **variables: str) -> float:
    """Processor time of `houseway odds GAME`, counted and not taken from shipped prices."""
    return child(CLI, src, "odds", game, "--json", *more, HOUSEWAY_RECOUNT="1", **variables)[0]


def from_empty(game: str, src: str) -> float:
    """The same with no compiled kernel to begin with."""
    with tempfile.TemporaryDirectory() as place:
        return counted(game, src, HOUSEWAY_CACHE_DIR=place)


def shipped(game: str, src: str) -> float:
    """By the clock, from the prompt to the end, with the price shipped."""
    return min(child(CLI, src, "odds", game, HOUSEWAY_RECOUNT="")[1] for _ in range(5))


def every_game(src: str) -> float:
    """All games of the rulebook, one process each, with all pay tables; games that have no price are left out."""
    total = 0.0
    for game in [str(read_raw(path)["id"]) for path in rulebook_files()]:
        try:
            took = counted(game, src, "--all")
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"    {game}: {error}", flush=True)
            continue
        print(f"    {game}: {took:.1f} s", flush=True)
        total += took
    return total


def rows(before: str, all_games: bool) -> Iterator[Row]:
    """What is measured, a row at a time; with `before` both checkouts in turn, the better of two runs each."""
    sources = [OWN, *([before] if before else [])]
    for game, goal in SHEETS.items():
        runs = [[counted(game, src) for src in sources] for _ in range(2)]  # the first may have to compile kernels
        best = [min(one) for one in zip(*runs, strict=True)]
        yield Row(f"{game}, whole sheet", "s", goal, best[0], best[1] if before else None)
    rates = [float(child(PLAYED, src)[2]) for src in sources]
    yield Row("blackjack simulated, one core", "million/s", SIMULATED_GOAL, rates[0], rates[1] if before else None)
    rates = [float(child(RANKING, src)[2]) for src in sources]
    yield Row("7-card hands at random, one core", "million/s", None, rates[0], rates[1] if before else None)
    for game in EMPTY:
        times = [from_empty(game, src) for src in sources]
        work = f"{game}, first time, no kernel compiled"
        yield Row(work, "s", EMPTY_GOAL, times[0], times[1] if before else None)
    times = [shipped("blackjack", src) for src in sources]
    yield Row("blackjack from shipped prices, by the clock", "s", SHIPPED_GOAL, times[0], times[1] if before else None)
    if all_games:
        times = [every_game(src) for src in sources[:1]]
        yield Row("all games, all pay tables", "s", ALL_GOAL, times[0], None)


def write(made: list[Row], load: float) -> None:
    """Put the table in its section of the page."""
    lines = [
        "## Odds",
        "",
        f"Measured by `bench/counting.py` on {os.cpu_count()} shared cores (load {load:.1f} when it began), processor "
        "time of all threads from the start of the process to its end; goals are for quiet cores. `met` is 1 or more "
        "where a goal is met.",
        "",
        "| work | before | now | goal | met |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(f"| {' | '.join(row.cells())} |" for row in made),
    ]
    text = DOCS.read_text(encoding="utf-8")
    head, _, rest = text.partition(START)
    _, _, tail = rest.partition(END)
    section = "\n".join([START, *lines, END])
    DOCS.write_text(f"{head.rstrip()}\n\n{section}\n" + (f"\n{tail.strip()}\n" if tail.strip() else ""), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default="", metavar="SRC", help="the src folder of another checkout")
    parser.add_argument("--all-games", action="store_true", help="count every game of the rulebook too")
    asked = parser.parse_args()
    load, made = os.getloadavg()[0], []
    for row in rows(asked.before, asked.all_games):
        print("  ".join(row.cells()), flush=True)
        made.append(row)
    write(made, load)


if __name__ == "__main__":
    main()
