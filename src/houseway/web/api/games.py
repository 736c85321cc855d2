"""The rulebook: games to find, their rule sheets, betting spots and prices."""

from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import Query, Response

from houseway.families import betting_spots, family_of, sheet_of
from houseway.floor.views import game_view, spot_view
from houseway.play.core.roundfile import RoundFile
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import is_path, read_raw, rulebook_files
from houseway.rules.sheet.model import citations
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.rules import texts_of
from houseway.web.context import Floor, FloorDep, OptionalUser, opened
from houseway.web.drills import drill_names
from houseway.web.forms import GameId
from houseway.web.lanes import LaneRouter
from houseway.web.models import GameLine, GameView, Sheet

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

GameQuery = Annotated[GameId, Query()]
House = Annotated[str, Query(max_length=10_000, description="The house's choices as JSON.")]

AsOf = Annotated[str, Query(max_length=10, description="The rule as it stood on this day, YYYY-MM-DD.")]


@cache
def catalogue() -> list[dict[str, Any]]:
    """Every game of the rulebook; read once, which takes a second."""
    found = []
    for path in rulebook_files():
        raw = read_raw(path)
        head = game_view(str(raw["id"]))
        spec = load_game(head["id"]).spec
        found.append(
            {
                **head,
                "jurisdiction": spec.jurisdiction,
                "live": family_of(head["id"]).traits.live,
                "wagers": list(raw.get("wagers", {})),
            }
        )
    return found


def house_of(text: str, as_of: str = "") -> dict[str, Any]:
    """The house's choices of a query, with the rule of a day."""
    dated = {"as_of": as_of} if as_of else {}
    if not text:
        return dated
    try:
        return msgspec.json.decode(text, type=dict[str, Any]) | dated
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        raise RuleError("must be a JSON object", "house") from None


def allow(floor: Floor, person: Any, game: str) -> str:
    """A path of the server's disk is for those who may open tables."""
    if is_path(game) and floor.settings.accounts:
        if person is None:
            raise RuleError("log in to use a file of your own", "id")
        person.need("open")
    return game


@router.get("/games", dependencies=[opened("games")], response_model=list[GameLine])
def games(
    search: Annotated[str, Query(max_length=100)] = "",
    family: Annotated[str, Query(max_length=40)] = "",
    jurisdiction: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """The games, narrowed by words in the name, summary, rule or wagers."""
    words = search.casefold().split()

    def fits(game: dict[str, Any]) -> bool:
        text = " ".join([game["id"], game["name"], game["summary"], game["rule"], *game["wagers"]]).casefold()
        return (
            all(word in text for word in words)
            and family in ("", game["family"])
            and jurisdiction in ("", game["jurisdiction"])
        )

    return reply([game for game in catalogue() if fits(game)])


@router.get("/game", dependencies=[opened("games")], response_model=GameView)
def game(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
) -> Response:
    """A game as the house offers it: spots, options, pay tables in use."""
    choices = house_of(house, as_of)
    made = load_game(allow(floor, person, id), choices)
    head = game_view(id, choices)
    options = {
        name: {
            "value": made.options[name],
            "default": option.default,
            "choices": list(option.choices),
            "at_least": option.at_least,
            "at_most": option.at_most,
            "text": option.text,
            "rule": made.cite(option.rule),
        }
        for name, option in made.spec.options.items()
    }
    tables = {
        name: {"in_use": made.table_id(name), "ids": [one for block in blocks for one in block.ids]}
        for name, blocks in made.spec.pay_tables.items()
    }
    live = family_of(id).traits.live
    spots = betting_spots(RoundFile(id, house=choices)) if live else ()
    return reply(
        {
            **head,
            "jurisdiction": made.spec.jurisdiction,
            "edition": made.edition,
            "live": live,
            "deck": made.spec.deck if "deck" in made.spec.reads else "",
            "seats": made.spec.seats,
            "spots": [spot_view(spot) for spot in spots],
            "drills": drill_names(id, [spot.name for spot in spots]),
            "options": options,
            "pay_tables": tables,
            "banked": made.spec.bank is not None,
            "irregularities": [
                {
                    "kind": one.kind,
                    "of": one.of,
                    "effect": one.effect,
                    "at_least": one.at_least,
                    "rule": made.cite(one.rule),
                }
                for one in made.spec.irregularities
            ],
        }
    )


@router.get("/sheet", dependencies=[opened("games")], response_model=Sheet)
def sheet(
    floor: FloorDep,
    person: OptionalUser,
    id: GameQuery,  # noqa: A002
    house: House = "",
    as_of: AsOf = "",
) -> Response:
    """The rule sheet: sections of statements and tables, each with its paragraph."""
    made = sheet_of(load_game(allow(floor, person, id), house_of(house, as_of)))
    texts = texts_of(floor.settings.text)
    words = {} if texts is None else {rule: texts.words(rule) for part in made.sections for rule in citations(part)}
    return reply({**msgspec.to_builtins(made), "words": {rule: text for rule, text in words.items() if text}})
