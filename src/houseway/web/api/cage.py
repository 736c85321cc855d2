"""The cage's desk: coupons and tickets, schedules with their approval, shifts, dealers on duty, proposition players."""

from typing import Annotated, Any

from fastapi import Path, Query, Response
from sqlalchemy import Connection

from houseway.floor import control, duty, proposition, schedules, shifts, vouchers
from houseway.floor.moments import now
from houseway.floor.roles import Person, record
from houseway.play.core.money import dollars
from houseway.rules.chips import chips as chip_set
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId, cents, changed
from houseway.web.context import CallerDep, CurrentUser, FloorDep, opened
from houseway.web.forms import Engagement, EvenExchange, NewSchedule, NewShift, NewVoucher, OnDuty
from houseway.web.lanes import LaneRouter
from houseway.web.models.tables import (
    ChipView,
    IssuedVoucher,
    Numbered,
    PropositionLine,
    ScheduleLine,
    ShiftLine,
    TableView,
    Voucher,
)

router = LaneRouter(prefix="/api/floor", tags=["cage"], responses=PROBLEMS)

Most = Annotated[int, Query(ge=1, le=1000)]


def _voucher(found: dict[str, Any]) -> dict[str, Any]:
    return {**{name: value for name, value in found.items() if name != "cents"}, "amount": dollars(found["cents"])}


@router.get("/vouchers", response_model=list[Voucher])
def voucher_list(
    floor: FloorDep, person: CurrentUser, code: Annotated[str, Query(max_length=32)] = "", most: Most = 100
) -> Response:
    """Coupons, tickets and receipts, the latest first, or the one of a number."""
    person.need("read")
    return reply(floor.read(lambda db: [_voucher(one) for one in vouchers.listing(db, most, code)]))


@router.post("/vouchers", status_code=201, response_model=IssuedVoucher)
def new_voucher(floor: FloorDep, asks: CallerDep, form: NewVoucher) -> Response:
    """Issue a coupon, or a ticket that one's own money pays for."""
    amount = cents(form.amount)

    def work(db: Connection, person: Person) -> dict[str, Any]:
        printed = {"expires": form.expires, "house": form.house, "city": form.city, "code": vouchers.new_code()}
        waits = None
        if form.kind == vouchers.COUPON:
            person.need("void")  # a supervisor's approval: a coupon is the house's money
            waits, _ = control.ask(
                db, person, "coupon issued", None, {**printed, "amount": amount}, floor.settings.alone
            )
        else:
            vouchers.issue(db, person, form.kind, amount, **printed)
            record(db, person.id, "voucher", printed["code"], amount=amount, kind=form.kind)
        if waits is None:
            return {**_voucher(vouchers.listing(db, 1, printed["code"])[0]), "waiting": None}
        told = {"kind": form.kind, "status": "waiting", "at": now(), "table": None, "use": ""}
        return {**printed, **told, "amount": form.amount, "waiting": waits}

    return floor.change(asks, "play", work, 201)


@router.get("/schedules", dependencies=[opened("tables")], response_model=list[ScheduleLine])
def schedule_list(floor: FloorDep) -> Response:
    """What authorities decided on games and choices, the latest first."""

    def read(db: Connection) -> list[dict[str, Any]]:
        return [{name: one[name] for name in ScheduleLine.model_fields} for one in schedules.listing(db)]

    return reply(floor.read(read))


@router.post("/schedules", status_code=201, response_model=Numbered)
def new_schedule(floor: FloorDep, asks: CallerDep, form: NewSchedule) -> Response:
    """Enter what an authority decided; a ceased schedule stops the tables that use it before their next round."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        return {"id": schedules.enter(db, person, **form.model_dump())}

    return floor.change(asks, "void", work, 201)


@router.get("/shifts", response_model=list[ShiftLine])
def shift_list(floor: FloorDep, person: CurrentUser, most: Most = 50) -> Response:
    """Shifts, the latest first."""
    person.need("read")
    return reply(floor.read(lambda db: shifts.listing(db, most)))


@router.post("/shifts", status_code=201, response_model=Numbered)
def new_shift(floor: FloorDep, asks: CallerDep, form: NewShift) -> Response:
    """Open a shift; the one at hand ends."""
    return floor.change(asks, "void", lambda db, person: {"id": shifts.open_shift(db, person, form.name)}, 201)


@router.post("/shifts/close", response_model=Numbered)
def end_shift(floor: FloorDep, asks: CallerDep) -> Response:
    """End the shift at hand."""
    return floor.change(asks, "void", lambda db, person: {"id": shifts.close_shift(db, person)})


@router.post("/tables/{table}/duty/now", response_model=TableView)
def on_duty(floor: FloorDep, asks: CallerDep, table: TableId, form: OnDuty) -> Response:
    """Come on duty as the table's dealer; at one with an imprest bank with its count."""
    counted = None if form.counted is None else round(form.counted * 100)

    def work(db: Connection, person: Person) -> None:
        duty.come_on_duty(db, table, person, counted, own_bank=form.own_bank)

    return changed(floor, table, asks, "deal", work)


@router.post("/tables/{table}/even-exchange", response_model=TableView)
def even_exchange(floor: FloorDep, asks: CallerDep, table: TableId, form: EvenExchange) -> Response:
    """Chips brought to an imprest bank for as much of its currency."""
    amount = cents(form.amount, "amount")
    return changed(
        floor, table, asks, "void", lambda db, person: duty.even_exchange(db, table, person, amount, form.source)
    )


@router.get("/proposition", response_model=list[PropositionLine])
def proposition_list(floor: FloorDep, person: CurrentUser) -> Response:
    """The proposition players, named to whoever asks; their licences to who may read the floor's records."""
    reads = person.may("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        return [
            {"id": one["id"], "name": one["name"], "license": one["license"] if reads else "", "since": one["from"]}
            for one in proposition.listing(db)
        ]

    return reply(floor.read(read))


@router.post("/proposition", response_model=Numbered)
def engage(floor: FloorDep, asks: CallerDep, form: Engagement) -> Response:
    """Engage somebody as a proposition player."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        proposition.engage(db, person, form.person, form.license)
        return {"id": form.person}

    return floor.change(asks, "void", work)


@router.post("/proposition/{person_id}/end", response_model=Numbered)
def release(floor: FloorDep, asks: CallerDep, person_id: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """End the employment of a proposition player."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        proposition.release(db, person, person_id)
        return {"id": person_id}

    return floor.change(asks, "void", work)


@router.get("/chips", response_model=list[ChipView])
def chip_colours() -> Response:
    """The chips of the house: values with their printed colours, and the classes that may have any."""
    return reply([{**chip, "value": chip["value"]} for chip in chip_set()])
