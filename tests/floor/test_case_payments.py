"""What a ruling finds owed goes between the player and who stood against his wager, and no cent is lost."""

from typing import Any

import pytest
from sqlalchemy import Connection, func, select
from tests.floor.helpers import assert_balanced, guest, hand, play_round, seated
from tests.floor.test_bank_rotation import banks, play, three
from tests.floor.test_tables import till

from houseway.floor import disputes, petitions, tables
from houseway.floor.books import check
from houseway.floor.ledger import balance
from houseway.floor.roles import Person, wallet
from houseway.floor.schema import accounts, entries, lines
from houseway.floor.store import Store
from houseway.rules.errors import RuleError


def ruled(store: Store, table: int, person: Person, short: int) -> int:
    """A ruled case on the last round of a table: its first wager was paid so many dollars short."""
    row = hand(store, table)
    paid: list[list[float | None]] = [[line["net"] for line in seat["lines"]] for seat in row.settlement["seats"]]
    paid[0][0] = row.settlement["seats"][0]["lines"][0]["net"] - short

    def work(db: Connection) -> int:
        case = disputes.open_case(db, person, row.file, paid, "", "", row.id)
        disputes.decide(db, person, case, row.file, paid, "")
        return case

    return store.write(work)


def pay(store: Store, person: Person, case: int) -> None:
    assert store.write(lambda db: disputes.pay_difference(db, person, case, 0, "")) is None


def purse(store: Store, person: Person) -> int:
    return store.write(lambda db: balance(db, wallet(db, person.id)))


def moved(store: Store, kind: str) -> Any:
    """The lines of entries of a kind: from and to which kind of account, and how much."""
    source, target = accounts.alias(), accounts.alias()
    query = (
        select(source.c.kind, target.c.kind, func.sum(lines.c.cents))
        .join(lines, lines.c.source == source.c.id)
        .join(target, target.c.id == lines.c.target)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.kind == kind)
        .group_by(source.c.kind, target.c.kind)
        .order_by(source.c.kind)
    )
    return [tuple(row) for row in store.read(lambda db: db.execute(query).all())]


def test_the_player_dealer_pays_what_is_owed_and_gets_back_what_was_too_much(store: Store) -> None:
    table, people = three(store)
    banks(store, table, 0, people)
    play(store, table, people)
    clerk = guest(store)
    before = purse(store, people[0])
    pay(store, clerk, ruled(store, table, clerk, 7))
    assert purse(store, people[0]) == before - 700
    pay(store, clerk, ruled(store, table, clerk, -4))
    assert purse(store, people[0]) == before - 300
    assert_balanced(store)
    assert store.read(check) == []


def test_at_a_pot_the_house_stands_between_the_players(store: Store) -> None:
    person, other = guest(store), guest(store)
    table = seated(store, person, "texas-holdem", 200)
    store.write(lambda db: tables.sit(db, table, 1, other))
    store.write(lambda db: tables.buy_in(db, table, 1, other, 20_000, None))
    play_round(store, table, {0: person, 1: other})
    clerk = guest(store)
    pay(store, clerk, ruled(store, table, clerk, 5))
    assert moved(store, "case payment") == [("house", "stack", 500)]
    assert_balanced(store)


def test_after_a_table_has_closed_its_tray_stays_as_it_was(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "baccarat")
    play_round(store, table, {0: person})
    clerk = guest(store)
    first, second = ruled(store, table, clerk, 6), ruled(store, table, clerk, -2)
    store.write(lambda db: petitions.close_table(db, table, person))
    before, tray = purse(store, person), till(store, table, "inventory")
    pay(store, clerk, first)
    assert (purse(store, person), till(store, table, "inventory")) == (before + 600, tray)
    pay(store, clerk, second)
    assert (purse(store, person), till(store, table, "inventory")) == (before + 400, tray)
    assert_balanced(store)


def test_what_a_person_does_not_have_is_not_collected(store: Store) -> None:
    person = guest(store)
    table = seated(store, person, "baccarat", 20)
    play_round(store, table, {0: person})
    clerk = guest(store)
    case = ruled(store, table, clerk, -50_000)
    with pytest.raises(RuleError, match="has only"):
        pay(store, clerk, case)
    assert moved(store, "case payment") == []
    assert_balanced(store)
