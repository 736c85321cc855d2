"""A dice game made ready to run: what each roll does to each wager, as cases that are read wherever one is decided."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from houseway.play.core.cases import Always, Case, When
from houseway.play.core.commission import Commission, terms_of
from houseway.play.core.settling import CompiledWager, terms, with_cites
from houseway.rules.dice import DiceGame, DiceWager
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pays import LOSE, PUSH, parse_pay
from houseway.rules.wording import humanize, listed

POINT = "point"
Roll = tuple[int, ...]


def events_of(roll: Roll) -> tuple[str, ...]:
    """What a roll is called: its total, and whether it was thrown the hard way."""
    total = sum(roll)
    return str(total), f"{'hard' if len(set(roll)) == 1 else 'easy'} {total}"


def _check_event(event: str, dice: int, place: str) -> None:
    way, _, number = event.rpartition(" ")
    total = int(number) if number.isdecimal() else 0
    possible = {"": True, "hard": total % dice == 0, "easy": total not in (dice, 6 * dice)}
    if event != POINT and not (dice <= total <= 6 * dice and possible.get(way)):
        raise RuleError(f"no roll {event!r}; rolls are totals, `hard 8`, `easy 8` and `point`", place)


@dataclass(frozen=True, slots=True)
class Throw:
    """What a wager on rolls looks at: a roll, and the wager's own point (0: none)."""

    roll: Roll
    point: int = 0

    @property
    def events(self) -> tuple[str, ...]:
        """What the roll is called."""
        return (*events_of(self.roll), POINT) if self.point == sum(self.roll) else events_of(self.roll)


@dataclass(frozen=True, slots=True)
class Flat:
    """What odds look at: how the wager before them came out, its point, and whether the odds work."""

    result: str
    point: int
    works: bool = True


@dataclass(frozen=True, slots=True)
class Rolled(When):
    """One of these is rolled."""

    events: tuple[str, ...]
    with_point: bool | None = None  # only while the wager has a point of its own, or has none

    def holds(self, sight: Throw) -> bool:
        if self.with_point is not None and self.with_point != bool(sight.point):
            return False
        rolled = sight.events
        return any(event in rolled for event in self.events)

    def text(self) -> str:
        return f"{'once it has a point: ' if self.with_point else ''}{listed(self.events, 'or')}"


@dataclass(frozen=True, slots=True)
class NoPoint(When):
    """The wager has no point yet."""

    def holds(self, sight: Throw) -> bool:
        return not sight.point

    def text(self) -> str:
        return "any other roll is its point"


@dataclass(frozen=True, slots=True)
class FlatWins(When):
    """The wager that odds stand behind is won on this point."""

    flat: str
    point: int

    def holds(self, sight: Flat) -> bool:
        return sight.result == "win" and sight.point == self.point

    def text(self) -> str:
        return f"{humanize(self.flat)} wins on {self.point}"


@dataclass(frozen=True, slots=True)
class Resting(When):
    """The odds do not work on the roll that decides."""

    def holds(self, sight: Flat) -> bool:
        return not sight.works

    def text(self) -> str:
        return "lost on a come-out roll"


WagerPlan = CompiledWager[DiceWager]


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[DiceGame]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]


def _commission(game: Game[DiceGame], spec: DiceWager, cases: tuple[Case, ...]) -> Commission | None:
    """The commission of a wager; paid with the bet it is that of a win, whether the bet wins or loses."""
    if not spec.commission:
        return None
    stated = replace(terms_of(game, spec.commission), of=spec.commission_of)
    due = game.options[spec.commission_due] if spec.commission_due else "win"
    if due not in ("win", "bet"):
        raise RuleError(
            f"commission is due from a `win` or with the `bet`, not {due!r}", f"options.{spec.commission_due}"
        )
    if due == "win":
        return stated
    won = max(part.amount for case in cases if case.pay is not None for part in case.pay.parts)
    return replace(stated, lost=stated.rate * (won if spec.commission_of == "win" else 1))


def _cases(game: Game[DiceGame], spec: DiceWager) -> Iterator[Case]:
    """The cases of a wager on rolls; one without a price leaves it standing."""
    phase, before = spec.point, False if spec.point else None
    for event, price in spec.wins.items():
        yield Case(Rolled((event,), before), "win", parse_pay(price))
    if spec.pushes:
        yield Case(Rolled(spec.pushes, before), "push", PUSH)
    if spec.loses:
        yield Case(Rolled(spec.loses, before), "lose", LOSE)
    if phase is not None:
        cite = game.cite(phase.rule) if phase.rule else ""
        for event, price in phase.wins.items():
            yield Case(Rolled((event,), with_point=True), "win", parse_pay(price), cite=cite)
        if phase.loses:
            yield Case(Rolled(phase.loses, with_point=True), "lose", LOSE)
    if spec.one_roll:
        yield Case(Always("any other roll"), "lose", LOSE)
        return
    if phase is not None:
        yield Case(NoPoint(), "point")
    yield Case(Always("any other roll"), "stays")


def _odds_cases(spec: DiceWager) -> Iterator[Case]:
    """The cases of odds behind another wager."""
    for point, price in spec.prices.items():
        yield Case(FlatWins(spec.supports, int(point)), "win", parse_pay(price))
    if spec.rests:
        yield Case(Resting(), "push", PUSH)
    yield Case(Always(f"{humanize(spec.supports)} loses"), "lose", LOSE)


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
    cases = tuple(_odds_cases(spec) if spec.supports else _cases(game, spec))
    wager_terms = terms(game, name, spec, _commission(game, spec, cases))
    return WagerPlan(wager_terms, spec, with_cites(game, wager_terms, cases))


def make_plan(game: Game[DiceGame]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    try:
        wagers = {name: _wager(game, name, spec) for name, spec in game.spec.wagers.items()}
    except RuleError as error:
        raise RuleError(error.message, f"{game.spec.id}: {error.field}") from None
    order = (*game.spec.settle.order, *(name for name in wagers if name not in game.spec.settle.order))
    return Plan(game, wagers, order)


load_plan = plans_by(make_plan)
