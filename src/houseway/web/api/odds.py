"""The odds of a game: asked for until the work in the background is done."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import AsOf, GameQuery, House, allow, house_of
from houseway.web.context import FloorDep, OptionalUser
from houseway.web.pricing import Pricing

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
pricing = Pricing()


@router.get("/odds")
def odds(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
    tables: Annotated[bool, Query(description="Every pay table the game has, side by side.")] = False,
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """The price of every wager; `state` is `computing` with the share `done`, then `ready`, or `unpriced`."""
    choices = house_of(house, as_of)
    load_game(allow(floor, person, id), choices)
    found = pricing.ask(id, choices, wait, tables)
    return reply(found, 202 if found["state"] == "computing" else 200)
