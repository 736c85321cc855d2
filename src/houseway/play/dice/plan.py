"""A dice game made ready to run: the price of every roll for every wager, and for odds of every point."""

from dataclasses import dataclass

from houseway.play.core.commission import commission_of
from houseway.play.core.plans import plans_by
from houseway.play.core.settling import WagerTerms, terms
from houseway.rules.dice import DiceGame, DiceWager
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pays import Pay, parse_pay

POINT = "point"
Roll = tuple[int, ...]


def events_of(roll: Roll) -> tuple[str, ...]:
    """What a roll is called: its total, and whether it was thrown the hard way."""
    total = sum(roll)
    return str(total), f"{'hard' if len(set(roll)) == 1 else 'easy'} {total}"


def _check_event(event: str, dice: int, place: str) -> None:
    way, _, number = event.rpartition(" ")
    known = event == POINT or (way in ("", "hard", "easy") and number.isdecimal() and dice <= int(number) <= 6 * dice)
    if not known:
        raise RuleError(f"no roll {event!r}; rolls are totals, `hard 8`, `easy 8` and `point`", place)


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager with its prices read."""

    name: str
    spec: DiceWager
    terms: WagerTerms
    wins: dict[str, Pay]
    point_wins: dict[str, Pay]
    prices: dict[int, Pay]  # of odds, by the point


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[DiceGame]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]


def _wager(game: Game[DiceGame], name: str, spec: DiceWager) -> WagerPlan:
    place, dice = f"wagers.{name}", game.spec.dice
    phase = spec.point
    later = (*phase.wins, *phase.loses) if phase else ()
    for event in (*spec.wins, *spec.pushes, *spec.loses, *later):
        _check_event(event, dice, place)
    if bool(spec.supports) == bool(spec.wins):
        raise RuleError("a wager wins on rolls, or supports another that does", place)
    if spec.supports:
        behind = game.spec.wagers[spec.supports]
        missing = [point for point in game.spec.points if str(point) not in spec.prices]
        if behind.point is None or missing:
            raise RuleError("odds stand behind a wager with a point, with a price for each", f"{place}.prices")
    return WagerPlan(
        name,
        spec,
        terms(game, name, spec, commission_of(game, spec), False),
        {event: parse_pay(price) for event, price in spec.wins.items()},
        {event: parse_pay(price) for event, price in (phase.wins if phase else {}).items()},
        {int(point): parse_pay(price) for point, price in spec.prices.items()},
    )


def make_plan(game: Game[DiceGame]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    try:
        wagers = {name: _wager(game, name, spec) for name, spec in game.spec.wagers.items()}
    except RuleError as error:
        raise RuleError(error.message, f"{game.spec.id}: {error.field}") from None
    order = (*game.spec.settle.order, *(name for name in wagers if name not in game.spec.settle.order))
    return Plan(game, wagers, order)


load_plan = plans_by(make_plan)
