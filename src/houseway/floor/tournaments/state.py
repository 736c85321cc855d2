"""A tournament's row in a transaction: its printed rules, the event as a value, its tables, its money."""

from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from houseway.cards.proof import seed_of
from houseway.floor.figures import Printed, figures
from houseway.floor.ledger import account, balance
from houseway.floor.moments import now
from houseway.floor.roles import Person, record
from houseway.floor.schema import tournament_receipts, tournaments
from houseway.floor.shoes import secret_of
from houseway.floor.tables import MissingError
from houseway.play.tournaments.event import Entry, Event
from houseway.play.tournaments.printed import Tournament


def printed(name: str) -> Printed:
    """What the rules print under a name of `tournaments.toml`."""
    return figures("tournaments")[name]


class Saved(msgspec.Struct):
    """What the database holds of an event; its seed is worked out from the published shuffle."""

    entries: tuple[Entry, ...] = ()
    level: int = 0
    draws: int = 0
    pool: int = 0
    fees: int = 0
    buttons: dict[int, int] = {}
    begun: bool = False
    prizes: tuple[int, ...] = ()
    out: dict[int, int] = {}  # entry -> when it went out
    shares: dict[str, int] = {}  # of a division that is proposed, by person
    agreed: tuple[str, ...] = ()


class TournamentTransaction:
    """A tournament locked for change, or read as it is."""

    def __init__(self, db: Connection, row: Row[Any]) -> None:
        self.db, self.row = db, row
        self.id = int(row.id)
        self.rules = msgspec.convert(row.rules, Tournament)
        self.saved = msgspec.convert(row.event, Saved, str_keys=True)
        self.tables = {int(index): int(table) for index, table in row.tables.items()}
        self.played = {int(index): int(number) for index, number in row.played.items()}
        self.changes: dict[str, Any] = {}
        named = ("entries", "level", "draws", "pool", "fees", "buttons", "begun", "prizes")
        self.event = Event(self.rules, 0, **{name: getattr(self.saved, name) for name in named})

    @property
    def status(self) -> str:
        return str(self.changes.get("status", self.row.status))

    def seeded(self) -> None:
        """Make the event able to draw seats."""
        if not self.event.seed:
            secret = secret_of(self.db, self.row.shuffle)
            self.event = replace(self.event, seed=seed_of(secret, self.id, 1, {}) or 1)

    def fund(self, kind: str) -> int:
        """An account of the tournament: `prizes`, `fees` or `vouchers`."""
        return account(self.db, kind, f"tournament/{self.id}")

    @property
    def pool(self) -> int:
        """The cents in the prize pool."""
        return balance(self.db, self.fund("prizes"))

    def receipt(self, kind: str, *, signed_by: int | None, of: int = 0, **values: Any) -> None:
        """A line of the forms: who paid or was paid what, when, how, attested by whom; `of`: another tournament's."""
        line = {
            "tournament_id": of or self.id,
            "at": now(),
            "kind": kind,
            "medium": "",
            "signed_by": signed_by,
            **values,
        }
        self.db.execute(insert(tournament_receipts).values(**line))

    def log(self, person: Person | None, act: str, **data: Any) -> None:
        """A line of the audit log."""
        who = None if person is None else person.id
        record(self.db, who, f"tournament {act}", f"tournament {self.id}", **data)

    def save(self) -> None:
        event = self.event
        saved = msgspec.structs.replace(
            self.saved,
            **{
                name: getattr(event, name)
                for name in ("entries", "level", "draws", "pool", "fees", "buttons", "begun", "prizes")
            },
        )
        values = {
            "event": msgspec.json.decode(msgspec.json.encode(saved)),
            "tables": {str(index): table for index, table in self.tables.items()},
            "played": {str(index): number for index, number in self.played.items()},
            **self.changes,
        }
        self.db.execute(update(tournaments).where(tournaments.c.id == self.id).values(**values))


_LOCK = update(tournaments).values(version=tournaments.c.version + 1).returning(tournaments)


def lock(db: Connection, tournament: int) -> TournamentTransaction:
    """The tournament to change it: nobody else does until the transaction ends."""
    row = db.execute(_LOCK.where(tournaments.c.id == tournament)).first()
    if row is None:
        raise MissingError(f"there is no tournament {tournament}", "tournament")
    return TournamentTransaction(db, row)


def read(db: Connection, tournament: int) -> TournamentTransaction:
    """The tournament as it is."""
    row = db.execute(select(tournaments).where(tournaments.c.id == tournament)).first()
    if row is None:
        raise MissingError(f"there is no tournament {tournament}", "tournament")
    return TournamentTransaction(db, row)


def by_name(db: Connection, name: str) -> Row[Any] | None:
    """A tournament by the name it was announced under."""
    return db.execute(select(tournaments).where(tournaments.c.name == name)).first()


def feeding(db: Connection, name: str) -> list[str]:
    """The events not over yet whose vouchers, or what they do not award, are for the event of this name."""
    query = select(tournaments.c.name, tournaments.c.rules).where(
        tournaments.c.status.in_(("announced", "running", "paused"))
    )
    return [
        str(row.name)
        for row in db.execute(query.order_by(tournaments.c.id))
        if name in (row.rules.get("carry_to"), (row.rules.get("voucher") or {}).get("event"))
    ]
