"""The books checked against the rounds: nothing lost, nothing made, nothing paid twice."""

from collections import defaultdict

from sqlalchemy import Connection, select

from houseway.floor.ledger import audit
from houseway.floor.replay import acts_of, play_through
from houseway.floor.rounds import total_of
from houseway.floor.schema import accounts, entries, lines, rounds, tables
from houseway.floor.shoes import seed_for
from houseway.floor.store import Store
from houseway.floor.tables import till
from houseway.floor.transaction import OPEN


def _moved(db: Connection) -> dict[int, dict[int, int]]:
    """For each round the cents that each seat's chips gained by it."""
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for column, sign in ((lines.c.target, 1), (lines.c.source, -1)):
        query = (
            select(entries.c.round_id, accounts.c.name, lines.c.cents)
            .join(lines, lines.c.entry_id == entries.c.id)
            .join(accounts, accounts.c.id == column)
            .where(entries.c.round_id.is_not(None), accounts.c.kind == "stack", entries.c.kind != "collection")
        )
        for number, name, cents in db.execute(query):
            found[number][int(name.split("/")[2])] += sign * cents
    return found


def _check(db: Connection) -> int:
    found = audit(db)
    assert found.balanced, found
    moved = _moved(db)
    on_layout: dict[int, int] = defaultdict(int)
    settled = 0
    for row in db.execute(select(rounds).order_by(rounds.c.id)):
        if row.status == "settled":
            nets = {
                seat: round(one["net"] * 100) for seat, one in zip(row.places, row.settlement["seats"], strict=True)
            }
            assert {seat: moved[row.id][seat] for seat in row.places} == nets, row.id
            settled += 1
        elif row.status == "void":
            assert not any(moved[row.id].values())
        else:
            assert row.status in OPEN
            staked = row.staked if row.status == "playing" else [total_of(bet) for bet in row.bets.values()]
            on_layout[row.table_id] += sum(staked)
            assert -sum(moved[row.id].values()) == sum(staked)
            if row.status == "playing":
                assert not play_through(
                    row.opening["game"], row.opening, seed_for(db, row.table_id, row.shuffle), acts_of(db, row.id)
                ).over
    balances = dict(db.execute(select(accounts.c.id, accounts.c.balance)).all())
    for table in db.execute(select(tables.c.id)).scalars():
        assert balances[till(db, table)["layout"]] == on_layout[table]
    return settled


def check_books(store: Store) -> int:
    """Check everything; the number of settled rounds."""
    return store.read(_check)
