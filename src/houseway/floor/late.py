"""Wagers and decisions that came too late: they were refused, and whoever watches the tables finds them by the round.

They are not events of the round, which would change what the others at the table may answer to; of one person only a
few are kept in a round.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, insert, select

from houseway.floor.moments import now
from houseway.floor.roles import Person
from houseway.floor.schema import late_wagers, rounds, users
from houseway.floor.tables import spots_of
from houseway.floor.transaction import TableTransaction, read_table
from houseway.play.core.wagers import layout_name
from houseway.rules.wording import money, seat_name

MOST = 5  # kept of one person in a round


def late_bet(
    db: Connection, table: int, seat: int, person: Person, wagers: Mapping[str, float], number: int | None
) -> None:
    """Keep wagers that were refused, if they were: because the round they were for was dealt, or is over."""
    tx = read_table(db, table)
    if not wagers or not _sits(tx, seat, person):
        return
    labels = {spot.name: spot.label for spot in spots_of(tx.rules)}
    named = {labels.get(name) or layout_name(name): amount for name, amount in wagers.items()}
    if number is not None and number < tx.coming:
        known = rounds.c.table_id == table, rounds.c.number == number
        _keep(db, db.execute(select(rounds.c.id).where(*known)).scalar(), seat, person, wagers=named)
    elif tx.status == "playing":
        _keep(db, tx.id, seat, person, wagers=named)


def late_decision(db: Connection, table: int, seat: int, person: Person, action: str, after: int) -> None:
    """Keep a decision that was refused because the clock had decided for the seat."""
    tx = read_table(db, table)
    if not tx.values or not _sits(tx, seat, person):
        return
    if any(one["kind"] == "timeout" and one["seat"] == seat and one["seq"] > after for one in tx.log):
        _keep(db, tx.id, seat, person, action=action[:200])


def _sits(tx: TableTransaction, seat: int, person: Person) -> bool:
    return seat in tx.seats and tx.seats[seat].user_id == person.id


def _keep(db: Connection, round_id: int | None, seat: int, person: Person, **data: Any) -> None:
    if round_id is None:
        return
    own = late_wagers.c.round_id == round_id, late_wagers.c.user_id == person.id
    if db.execute(select(func.count()).select_from(late_wagers).where(*own)).scalar_one() >= MOST:
        return
    row = {"round_id": round_id, "at": now(), "user_id": person.id, "seat": seat, "data": data}
    db.execute(insert(late_wagers).values(**row))


def on_round(db: Connection, round_id: int) -> list[dict[str, Any]]:
    """What came too late in a round, in words."""
    query = select(late_wagers, users.c.name).join(users, users.c.id == late_wagers.c.user_id)
    rows = db.execute(query.where(late_wagers.c.round_id == round_id).order_by(late_wagers.c.id))
    return [{"at": row.at, "who": row.name, "text": _words(row)} for row in rows]


def _words(row: Any) -> str:
    data = row.data
    if "action" in data:
        return f"Too late and refused: {seat_name(row.seat)}, {data['action']}, after its time was over."
    bets = ", ".join(f"{money(float(amount))} on {name}" for name, amount in data["wagers"].items())
    return f"Too late and refused: {seat_name(row.seat)}, {bets}, after wagers were closed."
