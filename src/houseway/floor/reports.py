"""Reports of the floor: every figure a sum of ledger lines, each of which names the round and event behind it."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, case, func, or_, select, union_all

from houseway.families import family_of
from houseway.floor import awards, jackpots, meters, wide_area
from houseway.floor.daily import ALWAYS, DAY, Flow, Period, flows, held, played
from houseway.floor.keno.reports import REPORTS as KENO_REPORTS
from houseway.floor.keno.reports import won_by_tickets
from houseway.floor.pinned import Rules, current
from houseway.floor.schema import accounts, entries, lines, tables, users
from houseway.floor.schema import meters as meters_
from houseway.floor.settling import other_side
from houseway.floor.tables import MissingError, spots_of
from houseway.floor.tournaments.reports import REPORTS as TOURNAMENT_REPORTS
from houseway.floor.tournaments.reports import fees
from houseway.play.accounting import KENO, POKER, TABLE_GAMES, TOURNAMENT, Formula, proceeds
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

Report = list[dict[str, Any]]
FOR_MONEY = tables.c.purpose != "tournament"  # elsewhere chips are points


def period(first: str = "", last: str = "") -> Period:
    """From the first day to the end of the last, both as YYYY-MM-DD; open where not given."""

    def moment(text: str, field: str) -> int:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise RuleError(f"a day is written 2026-12-31, not {text!r}", field) from None
        return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000

    found = Period(moment(first, "first") if first else 0, moment(last, "last") + DAY if last else 2**62)
    if found.start >= found.end:
        raise RuleError(f"the last day, {last}, is before the first, {first}", "last")
    return found


_from, _to = accounts.alias("source_account"), accounts.alias("target_account")


def _sum(own: Iterable[Flow], *, kind: str = "", source: str = "", target: str = "") -> int:
    return sum(flow.cents for flow in own if _fits(flow, (kind, source, target)))


def _fits(flow: Any, wanted: tuple[str, str, str]) -> bool:
    kind, source, target = wanted
    return kind in ("", flow.kind) and source in ("", flow.source) and target in ("", flow.target)


# The lines behind each figure of the formulas: what caused them, from which kind of account, to which.
# Shares for a meter leave the tray and its awards come back into it: like slips to and from the cage.
FIGURES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "opening_bankroll": (("opening", "", "inventory"),),
    "fills": (("fill", "", "inventory"), ("meter award", "", "inventory"), ("link award", "", "inventory")),
    "credit_slips": (("credit", "", ""), ("contribution", "inventory", "")),
    "drop": (("buy-in", "", "drop"),),
    "coupons": (("coupon", "", "drop"),),
    "tournament_fees": (("tournament fee", "", ""),),
    "rake": (("", "", "rake"),),
    "collection": (("", "", "collection"),),
    "writes": (("writes", "", "inventory"), ("keno write", "", "drawer")),
    "voids": (("keno void", "drawer", ""),),
    "pay_outs": (("pay outs", "inventory", ""), ("keno pay", "drawer", ""), ("keno award", "inventory", "due")),
    "link_awards": (("link award", "", "inventory"), ("link award", "", "house")),
}


def figures(own: list[Flow], before: int, after: int) -> dict[str, int]:
    """The figures of the accounting formulas from what moved at one table."""
    found = {name: sum(flow.cents for flow in own if _counts(flow, name)) for name in FIGURES}
    found["opening_bankroll"] += before
    found["writes"] -= found.pop("voids")  # what was given back was never written
    return {**found, "closing_bankroll": after}


def _counts(flow: Any, figure: str) -> bool:
    return any(_fits(flow, wanted) for wanted in FIGURES[figure])


def traced(db: Connection, span: Period) -> Report:
    """Every ledger line of the tables: the round and event that caused it, and the figures it is part of.

    The closing bankroll is all that went into the tray less all that came out of it.
    """
    moved = entries.c.kind, _from.c.kind.label("source"), _to.c.kind.label("target")
    query = (
        select(lines.c.id, entries.c.at, entries.c.table_id, entries.c.round_id, entries.c.seq, *moved)
        .add_columns(lines.c.cents, lines.c.memo)
        .join(entries, entries.c.id == lines.c.entry_id)
        .join(_from, _from.c.id == lines.c.source)
        .join(_to, _to.c.id == lines.c.target)
        .join(tables, tables.c.id == entries.c.table_id)
        .where(FOR_MONEY, entries.c.at >= span.start, entries.c.at < span.end)
        .order_by(lines.c.id)
    )
    return [
        {
            "line": number,
            "at": at,
            "day": _day(at // DAY),
            "table": table,
            "round": round_id,
            "event": seq,
            "kind": kind,
            "from": source,
            "to": target,
            "amount": dollars(cents),
            "memo": memo,
            "figures": _figures_of(kind, source, target),
        }
        for number, at, table, round_id, seq, kind, source, target, cents, memo in db.execute(query)
    ]


@cache
def _figures_of(kind: str, source: str, target: str) -> str:
    """The figures that a movement between accounts of these kinds is part of."""
    flow = Flow(0, 0, kind, source, target, 0)
    named = [name for name in FIGURES if _counts(flow, name)]
    if "inventory" in (source, target):
        named.append("closing_bankroll")
    return " ".join(named)


def formula_of(rules: Rules) -> Formula:
    """The formula for a table's game."""
    traits = family_of(rules.game).traits
    if traits.tickets:
        return KENO
    return POKER if traits.pot or other_side(rules) == "bank" else TABLE_GAMES


