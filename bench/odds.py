"""The speed of the odds: ranking beside its peers, solvers, simulation, printed; memory, written to docs/speed.md.

Run by `make bench`; the times of whole commands are those of `bench/counting.py`. Peers are installed into an
environment of their own that is thrown away. Each figure is the best of a few runs with kernels compiled; processor
time is given beside the clock, because a busy machine bends the clock.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.families import family_of
from houseway.hands.fast import NO_CARDS, flush_index, has_flush, rank_poker, ranks_index, suit_bit, tables
from houseway.odds.simulate.setup import Setup
from houseway.rules.load import read_raw, rulebook_files
from houseway.simulation import Run, engine_of, simulate

DOCS = Path(__file__).parents[1] / "docs" / "speed.md"
PEAKS, PEAKS_END = "<!-- memory: written by bench/odds.py -->", "<!-- end of memory -->"
MOST_SHOWN = 10
HANDS = 5_000_000
SOLVED = {
    "ultimate-texas-holdem": 8, "three-card-poker": 2, "let-it-ride": 2, "mississippi-stud": 2, "casino-war": 2,
    "caribbean-stud": 20, "crazy-4-poker": 20, "texas-holdem-bonus-poker": 20, "dj-wild-stud-poker": 20,
    "high-card-flush": 20,
}  # fmt: skip
PRICED = {"baccarat": 2, "blackjack": 1, "pai-gow-poker": 30}
SIMULATED = {
    "three-card-poker": 20_000_000, "blackjack": 20_000_000, "ultimate-texas-holdem": 1_000_000,
    "pai-gow-poker": 4_000_000,
}  # fmt: skip
_RATES = {"three-card-poker": "5 million/s", "blackjack": "12 million/s"}  # that simulation is to reach
BESIDE = {"21-plus-3": "21_plus_3", "bust-the-house": "bust_the_house"}  # wagers on first cards, on the dealer's hand

PEERS = """
import json, random, sys, time
import eval7, phevaluator
random.seed(1)
count = int(sys.argv[1])
names = [r + s for r in "23456789TJQKA" for s in "cdhs"]
deals = [random.sample(range(52), 7) for _ in range(count)]
cards = [eval7.Card(name) for name in names]
hands = [[cards[c] for c in deal] for deal in deals]
start = time.process_time()
for hand in hands:
    eval7.evaluate(hand)
