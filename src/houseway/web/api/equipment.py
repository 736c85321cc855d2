"""The equipment log of a table: what was opened, counted, inspected, cut and retired, and what is due."""

from typing import Annotated, Any

from fastapi import Response
from pydantic import Field
from sqlalchemy import Connection

from houseway.floor import equipment
from houseway.floor.roles import Person
from houseway.floor.separation import refuse_player
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId
from houseway.web.context import CallerDep, CurrentUser, FloorDep
from houseway.web.forms import Form, Seat
from houseway.web.lanes import LaneRouter
from houseway.web.models.base import Model, Moment, Rule

router = LaneRouter(prefix="/api/floor", tags=["equipment"], responses=PROBLEMS)
Short = Annotated[str, Field(max_length=64)]


class Due(Model):
    text: str
    rule: Rule


class TableDue(Due):
    table: int
    name: str


class PieceView(Model):
    item: str
    name: str
    back: str
    opened: Moment
    faulty: str


class EquipmentLine(Model):
    at: Moment
    who: str | None
    act: str
    piece: str
    told: str
    rule: str


class EquipmentView(Model):
    items: list[str]
    acts: list[str]
    cards: Annotated[int, Field(description="Cards of a complete deck.")]
    pieces: list[PieceView]
    due: list[Due]
    duties: list[Due]
    log: list[EquipmentLine]


class EquipmentAct(Form):
    act: Short
    item: Short
    name: Annotated[str, Field(min_length=1, max_length=64)]
    back: Short | None = None
    count: Annotated[int | None, Field(ge=0, le=2000)] = None
    dealt: Short | None = None
    shuffler: bool | None = None
    seal: Short | None = None
    seat: Seat | None = None
    note: Annotated[str | None, Field(max_length=200)] = None
    allowed_by: Short | None = None


@router.get("/equipment/due", response_model=list[TableDue])
def due(floor: FloorDep, person: CurrentUser) -> Response:
    """What is due at the open tables."""
    if not person.may("read"):
        person.need("deal")
    return reply(floor.read(equipment.all_due))


@router.get("/tables/{table}/equipment", response_model=EquipmentView)
def state(floor: FloorDep, person: CurrentUser, table: TableId) -> Response:
    """The equipment of a table: in service, due, and the log."""
    if not person.may("read"):
        person.need("deal")
    return reply(floor.read(lambda db: equipment.view(db, table)))


@router.post("/tables/{table}/equipment/log", response_model=EquipmentView)
def log(floor: FloorDep, asks: CallerDep, table: TableId, form: EquipmentAct) -> Response:
    """Write down what was done to a piece of equipment."""
    told = form.model_dump(exclude_none=True)

    def work(db: Connection, person: Person) -> dict[str, Any]:
        refuse_player(db, table, person)
        equipment.log(db, table, person, told)
        return equipment.view(db, table)

    return floor.change(asks, "deal", work)
