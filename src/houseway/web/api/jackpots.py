"""Jackpots and meters as a house runs them: proposed, posted, offered, paid with a word, petitioned, linked, ended."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Path, Response
from pydantic import Field
from sqlalchemy import Connection

from houseway.floor import awards, jackpots, petitions, wide_area
from houseway.floor.printed import JACKPOTS, cited
from houseway.floor.roles import Person, record
from houseway.floor.separation import refuse_player
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId, cents, changed, controlled
from houseway.web.context import Caller, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Chips, Dollars, Form, Leave, Name
from houseway.web.lanes import LaneRouter
from houseway.web.models.base import Amount, Model, Moment, Rule
from houseway.web.models.floor import MeterId
from houseway.web.models.tables import ControlledView, TableView

router = LaneRouter(prefix="/api/floor", tags=["jackpots"], responses=PROBLEMS)

AnyId = Annotated[int, Path(ge=1, le=2**53, description="Its number.")]
Id = Annotated[int, Field(ge=1, le=2**53)]
Text = Annotated[str, Field(min_length=1, max_length=500)]


class Statement(Model):
    head: str
    text: str
    rule: Rule


class Notice(Model):
    """What is posted, and printed for players who ask."""

    title: str
    status: str
    statements: list[Statement]


class JackpotView(Model):
    id: int
    name: str
    status: Annotated[str, Field(description="proposed, offered, ended or handed over")]
    leave: str | None
    posted: Amount
    posted_at: Moment | None
    raked: Annotated[bool, Field(description="Whether pots are raked for it now.")]
    stopped: Moment | None
    fund: Annotated[Amount | None, Field(description="The primary pool, for those who read the books.")]
    seeding: Annotated[Amount | None, Field(description="The secondary pool, for those who read the books.")]
    tables: list[int]
    terms: dict[str, Any]
    due: Annotated[list[str], Field(description="What is to be done, with the paragraph.")]


class AwardView(Model):
    id: int
    at: Moment
    table: int
    table_name: str
    round: int | None
    seat: int | None
    player: Annotated[str | None, Field(description="None: a keno ticket of somebody without an account.")]
    ticket: Annotated[int | None, Field(description="The ticket of a keno desk that won it.")]
    amount: Amount
    next: Annotated[Amount, Field(description="What is paid once it is approved.")]
    years: int
    payments: int
    meter: str | None
    jackpot: int | None
    memo: str
    status: str


class PetitionView(Model):
    id: int
    at: Moment
    kind: str
    meter: int | None
    jackpot: int | None
    of: Annotated[str, Field(description="The name of the meter or jackpot.")]
    asks: Annotated[str, Field(description="What is asked for, with names and dollars.")]
    status: str
    leave: str | None
    rule: Rule


class PetitionKind(Model):
    kind: str
    subject: str
    text: str
    rule: Rule


class Petitions(Model):
    kinds: list[PetitionKind]
    petitions: list[PetitionView]


class Done(Model):
    done: bool


class NewJackpot(Form):
    name: Name
    terms: Annotated[dict[str, Any], Field(max_length=30)]


class Offer(Form):
    jackpot: Id | None


class AwardWord(Form):
    award: Id


class Years(Form):
    years: Annotated[int, Field(ge=2, le=40)]


class Payee(Form):
    person: Id
    amount: Dollars


class NewPetition(Form):
    kind: Annotated[str, Field(max_length=16)]
    meter: Id | None = None
    jackpot: Id | None = None
    to: Id | None = None
    less: Annotated[float | None, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)] = None
    licensee: Annotated[str | None, Field(max_length=64)] = None
    payments: Annotated[list[Payee] | None, Field(max_length=100)] = None
    house: Annotated[dict[str, Any] | None, Field(max_length=10, description="Options of the game, to ease it.")] = None
    beaten: Annotated[str | None, Field(max_length=40)] = None
    both_own: bool | None = None
    least_players: Annotated[int | None, Field(ge=2, le=20)] = None


class LinkTerms(Form):
    operator: Name
    licensees: Annotated[list[Name], Field(min_length=1, max_length=50)]
    prime: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0
    years: Annotated[int, Field(ge=1, le=40)] = 1


class Contribution(Chips):
    licensee: Name


Work = Callable[[Connection, Person], Any]


def _done(floor: Floor, asks: Caller, right: str, act: str, subject: str, work: Work, **data: Any) -> Response:
    """Do it, and write in the same transaction who did."""

    def both(db: Connection, person: Person) -> dict[str, bool]:
        work(db, person)
        record(db, person.id, act, subject, **data)
        return {"done": True}

    return floor.change(asks, right, both)


@router.get("/jackpots", dependencies=[opened("tables")], response_model=list[JackpotView])
def jackpots_now(floor: FloorDep, person: OptionalUser) -> Response:
    """All poker jackpots with the amounts on display."""
    reads = person is not None and person.may("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        return [
            {
                **one,
                "posted": dollars(one["posted"]),
                **{name: dollars(one[name]) if reads else None for name in ("fund", "seeding")},
            }
            for one in jackpots.listing(db)
        ]

    return reply(floor.read(read))


@router.post("/jackpots", status_code=201, response_model=MeterId)
def propose(floor: FloorDep, asks: CallerDep, form: NewJackpot) -> Response:
    """Propose a jackpot with its rules; it may be offered once it is approved."""

    def work(db: Connection, person: Person) -> dict[str, int]:
        made = jackpots.propose(db, form.name, form.terms)
        record(db, person.id, "jackpot proposed", form.name, **form.terms)
        return {"id": made}

    return floor.change(asks, "jackpot", work, 201)


@router.post("/jackpots/{jackpot}/approve", response_model=Done)
def approve(floor: FloorDep, asks: CallerDep, jackpot: AnyId, form: Leave) -> Response:
    """Write down that the regulator approved a proposal."""
    return _done(
        floor,
        asks,
        "jackpot",
        "jackpot approved",
        f"jackpot {jackpot}",
        lambda db, _: jackpots.approve(db, jackpot, form.leave),
        leave=form.leave,
    )


@router.post("/jackpots/{jackpot}/post", response_model=Done)
def post_amount(floor: FloorDep, asks: CallerDep, jackpot: AnyId) -> Response:
    """The daily posting: boxes emptied into the pools, lapsed awards returned, the display brought up to date."""
    return _done(
        floor,
        asks,
        "jackpot",
        "jackpot posted",
        f"jackpot {jackpot}",
        lambda db, person: jackpots.post_amount(db, jackpot, person),
    )


@router.get("/jackpots/{jackpot}/notice", dependencies=[opened("tables")], response_model=Notice)
def notice(floor: FloorDep, jackpot: AnyId) -> Response:
    """The notice of a jackpot, to post and to print."""
    return reply(floor.read(lambda db: jackpots.notice(db, jackpot)))


@router.get("/meters/{meter}/notice", dependencies=[opened("tables")], response_model=Notice)
def meter_notice(floor: FloorDep, meter: AnyId) -> Response:
    """The notice of a meter: what it shows, its limit, and how its awards are paid."""
    return reply(floor.read(lambda db: petitions.meter_notice(db, meter)))


@router.post("/tables/{table}/jackpot/offer", response_model=TableView)
def offer(floor: FloorDep, asks: CallerDep, table: TableId, form: Offer) -> Response:
    """Offer a jackpot at a table, or none any more; the box is emptied for the one before it."""

    def work(db: Connection, person: Person) -> None:
        refuse_player(db, table, person)
        jackpots.offer_at(db, table, form.jackpot, person)
        record(db, person.id, "jackpot offered", table=table, jackpot=form.jackpot)

    return changed(floor, table, asks, "jackpot", work)


@router.get("/awards", response_model=list[AwardView])
def waiting(floor: FloorDep, person: CurrentUser) -> Response:
    """Awards that wait for a supervisor's approval, or for their next yearly payment."""
    person.need("read")

    def read(db: Connection) -> list[dict[str, Any]]:
        found = awards.listing(db)
        return [
            {
                **{name: value for name, value in one.items() if name != "cents"},
                "amount": dollars(one["cents"]),
                "next": dollars(one["next"]),
            }
            for one in found
        ]

    return reply(floor.read(read))


