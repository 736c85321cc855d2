"""Reports of the keno desk: totals by shift, day, month and year, winning tickets, games, voids, drawers, exceptions.

30-2510(16): all of it is recalled on demand. 30-2505(7)(D): accounting reads the same lines every day.
30-2502(12): what a runner verifies a winning ticket by names only a part of its serial number.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, select

from houseway.floor.awards import PRESENTED
from houseway.floor.keno.games import refunds, winners_of
from houseway.floor.keno.printed import lapsed, printed
from houseway.floor.keno.tickets import masked
from houseway.floor.moments import now
from houseway.floor.schema import (
    accounts,
    audit,
    entries,
    keno_desks,
    keno_drawers,
    keno_games,
    keno_tickets,
    lines,
    meters,
    tables,
    users,
)
from houseway.play.core.money import dollars

Report = list[dict[str, Any]]
EXCEPTIONS = (
    "voided",
    "quit",
    "parameters",
    "override",
    "suspended",
    "resumed",
    "void",
    "paid by hand",
    "paid wrong by hand",
    "suspicious",
    "inspection",
    "fill",
    "credit",
    "drawer issued",
    "drawer counted",
)


def _when(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _start(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000


def spans(end: int, shifts: list[int]) -> dict[str, int]:
    """Where the shift, the gaming day, the month and the year of a moment begin."""
    at = datetime.fromtimestamp((end - 1) / 1000, UTC)
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    begun = [day + timedelta(hours=hour - back) for back in (24, 0) for hour in shifts]
    shift = max((one for one in begun if one <= at), default=day)
    month = day.replace(day=1)
    return {
        "shift": _start(shift),
        "day": _start(day),
        "month": _start(month),
        "year": _start(month.replace(month=1)),
    }


def _desks(db: Connection) -> list[Row[Any]]:
    query = select(keno_desks, tables.c.name).join(tables, tables.c.id == keno_desks.c.table_id)
    return list(db.execute(query.order_by(keno_desks.c.table_id)))


def totals(db: Connection, span: Any) -> Report:
    """Tickets, winning tickets, writes, pay-outs and proceeds by desk: shift, day, month and year to date."""
    end = min(span.end, now() + 1)
    report: Report = []
    for desk in _desks(db):
        returned = refunds(db, desk.table_id)
        for name, start in spans(end, desk.shifts).items():
            own = keno_tickets.c.table_id == desk.table_id, keno_tickets.c.at >= start, keno_tickets.c.at < end
            stands, won = keno_tickets.c.status != "void", keno_tickets.c.won > 0
            count, voided, winning = (
                int(db.execute(select(func.count()).select_from(keno_tickets).where(*own, *which)).scalar_one())
                for which in ((stands,), (~stands,), (stands, won))
            )
            back = select(keno_tickets.c.number, keno_tickets.c.won).where(*own, stands, won)
            some = db.execute(back.where(keno_tickets.c.number.in_(list(returned)))) if returned else ()
            winning -= sum(row.won <= returned[row.number] for row in some)
            kinds = ("write", "void", "pay", "award")  # an award by the year is paid out when it is won
            moved = {kind: _moved(db, desk.table_id, f"keno {kind}", start, end) for kind in kinds}
            writes, pay_outs = moved["write"] - moved["void"], moved["pay"] + moved["award"]
            report.append(
                {
                    "desk": desk.table_id,
                    "name": desk.name,
                    "span": name,
                    "from": _when(start),
                    "tickets": count,
                    "voided": voided,
                    "winning": winning,
                    "writes": dollars(writes),
                    "pay_outs": dollars(pay_outs),
                    "agp": dollars(writes - pay_outs),
                }
            )
    return report


def _moved(db: Connection, table: int, kind: str, start: int, end: int) -> int:
    query = (
        select(func.coalesce(func.sum(lines.c.cents), 0))
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.table_id == table, entries.c.kind == kind, entries.c.at >= start, entries.c.at < end)
    )
    return int(db.execute(query).scalar_one())


def won_by_tickets(db: Connection, span: Any) -> Report:
    """Awards of meters that tickets won whole at a draw, as the log holds them: each is paid with its ticket."""
    query = (
        select(audit.c.at, audit.c.data, tables.c.id, tables.c.name)
        .join(tables, tables.c.id == audit.c.table_id)
        .where(audit.c.act == "keno drawn", audit.c.at >= span.start, audit.c.at < span.end)
        .order_by(audit.c.id)
    )
    found: Report = []
    for row in db.execute(query).all():
        for award in row.data.get("awards", ()):
            ticket = db.execute(
                select(keno_tickets, users.c.name.label("patron"))
                .outerjoin(users, users.c.id == keno_tickets.c.patron_id)
                .where(keno_tickets.c.table_id == row.id, keno_tickets.c.number == award["ticket"])
            ).one()
            paid = ticket.status not in PRESENTED
            found.append(
                {
                    "id": None,
                    "at": row.at,
                    "table": row.id,
                    "table_name": row.name,
                    "round": None,
                    "seat": None,
                    "player": ticket.patron,
                    "ticket": award["ticket"],
                    "cents": award["amount"],
                    "years": 1,
                    "payments": int(paid),
                    "meter": db.execute(select(meters.c.name).where(meters.c.id == award["meter"])).scalar_one(),
                    "jackpot": None,
                    "memo": f"ticket {award['ticket']}, game {row.data['game']}",
                    "status": "paid with its ticket" if paid else "lapsed" if lapsed(ticket) else "due with its ticket",
                }
            )
    return found


def _winning(db: Connection, span: Any) -> Iterator[tuple[Row[Any], Row[Any], int]]:
    """Every ticket that won in a game of the period, with the game and the cents."""
    drawn = keno_games.c.status == "drawn", keno_games.c.drawn >= span.start, keno_games.c.drawn < span.end
    for game in db.execute(select(keno_games).where(*drawn).order_by(keno_games.c.id)).all():
        if not game.paid:
            continue
        query = (
            select(keno_tickets, keno_drawers.c.station, keno_drawers.c.kind, users.c.name.label("writer"))
            .join(keno_drawers, keno_drawers.c.id == keno_tickets.c.drawer_id)
            .join(users, users.c.id == keno_tickets.c.user_id)
            .where(keno_tickets.c.table_id == game.table_id, keno_tickets.c.number.in_([int(n) for n in game.paid]))
            .order_by(keno_tickets.c.number)
        )
        for row in db.execute(query):
            yield row, game, int(game.paid[str(row.number)])


def winners(db: Connection, span: Any) -> Report:
    """Winning tickets: when, which, how much, and whether they were paid or lapsed."""
    return [
        {
            "at": _when(game.drawn),
            "desk": game.table_id,
            "game": game.number,
            "ticket": row.number,
            "serial": masked(row.serial),
            "station": row.station,
            "amount": dollars(cents),
            "paid": _when(row.paid) if row.paid else ("lapsed" if lapsed(row) else ""),
        }
        for row, game, cents in _winning(db, span)
    ]


def runner_winners(db: Connection, span: Any) -> Report:
    """What each runner may pay by: winning tickets of his own up to the printed sum, game by game."""
    most = printed("runner").cents
    return [
        {
            "runner": row.writer,
            "station": row.station,
            "desk": game.table_id,
            "game": game.number,
            "serial": masked(row.serial),
            "amount": dollars(cents),
        }
        for row, game, cents in _winning(db, span)
        if row.kind == "runner" and cents <= most
    ]


def games(db: Connection, span: Any) -> Report:
    """Every game: when it closed and was drawn, its numbers, its tickets and what they won."""
    ended = keno_games.c.drawn >= span.start, keno_games.c.drawn < span.end
    return [
        {
            "desk": row.table_id,
            "game": row.number,
            "status": row.status,
            "closed": _when(row.closed) if row.closed else "",
            "drawn": _when(row.drawn),
            "numbers": " ".join(map(str, row.numbers)),
            "winners": winners_of(row),
            "paid": dollars(sum(row.paid.values()) if row.status == "drawn" else 0),
            "returned": dollars(0 if row.status == "drawn" else sum(row.paid.values())),
        }
        for row in db.execute(select(keno_games).where(*ended).order_by(keno_games.c.id))
    ]


def _log(db: Connection, span: Any, acts: tuple[str, ...]) -> list[Row[Any]]:
    query = (
        select(audit, users.c.name)
        .outerjoin(users, users.c.id == audit.c.user_id)
        .where(audit.c.act.in_([f"keno {act}" for act in acts]), audit.c.at >= span.start, audit.c.at < span.end)
        .order_by(audit.c.id)
    )
    return list(db.execute(query))


def voids(db: Connection, span: Any) -> Report:
    """Voided tickets by day and station, each with its slip."""
    return [
        {
            "at": _when(row.at),
            "desk": row.table_id,
            "station": row.data["station"],
            "slip": row.data["slip"],
            "serial": masked(row.data["serial"]),
            "amount": dollars(row.data["amount"]),
            "by": row.name,
            "reason": row.data["reason"],
        }
        for row in _log(db, span, ("voided",))
    ]


def exceptions(db: Connection, span: Any) -> Report:
    """What was out of the ordinary: voids, overrides, changes of parameters, suspensions, payments by hand."""
    told = ("station", "kind", "holder", "reason", "serial", "amount", "paid", "due", "slip", "game", "over")
    report, names = list[dict[str, Any]](), _names(db)
    for row in _log(db, span, EXCEPTIONS):
        data = {**row.data, **({"serial": masked(row.data["serial"])} if "serial" in row.data else {})}
        data |= {key: names[data[key]] for key in ("holder", "second") if data.get(key) in names}
        named = [_told(name, data[name]) for name in (*told, "second", "result") if data.get(name) not in (None, "")]
        if row.act == "keno parameters":
            named = [f"{name}: {before} → {after}" for name, before, after in _changed(data["before"], data["after"])]
        report.append(
            {
                "at": _when(row.at),
                "desk": row.table_id,
                "what": row.act.removeprefix("keno "),
                "by": row.name or "system",
                "told": ", ".join(named),
            }
        )
    return report


def _names(db: Connection) -> dict[int, str]:
    return {int(row.id): str(row.name) for row in db.execute(select(users.c.id, users.c.name))}


def _changed(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """What was changed: each option of the rules by its own name, and the least and most price in dollars."""
    flat = [{**one["house"], **{key: one[key] for key in one if key != "house"}} for one in (before, after)]
    for name in dict.fromkeys((*flat[0], *flat[1])):
        old, new = (one.get(name, "as printed") for one in flat)
        if old != new:
            sums = name in ("least", "most")
            yield name.replace("_", " "), *(f"${value / 100:,.2f}" if sums else value for value in (old, new))


def _told(name: str, value: Any) -> str:
    if name == "over":
        return f"{'over' if value >= 0 else 'short'} ${abs(value) / 100:,.2f}"
    return f"{name} ${value / 100:,.2f}" if name in ("amount", "paid", "due") else f"{name} {value}"


def drawers(db: Connection, span: Any) -> Report:
    """The reconciliation of every drawer in use in the period: what came and went, what should be there, what was."""
    used = keno_drawers.c.opened < span.end, func.coalesce(keno_drawers.c.closed, 2**62) >= span.start
    rows = db.execute(
        select(keno_drawers, users.c.name, accounts.c.balance)
        .join(users, users.c.id == keno_drawers.c.user_id)
        .join(accounts, accounts.c.id == keno_drawers.c.account_id)
        .where(*used)
        .order_by(keno_drawers.c.id)
    ).all()
    report: Report = []
    for row in rows:
        flow = _flows(db, row)
        expected = row.balance if row.closed is None else row.expected
        report.append(
            {
                "desk": row.table_id,
                "station": row.station,
                "kind": row.kind,
                "holder": row.name,
                "opened": _when(row.opened),
                "imprest": dollars(row.imprest),
                **{name: dollars(flow[f"keno {kind}"]) for name, kind in _FLOWS.items()},
                "expected": dollars(int(expected)),
                "counted": "" if row.counted is None else dollars(row.counted),
                "over": "" if row.counted is None else dollars(row.counted - row.expected),
                "closed": "" if row.closed is None else _when(row.closed),
                "certified": "yes" if row.certified else "no",
            }
        )
    return report


_FLOWS = {
    "writes": "write",
    "voids": "void",
    "pay_outs": "pay",
    "fills": "fill",
    "credits": "credit",
    "charged": "charge",  # to patrons' accounts, of what was written
    "credited": "deposit",  # to them, of what was paid or refunded
}


def _flows(db: Connection, drawer: Row[Any]) -> Counter[str]:
    """The cents of each kind that went through a drawer while it was in use."""
    found: Counter[str] = Counter()
    until = drawer.closed if drawer.closed is not None else 2**62
    for side in (lines.c.source, lines.c.target):
        query = (
            select(entries.c.kind, func.sum(lines.c.cents))
            .join(entries, entries.c.id == lines.c.entry_id)
            .where(side == drawer.account_id, entries.c.at >= drawer.opened, entries.c.at <= until)
            .group_by(entries.c.kind)
        )
        for kind, cents in db.execute(query):
            found[kind] += int(cents)
    return found


def promotions(db: Connection, span: Any) -> Report:
    """Promotional pay-outs: when, how much or what, why, to whom, signed by whom."""
    names = defaultdict(str, _names(db))
    return [
        {
            "at": _when(row.at),
            "desk": row.table_id,
            "slip": row.data["slip"],
            "patron": row.data["patron"],
            "amount": dollars(row.data["amount"]),
            "thing": row.data["thing"],
            "reason": row.data["reason"],
            "signed": ", ".join(name for name in (row.name, names[row.data["second"] or 0]) if name),
        }
        for row in _log(db, span, ("promotional pay-out",))
    ]


REPORTS = {
    "keno": totals,
    "keno-winners": winners,
    "keno-runners": runner_winners,
    "keno-games": games,
    "keno-voids": voids,
    "keno-exceptions": exceptions,
    "keno-drawers": drawers,
    "keno-promotions": promotions,
}
