"""The trainer: a round is dealt and played out, the trainee says what each wager is paid, the rules answer."""

from random import SystemRandom

from fastapi import Response

from houseway.floor.views import piles_view
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import allow
from houseway.web.context import FloorDep, OptionalUser, opened
from houseway.web.drills import POT, RAKE, deal_round, pots_of, rake_words, settling_turns, truths
from houseway.web.forms import Drill, Marking
from houseway.web.lanes import COMPUTE, LaneRouter
from houseway.web.models.trainer import DrillView, Marks

router = LaneRouter(changes=COMPUTE, prefix="/api/trainer", tags=["trainer"], responses=PROBLEMS)


@router.post("/deal", dependencies=[opened("rulings")], response_model=DrillView)
def deal(floor: FloorDep, person: OptionalUser, form: Drill) -> Response:
    """A finished round without its settlement: what there is to settle, and the order in which the rules do."""
    allow(floor, person, form.game)
    live = deal_round(form.game, form.house, form.seats, form.wager, SystemRandom())
    file = live.round_file()
    places = list(range(len(file["seats"])))
    game = load_game(form.game, form.house)
    words = game.spec.settle
    pots = pots_of(file)
    order, direction, passes = words.order, words.direction, words.passes
    if pots and not order:
        order, direction, passes = (RAKE, POT), "", True
    lines = truths(file)
    asked = [
        {
            "seat": line["seat"],
            "wager": line["wager"],
            "stake": line["stake"],
            "share": line.get("share", False),
            "turn": turn,
        }
        for line, turn in zip(lines, settling_turns(lines, order, direction, passes), strict=True)
    ]
    settling = {"ordered": bool(order), "passes": passes}
    told = {"rule": game.cite(words.rule) if words.rule else "", "rake": rake_words(file)}
    piles = piles_view(live, places, places)
    return reply({"round": file, "piles": piles, "asked": asked, "pots": pots, **settling, **told})


@router.post("/answer", dependencies=[opened("rulings")], response_model=Marks)
def mark(floor: FloorDep, person: OptionalUser, form: Marking) -> Response:
    """The trainee's payments compared with what the rules say, wager by wager."""
    allow(floor, person, convert_round(form.round).game)
    said: dict[tuple[int, str], list[float]] = {}
    for answer in form.answers:
        said.setdefault((answer.seat, answer.wager), []).append(answer.net)
    marks = []
    try:
        lines = truths(form.round)
    except MALFORMED as error:
        raise RuleError("the round cannot be settled as it is written", "round") from error
    for line in lines:
        waiting = said.get((line["seat"], line["wager"]), [])
        net = waiting.pop(0) if waiting else None
        marks.append({**line, "answer": net, "right": net is not None and abs(net - line["net"]) < 0.005})
    return reply({"marks": marks, "right": sum(mark["right"] for mark in marks), "of": len(marks)})
