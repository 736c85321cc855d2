"""The keno desk: tickets for the game at hand, the lock-out and the draw, payments, drawers, promotions."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from sqlalchemy import Connection

from houseway.floor import control
from houseway.floor.keno import desk as desks
from houseway.floor.keno import drawers, games, payment, promotions, tickets
from houseway.floor.keno.views import desk_lines, desk_view
from houseway.floor.roles import Person, record
from houseway.play.core.money import dollars
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import may_read
from houseway.web.api.tables import cents
from houseway.web.context import Caller, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import (
    Chips,
    ClosingNotice,
    CountDrawer,
    DeskParameters,
    Inspection,
    IssueDrawer,
    KenoRequest,
    KenoTicket,
    OpenDesk,
    Promotion,
    PromotionPay,
    Reason,
    ReplayTicket,
    TicketAmount,
    TicketReason,
    TicketSerial,
)
from houseway.web.lanes import LaneRouter
from houseway.web.models.tables import DeskAnswer, DeskLine, DeskView, KenoBoard, KenoDraft, TicketView

router = LaneRouter(prefix="/api/keno", tags=["keno"], responses=PROBLEMS)

DeskId = Annotated[int, Path(ge=1, le=2**53, description="The desk's number.")]
DrawerId = Annotated[int, Path(ge=1, le=2**53, description="The drawer's number.")]
_SUPERVISOR = "void"  # the right that only supervisors have, and a guest on his own machine
Done = dict[str, Any]


def _done(
    floor: Floor, table: int, asks: Caller, right: str, work: Callable[[Connection, Person], Done | None]
) -> Response:
    """Carry it out and answer with the desk after it, in one transaction."""

    def both(db: Connection, person: Person) -> Done:
        told = work(db, person) or {}
        view = desk_view(db, table, person)
        return {"desk": view, "ticket": None, "waiting": None, "slip": None, "told": "", **told}

    return floor.change(asks, right, both, table=table)


def _asked(floor: Floor, table: int, asks: Caller, right: str, act: str, asked: dict[str, Any]) -> Response:
    """What takes the approval of a second person; a guest on his own machine is the whole house."""

    def work(db: Connection, person: Person) -> Done:
        waits, _ = control.ask(db, person, act, table, asked, floor.settings.alone)
        return {"waiting": waits, "told": "Waits for the approval of a second person." if waits else "Done."}

    return _done(floor, table, asks, right, work)


@router.get("/desks", dependencies=[opened("tables")], response_model=list[DeskLine])
def listing(floor: FloorDep) -> Response:
    """The open desks."""
    return reply(floor.read(desk_lines))


@router.post("/desks", status_code=201, response_model=DeskView)
def open_desk(floor: FloorDep, asks: CallerDep, form: OpenDesk) -> Response:
    """Open a desk; its first game takes tickets at once."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        may_read(floor, person, form.game)
        table = desks.open_desk(
            db,
            person,
            game=form.game,
            name=form.name,
            casino=form.casino,
            house=form.house,
            interval=form.interval,
            least=cents(form.least, "least"),
            most=cents(form.most, "most") if form.most else 0,
            bankroll=cents(form.bankroll, "bankroll"),
        )
        record(db, person.id, "open", table=table, **form.model_dump())
        return desk_view(db, table, person)

    return floor.change(asks, _SUPERVISOR, work, 201)


@router.get("/desks/{table}", dependencies=[opened("tables")], response_model=DeskView)
def state(floor: FloorDep, person: OptionalUser, table: DeskId) -> Response:
    """The desk as the caller may see it."""
    return reply(floor.read(lambda db: desk_view(db, table, person)))


@router.get("/desks/{table}/board", dependencies=[opened("tables")], response_model=list[KenoBoard])
def past(floor: FloorDep, table: DeskId, most: Annotated[int, Query(ge=1, le=1000)] = 20) -> Response:
    """The numbers of past games, which are kept for good."""
    return reply(floor.read(lambda db: games.board(db, table, most)))


