"""Stores for the floor's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.floor.helpers import new_store

from houseway.floor.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path)
    yield made
    made.close()
