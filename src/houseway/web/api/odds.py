"""The odds of a game: asked for until the work in the background is done."""

import asyncio
import contextlib
from typing import Annotated, Any

from fastapi import Query, Response

from houseway.floor.roles import Person
from houseway.odds.design import read_target
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.drafts import proposed
from houseway.web.api.games import AsOf, GameQuery, House, allow, house_of
from houseway.web.context import Floor, FloorDep, OptionalUser, opened
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.odds import Computing, Design, Exposure, Odds, Unpriced
from houseway.web.pricing import Job, Pricing, shipped_view

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
pricing = Pricing()


async def _priced(
    floor: Floor, person: Person | None, game: str, house: str, as_of: str, wait: float, every_table: bool = False
) -> dict[str, Any]:
    """The price of a game, or how far the work is after so many seconds."""

    def checked() -> tuple[dict[str, Any], dict[str, Any] | None]:
        choices = house_of(house, as_of)
        load_game(allow(floor, person, game), choices)
        return choices, shipped_view(game, choices, every_table)

    choices, shipped = await COMPUTE.run(checked)
    return shipped if shipped is not None else await _answered(pricing.ask(game, choices, every_table), wait)


async def _answered(job: Job, wait: float) -> dict[str, Any]:
    """What the work found, or how far it is after so many seconds."""
    with contextlib.suppress(Exception):  # the time is over, or a fault of the work, which `answer` tells
        await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(job.future)), wait)
    return job.answer()


@router.get(
    "/exposure",
    dependencies=[opened("odds")],
    response_model=Exposure | Unpriced,
    responses={202: {"model": Computing}},
)
async def exposure(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """How a game can be beaten: counts and their yield, seen and shared cards, index plays; `state` as for the odds."""

    def checked() -> dict[str, Any]:
        choices = house_of(house, as_of)
        load_game(allow(floor, person, id), choices)
        return choices

    found = await _answered(pricing.examine(id, await COMPUTE.run(checked)), wait)
    return reply(found, 202 if found["state"] == "computing" else 200)


@router.get(
    "/odds", dependencies=[opened("odds")], response_model=Odds | Unpriced, responses={202: {"model": Computing}}
)
async def odds(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
    tables: Annotated[bool, Query(description="Every pay table the game has, side by side.")] = False,
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """The price of every wager; `state` is `computing` with the share `done`, then `ready`, or `unpriced`."""
    found = await _priced(floor, person, id, house, as_of, wait, tables)
    return reply(found, 202 if found["state"] == "computing" else 200)


@router.get(
    "/design", dependencies=[opened("odds")], response_model=Design | Unpriced, responses={202: {"model": Computing}}
)
async def design(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    wager: Annotated[str, Query(max_length=100, description="A wager that stands by itself.")],
    target: Annotated[str, Query(max_length=40, description="House edge in percent, as 4..6.")],
    row: Annotated[str, Query(max_length=100, description="Only this row's price changes.")] = "",
    house: House = "",
    as_of: AsOf = "",
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """Whole-number pay tables near a house edge, ranked; `state` as for the odds, whose count they come from."""
    ends = read_target(target)
    found = await _priced(floor, person, id, house, as_of, wait)
    if found["state"] != "ready":
        return reply(found, 202 if found["state"] == "computing" else 200)
    return reply(await COMPUTE.run(proposed, found, wager, ends, row))
