"""A house-poker game made ready to run: slices, rankings, thresholds and pay tables resolved once."""

import re
from dataclasses import dataclass, replace
from typing import Any

from houseway.cards.decks import deck
from houseway.cards.text import RANKS
from houseway.hands.facts import BUG, DEAD, WILD
from houseway.hands.ranking import RANKINGS, Ranking, value
from houseway.play.core.plans import plans_by
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.house_poker import Choice, Hand, HousePoker, Outcome, Stage, Wager
from houseway.rules.patterns import rank_mask
from houseway.rules.pays import LOSE, Pay, parse_pay
from houseway.rules.tables import Table, TableRow, compile_table, find_block

_SLICE = re.compile(r"(\w+)(?:\[(\d+)(?:-(\d+))?\])?")


@dataclass(frozen=True, slots=True)
class Part:
    """A pile, or the cards `start` to `stop` of it in the order received."""

    pile: str
    start: int = 0
    stop: int | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True)
class HandPlan:
    """A named hand ready to be ranked and judged."""

    name: str
    parts: tuple[Part, ...]
    ranking: Ranking | None
    length: int
    wild_ranks: int
    joker: int
    wheel: bool
    stand_in: str
    threshold: int | None
    own: bool  # it includes cards of the seat


@dataclass(frozen=True, slots=True)
class Result:
    """A result of a wager: a price, or a table and the price where it has no row."""

    price: Pay
    table: Table | None = None
    stake_lost: bool = False
    at_least: int | None = None  # the value of hand that `price` asks for
    below: Pay = LOSE


@dataclass(frozen=True, slots=True)
class WagerPlan:
    """A wager with its tables compiled."""

    name: str
    words: Wager
    table: Table | None
    otherwise: Pay | None
    results: dict[str, Result]  # win, tie, lose, unqualified
    taken: bool
    at_least: int | None
    bad_beat: int | None
    judged_on: dict[str, Table]  # the table on each other hand that may decide: cover all, bad beat
    pays_envy: bool
    rule: str  # cited
    cites: dict[str, str]  # by outcome, where the file cites another paragraph

    def cite(self, outcome: str) -> str:
        return self.cites.get(outcome, self.rule)


@dataclass(frozen=True, slots=True)
class ChoicePlan:
    """A choice with the value that `having` asks for."""

    words: Choice
    having: int | None
    needs: tuple[str, ...]  # wagers that must have been made
    rule: str  # cited


@dataclass(frozen=True)
class Plan:
    """Everything the engine reads."""

    game: Game[HousePoker]
    hands: dict[str, HandPlan]
    wagers: dict[str, WagerPlan]
    order: tuple[str, ...]
    stages: tuple[Stage, ...]
    envies: tuple[WagerPlan, ...]  # wagers that pay an envy bonus
    choices: tuple[tuple[ChoicePlan, ...], ...]  # by stage
    verbs: tuple[frozenset[str], ...]  # by stage
    placed_later: frozenset[str]  # wagers that only actions make
    required: tuple[str, ...]
    bets: tuple[frozenset[str], ...]  # by stage: the wagers that its decisions place
    blind: tuple[bool, ...]  # by stage: whether later wagers may be placed ahead


def on_hand(table: Table, old: str, new: str) -> Table:
    """A table judged on another hand."""
    if old == new:
        return table

    def moved(row: TableRow) -> TableRow:
        clauses = tuple(replace(clause, hand=new) if clause.hand == old else clause for clause in row.clauses)
        return replace(row, clauses=clauses)

    return replace(table, rows=tuple(moved(row) for row in table.rows))


def parse_part(text: str) -> Part:
    match = _SLICE.fullmatch(text)
    if match is None:
        raise RuleError(f"cannot read {text!r}; cards are named like player, community[1-3], gold")
    if match[2] is None:
        return Part(match[1])
    first = int(match[2])
    return Part(match[1], first - 1, int(match[3] or first), whole=False)


