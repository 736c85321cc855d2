"""A table that a transaction on SQLite leaves for the next is as it would be read; no change by others is missed."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, update
from tests.floor.helpers import assert_balanced, decide, guest, hand, new_store, seated, standing

from houseway.floor import rounds, schema, tables, transaction
from houseway.floor.owners import is_coupon
from houseway.floor.roles import Person
from houseway.floor.store import LEFT, Store
from houseway.floor.transaction import TableTransaction, leave
from houseway.play.bets import choose_wagers
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

GAMES = (
    "baccarat",
    "big-six-wheel",
    "blackjack",
    "casino-war",
    "craps-odds",
    "dragons-eye",
    "five-card-draw",
    "let-it-ride",
    "pai-gow-poker",
    "pai-gow-tiles",
    "roulette",
    "streak",
    "texas-holdem",
    "three-card-poker",
    "ultimate-texas-holdem",
)


class _Leaving:
    """A store each of whose transactions leaves its table for the next one, as those of the server do."""

    def __init__(self, store: Store) -> None:
        self.store, self.read = store, store.read

    def write(self, work: Callable[[Connection], Any]) -> Any:
        def left(db: Connection) -> Any:
            result = work(db)
            leave(db, others=0)
            return result

        return self.store.write(left)


def _all(tx: TableTransaction) -> dict[str, Any]:
    """All that is known of a table."""
    values = {name: value for name, value in tx.values.items() if name not in ("file", "settlement")}
    return {
        "table": vars(tx.table),
        "values": values,
        "log": [{**one, "round_id": 0, "id": 0} for one in tx.log],
        "seats": {seat: row._asdict() for seat, row in tx.seats.items()},
        "accounts": tx.accounts,
        "money": {one: tx.book.balance(one) for one in (*tx.own_accounts, *tx.meters.values())},
        "link": tx.book.link,
        "rules": (tx.rules.hash, tx.rules.house, tx.scheduled, tx.meters),
    }


def _without_money(found: dict[str, Any]) -> dict[str, Any]:
    """The seats' rows have their balances as they were read; the book has them as they are."""
    seats = {seat: {**row, "balance": 0} for seat, row in found["seats"].items()}
    return {**found, "seats": seats}


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that were taken as they were left; each is compared with what is in the database."""
    taken: list[int] = []
    take = transaction._Left.take

    def and_compare(self: Any, db: Connection, table: int) -> TableTransaction | None:
        found = take(self, db, table)
        if found is not None:
            fresh = transaction._table(db, table, transaction._hold_all(db, table, begins=False))
            assert _without_money(_all(found)) == _without_money(_all(fresh))
            taken.append(table)
        return found

    monkeypatch.setattr(transaction._Left, "take", and_compare)
    return taken


def _bet(store: Any, table: int, people: dict[int, Person], rng: Random) -> None:
    """Wagers of all seats, the last of which calls for the deal."""
    row = store.read(lambda db: tables.find(db, table))
    game = load_game(row.game, row.house)
    spots = [spot for spot in tables.spots_of(row) if not is_coupon(game, spot.name)]
    for seat, person in people.items():
        wagers = {**choose_wagers(spots), **standing(row, seat)}
        bet = {"wagers": wagers, "ticket": {}, "select": []}
        given = rounds.Entropy("", f"{rng.getrandbits(256):064x}")
        dealt = seat == max(people)
        store.write(
            lambda db, seat=seat, person=person, bet=bet, dealt=dealt, given=given: rounds.place_bet(
                db, table, seat, person, bet, dealt=dealt, entropy=given
            )
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_left_as_it_would_be_read(tmp_path: Path, compared: list[int], game: str) -> None:
    plain, rng = new_store(tmp_path), Random(game)
    store: Any = _Leaving(plain)
    people = {0: guest(plain), 1: guest(plain)}
    table = seated(plain, people[0], game, 5000)

    def sit(db: Connection) -> None:
        tables.sit(db, table, 1, people[1])
        tables.buy_in(db, table, 1, people[1], 500_000, None)

    plain.write(sit)
    for _ in range(6):
        _bet(store, table, people, rng)
        while hand(plain, table).status == "playing":
            decide(store, table, people, rng)
    assert len(compared) > 2  # a meter that is fed ends what was left
    assert_balanced(plain)
    plain.close()


@pytest.fixture
def floor(tmp_path: Path, compared: list[int]) -> Any:
    """A store, a guest at two tables of baccarat, and the tables that were taken as they were left."""
    store = new_store(tmp_path)
    person = guest(store)
    numbers = [seated(store, person, "baccarat", 100) for _ in range(2)]
    yield _Leaving(store), person, numbers, compared
    store.close()


def _round(store: Any, table: int, person: Person, dollars: float = 1) -> Any:
    bet = {"wagers": {"banker": dollars}, "ticket": {}, "select": []}
    return store.write(lambda db: rounds.place_bet(db, table, 0, person, bet, dealt=True))


def test_tables_are_left_for_the_next_action(floor: Any) -> None:
    store, person, (one, two), taken = floor
    for table in (one, two, one, one, two):
        _round(store, table, person)
    assert taken == [one, one, two]


def test_what_this_connection_writes_besides_ends_them(floor: Any) -> None:
    store, person, (one, _), taken = floor
    _round(store, one, person)
    store.store.write(lambda db: db.execute(update(schema.tables).values(bet_seconds=77)))
    assert _round(store, one, person).table.bet_seconds == 77
    assert taken == []


def test_what_the_same_work_writes_besides_ends_them(floor: Any) -> None:
    store, person, (one, two), taken = floor
    _round(store, two, person)

    def work(db: Connection) -> None:
        bet = {"wagers": {"banker": 1}, "ticket": {}, "select": []}
        rounds.place_bet(db, one, 0, person, bet, dealt=True)
        db.execute(update(schema.tables).values(bet_seconds=77))

    store.write(work)
    assert _round(store, two, person).table.bet_seconds == 77
    assert taken == []


def test_what_another_process_writes_ends_them(floor: Any) -> None:
    store, person, (one, _), taken = floor
    _round(store, one, person)
    with sqlite3.connect(store.store.engine.url.database) as other:
        other.execute("UPDATE tables SET open = 0")
    other.close()
    with pytest.raises(RuleError, match="closed"):
        _round(store, one, person)
    assert taken == []


def test_what_was_undone_is_not_left(floor: Any) -> None:
    store, person, (one, two), taken = floor
    for table in (one, two):
        _round(store, table, person)

    def work(db: Connection) -> None:
        bet = {"wagers": {"banker": 1}, "ticket": {}, "select": []}
        rounds.place_bet(db, one, 0, person, bet, dealt=True)
        leave(db, others=0)
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        store.store.write(work)
    assert _round(store, one, person).values["number"] == 2
    assert _round(store, two, person).values["number"] == 2
    assert taken == [one]  # by what was undone


def test_of_several_calls_the_refused_leaves_nothing_and_the_others_do(floor: Any) -> None:
    store, person, (one, two), taken = floor
    for table in (one, two):
        _round(store, table, person)
    told = store.store.together(
        [
            lambda: _round(store, one, person),
            lambda: _round(store, two, person, 5_000),
            lambda: _round(store, one, person),
        ]
    )
    assert [type(outcome.error) for outcome in told] == [type(None), RuleError, type(None)]
    assert [_round(store, table, person).values["number"] for table in (one, two)] == [4, 2]
    assert taken[:2] == [one, two]
    assert_balanced(store.store)


def test_a_commit_that_fails_leaves_nothing(floor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    store, person, (one, two), taken = floor
    for table in (one, two):
        _round(store, table, person)
    commit, failed = Store._commit, list[bool]()

    def fails_once(self: Store, connection: Any, transaction: Any) -> None:
        if not failed:
            failed.append(LEFT in connection.info)
            raise OSError("the disk is full")
        commit(self, connection, transaction)

    monkeypatch.setattr(Store, "_commit", fails_once)
    with pytest.raises(OSError, match="full"):
        store.store.together([lambda: _round(store, one, person), lambda: _round(store, two, person)])
    assert failed == [True]
    assert [_round(store, table, person).values["number"] for table in (one, two)] == [2, 2]
    assert taken == [one, two]
    assert_balanced(store.store)
