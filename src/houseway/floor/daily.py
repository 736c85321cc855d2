"""Running totals: what moved at each table on days that are over, added up once; reports add the days since.

The ledger only grows, so a day that is over never changes: its totals are written by whoever keeps the clock, and
what reports say does not depend on whether they are there yet.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, literal, select

from houseway.floor.moments import now
from houseway.floor.schema import (
    accounts,
    daily,
    daily_wagers,
    entries,
    lines,
    round_facts,
    rounds,
    wager_facts,
)

DAY = 86_400_000
_GRACE = 3_600_000  # after midnight: what was being written then is written
_FOLDED, _TRAY, _ROUNDS, _WAGERS = "folded", "tray", "rounds", "wagers folded"


class Period(NamedTuple):
    """From a moment up to, not including, another."""

    start: int = 0
    end: int = 2**62


ALWAYS = Period()


class Flow(NamedTuple):
    """Money of a table that went from one kind of account to another for one reason."""

    table: int
    day: int
    kind: str
    source: str
    target: str
    cents: int


_from, _to = accounts.alias("source_account"), accounts.alias("target_account")


def _flows(db: Connection, span: Period) -> list[Flow]:
    """From the lines themselves."""
    day = entries.c.at // DAY
    query = (
        select(entries.c.table_id, day.label("day"), entries.c.kind, _from.c.kind, _to.c.kind, func.sum(lines.c.cents))
        .join(lines, lines.c.entry_id == entries.c.id)
        .join(_from, _from.c.id == lines.c.source)
        .join(_to, _to.c.id == lines.c.target)
        .where(entries.c.table_id.is_not(None), entries.c.at >= span.start, entries.c.at < span.end)
        .group_by(entries.c.table_id, "day", entries.c.kind, _from.c.kind, _to.c.kind)
    )
    return [Flow(int(t), int(d), kind, source, target, int(c)) for t, d, kind, source, target, c in db.execute(query)]


def _tray(db: Connection, span: Period) -> dict[tuple[int, int], int]:
    """By table and day, what went into the tray less what came out of it."""
    total: dict[tuple[int, int], int] = defaultdict(int)
    day = entries.c.at // DAY
    for column, sign in ((lines.c.target, 1), (lines.c.source, -1)):
        query = (
            select(accounts.c.table_id, day.label("day"), func.sum(lines.c.cents))
            .join(lines, lines.c.entry_id == entries.c.id)
            .join(accounts, accounts.c.id == column)
            .where(accounts.c.kind == "inventory", entries.c.at >= span.start, entries.c.at < span.end)
            .group_by(accounts.c.table_id, "day")
        )
        for table, number, cents in db.execute(query):
            total[int(table), int(number)] += sign * int(cents)
    return total


def _played(db: Connection, span: Period) -> dict[tuple[int, int], int]:
    """By table and day, the rounds that were settled."""
    day = rounds.c.ended // DAY
    query = (
        select(rounds.c.table_id, day.label("day"), func.count())
        .where(rounds.c.status == "settled", rounds.c.ended >= span.start, rounds.c.ended < span.end)
        .group_by(rounds.c.table_id, "day")
    )
    return {(int(table), int(number)): int(count) for table, number, count in db.execute(query)}


def folded(db: Connection, kind: str = _FOLDED) -> int:
    """The first day that is not added up yet."""
    last = db.execute(select(func.max(daily.c.day)).where(daily.c.kind == kind)).scalar()
    return 0 if last is None else int(last) + 1


def _next_day(db: Connection, kind: str, *moments: Any) -> int | None:
    """The first day that is over, not added up yet, and has any of the moments."""
    start, end = folded(db, kind) * DAY, (now() - _GRACE) // DAY * DAY
    firsts = [db.execute(select(func.min(at)).where(at >= start, at < end)).scalar() for at in moments]
    return min((int(at) // DAY for at in firsts if at is not None), default=None)


def fold(db: Connection) -> bool:
    """Add up the first day that is over and not added up; whether there was one.

    A day at a time: whoever plays meanwhile waits for no more than a day's sums, however much there is to add up.
    """
    day = _next_day(db, _FOLDED, entries.c.at, rounds.c.ended)
    if day is None:
        return False
    span = Period(day * DAY, (day + 1) * DAY)
    rows: list[dict[str, Any]] = [
        {"day": flow.day, "table_id": flow.table, "kind": flow.kind, "source": flow.source, "target": flow.target}
        | {"amount": flow.cents}
        for flow in _flows(db, span)
    ]
    for kind, found in ((_TRAY, _tray(db, span)), (_ROUNDS, _played(db, span))):
        rows += [
            {"day": day, "table_id": table, "kind": kind, "source": "", "target": "", "amount": amount}
            for (table, _), amount in found.items()
        ]
    rows.append({"day": day, "table_id": 0, "kind": _FOLDED, "source": "", "target": "", "amount": 0})
    db.execute(insert(daily), rows)
    return True


def _split(db: Connection, span: Period, kind: str = _FOLDED) -> tuple[int, int, Period]:
    """The days of a period that are added up, from one up to another, and the rest of it.

    A period that begins within a day is read from the lines alone.
    """
    if span.start % DAY:
        return 0, 0, span
    first, last = span.start // DAY, min(span.end // DAY, folded(db, kind))
    return (first, last, Period(last * DAY, span.end)) if last > first else (0, 0, span)


def flows(db: Connection, span: Period, *, by_day: bool = True) -> list[Flow]:
    """All that moved at the tables in the period, by day, or over all its days (as day 0)."""
    first, last, rest = _split(db, span)
    named = (daily.c.table_id, daily.c.kind, daily.c.source, daily.c.target)
    day = daily.c.day if by_day else literal(0)
    query = (
        select(day.label("day"), *named, func.sum(daily.c.amount).label("amount"))
        .where(daily.c.day >= first, daily.c.day < last, daily.c.source != "")
        .group_by(*named, *([daily.c.day] if by_day else []))
    )
    added_up = [
        Flow(int(row.table_id), int(row.day), row.kind, row.source, row.target, int(row.amount))
        for row in db.execute(query)
    ]
    since = _flows(db, rest)
    return [*added_up, *(since if by_day else (flow._replace(day=0) for flow in since))]


def held(db: Connection, moment: int) -> dict[int, int]:
    """The chips in each table's tray at a moment."""
    first, last, rest = _split(db, Period(0, moment))
    total: dict[int, int] = defaultdict(int)
    query = select(daily.c.table_id, func.sum(daily.c.amount)).where(
        daily.c.kind == _TRAY, daily.c.day >= first, daily.c.day < last
    )
    for table, cents in db.execute(query.group_by(daily.c.table_id)):
        total[int(table)] += int(cents)
    for (table, _), cents in _tray(db, rest).items():
        total[table] += cents
    return total


