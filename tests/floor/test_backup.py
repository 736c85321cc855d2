"""Backups: taken while the tables play, whole and consistent, read into either database, with running rounds kept."""

import gzip
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.floor.helpers import assert_balanced, bet, decide, guest, hand, play_round, seated
from tests.floor.postgres import running
from typer.testing import CliRunner

from houseway.cli import app
from houseway.floor import books, rounds
from houseway.floor.backup import backup, restore
from houseway.floor.roles import Person
from houseway.floor.store import Store, default_url
from houseway.floor.surveillance import Search, find
from houseway.rules.errors import RuleError


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


def fresh(kind: str, postgresql: str, folder: Path, key: Path) -> Store:
    """An empty database of the kind."""
    if kind == "sqlite":
        return Store(default_url(folder / "floor.db"), key)
    name = f"db{abs(hash(folder)) % 10**9}"
    made = Store(postgresql)
    with made.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    made.close()
    return Store(postgresql.rpartition("/")[0] + f"/{name}", key)


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_backup_under_load_is_one_moment_of_the_books(
    source: str, target: str, postgresql: str, tmp_path: Path
) -> None:
    """Two tables play; what is restored holds together, and every head of it is a link of the original's chains."""
    for part in ("a", "b"):
        (tmp_path / part).mkdir()
    key = tmp_path / "house.key"
    store = fresh(source, postgresql, tmp_path / "a", key)
    store.open()
    people: list[Person] = [guest(store), guest(store), guest(store)]
    tables = [seated(store, person, game) for person, game in zip(people, ("blackjack", "casino-war"), strict=False)]
    waiting = seated(store, people[2], "ultimate-texas-holdem")
    bet(store, waiting, 0, people[2], ante=5, blind=5)
    store.write(lambda db: rounds.deal(db, waiting, people[2]))
    stop, failed = threading.Event(), list[BaseException]()

    def play(table: int, person: Person) -> None:
        try:
            while not stop.is_set():
                play_round(store, table, {0: person})  # small wagers, so that the chips last
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            failed.append(error)

    threads = [threading.Thread(target=play, args=pair) for pair in zip(tables, people, strict=False)]
    for thread in threads:
        thread.start()
    files = [tmp_path / f"{number}.backup" for number in range(3)]
    for file in files:
        backup(store, file)
        threading.Event().wait(0.2)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failed
    assert (files[0].stat().st_mode & 0o777) == 0o600
    copy = fresh(target, postgresql, tmp_path / "b", key)
    restore(copy, files[1])
    copy.open()
    assert copy.read(books.check) == []
    kept = copy.read(books.heads)
    assert store.read(lambda db: books.check(db, kept)) == []
    with pytest.raises(RuleError, match="not empty"):
        restore(copy, files[2])
    for table, person in ((waiting, people[2]), (tables[0], people[0])):
        while hand(copy, table).status == "playing":  # a round that was running is played on
            decide(copy, table, {0: person})
    assert hand(copy, waiting).status == "settled"
    play_round(copy, tables[0], {0: people[0]})
    assert guest(copy).id > people[2].id
    assert_balanced(copy)
    assert copy.read(books.check) == []
    store.close()
    copy.close()


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


OLD = {  # the tables of version 0006
    *("users", "sessions", "audit", "meters", "house_keys", "tables", "seats", "rules", "rounds", "events"),
    *("accounts", "entries", "lines", "chains", "requests"),
}


def older(path: Path) -> None:
    """The backup as version 0006 would have written it."""
    gone = {"users": ("skeleton", "disabled", "must_change", "totp"), "sessions": ("created", "seen", "address")}
    made, columns, table, rows = list[Any](), list[int](), "", dict[str, int]()
    head, *body, _ = lines_of(path)
    made.append({**head, "revision": "0006"})
    for line in body:
        if isinstance(line, dict):
            table = line["table"]
            columns = [at for at, name in enumerate(line["columns"]) if name not in gone.get(table, ())]
            line["columns"] = [line["columns"][at] for at in columns]
            if table in OLD:
                rows[table] = 0
                made.append(line)
        elif table in OLD and not (table == "accounts" and {"due", "tips"} & set(map(str, line))):  # of later versions
            made.append([line[at] for at in columns])
            rows[table] += 1
    write(path, made, rows)


def write(path: Path, made: list[Any], rows: dict[str, int]) -> None:
    from hashlib import sha256

    lines = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in made]
    end = {"rows": rows, "sha256": sha256(b"".join(lines)).hexdigest()}
    path.write_bytes(gzip.compress(b"".join(lines) + json.dumps(end, separators=(",", ":")).encode() + b"\n"))


def test_a_database_of_an_older_version_is_brought_up_to_date_with_its_running_round(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path / "old.db"), tmp_path / "key")
    store.open()
    person = guest(store)
    table = seated(store, person, "ultimate-texas-holdem")
    settled = play_round(store, table, {0: person})
    bet(store, table, 0, person, ante=5, blind=5)
    store.write(lambda db: rounds.deal(db, table, person))
    backup(store, tmp_path / "old.backup")
    store.close()
    older(tmp_path / "old.backup")
    new = Store(default_url(tmp_path / "new.db"), tmp_path / "key")
    restore(new, tmp_path / "old.backup")
    new.open()
    assert [one["id"] for one in new.read(lambda db: find(db, Search()))] == [settled.id]  # found as new rounds are
    while hand(new, table).status == "playing":
        decide(new, table, {0: person})
    assert hand(new, table).status == "settled"
    assert new.read(books.check) == []
    new.close()


def test_a_backup_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    database, file = tmp_path / "floor.db", tmp_path / "a.backup"
    store = Store(default_url(database))
    store.open()
    play_round(store, seated(store, person := guest(store), "casino-war"), {0: person})
    store.close()
    told = CliRunner().invoke(app, ["backup", str(file), "--database", str(database)])
    assert told.exit_code == 0, told.output
    made = lines_of(file)
    changed = [json.dumps(line, separators=(",", ":")).replace('"casino-war"', '"blackjack"') for line in made]
    for number, content in enumerate(
        (
            b"",
            b"nonsense",
            file.read_bytes()[:-20],
            gzip.compress(b"\n".join(json.dumps(line).encode() for line in made[:-1]) + b"\n"),
            gzip.compress("\n".join(changed).encode() + b"\n"),
        )
    ):
        bad = tmp_path / f"bad{number}.backup"
        bad.write_bytes(content)
        target = Store(default_url(tmp_path / f"target{number}.db"))
        with pytest.raises(RuleError, match=r"whole|damaged|cannot read"):
            restore(target, bad)
        target.close()
    assert CliRunner().invoke(app, ["restore", str(file), "--database", str(tmp_path / "x.db")]).exit_code == 0


def test_a_backup_with_a_byte_that_changed_is_refused_before_anything_is_read_from_it(tmp_path: Path) -> None:
    file, bad, database = tmp_path / "a.backup", tmp_path / "bad.backup", tmp_path / "target.db"
    store = Store(default_url(tmp_path / "floor.db"))
    store.open()
    play_round(store, seated(store, person := guest(store), "casino-war"), {0: person})
    backup(store, file)
    store.close()
    whole = file.read_bytes()
    for place in range(10, len(whole), len(whole) // 40):  # the first ten bytes say when and by what it was packed
        bad.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        target = Store(default_url(database))
        with pytest.raises(RuleError, match=r"whole|damaged|cannot read"):
            restore(target, bad)
        with target.engine.connect() as db:
            assert db.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one() == 0
        target.close()
