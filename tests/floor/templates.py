"""A database that is up to date, made once in a process: a new SQLite file is not taken through every migration.

The migrations themselves are tried by `test_store` and `test_backup`, which call `migrate`.
"""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from houseway.floor.store import Store, default_url

_open = Store.open


@cache
def _template() -> sqlite3.Connection:
    """A database in memory that has seen every migration."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        store = Store(default_url(path))
        store.migrate()
        store.close()
        with closing(sqlite3.connect(path)) as migrated:
            migrated.backup(made)
    return made


def _open_from_template(store: Store) -> None:
    if store.embedded and (path := store.engine.url.database) and Path(path).stat().st_size == 0:
        with closing(sqlite3.connect(path)) as empty:
            _template().backup(empty)
    _open(store)


def use_template(patch: pytest.MonkeyPatch) -> None:
    """From now on a store that is opened on an empty SQLite file starts from the template."""
    patch.setattr(Store, "open", _open_from_template)
