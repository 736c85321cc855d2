"""Tables: open, list, sit, buy chips, bet, act, leave; every answer is the table as the caller sees it."""

import contextlib
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Path, Query, Response
from sqlalchemy import Connection

from houseway.floor import control, interventions, late, owners, piece, rotation, vouchers
from houseway.floor import rounds as play
from houseway.floor import tables as place
from houseway.floor.drafts import draft_view
from houseway.floor.notices import posted
from houseway.floor.roles import Person, record
from houseway.floor.separation import refuse_player
from houseway.floor.transaction import TableTransaction, will_hold
from houseway.floor.views import draws, open_tables, table_view
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import may_read
from houseway.web.context import Caller, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Act, AtSeat, Behind, Bet, Bot, BuyIn, Draft, OpenTable, Piece, Sit, StayOut, TicketIn
from houseway.web.lanes import READ, LaneRouter, in_lane
from houseway.web.models.tables import DraftView, Draw, NoticeView, TableLine, TableView

router = LaneRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

TableId = Annotated[int, Path(ge=1, le=2**53, description="The table's number.")]


def cents(amount: float, field: str = "amount") -> int:
    """Whole cents of dollars."""
    whole = round(amount * 100)
    if abs(amount * 100 - whole) > 1e-6 or whole <= 0:
        raise RuleError("must be a whole number of cents, at least one", field)
    return whole


def changed(
    floor: Floor,
    table: int,
    asks: Caller,
    right: str,
    work: Callable[[Connection, Person], TableTransaction | None],
    before: Callable[[Connection], None] | None = None,
) -> Response:
    """Carry out `work` for who has the right, and answer with the table, in one transaction; tell the watchers."""

    def viewed(db: Connection, person: Person) -> dict[str, object]:
        return table_view(db, table, person, work(db, person))

    return floor.change(asks, right, viewed, table=table, before=before)