@router.get("/tickets", response_model=TicketView)
def ticket_of(floor: FloorDep, person: CurrentUser, serial: Annotated[str, Query(max_length=40)]) -> Response:
    """The ticket of a serial number, as it is printed; whoever presents the number may see it."""
    del person
    return reply(floor.read(lambda db: tickets.ticket_view(db, tickets.find_anywhere(db, serial))))


@router.post("/desks/{table}/tickets", response_model=DeskAnswer)
def write(floor: FloorDep, asks: CallerDep, table: DeskId, form: KenoTicket) -> Response:
    """Write a ticket: at one's drawer for a patron, or at the kiosk from one's own money."""

    def work(db: Connection, person: Person) -> Done:
        made = {"medium": form.medium, "patron": form.patron, "quick_pick": form.quick_pick}
        row = tickets.write_ticket(db, person, table, form.wagers, form.ticket, **made)  # type: ignore[arg-type]
        return {"ticket": tickets.ticket_view(db, row), "told": f"Ticket {row.serial} is written."}

    return _done(floor, table, asks, "", work)


@router.post("/desks/{table}/tickets/draft", dependencies=[opened("tables")], response_model=KenoDraft)
def draft(floor: FloorDep, table: DeskId, form: KenoRequest) -> Response:
    """What a request would yield: its price, and why the desk would not take it; nothing is changed."""
    asked = form.model_dump()
    return reply(floor.read(lambda db: tickets.draft_ticket(db, table, **asked)))


@router.post("/desks/{table}/tickets/replay", response_model=DeskAnswer)
def replay(floor: FloorDep, asks: CallerDep, table: DeskId, form: ReplayTicket) -> Response:
    """Play an old ticket again: the same marks at the same price."""

    def work(db: Connection, person: Person) -> Done:
        row = tickets.replay(db, person, table, form.serial, medium=form.medium, patron=form.patron)
        return {"ticket": tickets.ticket_view(db, row), "told": f"Ticket {row.serial} is written."}

    return _done(floor, table, asks, "", work)


@router.post("/desks/{table}/tickets/void", response_model=DeskAnswer)
def void(floor: FloorDep, asks: CallerDep, table: DeskId, form: TicketReason) -> Response:
    """Void a ticket before its first game is locked; a slip is made for it."""

    def work(db: Connection, person: Person) -> Done:
        slip = tickets.void(db, person, table, form.serial, form.reason)
        row = tickets.find_ticket(db, table, form.serial)
        told = f"Void slip {slip}: ${dollars(row.price):,.2f} back."
        return {"ticket": tickets.ticket_view(db, row), "slip": slip, "told": told}

    return _done(floor, table, asks, "", work)


@router.post("/desks/{table}/tickets/quit", response_model=DeskAnswer)
def quit_race(floor: FloorDep, asks: CallerDep, table: DeskId, form: TicketSerial) -> Response:
    """End a ticket of several games: those not drawn are refunded."""

    def work(db: Connection, person: Person) -> Done:
        slip, refund = tickets.quit_race(db, person, table, form.serial)
        row = tickets.find_ticket(db, table, form.serial)
        told = f"Refund slip {slip}: ${dollars(refund):,.2f} back."
        return {"ticket": tickets.ticket_view(db, row), "slip": slip, "told": told}

    return _done(floor, table, asks, "", work)


@router.post("/desks/{table}/tickets/redeem", response_model=DeskAnswer)
def redeem(floor: FloorDep, asks: CallerDep, table: DeskId, form: TicketSerial) -> Response:
    """Pay a winning ticket; from the printed sums on it waits for a supervisor, or for somebody above him.

    A ticket that did not win is told so: nothing is due on it.
    """

    def work(db: Connection, person: Person) -> Done:
        desks.working_desk(db, table)
        checked = payment.check(db, table, form.serial)
        if not checked.won and not payment.corrupted(db, checked):
            told = f"Ticket {checked.serial} did not win: nothing is due."
            return {"ticket": tickets.ticket_view(db, checked), "told": told}
        waits, _ = control.ask(db, person, "keno payment", table, {"serial": checked.serial, "amount": checked.won})
        row = tickets.find_ticket(db, table, form.serial)
        paid = (
            f"${dollars(row.paid_cents - checked.paid_cents):,.2f} paid."
            if row.status == "paid"
            else "Nothing was paid."
        )
        told = "Waits for the approval of a second person." if waits else paid
        return {"ticket": tickets.ticket_view(db, row), "waiting": waits, "told": told}

    return _done(floor, table, asks, "", work)


