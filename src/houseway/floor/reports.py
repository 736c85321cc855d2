"""Reports of the floor: every figure a sum of ledger lines, each of which names the round and event behind it."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from houseway.families import family_of
from houseway.floor import meters
from houseway.floor.pinned import Rules, current
from houseway.floor.schema import accounts, entries, lines, rounds, tables
from houseway.floor.settling import other_side
from houseway.floor.tables import MissingError
from houseway.play.accounting import KENO, POKER, TABLE_GAMES, Formula, proceeds
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

DAY = 86_400_000
Report = list[dict[str, Any]]


class Period(NamedTuple):
    """From a moment up to, not including, another."""

    start: int = 0
    end: int = 2**62


ALWAYS = Period()


def period(first: str = "", last: str = "") -> Period:
    """From the first day to the end of the last, both as YYYY-MM-DD; open where not given."""

    def moment(text: str, field: str) -> int:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise RuleError(f"a day is written 2026-12-31, not {text!r}", field) from None
        return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000

    return Period(moment(first, "first") if first else 0, moment(last, "last") + DAY if last else 2**62)


class Flow(NamedTuple):
    """Money of a table that went from one kind of account to another for one reason."""

    table: int
    day: int
    kind: str
    source: str
    target: str
    cents: int


_from, _to = accounts.alias("source_account"), accounts.alias("target_account")


def flows(db: Connection, span: Period) -> list[Flow]:
    """All that moved at the tables in the period, by day."""
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


def _held(db: Connection, moment: int) -> dict[int, int]:
    """The chips in each table's tray at a moment."""
    total: dict[int, int] = defaultdict(int)
    for column, sign in ((lines.c.target, 1), (lines.c.source, -1)):
        query = (
            select(accounts.c.table_id, func.sum(lines.c.cents))
            .join(accounts, accounts.c.id == column)
            .join(entries, entries.c.id == lines.c.entry_id)
            .where(accounts.c.kind == "inventory", entries.c.at < moment)
            .group_by(accounts.c.table_id)
        )
        for table, cents in db.execute(query):
            total[int(table)] += sign * int(cents)
    return total


def _sum(own: Iterable[Flow], *, kind: str = "", source: str = "", target: str = "") -> int:
    return sum(flow.cents for flow in own if _fits(flow, (kind, source, target)))


def _fits(flow: Any, wanted: tuple[str, str, str]) -> bool:
    kind, source, target = wanted
    return kind in ("", flow.kind) and source in ("", flow.source) and target in ("", flow.target)


# The lines behind each figure of the formulas: what caused them, from which kind of account, to which.
# Shares for a meter leave the tray and its awards come back into it: like slips to and from the cage.
FIGURES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "opening_bankroll": (("opening", "", "inventory"),),
    "fills": (("fill", "", "inventory"), ("meter award", "", "inventory")),
    "credit_slips": (("credit", "", ""), ("contribution", "inventory", "")),
    "drop": (("buy-in", "", "drop"),),
    "coupons": (("coupon", "", "drop"),),
    "tournament_fees": (("tournament fee", "", ""),),
    "rake": (("", "", "rake"),),
    "collection": (("", "", "collection"),),
    "writes": (("writes", "", "inventory"),),
    "pay_outs": (("pay outs", "inventory", ""),),
}


def figures(own: list[Flow], before: int, after: int) -> dict[str, int]:
    """The figures of the accounting formulas from what moved at one table."""
    found = {name: sum(flow.cents for flow in own if _counts(flow, name)) for name in FIGURES}
    found["opening_bankroll"] += before
    return {**found, "closing_bankroll": after}


def _counts(flow: Any, figure: str) -> bool:
    return any(_fits(flow, wanted) for wanted in FIGURES[figure])


