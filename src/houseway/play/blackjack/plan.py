"""A blackjack game made ready to run: prices read, pay tables compiled, names checked, once for each house."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from houseway.hands.columns import Fact
from houseway.hands.ranking import RANKINGS, Ranking
from houseway.play.blackjack.cases import HandCase, Prize, duel_cases, hand_cases, insurance_cases, side_cases
from houseway.play.core.settling import WagerTerms, terms, with_cites
from houseway.rules.blackjack import VIEWS, Blackjack, BlackjackWager, PokerDuel
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.patterns import least_value
from houseway.rules.pays import DRAWN, Pay, parse_pay
from houseway.rules.tables import Table, compile_table

INSURANCE = "insurance"


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet with its table compiled."""

    name: str
    spec: BlackjackWager
    table: Table
    terms: WagerTerms
    least: int  # cents
    decks: str  # as printed; empty: any number
    past_up: bool  # it looks at more of the dealer's cards than the one face up
    prizes: tuple[Prize, ...] = ()  # what rows priced `drawn` draw from

    @property
    def stake_kept(self) -> bool:
        return self.terms.stake_kept


@dataclass(frozen=True, slots=True)
class Duel:
    """Poker of the cards of the blackjack: what wins, and what the dealer needs."""

    spec: PokerDuel
    ranking: Ranking
    least: int  # the value with which the dealer qualifies


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything the engine reads."""

    game: Game[Blackjack]
    mains: tuple[str, ...]  # the wagers on hands, in the order of the spots
    sides: dict[str, SideBet]
    order: tuple[str, ...]  # of settlement
    terms: Mapping[str, WagerTerms]  # of every wager, and of insurance
    cases: Mapping[str, tuple[HandCase, ...]]  # how each of them comes out
    duel: Duel | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """By its game, for other processes: cases hold functions, which each makes for itself."""
        return make_plan, (self.game,)

    @cached_property
    def spec(self) -> Blackjack:
        return self.game.spec

    @property
    def insurance(self) -> Pay:
        """What insurance pays."""
        return parse_pay(self.spec.insurance.price if self.spec.insurance else "2 to 1")

    @property
    def spots(self) -> int:
        """The hands that a seat is dealt; where the dealer has several, all its wagers are on one."""
        return 1 if self.spec.dealer.hands > 1 else len(self.mains)

    def on_spot(self, wagers: Mapping[str, int], spot: int) -> int:
        """The wagers on a hand that a seat is dealt, in cents."""
        return sum(wagers.get(name, 0) for name in self.mains_of(spot))

    def mains_of(self, spot: int) -> tuple[str, ...]:
        """The names of those wagers."""
        return self.mains if self.spec.dealer.hands > 1 else self.mains[spot : spot + 1]

    def spot_of(self, side: SideBet) -> int:
        """The hand that a side bet is on, of those that a seat is dealt."""
        return self.mains.index(side.spec.on) if side.spec.on else 0

    @property
    def takes(self) -> dict[str, BlackjackWager]:
        """The wagers on the layout: the spots in use, and the side bets."""
        duel = (self.spec.duel.wager, self.spec.duel.bet) if self.spec.duel else ()
        used = {*self.mains, *self.sides, *duel}
        return {name: wager for name, wager in self.spec.wagers.items() if name in used and wager.offered}


def deck_counts(text: str) -> set[int]:
    """Numbers of decks as printed: `2`, `4-8`, `1 2 6`."""
    counts: set[int] = set()
    for part in text.split():
        low, _, high = part.partition("-")
        counts.update(range(int(low), int(high or low) + 1))
    return counts


def _column(values: tuple[Any, ...], table: Table) -> Any:
    """The value of the table's column, where the block states one for each column or one for all."""
    if len(values) <= 1:
        return values[0] if values else None
    return values[table.block.ids.index(table.id)]


def _side(game: Game[Blackjack], name: str, words: BlackjackWager) -> SideBet:
    spec = game.spec
    table = compile_table(
        words.pay_table,
        spec.pay_tables[words.pay_table],
        game.table_id(words.pay_table),
        words.view,
        spec.patterns,
        spec.house_suit,
    )
    if words.streak and (table.block.by != "streak" or words.streak not in table.block.keys or spec.shared):
        raise RuleError(
            "is paid by a table by streak that has its number, in a game of own cards", f"wagers.{name}.streak"
        )
    for row in table.rows:
        for clause in row.clauses:
            if not VIEWS[clause.hand].judged and any(test.fact == Fact.RESULT for test in clause.tests):
                hands = " or ".join(name for name, view in VIEWS.items() if view.judged)
                raise RuleError(f"a result is that of {hands}", f"pay_tables.{words.pay_table}.rows.{row.name}")
    least = round(float(_column(table.block.least_stake, table) or 0) * 100)
    decks = _column(table.block.decks, table) or ""
    past_up = any(VIEWS[clause.hand].past_up for row in table.rows for clause in row.clauses)
    prizes = read_prizes(game, words.drawn_from) if words.drawn_from else ()
    if any(pay is DRAWN for row in table.rows for pay in row.pays) != bool(words.drawn_from):
        raise RuleError("goes with rows priced `drawn`, and they with it", f"wagers.{name}.drawn_from")
    return SideBet(name, words, table, terms(game, name, words), least, decks, past_up, prizes)


