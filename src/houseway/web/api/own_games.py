"""Game files that the server was started with, listed like those of the rulebook."""

from typing import Any

from fastapi import Response

from houseway.families import family_of
from houseway.floor.views import game_view
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.context import FloorDep, opened
from houseway.web.lanes import LaneRouter
from houseway.web.models import GameLine

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)


def own_game(path: str) -> dict[str, Any]:
    """A file of one's own as a line of the catalogue; its path is its id."""
    head = game_view(path)
    spec = load_game(path).spec
    wagers = list(getattr(spec, "wagers", {}))
    return {**head, "jurisdiction": spec.jurisdiction, "live": family_of(path).traits.live, "wagers": wagers}


@router.get("/own-games", dependencies=[opened("games")], response_model=list[GameLine])
def own_games(floor: FloorDep) -> Response:
    """The files named with `--game-file`."""
    return reply([own_game(path) for path in floor.settings.game_files])
