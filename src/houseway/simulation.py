"""Simulations of any game: blocks of rounds on threads or on a cluster, added up in their order, with checkpoints."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from houseway.families import family_of
from houseway.odds.simulate.setup import Engine, Setup
from houseway.odds.simulate.tally import COLUMNS, Floats, Result, result
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import portable

Progress = Callable[[float], None]
Task = tuple[int, int]  # a block and its rounds
_WAVE = 64  # blocks between two checkpoints


@lru_cache(maxsize=4)
def _engine(setup: bytes) -> Engine:
    asked = msgspec.json.decode(setup, type=Setup)
    family = family_of(asked.game)
    if asked.stakes and not family.traits.pot:
        raise RuleError("only a game that players bank themselves has stakes to lay down", "--stake")
    if asked.seats and not family.traits.seats_interact:
        raise RuleError("the seats of this game do not touch each other: one is simulated", "--seats")
    return family.odds.engine(asked)


def engine_of(setup: Setup) -> Engine:
    """The engine of a simulation; the same setup gives the same engine."""
    return _engine(msgspec.json.encode(setup))


def play_block(setup: bytes, block: int, rounds: int) -> Floats:
    """The sums of one block, in whatever process this is."""
    return _engine(setup).play(block, rounds)


class Checkpoint(msgspec.Struct, frozen=True):
    """The sums of the blocks played so far, with what was simulated."""

    setup: Setup
    blocks: int
    sums: list[list[float]]


@dataclass(frozen=True)
class Run:
    """How a simulation is run."""

    rounds: int
    threads: int = 0  # 0: one for each core
    checkpoint: str = ""
    resume: bool = False
    cluster: str = ""


def _read(path: str, setup: Setup) -> Checkpoint:
    try:
        saved = msgspec.json.decode(Path(path).read_bytes(), type=Checkpoint)
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", "--checkpoint") from None
    except msgspec.DecodeError as error:
        raise RuleError(f"{path} is not a checkpoint of a simulation: {error}", "--checkpoint") from None
    if saved.setup != setup:
        raise RuleError(f"{path} belongs to another simulation: game, house, strategy or seed differ", "--checkpoint")
    return saved


def _write(path: str, saved: Checkpoint) -> None:
    """Replace the file in one step, so that a stop in the middle leaves the old one."""
    draft = f"{path}.part"
    Path(draft).write_bytes(msgspec.json.encode(saved))
    os.replace(draft, path)


def _on_threads(setup: bytes, tasks: list[Task], threads: int) -> Iterator[Floats]:
    if threads == 1:
        for block, rounds in tasks:
            yield play_block(setup, block, rounds)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(lambda task: play_block(setup, *task), tasks)


def simulate(setup: Setup, run: Run, progress: Progress | None = None) -> Result:
    """The result after `rounds` rounds; the same for the same setup, however the blocks are spread."""
    if run.rounds < 1:
        raise RuleError("must be at least 1", "--rounds")
    engine = engine_of(setup)
    info = engine.info
    sums = np.zeros((1 + len(info.wagers) + len(info.counted), COLUMNS))
    whole, rest = divmod(run.rounds, info.block)
    tasks = [(block, info.block) for block in range(whole)] + ([(whole, rest)] if rest else [])
    done = 0
    if run.resume:
        if not run.checkpoint:
            raise RuleError("needs --checkpoint FILE", "--resume")
        saved = _read(run.checkpoint, setup)
        if saved.blocks > whole:
            raise RuleError(f"the checkpoint holds {saved.blocks * info.block} rounds already", "--rounds")
        done, sums = saved.blocks, np.array(saved.sums)
    with _Players(run, setup) as play:
        for start in range(done, len(tasks), _WAVE):
            wave = tasks[start : start + _WAVE]
            for played, part in enumerate(play(wave), start=start + 1):
                sums += part
                if progress is not None:
                    progress(played / len(tasks))
            if run.checkpoint and wave[-1][1] == info.block:  # a last part block cannot be gone on from
                _write(run.checkpoint, Checkpoint(setup, start + len(wave), sums.tolist()))
    name = load_game(setup.game, setup.house).spec.id
    return result(name, info.strategy, setup.seed, run.rounds, info.unit, info.wagers, sums, info.notes, info.counted)


class _Players:
    """A context that yields a function from tasks to their sums, in order."""

    def __init__(self, run: Run, setup: Setup) -> None:
        self.run, self.setup = run, setup
        self.cluster: Any = None

    def __enter__(self) -> Callable[[list[Task]], Iterator[Floats]]:
        if self.run.cluster:
            from houseway.odds.cluster import Cluster

            cluster = self.cluster = Cluster(self.run.cluster)
            setup = msgspec.json.encode(msgspec.structs.replace(self.setup, game=portable(self.setup.game)))
            return lambda tasks: cluster.map(play_block, [(setup, *task) for task in tasks])
        threads = self.run.threads or os.cpu_count() or 1
        setup = msgspec.json.encode(self.setup)
        return lambda tasks: _on_threads(setup, tasks, threads)

    def __exit__(self, *_: object) -> None:
        if self.cluster is not None:
            self.cluster.close()