@router.post("/desks/{table}/tickets/by-hand", response_model=DeskAnswer)
def by_hand(floor: FloorDep, asks: CallerDep, table: DeskId, form: TicketAmount) -> Response:
    """Pay a ticket while the system is not in operation."""
    asked = {"serial": form.serial, "amount": cents(form.amount)}
    return _asked(floor, table, asks, "deal", payment.BY_HAND, asked)


@router.post("/desks/{table}/tickets/suspicious", response_model=DeskAnswer)
def suspicious(floor: FloorDep, asks: CallerDep, table: DeskId, form: TicketReason) -> Response:
    """Report a winning ticket that somebody has doubts about."""

    def work(db: Connection, person: Person) -> None:
        payment.report_suspicious(db, person, table, form.serial, form.reason)

    return _done(floor, table, asks, "deal", work)


@router.post("/desks/{table}/game/notice", response_model=DeskAnswer)
def notice(floor: FloorDep, asks: CallerDep, table: DeskId, form: ClosingNotice) -> Response:
    """Give the word that the game closes."""
    work = lambda db, person: games.give_notice(db, person, table, form.seconds)  # noqa: E731
    return _done(floor, table, asks, "deal", work)


@router.post("/desks/{table}/game/sign-in", response_model=DeskAnswer)
def sign_in(floor: FloorDep, asks: CallerDep, table: DeskId) -> Response:
    """A runner says that every wager accepted for the game is recorded."""
    return _done(floor, table, asks, "deal", lambda db, person: games.sign_in(db, person, table))


@router.post("/desks/{table}/game/lock", response_model=DeskAnswer)
def lock(floor: FloorDep, asks: CallerDep, table: DeskId) -> Response:
    """Lock all stations: no ticket of the game is written or voided any more."""
    return _done(floor, table, asks, "deal", lambda db, person: games.lock(db, person, table))


@router.post("/desks/{table}/game/draw", response_model=DeskAnswer)
def draw(floor: FloorDep, asks: CallerDep, table: DeskId) -> Response:
    """Draw the numbers of the locked game; the next one opens."""

    def work(db: Connection, person: Person) -> Done:
        return {"told": f"Drawn: {', '.join(map(str, games.draw(db, person, table)))}."}

    return _done(floor, table, asks, "deal", work)


@router.post("/desks/{table}/game/override", response_model=DeskAnswer)
def override(floor: FloorDep, asks: CallerDep, table: DeskId, form: Reason) -> Response:
    """Open a locked game again; the log says who did it and why."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: games.override(db, person, table, form.reason))


@router.post("/desks/{table}/game/malfunction", response_model=DeskAnswer)
def malfunction(floor: FloorDep, asks: CallerDep, table: DeskId, form: Reason) -> Response:
    """The draw failed: every wager on the game goes back."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: games.malfunction(db, person, table, form.reason))


@router.post("/desks/{table}/drawers", response_model=DeskAnswer)
def issue(floor: FloorDep, asks: CallerDep, table: DeskId, form: IssueDrawer) -> Response:
    """Give a writer or a runner a drawer with imprest cash."""

    def work(db: Connection, person: Person) -> Done:
        made = drawers.issue(db, person, table, form.holder, form.kind, cents(form.amount))
        return {"told": f"Drawer {made} is with {form.holder}, who signs for ${form.amount:,.2f}."}

    return _done(floor, table, asks, _SUPERVISOR, work)