def traced(db: Connection, span: Period) -> Report:
    """Every ledger line of the tables: the round and event that caused it, and the figures it is part of.

    The closing bankroll is all that went into the tray less all that came out of it.
    """
    query = (
        select(lines, entries, _from.c.kind.label("source_kind"), _to.c.kind.label("target_kind"))
        .join(entries, entries.c.id == lines.c.entry_id)
        .join(_from, _from.c.id == lines.c.source)
        .join(_to, _to.c.id == lines.c.target)
        .where(entries.c.table_id.is_not(None), entries.c.at >= span.start, entries.c.at < span.end)
        .order_by(lines.c.id)
    )
    report: Report = []
    for row in db.execute(query):
        flow = Flow(row.table_id, row.at // DAY, row.kind, row.source_kind, row.target_kind, row.cents)
        named = [name for name in FIGURES if _counts(flow, name)]
        if "inventory" in (flow.source, flow.target):
            named.append("closing_bankroll")
        report.append(
            {
                "line": row._mapping[lines.c.id],
                "at": row.at,
                "day": _day(flow.day),
                "table": flow.table,
                "round": row.round_id,
                "event": row.seq,
                "kind": flow.kind,
                "from": flow.source,
                "to": flow.target,
                "amount": dollars(flow.cents),
                "memo": row.memo,
                "figures": " ".join(named),
            }
        )
    return report


def formula_of(rules: Rules) -> Formula:
    """The formula for a table's game."""
    traits = family_of(rules.game).traits
    if traits.tickets:
        return KENO
    return POKER if traits.pot or other_side(rules) == "bank" else TABLE_GAMES


def _by_table(db: Connection, span: Period) -> dict[int, list[Flow]]:
    own: dict[int, list[Flow]] = defaultdict(list)
    for flow in flows(db, span):
        own[flow.table].append(flow)
    return own


def adjusted_gross_proceeds(db: Connection, span: Period) -> Report:
    """For each table the figures of its formula and the proceeds, in dollars."""
    own, before, after = _by_table(db, span), _held(db, span.start), _held(db, span.end)
    report = []
    for row in db.execute(select(tables).where(tables.c.created < span.end).order_by(tables.c.id)):
        rules = current(db, row)
        formula = formula_of(rules)
        cents = figures(own[row.id], before.get(row.id, 0), after.get(row.id, 0))
        report.append(
            {
                "table": row.id,
                "name": row.name,
                "game": row.game,
                **{name: dollars(cents[name]) for name in (*formula.plus, *formula.minus)},
                "agp": dollars(proceeds(formula, cents)),
                "rule": formula.cite(load_game(rules.game, rules.house).spec.jurisdiction),
            }
        )
    return report


def _day(number: int) -> str:
    return datetime.fromtimestamp(number * 86400, UTC).date().isoformat()


def results(db: Connection, span: Period) -> Report:
    """For each table and day: drop, what was won from the players, hold, rake and fees, rounds."""
    days: dict[tuple[int, int], list[Flow]] = defaultdict(list)
    for flow in flows(db, span):
        days[flow.table, flow.day].append(flow)
    day = rounds.c.ended // DAY
    played = {
        (int(table), int(number)): int(count)
        for table, number, count in db.execute(
            select(rounds.c.table_id, day.label("day"), func.count())
            .where(rounds.c.status == "settled", rounds.c.ended >= span.start, rounds.c.ended < span.end)
            .group_by(rounds.c.table_id, "day")
        )
    }
    names = {row.id: row.name for row in db.execute(select(tables.c.id, tables.c.name))}
    report = []
    for table, number in sorted({*days, *played}):
        own = days[table, number]
        drop = _sum(own, target="drop")
        taken = sum(_sum(own, source="layout", target=side) for side in ("inventory", "bank"))
        paid = sum(_sum(own, source=side, target="stack") for side in ("inventory", "bank"))
        sold = sum(_sum(own, kind=kind, source="inventory") for kind in ("buy-in", "coupon"))
        win = taken - paid + sold
        report.append(
            {
                "day": _day(number),
                "table": table,
                "name": names[table],
                "rounds": played.get((table, number), 0),
                "drop": dollars(drop),
                "win": dollars(win),
                "hold": round(win / drop, 4) if drop else None,
                "rake": dollars(_sum(own, target="rake")),
                "collection": dollars(_sum(own, target="collection")),
            }
        )
    return report


def jackpot_liability(db: Connection, _: Period = ALWAYS) -> Report:
    """What is owed to players in meters and jackpot pools."""
    report: Report = [
        {
            "name": one["name"],
            "kind": "meter",
            "shown": dollars(one["shown"]),
            "reserve": dollars(one["reserve"]),
            "hidden": dollars(one["hidden"]),
            "liability": dollars(one["shown"] + one["reserve"] + one["hidden"]),
        }
        for one in meters.listing(db)
    ]
    pools = select(tables.c.name, accounts.c.balance).join(tables, tables.c.id == accounts.c.table_id)
    for row in db.execute(pools.where(accounts.c.kind == "jackpot", accounts.c.balance > 0).order_by(tables.c.id)):
        money = dollars(int(row.balance))
        report.append(
            {"name": row.name, "kind": "jackpot", "shown": money, "reserve": 0, "hidden": 0, "liability": money}
        )
    return report


def statement(db: Connection, account: int, span: Period = ALWAYS, most: int = 1000) -> Report:
    """The lines of one account, the latest first, each with the balance it left."""
    row = db.execute(select(accounts).where(accounts.c.id == account)).first()
    if row is None:
        raise MissingError(f"there is no account {account}", "account")
    query = (
        select(lines, entries.c.at, entries.c.kind, entries.c.round_id, entries.c.seq)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where((lines.c.source == account) | (lines.c.target == account))
        .order_by(lines.c.id.desc())
    )
    left = int(row.balance)
    report: Report = []
    for line in db.execute(query):
        signed = int(line.cents) if line.target == account else -int(line.cents)
        if span.start <= line.at < span.end and len(report) < most:
            report.append(
                {
                    "line": line.id,
                    "entry": line.entry_id,
                    "at": line.at,
                    "kind": line.kind,
                    "memo": line.memo,
                    "amount": dollars(signed),
                    "balance": dollars(left),
                    "round": line.round_id,
                    "event": line.seq,
                }
            )
        left -= signed
    return report


def meter_history(db: Connection, span: Period) -> Report:
    """Every movement of every meter."""
    found = db.execute(
        select(accounts.c.id, accounts.c.name).where(accounts.c.kind == "meter").order_by(accounts.c.id)
    ).all()
    return [{"meter": row.name, **line} for row in found for line in statement(db, row.id, span)]


REPORTS: Mapping[str, Callable[[Connection, Period], Report]] = {
    "agp": adjusted_gross_proceeds,
    "results": results,
    "meters": meter_history,
    "jackpots": jackpot_liability,
    "lines": traced,
}


def as_csv(report: Report) -> str:
    """A report as comma-separated values, a head and a line each."""
    names = list(dict.fromkeys(name for line in report for name in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in line.items()} for line in report)
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
