"""Who watches which table: one look at the database for all of them, and a nudge when this process changed one."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from functools import partial

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from houseway.floor.daily import fold, fold_wagers
from houseway.floor.guests import close_guests
from houseway.floor.interventions import expire, overdue
from houseway.floor.keno.games import carry_on
from houseway.floor.keno.games import due as keno_due
from houseway.floor.logins import IDLE_MS, forget_sessions, seen_now
from houseway.floor.moments import now
from houseway.floor.once import forget_old
from houseway.floor.own_games import refresh
from houseway.floor.schema import tables
from houseway.floor.store import Store
from houseway.floor.tables import close_abandoned
from houseway.floor.tournaments.running import advance, running
from houseway.rules.errors import RuleError
from houseway.rules.load import version_of
from houseway.web.channel import Channel
from houseway.web.lanes import CLOCK
from houseway.web.shown import Shows

_DAYS = 30  # that are added up at a time, each in a transaction of its own
_LOOK = 0.25  # seconds between looks for what other processes changed
_SLOW_LOOK = 2.0
_TIDY = 60.0
_NOTED = 20  # times within the idle limit that the use of sessions is written down
_log = logging.getLogger(__name__)


def _due(db: Connection) -> tuple[list[tuple[int, int]], list[tuple[int, str]], list[int]]:
    """Rounds whose time has run out, keno desks whose game closes, and tournaments under way."""
    return overdue(db), keno_due(db), running(db)


class Watch:
    """The watchers of this process, and the clock that carries on rounds whose time has run out."""

    def __init__(self, store: Store, idle: int = IDLE_MS) -> None:
        """`idle`: milliseconds after which an unused session ends."""
        self.store = store
        self._note = min(_TIDY, idle / 1000 / _NOTED)
        self._seen: dict[int, tuple[int, int | str]] = {}
        self._watchers: dict[int, set[asyncio.Event]] = {}
        self._nudge = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = False
        self.shows = Shows(store)
        self.channel = Channel(store, self._heard)
        self.ended = 0  # grows with every session that is ended here: whoever watches is looked up again
        self._used: dict[str, int] = {}  # sessions used since they were last written down, and when

    def used(self, session: str) -> None:
        """A session is used now."""
        self._used[session] = now()

    @contextlib.contextmanager
    def table(self, table: int) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table has changed."""
        event = asyncio.Event()
        self._watchers.setdefault(table, set()).add(event)
        try:
            yield event
        finally:
            self._watchers[table].discard(event)
            if not self._watchers[table]:
                del self._watchers[table]
                self._seen.pop(table, None)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return sum(map(len, self._watchers.values()))

    def changed(self, table: int) -> None:
        """A table was changed here: its watchers look at once, and other servers are told."""
        self.channel.tell(table)
        self._heard([table])

    def _heard(self, tables: list[int]) -> None:
        """Tables that were changed, told by any thread."""
        if not any(table in self._watchers for table in tables):
            return
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._wake, tables)

    def _wake(self, tables: list[int]) -> None:
        for table in tables:
            for event in self._watchers.get(table, ()):
                event.set()

    def nudge(self) -> None:
        """Look at once: something was changed here. Requests run in threads, so the loop is told to."""
        if self._watchers and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._nudge.set)

    def stop(self) -> None:
        """Let `run` come to its end after what it is at, so that the database is not closed under it."""
        self._stopped = True
        self._nudge.set()

    def _versions(self, db: Connection) -> dict[int, tuple[int, int | str]]:
        """The version of each table that is watched, and of its game: a file of one's own may be edited."""
        query = select(tables.c.id, tables.c.version, tables.c.game).where(tables.c.id.in_(list(self._watchers)))
        rows = db.execute(query).all()
        for game in {row.game for row in rows}:
            refresh(db, game)
        return {int(row.id): (int(row.version), version_of(row.game)) for row in rows}

    async def _look(self) -> None:
        if not self._watchers:
            return
        for table, version in (await CLOCK.run(self.store.read, self._versions)).items():
            if self._seen.get(table) != version:
                self._seen[table] = version
                for event in self._watchers.get(table, ()):
                    event.set()

    async def _keep_clock(self) -> None:
        """Carry on what the clock carries on; one look at the database tells what is due."""
        late, desks, events = await CLOCK.run(self.store.read, _due)
        await self._expire(late)
        await self._draw(desks)
        await self._play_tournaments(events)

    async def _expire(self, late: list[tuple[int, int]]) -> None:
        for table, hand in late:
            try:
                await CLOCK.run(self.store.write, partial(expire, table_id=table, round_id=hand))
                self.changed(table)
            except RuleError as error:
                _log.warning("round %s could not go on: %s", hand, error)
            except Exception:  # noqa: BLE001 - a fault in one game must not stop the clock of all
                _log.exception("round %s could not go on", hand)

    async def _draw(self, desks: list[tuple[int, str]]) -> None:
        """Keno desks whose game closes by the clock."""
        for desk, _ in desks:
            try:
                if await CLOCK.run(self.store.write, partial(carry_on, table=desk)):
                    self.changed(desk)
            except RuleError as error:
                _log.warning("keno desk %s could not go on: %s", desk, error)
            except Exception:  # noqa: BLE001 - a fault at one desk must not stop the clock of all
                _log.exception("keno desk %s could not go on", desk)

    async def _play_tournaments(self, events: list[int]) -> None:
        """Tournaments under way: hands, levels and seats by the clock."""
        for event in events:
            try:
                for table in await CLOCK.run(self.store.write, partial(advance, tournament=event)):
                    self.changed(table)
            except RuleError as error:
                _log.warning("tournament %s could not go on: %s", event, error)
            except Exception:  # noqa: BLE001 - a fault in one tournament must not stop the clock of all
                _log.exception("tournament %s could not go on", event)

    def _note_seen(self) -> None:
        """Write down which sessions were used, for every server of the database to know."""
        used, self._used = self._used, {}
        if used:
            self.store.write(partial(seen_now, names=used))

    def _tidy(self) -> None:
        """Keep the database's time, and drop what nobody asks for again."""
        self.store.set_clock()
        self._note_seen()
        self.store.write(forget_old)
        self.store.write(forget_sessions)
        self.store.write(close_abandoned)
        self.store.write(close_guests)
        for add_up in (fold, fold_wagers):
            for _ in range(_DAYS):
                if not self.store.write(add_up):
                    break

    async def run(self) -> None:
        """Look and keep the clock until stopped."""
        self._loop = asyncio.get_running_loop()
        self.channel.start()
        due = tidied = looked = noted = 0.0
        while not self._stopped:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._nudge.wait(), _LOOK)
            self._nudge.clear()
            try:
                if self._loop.time() >= due:
                    await self._keep_clock()
                    due = self._loop.time() + _LOOK
                # Where the database tells of changes, looking for them is for what it could not tell.
                if not self.channel.listening or self._loop.time() >= looked:
                    looked = self._loop.time() + _SLOW_LOOK
                    await self._look()
                if self._loop.time() >= noted:
                    noted = self._loop.time() + self._note
                    await CLOCK.run(self._note_seen)
                if self._loop.time() >= tidied:
                    tidied = self._loop.time() + _TIDY
                    await CLOCK.run(self._tidy)
            except (SQLAlchemyError, RuleError):
                _log.exception("the database did not answer")
        await CLOCK.run(self.channel.stop)
