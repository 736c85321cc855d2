"""The odds of a game: asked for until the work in the background is done."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import GameQuery, House, allow, house_of
from houseway.web.context import AFloor, Visitor
from houseway.web.pricing import Pricing

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
_pricing = Pricing()


@router.get("/odds")
def odds(
    floor: AFloor,
    person: Visitor,
    id: GameQuery,  # noqa: A002
    house: House = "",
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """The price of every wager; `state` is `computing` with the share `done` until it is `ready`."""
    found = _pricing.ask(allow(floor, person, id), house_of(house), wait)
    return reply(found, 200 if found["state"] == "ready" else 202)