def threshold(text: str, ranking: Ranking) -> int:
    """The least value that `category ranks` allows, e.g. `pair 8`, `high AK`, `flush_3 9`."""
    name, _, ranks = text.partition(" ")
    if name not in ranking.categories:
        raise RuleError(f"{ranking.name} has no category {name!r}; it has {', '.join(ranking.categories)}")
    return value(ranking.categories.index(name), *(RANKS.index(rank) for rank in ranks), shift=ranking.shift)


def _hand_plan(name: str, hand: Hand) -> HandPlan:
    parts = tuple(parse_part(text) for text in hand.cards)
    ranking = None
    if hand.ranking:
        if hand.ranking not in RANKINGS:
            raise RuleError(
                f"unknown ranking {hand.ranking!r}; rankings are {', '.join(RANKINGS)}",
                f"hands.{name}.ranking",
            )
        ranking = RANKINGS[hand.ranking]
    wild_ranks = sum(rank_mask(rank) for rank in hand.wild if rank != "joker")
    joker = BUG if hand.bug else WILD if "joker" in hand.wild else DEAD
    least = None
    if hand.qualifies:
        if ranking is None:
            raise RuleError("a hand that qualifies needs a ranking", f"hands.{name}.qualifies")
        least = threshold(hand.qualifies, ranking)
    length = hand.length or (ranking.size if ranking else 5)
    own = any(part.pile == "player" for part in parts)
    return HandPlan(name, parts, ranking, length, wild_ranks, joker, hand.wheel, hand.stand_in, least, own)


