"""Guests who do not come back: their play money goes back to where it came from, and their place is closed.

Their rounds and the lines of the ledger stay: those are never changed.
"""

from sqlalchemy import Connection, exists, select, update

from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.moments import now
from houseway.floor.roles import purse, wallet
from houseway.floor.schema import seats, sessions, users

ABANDONED_MS = 30 * 86_400_000
_AT_ONCE = 200


def close_guests(db: Connection) -> int:
    """Close guests without a session or a seat who came a month ago or before; how many were closed."""
    gone = (
        select(users.c.id)
        .where(
            users.c.role == "guest",
            users.c.disabled.is_(False),
            users.c.created < now() - ABANDONED_MS,
            ~exists().where(sessions.c.user_id == users.c.id),
            ~exists().where(seats.c.user_id == users.c.id),
        )
        .order_by(users.c.id)
        .limit(_AT_ONCE)
    )
    found = list(db.execute(gone).scalars())
    for user in found:
        left = purse(db, user)
        back = [Move(wallet(db, user), account(db, "promotional"), left, "play money of a guest who left")]
        post(db, Cause("abandoned", user=user), back if left else [])
    if found:
        db.execute(update(users).where(users.c.id.in_(found)).values(disabled=True))
    return len(found)
