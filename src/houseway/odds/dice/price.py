"""Dice games exactly: every wager by the chances of the rolls that decide it, in closed form."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm

from houseway.odds.executor import Executor
from houseway.odds.house_poker.sides import Line, price_lines
from houseway.odds.payoff import payoff
from houseway.odds.pricing import Priced, Question, without_main
from houseway.odds.report import SidePrice
from houseway.play.dice.plan import POINT, Plan, Roll, WagerPlan, events_of, load_plan
from houseway.rules.pays import LOSE, PUSH, Pay

Law = dict[tuple[str, str], tuple[Pay, Fraction]]  # how it came out and the price's text -> price, chance


def _rolls(plan: Plan) -> list[Roll]:
    return list(product(range(1, 7), repeat=plan.game.spec.dice))


def _add(law: Law, said: str, pay: Pay, chance: Fraction) -> None:
    _, before = law.get((said, pay.text), (pay, Fraction(0)))
    law[said, pay.text] = pay, before + chance


def _of_point(plan: Plan, wager: WagerPlan, point: int) -> Iterator[tuple[str, Pay, Fraction]]:
    """How a wager with this point comes out: each roll that decides it, with its chance among those that do."""
    phase = wager.spec.point
    assert phase is not None
    found: list[tuple[str, Pay]] = []
    for roll in _rolls(plan):
        events = {*events_of(roll), *((POINT,) if sum(roll) == point else ())}
        hit = next((event for event in wager.point_wins if event in events), None)
        if hit is not None:
            found.append((f"point {point}", wager.point_wins[hit]))
        elif any(event in events for event in phase.loses):
            found.append(("lost after a point", LOSE))
    for said, pay in found:
        yield said, pay, Fraction(1, len(found))


def law_of(plan: Plan, wager: WagerPlan) -> Law:
    """Every result of a wager on rolls with its chance."""
    spec, rolls, law = wager.spec, _rolls(plan), Law()
    undecided = Fraction(0)
    for roll in rolls:
        events, chance = set(events_of(roll)), Fraction(1, len(rolls))
        hit = next((event for event in wager.wins if event in events), None)
        if hit is not None:
            _add(law, hit, wager.wins[hit], chance)
        elif any(event in events for event in spec.pushes):
            _add(law, "push", PUSH, chance)
        elif any(event in events for event in spec.loses) or spec.one_roll:
            _add(law, "lose", LOSE, chance)
        elif spec.point is not None:
            for said, pay, part in _of_point(plan, wager, sum(roll)):
                _add(law, said, pay, chance * part)
        else:
            undecided += chance
    if undecided:  # the wager stays until a roll decides it
        law = {key: (pay, chance / (1 - undecided)) for key, (pay, chance) in law.items()}
    return law


def odds_law(plan: Plan, wager: WagerPlan) -> Law:
    """Every result of odds, behind a wager whose point is as likely as the rolls make it."""
    behind, law = plan.wagers[wager.spec.supports], Law()
    points = {point: Fraction(sum(sum(roll) == point for roll in _rolls(plan))) for point in plan.game.spec.points}
    total = sum(points.values())
    for point, weight in points.items():
        for _, pay, part in _of_point(plan, behind, point):
            price = wager.prices[point] if pay.result == "win" else pay
            _add(law, f"point {point}" if pay.result == "win" else "lose", price, weight / total * part)
    return law


def wager_price(plan: Plan, wager: WagerPlan) -> SidePrice:
    """The price of one wager, alone."""
    law = odds_law(plan, wager) if wager.spec.supports else law_of(plan, wager)
    rate = float(wager.terms.commission.rate) if wager.terms.commission is not None else 0.0
    cycle = lcm(*(chance.denominator for _, chance in law.values()))
    lines = [
        Line(said, pay.text, payoff(pay, commission=rate), pay.result == "win", int(chance * cycle))
        for (said, _), (pay, chance) in law.items()
    ]
    return price_lines(lines, cycle, {})


def price(question: Question, executor: Executor) -> Priced:
    """Every wager of the game."""
    plan = load_plan(question.game, dict(question.house))
    sides = {name: {"": wager_price(plan, wager)} for name, wager in plan.wagers.items() if wager.spec.offered}
    executor(1.0)
    notes = ("every wager by itself until it is decided; odds behind a line bet are priced for each dollar of theirs",)
    return without_main(question, sides, notes)
