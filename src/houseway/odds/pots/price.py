"""What can be said exactly of a player-banked game: what the house takes, what hands come, how starting hands fare."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from houseway.cards.decks import deck
from houseway.hands.ranking import RANKINGS
from houseway.odds.charts import SQUARE, two_cards
from houseway.odds.executor import Progress
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import payoff
from houseway.odds.pots.simulate import engine
from houseway.odds.pots.sweep import HELD, Sweep, sweep
from houseway.odds.pots.takes import collected
from houseway.odds.pricing import Priced, Question, outcomes_of
from houseway.odds.report import Report, SidePrice
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import NET
from houseway.odds.simulate.tally import SQUARE as SQUARED
from houseway.odds.suit_classes.keyed import suit_holdings
from houseway.play.core.cases import deciding
from houseway.play.pots.jackpot import PARTS
from houseway.play.pots.side_wagers import bad_beat_cases, bonus_cases
from houseway.play.pots.table import Rules, rules_of
from houseway.rules.patterns import least_value
from houseway.rules.pays import LOSE
from houseway.rules.pots import PlayerPoker

_NO_EDGE = "players compete for the pot and nobody bets against the house: there is no house edge, only what it takes"
_SHARE = "equity: the share of the pot that two cards win from one other hand, both to the end, in percent; " + SQUARE
_POOL = "{}: what losers put in goes to players of the table, so it costs nothing on average"
_UNCOUNTED = "final hands depend on cards given up, or are too many to count: `houseway simulate` samples them"
_MOST_CARDS = 7
_BIG_METER = 10**6  # dollars, so that shares are exact to the cent
_SEATS = (6, 10)  # of a bad beat, beside two
_BLOCKS = 16


@dataclass(frozen=True)
class _Counted:
    """A game's final hands as far as they can be counted."""

    spec: PlayerPoker
    progress: Progress

    @property
    def _dealt(self) -> tuple[int, int]:
        deals = [street.deal for street in self.spec.streets]
        return sum(deal.down + deal.up for deal in deals), sum(deal.board for deal in deals)

    @cached_property
    def _cards(self) -> Any:
        return np.array(deck(self.spec.deck), np.uint8)

    @property
    def _hand(self) -> Any:
        return self.spec.hands[self.spec.award.parts[0]]

    @property
    def _kept(self) -> bool:
        return not any(street.discard for street in self.spec.streets)

    @cached_property
    def sweep(self) -> Sweep | None:
        """Two own cards and a board, if that is the game; seven cards of which any five play yield the same."""
        own, shared = self._dealt
        free = self._hand.own_cards[0] == 0 and self._hand.own_cards[1] >= own
        if not self._kept or not (own == HELD or free) or not 5 < own + shared <= _MOST_CARDS:
            return None
        beat = self.spec.bad_beat
        least = least_value(beat.beaten, RANKINGS[self._hand.ranking]) if beat else None
        return sweep(
            self._hand, self._cards, own + shared - HELD, self.progress, least=least, versus=self.has_equities,
            seats=tuple(count for count in _SEATS if count <= self.spec.seats) if beat else (),
        )  # fmt: skip

    @property
    def has_equities(self) -> bool:
        """A hand of two cards without jokers, and one way to win; boards that share the pot have the same odds each."""
        return self._dealt[0] == HELD and len(self.spec.award.parts) == 1 and bool((self._cards < 52).all())

    @cached_property
    def counts(self) -> dict[str, int]:
        """The deals of each category at the end; nothing where cards are exchanged or too many to count."""
        own, shared = self._dealt
        names = RANKINGS[self._hand.ranking].categories
        if self._kept and own == 5 and not shared:
            held, weights, _ = suit_holdings(self._cards, 5)
            kinds = RANKINGS[self._hand.ranking].rank(held) >> RANKINGS[self._hand.ranking].shift
            counts = np.bincount(kinds, weights, len(names)).astype(np.int64)
        elif self.sweep is not None:
            counts = self.sweep.hands
        else:
            return {}
        return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}

    @cached_property
    def hands(self) -> dict[str, float]:
        cycle = sum(self.counts.values())
        return {name: count / cycle for name, count in self.counts.items()}


def _bonus(rules: Rules, name: str, counts: Mapping[str, int]) -> SidePrice:
    """A bonus on the seat's own hand, held to the end."""
    bonus = rules.spec.bonus[name]
    cases = bonus_cases(rules.game, bonus)
    pays = {category: deciding(cases, category).pay or LOSE for category in reversed([*counts])}
    worths = {category: payoff(pay) for category, pay in pays.items()}
    lines = [
        Line(category, pay.text, worths[category], worths[category].net > 0, counts[category])
        for category, pay in pays.items()
    ]
    return price_lines(lines, sum(counts.values()), {}, table=rules.game.table_id(bonus.pay_table))


