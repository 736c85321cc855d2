"""Tables: open, list, sit, buy chips, bet, act, leave; every answer is the table as the caller sees it."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Path, Response
from sqlalchemy import Connection, select

from houseway.floor import rounds as play
from houseway.floor import tables as place
from houseway.floor.roles import Person, record
from houseway.floor.schema import seats, tables
from houseway.floor.separation import refuse_player
from houseway.floor.transaction import TableTransaction
from houseway.floor.views import table_line, table_view
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import allow
from houseway.web.context import Caller, CallerDep, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Act, AtSeat, Bet, Bot, BuyIn, OpenTable, Sit
from houseway.web.lanes import LaneRouter
from houseway.web.models import TableLine, TableView

router = LaneRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

TableId = Annotated[int, Path(ge=1, le=2**53)]


def cents(amount: float, field: str = "amount") -> int:
    """Whole cents of dollars."""
    whole = round(amount * 100)
    if abs(amount * 100 - whole) > 1e-6 or whole <= 0:
        raise RuleError("must be a whole number of cents, at least one", field)
    return whole


def changed(
    floor: Floor, table: int, asks: Caller, right: str, work: Callable[[Connection, Person], TableTransaction | None]
) -> Response:
    """Carry out `work` for who has the right, and answer with the table, in one transaction; tell the watchers."""

    def viewed(db: Connection, person: Person) -> dict[str, object]:
        return table_view(db, table, person, work(db, person))

    answer = floor.change(asks, right, viewed)
    floor.watch.changed(table)
    return answer


@router.get("", dependencies=[opened("tables")], response_model=list[TableLine])
def listing(floor: FloorDep, person: OptionalUser) -> Response:
    """The open tables, and at which of them one sits."""

    def read(db: Connection) -> list[dict[str, object]]:
        taken: dict[int, list[int]] = {}
        for row in db.execute(select(seats.c.table_id, seats.c.user_id)):
            taken.setdefault(row.table_id, []).append(row.user_id)
        rows = db.execute(select(tables).where(tables.c.open).order_by(tables.c.id)).all()
        mine = person.id if person is not None else None
        return [
            {**table_line(db, row, len(taken.get(row.id, ()))), "yours": mine in taken.get(row.id, ())} for row in rows
        ]

    return reply(floor.read(read))


@router.post("", status_code=201, response_model=TableView)
def open_table(floor: FloorDep, asks: CallerDep, form: OpenTable) -> Response:
    """Open a table."""

    def work(db: Connection, person: Person) -> dict[str, object]:
        allow(floor, person, form.game)
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
        )
        record(db, person.id, "open", table=table, **form.model_dump())
        return table_view(db, table, person)

    return floor.change(asks, "open", work, 201)


@router.get("/{table}", dependencies=[opened("tables")], response_model=TableView)
def state(floor: FloorDep, person: OptionalUser, table: TableId) -> Response:
    """The table as the caller may see it."""
    return reply(floor.read(lambda db: table_view(db, table, person)))


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
        place.buy_in(db, table, form.seat, person, cents(form.amount), None)

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
    chosen = {"wagers": form.wagers, "ticket": form.ticket, "select": form.select}
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
        )

    return changed(floor, table, asks, "play", work)


@router.post("/{table}/take-back", response_model=TableView)
def take_back(floor: FloorDep, asks: CallerDep, table: TableId, form: AtSeat) -> Response:
    """Take the wagers off the layout before the deal."""
    return changed(floor, table, asks, "", lambda db, person: play.take_back(db, table, form.seat, person))


@router.post("/{table}/deal", response_model=TableView)
def deal(floor: FloorDep, asks: CallerDep, table: TableId) -> Response:
    """Close the wagers and deal."""
    return changed(floor, table, asks, "", lambda db, person: play.deal(db, table, person))


@router.post("/{table}/act", response_model=TableView)
def act(floor: FloorDep, asks: CallerDep, table: TableId, form: Act) -> Response:
    """A decision of one's seat."""

    def work(db: Connection, person: Person) -> TableTransaction:
        return play.act(db, table, form.seat, person, form.action, form.after)

    return changed(floor, table, asks, "play", work)
