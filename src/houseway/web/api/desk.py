"""The dispute desk: a round laid out as far as it is told, rulings on rounds and on whole files."""

import logging
import re
from functools import partial
from typing import Any

import msgspec
from fastapi import Response

from houseway.desk.layout import (
    Laid,
    Opening,
    Slot,
    Told,
    asked_before,
    asked_of_seats,
    from_file,
    lay_out,
    may_decide,
    place_name,
    played,
)
from houseway.desk.ruling import Words, no_words, rule_on, rule_on_all
from houseway.families import betting_spots, family_of, settle
from houseway.floor.disputes import disputed_round, game_of_case, game_of_round
from houseway.floor.views import legal_view, piles_view, spots_view
from houseway.play.core.money import dollars
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.draft import spots_between
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import load_game
from houseway.rules.wording import seat_name
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import allow
from houseway.web.api.history import RoundId
from houseway.web.api.rules import texts_of
from houseway.web.context import CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import DeskRuling, Layout, RoundsText
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.desk import DeskLayout, DisputedRound, LaidRuling, RuledEntry

_log = logging.getLogger(__name__)
router = LaneRouter(changes=COMPUTE, prefix="/api/desk", tags=["desk"], responses=PROBLEMS)


def words_of(floor: Floor) -> Words:
    """The words of paragraphs, where the server has the documents."""
    texts = texts_of(floor.settings.text)
    return no_words if texts is None else texts.text_of


def piles_of(file: dict[str, Any]) -> list[dict[str, Any]]:
    """The hands of a round file as they lay at its end: as they were set, wild cards with what they stand for."""
    found = played(file)
    if found is None:
        return []
    live, unseen = found
    seats = list(range(len(file["seats"])))
    return [pile for pile in piles_view(live, seats, seats) if pile["name"] not in unseen]


def _rules(floor: Floor, person: Any, game: str, about: Layout | DeskRuling) -> str:
    """The game by which a round is ruled: for a case or a round of a table as it was then, otherwise as it is now."""
    case, round_id = about.case, about.round_id
    if person is not None and case is not None:
        named, whole = floor.read(lambda db: game_of_case(db, person, case))
    elif person is not None and round_id is not None:
        named, whole = floor.read(lambda db: game_of_round(db, person, round_id))
    else:
        named, whole = "", ""
    return whole if named and named == game else allow(floor, person, game)


def _told(form: Layout) -> Told:
    given = form.model_dump(include=set(Opening.__struct_fields__))
    actions: list[tuple[int, str]] = []
    for index, one in enumerate(form.actions):
        match one:
            case [int(seat), str(action)] if 0 <= seat < len(form.seats) and len(action) <= 200:
                actions.append((seat, action))
            case _:
                raise RuleError("a decision is a seat and a text", f"actions[{index}]")
    told = Told(opening=msgspec.convert(given, Opening), sources=form.sources, actions=actions)
    return _placed(told, form.places) if form.places else told


def _placed(told: Told, places: dict[str, Any]) -> Told:
    """Cards told by their places in the round file, each given its source."""
    sources = dict(told.sources)
    for _ in range(len(places) + 1):
        laid = lay_out(Told(opening=told.opening, sources=sources, actions=told.actions))
        now = {slot.source: places[name] for slot in laid.slots if (name := _name(slot)) in places}
        if {**sources, **now} == sources:
            break
        sources |= now
    return Told(opening=told.opening, sources=sources, actions=told.actions)


def _name(slot: Slot) -> str:
    return ".".join(map(str, slot.path))


def _piles(laid: Laid, file: dict[str, Any]) -> list[dict[str, Any]]:
    piles: dict[tuple[Any, ...], dict[str, Any]] = {}
    told: set[str] = set()
    for slot in laid.slots:
        if slot.source in told:  # a card that several hands share is told once
            continue
        told.add(slot.source)
        own = slot.path[0] == "seats"
        rolls = slot.kind in ("dice", "wheel", "prize")
        key = slot.path[:2] if rolls else slot.path[:-1]
        words = [str(step + 1) if isinstance(step, int) else step for step in (key[2:] if own else key)]
        name = "_".join(word for word in words if word not in ("piles", "outcome"))
        pile = piles.setdefault(key, {"name": name, "seat": slot.path[1] if own else None, "slots": []})
        value: Any = file
        for step in slot.path:
            value = value[step]
        pile["slots"].append(
            {
                "place": _name(slot),
                "source": slot.source,
                "kind": slot.kind,
                "value": slot.value,
                "count": len(value) if isinstance(value, list) else 1,
                "name": place_name(slot),
            }
        )
    return list(piles.values())