@router.post("/desks/{table}/drawers/{drawer}/{slip}", response_model=DeskAnswer)
def slip(
    floor: FloorDep,
    asks: CallerDep,
    table: DeskId,
    drawer: DrawerId,
    slip: Literal["fill", "credit"],
    form: Chips,
) -> Response:
    """A fill or credit slip of the holder of a drawer; it waits for the second signature."""
    asked = {"drawer": drawer, "amount": cents(form.amount)}
    return _asked(floor, table, asks, "fill", f"keno {slip} slip", asked)


@router.post("/desks/{table}/counts/{drawer}", response_model=DeskAnswer)
def count(floor: FloorDep, asks: CallerDep, table: DeskId, drawer: DrawerId, form: CountDrawer) -> Response:
    """Count a drawer and take it back; what is over or short is booked."""

    def work(db: Connection, person: Person) -> Done:
        over = drawers.hand_back(db, person, table, drawer, round(form.amount * 100), form.certified)
        return {
            "told": "The drawer is exact."
            if not over
            else f"The drawer is ${abs(over) / 100:,.2f} {'over' if over > 0 else 'short'}."
        }

    return _done(floor, table, asks, _SUPERVISOR, work)


@router.post("/desks/{table}/duty", response_model=DeskAnswer)
def duty(floor: FloorDep, asks: CallerDep, table: DeskId) -> Response:
    """Be the keno supervisor on duty."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: desks.go_on_duty(db, person, table))


@router.post("/desks/{table}/close", response_model=DeskAnswer)
def close(floor: FloorDep, asks: CallerDep, table: DeskId) -> Response:
    """Close the desk, when no drawer is out and nothing is owed on a ticket."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: payment.close_desk(db, person, table))


@router.post("/desks/{table}/suspend", response_model=DeskAnswer)
def suspend(floor: FloorDep, asks: CallerDep, table: DeskId, form: Reason) -> Response:
    """Take the system out of operation."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: desks.suspend(db, person, table, form.reason))


@router.post("/desks/{table}/resume", response_model=DeskAnswer)
def resume(floor: FloorDep, asks: CallerDep, table: DeskId, form: Reason) -> Response:
    """The system is in order again; payments by hand are verified."""
    return _done(floor, table, asks, _SUPERVISOR, lambda db, person: payment.resume(db, person, table, form.reason))


@router.post("/desks/{table}/parameters", response_model=DeskAnswer)
def parameters(floor: FloorDep, asks: CallerDep, table: DeskId, form: DeskParameters) -> Response:
    """Change rate card, limits, interval or name from the next game on; it takes two people."""
    asked: dict[str, Any] = {"house": form.house}
    asked |= {name: value for name in ("interval", "casino") if (value := getattr(form, name)) is not None}
    asked |= {"least": cents(form.least, "least")} if form.least is not None else {}
    asked |= {"most": cents(form.most, "most") if form.most else 0} if form.most is not None else {}
    return _asked(floor, table, asks, _SUPERVISOR, "keno change", asked)


@router.post("/desks/{table}/inspections", response_model=DeskAnswer)
def inspection(floor: FloorDep, asks: CallerDep, table: DeskId, form: Inspection) -> Response:
    """Record an inspection of the equipment; it takes two people."""
    return _asked(floor, table, asks, "deal", "keno inspect", form.model_dump())


@router.post("/desks/{table}/promotions", response_model=DeskAnswer)
def promotion(floor: FloorDep, asks: CallerDep, table: DeskId, form: Promotion) -> Response:
    """Post the conditions of a promotion, or end it."""

    def work(db: Connection, person: Person) -> None:
        promotions.post_conditions(db, person, table, form.name, form.conditions)

    return _done(floor, table, asks, _SUPERVISOR, work)


@router.post("/desks/{table}/promotions/pay", response_model=DeskAnswer)
def promotion_pay(floor: FloorDep, asks: CallerDep, table: DeskId, form: PromotionPay) -> Response:
    """A promotional pay-out, signed by two."""
    asked: dict[str, Any] = {"patron": form.patron, "reason": form.reason, "thing": form.thing}
    asked["amount"] = cents(form.amount) if form.amount else 0
    return _asked(floor, table, asks, "deal", "keno promotion pay", asked)
