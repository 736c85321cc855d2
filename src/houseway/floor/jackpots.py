"""Jackpots of player-banked poker: money raked for them is the players' own and goes back to them, 30-1046(5)."""

from sqlalchemy import Connection

from houseway.floor.ledger import Cause, Move, already, balance, post
from houseway.floor.roles import Person
from houseway.floor.tables import find, occupied, positive, taken_seat, till, touch
from houseway.rules.errors import RuleError


def award(db: Connection, table: int, seat: int, cents: int, person: Person, key: str | None) -> None:
    """Pay a verified jackpot out of the table's pool."""
    already(db, key)
    find(db, table, lock=True)
    place = taken_seat(occupied(db, table), seat)
    pool = till(db, table)["jackpot"]
    held = balance(db, pool)
    if positive(cents, "amount") > held:
        raise RuleError(f"the pool holds ${held / 100:,.2f}", "amount")
    cause = Cause("jackpot award", table, user=person.id, key=key)
    post(db, cause, [Move(pool, place.account_id, cents, "jackpot")])
    touch(db, table)