def _between(spot: BettingSpot) -> dict[str, Any]:
    """A wager that may be put down now, as a list of such calls it: `Press Place 6`."""
    verb = spot.lead.removesuffix(spot.name).replace("_", " ").strip()
    bounds = {
        name: None if cents is None else dollars(cents) for name, cents in (("least", spot.least), ("most", spot.most))
    }
    return {
        "lead": spot.lead,
        "label": f"{verb.capitalize()} {spot.label}".strip(),
        **bounds,
        "step": dollars(spot.step),
    }


def _answer(told: Told, irregularity: dict[str, Any]) -> dict[str, Any]:
    opening = told.opening
    family = family_of(opening.game)
    spots = family.play.recorded_spots(RoundFile(opening.game, house=opening.house)) or betting_spots(
        RoundFile(opening.game, house=opening.house)
    )
    view: dict[str, Any] = {
        "spots": spots_view(spots),
        "problem": None,
        "piles": [],
        "choices": {},
        "spent": {},
        "seats": opening.seats,
        "sources": told.sources,
        "actions": [],
        "refused": "",
        "warnings": [],
        "over": False,
        "turn": None,
        "waits": "",
        "legal": [],
        "between": [],
        "meters": sorted({meter for spot in spots for meter in spot.meters}),
        "betting": opening.betting,
        "asks": list(asked_before(opening.game, opening.house)),
        "seat_asks": list(asked_of_seats(opening.game, opening.house)),
        "outcome": opening.outcome,
        "state": opening.state,
        "extra": opening.extra,
        "dealer_set": opening.dealer_set,
        "settings": [],
        "void_spins": opening.void_spins,
        "told_after": list(family.play.told_after),
        "tickets": family.traits.tickets,
        "pot": family.traits.pot,
        "numbers": list(family.play.seat_numbers(RoundFile(opening.game, opening.house))),
        "file": None,
        "missing": "",
    }
    try:
        laid = lay_out(told)
    except RuleError as error:
        return {**view, "problem": {"error": error.message, "field": error.field}}
    except MALFORMED:
        _log.exception("a layout refused by an internal fault")
        return {**view, "problem": {"error": "the layout cannot be read", "field": "round"}}
    live, whole = laid.live, laid.whole()
    places = list(range(max(len(opening.seats), live.turn + 1)))
    view |= {
        "piles": _piles(laid, whole),
        "choices": laid.choices,
        "spent": laid.spent,
        "seats": [*opening.seats, *({} for _ in whole["seats"][len(opening.seats) :])],
        "actions": [{"seat": seat, "action": action} for seat, action in laid.actions],
        "refused": laid.refused,
        "warnings": [{"seat": seat, "warning": said} for seat, said in laid.warnings],
        "settings": [{**one._asdict(), "house_way": usual} for one, usual in laid.settings],
        "over": live.over,
        "turn": None if live.over else live.turn,
        "betting": {name: value for name, value in whole.get("betting", {}).items() if name != "actions"},
    }
    if not live.over:
        if may_decide(laid):
            legal = live.legal(live.turn)
            view["legal"] = legal_view(live, places, {live.turn: legal})
            view["between"] = [_between(spot) for spot in spots_between(legal)]
        else:
            view["waits"] = "Tell the cards that the seat to act can see."
    try:
        if not live.over and not irregularity:
            what = "cards are missing" if view["waits"] else "decisions are missing"
            raise RuleError(f"the round is not over: {what}", "actions")
        file = laid.file(irregularity)
        if not live.over or laid.untold:  # whether it can be settled as far as it is told is for the engine to say
            settle(convert_round(file))
        view["file"] = file
    except RuleError as error:
        view["missing"] = _missing(laid, error)
    return view


