"""A Dask cluster: real workers, one of them killed in the middle of the work, and the answer of one process alone."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.families import price
from houseway.odds import cluster
from houseway.odds.cluster import Cluster, executor_at
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.pricing import Priced, Question
from houseway.odds.simulate.setup import Setup
from houseway.rules.errors import RuleError
from houseway.simulation import Run, engine_of, simulate

pytestmark = pytest.mark.filterwarnings("ignore")

WAR = Setup("casino-war", strategy="simple", seed=3)
OWN = """\
extends = "caribbean-stud"
id = "short-stud"
name = "Short Stud"
deck = "36"
seats = 6
"""


@pytest.fixture(scope="module")
def distributed() -> Any:
    """Imported with the first of these tests: it takes a second."""
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def local(distributed: Any) -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


class Killer(threading.Thread):
    """Kills the first worker that is seen at work on a part."""

    def __init__(self, local: Any) -> None:
        super().__init__(daemon=True)
        self.local = local
        self.killed = 0

    def hear(self, done: float) -> None:
        """Begin when some of the work is done."""
        if done < 1 and not self.is_alive() and not self.killed:
            self.start()

    def run(self) -> None:
        while not self.killed:
            time.sleep(0.005)
            busy = {address for address, worker in list(self.local.scheduler.workers.items()) if worker.processing}
            for nanny in self.local.workers.values():
                if nanny.worker_address in busy and not self.killed:
                    self.killed = nanny.process.pid
                    os.kill(self.killed, signal.SIGKILL)


def same(one: Priced, other: Priced) -> bool:
    return replace(one, report=replace(one.report, seconds=0.0)) == replace(
        other, report=replace(other.report, seconds=0.0)
    )


def test_a_simulation_that_loses_a_worker_gives_the_same_answer(local: Any) -> None:
    rounds = 140 * engine_of(WAR).info.block
    killer = Killer(local)
    spread = simulate(WAR, Run(rounds, cluster=local.scheduler_address), killer.hear)
    assert killer.killed
    assert spread == simulate(WAR, Run(rounds, threads=1))


def test_exact_odds_that_lose_a_worker_are_the_same(
    local: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of one's own by a path that means nothing to the workers, which run elsewhere."""
    (tmp_path / "own.toml").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    question = Question("own.toml")
    alone = price(question)
    killer = Killer(local)
    killer.start()
    with executor_at(local.scheduler_address, LOCAL) as executor:
        spread = price(question, executor)
    assert killer.killed
    assert spread.report.game == "short-stud"
    assert same(spread, alone)


def test_a_game_of_ones_own_is_simulated_elsewhere(local: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    setup = Setup("own.toml", strategy="simple", seed=1)
    assert simulate(setup, Run(5_000, cluster=local.scheduler_address)) == simulate(setup, Run(5_000))


def test_a_worker_with_other_versions_is_told(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "versions", lambda: {"Python": "2.7", **dict.fromkeys(cluster._PACKAGES, "0")})
    with (
        executor_at(local.scheduler_address, LOCAL) as executor,
        pytest.raises(RuleError, match=r"other versions.* for 2\.7"),
    ):
        price(Question("three-card-poker"), executor)


def test_an_error_of_a_part_is_told(local: Any) -> None:
    with executor_at(local.scheduler_address, LOCAL) as executor, pytest.raises(ZeroDivisionError):
        list(executor.map(divmod, [(4, 2), (1, 0)]))


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_REACH", 0.2)
    for address in ("tcp://127.0.0.1:1", "nonsense://"):
        with pytest.raises(RuleError, match="cannot reach a scheduler"):
            Cluster(address)


def test_a_scheduler_without_workers_is_told(distributed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None, silence_logs=50) as empty:
        monkeypatch.setattr(cluster, "_REACH", 5)
        with pytest.raises(RuleError, match="no worker has joined"):
            Cluster(empty.scheduler_address)


def test_dask_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RuleError, match="needs Dask"):
        Cluster("tcp://127.0.0.1:8786")


def test_without_an_address_the_process_works_alone() -> None:
    heard: list[float] = []
    with executor_at("", heard.append) as executor:
        assert executor == Executor(heard.append)
        assert list(executor.map(divmod, [(7, 2), (9, 4)])) == [(3, 1), (2, 1)]
    assert heard == [0.5, 1.0]
