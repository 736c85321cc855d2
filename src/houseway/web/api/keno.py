"""The keno lounge: tickets for the next game, the draw, the board of past draws."""

from typing import Annotated

from fastapi import Query, Response
from sqlalchemy import Connection

from houseway.floor.keno import draws, write_ticket
from houseway.floor.roles import Person
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId, changed
from houseway.web.context import CallerDep, FloorDep, opened
from houseway.web.forms import KenoTicket
from houseway.web.lanes import LaneRouter
from houseway.web.models import Draw, TableView

router = LaneRouter(prefix="/api/tables", tags=["keno"], responses=PROBLEMS)


@router.post("/{table}/tickets", response_model=TableView)
def ticket(floor: FloorDep, asks: CallerDep, table: TableId, form: KenoTicket) -> Response:
    """Write a ticket; it is paid from and to the player's own money."""

    def work(db: Connection, person: Person) -> None:
        write_ticket(db, table, person, form.wagers, form.ticket, form.shuffle, None)

    return changed(floor, table, asks, "play", work)


@router.get("/{table}/draws", dependencies=[opened("tables")], response_model=list[Draw])
def board(floor: FloorDep, table: TableId, most: Annotated[int, Query(ge=1, le=200)] = 20) -> Response:
    """The numbers of past games."""
    return reply(floor.read(lambda db: draws(db, table, most)))
