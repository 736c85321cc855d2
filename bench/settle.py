"""Rounds a second through `houseway settle --json`, and the memory it takes: 100,000 rounds of a .jsonl file, one core.

Run by `make bench`; `python bench/settle.py --rounds 20000` for a quick look.
"""

import argparse
import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games import live_games
from tests.play.rounds import real_round

from houseway.commands.settle import run
from houseway.families import family_of

GOAL = 5000
DISTINCT = 200  # different rounds of each game; they are repeated in turn


def write_rounds(path: Path, games: Sequence[str], count: int, seats: int) -> None:
    """A file of `count` rounds, the games in turn: random wagers and actions of one to `seats` seats."""
    lines = [msgspec.json.encode(real_round(game, seed, seats)) + b"\n" for seed in range(DISTINCT) for game in games]
    with path.open("wb") as out:
        for place in range(count):
            out.write(lines[place % len(lines)])


def timed(path: Path) -> float:
    """Seconds of processor time to settle the file, the answers written to nowhere."""
    start = time.process_time()
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        status = run([str(path)], as_json=True)
    assert status == 0, "every round of the benchmark settles"
    return time.process_time() - start


def measure(name: str, games: Sequence[str], count: int, seats: int = 1) -> None:
    """Print the rate of one workload."""
    with tempfile.TemporaryDirectory() as folder:
        warm, path = Path(folder, "warm.jsonl"), Path(folder, "rounds.jsonl")
        write_rounds(warm, games, len(games) * 20, seats)
        write_rounds(path, games, count, seats)
        timed(warm)  # start-up: imports, plans, kernels from the cache
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = timed(path)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        size = path.stat().st_size / 1e6
    rate = count / seconds
    print(f"{name:<28}{count:>9,}{size:>8.1f} MB{rate:>10,.0f} rounds/s{grown / 1024:>8.1f} MB grown", flush=True)


def start_up() -> float:
    """Seconds of `houseway show crazy-4-poker`, the best of five."""
    command = [sys.executable, "-m", "houseway", "show", "crazy-4-poker"]
    best = 99.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--each", action="store_true", help="also every game by itself, a tenth of the rounds")
    asked = parser.parse_args()
    print(f"houseway show: {start_up():.2f} s")
    games = [game for game in live_games() if family_of(game).name == "house-poker"]
    measure("one seat, games in turn", games, asked.rounds)
    measure("one to four seats", games, asked.rounds, seats=4)
    if asked.each:
        for game in games:
            measure(game, [game], asked.rounds // 10)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB; goal {GOAL:,} rounds/s")


if __name__ == "__main__":
    main()