class _Planner:
    """Compiles the statements of one game, naming the key in every error."""

    def __init__(self, game: Game[HousePoker]) -> None:
        self.game = game
        self.spec = game.spec
        self.hands: dict[str, HandPlan] = {}

    def hand(self, name: str, place: str) -> HandPlan:
        if name not in self.hands:
            raise RuleError(f"no hand named {name!r}; the file has {', '.join(self.hands)}", place)
        return self.hands[name]

    def table(self, name: str, hand: str, place: str) -> Table:
        if name not in self.spec.pay_tables:
            raise RuleError(f"no pay table named {name!r}", place)
        table = compile_table(
            name,
            self.spec.pay_tables[name],
            self.game.table_id(name),
            hand,
            self.spec.patterns,
            self.spec.house_suit,
        )
        for row in table.rows:
            for clause in row.clauses:
                self.hand(clause.hand, f"pay_tables.{name}.rows.{row.name}")
        return table

    def result(self, given: Any, wager: str, hand: str, key: str) -> Result:
        place = f"wagers.{wager}.{key}"
        if isinstance(given, Outcome):
            table = self.table(given.pays, hand, place) if given.pays else None
            price = parse_pay(given.price) if given.price else parse_pay(given.otherwise)
            ranking = self.hands[hand].ranking
            least = threshold(given.at_least, ranking) if given.at_least and ranking else None
            return Result(price, table, given.stake == "lost", least, parse_pay(given.otherwise))
        return Result(parse_pay(given))

    def wager(self, name: str, words: Wager) -> WagerPlan:
        place = f"wagers.{name}"
        hand = self.hand(words.hand, f"{place}.hand")
        table = self.table(words.pays, words.hand, f"{place}.pays") if words.pays else None
        results = {}
        for key in ("win", "tie", "lose", "unqualified"):
            given = getattr(words, key)
            if given != "":
                results[key] = self.result(given, name, words.hand, key)
        for other in (
            *words.needs,
            *words.bars,
            *words.all_win,
            *filter(None, (words.equals, words.on, words.only_if_played)),
        ):
            if other not in self.spec.wagers:
                raise RuleError(f"no wager named {other!r}", place)
        if words.against:
            other_hand = self.hand(words.against, f"{place}.against")
            if hand.ranking is None or other_hand.ranking is None or hand.ranking.name != other_hand.ranking.name:
                raise RuleError("both hands need the same ranking to be compared", f"{place}.against")
        for other in words.best_of:
            self.hand(other, f"{place}.best_of")
        least = [
            threshold(text, hand.ranking) if text and hand.ranking else None
            for text in (words.at_least, words.bad_beat)
        ]
        taken = words.stake == "taken" or (bool(words.meter) and words.stake == "")
        otherwise = parse_pay(words.otherwise) if words.otherwise != "" else None
        others = words.best_of or ((words.hand, words.against) if words.bad_beat else ())
        own = table.hand if table and words.best_of else words.hand
        judged_on = {other: on_hand(table, own, other) for other in others} if table else {}
        pays_envy = words.envy is not None and table is not None and any(row.envy for row in table.rows)
        rule = self.game.cite(words.rule)
        cites = {outcome: self.game.cite(paragraph) for outcome, paragraph in words.cites.items()}
        return WagerPlan(
            name, words, table, otherwise, results, taken, least[0], least[1], judged_on, pays_envy, rule, cites
        )

    def choice(self, given: str | Choice, place: str) -> ChoicePlan:
        words = Choice(do=given, fold=given == "fold") if isinstance(given, str) else given
        named = (words.times, words.pull, words.surrender, words.gives_up)
        for other in (*words.bet, *words.adds.values(), *filter(None, named)):
            if other not in self.spec.wagers:
                raise RuleError(f"no wager named {other!r}", place)
        ranking = self.hand(words.hand, place).ranking if words.having else None
        needs = tuple(filter(None, (words.times, words.pull, words.surrender, words.gives_up)))
        return ChoicePlan(
            words, threshold(words.having, ranking) if ranking else None, needs, self.game.cite(words.rule)
        )

    def stages(self) -> tuple[tuple[str, ...], tuple[Stage, ...]]:
        """The stages that the pay tables in use call for, and where each stands in the file."""
        kept = []
        for index, stage in enumerate(self.spec.stages):
            place = f"stages[{index}]"
            if stage.table is not None:
                name, table_id = stage.table
                if name not in self.spec.pay_tables:
                    raise RuleError(f"no pay table named {name!r}", f"{place}.table")
                find_block(name, self.spec.pay_tables[name], table_id)
                if self.game.table_id(name) != table_id:
                    continue
            kept.append((place, stage))
        return tuple(place for place, _ in kept), tuple(stage for _, stage in kept)

    def plan(self) -> Plan:
        spec = self.spec
        try:
            deck(spec.deck)
        except ValueError as error:
            raise RuleError(str(error), "deck") from None
        for name, hand in spec.hands.items():
            try:
                self.hands[name] = _hand_plan(name, hand)
            except (RuleError, ValueError) as error:
                raise RuleError(
                    getattr(error, "message", str(error)), getattr(error, "field", "") or f"hands.{name}"
                ) from None
        wagers = {name: self.wager(name, words) for name, words in spec.wagers.items()}
        for name in spec.settle.order:
            if name not in wagers:
                raise RuleError(f"no wager named {name!r}", "settle.order")
        order = (*spec.settle.order, *(name for name in wagers if name not in spec.settle.order))
        order = (
            *(n for n in order if not wagers[n].words.all_win),
            *(n for n in order if wagers[n].words.all_win),
        )
        places, stages = self.stages()
        choices = tuple(
            tuple(self.choice(given, f"{place}.decide") for given in stage.decide)
            for place, stage in zip(places, stages, strict=True)
        )
        later = frozenset(
            name for stage in choices for choice in stage for name in (*choice.words.bet, *choice.words.adds.values())
        )
        required = tuple(name for name, words in spec.wagers.items() if words.required)
        own = [[choice.words for choice in stage if not choice.words.ahead] for stage in choices]
        bets = tuple(frozenset(name for words in stage for name in words.bet) for stage in own)
        blind = tuple(any(choice.words.ahead for choice in stage) for stage in choices)
        verbs = tuple(frozenset(choice.words.do for choice in stage) for stage in choices)
        envies = tuple(wager for wager in wagers.values() if wager.pays_envy)
        return Plan(self.game, self.hands, wagers, order, stages, envies, choices, verbs, later, required, bets, blind)


def make_plan(game: Game[HousePoker]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    try:
        return _Planner(game).plan()
    except RuleError as error:
        raise RuleError(error.message, f"{game.spec.id}: {error.field}" if error.field else game.spec.id) from None


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it
