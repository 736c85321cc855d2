"""The rule sheet of a dice game: what each roll does to each wager."""

from houseway.play.core.cases import told
from houseway.play.dice.plan import Plan, WagerPlan, make_plan
from houseway.rules.dice import DiceGame
from houseway.rules.game import Game
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.wording import listed, money

_OPENS = {"any": "before any roll", "come_out": "before a come-out roll", "point": "while the shooter has a point"}


def _wager(plan: Plan, wager: WagerPlan) -> Grid:
    spec = wager.spec
    terms = [
        f"behind {plan.game.title(spec.supports)} once that has a point" if spec.supports else _OPENS[spec.opens_at]
    ]
    if spec.limit:
        terms.append(f"{money(spec.limit[0])} to {money(spec.limit[1])}")
    if spec.most_times:
        points: dict[str, list[str]] = {}
        for point, option in spec.most_times.items():
            points.setdefault(f"{plan.game.options[option]:g} times it", []).append(point)
        limits = [f"{times} on {listed(some, 'or')}" for times, some in points.items()]
        terms.append(f"at most {listed(limits) if len(points) > 1 else next(iter(points))}")
    remarks = ["not decided by a come-out roll"] if spec.rests and not spec.supports else []
    if spec.stays:
        remarks.append("a win is paid and the stake stays up")
    if spec.removable:
        may = "taken down, pressed, turned off and on" if spec.stays or spec.supports else "taken down"
        remarks.append(f"may be {may} between rolls ({plan.game.cite(spec.removable)})")
    if spec.point is not None and spec.opens_at != "come_out":
        remarks.append("a new one may be made for every roll; each moves to a number of its own")
    if spec.commission:
        due = plan.game.options[spec.commission_due] if spec.commission_due else "win"
        when = "put down with the bet and kept whether it wins or loses" if due == "bet" else "taken from a win"
        share = f"{float(plan.game.options[spec.commission]):.3%}".rstrip("0%").rstrip(".")
        base = "the bet" if spec.commission_of == "stake" else "what it wins"
        remarks.append(f"a commission of {share}% of {base}, {when}")
    title = f"{plan.game.title(wager.name)} ({'; '.join(terms)})"
    return Grid(title, ("roll", "price", "rule"), tuple(told(wager.cases)), wager.terms.rule, tuple(remarks))


def sections(game: Game[DiceGame]) -> list[Section]:
    """What only dice games have."""
    plan, spec = make_plan(game), game.spec
    points = listed([str(point) for point in spec.points], "or")
    rolls = (
        Statement(f"{spec.dice} dice are rolled until every wager is decided."),
        Statement(f"A come-out roll of {points} is the shooter's point; it stands until it or a seven is rolled."),
    )
    return [
        Section("Rolls", rolls),
        Section("Wagers", (), tuple(_wager(plan, wager) for wager in plan.wagers.values())),
    ]
