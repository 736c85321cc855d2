"""What a game without cards is played with, for a page that draws it: the wheel's sections, the keno board."""

from typing import Any

from fastapi import APIRouter, Response

from houseway.rules.draws import Keno, Wheel
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import GameQuery, House, allow, house_of
from houseway.web.context import FloorDep, OptionalUser

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)


@router.get("/apparatus")
def apparatus(floor: FloorDep, person: OptionalUser, id: GameQuery, house: House = "") -> Response:  # noqa: A002
    """Sections of a wheel clockwise, numbers of a keno board; nothing for a game of cards."""
    spec = load_game(allow(floor, person, id), house_of(house)).spec
    found: dict[str, Any] = {}
    if isinstance(spec, Wheel):
        found["sections"] = list(spec.sections)
    if isinstance(spec, Keno):
        found |= {"numbers": spec.numbers, "take": spec.drawn}
    return reply(found)
