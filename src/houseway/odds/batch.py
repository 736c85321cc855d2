"""Many rounds of house poker at once: the settlement of one seat as arrays, from the same plan as single rounds.

Every function answers for a hand that was played to the end; what a fold does is the caller's to apply.
"""

from collections.abc import Mapping
from typing import Protocol

import numpy as np
import numpy.typing as npt

from houseway.hands.columns import FACTS, Fact
from houseway.hands.facts import DEAD, facts_kernel
from houseway.odds.prices import block_base, worth
from houseway.play.house_poker.plan import HandPlan, Part, Plan, Result, WagerPlan, on_hand
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Outcome
from houseway.rules.patterns import Row, Test
from houseway.rules.pays import LOSE, Pay
from houseway.rules.tables import Table

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def holds_in(test: Test, facts: Ints) -> Flags:
    """One test of a pattern on every row of facts."""
    column = facts[:, test.fact]
    if test.kind == "range":
        return (test.low <= column) & (column <= test.high)
    shown: Ints = column & test.low
    flags: Flags = shown != 0 if test.kind == "any" else shown == test.low
    return flags


class View(Protocol):
    """Many deals at once as pay-table rows look at them."""

    size: int

    def cards(self, hand: str) -> Cards: ...

    def facts(self, hand: str, natural: bool) -> Ints: ...


def rows_that_fit(row: Row, view: View) -> Flags:
    """Where all clauses of a pay-table row hold."""
    held = np.ones(view.size, np.bool_)
    for clause in row:
        own = np.ones(view.size, np.bool_)
        for test in clause.tests:
            own &= holds_in(test, view.facts(clause.hand, clause.natural))
        if clause.ranks:
            wanted = np.array(clause.ranks, np.uint8)
            own &= (np.sort(view.cards(clause.hand) >> 2, axis=1) == wanted).all(axis=1)
        held &= ~own if clause.forbidden else own
    return held


