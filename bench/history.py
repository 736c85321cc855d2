"""A million rounds in one database: how long its pages take to read. `bench/history.py [ROUNDS] [--write]`.

SQLite first, then PostgreSQL; `--sqlite` or `--postgresql` for one of them.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select, text, update

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.floor.helpers import guest, play_round, seated
from tests.floor.postgres import running

from houseway.floor import daily, reports, surveillance
from houseway.floor.ledger import audit
from houseway.floor.moments import now
from houseway.floor.roles import Person
from houseway.floor.schema import accounts, entries, events, lines, round_facts, rounds, wager_facts
from houseway.floor.store import Store, default_url, unlimited
from houseway.floor.surveillance import Search
from houseway.web.api.history import past_rounds

TABLES = 20
YEAR = 365 * daily.DAY
GAMES = ("three-card-poker", "blackjack", "baccarat", "ultimate-texas-holdem")
FILLED = (rounds, events, entries, lines, round_facts, wager_facts)
TIMES = 5
LIMIT = 0.2  # seconds
PAGE = Path(__file__).parents[1] / "docs" / "speed.md"
HEAD, END = "<!-- history: written by bench/history.py -->", "<!-- end of history -->"


def _copies(db: Connection, table: Table, shifts: dict[str, str], where: str = "") -> None:
    """Every row of a table as often as there are numbers; `shifts` says what differs, in SQL."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(shifts.get(column.name, f'own."{column.name}"') for column in table.columns)
    db.execute(text(f"INSERT INTO {table.name} ({names}) SELECT {values} FROM {table.name} AS own, numbers {where}"))


@contextmanager
def unguarded(db: Connection) -> Iterator[None]:
    """Without triggers and indices of the tables that are filled, which are made anew at the end."""
    names = {table.name for table in FILLED}
    if db.dialect.name == "sqlite":
        stored = text(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql > ''"
        )
        found = [row for row in db.execute(stored).all() if row.tbl_name in names]
        for row in found:
            db.execute(text(f"DROP {row.type} {row.name}"))
        made = [row.sql for row in found]
    else:
        db.execute(text("SET LOCAL session_replication_role = replica"))
        stored = text("SELECT indexname, tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'")
        kept = set(db.execute(text("SELECT conname FROM pg_constraint")).scalars())
        rows = [row for row in db.execute(stored).all() if row.tablename in names and row.indexname not in kept]
        for row in rows:
            db.execute(text(f"DROP INDEX {row.indexname}"))
        made = [row.indexdef for row in rows]
    yield
    for statement in made:
        db.exec_driver_sql(statement)


def fill(store: Store, many: int) -> Person:
    """Rounds that were played, copied over a year: each with its events, entries, lines and facts; who played them."""
    person = guest(store)
    for place in range(TABLES):
        table = seated(store, person, GAMES[place % len(GAMES)], 200)
        play_round(store, table, {0: person})
    copies = many // TABLES
    numbers = (
        "WITH RECURSIVE up(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL "
        f"SELECT n + 1 FROM up WHERE n < {copies}) SELECT n FROM up"
    )
    back = f"- ({copies} - n) * {YEAR // max(copies, 1)}"

    def work(db: Connection) -> None:
        copied = (rounds, events, entries, lines, wager_facts)
        by = {one.name: f"+ n * {db.execute(select(func.max(one.c.id))).scalar_one()}" for one in copied}
        db.execute(text(f"CREATE TEMP TABLE numbers AS {numbers}"))
        db.execute(text("CREATE TEMP TABLE of_rounds AS SELECT id FROM entries WHERE round_id IS NOT NULL"))
        shifts = {one: {"id": f"own.id {by[one.name]}"} for one in copied}
        own_round, at = {"round_id": f"own.round_id {by['rounds']}"}, {"at": f"own.at {back}"}
        ends = {"started": f"own.started {back}", "ended": f"own.ended {back}"}
        unlinked = dict.fromkeys(("number", "digest", "key"), "NULL")
        known = "IN (SELECT id FROM of_rounds)"
        with unlimited(db), unguarded(db):
            _copies(db, rounds, {**shifts[rounds], "number": "own.number + n", **ends})
            _copies(db, events, {**shifts[events], **own_round, **at})
            _copies(db, entries, {**shifts[entries], **own_round, **at, **unlinked}, f"WHERE own.id {known}")
            own_entry = {"entry_id": f"own.entry_id {by['entries']}"}
            _copies(db, lines, {**shifts[lines], **own_entry}, f"WHERE own.entry_id {known}")
            _copies(db, round_facts, {**own_round, "ended": ends["ended"]})
            _copies(db, wager_facts, {**shifts[wager_facts], **own_round})
        # The same rounds again may cost more than there is; the triggers that keep balances were off.
        db.execute(update(accounts).values(overdraft=True))
        for side, sign in ((lines.c.target, 1), (lines.c.source, -1)):
            for owner, moved in db.execute(select(side, func.sum(lines.c.cents)).group_by(side)):
                held[owner] += sign * int(moved)
        for owner, balance in held.items():
            db.execute(update(accounts).where(accounts.c.id == owner).values(balance=balance))

    held: Counter[int] = Counter()
    store.write(work)
    return person


def _of_a_year(name: str, db: Connection) -> Any:
    return reports.REPORTS[name](db, daily.ALWAYS)


