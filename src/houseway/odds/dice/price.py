"""Dice games exactly: every wager by the chances of the rolls that decide it, in closed form."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm

from houseway.odds.executor import Executor
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff, payoff
from houseway.odds.pricing import Priced, Question, without_main
from houseway.odds.report import SidePrice
from houseway.play.core.cases import deciding
from houseway.play.dice.plan import Flat, Plan, Roll, Throw, WagerPlan, load_plan
from houseway.rules.pays import Pay

Law = dict[tuple[str, str], tuple[Pay, Fraction]]  # how it came out and the price's text -> price, chance


def _rolls(plan: Plan) -> list[Roll]:
    return list(product(range(1, 7), repeat=plan.game.spec.dice))


def _add(law: Law, said: str, pay: Pay, chance: Fraction) -> None:
    _, before = law.get((said, pay.text), (pay, Fraction(0)))
    law[said, pay.text] = pay, before + chance


def _of_point(plan: Plan, wager: WagerPlan, point: int) -> Iterator[tuple[str, Pay, Fraction]]:
    """How a wager with this point comes out: each roll that decides it, with its chance among those that do."""
    decided = [deciding(wager.cases, Throw(roll, point)) for roll in _rolls(plan)]
    found = [(case.outcome, case.pay) for case in decided if case.pay is not None]
    for outcome, pay in found:
        yield f"point {point}" if outcome == "win" else "lost after a point", pay, Fraction(1, len(found))


def law_of(plan: Plan, wager: WagerPlan) -> Law:
    """Every result of a wager on rolls with its chance."""
    rolls, law = _rolls(plan), Law()
    undecided = Fraction(0)
    for roll in rolls:
        case, chance = deciding(wager.cases, Throw(roll)), Fraction(1, len(rolls))
        if case.pay is not None:
            _add(law, case.when.text() if case.outcome == "win" else case.outcome, case.pay, chance)
        elif case.outcome == "point":
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
            case = deciding(wager.cases, Flat(pay.result, point))
            assert case.pay is not None
            _add(law, f"point {point}" if case.outcome == "win" else "lose", case.pay, weight / total * part)
    return law


def net_of(wager: WagerPlan, pay: Pay) -> float:
    """What a unit staked wins or loses at a price, less commission."""
    net = payoff(pay).net
    return net - wager.terms.commission.share(net) if wager.terms.commission is not None else net


def wager_price(plan: Plan, wager: WagerPlan) -> SidePrice:
    law = odds_law(plan, wager) if wager.spec.supports else law_of(plan, wager)
    cycle = lcm(*(chance.denominator for _, chance in law.values()))
    lines = [
        Line(said, pay.text, Payoff(net_of(wager, pay)), pay.result == "win", int(chance * cycle))
        for (said, _), (pay, chance) in law.items()
    ]
    return price_lines(lines, cycle, {})


def price(question: Question, executor: Executor) -> Priced:
    plan = load_plan(question.game, dict(question.house))
    sides = {name: {"": wager_price(plan, wager)} for name, wager in plan.wagers.items() if wager.spec.offered}
    executor(1.0)
    notes = ("every wager by itself until it is decided; odds behind a line bet are priced for each dollar of theirs",)
    return without_main(question, sides, notes)