def _bonuses(question: Question, counted: _Counted, name: str) -> dict[str, SidePrice]:
    """The bonus by the table in use, with every alternative if that is asked for."""
    rules = rules_of(question.load())
    pays = rules.spec.bonus[name].pay_table
    used = rules.game.table_id(pays)
    found = {used: _bonus(rules, name, counted.counts)}
    if question.every_table:
        for table_id in (one for block in rules.spec.pay_tables[pays] for one in block.ids):
            tables = {**question.house.get("pay_tables", {}), pays: table_id}
            other = Question(question.game, {**question.house, "pay_tables": tables})
            found.setdefault(table_id, _bonus(rules_of(other.load()), name, counted.counts))
    return found


def _beat(meter: str, shown: float, slope: float, error: float, square: float, hits: float, seats: int) -> SidePrice:
    """A dollar on the bad-beat wager when every seat makes it; `slope` is the return for each dollar on the meter."""
    mean = slope * shown - 1
    deviation = sqrt(max(square - slope * slope, 0.0)) * shown
    note = f"a stake of one dollar, {seats} seats that all make the wager and stay; folds lose it"
    method, spread = ("simulated", error * (shown or 1)) if error else ("exact", None)
    note += f"; standard error of the return for each dollar shown: {error:.2e}" if error else ""
    even = {meter: 1 / slope} if slope else {}
    return SidePrice(-mean, hits, deviation, (), method, spread, meters={meter: slope}, break_even=even, note=note)


def _beats(question: Question, counted: _Counted) -> dict[str, SidePrice]:
    """The bad-beat wager: counted where two cards and a board are; its deviation is sampled for more than two seats."""
    words = counted.spec.bad_beat
    found: dict[str, SidePrice] = {}
    if words is None:
        return found
    shown = question.meters.get(words.meter, 0.0)
    cases = bad_beat_cases(question.load(), words)
    pays = {part: deciding(cases, part).pay for part in PARTS}
    shares = {part: float(pay.parts[0].amount) for part, pay in pays.items() if pay is not None and pay.parts}
    if counted.sweep is not None and counted.has_equities:
        chance = counted.sweep.beats / counted.sweep.pairs
        two = [shares.get(name, 0.0) for name in ("loser", "winner")]
        slope, square = chance * sum(two) / 2, chance * sum(share * share for share in two) / 2
        found[f"{words.wager} (2 seats)"] = _beat(words.meter, shown, slope, 0.0, square, chance, 2)
    for seats in (count for count in _SEATS if count <= counted.spec.seats):
        meters = {words.meter: float(_BIG_METER)}
        now = engine(Setup(question.game, dict(question.house), meters, "simple", (words.wager,), 0, seats))
        row = 1 + now.info.wagers.index(words.wager)
        stake = now.place.opening.seats[0].wagers[words.wager]
        rounds = now.info.block * _BLOCKS
        sums = np.sum([now.play(block, now.info.block)[row] for block in range(_BLOCKS)], axis=0)
        mean, square = float(sums[NET]) / rounds, float(sums[SQUARED]) / rounds
        each = stake / _BIG_METER
        slope, total = (mean + 1) * each, (square + 2 * mean + 1) * each * each
        error, hits, more = sqrt((total - slope * slope) / rounds), float(sums[-1] / rounds), ""
        if counted.sweep is not None and seats in counted.sweep.beaten:
            hits, all_in = counted.sweep.beaten[seats]
            slope, error = (hits * sum(shares.values()) - all_in * shares.get("table", 0.0)) / seats, 0.0
            more = f"; every deal counted, the deviation from {rounds:,} rounds dealt at random"
        made = _beat(words.meter, shown, slope, error, total, hits, seats)
        found[f"{words.wager} ({seats} seats)"] = replace(made, note=made.note + more)
    return found


def price(question: Question, progress: Progress) -> Priced:
    """The house's take, final hands, equities, and every wager beside the pot."""
    rules = rules_of(question.load())
    spec = rules.spec
    counted = _Counted(spec, progress)
    notes = [_NO_EDGE]
    strategy: dict[str, Any] = {}
    takes, said = collected(rules)
    strategy.update(takes)
    notes += said
    if counted.hands:
        strategy["final hand of a seat that stays"] = {
            name.replace("_", " "): {"probability": f"{chance:.10f}", "one in": f"{1 / chance:,.2f}"}
            for name, chance in reversed(counted.hands.items())
        }
    else:
        notes.append(_UNCOUNTED)
    if counted.has_equities and counted.sweep is not None:
        shares = {name: f"{100 * share:.2f}" for name, share in counted.sweep.equities().items()}
        strategy["equity against one hand"] = {"chart": two_cards(shares)["chart"]}
        notes.append(_SHARE)
    sides: dict[str, dict[str, SidePrice]] = {}
    if counted.hands:
        sides.update({name: _bonuses(question, counted, name) for name in spec.bonus})
    sides.update({name: {"": made} for name, made in _beats(question, counted).items()})
    if spec.pool is not None:
        notes.append(_POOL.format(spec.pool.wager))
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    first = next(iter(spec.bonus), "")
    outcomes = outcomes_of(in_use[first]) if first in in_use else {}
    report = Report(spec.id, "exact", None, in_use, strategy or None, notes=tuple(notes))
    return Priced(report, sides, outcomes=outcomes, wager=first if outcomes else "")
