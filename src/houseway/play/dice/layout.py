"""Where each wager of a dice game lies on the layout, read from what decides it."""

from typing import Any

from houseway.play.core.wagers import layout_name
from houseway.play.dice.plan import FlatWins, Plan, Rolled, WagerPlan, make_plan
from houseway.rules.dice import DiceGame
from houseway.rules.game import Game


def _single(event: str, points: tuple[int, ...]) -> int:
    return int(event) if event.isdecimal() and int(event) in points else 0


def _place(plan: Plan, wager: WagerPlan) -> tuple[str, int]:
    """The area, and the number in it (0: none)."""
    spec, points = wager.spec, plan.game.spec.points
    if spec.supports:
        return "odds", 0
    if spec.point is not None:
        return "line" if spec.opens_at == "come_out" else "come", 0
    hard = [event for event in spec.wins if event.startswith("hard ")]
    if len(hard) == len(spec.wins) == 1:
        return "hard", int(hard[0].removeprefix("hard "))
    if spec.one_roll:
        return "one_roll", 0
    for events in (tuple(spec.wins), spec.loses):
        if len(events) == 1 and (number := _single(events[0], points)):
            return "number", number
    return "other", 0


def _pays(wager: WagerPlan) -> list[dict[str, Any]]:
    """The prices, each with the rolls that it is paid on."""
    prices: dict[str, list[str]] = {}
    for case in wager.cases:
        if isinstance(case.when, FlatWins):
            prices.setdefault(case.price, []).append(str(case.when.point))
        elif case.outcome == "win" and isinstance(case.when, Rolled) and not case.when.with_point:
            prices.setdefault(case.price, []).extend(case.when.events)
    return [{"price": price, "on": events} for price, events in prices.items()]


def apparatus(game: Game[DiceGame]) -> dict[str, Any]:
    """The dice, the points, and every wager offered with its place."""
    plan = make_plan(game)
    places = []
    for name, wager in plan.wagers.items():
        if wager.spec.offered:
            area, number = _place(plan, wager)
            behind = wager.spec.supports
            place = {"wager": name, "label": layout_name(name, wager.spec), "area": area, "number": number}
            places.append({**place, "behind": behind, "pays": _pays(wager)})
    return {"dice": game.spec.dice, "points": list(game.spec.points), "places": places}
