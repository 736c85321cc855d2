"""The rule sheet of a dice game: what each roll does to each wager."""

from collections.abc import Iterator

from houseway.play.dice.plan import Plan, WagerPlan, make_plan
from houseway.rules.dice import DiceGame
from houseway.rules.game import Game
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.wording import humanize, listed, money

_OPENS = {"any": "before any roll", "come_out": "before a come-out roll", "point": "while the shooter has a point"}


def _rows(wager: WagerPlan) -> Iterator[tuple[str, str, str]]:
    spec, cite = wager.spec, wager.terms.cite
    for point, pay in wager.prices.items():
        yield f"{humanize(spec.supports)} wins on {point}", pay.text, cite("win")
    if spec.supports:
        yield f"{humanize(spec.supports)} loses", "lose", cite("lose")
        return
    for event, pay in wager.wins.items():
        yield event, pay.text, cite("win")
    if spec.pushes:
        yield listed(spec.pushes, "or"), "push", cite("push")
    if spec.loses:
        yield listed(spec.loses, "or"), "lose", cite("lose")
    if spec.point is not None:
        for event, pay in wager.point_wins.items():
            yield f"once it has a point: {event}", pay.text, cite("win")
        yield f"once it has a point: {listed(spec.point.loses, 'or')}", "lose", cite("lose")
    yield "any other roll", "lose" if spec.one_roll else "its point" if spec.point else "stays", cite("lose")


def _wager(plan: Plan, wager: WagerPlan) -> Grid:
    spec = wager.spec
    made = [f"behind {humanize(spec.supports)} once that has a point" if spec.supports else _OPENS[spec.opens_at]]
    if spec.limit:
        made.append(f"{money(spec.limit[0])} to {money(spec.limit[1])}")
    if spec.most_times:
        limits = {f"{plan.game.options[option]:g} times on {point}" for point, option in spec.most_times.items()}
        made.append(f"at most {listed(sorted(limits))}")
    remarks = ["not decided by a come-out roll"] if spec.rests else []
    if spec.commission:
        remarks.append(f"commission by the option {humanize(spec.commission)}")
    title = f"{spec.name or humanize(wager.name)} ({'; '.join(made)})"
    return Grid(title, ("roll", "price", "rule"), tuple(_rows(wager)), wager.terms.rule, tuple(remarks))


def sections(game: Game[DiceGame]) -> list[Section]:
    """What only dice games have."""
    plan, spec = make_plan(game), game.spec
    points = listed([str(point) for point in spec.points], "or")
    told = (
        Statement(f"{spec.dice} dice are rolled until every wager is decided."),
        Statement(f"A come-out roll of {points} is the shooter's point; it stands until it or a seven is rolled."),
    )
    return [Section("Rolls", told), Section("Wagers", (), tuple(_wager(plan, one) for one in plan.wagers.values()))]
