"""A million rounds in one database: how long its pages take to read. `bench/history.py [ROUNDS] [--write]`."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select, text

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.floor.helpers import guest, new_store, play_round, seated

from houseway.floor import daily, reports, surveillance
from houseway.floor.ledger import audit
from houseway.floor.moments import now
from houseway.floor.schema import entries, events, lines, round_facts, rounds, wager_facts
from houseway.floor.store import Store
from houseway.floor.surveillance import Search

TABLES = 20
YEAR = 365 * daily.DAY
GAMES = ("three-card-poker", "blackjack", "baccarat", "ultimate-texas-holdem")
LIMIT = 0.2  # seconds
PAGE = Path(__file__).parents[1] / "docs" / "speed.md"
HEAD, END = "<!-- history: written by bench/history.py -->", "<!-- end of history -->"


def _copies(db: Connection, table: Table, shifts: dict[str, str], where: str = "") -> None:
    """Every row of a table as often as there are numbers; `shifts` says what differs, in SQL."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(shifts.get(column.name, f'own."{column.name}"') for column in table.columns)
    db.execute(text(f"INSERT INTO {table.name} ({names}) SELECT {values} FROM {table.name} AS own, numbers {where}"))


def fill(store: Store, many: int) -> None:
    """Rounds that were played, copied over a year: each with its events, entries, lines and facts."""
    person = guest(store)
    for place in range(TABLES):
        table = seated(store, person, GAMES[place % len(GAMES)], 200)
        play_round(store, table, {0: person})
    copies = many // TABLES
    numbers = f"WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {copies}) SELECT n FROM up"
    back = f"- ({copies} - n) * {YEAR // max(copies, 1)}"

    def work(db: Connection) -> None:
        copied = (rounds, events, entries, lines, wager_facts)
        by = {one.name: f"+ n * {db.execute(select(func.max(one.c.id))).scalar_one()}" for one in copied}
        db.execute(text("UPDATE accounts SET overdraft = 1"))  # the same rounds again may cost more than there is
        db.execute(text(f"CREATE TEMP TABLE numbers AS {numbers}"))
        db.execute(text("CREATE TEMP TABLE of_rounds AS SELECT id FROM entries WHERE round_id IS NOT NULL"))
        shifts = {one: {"id": f"own.id {by[one.name]}"} for one in copied}
        own_round, at = {"round_id": f"own.round_id {by['rounds']}"}, {"at": f"own.at {back}"}
        ends = {"started": f"own.started {back}", "ended": f"own.ended {back}"}
        unlinked = dict.fromkeys(("number", "digest", "key"), "NULL")
        known = "IN (SELECT id FROM of_rounds)"
        _copies(db, rounds, {**shifts[rounds], "number": "own.number + n", **ends})
        _copies(db, events, {**shifts[events], **own_round, **at})
        _copies(db, entries, {**shifts[entries], **own_round, **at, **unlinked}, f"WHERE own.id {known}")
        own_entry = {"entry_id": f"own.entry_id {by['entries']}"}
        _copies(db, lines, {**shifts[lines], **own_entry}, f"WHERE own.entry_id {known}")
        _copies(db, round_facts, {**own_round, "ended": ends["ended"]})
        _copies(db, wager_facts, {**shifts[wager_facts], **own_round})

    store.write(work)


def timed(store: Store, name: str, work: Callable[[Connection], Any]) -> tuple[float, float]:
    """Seconds that a reading takes, by the clock and of processor time; the best of three."""
    took = []
    for _ in range(3):
        start, used = time.perf_counter(), time.process_time()
        found = store.read(work, 120)
        took.append((time.perf_counter() - start, time.process_time() - used))
    size = len(found) if isinstance(found, list) else found
    clock, processor = map(min, zip(*took, strict=True))
    told = f"{1000 * clock:,.1f} ms, {1000 * processor:,.1f} ms of processor time"
    print(f"{name}: {told} ({size:,} {'rows' if isinstance(found, list) else ''})", flush=True)
    return clock, processor


def write(many: int, took: dict[str, tuple[float, float]]) -> None:
    """Put the table in its section of the page."""
    lines = [
        HEAD,
        "## History, search and reports",
        "",
        f"Measured by `bench/history.py {many}` on SQLite, {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f}), "
        f"with {many:,} rounds of {TABLES} tables over a year, the best of three readings. The stated goal is "
        f"{1000 * LIMIT:.0f} ms.",
        "",
        "| page | by the clock | processor time |",
        "| --- | ---: | ---: |",
        *(f"| {name} | {1000 * clock:,.0f} ms | {1000 * used:,.0f} ms |" for name, (clock, used) in took.items()),
        END,
    ]
    page = PAGE.read_text()
    if HEAD in page:
        before, _, rest = page.partition(HEAD)
        after = rest.partition(END)[2]
    else:
        before, after = f"{page.rstrip()}\n\n", "\n"
    PAGE.write_text(before + "\n".join(lines) + after)


def main() -> None:
    many = next((int(float(one)) for one in sys.argv[1:] if one != "--write"), 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        store = new_store(Path(folder))
        start = time.perf_counter()
        fill(store, many)
        print(f"{many:,} rounds written in {time.perf_counter() - start:,.0f} s")
        if not store.read(audit, 600).balanced:
            raise RuntimeError("the ledger is not balanced")
        store.write(lambda db: db.execute(text("ANALYZE")))
        start = time.perf_counter()
        store.write(daily.fold)
        print(f"days added up once: {time.perf_counter() - start:,.1f} s")
        start = time.perf_counter()
        while store.write(daily.fold_wagers):
            pass
        print(f"each person's wagers of those days: {time.perf_counter() - start:,.1f} s")
        today = now() // daily.DAY
        week = daily.Period((today - 7) * daily.DAY, (today + 1) * daily.DAY)
        asked: dict[str, Callable[[Connection], Any]] = {
            "newest page of all rounds": lambda db: surveillance.find(db, Search()),
            "page a year back": lambda db: surveillance.find(db, Search(), before=many // 2),
            "rounds of a table": lambda db: surveillance.find(db, Search(table=3)),
            "payouts above a sum": lambda db: surveillance.find(db, Search(paid=1)),
            "a wager of a game": lambda db: surveillance.find(db, Search(game="three-card-poker", wager="ante")),
            "of unlikely winners": lambda db: surveillance.find(db, Search(unlikely=0.001)),
            "results of a week": lambda db: reports.results(db, week),
            "proceeds of a year": lambda db: reports.adjusted_gross_proceeds(db, daily.ALWAYS),
            "statement of a tray": lambda db: reports.statement(db, 2, most=200),
        }
        took = {name: timed(store, name, work) for name, work in asked.items()}
        store.close()
    slow = [name for name, (clock, _) in took.items() if clock > LIMIT]
    print(f"above {1000 * LIMIT:.0f} ms: {', '.join(slow) or 'none'}")
    if "--write" in sys.argv:
        write(many, took)


if __name__ == "__main__":
    main()