def read_prizes(game: Game[Blackjack], option: str) -> tuple[Prize, ...]:
    """The prizes that the house has posted."""
    prizes, posted = [], game.options[option]
    for name, count in posted.items():
        place = f"house.{option}.{name}"
        if isinstance(count, bool) or not isinstance(count, int) or not 0 < count < 10_000:
            raise RuleError("must be how many there are of this prize, a whole number", place)
        try:
            prizes.append(Prize(name, parse_pay(f"{name} to 1"), count))
        except RuleError:
            raise RuleError("a prize is named by its odds to 1, as 15 or 2.5", place) from None
    return tuple(prizes)


def _check_dealer_hands(spec: Blackjack, mains: tuple[str, ...]) -> None:
    """Several hands of the dealer: a wager on each, and nothing that needs one dealer's hand."""
    if len(mains) != spec.dealer.hands:
        raise RuleError(f"needs {spec.dealer.hands} main wagers, one on each of the dealer's hands", "dealer.hands")
    if spec.dealer.hole_card or spec.shared or spec.switch or spec.free or (spec.double and spec.double.for_less):
        raise RuleError(
            "goes without hole card, shared cards, switches, free bets and doubles for less", "dealer.hands"
        )
    if any(not wager.main for wager in spec.wagers.values()):
        raise RuleError("has no side bets", "dealer.hands")


def _duel(words: PokerDuel) -> Duel:
    ranking = RANKINGS[words.ranking]
    return Duel(words, ranking, least_value(words.qualifies, ranking))


def _terms(
    game: Game[Blackjack], mains: tuple[str, ...], duel: tuple[str, ...], sides: Mapping[str, SideBet]
) -> dict[str, WagerTerms]:
    """The terms of every wager; what hands yield is cited by the words of the dealer, or by the wager's own."""
    spec, terms_of = game.spec, {name: side.terms for name, side in sides.items()}
    terms_of |= {name: terms(game, name, spec.wagers[name]) for name in (*mains, *duel)}
    shared = dict(spec.dealer.cites)
    if spec.instant is not None:
        shared |= {"instant": spec.instant.rule, "drawn_21": spec.instant.later_rule}
    for name in mains:
        stated = spec.wagers[name].cites
        cites = {**shared, **stated}
        for given in (shared, stated):  # a hand over 21 is lost whatever the dealer has
            if "bust" in given and "both_bust" not in given:
                cites["both_bust"] = given["bust"]
        terms_of[name] = replace(terms_of[name], cites={key: game.cite(rule) for key, rule in cites.items()})
    if spec.insurance is not None:
        terms_of[INSURANCE] = terms(game, INSURANCE, BlackjackWager(rule=spec.insurance.rule))
    return terms_of


def _cases(
    game: Game[Blackjack], mains: tuple[str, ...], duel: Duel | None, sides: Mapping[str, SideBet]
) -> dict[str, Iterable[HandCase]]:
    """How each wager comes out."""
    hand, cases = hand_cases(game), dict[str, Iterable[HandCase]]()
    cases |= dict.fromkeys(mains, hand)
    if game.spec.insurance is not None:
        cases[INSURANCE] = insurance_cases(game.spec)
    if duel is not None:
        spec = duel.spec
        cases |= {name: duel_cases(game.spec, spec, duel.least, name) for name in (spec.wager, spec.bet)}
    return cases | {
        name: side_cases(side.spec, side.table, side.prizes, _folds(game, side)) for name, side in sides.items()
    }


def _folds(game: Game[Blackjack], side: SideBet) -> list[tuple[int, str]]:
    """Cards dealt in the streets, and the paragraph of a fold then: that of the wager which would have gone on."""
    streets = game.spec.streets
    if streets is None or side.spec.view != "streets":
        return []
    made = streets.bets.index(side.name) + 1 if side.name in streets.bets else 0  # who bet on folds later only
    folds = enumerate(streets.bets, start=1)
    return [(cards, game.cite(game.spec.wagers[bet].rule)) for cards, bet in folds if cards > made]


def make_plan(game: Game[Blackjack]) -> Plan:
    """The plan of a configured game; errors name the file's key."""
    spec = game.spec
    try:
        offered = {name: words for name, words in spec.wagers.items() if words.offered}
        mains = tuple(name for name, words in offered.items() if words.main)
        mains = mains[: int(game.options[spec.spots_by])] if spec.spots_by else mains
        duel = (spec.duel.wager, spec.duel.bet) if spec.duel else ()
        sides = {
            name: _side(game, name, words)
            for name, words in offered.items()
            if not words.main and name not in duel and (not words.on or words.on in mains)
        }
        sides = {name: side for name, side in sides.items() if side.prizes or not side.spec.drawn_from}
        if not mains:
            raise RuleError("one wager at least must be on a hand: main = true", "wagers")
        if spec.switch and len(mains) != 2:
            raise RuleError("cards are switched between two hands", "switch")
        if spec.dealer.hands > 1:
            _check_dealer_hands(spec, mains)
        rest = (*mains, INSURANCE, *duel, *sides)
        order = (*spec.settle.order, *(name for name in rest if name not in spec.settle.order))
        known_terms = _terms(game, mains, duel, sides)
        poker = _duel(spec.duel) if spec.duel else None
        cases = _cases(game, mains, poker, sides)
        cited = {name: with_cites(game, known_terms[name], of) for name, of in cases.items()}
        return Plan(game, mains, sides, order, known_terms, cited, poker)
    except RuleError as error:
        field = error.field if error.field.startswith("house") else f"{spec.id}: {error.field}"
        raise RuleError(error.message, field) from None


load_plan = plans_by(make_plan)  # of a game (id or path) as the house offers it
