"""The odds of a game: asked for until the work in the background is done."""

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
from houseway.web.pricing import Pricing, shipped_view

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
pricing = Pricing()
Wait = Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")]


def checked(floor: Floor, person: Person | None, game: str, house: str, as_of: str) -> dict[str, Any]:
    """The choices of the house, checked with a game that the person may see."""
    choices = house_of(house, as_of)
    load_game(allow(floor, person, game), choices)
    return choices


def told(found: dict[str, Any]) -> Response:
    """The answer, or that the work goes on."""
    return reply(found, 202 if found["state"] == "computing" else 200)


async def _priced(
    floor: Floor, person: Person | None, game: str, house: str, as_of: str, wait: float, every_table: bool = False
) -> dict[str, Any]:
    """The price of a game, or how far the work is after so many seconds."""

    def shipped_or_not() -> tuple[dict[str, Any], dict[str, Any] | None]:
        choices = checked(floor, person, game, house, as_of)
        return choices, shipped_view(game, choices, every_table)

    choices, shipped = await COMPUTE.run(shipped_or_not)
    return shipped if shipped is not None else await pricing.ask(game, choices, every_table).within(wait)


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
    wait: Wait = 2.0,
) -> Response:
    """How a game can be beaten: counts and their yield, seen and shared cards, index plays; `state` as for the odds."""
    choices = await COMPUTE.run(checked, floor, person, id, house, as_of)
    return told(await pricing.examine(id, choices).within(wait))


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
    wait: Wait = 2.0,
) -> Response:
    """The price of every wager; `state` is `computing` with the share `done`, then `ready`, or `unpriced`."""
    return told(await _priced(floor, person, id, house, as_of, wait, tables))


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
    wait: Wait = 2.0,
) -> Response:
    """Whole-number pay tables near a house edge, ranked; `state` as for the odds, whose count they come from."""
    ends = read_target(target)
    found = await _priced(floor, person, id, house, as_of, wait)
    if found["state"] != "ready":
        return told(found)
    return reply(await COMPUTE.run(proposed, found, wager, ends, row))
