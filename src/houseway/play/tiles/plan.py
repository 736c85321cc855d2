"""A tiles game made ready to run: ranks, prices and the vigorish in force."""

from dataclasses import dataclass, replace

from houseway.play.core.commission import Commission, terms_of
from houseway.play.core.settling import CompiledWager, terms, with_cites
from houseway.play.tiles.cases import TILES, cases_of
from houseway.play.tiles.ranks import Ranker
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.tiles import TileGame, TileWager, Vigorish

COMMISSION = "commission"
WagerPlan = CompiledWager[TileWager]


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[TileGame]
    ranker: Ranker
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    vigorish: Vigorish
    commission: Commission | None  # what the vigorish is; None where none is charged

    def fee(self, won: int) -> int:
        """The vigorish on an amount won, rounded up to the house's coin."""
        return self.commission.owed(self.game, won, 0) if self.commission is not None else 0


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
    spec, method = game.spec, _vigorish(game)
    commission = replace(terms_of(game, COMMISSION), name="vigorish") if method.charged else None
    wagers = {}
    for name, words in spec.wagers.items():
        wager_terms = terms(game, name, words, commission if words.decided_by == TILES else None)
        cases = with_cites(game, wager_terms, cases_of(game, name, words, method))
        wagers[name] = WagerPlan(wager_terms, words, cases)
    if not spec.house_way.rows:
        raise RuleError("a house way needs rows", f"{spec.id}: house_way.rows")
    order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
    return Plan(game, Ranker(spec.tiles), wagers, order, method, commission)


load_plan = plans_by(make_plan, 64)  # of a game (id or path) as the house offers it
