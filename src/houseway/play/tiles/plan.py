"""A tiles game made ready to run: ranks, prices and the vigorish in force."""

from dataclasses import dataclass

from houseway.play.core.commission import terms_of
from houseway.play.core.plans import plans_by
from houseway.play.tiles.ranks import Ranker
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pays import Pay, parse_pay
from houseway.rules.tiles import TileGame, TileWager, Vigorish

COMMISSION = "commission"


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager with its prices: one, or the shaker's and the others' for each triple running."""

    name: str
    spec: TileWager
    win: Pay
    streak: tuple[tuple[Pay, Pay], ...]


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[TileGame]
    ranker: Ranker
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    vigorish: Vigorish

    def fee(self, won: int) -> int:
        """The vigorish on an amount won, rounded up to the house's coin."""
        if not self.vigorish.charged or won <= 0:
            return 0
        return terms_of(self.game, COMMISSION).owed(self.game, won, 0)


def _vigorish(game: Game[TileGame]) -> Vigorish:
    terms, methods = game.options[COMMISSION], game.spec.vigorish
    method = terms.get("method", next(iter(methods)))
    if method not in methods:
        known = ", ".join(methods)
        raise RuleError(f"no method {method!r} of vigorish; methods are {known}", f"house.{COMMISSION}.method")
    if terms["mode"] != "win":
        raise RuleError(f"vigorish is taken of the win, not of {terms['mode']!r}", f"house.{COMMISSION}.mode")
    return methods[method]


def make_plan(game: Game[TileGame]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    spec = game.spec
    wagers = {}
    for name, words in spec.wagers.items():
        streak = tuple((parse_pay(shaker), parse_pay(other)) for shaker, other in words.streak)
        wagers[name] = WagerPlan(name, words, parse_pay(words.win), streak)
        for other in words.needs:
            if other not in spec.wagers:
                raise RuleError(f"no wager named {other!r}", f"{spec.id}: wagers.{name}.needs")
    named = (*spec.settle.order, *spec.one_of, *(n for one in spec.vigorish.values() for n in one.triple_loses))
    for name in named:
        if name not in wagers:
            raise RuleError(f"no wager named {name!r}", f"{spec.id}: settle.order, one_of or vigorish")
    if not spec.house_way.rows:
        raise RuleError("a house way needs rows", f"{spec.id}: house_way.rows")
    order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
    return Plan(game, Ranker(spec.tiles), wagers, order, _vigorish(game))


load_plan = plans_by(make_plan, 64)  # of a game (id or path) as the house offers it