one = count / (time.process_time() - start)
deals = deals[: count // 10]
start = time.process_time()
for deal in deals:
    phevaluator.evaluate_cards(*deal)
print(json.dumps({"eval7": one, "phevaluator": len(deals) / (time.process_time() - start)}))
"""


class Timed(NamedTuple):
    """Seconds by the clock and of processor time."""

    clock: float
    processor: float


def best_of(times: int, work: Callable[[], object]) -> Timed:
    """The quickest of a few runs."""
    found = []
    for _ in range(times):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        found.append(Timed(time.perf_counter() - clock, time.process_time() - processor))
    return min(found)


@njit(cache=True)
def count_seven(
    words: npt.NDArray[np.int64], displacements: npt.NDArray[np.uint16], slots: npt.NDArray[np.uint16],
    flushes: npt.NDArray[np.uint16], counts: npt.NDArray[np.uint32],
) -> None:  # fmt: skip
    """How often each index occurs among all seven-card hands."""
    for a in range(6, 52):
        for b in range(5, a):
            for c in range(4, b):
                three = NO_CARDS + words[a] + words[b] + words[c]
                held_three = suit_bit(a) | suit_bit(b) | suit_bit(c)
                for d in range(3, c):
                    for e in range(2, d):
                        for f in range(1, e):
                            six = three + words[d] + words[e] + words[f]
                            held = held_three | suit_bit(d) | suit_bit(e) | suit_bit(f)
                            for g in range(f):
                                total = six + words[g]
                                if has_flush(total):
                                    index = flush_index(total, held | suit_bit(g), flushes)
                                else:
                                    index = ranks_index(total, displacements, slots)
                                counts[np.uint64(index)] += np.uint32(1)


def ranking() -> list[tuple[str, str, str]]:
    """Seven cards at random, one core, and all C(52, 7) hands."""
    rng = np.random.default_rng(1)
    hands = np.argsort(rng.random((HANDS, 52), np.float32), axis=1)[:, :7].astype(np.uint8)
    rank_poker(hands[:5000])
    own = HANDS / best_of(5, lambda: rank_poker(hands)).processor
    made = tables()
    counts = np.zeros(len(made.values), np.uint32)
    count_seven(*made[:4], counts)
    every = best_of(3, lambda: count_seven(*made[:4], counts))
    return [
        ("seven-card hands at random, one core", f"{own / 1e6:.1f} million/s", "two thirds of OMPEval"),
        ("all C(52,7) hands, one core", f"{every.processor:.2f} s", "0.4 s"),
    ]


def peers() -> list[tuple[str, str, str]]:
    """eval7 and phevaluator on the same machine in the same run."""
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = str(Path(place) / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "eval7", "phevaluator"]
        if subprocess.run(install, check=False, capture_output=True).returncode:
            return [("eval7 and phevaluator", "could not be installed here", "")]
        ran = subprocess.run([python, "-c", PEERS, "300000"], check=True, capture_output=True, text=True)
    rates = json.loads(ran.stdout)
    return [(f"... {name}, called a hand at a time", f"{rate / 1e6:.2f} million/s", "") for name, rate in rates.items()]


FRESH = """
import sys, time
from houseway.odds.pricing import Question
from houseway.families import price
from houseway.odds.house_poker.solvers import find_solver
from houseway.play.house_poker.plan import load_plan
kind, game = sys.argv[1:]
clock, processor = time.perf_counter(), time.process_time()
if kind == "solved":
    plan = load_plan(game, {})
    find_solver(plan).solve(plan, {})
else:
    price(Question(game))
print(time.perf_counter() - clock, time.process_time() - processor)
"""


def exact(kind: str, game: str, goal: int) -> tuple[str, str, str]:
    """A game solved, or priced with all its wagers, by a fresh process: nothing is kept from a run before."""
    found = []
    for _ in range(3):  # the first run may have to compile
        ran = subprocess.run([sys.executable, "-c", FRESH, kind, game], check=True, capture_output=True, text=True)
        found.append(Timed(*map(float, ran.stdout.split())))
    took = min(found)
    return f"{game} {kind}", f"{took.clock:.2f} s ({took.processor:.2f} s of processor time)", f"{goal} s"


def simulated(game: str, rounds: int, side: str = "") -> tuple[str, str, str]:
    """Rounds a second of processor time on one thread."""
    setup = Setup(game, seed=1, sides=(side,) if side else ())
    engine_of(setup).play(0, 1000)
    took = best_of(2, lambda: simulate(setup, Run(rounds, threads=1)))
    goal = _RATES.get(game, "")
    return (
        f"{game} simulated{f' with {side}' if side else ''}, one core",
        f"{rounds / took.processor / 1e6:.2f} million rounds/s",
        goal,
    )


# Not by resource usage: there a new process starts with the peak of the one that started it.
WATCHED = """
import contextlib, io, os, pathlib, re, sys
from houseway.cli import app
os.environ["HOUSEWAY_RECOUNT"] = "1"
with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
    app(["odds", sys.argv[1], "--json"], standalone_mode=False)
most = re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())
print(int(most[1]) / 1024)
"""


def peak(game: str) -> float:
    """Megabytes at the most of `houseway odds GAME` in a process of its own."""
    done = subprocess.run([sys.executable, "-c", WATCHED, game], check=True, capture_output=True, text=True)
    return float(done.stdout)


def peaks() -> list[tuple[str, str]]:
    """Every game that can be priced, one after the other; those that need the most memory are shown."""
    games = [raw["id"] for raw in map(read_raw, rulebook_files()) if family_of(raw["id"]).traits.live]
    found = sorted(((peak(game), game) for game in games), reverse=True)
    rows = [(game, f"{most:.0f} MB") for most, game in found[:MOST_SHOWN]]
    rest = found[MOST_SHOWN:]
    if rest:
        rows.append((f"each of the other {len(rest)} games", f"at most {rest[0][0]:.0f} MB"))
    return rows


def write_peaks(rows: list[tuple[str, str]]) -> None:
    """Put the table of memory in its section of the page."""
    _replace(
        PEAKS,
        PEAKS_END,
        [
            "## Memory of the odds",
            "",
            "The most memory that `houseway odds GAME` holds at once, every wager priced; "
            "each game in a process of its own, as `bench/odds.py --peaks` measures it. The stated goal is 2 GB.",
            "",
            "| game | memory |",
            "| --- | ---: |",
            *(f"| {name} | {value} |" for name, value in rows),
        ],
    )


def _replace(start: str, end: str, lines: list[str]) -> None:
    text = DOCS.read_text(encoding="utf-8") if DOCS.exists() else "# Speed\n"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    section = "\n".join([start, *lines, end])
    after = f"\n{after.strip()}\n" if after.strip() else ""
    DOCS.write_text(f"{before.rstrip()}\n\n{section}\n{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-peers", action="store_true", help="do not install and measure the peers")
    parser.add_argument("--only", default="", help="only work whose name contains this, and no memory")
    parser.add_argument("--peaks", action="store_true", help="only the memory of every game")
    asked = parser.parse_args()
    if asked.peaks:
        write_peaks(peaks())
        return
    works: list[tuple[str, Callable[[], list[tuple[str, str, str]]]]] = [("ranking", ranking)]
    if not asked.no_peers:
        works.append(("peers", peers))
    works += [
        (f"{game} solved", lambda game=game, goal=goal: [exact("solved", game, goal)]) for game, goal in SOLVED.items()
    ]
    works += [
        (f"{game} priced", lambda game=game, goal=goal: [exact("priced", game, goal)]) for game, goal in PRICED.items()
    ]
    works += [(f"{g} simulated", lambda game=g, rounds=n: [simulated(game, rounds)]) for g, n in SIMULATED.items()]
    works += [(f"{g} simulated", lambda game=g, side=s: [simulated(game, 2_000_000, side)]) for g, s in BESIDE.items()]
    for name, work in works:
        if asked.only not in name:
            continue
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - one game that cannot be measured must not hide the others
            found = [(name, f"failed: {error}", "")]
        for row in found:
            print("  ".join(row), flush=True)
    if not asked.only:
        write_peaks(peaks())


if __name__ == "__main__":
    main()
