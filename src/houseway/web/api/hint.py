"""The hint at a table: what to do now, and what the other actions cost."""

from typing import Annotated

import msgspec
from fastapi import Query, Response
from sqlalchemy import Connection

from houseway.families import hint_for
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.tables import claimed
from houseway.floor.transaction import read_table
from houseway.play.core.round import LiveRound, warns
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.tables import TableId
from houseway.web.context import CurrentUser, Floor, FloorDep
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.rounds import Caution, HintView
from houseway.web.strategies import Strategies

router = LaneRouter(reads=COMPUTE, prefix="/api/tables", tags=["tables"], responses=PROBLEMS)
strategies = Strategies()


def _deciding(floor: Floor, person: Person, table: int, seat: int) -> tuple[LiveRound, int]:
    """The round in which one's own seat has something to decide, and its place in it."""

    def read(db: Connection) -> tuple[LiveRound, int]:
        tx = read_table(db, table)
        claimed(tx.seats, seat, person)
        if tx.status != "playing" or seat not in tx.values["places"]:
            raise RuleError("the seat has nothing to decide now", "seat")
        return rebuild(tx), tx.values["places"].index(seat)

    return floor.read(read)


@router.get("/{table}/warning", response_model=Caution)
def warning(
    floor: FloorDep,
    person: CurrentUser,
    table: TableId,
    seat: Annotated[int, Query(ge=0, lt=200)],
    action: Annotated[str, Query(max_length=200)],
) -> Response:
    """What one should know before acting so: that the cards would be set as a foul."""
    live, place = _deciding(floor, person, table, seat)
    return reply({"warning": live.warning(place, action) if warns(live) else ""})


@router.get("/{table}/hint", response_model=HintView)
def hint(floor: FloorDep, person: CurrentUser, table: TableId, seat: Annotated[int, Query(ge=0, lt=200)]) -> Response:
    """The best action of one's own seat as far as it is known, from nothing but what the seat sees.

    `soon` says that the exact strategy is being worked out: asked again, the hint will be better.
    """
    live, place = _deciding(floor, person, table, seat)
    known = strategies.ask(live.opening.game, live.opening.house, wait=1.0)
    soon = strategies.working(live.opening.game, live.opening.house)
    return reply({**msgspec.to_builtins(hint_for(live, place, known)), "soon": soon})
