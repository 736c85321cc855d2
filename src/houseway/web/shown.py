"""A table as its watchers see it: read once a change for all of them, whoever and however many they are."""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection

from houseway.floor.roles import Person, purse
from houseway.floor.store import Store
from houseway.floor.transaction import read_table
from houseway.floor.views import table_view
from houseway.play.core.money import dollars
from houseway.web.lanes import WATCH


@dataclass(frozen=True, slots=True)
class Shown:
    """One state of a table: what everybody sees, and what each person at a seat sees."""

    version: tuple[int, str]  # of the table, and the hash of its rules
    common: str  # without its last brace
    seated: dict[int, str]

    def for_viewer(self, person: Person | None, wallet: float | None) -> str:
        """The state as JSON for somebody; `wallet` is what he has away from the tables."""
        if person is not None and person.id in self.seated:
            return self.seated[person.id]
        you = msgspec.json.encode({"seats": [], "wallet": wallet}).decode()
        return f'{self.common},"you":{you}}}'


def read_shown(db: Connection, table: int) -> Shown:
    """The table as it is, for all who watch it."""
    tx = read_table(db, table)
    people = {int(row.user_id): Person(int(row.user_id), row.name, row.role) for row in tx.seats.values()}
    view: dict[str, Any] = table_view(db, table, None, tx)
    del view["you"]
    common = msgspec.json.encode(view).decode()[:-1]
    seated = {
        user: msgspec.json.encode(table_view(db, table, person, tx)).decode()
        for user, person in people.items()
        if person.role != "bot"
    }
    return Shown((view["version"], tx.rules.hash), common, seated)


def read_wallet(db: Connection, person: Person | None) -> float | None:
    return None if person is None else dollars(purse(db, person.id))


class Shows:
    """The states that are being read now: whoever asks meanwhile waits for the same one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading: dict[int, asyncio.Task[Shown]] = {}

    async def get(self, table: int) -> Shown:
        """A state of the table that is not older than the last change its watchers were told of before asking."""
        task = self._reading.get(table)
        if task is None or task.done():
            task = asyncio.create_task(WATCH.run(self._store.read, lambda db: read_shown(db, table)))
            self._reading[table] = task
            task.add_done_callback(lambda done: self._forget(table, done))
        return await asyncio.shield(task)

    def _forget(self, table: int, done: "asyncio.Task[Shown]") -> None:
        if self._reading.get(table) is done:
            del self._reading[table]
        if not done.cancelled():
            done.exception()  # told to whoever asked
