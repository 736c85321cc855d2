"""The database: the migrations give what the schema says, on SQLite and on PostgreSQL, and survive company."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.floor.helpers import assert_balanced, bet, guest, hand, play_round, seated
from tests.floor.postgres import running

from houseway.floor.roles import add_guest
from houseway.floor.schema import metadata
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return default_url(tmp_path / "floor.db")
    found: str = request.getfixturevalue("postgresql")
    return found


def test_processes_that_start_together_migrate_once(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    threads = [threading.Thread(target=store.migrate) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stores[0].engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    for store in stores:
        assert store.write(add_guest).id
        store.close()


def test_rounds_and_guards_are_the_same_on_both(url: str) -> None:
    store = Store(url)
    store.migrate()
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    assert play_round(store, table, {0: person}).status == "settled"
    for statement in ("UPDATE lines SET cents = 1", "DELETE FROM entries", "UPDATE events SET seat = 1"):
        with pytest.raises(DBAPIError, match="append-only"):
            store.write(lambda db, s=statement: db.execute(text(s)))  # type: ignore[misc]
    with pytest.raises(RuleError, match="you have"):
        bet(store, table, 0, person, ante=9999, blind=9999)
    assert hand(store, table).status == "settled"
    assert_balanced(store)
    store.close()


@pytest.mark.parametrize("wrong", ["mysql://x/y", "sqlite:////no/such/folder/floor.db", "nonsense"])
def test_a_database_that_cannot_be_opened_is_said_plainly(wrong: str) -> None:
    with pytest.raises(RuleError):
        Store(wrong).migrate()
