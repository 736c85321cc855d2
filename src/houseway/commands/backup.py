"""`houseway backup` and `houseway restore`: the floor's database in one file, and back."""

from pathlib import Path

from houseway.commands.output import console
from houseway.rules.errors import RuleError


def save(file: str, database: str) -> None:
    """Write a backup."""
    from houseway.commands.serve import database_url
    from houseway.floor.backup import backup
    from houseway.floor.store import Store

    store = Store(database_url(database))
    try:
        counted = backup(store, Path(file))
    except OSError as error:
        raise RuleError(f"cannot write it: {error.strerror}", file) from None
    finally:
        store.close()
    console().print(
        f"{sum(counted.values()):,} rows of {len(counted)} tables are in {file}; keep {store.keys.path} apart"
    )


def load(file: str, database: str) -> None:
    """Read a backup."""
    from houseway.commands.serve import database_url
    from houseway.floor.backup import restore
    from houseway.floor.store import Store

    store = Store(database_url(database))
    try:
        counted = restore(store, Path(file))
    finally:
        store.close()
    console().print(
        f"{sum(counted.values()):,} rows of {len(counted)} tables are restored; the key belongs at {store.keys.path}"
    )
