"""Settings every test shares: the examples hypothesis draws, by day and by night, and the order of the tests."""

import gc
import os
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import settings

# No deadline: the first example of a kernel pays for its compilation. By day everybody draws the same examples, so a
# change that passes passes everywhere; other examples are drawn every night.
settings.register_profile("default", deadline=None, max_examples=60, derandomize=True, print_blob=True)
settings.register_profile("nightly", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("default")

os.environ["HOUSEWAY_RECOUNT"] = "1"  # what tests look at is counted, not read from the prices that are shipped

HERE = Path(__file__).parent
COUNTING = ("odds", "hands", "cli", "blackjack")  # these compile kernels and share what they have counted
TABLES = ("floor", "site", "tournaments", "web")  # these play at live tables
LONG = ("cards", "floor", "site", "web", "pots", "baccarat")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two halves for two workers: one counts odds, one plays at tables, each with short tests last to even out."""
    counting: list[pytest.Item] = []
    long: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        suite = item.path.relative_to(HERE).parts[0]
        (counting if suite in COUNTING else long if suite in LONG else short).append(item)
    first = max(0, len(items) // 2 - len(counting))
    items[:] = [*counting, *short[:first], *long, *short[first:]]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it again and again for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By day a test at a live table is dealt the same cards every time; at night others."""
    suite = request.node.path.relative_to(HERE).parts[0]
    if suite in TABLES and request.config.getoption("--hypothesis-profile") != "nightly":
        rng = Random(request.node.nodeid)
        drawn = SimpleNamespace(token_hex=lambda size: rng.randbytes(size).hex())
        monkeypatch.setattr("houseway.floor.keys.secrets", drawn)
