"""Separation of duties at a table: who plays there does not act for the house there, and the other way round.

A guest on his own machine is both, and nobody else is there.
"""

from sqlalchemy import Connection, select

from houseway.floor.moments import now
from houseway.floor.roles import DeniedError, Person, record
from houseway.floor.schema import audit, events, rounds, seats, tables

DAY_MS = 24 * 3600 * 1000


def refuse_player(db: Connection, table: int, person: Person) -> None:
    """Nobody acts for the house at a table he plays at."""
    if person.alone:
        return
    query = select(seats.c.seat).where(seats.c.table_id == table, seats.c.user_id == person.id)
    if db.execute(query).first() is not None or _bets_behind(db, table, person):
        raise DeniedError("you play at this table: somebody else acts for the house here", "table")


def _bets_behind(db: Connection, table: int, person: Person) -> bool:
    """Whether the person has a bet behind somebody's seat in the round at hand."""
    query = (
        select(events.c.seat, events.c.data)
        .join(rounds, rounds.c.id == events.c.round_id)
        .join(tables, tables.c.round_id == rounds.c.id)
        .where(tables.c.id == table, rounds.c.status.in_(("betting", "playing")))
        .where(events.c.user_id == person.id, events.c.kind == "behind")
        .order_by(events.c.seq)
    )
    return any({row.seat: row.data["wagers"] for row in db.execute(query)}.values())


def _acted(db: Connection, table: int, person: Person) -> bool:
    """Whether the person did something for the house at the table within a day."""
    query = select(audit.c.id).where(
        audit.c.table_id == table, audit.c.user_id == person.id, audit.c.at > now() - DAY_MS
    )
    return db.execute(query.limit(1)).first() is not None


def refuse_house(db: Connection, table: int, person: Person) -> None:
    """Whoever opened, dealt or supervised a table within a day does not play at it."""
    if not person.alone and person.may("deal") and _acted(db, table, person):
        raise DeniedError("you have acted for the house at this table: play at another", "table")


def record_dealer(db: Connection, table: int, person: Person) -> None:
    """Once a day the log says who deals at a table, whose row is locked."""
    if not person.alone and not _acted(db, table, person):
        record(db, person.id, "deals", table=table)