def controlled(
    floor: Floor, table: int, asks: Caller, right: str, act: str, asked: Callable[[Connection], dict[str, Any]]
) -> Response:
    """Do it alone where that is allowed; otherwise `waiting` of the answer names what waits for a second person."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        waits, tx = control.ask(db, person, act, table, asked(db), floor.settings.alone)
        return {**table_view(db, table, person, tx), "waiting": waits}

    return floor.change(asks, right, work, table=table)


def _changed_in_time(
    floor: Floor,
    table: int,
    asks: Caller,
    work: Callable[[Connection, Person], TableTransaction | None],
    too_late: Callable[[Connection, Person], None],
    *,
    begins: bool = False,
) -> Response:
    """Carry out what a player does, which locks the table first, and begins a round perhaps.

    Where it is refused, `too_late` keeps it for who watches, if it was too late.
    """
    try:
        return changed(floor, table, asks, "play", work, lambda db: will_hold(db, table, begins=begins))
    except RuleError:
        with contextlib.suppress(RuleError):  # the refusal is what is answered
            floor.store.write(lambda db: too_late(db, asks.person(db, "play")))
        raise


@router.get("", dependencies=[opened("tables")], response_model=list[TableLine])
def listing(floor: FloorDep, person: OptionalUser) -> Response:
    """The open tables, and at which of them one sits."""
    return reply(floor.read(lambda db: open_tables(db, person)))


@router.post("", status_code=201, response_model=TableView)
def open_table(floor: FloorDep, asks: CallerDep, form: OpenTable) -> Response:
    """Open a table."""

    def work(db: Connection, person: Person) -> dict[str, object]:
        may_read(floor, person, form.game)
        table = place.open_table(
            db,
            person,
            form.game,
            name=form.name,
            house=form.house,
            betting=form.betting,
            places=form.seats,
            bankroll=cents(form.bankroll, "bankroll"),
            linked=form.meters,
            bet_seconds=form.bet_seconds,
            act_seconds=form.act_seconds,
            least_buy_in=round(form.least_buy_in * 100),
            imprest=form.imprest,
            piece=form.piece,
        )
        record(db, person.id, "open", table=table, **form.model_dump())
        return table_view(db, table, person)

    return floor.change(asks, "open", work, 201)


@router.get("/{table}", dependencies=[opened("tables")], response_model=TableView)
def state(floor: FloorDep, person: OptionalUser, table: TableId) -> Response:
    """The table as the caller may see it."""
    return reply(floor.read(lambda db: table_view(db, table, person)))


@router.get("/{table}/draws", dependencies=[opened("tables")], response_model=list[Draw])
def past_draws(floor: FloorDep, table: TableId, most: Annotated[int, Query(ge=1, le=200)] = 20) -> Response:
    """What past rounds of a wheel or of keno yielded."""
    return reply(floor.read(lambda db: draws(db, table, most)))


@router.post("/{table}/sit", response_model=TableView)
def sit(floor: FloorDep, asks: CallerDep, table: TableId, form: Sit) -> Response:
    """Take a seat, and buy chips at once if `buy_in` is given."""

    def work(db: Connection, person: Person) -> None:
        taken = place.sit(db, table, form.seat, person, form.entropy_hash)
        if form.buy_in is not None:
            place.buy_in(db, table, taken, person, cents(form.buy_in, "buy_in"), None)

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/bots", response_model=TableView)
def bot(floor: FloorDep, asks: CallerDep, table: TableId, form: Bot) -> Response:
    """Seat an automatic player."""

    def work(db: Connection, person: Person) -> None:
        refuse_player(db, table, person)
        seat = place.seat_bot(db, table, form.seat, cents(form.buy_in, "buy_in"))
        record(db, person.id, "bot", table=table, seat=seat, amount=cents(form.buy_in))

    return changed(floor, table, asks, "open", work)


@router.post("/{table}/buy-in", response_model=TableView)
def buy_in(floor: FloorDep, asks: CallerDep, table: TableId, form: BuyIn) -> Response:
    """Buy chips at one's seat."""

    def work(db: Connection, person: Person) -> None:
        place.buy_in(db, table, form.seat, person, cents(form.amount), None, form.medium)

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/leave", response_model=TableView)
def leave(floor: FloorDep, asks: CallerDep, table: TableId, form: AtSeat) -> Response:
    """Leave the seat and cash the chips; in a round, as soon as it is over."""

    def work(db: Connection, person: Person) -> None:
        place.leave(db, table, form.seat, person)

    return changed(floor, table, asks, "", work)


@router.post("/{table}/bets", response_model=TableView)
def bet(floor: FloorDep, asks: CallerDep, table: TableId, form: Bet) -> Response:
    """A seat's wagers for the next round, in place of those it made before."""
    chosen: dict[str, Any] = {"wagers": form.wagers, "ticket": form.ticket, "select": form.select}
    if form.blind is not None:
        chosen["blind"] = form.blind
    entropy = play.Entropy(form.entropy or "", form.entropy_hash or "")

    def work(db: Connection, person: Person) -> TableTransaction:
        return play.place_bet(
            db,
            table,
            form.seat,
            person,
            chosen,
            dealt=form.deal,
            number=form.round,
            shuffle=form.shuffle,
            entropy=entropy,
            others=play.Others(form.tips, tuple(form.tips_join), form.coupons),
        )

    def too_late(db: Connection, person: Person) -> None:
        late.late_bet(db, table, form.seat, person, form.wagers, form.round)

    return _changed_in_time(floor, table, asks, work, too_late, begins=True)


