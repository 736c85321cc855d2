"""Games of one's own: files that the server was started with, and those that were uploaded, with their versions."""

from typing import Annotated, Any

from fastapi import Query, Response
from sqlalchemy import Connection

from houseway.families import family_of
from houseway.floor import own_games as own
from houseway.floor.roles import Person
from houseway.floor.views import game_view
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import fault_of, text_of_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import GameQuery, allow, place_of_fault, state_of
from houseway.web.context import CallerDep, FloorDep, OptionalUser, opened
from houseway.web.forms import NewGame, OldGame
from houseway.web.lanes import COMPUTE, LaneRouter, in_lane
from houseway.web.models.games import OwnGame, OwnState, OwnText, OwnVersion
from houseway.web.models.sessions import Changed

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

_BROKEN = {"family": "", "rule": "", "summary": "", "labels": {}, "jurisdiction": "", "live": False, "wagers": []}


def own_game(game: str) -> dict[str, Any]:
    """A game of one's own as a line of the catalogue; a file's path is its id."""
    try:
        head = game_view(game)
        spec = load_game(game).spec
        fault = fault_of(game)
    except RuleError as error:
        return {**_BROKEN, "id": game, "name": game.rpartition("/")[2], "fault": place_of_fault(error)}
    return {
        **head,
        "jurisdiction": spec.jurisdiction,
        "live": family_of(game).traits.live,
        "wagers": list(getattr(spec, "wagers", {})),
        "fault": None if fault is None else place_of_fault(fault),
    }


def _line(row: Any) -> dict[str, Any]:
    return {**own_game(row.id), "kind": "stored", "version": row.version, "by": row.by, "at": row.at}


@router.get("/own-games", dependencies=[opened("games")], response_model=list[OwnGame])
def own_games(floor: FloorDep) -> Response:
    """The files named with `--game-file`, and the games that were uploaded."""
    files = [{**own_game(path), "kind": "file"} for path in floor.settings.game_files]
    return reply([*files, *map(_line, floor.read(own.stored))])


@router.post("/own-games", status_code=201, response_model=OwnGame)
@in_lane(COMPUTE)
def store(floor: FloorDep, asks: CallerDep, form: NewGame) -> Response:
    """Keep a game in the catalogue, or a new version of one; a text that is not a game is refused."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        name = own.save(db, person, form.text, form.version)
        return next(_line(row) for row in own.stored(db) if row.id == name)

    return floor.change(asks, "author", work, 201)


@router.post("/own-games/remove", response_model=Changed)
def remove(floor: FloorDep, asks: CallerDep, form: OldGame) -> Response:
    """Take an uploaded game out of the catalogue; its versions and the rounds played by them stay."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        own.remove(db, person, form.id)
        return {"changed": True}

    return floor.change(asks, "author", work)


@router.get("/own-games/versions", dependencies=[opened("games")], response_model=list[OwnVersion])
def versions(floor: FloorDep, id: GameQuery) -> Response:  # noqa: A002
    """Every version of an uploaded game, the newest first."""
    return reply(floor.read(lambda db: own.versions(db, id)))


@router.get("/game-text", dependencies=[opened("games")], response_model=OwnText)
def text(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    version: Annotated[int, Query(ge=0, le=2**31, description="Of an uploaded game; 0: the one in force.")] = 0,
) -> Response:
    """The text of a game file: to download, and to edit."""
    allow(floor, person, id)
    if own.is_own(id):
        found, number = floor.read(lambda db: own.text_of(db, id, version))
        return reply({"id": id, "text": found, "version": number})
    load_game(id)  # only the text of a game is shown, not of any file on the disk
    return reply({"id": id, "text": text_of_game(id), "version": 0})


@router.get("/game-state", dependencies=[opened("games")], response_model=OwnState | None)
def state(floor: FloorDep, person: OptionalUser, id: GameQuery) -> Response:  # noqa: A002
    """Which version of a game of one's own is in force, and what is wrong with its last edit; null for the rulebook."""
    return reply(state_of(allow(floor, person, id)))