def _word(floor: Floor, asks: Caller, table: int, award: int, act: str) -> Response:
    """Pay an award or back it out: alone, or with a second person where it is large."""

    def asked(db: Connection) -> dict[str, Any]:
        row = awards.find_award(db, award)
        if row.table_id != table:
            raise RuleError(f"the award was won at table {row.table_id}", "award")
        amount = awards.next_payment(row) if act == "award paid" else int(row.cents)
        return {"award": award, "amount": amount, "seat": row.seat}

    return controlled(floor, table, asks, "jackpot", act, asked)


@router.post("/tables/{table}/awards/pay", response_model=ControlledView)
def pay(floor: FloorDep, asks: CallerDep, table: TableId, form: AwardWord) -> Response:
    """Pay a verified award; a large one with the approval of a second person."""
    return _word(floor, asks, table, form.award, "award paid")


@router.post("/tables/{table}/awards/back-out", response_model=ControlledView)
def back_out(floor: FloorDep, asks: CallerDep, table: TableId, form: AwardWord) -> Response:
    """Back out an award that was not won: its meter gets back what it paid."""
    return _word(floor, asks, table, form.award, "award backed out")


@router.post("/awards/{award}/years", response_model=Done)
def by_the_year(floor: FloorDep, asks: CallerDep, award: AnyId, form: Years) -> Response:
    """Agree that an award of a wide-area link is paid in annual parts."""
    return _done(
        floor,
        asks,
        "jackpot",
        "award by the year",
        f"award {award}",
        lambda db, _: awards.by_the_year(db, award, form.years),
        years=form.years,
    )