def class_of(rules: Rules) -> str:
    """The class under which a table's game is counted: what its file says, 30-2103, or its family."""
    spec = rules.made.spec
    if spec.counts_as:
        return str(spec.counts_as)
    family = str(type(spec).__struct_config__.tag)
    return "poker" if family in ("house-poker", "player-poker") else family.replace("-", " ")


def by_class(db: Connection, span: Period) -> Report:
    """Adjusted gross proceeds by the class of the games."""
    totals: dict[str, dict[str, Any]] = {}
    for line in adjusted_gross_proceeds(db, span):
        one = totals.setdefault(line["class"], {"class": line["class"], "tables": 0, "drop": 0.0, "agp": 0.0})
        one["tables"] += bool(line["table"])
        for name in ("drop", "agp"):
            one[name] = round(one[name] + line.get(name, 0), 2)
    return [totals[name] for name in sorted(totals)]


def tip_boxes(db: Connection, span: Period) -> Report:
    """For each table what came into the dealers' tip box, what was counted out of it, and what it holds."""
    own = _by_table(db, span)
    held = select(tables.c.id, tables.c.name, accounts.c.balance).join(accounts, accounts.c.table_id == tables.c.id)
    return [
        {
            "table": row.id,
            "name": row.name,
            "tips": dollars(_sum(own[row.id], target="tips")),
            "counted": dollars(_sum(own[row.id], source="tips")),
            "holds": dollars(int(row.balance)),
        }
        for row in db.execute(held.where(accounts.c.kind == "tips").order_by(tables.c.id))
        if own[row.id] or row.balance
    ]


def _by_table(db: Connection, span: Period) -> dict[int, list[Flow]]:
    own: dict[int, list[Flow]] = defaultdict(list)
    for flow in flows(db, span, by_day=False):
        own[flow.table].append(flow)
    return own


def adjusted_gross_proceeds(db: Connection, span: Period) -> Report:
    """For each table the figures of its formula and the proceeds, in dollars."""
    own, before, after = _by_table(db, span), held(db, span.start), held(db, span.end)
    report = []
    for row in db.execute(select(tables).where(tables.c.created < span.end, FOR_MONEY).order_by(tables.c.id)):
        rules = current(db, row)
        formula = formula_of(rules)
        cents = figures(own[row.id], before.get(row.id, 0), after.get(row.id, 0))
        report.append(
            {
                "table": row.id,
                "name": row.name,
                "game": row.game,
                "class": class_of(rules),
                **{name: dollars(cents[name]) for name in (*formula.plus, *formula.minus)},
                "agp": dollars(proceeds(formula, cents)),
                "rule": formula.cite(rules.made.spec.jurisdiction),
            }
        )
    for name, game, collected in fees(db, span):
        report.append(
            {
                "table": 0,
                "name": name,
                "game": game,
                "class": class_of(Rules(game, {})),
                "tournament_fees": dollars(collected),
                "agp": dollars(collected),
                "rule": TOURNAMENT.cite(load_game(game).spec.jurisdiction),
            }
        )
    return report