class Batch:
    """N rounds of one seat: the cards of each pile, dealt in full, as arrays of N rows."""

    def __init__(self, plan: Plan, piles: Mapping[str, Cards], meters: Mapping[str, float] | None = None) -> None:
        self.plan = plan
        self.piles = piles
        self.size = len(next(iter(piles.values())))
        self.meters = dict(meters or {})
        self._cards: dict[str, Cards] = {}
        self._values: dict[str, Ints] = {}
        self._facts: dict[tuple[str, bool], Ints] = {}

    def with_piles(self, piles: Mapping[str, Cards]) -> "Batch":
        """The same rounds with other cards."""
        return Batch(self.plan, piles, self.meters)

    def _part(self, part: Part) -> Cards:
        cards = self.piles[part.pile]
        return cards if part.whole else cards[:, part.start : part.stop]

    def cards(self, hand: str) -> Cards:
        """The cards of a named hand."""
        if hand not in self._cards:
            parts = [self._part(part) for part in self.plan.hands[hand].parts]
            self._cards[hand] = np.ascontiguousarray(np.concatenate(parts, axis=1)) if len(parts) > 1 else parts[0]
        return self._cards[hand]

    def value(self, hand: str) -> Ints:
        """The ranking's value of a named hand."""
        if hand not in self._values:
            ranking = self.plan.hands[hand].ranking
            assert ranking is not None
            self._values[hand] = ranking.rank(np.ascontiguousarray(self.cards(hand)))
        return self._values[hand]

    def facts(self, hand: str, natural: bool = False) -> Ints:
        """The facts of a named hand, with its wild cards or without."""
        key = (hand, natural)
        if key not in self._facts:
            plan = self.plan.hands[hand]
            wild_ranks, joker = (0, DEAD) if natural else (plan.wild_ranks, plan.joker)
            out = np.empty((self.size, FACTS), np.int64)
            facts_kernel(self._stood_in(plan), plan.length, wild_ranks, joker, plan.wheel, out)
            self._facts[key] = out
        return self._facts[key]

    def _stood_in(self, hand: HandPlan) -> Cards:
        cards = np.ascontiguousarray(self.cards(hand.name))
        if not hand.stand_in:
            return cards
        if hand.stand_in not in self.piles:
            raise RuleError(f"{hand.name} needs the pile {hand.stand_in}", f"piles.{hand.stand_in}")
        return np.where((cards == 52) | (cards == 53), self.piles[hand.stand_in][:, :1], cards).astype(np.uint8)

    def fits(self, row: Row) -> Flags:
        """Where all clauses of a pay-table row hold."""
        return rows_that_fit(row, self)

    def decisive(self, table: Table) -> npt.NDArray[np.int16]:
        """The index of the row that decides, -1 where none does; among several the best paid if the table says so."""
        decided = np.full(self.size, -1, np.int16)
        rows = list(enumerate(table.rows))
        if table.block.award == "best":
            rows.sort(key=lambda item: self._price(item[1].pays[0], table, False, ""), reverse=True)
        for index, row in rows:
            open_now = decided < 0
            if not open_now.any():
                break
            decided[open_now & self.fits(row.clauses)] = index
        return decided

    def _price(self, pay: Pay, table: Table | None, taken: bool, meter: str, commission: float = 0) -> float:
        base = block_base(table.block, table.id) if table else 1.0
        return worth(pay, taken=taken, base=base, meter=meter, commission=commission).at(self.meters)

    def by_table(self, wager: WagerPlan, table: Table, margin: Ints | None = None) -> tuple[Floats, Flags]:
        """Net per unit by a pay table, and where it has a price."""
        decided = self.decisive(table)
        nets, priced = np.zeros(self.size), np.zeros(self.size, np.bool_)
        words = wager.words
        for index, row in enumerate(table.rows):
            here = decided == index
            if not here.any():
                continue
            keys = np.unique(margin[here]) if margin is not None else [None]
            for key in keys:
                pay = table.price(row, None if key is None else int(key))
                if pay is not None:
                    where = here if margin is None else here & (margin == key)
                    nets[where] = self._price(pay, table, wager.taken, words.meter, words.commission)
                    priced |= where
        return nets, priced

    def _result(self, wager: WagerPlan, result: Result) -> Floats:
        words = wager.words

        def flat(pay: Pay) -> float:
            return self._price(pay, None, wager.taken, words.meter, words.commission)

        nets = np.full(self.size, flat(result.price))
        if result.at_least is not None:
            nets[self.value(words.hand) < result.at_least] = flat(result.below)
        if result.table is not None:
            margin = self.margin(wager) if result.table.block.by == "margin" else None
            by_table, priced = self.by_table(wager, result.table, margin)
            if result.stake_lost:
                by_table = np.where(by_table > 0, by_table - 1, by_table)
            nets = np.where(priced, by_table, nets)
        return nets

    def margin(self, wager: WagerPlan) -> Ints:
        """By how many categories the hand is above its opponent's."""
        ranking = self.plan.hands[wager.words.hand].ranking
        assert ranking is not None
        mine, theirs = self.value(wager.words.hand), self.value(wager.words.against)
        return (mine >> ranking.shift) - (theirs >> ranking.shift)

    def _compared(self, wager: WagerPlan) -> Floats:
        words = wager.words
        mine, theirs = self.value(words.hand), self.value(words.against)
        nets = np.where(
            mine > theirs, self._result(wager, wager.results["win"]), self._result(wager, wager.results["lose"])
        )
        ties = mine == theirs
        nets = np.where(ties, self._result(wager, wager.results["tie"]), nets)
        if isinstance(words.tie, Outcome) and (words.tie.lost_from is not None or words.tie.lost_to is not None):
            total = self.facts(words.hand, True)[:, Fact.POINTS]
            lost = (
                total >= words.tie.lost_from if words.tie.lost_from is not None else total <= (words.tie.lost_to or 0)
            )
            nets = np.where(ties & lost, -1.0, nets)
        opponent = self.plan.hands[words.against]
        if opponent.threshold is not None and "unqualified" in wager.results:
            unqualified = theirs < opponent.threshold
            nets = np.where(unqualified, self._result(wager, wager.results["unqualified"]), nets)
        return nets

    def _bad_beat(self, wager: WagerPlan, table: Table) -> Floats:
        words = wager.words
        mine, theirs = self.value(words.hand), self.value(words.against)
        assert wager.bad_beat is not None
        beaten = (np.minimum(mine, theirs) >= wager.bad_beat) & (mine != theirs)
        own, own_priced = self.by_table(wager, table)
        other, other_priced = self.by_table(wager, on_hand(table, words.hand, words.against))
        paid = np.where(mine < theirs, np.where(own_priced, own, -1.0), np.where(other_priced, other, -1.0))
        return np.where(beaten, paid, self._price(LOSE, None, wager.taken, ""))

    def nets(self, name: str) -> Floats:
        """Net per unit of a wager whose hand was played to the end; a bonus on another wager is per unit of that."""
        wager = self.plan.wagers[name]
        words = wager.words
        if words.best_of:
            raise RuleError(f"{name} hangs on the other hands of the table", f"wagers.{name}")
        if words.all_win:
            won = np.ones(self.size, np.bool_)
            for other in words.all_win:
                won &= self.nets(other) > 0
            return np.where(won, self._result(wager, wager.results["win"]), self._result(wager, wager.results["lose"]))
        nets = self._judged(wager)
        if words.on or words.coupon:
            return np.maximum(nets, 0.0)
        return nets

    def _judged(self, wager: WagerPlan) -> Floats:
        words = wager.words
        if wager.bad_beat is not None and wager.table is not None:
            return self._bad_beat(wager, wager.table)
        if wager.at_least is not None:
            enough = self.value(words.hand) >= wager.at_least
            return np.where(
                enough, self._result(wager, wager.results["win"]), self._result(wager, wager.results["lose"])
            )
        if wager.table is None:
            return self._compared(wager)
        nets, priced = self.by_table(wager, wager.table)
        if priced.all():
            return nets
        if wager.otherwise is not None:
            rest: Floats | float = self._price(wager.otherwise, None, wager.taken, words.meter)
        else:
            rest = self._compared(wager) if words.against else -1.0
        return np.where(priced, nets, rest)
