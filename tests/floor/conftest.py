"""Stores for the floor's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor.store import Store
from tests.floor.helpers import new_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path)
    yield made
    made.close()