def _missing(laid: Laid, error: RuleError) -> str:
    """Why a round cannot be ruled on yet: the first card that is not told, where cards are what it lacks."""
    lacking = (slot for slot in laid.untold if laid.live.over and error.field and _field(slot).startswith(error.field))
    slot = next(lacking, None)
    return f"{place_name(slot)} is not told yet" if slot else _whose(error)


def _field(slot: Slot) -> str:
    """The place of a slot as a refusal names it: `seats[0].cards[1]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in slot.path).removeprefix(".")


def _whose(error: RuleError) -> str:
    """A refusal with the seat it is about."""
    seat = re.match(r"seats\[(\d+)\]", error.field)
    return f"{seat_name(int(seat[1]))}: {error.message}" if seat else error.message


@router.post("/layout", dependencies=[opened("rulings")], response_model=DeskLayout)
def layout(floor: FloorDep, person: OptionalUser, form: Layout) -> Response:
    """The round as far as it is told; the next cards, whose turn it is, and what is legal at that point."""
    rules, name = _rules(floor, person, form.game, form), form.game
    load_game(rules, form.house)
    form = form.model_copy(update={"game": rules})
    told = _attempted(form)
    if isinstance(told, Told):
        return reply(_named(_answer(told, form.irregularity), name))
    bare = form.model_copy(update={"sources": {}, "places": {}, "actions": []})
    problem = {"error": told.message, "field": told.field}
    return reply({**_answer(_told(bare), form.irregularity), "problem": problem, "file": None})


def _named(view: dict[str, Any], game: str) -> dict[str, Any]:
    """The layout with the game in its round file by name, not whole."""
    return view if view["file"] is None else {**view, "file": {**view["file"], "game": game}}


def _attempted(form: Layout) -> Told | RuleError:
    """What is told, or why the cards cannot be placed: then the page still shows the wagers."""
    try:
        return _told(form)
    except msgspec.ValidationError as error:
        raise RuleError(str(error), "round") from None
    except RuleError as error:
        if not form.places:
            raise
        return error


@router.post("/told", dependencies=[opened("rulings")], response_model=DeskLayout)
def told(floor: FloorDep, person: OptionalUser, form: DeskRuling) -> Response:
    """A round file laid out as if it had been told card by card."""
    name = str(form.round.get("game", ""))
    rules = _rules(floor, person, name, form)
    load_game(rules, form.round.get("house", {}))
    try:
        made = from_file({**form.round, "game": rules})
    except MALFORMED as error:
        raise RuleError("the round cannot be laid out as it is written", "round") from error
    return reply(_named(_answer(made, form.round.get("irregularity", {})), name))


@router.post("/rule", dependencies=[opened("rulings")], response_model=LaidRuling)
def rule(floor: FloorDep, person: OptionalUser, form: DeskRuling) -> Response:
    """The ruling on a round: pay table and schedule, reason, paragraph, readings, and the paragraph's words."""
    rules = _rules(floor, person, str(form.round.get("game", "")), form)
    file = {**form.round, "game": rules}
    ruling = rule_on(file, words_of(floor))
    return reply({**ruling, "piles": piles_of(file) if "settlement" in ruling else []})


@router.post("/file", dependencies=[opened("rulings")], response_model=list[RuledEntry])
def whole_file(floor: FloorDep, person: OptionalUser, form: RoundsText) -> Response:
    """The rulings on all rounds of a file: JSON, JSON Lines, or hand histories (`.phh`)."""
    made = rule_on_all(form.name, form.text, partial(allow, floor, person), words_of(floor))
    return reply([one._asdict() for one in made])


@router.get("/rounds/{round_id}", response_model=DisputedRound)
def from_table(floor: FloorDep, person: CurrentUser, round_id: RoundId) -> Response:
    """A finished round of a table for the desk: the file, the seats, and what was paid."""
    return reply(floor.read(lambda db: disputed_round(db, person, round_id)))
