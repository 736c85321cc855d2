"""The keno desk: tickets are written against a player's money, drawn together, and paid back to it."""

from typing import Any

from sqlalchemy import Connection, select, update

from houseway.floor.roles import Person
from houseway.floor.rounds import place_bet
from houseway.floor.schema import rounds, seats
from houseway.floor.tables import buy_in, sit
from houseway.play.core.money import cents


def write_ticket(
    db: Connection,
    table: int,
    person: Person,
    wagers: dict[str, float],
    ticket: dict[str, Any],
    shuffle: str,
    key: str | None,
) -> None:
    """Write a ticket for the next game; its place is given up again when it is paid."""
    total = sum(cents(amount, f"wagers.{name}") for name, amount in wagers.items())
    seat = sit(db, table, None, person)
    buy_in(db, table, seat, person, total, key)
    place_bet(db, table, seat, person, {"wagers": wagers, "ticket": ticket, "select": []}, shuffle=shuffle)
    db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(leaving=True))


def draws(db: Connection, table: int, most: int) -> list[dict[str, Any]]:
    """The numbers of the last games, the latest first (records are kept, 30-2503(10))."""
    query = (
        select(rounds.c.id, rounds.c.number, rounds.c.ended, rounds.c.file)
        .where(rounds.c.table_id == table, rounds.c.status == "settled")
        .order_by(rounds.c.id.desc())
        .limit(most)
    )
    return [
        {"round": row.id, "game": row.number, "at": row.ended, "outcome": row.file.get("outcome", {})}
        for row in db.execute(query)
    ]
