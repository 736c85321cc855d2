"""The books as a chain: whatever is changed in the database behind the software's back is found, link by link."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.floor.helpers import bet, decide, guest, hand, play_round, seated
from tests.floor.postgres import running
from typer.testing import CliRunner

from houseway.cli import app
from houseway.floor import interventions, rounds, tables
from houseway.floor.books import check, heads
from houseway.floor.roles import Person, record
from houseway.floor.store import Store, default_url


def worked(store: Store) -> tuple[Person, int]:
    """A floor on which everything happened: rounds, a void, fills, a refusal, people, log lines."""
    people = [guest(store), guest(store)]
    for game in ("ultimate-texas-holdem", "blackjack"):
        table = seated(store, people[0], game)
        store.write(lambda db, t=table: tables.sit(db, t, 1, people[1]))  # type: ignore[misc]
        store.write(lambda db, t=table: tables.buy_in(db, t, 1, people[1], 50_000, None))  # type: ignore[misc]
        for _ in range(3):
            play_round(store, table, dict(enumerate(people)))
        store.write(lambda db, t=table: tables.move_chips(db, t, people[0], "fill", 5_000, None))  # type: ignore[misc]
        store.write(lambda db, t=table: record(db, people[0].id, "fill", table=t, amount=5_000))  # type: ignore[misc]
    bet(store, table, 0, people[0], blackjack=5)
    store.write(lambda db: interventions.void(db, table, people[0], "test"))
    store.write(lambda db: record(db, None, "login failed", "maria"))
    store.write(lambda db: tables.leave(db, table, 1, people[1]))
    return people[0], table


CHANGES = {
    "UPDATE lines SET cents = cents + 1 WHERE id = 20": "entry",
    "UPDATE lines SET memo = 'x' WHERE id = 20": "entry",
    "UPDATE entries SET user_id = 2 WHERE id = (SELECT max(id) FROM entries WHERE kind = 'opening')": "entry",
    "UPDATE entries SET at = at + 1 WHERE id = (SELECT max(id) FROM entries WHERE kind = 'opening')": "entry",
    "UPDATE audit SET user_id = 2 WHERE act = 'fill'": "of the log",
    "UPDATE audit SET data = '{}' WHERE act = 'fill'": "of the log",
    "DELETE FROM audit WHERE act = 'login failed'": "house",
    "UPDATE events SET data = '{}' WHERE id = (SELECT min(id) FROM events WHERE kind = 'act')": "round",
    "UPDATE rounds SET settlement = '{}' WHERE id = 1": "round 1: its settlement",
    "UPDATE accounts SET balance = balance + 1 WHERE id = 5": "does not add up",
}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_is_changed_in_the_database_is_found(database: str, tmp_path: Path) -> None:
    """Guards dropped, one thing changed, guards back: each is found, and put back the books agree again."""
    if database == "sqlite":
        found_in(Store(default_url(tmp_path / "floor.db")))
    else:
        with running() as url:
            found_in(Store(url))


def found_in(store: Store) -> None:
    store.open()
    worked(store)
    assert store.read(check) == []
    guards = ("lines", "entries", "audit", "events")

    def tampered(change: str) -> list[str]:
        """What the check finds while the change is made; it is undone afterwards."""
        told: list[str] = []

        def work(db: Any) -> None:
            for table in guards:
                if store.embedded:
                    for act in ("update", "delete"):
                        db.execute(text(f"DROP TRIGGER {table}_no_{act}"))
                else:
                    db.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only"))
            assert db.execute(text(change)).rowcount
            told.extend(check(db))
            raise LookupError

        with pytest.raises(LookupError):
            store.write(work)
        return told

    for change, named in CHANGES.items():
        assert any(named in one for one in tampered(change)), change
    assert store.read(check) == []
    store.close()


def test_heads_that_were_exported_hold_what_was_before(tmp_path: Path) -> None:
    """Rows at the end of a chain cut off with its head put back: only heads kept elsewhere tell."""
    database = tmp_path / "floor.db"
    store = Store(default_url(database))
    store.open()
    person, table = worked(store)
    exported = tmp_path / "heads.json"

    def verify(*more: str) -> Any:
        return CliRunner().invoke(app, ["verify-books", "--database", str(database), *more])

    told = verify("--export", str(exported))
    assert told.exit_code == 0, told.output
    assert json.loads(exported.read_text()) == store.read(heads)
    store.write(lambda db: tables.move_chips(db, table, person, "fill", 100, None))
    assert verify("--since", str(exported)).exit_code == 0
    kept = json.loads(exported.read_text())
    kept[f"table {table}"]["digest"] = "0" * 64
    exported.write_text(json.dumps(kept))
    wrong = verify("--since", str(exported))
    assert wrong.exit_code == 1
    assert "is not the one that was exported" in wrong.output
    kept[f"table {table}"]["number"] = 10_000
    exported.write_text(json.dumps(kept))
    assert verify("--since", str(exported)).exit_code == 1
    store.close()


def test_a_round_at_hand_is_in_the_chain_too(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    bet(store, table, 0, person, ante=5, blind=5)
    store.write(lambda db: rounds.deal(db, table, person))
    decide(store, table, {0: person})
    assert hand(store, table).status in ("playing", "settled")
    assert store.read(check) == []
