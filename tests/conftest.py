"""Settings every test shares: the examples hypothesis draws, by day and by night, and the order of the tests."""

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher
from hypothesis import settings
from tests.floor.templates import use_template
from tests.install import PACKAGES, installed

from houseway.floor import logins

if sys.platform != "win32":
    import fcntl

# No deadline: the first example of a kernel pays for its compilation. By day everybody draws the same examples, so a
# change that passes passes everywhere; other examples are drawn every night.
settings.register_profile("default", deadline=None, max_examples=30, derandomize=True, print_blob=True)
settings.register_profile("nightly", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("default")

HERE = Path(__file__).parent
COUNTING = ("odds", "hands", "cli", "blackjack")  # these look at what is counted, not at the prices that are shipped
COMPILING = (*COUNTING, "bulk", "docs", "gym", "library")  # these compile kernels: one worker does, for all
TABLES = ("floor", "site", "tournaments", "web")  # these play at live tables
WITH_TRAINER = ("site", "web")
LONG = ("cards", "floor", "site", "web", "pots", "baccarat")


def pytest_sessionstart(session: pytest.Session) -> None:
    """A run of all tests on a bare machine installs what it lacks beside the first of them."""
    config = session.config
    controls = config.getoption("numprocesses", None) and not hasattr(config, "workerinput")
    if controls and config.args == config.getini("testpaths"):
        threading.Thread(target=lambda: [installed(package) for package in PACKAGES], daemon=True).start()


def pytest_unconfigure() -> None:
    """Stop the PostgreSQL server of this process, if a test started one."""
    if servers := sys.modules.get("tests.floor.postgres"):
        servers.stop_servers()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """On a fresh clone one worker compiles the modules to byte code; the others wait for it and read that."""
    fresh = not any((HERE / "web" / "__pycache__").glob("*pytest*.pyc")) and not sys.dont_write_bytecode
    if sys.platform == "win32" or not fresh or not hasattr(session.config, "workerinput"):
        return (yield)
    run = session.config.workerinput["testrunuid"]
    path = Path(tempfile.gettempdir()) / f"houseway-tests-{run}"
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)  # the others read at the same time
        try:
            return (yield)
        finally:
            path.unlink(missing_ok=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two halves for two workers: one compiles, one plays at tables, each with short tests last to even out."""
    compiling: list[pytest.Item] = []
    long: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        suite = item.path.relative_to(HERE).parts[0]
        (compiling if suite in COMPILING else long if suite in LONG else short).append(item)
    first = max(0, len(items) // 2 - len(compiling))
    items[:] = [*compiling, *short[:first], *long, *short[first:]]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it again and again for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests of counting count; others take shipped prices where those are of this code."""
    os.environ["HOUSEWAY_RECOUNT"] = "1" if item.path.relative_to(HERE).parts[0] in COUNTING else ""


@pytest.fixture(scope="session", autouse=True)
def _databases_from_template() -> Iterator[None]:
    """Fifteen migrations for every test that opens a database were a quarter of the whole time."""
    with pytest.MonkeyPatch.context() as patch:
        use_template(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Passwords hashed by the same function at the least cost: its full cost is half a test's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logins, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By day a test at a live table or with the trainer is dealt the same cards every time; at night others."""
    suite = request.node.path.relative_to(HERE).parts[0]
    if suite not in TABLES or request.config.getoption("--hypothesis-profile") == "nightly":
        return
    rng, drills = Random(request.node.nodeid), count()
    drawn = SimpleNamespace(token_hex=lambda size: rng.randbytes(size).hex())
    monkeypatch.setattr("houseway.floor.keys.secrets", drawn)
    if suite in WITH_TRAINER:
        monkeypatch.setattr(
            "houseway.web.api.trainer.SystemRandom", lambda: Random(f"{request.node.nodeid} {next(drills)}")
        )
