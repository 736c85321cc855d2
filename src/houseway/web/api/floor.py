"""The floor page: tables, accounts, meters, reports, the audit log, and what dealers and supervisors do."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from sqlalchemy import Connection, or_, select

from houseway.floor import bank as banking
from houseway.floor import books as chained
from houseway.floor import interventions, ledger, meters, petitions, reports, shifts
from houseway.floor import tables as place
from houseway.floor.roles import Person, record
from houseway.floor.schema import accounts, audit, entries, lines, tables, users
from houseway.floor.separation import refuse_player
from houseway.floor.transaction import TableTransaction
from houseway.play.core.money import dollars
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId, cents, changed, controlled
from houseway.web.context import Caller, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Award, Bank, Chips, Count, Coupon, Irregularity, NewMeter, Reason
from houseway.web.lanes import REPORTS, LaneRouter, in_lane
from houseway.web.models.floor import (
    AccountLine,
    AuditLine,
    Books,
    ChainHead,
    LedgerLine,
    MeterId,
    MeterView,
    Report,
    StatementLine,
)
from houseway.web.models.tables import ControlledView, TableView

router = LaneRouter(prefix="/api/floor", tags=["floor"], responses=PROBLEMS)

Most = Annotated[int, Query(ge=1, le=1000)]
Day = Annotated[str, Query(max_length=10, description="YYYY-MM-DD")]
_REPORT_SECONDS = 120.0
ChipKind = Literal["fill", "credit", "drop-count", "tip-count"]
AnyId = Annotated[int, Path(ge=1, le=2**53)]
_PEOPLE = ("person", "player", "second")  # in the data of an act: somebody by number


def _privileged(
    floor: Floor,
    table: int,
    asks: Caller,
    right: str,
    act: str,
    work: Callable[[Connection, Person], TableTransaction | None],
    **data: Any,
) -> Response:
    """Do it, and write in the same transaction who did."""

    def both(db: Connection, person: Person) -> TableTransaction | None:
        place.find(db, table, lock=True)  # nobody sits down meanwhile
        refuse_player(db, table, person)
        tx = work(db, person)
        record(db, person.id, act, table=table, **data)
        return tx

    return changed(floor, table, asks, right, both)


@router.get("/books", response_model=Books)
@in_lane(REPORTS)
def books(floor: FloorDep, person: CurrentUser) -> Response:
    """Whether the ledger balances: added up from its lines."""
    person.need("read")

    def read(db: Connection) -> dict[str, Any]:
        found = ledger.audit(db)
        return {
            "balanced": found.balanced,
            "total": dollars(found.total),
            "adrift": found.adrift,
            "overdrawn": found.overdrawn,
        }

    return reply(floor.read(read, _REPORT_SECONDS))


@router.get("/books/heads", response_model=dict[str, ChainHead])
def chain_heads(floor: FloorDep, person: CurrentUser) -> Response:
    """The heads of the chains of ledger and audit log: kept elsewhere, they hold everything before them."""
    person.need("read")
    return reply(floor.read(chained.heads))


@router.get("/accounts", response_model=list[AccountLine])
def listing(
    floor: FloorDep,
    person: CurrentUser,
    kind: Annotated[str, Query(max_length=16)] = "",
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=10_000)] = 10_000,
) -> Response:
    """Accounts with their balances in the order of their ids, so many after one; not those of guests who left."""
    person.need("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        query = (
            select(accounts, tables.c.name.label("table_name"), users.c.name.label("user_name"))
            .outerjoin(tables, tables.c.id == accounts.c.table_id)
            .outerjoin(users, users.c.id == accounts.c.user_id)
            .where(
                accounts.c.id > after, or_(users.c.id.is_(None), users.c.disabled.is_(False), users.c.role != "guest")
            )
            .order_by(accounts.c.id)
            .limit(most)
        )
        if kind:
            query = query.where(accounts.c.kind == kind)
        return [
            {
                "id": row.id,
                "kind": row.kind,
                "name": row.name,
                "table": row.table_id,
                "table_name": row.table_name,
                "player": row.user_name,
                "balance": dollars(row.balance),
            }
            for row in db.execute(query)
        ]

    return reply(floor.read(read))


@router.get("/accounts/{account}", response_model=list[StatementLine])
def statement(floor: FloorDep, person: CurrentUser, account: AnyId, most: Most = 200) -> Response:
    """The lines of one account, the latest first."""
    person.need("read")
    return reply(floor.read(lambda db: reports.statement(db, account, most=most)))


@router.get("/ledger", response_model=list[LedgerLine])
def entries_of(
    floor: FloorDep,
    person: CurrentUser,
    table: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    round: Annotated[int | None, Query(ge=1, le=2**53)] = None,  # noqa: A002
    kind: Annotated[str, Query(max_length=32, description="What caused the lines: buy-in, fill, settlement...")] = "",
    account: Annotated[str, Query(max_length=16, description="A kind of account on either side: drop, rake...")] = "",
    first: Day = "",
    last: Day = "",
    most: Most = 200,
) -> Response:
    """Lines of the ledger, the latest first: all, or those behind a figure of a report."""
    person.need("read")
    source, target = accounts.alias("source_account"), accounts.alias("target_account")
    span = reports.period(first, last)

    def read(db: Connection) -> list[dict[str, Any]]:
        query = (
            select(lines, entries, source.c.name.label("from"), target.c.name.label("to"))
            .join(entries, entries.c.id == lines.c.entry_id)
            .join(source, source.c.id == lines.c.source)
            .join(target, target.c.id == lines.c.target)
            .order_by(lines.c.id.desc())
            .limit(most)
        )
        if table is not None:
            query = query.where(entries.c.table_id == table)
        if round is not None:
            query = query.where(entries.c.round_id == round)
        if kind:
            query = query.where(entries.c.kind == kind)
        if account:
            query = query.where((source.c.kind == account) | (target.c.kind == account))
        if first or last:
            query = query.where(entries.c.at >= span.start, entries.c.at < span.end)
        return [
            {
                "line": row._mapping[lines.c.id],
                "entry": row.entry_id,
                "at": row.at,
                "kind": row.kind,
                "from": row._mapping["from"],
                "to": row.to,
                "amount": dollars(row.cents),
                "memo": row.memo,
                "table": row.table_id,
                "round": row.round_id,
                "event": row.seq,
            }
            for row in db.execute(query)
        ]

    return reply(floor.read(read))


@router.get("/meters", dependencies=[opened("tables")], response_model=list[MeterView])
def meters_now(floor: FloorDep, person: OptionalUser) -> Response:
    """All meters as they are displayed; what waits behind a display is for those who read the books."""
    behind = person is not None and person.may("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        return [
            {
                **one,
                **{name: dollars(one[name]) for name in ("shown", "seed", "at_once", "fed", "fed_elsewhere")},
                **{name: dollars(one[name]) if behind else None for name in ("reserve", "hidden")},
                "increment": one["increment"] / 100,
                "most": None if one["most"] is None else dollars(one["most"]),
            }
            for one in meters.listing(db)
        ]

    return reply(floor.read(read))


@router.post("/meters", status_code=201, response_model=MeterId)
def new_meter(floor: FloorDep, asks: CallerDep, form: NewMeter) -> Response:
    """Open a meter that several tables may feed; shares are percents of the stake."""

    def work(db: Connection, person: Person) -> dict[str, object]:
        made = meters.open_meter(
            db,
            form.name,
            cents(form.seed, "seed"),
            round(form.increment * 100),
            round(form.reserve * 100),
            round(form.hidden * 100),
            None if form.most is None else cents(form.most, "most"),
            round(form.at_once * 100),
        )
        record(db, person.id, "meter opened", form.name, **form.model_dump())
        return {"id": made}

    return floor.change(asks, "meter", work, 201)


@router.get(
    "/reports/{name}", responses={200: {"content": {"application/json": {}, "text/csv": {}}}}, response_model=Report
)
@in_lane(REPORTS)
def report(
    floor: FloorDep,
    person: CurrentUser,
    name: Literal[
        "agp",
        "results",
        "classes",
        "tips",
        "meters",
        "jackpots",
        "awards",
        "link",
        "reserve",
        "lines",
        "keno",
        "keno-winners",
        "keno-runners",
        "keno-games",
        "keno-voids",
        "keno-exceptions",
        "keno-drawers",
        "keno-promotions",
        "tournaments",
        "tournament-receipts",
    ],
    first: Day = "",
    last: Day = "",
    shift: Annotated[int | None, Query(ge=1, le=2**53, description="Of this shift instead of days.")] = None,
    format: Literal["json", "csv"] = "json",  # noqa: A002
) -> Response:
    """A report over the days from `first` to `last`, or over a shift."""
    person.need("read")
    span = reports.period(first, last)

    def read(db: Connection) -> reports.Report:
        return reports.REPORTS[name](db, span if shift is None else shifts.period_of(db, shift))

    made = floor.read(read, _REPORT_SECONDS)
    if format == "json":
        return reply(made)
    disposition = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(reports.as_csv(made), media_type="text/csv", headers=disposition)


@router.get("/audit", response_model=list[AuditLine])
def audit_log(floor: FloorDep, person: CurrentUser, most: Most = 200) -> Response:
    """Every privileged act, the latest first."""
    person.need("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        query = (
            select(audit, users.c.name.label("who"))
            .outerjoin(users, users.c.id == audit.c.user_id)
            .order_by(audit.c.id.desc())
            .limit(most)
        )
        rows = db.execute(query).all()
        people = {row.data[name] for row in rows for name in _PEOPLE if isinstance(row.data.get(name), int)}
        named = {row.id: row.name for row in db.execute(select(users.c.id, users.c.name).where(users.c.id.in_(people)))}
        return [
            {
                "id": row.id,
                "at": row.at,
                "who": row.who,
                "act": row.act,
                "subject": row.subject,
                "data": {
                    name: named.get(value, value) if name in _PEOPLE else value for name, value in row.data.items()
                },
            }
            for row in rows
        ]

    return reply(floor.read(read))


@router.post("/tables/{table}/bank", response_model=TableView)
def bank(floor: FloorDep, asks: CallerDep, table: TableId, form: Bank) -> Response:
    """Take the bank as player-dealer with chips of one's seat; an amount of nothing gives it back."""
    amount = cents(form.amount) if form.amount else 0

    def work(db: Connection, person: Person) -> TableTransaction:
        return banking.take_bank(db, table, form.seat, person, amount)

    return changed(floor, table, asks, "play", work)


