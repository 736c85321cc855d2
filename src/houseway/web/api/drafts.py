"""Drafts of game files: what is wrong with one as it is typed, a sample round on its felt, its price, solved prices.

A draft is never stored here. Its price is counted in a process of its own; a newer draft of the same person takes the
place of the last.
"""

import tomllib
from contextlib import suppress
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
from fastapi import Response

from houseway.families import answer, betting_spots, family_of
from houseway.floor.own_games import MOST_TEXT
from houseway.floor.roles import Person
from houseway.floor.views import game_view, piles_view, spots_view
from houseway.odds.design import Design, as_json, price_from_json, propose, read_design, read_target, row_prices
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.edit import price_path, set_price
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import load_game
from houseway.rules.load import all_faults, as_text, place_of, text_of_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import place_of_fault
from houseway.web.context import CurrentUser, opened
from houseway.web.drills import deal_round
from houseway.web.forms import DraftDesign, DraftPrice, DraftRows, GameDraft
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.odds import Computing, DraftText, GameDraftView, Unpriced
from houseway.web.models.odds import Design as DesignView
from houseway.web.models.odds import Odds as OddsView
from houseway.web.pricing import Pricing

router = LaneRouter(changes=COMPUTE, prefix="/api", tags=["drafts"], responses=PROBLEMS)
SECONDS = 120  # of the price of a draft
pricing = Pricing(waiting=6, seconds=SECONDS)
_FILE = "draft.toml"
_MOST_ROWS = 40  # prices of one row that are listed


@cache
def _schema() -> dict[str, Any]:
    text = (files("houseway.rulebook") / "game.schema.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@router.get("/schema", dependencies=[opened("games")], response_model=dict[str, Any])
def schema() -> Response:
    """The JSON Schema of game files: the words of every family, what may stand there, and what it means."""
    return reply(_schema())


def _checked(person: Person, text: str) -> str:
    person.need("author")
    if len(text) > MOST_TEXT:
        raise RuleError(f"a game file has at most {MOST_TEXT:,} characters", "text")
    return as_text(_FILE, text)


def _faults(draft: str) -> list[RuleError]:
    """Everything that is wrong with a draft, with its line."""
    if found := all_faults(draft):
        return found
    try:
        family_of(draft).check(load_game(draft))
    except RuleError as error:
        return [RuleError(error.message, place_of(draft, error.field))]
    return []


def _dealt(draft: str) -> LiveRound:
    """A round with the last wager that the draft adds to the game it extends, where one comes up."""
    raw = tomllib.loads(text_of_game(draft))
    known = {spot.name for spot in betting_spots(RoundFile(draft))}
    added = [name for name in raw.get("wagers", {}) if "extends" in raw and name in known]
    for wager in added[-1:]:
        with suppress(RuleError):
            return deal_round(draft, {}, 1, wager, Random(1))
    return deal_round(draft, {}, 1, "", Random(1))


def _sample(draft: str) -> dict[str, Any]:
    """A round of the draft, dealt and settled; nothing where none can be played."""
    try:
        live = _dealt(draft)
        file = live.round_file()
        settled = answer(convert_round(dict(file)))
    except (RuleError, *MALFORMED) as error:
        return {"round": None, "piles": [], "settlement": None, "reason": str(error)}
    named = {**file, "game": load_game(draft).spec.id}
    seats = list(range(len(file["seats"])))
    return {"round": named, "piles": piles_view(live, seats, seats), "settlement": settled, "reason": ""}


@router.post("/draft", response_model=GameDraftView)
def check(person: CurrentUser, form: GameDraft) -> Response:
    """What is wrong with a draft, each with its line and key; of a sound one its wagers and a settled sample round."""
    draft = _checked(person, form.text)
    if faults := _faults(draft):
        return reply({"faults": [place_of_fault(fault) for fault in faults], "game": None})
    game, family = load_game(draft), family_of(draft)
    live = family.traits.live
    head = {**game_view(draft), "id": game.spec.id}
    spots = betting_spots(RoundFile(draft)) if live else ()
    return reply(
        {
            "faults": [],
            "game": head,
            "live": live,
            "spots": spots_view(spots),
            "apparatus": family.apparatus(game),
            **(_sample(draft) if live else {}),
        }
    )


async def _priced(person: Person, text: str, house: dict[str, Any], wait: float) -> dict[str, Any]:
    def begin() -> str:
        draft = _checked(person, text)
        load_game(draft, house)
        return draft

    return await pricing.ask(await COMPUTE.run(begin), house, owner=person.session or str(person.id)).within(wait)


@router.post("/draft/odds", response_model=OddsView | Unpriced, responses={202: {"model": Computing}})
async def odds(person: CurrentUser, form: DraftPrice) -> Response:
    """The price of a draft, as for the odds; one that the same person asked for before is left off."""
    found = await _priced(person, form.text, form.house, form.wait)
    return reply(found, 202 if found["state"] == "computing" else 200)


@router.post("/draft/design", response_model=DesignView | Unpriced, responses={202: {"model": Computing}})
async def design(person: CurrentUser, form: DraftDesign) -> Response:
    """Whole-number pay tables near a house edge; with `row`, every price of that row that comes into it."""
    ends = read_target(form.target)
    found = await _priced(person, form.text, form.house, form.wait)
    if found["state"] != "ready":
        return reply(found, 202 if found["state"] == "computing" else 200)
    return reply(await COMPUTE.run(proposed, found, form.wager, ends, form.row))


def proposed(found: dict[str, Any], wager: str, ends: tuple[float, float], row: str = "") -> dict[str, Any]:
    """Proposals from a price that is ready."""
    if wager not in found["side_bets"]:
        raise RuleError(f"no wager {wager!r} stands by itself", "wager")
    design = read_design(price_from_json(found["side_bets"][wager]))
    proposals = row_prices(design, _row(design, row), ends)[:_MOST_ROWS] if row else propose(design, ends)
    return {"state": "ready", "target": ends, "proposals": as_json(design, proposals)}


def _row(made: Design, name: str) -> int:
    names = [row.hand for row in made.rows]
    if name not in names:
        raise RuleError(f"no such row {name!r}; rows are {', '.join(names)}", "row")
    return names.index(name)


@router.post("/draft/rows", response_model=DraftText)
def write_rows(person: CurrentUser, form: DraftRows) -> Response:
    """The draft with other prices of a wager written into it."""
    draft = _checked(person, form.text)
    game, text = load_game(draft), form.text
    for row, pays in form.pays.items():
        text = set_price(text, price_path(game, form.wager, row), pays)
    load_game(as_text(_FILE, text))
    return reply({"text": text})