def _of_kind(db: Connection, kind: str, first: int, last: int) -> dict[tuple[int, int], int]:
    query = select(daily).where(daily.c.kind == kind, daily.c.day >= first, daily.c.day < last)
    return {(int(row.table_id), int(row.day)): int(row.amount) for row in db.execute(query)}


def played(db: Connection, span: Period) -> dict[tuple[int, int], int]:
    """The rounds that were settled, by table and day."""
    first, last, rest = _split(db, span)
    return {**_of_kind(db, _ROUNDS, first, last), **_played(db, rest)}


# -- the wagers of each person ----------------------------------------------------------------------------------------


class WagerSums(NamedTuple):
    """A person's wagers of a kind at a table: their number, and sums in cents and square cents."""

    user: int
    table: int
    wager: str
    wagers: int
    stake: int
    net: int
    stake_squares: float
    net_squares: float
    products: float


def _wager_sums(db: Connection, span: Period) -> list[WagerSums]:
    """From the facts of the rounds themselves."""
    facts = wager_facts.c
    query = (
        select(
            facts.user_id,
            facts.table_id,
            facts.wager,
            func.count(),
            func.sum(facts.stake),
            func.sum(facts.net),
            func.sum(facts.stake * 1.0 * facts.stake),
            func.sum(facts.net * 1.0 * facts.net),
            func.sum(facts.stake * 1.0 * facts.net),
        )
        .join(round_facts, round_facts.c.round_id == facts.round_id)
        .where(round_facts.c.ended >= span.start, round_facts.c.ended < span.end, round_facts.c.status == "settled")
        .where(facts.user_id.is_not(None))
        .group_by(facts.user_id, facts.table_id, facts.wager)
    )
    return [_as_sums(row) for row in db.execute(query)]


def _as_sums(row: Any) -> WagerSums:
    user, table, wager, count, stake, net, *squares = row
    return WagerSums(
        int(user), int(table), wager, int(count), int(stake), int(net), *(float(square) for square in squares)
    )


def fold_wagers(db: Connection) -> bool:
    """Add up the wagers of the first day that is over and not added up; whether there was one."""
    day = _next_day(db, _WAGERS, round_facts.c.ended)
    if day is None:
        return False
    names = [column.name for column in daily_wagers.c]
    rows = [dict(zip(names, (day, *sums), strict=True)) for sums in _wager_sums(db, Period(day * DAY, (day + 1) * DAY))]
    if rows:
        db.execute(insert(daily_wagers), rows)
    marker = {"day": day, "table_id": 0, "kind": _WAGERS, "source": "", "target": "", "amount": 0}
    db.execute(insert(daily), [marker])
    return True


def wager_sums(db: Connection, span: Period) -> list[WagerSums]:
    """The wagers of each person in a period by table and kind; the same ones may stand there twice, to be added."""
    first, last, rest = _split(db, span, _WAGERS)
    own = daily_wagers.c
    named = (own.user_id, own.table_id, own.wager)
    added = (own.wagers, own.stake, own.net, own.stake_squares, own.net_squares, own.products)
    query = select(*named, *(func.sum(one) for one in added)).where(own.day >= first, own.day < last)
    return [*(_as_sums(row) for row in db.execute(query.group_by(*named))), *_wager_sums(db, rest)]