@router.post("/tables/{table}/{kind}", response_model=TableView)
def chips(
    floor: FloorDep,
    asks: CallerDep,
    table: TableId,
    kind: ChipKind,
    form: Chips,
) -> Response:
    """Chips from the cage to the tray, back again, or the drop box or the tip box to the count."""
    name, amount = kind.replace("-", " "), cents(form.amount)

    def work(db: Connection, person: Person) -> None:
        place.move_chips(db, table, person, name, amount, None)

    return _privileged(floor, table, asks, "fill", name, work, amount=amount)


@router.post("/tables/{table}/count/{kind}", response_model=TableView)
def count(
    floor: FloorDep, asks: CallerDep, table: TableId, kind: Literal["opening", "closing"], form: Count
) -> Response:
    """The chips counted in the tray between rounds; what is over or short goes on the books and into the log."""
    counted = cents(form.amount) if form.amount else 0

    def work(db: Connection, person: Person) -> None:
        refuse_player(db, table, person)
        over = place.count_tray(db, table, person, f"{kind} count", counted, None)
        record(db, person.id, f"{kind} count", table=table, counted=counted, over=over)

    return changed(floor, table, asks, "fill", work)


@router.post("/tables/{table}/shuffle/now", response_model=TableView)
def shuffle(floor: FloorDep, asks: CallerDep, table: TableId) -> Response:
    """End the shoe between two rounds: its secret is shown, and the next round is dealt from a new shuffle."""
    return _privileged(floor, table, asks, "deal", "shuffle", lambda db, _: interventions.shuffle(db, table))


