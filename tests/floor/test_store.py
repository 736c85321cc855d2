"""The database: the migrations give what the schema says, on SQLite and on PostgreSQL, and survive company."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, bindparam, delete, event, func, insert, select, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from tests.floor.helpers import assert_balanced, bet, guest, hand, play_round, seated
from tests.floor.postgres import running

from houseway.floor import control, replay
from houseway.floor.digest import canonical
from houseway.floor.keys import KeyRing, register
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.logins import add_person
from houseway.floor.ready import Ready, at_once
from houseway.floor.recent import Recent
from houseway.floor.roles import add_guest
from houseway.floor.rounds import act, place_bet
from houseway.floor.schema import keys, metadata, requests, users
from houseway.floor.store import Store, after_commit, default_url
from houseway.floor.transaction import read_table
from houseway.floor.views import table_view
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


@pytest.mark.parametrize("same", [True, False])
def test_of_servers_that_start_together_only_those_with_one_key_go_on(url: str, same: bool) -> None:
    first, second = Store(url), Store(url)
    first.migrate()
    first.write(lambda db: db.execute(delete(keys)))
    rings = [KeyRing(["1" * 64]), KeyRing([("1" if same else "2") * 64])]
    told: list[Exception] = []

    def start() -> None:
        try:
            second.write(lambda db: register(db, rings[1]))
        except Exception as error:  # noqa: BLE001 - looked at below
            told.append(error)

    late = threading.Thread(target=start)

    def begin(db: Connection) -> None:
        register(db, rings[0])
        late.start()
        late.join(0.3)  # it has to wait for this transaction
        assert late.is_alive()

    first.write(begin)
    late.join()
    known = first.read(lambda db: set(db.execute(select(keys.c.id)).scalars()))
    assert known == set(rings[0].ids)
    assert [type(error) for error in told] == ([] if same else [RuleError])
    first.write(lambda db: db.execute(delete(keys)))  # the next test has keys of its own
    first.close()
    second.close()


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


def test_what_one_person_gives_out_in_two_places_at_once_counts_together(postgresql: str) -> None:
    store = Store(postgresql)
    store.migrate()
    maria, paul = (
        store.write(lambda db, r=role: add_person(db, f"{r} x", "a long enough secret", r))  # type: ignore[misc]
        for role in ("supervisor", "player")
    )
    asked = {"person": paul.id, "kind": "deposit", "amount": 40_000}
    given, first, second = [], threading.Event(), threading.Event()

    def one(db: Connection) -> None:
        given.append(control.ask(db, maria, "cage", None, asked)[0])
        first.set()
        second.wait(0.5)  # the other has asked and is done, or waits

    thread = threading.Thread(target=store.write, args=(one,))
    thread.start()
    first.wait()
    given.append(store.write(lambda db: control.ask(db, maria, "cage", None, asked)[0]))
    second.set()
    thread.join()
    assert [number is None for number in given] == [True, False]
    store.close()


def test_work_that_waits_is_committed_together_and_each_is_whole(url: str) -> None:
    """Many threads write at once, every fifth fails after its first line: its line is gone, all others stay."""
    store = Store(url)
    store.migrate()
    ids = store.write(lambda db: [account(db, "house"), account(db, "player", "together")])
    start = store.read(lambda db: balance(db, ids[1]))
    commits = 0
    told: list[int] = []
    heard: list[int] = []
    failed: list[int] = []

    @event.listens_for(store.engine, "commit")
    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    def work(db: Connection, number: int) -> int:
        post(db, Cause("test", key=f"{url}{number}"), [Move(ids[0], ids[1], 1)])
        after_commit(db, lambda: told.append(number))
        if number % 5 == 0:
            raise RuleError("on purpose", str(number))
        return number

    def ask(first: int) -> None:
        for number in range(first, first + 20):
            try:
                heard.append(store.write(lambda db, n=number: work(db, n)))  # type: ignore[misc]
            except RuleError as error:
                failed.append(int(error.field))

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(0, 160, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wanted = [number for number in range(160) if number % 5]
    assert sorted(heard) == sorted(told) == wanted
    assert sorted(failed) == [number for number in range(160) if number % 5 == 0]
    assert store.read(lambda db: balance(db, ids[1])) == start + len(wanted)
    assert commits < len(wanted) or not store.embedded
    assert_balanced(store)
    store.close()


def test_calls_of_one_transaction_are_each_whole_or_nothing(url: str) -> None:
    """Every fifth is refused after it wrote something; who waits for the commit is told after it."""
    store = Store(url)
    store.migrate()
    ids = store.write(lambda db: [account(db, "house"), account(db, "player", "calls")])
    commits, told = list[int](), list[int]()
    event.listen(store.engine, "commit", lambda _: commits.append(len(told)))

    def work(db: Connection, number: int) -> int:
        post(db, Cause("test", key=f"{url}calls{number}"), [Move(ids[0], ids[1], 1)])
        after_commit(db, lambda: told.append(number))
        if number % 5 == 0:
            raise RuleError("on purpose", str(number))
        return number

    outcomes = store.together([lambda n=n: store.write(lambda db: work(db, n)) for n in range(10)])  # type: ignore[misc]
    assert [one.result for one in outcomes] == [number if number % 5 else None for number in range(10)]
    assert [isinstance(one.error, RuleError) for one in outcomes] == [not number % 5 for number in range(10)]
    assert told == [number for number in range(10) if number % 5]
    assert not store.embedded or commits == [0]
    assert store.read(lambda db: balance(db, ids[1])) == 8
    assert_balanced(store)
    store.close()


@pytest.mark.parametrize("broken", ["a statement", "the transaction", "the commit"])
def test_calls_whose_common_transaction_fails_are_carried_out_alone(tmp_path: Path, broken: str) -> None:
    store = Store(default_url(tmp_path / "floor.db"))
    store.migrate()
    ids = store.write(lambda db: [account(db, "house"), account(db, "player", "alone")])
    tries, told = list[int](), list[int]()
    commit = store.engine.dialect.do_commit

    def work(db: Connection, number: int) -> int:
        tries.append(number)
        post(db, Cause("test"), [Move(ids[0], ids[1], 1)])
        after_commit(db, lambda: told.append(number))
        if number == 2 and tries.count(2) == 1 and broken != "the commit":
            if broken == "the transaction":
                db.connection.driver_connection.execute("ROLLBACK")  # type: ignore[union-attr]
            raise sqlite3.OperationalError("database or disk is full")
        return number

    def do_commit(connection: Any) -> None:
        if broken == "the commit" and len(tries) == 4:
            raise sqlite3.OperationalError("disk I/O error")
        commit(connection)

    store.engine.dialect.do_commit = do_commit  # type: ignore[method-assign, assignment]
    outcomes = store.together([lambda n=n: store.write(lambda db: work(db, n)) for n in range(4)])  # type: ignore[misc]
    assert outcomes == [(number, None) for number in range(4)]
    assert tries == ([0, 1, 2, 3] if broken == "the commit" else [0, 1, 2]) + [0, 1, 2, 3]
    assert told == [0, 1, 2, 3]
    assert store.read(lambda db: balance(db, ids[1])) == 4
    assert_balanced(store)
    store.close()


def test_a_round_that_is_undone_is_not_remembered(tmp_path: Path) -> None:
    """Other work may get the same number of a round in the same shoe, and must not meet the cards of this one."""
    store = Store(default_url(tmp_path / "floor.db"))
    store.migrate()
    person = guest(store)
    table = seated(store, person, "baccarat")
    play_round(store, table, {0: person})

    def undone(db: Connection) -> None:
        place_bet(db, table, 0, person, {"wagers": {"player": 5}, "ticket": {}, "select": []}, dealt=True)
        assert table_view(db, table, person)["round"]["status"] == "settled"
        raise RuleError("on purpose", "")

    with pytest.raises(RuleError, match="on purpose"):
        store.write(undone)
    before = replay.recent.get(table)
    row = play_round(store, table, {0: person})
    assert replay.recent.get(table) != before
    assert row.file["seats"][0]["wagers"] != {"player": 5}
    assert store.read(lambda db: replay.rebuild(read_table(db, table))).round_file()["seats"] == row.file["seats"]
    store.close()


def test_a_decision_whose_price_was_told_is_not_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(default_url(tmp_path / "floor.db"))
    store.migrate()
    person = guest(store)
    table = seated(store, person, "three-card-poker")
    chosen = {"wagers": {"ante": 5}, "ticket": {}, "select": []}
    store.write(lambda db: place_bet(db, table, 0, person, chosen, dealt=True))
    view = store.read(lambda db: table_view(db, table, person))["round"]
    assert {one["verb"]: one["adds"] for one in view["legal"]} == {"play": [5], "fold": [0]}
    live = store.read(lambda db: replay.rebuild(read_table(db, table)))
    monkeypatch.setattr(type(live), "act", lambda *_: pytest.fail("it is known what this leads to"))
    store.write(lambda db: act(db, table, 0, person, "play", view["seq"]))
    assert hand(store, table).status == "settled"
    store.close()


def test_so_much_is_kept_of_what_was_worked_out() -> None:
    kept: Recent[int, str] = Recent(2)
    for number in range(3):
        kept.put(number, str(number))
    assert (len(kept), kept.get(0), kept.get(1), kept.get(2)) == (2, None, "1", "2")
    kept.clear()
    assert kept.get(2) is None


@pytest.mark.parametrize("wrong", ["mysql://x/y", "sqlite:////no/such/folder/floor.db", "nonsense"])
def test_a_database_that_cannot_be_opened_is_said_plainly(wrong: str) -> None:
    with pytest.raises(RuleError):
        Store(wrong).migrate()


CALLED = select(users.c.id, users.c.name, users.c.disabled).where(users.c.name == bindparam("called"))
READY = Ready(CALLED)


def test_a_ready_statement_answers_as_sqlalchemy_does(url: str) -> None:
    """The same rows, types and errors, on both databases."""
    store = Store(url)
    store.open()

    def made(db: Connection) -> None:
        person = add_guest(db)
        given = {"called": person.name}
        usual = db.execute(CALLED, given).one()
        assert READY.one(db, given) == tuple(usual)
        assert READY.one(db, given).disabled is False
        assert READY.rows(db, given) == [tuple(usual)]
        assert READY.first(db, {"called": "nobody at all"}) is None
        with pytest.raises(LookupError):
            READY.one(db, {"called": "nobody at all"})

    store.write(made)

    def twice(db: Connection) -> None:
        row = {"id": "a" * 8, "user_id": add_guest(db).id, "fingerprint": "", "at": 0, "status": 200, "answer": ""}
        Ready(insert(requests)).run(db, row, row)

    with pytest.raises(IntegrityError):
        store.write(twice)
    assert store.read(lambda db: db.execute(select(func.count()).select_from(requests)).scalar_one()) == 0
    store.close()


def test_statements_sent_together_are_undone_together_and_can_be_sent_again(url: str) -> None:
    """After a refusal, a rollback and a text that cannot be kept, the same connection goes on."""
    store, keep = Store(url), Ready(insert(requests))
    store.open()
    person = store.write(add_guest)
    row = {"id": "b" * 8, "user_id": person.id, "fingerprint": "", "at": 0, "status": 200, "answer": "ü"}

    def kept(db: Connection, *rows: dict[str, object]) -> None:
        with at_once(db):
            for one in rows:
                keep.run(db, one)

    for _ in range(3):
        with pytest.raises(IntegrityError):
            store.write(lambda db: kept(db, row, row))
    if not store.embedded:
        with pytest.raises(DataError):
            store.write(lambda db: kept(db, row, {**row, "id": "c" * 8, "answer": "\0"}))
    store.write(lambda db: kept(db, row, {**row, "id": "d" * 8}))
    found = store.read(lambda db: db.execute(select(requests.c.id, requests.c.answer)).all())
    assert sorted(map(tuple, found)) == [("b" * 8, "ü"), ("d" * 8, "ü")]
    store.close()


def _plain(value: object) -> object:
    """A value as its digest covers it: keys are texts, 5.0 and 5 are one number."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _holding(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.integers(0, 99), inner, max_size=4)


_SINGLE = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text()


@given(_SINGLE | _holding(_SINGLE | _holding(_SINGLE)))
def test_a_canonical_text_is_the_same_by_the_short_way(value: object) -> None:
    assert canonical(value) == msgspec.json.encode(_plain(value), order="sorted")
