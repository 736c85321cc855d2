"""Where the entries of a tournament sit: tables whose accounts hold points, opened, combined and closed."""

from typing import Any

from sqlalchemy import Row, delete, insert, select

from houseway.families import family_of
from houseway.floor import tables as place
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.roles import Person
from houseway.floor.schema import seats, users
from houseway.floor.tournaments.state import TournamentTransaction
from houseway.play.tournaments.printed import Level

TOURNAMENT = "tournament"
_ACT_SECONDS = 30


def minutes_of(level: Level) -> int:
    """How long a level lasts, in milliseconds."""
    return round(level.minutes * 60_000)


def has_tickets(tx: TournamentTransaction) -> bool:
    """Whether it is played with tickets instead of for pots."""
    return family_of(tx.rules.game).traits.tickets


def betting_of(level: Level) -> dict[str, Any]:
    """The stakes of a level, as a table has them."""
    stated = {"blinds": list(level.blinds), "ante": level.ante, "limits": list(level.limits)}
    return {"chip": 1, **{name: value for name, value in stated.items() if value}}


def _open_table(tx: TournamentTransaction, index: int) -> int:
    """A table whose accounts hold points."""
    director = tx.db.execute(select(users).where(users.c.id == tx.row.user_id)).one()
    level, tickets = tx.rules.level(tx.event.level), has_tickets(tx)
    table = place.open_table(
        tx.db,
        Person(director.id, director.name, director.role),
        tx.rules.game,
        name=f"{tx.rules.name[:100]}, table {index + 1}",
        house=dict(tx.rules.house),
        betting={} if tickets else betting_of(level),
        places=len(tx.event.entries) if tickets else tx.rules.seats,
        bet_seconds=max(5, minutes_of(level) // 1000) if tickets else 30,
        act_seconds=_ACT_SECONDS,
        purpose=TOURNAMENT,
    )
    tx.tables[index] = table
    tx.played[index] = 0
    return table


def _stack(tx: TournamentTransaction, table: int, seat: int, user: int) -> int:
    return account(tx.db, "stack", f"{table}/{seat}/{user}", table=table, user=user, points=True)


def seat_entries(tx: TournamentTransaction) -> None:
    """Bring the floor to where the event has its entries: leave, then sit; chips go along as points."""
    db, event = tx.db, tx.event
    wanted = {number: event.entries[number].place for number in event.left}
    for index in sorted({index for index, _ in wanted.values()} - set(tx.tables)):
        _open_table(tx, index)
    taken = {
        (index, row.seat): row
        for index, table in tx.tables.items()
        for row in db.execute(select(seats).where(seats.c.table_id == table))
    }
    sits = {int(event.entries[number].person): (number, spot) for number, spot in wanted.items()}
    moved: dict[int, int] = {}  # user -> chips on the way, in the account of the table that was left
    for spot, row in taken.items():
        if sits.get(row.user_id, (0, None))[1] != spot:
            _leave(tx, spot[0], row, moved)
    present = {row.user_id for spot, row in taken.items() if sits.get(row.user_id, (0, None))[1] == spot}
    for user, (number, (index, seat)) in sits.items():
        if user not in present:
            _sit(tx, index, seat, user, number, moved.get(user))
    for index in [index for index in tx.tables if index not in {spot[0] for spot in wanted.values()}]:
        place.close(db, tx.tables.pop(index))
        tx.played.pop(index)
    for table in tx.tables.values():
        place.touch(db, table)


def _leave(tx: TournamentTransaction, index: int, row: Row[Any], moved: dict[int, int]) -> None:
    table = tx.tables[index]
    if balance(tx.db, row.account_id):
        moved[row.user_id] = row.account_id
    tx.db.execute(delete(seats).where(seats.c.table_id == table, seats.c.seat == row.seat))


def _sit(tx: TournamentTransaction, index: int, seat: int, user: int, number: int, source: int | None) -> None:
    table = tx.tables[index]
    stack = _stack(tx, table, seat, user)
    chips = 100 * tx.event.entries[number].chips
    tx.db.execute(insert(seats).values(table_id=table, seat=seat, user_id=user, account_id=stack, leaving=False))
    if source is None:
        source = place.till(tx.db, table)["house"]
    if source != stack:
        post(tx.db, Cause("tournament chips", table, user=user), [Move(source, stack, chips, "tournament chips")])
