"""The odds of a game: asked for until the work in the background is done."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from houseway.odds.design import as_json, price_from_json, propose, read_design, read_target
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import AsOf, GameQuery, House, allow, house_of
from houseway.web.context import FloorDep, OptionalUser
from houseway.web.models import Computing, Design, Odds, Unpriced
from houseway.web.pricing import Pricing

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)
pricing = Pricing()


@router.get("/odds", response_model=Odds | Unpriced, responses={202: {"model": Computing}})
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


@router.get("/design", response_model=Design | Unpriced, responses={202: {"model": Computing}})
def design(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    wager: Annotated[str, Query(max_length=100, description="A wager that stands by itself.")],
    target: Annotated[str, Query(max_length=40, description="House edge in percent, as 4..6.")],
    house: House = "",
    as_of: AsOf = "",
    wait: Annotated[float, Query(ge=0, le=10, allow_inf_nan=False, description="Seconds to wait.")] = 2.0,
) -> Response:
    """Whole-number pay tables near a house edge, ranked; `state` as for the odds, whose count they come from."""
    choices = house_of(house, as_of)
    ends = read_target(target)
    load_game(allow(floor, person, id), choices)
    found = pricing.ask(id, choices, wait, False)
    if found["state"] != "ready":
        return reply(found, 202 if found["state"] == "computing" else 200)
    if wager not in found["side_bets"]:
        raise RuleError(f"no wager {wager!r} stands by itself", "wager")
    made = read_design(price_from_json(found["side_bets"][wager]))
    return reply({"state": "ready", "target": ends, "proposals": as_json(made, propose(made, ends))})