@router.post("/{table}/draft", response_model=DraftView)
@in_lane(READ)
def draft(floor: FloorDep, person: CurrentUser, table: TableId, form: Draft) -> Response:
    """What chips on the layout make of a seat's wagers by the rules, before they are put down; nothing is changed."""
    amounts = {name: cents(amount, f"wagers.{name}") for name, amount in form.wagers.items()}
    steps = [(step.wager, None if step.chip is None else cents(step.chip, "chip")) for step in form.steps]
    return reply(
        floor.read(
            lambda db: draft_view(
                db, table, form.seat, person, amounts, steps, chip=cents(form.chip, "chip"), ticket=form.ticket
            )
        )
    )


@router.post("/{table}/take-back", response_model=TableView)
def take_back(floor: FloorDep, asks: CallerDep, table: TableId, form: AtSeat) -> Response:
    """Take the wagers off the layout before the deal."""
    return changed(floor, table, asks, "", lambda db, person: play.take_back(db, table, form.seat, person))


@router.post("/{table}/deal", response_model=TableView)
def deal(floor: FloorDep, asks: CallerDep, table: TableId) -> Response:
    """Close the wagers and deal."""
    return changed(floor, table, asks, "", lambda db, person: play.deal(db, table, person))


@router.post("/{table}/show", response_model=TableView)
def show(floor: FloorDep, asks: CallerDep, table: TableId, form: AtSeat) -> Response:
    """Ask to see a hand that called all bets, as one who called them too."""
    return changed(floor, table, asks, "play", lambda db, person: interventions.show_hand(db, table, form.seat, person))


@router.post("/{table}/act", response_model=TableView)
def act(floor: FloorDep, asks: CallerDep, table: TableId, form: Act) -> Response:
    """A decision of one's seat."""

    def work(db: Connection, person: Person) -> TableTransaction:
        return play.act(db, table, form.seat, person, form.action, form.after, form.tips)

    def too_late(db: Connection, person: Person) -> None:
        late.late_decision(db, table, form.seat, person, form.action, form.after)

    return _changed_in_time(floor, table, asks, work, too_late)


@router.post("/{table}/exchange", response_model=TableView)
def exchange_ticket(floor: FloorDep, asks: CallerDep, table: TableId, form: TicketIn) -> Response:
    """A ticket or receipt, validated by its number, for chips at one's seat."""

    def work(db: Connection, person: Person) -> None:
        vouchers.buy_chips(db, table, form.seat, person, form.code)

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/piece", response_model=TableView)
def money_on_the_piece(floor: FloorDep, asks: CallerDep, table: TableId, form: Piece) -> Response:
    """Currency laid at one's seat before a hand, in place of what lay there."""
    amount = cents(form.amount) if form.amount else 0
    return changed(floor, table, asks, "play", lambda db, person: piece.lay(db, table, form.seat, person, amount))


@router.post("/{table}/behind", response_model=TableView)
def bet_behind(floor: FloorDep, asks: CallerDep, table: TableId, form: Behind) -> Response:
    """Bets on the hand of another's seat, from one's purse; who sits there decides."""

    def work(db: Connection, person: Person) -> TableTransaction:
        return owners.bet_behind(db, table, form.seat, person, form.wagers, form.stays_out)

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/stay-out", response_model=TableView)
def stay_out(floor: FloorDep, asks: CallerDep, table: TableId, form: StayOut) -> Response:
    """What one's bet behind a seat stays out of from now on."""

    def work(db: Connection, person: Person) -> TableTransaction:
        return owners.stay_out(db, table, form.seat, person, form.stays_out)

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/refuse-bank", response_model=TableView)
def refuse_bank(floor: FloorDep, asks: CallerDep, table: TableId, form: AtSeat) -> Response:
    """Refuse the bank that is offered to one's seat."""
    return changed(floor, table, asks, "play", lambda db, person: rotation.refuse_bank(db, table, form.seat, person))


@router.get("/{table}/notices", dependencies=[opened("tables")], response_model=list[NoticeView])
def notices(floor: FloorDep, table: TableId) -> Response:
    """What is posted at the table."""
    return reply(floor.read(lambda db: posted(db, table)))