def timed(store: Store, name: str, work: Callable[[Connection], Any]) -> tuple[float, float]:
    """Seconds that a reading takes, by the clock and of processor time; the best of several."""
    took = []
    for _ in range(TIMES):
        start, used = time.perf_counter(), time.process_time()
        found = store.read(work, 120)
        took.append((time.perf_counter() - start, time.process_time() - used))
    size = len(found) if isinstance(found, list) else found
    clock, processor = map(min, zip(*took, strict=True))
    told = f"{1000 * clock:,.1f} ms, {1000 * processor:,.1f} ms of processor time"
    print(f"{name}: {told} ({size:,} {'rows' if isinstance(found, list) else ''})", flush=True)
    return clock, processor


def write(many: int, measured: dict[str, dict[str, tuple[float, float]]]) -> None:
    """Put the table in its section of the page."""
    first = next(iter(measured.values()))
    heads = " | ".join(f"{name}, by the clock | processor time of the reader" for name in measured)
    rows = {name: [took[name] for took in measured.values()] for name in first}
    lines = [
        HEAD,
        "## History, search and reports",
        "",
        f"Measured by `bench/history.py {many}`, {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f}), "
        f"with {many:,} rounds of {TABLES} tables over a year, the best of {TIMES} readings. The stated goal is "
        f"{1000 * LIMIT:.0f} ms.",
        "",
        f"| page | {heads} |",
        "| --- |" + " ---: | ---: |" * len(measured),
        *(
            f"| {name} | "
            + " | ".join(f"{1000 * clock:,.0f} ms | {1000 * used:,.0f} ms" for clock, used in took)
            + " |"
            for name, took in rows.items()
        ),
        END,
    ]
    page = PAGE.read_text()
    if HEAD in page:
        before, _, rest = page.partition(HEAD)
        after = rest.partition(END)[2]
    else:
        before, after = f"{page.rstrip()}\n\n", "\n"
    PAGE.write_text(before + "\n".join(lines) + after)


def measure(url: str, many: int) -> dict[str, tuple[float, float]]:
    """What each page takes on the database."""
    store = Store(url)
    store.open()
    start = time.perf_counter()
    person = fill(store, many)
    print(f"{many:,} rounds written in {time.perf_counter() - start:,.0f} s", flush=True)
    if not store.read(audit, 600).balanced:
        raise RuntimeError("the ledger is not balanced")
    store.write(lambda db: db.execute(text("ANALYZE")))
    start = time.perf_counter()
    while store.write(daily.fold):
        pass
    print(f"days added up once: {time.perf_counter() - start:,.1f} s", flush=True)
    start = time.perf_counter()
    while store.write(daily.fold_wagers):
        pass
    print(f"each person's wagers of those days: {time.perf_counter() - start:,.1f} s", flush=True)
    today = now() // daily.DAY
    week = daily.Period((today - 7) * daily.DAY, (today + 1) * daily.DAY)
    half_a_year = str(datetime.fromtimestamp((today - 180) * daily.DAY / 1000, UTC).date())
    asked: dict[str, Callable[[Connection], Any]] = {
        "newest page of all rounds": lambda db: surveillance.find(db, Search()),
        "page of half a year ago": lambda db: surveillance.find(db, Search(), before=many // 2),
        "rounds of a table": lambda db: surveillance.find(db, Search(table=3)),
        "rounds of a day": lambda db: surveillance.find(db, Search(since=half_a_year, until=half_a_year)),
        "rounds of a person, by search": lambda db: surveillance.find(db, Search(person=person.name)),
        "one's own rounds": lambda db: past_rounds(db, person, None, many, 50),
        "payouts above a sum": lambda db: surveillance.find(db, Search(paid=1)),
        "a wager of a game": lambda db: surveillance.find(db, Search(game="three-card-poker", wager="ante")),
        "of unlikely winners": lambda db: surveillance.find(db, Search(unlikely=0.001)),
        "irregular rounds": lambda db: surveillance.find(db, Search(irregularity="any")),
        "results of a week": lambda db: reports.results(db, week),
        "proceeds of a year": lambda db: reports.adjusted_gross_proceeds(db, daily.ALWAYS),
        "statement of a tray": lambda db: reports.statement(db, 2, most=200),
        "lines of a day": lambda db: reports.traced(db, reports.period(half_a_year, half_a_year)),
        "how many rounds a search finds": lambda db: surveillance.count(db, Search(paid=1)),
        "tables that were played at": surveillance.played_at,
        "win rates of a year": lambda db: surveillance.win_rates(db, Search(), 100),
    }
    timed_above = {"agp", "results", "lines"}  # the lines of a year are a file, not a page
    for name in sorted(reports.REPORTS.keys() - timed_above):
        asked[f"report of a year, {name}"] = partial(_of_a_year, name)
    took = {name: timed(store, name, work) for name, work in asked.items()}
    store.close()
    slow = [name for name, (clock, _) in took.items() if clock > LIMIT]
    print(f"above {1000 * LIMIT:.0f} ms: {', '.join(slow) or 'none'}", flush=True)
    return took


def main() -> None:
    many = next((int(float(one)) for one in sys.argv[1:] if not one.startswith("--")), 1_000_000)
    measured = {}
    if "--postgresql" not in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            measured["SQLite"] = measure(default_url(Path(folder) / "floor.db"), many)
    if "--sqlite" not in sys.argv:
        with running(durable=True) as url:
            measured["PostgreSQL"] = measure(url, many)
    if "--write" in sys.argv:
        write(many, measured)


if __name__ == "__main__":
    main()
