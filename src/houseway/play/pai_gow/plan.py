"""A pai gow game made ready to run: rankings, house way and pay tables resolved once."""

from dataclasses import dataclass

from houseway.hands.columns import BUG, WILD
from houseway.hands.ranking import RANKINGS, Ranking
from houseway.play.core.cases import Case
from houseway.play.core.settling import EnvyTerms, WagerTerms, terms, with_cites
from houseway.play.pai_gow.cases import set_cases, table_cases
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pai_gow import Counted, PaiGow, PaiGowWager
from houseway.rules.patterns import Pattern, Row, compile_pattern, least_value
from houseway.rules.tables import Table, compile_table
from houseway.rules.tariffs import load_tariff

DEALER = "dealer"
PLAYER = "player"
_WHOLE = {PLAYER: Counted(of="player"), DEALER: Counted(of="dealer")}  # all cards of a side need no words


@dataclass(frozen=True, slots=True)
class RowPlan:
    """A row of the house way: tests on all cards, and the least values of the two hands."""

    tests: Row
    low: int
    high: int
    prefer_high: bool


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager with its tables and cases."""

    terms: WagerTerms
    spec: PaiGowWager
    cases: dict[str, tuple[Case, ...]]  # by the hand that the pay table looks at; of a wager on set hands one list
    tables: dict[str, Table]  # by the hand that the table looks at
    shown: Table | None  # on the dealer's cards
    doubled_by: Row | None

    @property
    def name(self) -> str:
        return self.terms.name


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[PaiGow]
    low: Ranking
    high: Ranking
    joker: int
    hands: dict[str, Counted]
    house_way: tuple[RowPlan, ...]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    envies: tuple[EnvyTerms, ...]


def _row(category: str, hand: str) -> Row:
    return compile_pattern(Pattern(category=category), hand)


class _Planner:
    """Compiles the statements of one game."""

    def __init__(self, game: Game[PaiGow]) -> None:
        self.game, self.spec = game, game.spec
        words = self.spec.set_hands
        self.low, self.high = RANKINGS[words.low], RANKINGS[words.high]
        self.hands = {**_WHOLE, **self.spec.hands}

    def house_way(self) -> tuple[RowPlan, ...]:
        rows = []
        for row in self.spec.house_way.rows:
            tests = _row(row.hand, PLAYER) if row.hand else ()
            low, high = least_value(row.low, self.low), least_value(row.high, self.high)
            rows.append(RowPlan(tests, low, high, row.prefer == "high"))
        return tuple(rows)

    def table(self, name: str, hand: str) -> Table:
        blocks, table_id = self.spec.pay_tables[name], self.game.table_id(name)
        return compile_table(name, blocks, table_id, hand, self.spec.patterns, self.spec.house_suit)

    def wager(self, name: str, words: PaiGowWager) -> WagerPlan:
        looks = tuple(words.choose.values()) or ((words.hand or PLAYER,) if words.pay_table else ())
        tables = {hand: self.table(words.pay_table, hand) for hand in looks}
        shown = self.table(words.dealer_shows, DEALER) if words.dealer_shows else None
        doubling = _row(words.doubled_by, DEALER) if words.doubled_by else None
        wager_terms = terms(self.game, name, words)
        lists = {hand: table_cases(self.high, words, table, doubling) for hand, table in tables.items()}
        if words.set_hands:
            lists = {words.set_hands: set_cases(self.game, words, shown)}
        cases = {hand: with_cites(self.game, wager_terms, listed) for hand, listed in lists.items()}
        return WagerPlan(wager_terms, words, cases, tables, shown, doubling)

    def plan(self) -> Plan:
        spec = self.spec
        wagers = {name: self.wager(name, words) for name, words in spec.wagers.items()}
        if spec.collection is not None:
            load_tariff(spec.collection.tariff)
        order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
        envies = tuple(EnvyTerms(name, wager.spec) for name, wager in wagers.items() if wager.spec.envy)
        joker = BUG if spec.joker.plays == "bug" else WILD
        return Plan(self.game, self.low, self.high, joker, self.hands, self.house_way(), wagers, order, envies)


def make_plan(game: Game[PaiGow]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    try:
        return _Planner(game).plan()
    except RuleError as error:
        raise RuleError(error.message, f"{game.spec.id}: {error.field}" if error.field else game.spec.id) from None


def check_game(game: Game[PaiGow]) -> None:
    """Compile everything the file says for this house; what is wrong is an error that names the key."""
    plan = make_plan(game)
    used = {wager.spec.pay_table for wager in plan.wagers.values()} | {
        w.spec.dealer_shows for w in plan.wagers.values()
    }
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it
