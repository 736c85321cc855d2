"""Ledger and audit log as chains: every link covers all before it, so that whoever kept a head holds what led to it.

Each table has a chain of its own, kept in its row and so under its lock; what belongs to no table is in the house's.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from houseway.floor.digest import digest
from houseway.floor.schema import chains, tables

HOUSE = "house"
_TABLE = select(tables.c.seal_number, tables.c.seal).where(tables.c.id == bindparam("table"))
_SEAL = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(seal_number=bindparam("number"), seal=bindparam("digest"))
)
_HOUSE = select(chains.c.number, chains.c.digest).where(chains.c.name == HOUSE).with_for_update()
_HOUSE_SEAL = update(chains).where(chains.c.name == HOUSE).values(number=bindparam("to"), digest=bindparam("head"))


_ENTRY = ("at", "kind", "table_id", "round_id", "seq", "user_id", "key", "round_digest")
_of_entry = itemgetter(*_ENTRY)


class Link(NamedTuple):
    """A place in a chain."""

    number: int
    digest: str

    def next(self, content: Any) -> "Link":
        """The link after `content`."""
        return Link(self.number + 1, digest(self.digest, content))


def head(db: Connection, table: int | None) -> Link:
    """The head of a chain, whose table, or which itself, is locked until the transaction ends."""
    row = db.execute(_HOUSE).one() if table is None else db.execute(_TABLE, {"table": table}).one()
    return Link(int(row[0]), str(row[1]))


def advance(db: Connection, table: int | None, link: Link) -> None:
    """The new head of a chain."""
    if table is None:
        db.execute(_HOUSE_SEAL, {"to": link.number, "head": link.digest})
    else:
        db.execute(_SEAL, {"table": table, **link._asdict()})


def entry_content(entry: dict[str, Any], moved: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """What a link covers of an entry of the ledger: its cause and its lines (source, target, cents, memo)."""
    return {"entry": dict(zip(_ENTRY, _of_entry(entry), strict=True)), "lines": moved}


def audit_content(row: dict[str, Any]) -> dict[str, Any]:
    """What a link covers of a line of the audit log."""
    return {"audit": {name: row[name] for name in ("at", "user_id", "act", "subject", "data", "table_id")}}