@cache
def _day(number: int) -> str:
    return datetime.fromtimestamp(number * 86400, UTC).date().isoformat()


def results(db: Connection, span: Period) -> Report:
    """For each table and day: drop, what the bank won from the players, hold, rake and fees, rounds."""
    days: dict[tuple[int, int], list[Flow]] = defaultdict(list)
    for flow in flows(db, span):
        days[flow.table, flow.day].append(flow)
    rounds_played = played(db, span)
    names = {row.id: row.name for row in db.execute(select(tables.c.id, tables.c.name).where(FOR_MONEY))}
    report = []
    for table, number in sorted({*days, *rounds_played}):
        if table not in names:
            continue
        own = days[table, number]
        drop = _sum(own, target="drop")
        taken = sum(_sum(own, source="layout", target=side) for side in ("inventory", "bank"))
        paid = sum(
            _sum(own, source=side, target=target) for side in ("inventory", "bank") for target in ("stack", "tips")
        )
        paid -= _sum(own, kind="bank", source="bank", target="stack")  # a player-dealer's own bank given back to him
        sold = sum(_sum(own, kind=kind, source="inventory", target="stack") for kind in ("buy-in", "coupon"))
        win = taken - paid + sold
        report.append(
            {
                "day": _day(number),
                "table": table,
                "name": names[table],
                "rounds": rounds_played.get((table, number), 0),
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
    report += [
        {
            "name": one["name"],
            "kind": "jackpot",
            "shown": dollars(one["posted"]),
            "reserve": dollars(one["seeding"]),
            "hidden": dollars(one["fund"] - one["posted"]),
            "liability": dollars(one["fund"] + one["seeding"]),
        }
        for one in jackpots.listing(db)
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
    signed = case((lines.c.target == account, lines.c.cents), else_=-lines.c.cents)
    sides = (lines.c.source == account, lines.c.target == account)
    left = int(row.balance)
    if span.end < ALWAYS.end:
        later = select(func.sum(signed)).join(entries, entries.c.id == lines.c.entry_id)
        left -= int(db.execute(later.where(or_(*sides), entries.c.at >= span.end)).scalar() or 0)
    latest = [  # of each side by its index: the two together are sorted, not all lines of the account
        select(lines.c.id)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(side, entries.c.at >= span.start, entries.c.at < span.end)
        .order_by(lines.c.id.desc())
        .limit(most)
        .subquery()
        for side in sides
    ]
    query = (
        select(lines, entries.c.at, entries.c.kind, entries.c.round_id, entries.c.seq, signed.label("signed"))
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(lines.c.id.in_(union_all(*(select(part.c.id) for part in latest))))
        .order_by(lines.c.id.desc())
        .limit(most)
    )
    report: Report = []
    for line in db.execute(query):
        report.append(
            {
                "line": line.id,
                "entry": line.entry_id,
                "at": line.at,
                "kind": line.kind,
                "memo": line.memo,
                "amount": dollars(int(line.signed)),
                "balance": dollars(left),
                "round": line.round_id,
                "event": line.seq,
            }
        )
        left -= int(line.signed)
    return report


def meter_history(db: Connection, span: Period) -> Report:
    """Every movement of every meter."""
    rows = db.execute(
        select(accounts.c.id, accounts.c.name).where(accounts.c.kind == "meter").order_by(accounts.c.id)
    ).all()
    return [{"meter": row.name, **line} for row in rows for line in statement(db, row.id, span)]


def award_history(db: Connection, span: Period) -> Report:
    """Every award: those that waited for a supervisor's approval and what became of them, and those paid at once."""
    waited = [one for one in awards.listing(db, every=True) if span.start <= one["at"] < span.end]
    won = [*waited, *_paid_at_once(db, span), *won_by_tickets(db, span)]
    found = sorted(won, key=lambda one: int(one["at"]))
    return [
        {
            **{name: value for name, value in one.items() if name not in ("cents", "next")},
            "seat": None if one["seat"] is None else one["seat"] + 1,
            "amount": dollars(one["cents"]),
        }
        for one in found
    ]


def _paid_at_once(db: Connection, span: Period) -> Report:
    """Awards that went to a seat with the round: out of a jackpot, or by a wager of a meter that paid in the round."""
    # Meters and pools are few and pay seldom: by their accounts no other round is read.
    payers = db.execute(select(accounts.c.id).where(accounts.c.kind.in_(("meter", "fund")))).scalars().all()
    drawn = select(lines.c.entry_id, lines.c.memo, lines.c.source).where(lines.c.source.in_(payers)).cte("drawn")
    drawn = drawn.prefix_with("MATERIALIZED")  # first, whatever the database makes of the days asked for
    paying = (
        select(entries.c.round_id, drawn.c.memo, _from.c.kind, _from.c.name, meters_.c.name.label("meter"))
        .select_from(drawn)
        .join(entries, entries.c.id == drawn.c.entry_id)
        .join(_from, _from.c.id == drawn.c.source)
        .outerjoin(meters_, meters_.c.id == _from.c.meter_id)
        .where(entries.c.kind.in_(("meter award", "link award", "settlement")), entries.c.round_id.is_not(None))
        .where(entries.c.at >= span.start, entries.c.at < span.end)
    )
    shown: dict[int, dict[str, str]] = defaultdict(dict)  # by round and level, the meter that paid
    pools: dict[int, int] = {}  # by round, the jackpot that paid
    for row in db.execute(paying).all():
        if row.kind == "fund":
            pools[row.round_id] = int(row.name.partition("/")[2])
        else:
            shown[row.round_id][row.memo.partition(":")[0]] = row.meter
    found: Report = []
    for number in sorted(shown.keys() | pools.keys()):
        query = (
            select(entries.c.at, lines.c.cents, lines.c.memo, _from.c.kind.label("source"), _to.c.name.label("stack"))
            .add_columns(users.c.name.label("player"), tables)
            .join(lines, lines.c.entry_id == entries.c.id)
            .join(_from, _from.c.id == lines.c.source)
            .join(_to, _to.c.id == lines.c.target)
            .join(tables, tables.c.id == entries.c.table_id)
            .outerjoin(users, users.c.id == _to.c.user_id)
            .where(entries.c.round_id == number, entries.c.kind == "settlement", _to.c.kind == "stack")
            .order_by(lines.c.id)
        )
        for row in db.execute(query).all():
            fed = {spot.name: spot.meters for spot in spots_of(current(db, row))}
            wager = row.memo.partition(":")[0]
            levels = [wager] if row.source == "meter" else fed.get(wager, ())
            meter = next((shown[number][level] for level in levels if level in shown[number]), None)
            if row.source != "fund" and (meter is None or row.source == "layout"):
                continue
            seat = row.stack.split("/")[2]
            found.append(
                {
                    "id": None,
                    "at": row.at,
                    "table": row.id,
                    "table_name": row.name,
                    "round": number,
                    "seat": int(seat) if seat.isdecimal() else None,
                    "player": row.player,
                    "ticket": None,
                    "cents": row.cents,
                    "years": 1,
                    "payments": 1,
                    "meter": meter,
                    "jackpot": pools.get(number) if row.source == "fund" else None,
                    "memo": row.memo,
                    "status": "paid at once",
                }
            )
    return found


REPORTS: Mapping[str, Callable[[Connection, Period], Report]] = {
    **KENO_REPORTS,
    **TOURNAMENT_REPORTS,
    "agp": adjusted_gross_proceeds,
    "results": results,
    "meters": meter_history,
    "jackpots": jackpot_liability,
    "awards": award_history,
    "link": wide_area.link_report,
    "reserve": wide_area.reserve_report,
    "lines": traced,
    "classes": by_class,
    "tips": tip_boxes,
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
