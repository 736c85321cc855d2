"""The ledger: always balanced, never changed, never overdrawn, whatever is posted."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.floor.helpers import guest, new_store, play_round, seated

from houseway.floor.ledger import Cause, Move, RepeatedError, account, audit, balance, post
from houseway.floor.store import Store
from houseway.rules.errors import RuleError

NAMES = ("house", "promotional", "player/a", "player/b", "drop/1", "meter/1")


def open_accounts(store: Store) -> list[int]:
    def work(db):  # type: ignore[no-untyped-def]
        return [account(db, *name.split("/")) for name in NAMES]

    return store.write(work)


class Books(RuleBasedStateMachine):
    """Any postings, valid or not, against a model of plain numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = new_store(Path(self.folder.name))
        self.ids = open_accounts(self.store)
        self.model = [0] * len(NAMES)
        self.keys: set[str] = set()

    @rule(
        moves=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 500)), min_size=1, max_size=4),
        key=st.none() | st.sampled_from(["k1", "k2", "k3"]),
    )
    def post(self, moves: list[tuple[int, int, int]], key: str | None) -> None:
        after = list(self.model)
        for source, target, cents in moves:
            after[source] -= cents
            after[target] += cents
        made = [Move(self.ids[source], self.ids[target], cents) for source, target, cents in moves]
        moving = [move for move in made if move.cents]
        try:
            self.store.write(lambda db: post(db, Cause("test", key=key), made))
        except RepeatedError:
            assert key in self.keys
        except RuleError:
            # Lines are covered one by one, in their order.
            running = list(self.model)
            low = False
            for source, target, cents in moves:
                running[source] -= cents
                running[target] += cents
                low = low or any(running[index] < 0 for index in range(2, 6))
            assert low
        except DBAPIError:
            assert any(move.source == move.target for move in moving)
        else:
            assert all(cents >= 0 for cents in after[2:])
            self.model = after
            if key and moving:
                assert key not in self.keys
                self.keys.add(key)

    @invariant()
    def balances_are_the_model(self) -> None:
        found = self.store.read(lambda db: [balance(db, one) for one in self.ids])
        assert found == self.model
        assert sum(found) == 0
        assert self.store.read(audit).balanced

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)


@pytest.mark.parametrize("table", ["lines", "entries", "events", "audit"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id + 1000", "DELETE FROM {}"])
def test_what_is_written_once_is_never_changed(store: Store, table: str, change: str) -> None:
    person = guest(store)
    play_round(store, seated(store, person, "three-card-poker"), {0: person})
    from houseway.floor.roles import record

    store.write(lambda db: record(db, person.id, "test"))
    with pytest.raises(DBAPIError, match="append-only"):
        store.write(lambda db: db.execute(text(change.format(table))))


def test_an_account_that_may_not_be_overdrawn_refuses_the_whole_entry(store: Store) -> None:
    ids = open_accounts(store)
    with pytest.raises(RuleError, match="not enough"):
        store.write(lambda db: post(db, Cause("test"), [Move(ids[0], ids[3], 5), Move(ids[2], ids[3], 1)]))
    assert store.read(lambda db: balance(db, ids[3])) == 0


def test_a_request_with_the_same_key_is_refused(store: Store) -> None:
    ids = open_accounts(store)
    for attempt in range(2):
        try:
            store.write(lambda db: post(db, Cause("test", key="once"), [Move(ids[0], ids[2], 5)]))
        except RepeatedError:
            assert attempt == 1
    assert store.read(lambda db: balance(db, ids[2])) == 5


def test_a_negative_line_is_refused(store: Store) -> None:
    ids = open_accounts(store)
    with pytest.raises(ValueError, match="positive"):
        store.write(lambda db: post(db, Cause("test"), [Move(ids[0], ids[2], -5)]))


def test_a_balance_written_by_hand_is_found(store: Store) -> None:
    ids = open_accounts(store)
    store.write(lambda db: db.execute(text(f"UPDATE accounts SET balance = 7 WHERE id = {ids[2]}")))
    assert store.read(audit).adrift == 1