@router.get("/petitions", response_model=Petitions)
def petitions_now(floor: FloorDep, person: CurrentUser) -> Response:
    """What may be petitioned for, and all petitions with their answers."""
    person.need("read")
    kinds = [
        {"kind": kind, "subject": one.subject, "text": one.text, "rule": cited(one.rule)}
        for kind, one in JACKPOTS.petitions.items()
    ]
    return reply({"kinds": kinds, "petitions": floor.read(petitions.listing)})


@router.post("/petitions", status_code=201, response_model=MeterId)
def petition(floor: FloorDep, asks: CallerDep, form: NewPetition) -> Response:
    """Ask the regulator for leave; moving a keno award within the house needs none and is done at once."""
    asked = form.model_dump(exclude_none=True)
    kind = asked.pop("kind")
    if "less" in asked:
        asked["less"] = round(asked["less"] * 100)
    if "payments" in asked:
        asked["payments"] = [{**one, "amount": cents(one["amount"])} for one in asked["payments"]]

    def work(db: Connection, person: Person) -> dict[str, int]:
        made = petitions.ask(db, person, kind, asked)
        record(db, person.id, "petition", f"petition {made}", kind=kind, **asked)
        return {"id": made}

    return floor.change(asks, "jackpot", work, 201)


@router.post("/petitions/{petition_id}/grant", response_model=Done)
def grant(floor: FloorDep, asks: CallerDep, petition_id: AnyId, form: Leave) -> Response:
    """Write down that it was granted: what was asked is carried out."""
    return _done(
        floor,
        asks,
        "approve" if floor.settings.accounts else "jackpot",
        "petition granted",
        f"petition {petition_id}",
        lambda db, person: petitions.grant(db, person, petition_id, form.leave),
        leave=form.leave,
    )


@router.post("/petitions/{petition_id}/refuse", response_model=Done)
def refuse(floor: FloorDep, asks: CallerDep, petition_id: AnyId, form: Leave) -> Response:
    """Write down that it was refused or withdrawn."""
    return _done(
        floor,
        asks,
        "jackpot",
        "petition refused",
        f"petition {petition_id}",
        lambda db, person: petitions.refuse(db, person, petition_id, form.leave),
        leave=form.leave,
    )


@router.post("/meters/{meter}/end", response_model=Done)
def end(floor: FloorDep, asks: CallerDep, meter: AnyId) -> Response:
    """End a meter that was won whole and that no table shows."""
    return _done(
        floor,
        asks,
        "meter",
        "meter ended",
        f"meter {meter}",
        lambda db, person: petitions.end_meter(db, meter, person),
    )


@router.post("/meters/{meter}/link", response_model=Done)
def link(floor: FloorDep, asks: CallerDep, meter: AnyId, form: LinkTerms) -> Response:
    """Make a meter one of a wide-area link."""
    terms = form.model_dump()
    return _done(
        floor,
        asks,
        "meter",
        "meter linked",
        f"meter {meter}",
        lambda db, _: wide_area.set_link(db, meter, terms),
        **terms,
    )


@router.post("/meters/{meter}/contributions", response_model=Done)
def contribute(floor: FloorDep, asks: CallerDep, meter: AnyId, form: Contribution) -> Response:
    """What another licensee's games have put in."""
    amount = cents(form.amount)
    return _done(
        floor,
        asks,
        "meter",
        "link contribution",
        f"meter {meter}",
        lambda db, person: wide_area.contribute(db, meter, form.licensee, amount, person),
        licensee=form.licensee,
        amount=amount,
    )


@router.post("/meters/{meter}/deposit", response_model=Done)
def deposit(floor: FloorDep, asks: CallerDep, meter: AnyId, form: Chips) -> Response:
    """Money kept at a bank for the awards of a link."""
    amount = cents(form.amount)
    return _done(
        floor,
        asks,
        "meter",
        "link deposit",
        f"meter {meter}",
        lambda db, person: wide_area.keep_funds(db, meter, amount, person),
        amount=amount,
    )
