"""The trainer: a round is dealt and played out, the trainee says what each wager is paid, the rules answer."""

from random import SystemRandom
from typing import Any

from fastapi import APIRouter, Response

from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.live import betting_spots, open_round
from houseway.play.roundfile import RoundFile, convert_round
from houseway.play.settle import answer
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import allow
from houseway.web.context import AFloor, Visitor
from houseway.web.forms import Drill, Marking

router = APIRouter(prefix="/api/trainer", tags=["trainer"], responses=PROBLEMS)
_TRIES = 200


def _dealt(form: Drill, luck: SystemRandom) -> dict[str, Any]:
    """One round played out: every seat bets and decides at random, or by a plain policy."""
    spots = betting_spots(RoundFile(form.game, house=form.house))
    wagers = [choose_wagers(spots, luck=luck) for _ in range(form.seats)]
    if form.wager and not any(form.wager in one for one in wagers):
        return {}
    opening = {
        "game": form.game,
        "house": form.house,
        "seats": [{"wagers": one} for one in wagers],
        "meters": shown_meters(spots, wagers),
    }
    live = open_round(convert_round(opening), luck.getrandbits(64))
    while not live.over:
        live = live.act(live.turn, live.suggest(live.turn, luck if luck.random() < 0.2 else None))
    return live.round_file()


def _fits(file: dict[str, Any], form: Drill) -> bool:
    if not form.wager:
        return True
    settled = answer(convert_round(file))
    return any(line["wager"] == form.wager for seat in settled["seats"] for line in seat["lines"])


@router.post("/deal")
def deal(floor: AFloor, person: Visitor, form: Drill) -> Response:
    """A finished round without its settlement: the wagers to pay, and the order in which the rules settle them."""
    allow(floor, person, form.game)
    luck = SystemRandom()
    for _ in range(_TRIES):
        try:
            file = _dealt(form, luck)
            if file and _fits(file, form):
                break
        except RuleError:
            continue
    else:
        raise RuleError("no round with such a wager came up", "wager")
    settled = answer(convert_round(file))
    order = load_game(form.game, form.house).spec.settle
    asked = [
        {"seat": seat, "wager": line["wager"], "stake": line["stake"]}
        for seat, one in enumerate(settled["seats"])
        for line in one["lines"]
    ]
    return reply({"round": file, "asked": asked, "order": list(order.order), "direction": order.direction})


@router.post("/answer")
def mark(floor: AFloor, person: Visitor, form: Marking) -> Response:
    """The trainee's payments beside what the rules say, wager by wager."""
    given = convert_round(form.round)
    allow(floor, person, given.game)
    settled = answer(given)
    said: dict[tuple[int, str], list[float]] = {}
    for one in form.answers:
        said.setdefault((one.seat, one.wager), []).append(one.net)
    marks = []
    for seat, own in enumerate(settled["seats"]):
        for line in own["lines"]:
            waiting = said.get((seat, line["wager"]), [])
            net = waiting.pop(0) if waiting else None
            right = net is not None and abs(net - line["net"]) < 0.005
            marks.append({"seat": seat, **line, "answer": net, "right": right})
    return reply({"marks": marks, "right": sum(mark["right"] for mark in marks), "of": len(marks)})
