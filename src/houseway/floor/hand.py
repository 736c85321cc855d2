"""The round at hand in a transaction: its events are written as they come, its row and the table's once, at the end."""

from functools import cache, cached_property
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.sql.dml import Update

from houseway.floor.ledger import Cause
from houseway.floor.schema import events, rounds
from houseway.floor.store import now
from houseway.floor.tables import occupied, touch

OPEN = ("betting", "playing")

_EVENT = insert(events)
_ROUND = select(rounds).where(rounds.c.id == bindparam("round"))


@cache
def _change(names: tuple[str, ...]) -> Update:
    return update(rounds).where(rounds.c.id == bindparam("row")).values({name: bindparam(name) for name in names})


class Hand:
    """The row of a round as it will be written, and the table it belongs to."""

    def __init__(self, db: Connection, table: Row[Any], row: Row[Any]) -> None:
        self.db, self.table, self.id = db, table, int(row.id)
        self.values: dict[str, Any] = dict(row._mapping)
        self._before = dict(self.values)
        self.leaves: dict[str, Any] = {}  # what changes in the table's row

    @cached_property
    def taken(self) -> dict[int, Row[Any]]:
        """The seats, which stay as they are until the round is over."""
        return occupied(self.db, self.table.id)

    def event(self, kind: str, seat: int | None, user: int | None, **data: Any) -> Cause:
        """Write the next event; the cause of the money it moves."""
        self.values["seq"] += 1
        seq = self.values["seq"]
        self.db.execute(
            _EVENT,
            {
                "round_id": self.id,
                "seq": seq,
                "at": now(),
                "kind": kind,
                "seat": seat,
                "user_id": user,
                "data": data,
            },
        )
        return Cause(kind, self.table.id, self.id, seq, user)

    def save(self) -> None:
        """Write the row of the round and of the table."""
        changed = {name: value for name, value in self.values.items() if value is not self._before[name]}
        if changed:
            self.db.execute(_change(tuple(changed)), {"row": self.id, **changed})
            self._before = dict(self.values)
        touch(self.db, self.table.id, **self.leaves)
        self.leaves = {}


def current(db: Connection, table: Row[Any]) -> Row[Any] | None:
    """The round at hand, or the last one."""
    if table.round_id is None:
        return None
    return db.execute(_ROUND, {"round": table.round_id}).one()
