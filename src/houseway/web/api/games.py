"""The rulebook: games to find, their rule sheets, betting spots and prices."""

import re
from collections.abc import Set
from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import Query, Response

from houseway.families import betting_spots, family_of, sheet_of
from houseway.floor.own_games import is_own, refresh
from houseway.floor.pinned import rules_hash
from houseway.floor.tables import stakes_of
from houseway.floor.views import game_view, spots_view
from houseway.play.core.roundfile import RoundFile
from houseway.play.pots.rulings import KINDS, SHOWDOWN
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.load import fault_of, is_path, kept_hash, read_raw, rulebook_files
from houseway.rules.rulemap import former_number
from houseway.rules.sheet.model import citations
from houseway.rules.wording import humanize, irregularity_name
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.rules import texts_of
from houseway.web.context import Floor, FloorDep, OptionalUser, opened
from houseway.web.drills import drill_names
from houseway.web.forms import GameId
from houseway.web.lanes import LaneRouter
from houseway.web.models.games import GameLine, GameView, Sheet

router = LaneRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

GameQuery = Annotated[GameId, Query()]
House = Annotated[str, Query(max_length=10_000, description="The house's choices as JSON.")]

MOST_FROM_VISITORS = 100_000  # more than twice the largest of the rulebook; what was read is kept, hundreds of them
_PLACED = re.compile(r"([^:]+\.toml(?: \([^)]*\))?)(?::(\d+))?: (.*)", re.DOTALL)
_PARSED = re.compile(r"at line (\d+)")

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
                "formerly": former_number(head["rule"]),
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


def may_read(floor: Floor, person: Any, game: str) -> None:
    """A path of the server's disk is for those who may open tables."""
    if is_path(game) and floor.settings.accounts:
        if person is None:
            raise RuleError("log in to use a file of your own", "id")
        person.need("open")


def allow(floor: Floor, person: Any, game: str) -> str:
    """A game that somebody may use, as it is now: one of the house's own may have changed on another server."""
    if person is None and len(game) > MOST_FROM_VISITORS:
        raise RuleError(f"a game that a visitor sends has at most {MOST_FROM_VISITORS:,} characters", "game")
    may_read(floor, person, game)
    if not is_path(game) and is_own(game):
        floor.read(lambda db: refresh(db, game))
    return game


def place_of_fault(error: RuleError) -> dict[str, Any]:
    """What is wrong with a file: the sentence, and the file, line and key it is about as far as they are known."""
    placed, parsed = _PLACED.fullmatch(error.field), _PARSED.search(error.message)
    file, line, key = placed.groups() if placed else ("", None, error.field.removeprefix("game"))
    number = line or (parsed.group(1) if parsed else None)
    return {"message": error.message, "file": file, "line": int(number) if number else None, "key": key}


def state_of(game: str) -> dict[str, Any] | None:
    """The version of a game that may change, and what is wrong with its last edit; none for the rulebook's."""
    if not is_path(game) and not kept_hash(game):
        return None
    fault = fault_of(game)
    return {"version": rules_hash(game), "fault": None if fault is None else place_of_fault(fault)}


@router.get("/games", dependencies=[opened("games")], response_model=list[GameLine])
def games(
    search: Annotated[str, Query(max_length=100)] = "",
    family: Annotated[str, Query(max_length=40)] = "",
    jurisdiction: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """The games, narrowed by words in the name, summary, rule (also by its former number) or wagers."""
    words = search.casefold().split()

    def fits(game: dict[str, Any]) -> bool:
        told = (game[name] for name in ("id", "name", "summary", "rule", "formerly"))
        text = " ".join((*told, *game["wagers"])).casefold()
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
    source = allow(floor, person, id)
    made, usual = load_game(source, choices), load_game(source)
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
        name: {
            "in_use": made.table_id(name),
            "usual": usual.table_id(name),
            "ids": [one for block in blocks for one in block.ids],
            "together": [
                other for tables in made.spec.chosen_as.values() if name in tables for other in tables if other != name
            ],
        }
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
            "spots": spots_view(spots),
            "later": _later(made, {spot.name for spot in spots}),
            "stakes": stakes_of(id, choices) if live else [],
            "tips": any(tip.offered for tip in made.spec.tips),
            "drills": drill_names(id, [spot.name for spot in spots]),
            "options": options,
            "pay_tables": tables,
            "banked": made.spec.bank is not None,
            "own": state_of(id),
            "irregularities": _irregularities(made) + _rulings(made),
        }
    )


def _later(made: Game[Any], spots: Set[str]) -> list[str]:
    """The wagers that decisions make, whose most the house may post as well."""
    decisions = (choice for stage in getattr(made.spec, "stages", ()) for choice in getattr(stage, "decide", ()))
    decided = [wager for choice in decisions for wager in getattr(choice, "bet", ())]
    insured = ["insurance"] if getattr(made.spec, "insurance", None) else []
    return [name for name in dict.fromkeys([*decided, *insured]) if name not in spots]


def _irregularities(made: Game[Any]) -> list[dict[str, Any]]:
    """What the game's own file states of things that go wrong."""
    pot = getattr(made.spec, "rulings", None) is not None  # whose file has no `of`
    return [
        {
            "kind": one.kind,
            "name": irregularity_name(one.kind, "" if pot else one.of, one.at_least),
            "of": "" if pot else one.of,
            "effect": one.effect,
            "at_least": one.at_least,
            "rule": made.cite(one.rule),
            "asks": ["hand"] if one.effect == "void_hand" else [],
        }
        for one in made.spec.irregularities
    ]


def _rulings(made: Game[Any]) -> list[dict[str, Any]]:
    """What the floor may rule at a game played for a pot, besides what its own file states."""
    words = getattr(made.spec, "rulings", None)
    if words is None:
        return []
    known = {irregularity.kind for irregularity in made.spec.irregularities}
    return [
        {
            "kind": kind,
            "name": irregularity_name(kind),
            "of": "",
            "effect": one.effect,
            "at_least": 1,
            "rule": made.cite(getattr(words, one.ruling)),
            "asks": [*one.asks],
            "says": humanize(kind) if one.effect == "continue" else "",
        }
        for kind, one in (KINDS | SHOWDOWN).items()
        if kind not in known
    ]


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
    words = {} if texts is None else {rule: texts.text_of(rule) for part in made.sections for rule in citations(part)}
    return reply({**msgspec.to_builtins(made), "words": {rule: text for rule, text in words.items() if text}})