@router.post("/tables/{table}/coupons/accept", response_model=ControlledView)
def coupon(floor: FloorDep, asks: CallerDep, table: TableId, form: Coupon) -> Response:
    """A coupon into the drop box at its face value, chips to the seat."""
    return controlled(floor, table, asks, "fill", "coupon", lambda _: {"seat": form.seat, "amount": cents(form.amount)})


@router.post("/tables/{table}/fees/accept", response_model=ControlledView)
def fee(floor: FloorDep, asks: CallerDep, table: TableId, form: Coupon) -> Response:
    """A tournament entry fee of the player at a seat."""
    return controlled(
        floor, table, asks, "fill", "tournament fee", lambda _: {"seat": form.seat, "amount": cents(form.amount)}
    )


@router.post("/tables/{table}/round/void", response_model=ControlledView)
def void(floor: FloorDep, asks: CallerDep, table: TableId, form: Reason) -> Response:
    """Void the round at hand: every wager goes back. Once cards were seen, with the approval of a second person."""
    return controlled(floor, table, asks, "void", "void", lambda _: {"reason": form.reason})


@router.post("/tables/{table}/round/irregularity", response_model=ControlledView)
def irregularity(floor: FloorDep, asks: CallerDep, table: TableId, form: Irregularity) -> Response:
    """Record what went wrong, and return what the game's rules return."""
    told = form.model_dump(exclude_none=True)
    return controlled(floor, table, asks, "irregularity", "irregularity", lambda _: {"told": told})


@router.post("/tables/{table}/jackpot/award", response_model=ControlledView)
def award(floor: FloorDep, asks: CallerDep, table: TableId, form: Award) -> Response:
    """Pay a verified jackpot from the table's pool to a seat."""
    told = {"seat": form.seat, "amount": cents(form.amount), "reason": form.reason}
    return controlled(floor, table, asks, "jackpot", "jackpot verified", lambda _: told)


@router.post("/tables/{table}/close/now", response_model=TableView)
def close(floor: FloorDep, asks: CallerDep, table: TableId) -> Response:
    """Close the table; players are cashed out, the chips stay in the tray."""
    return _privileged(floor, table, asks, "open", "close", lambda db, person: petitions.close_table(db, table, person))
