"""What a game is played with besides cards: a wheel, dice, a keno board, and where the wagers lie on its layout."""

from fastapi import Response

from houseway.families import family_of
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import GameQuery, House, allow, house_of
from houseway.web.context import FloorDep, OptionalUser, opened
from houseway.web.lanes import LaneRouter
from houseway.web.models.games import Apparatus

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)


@router.get("/apparatus", dependencies=[opened("games")], response_model=Apparatus)
def apparatus(floor: FloorDep, person: OptionalUser, id: GameQuery, house: House = "") -> Response:  # noqa: A002
    """Sections of a wheel clockwise with its layout, dice with theirs, numbers of a keno board; else nothing."""
    game = load_game(allow(floor, person, id), house_of(house))
    return reply(family_of(id).apparatus(game))
