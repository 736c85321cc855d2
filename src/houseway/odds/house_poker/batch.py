"""Many rounds of house poker at once: the settlement of one seat as arrays, from the same plan as single rounds.

Every function answers for a hand that was played to the end; what a fold does is the caller's to apply.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from houseway.cards.text import BLANK, JOKER
from houseway.hands.columns import DEAD, Fact
from houseway.hands.facts import facts_array
from houseway.odds.arrays import Cards as Cards
from houseway.odds.arrays import Flags as Flags
from houseway.odds.arrays import Floats as Floats
from houseway.odds.arrays import Ints as Ints
from houseway.odds.pay_rows import rows_that_fit
from houseway.odds.payoff import block_base, payoff
from houseway.play.house_poker.cases import Case
from houseway.play.house_poker.plan import HandPlan, Part, Plan, WagerPlan
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row
from houseway.rules.pays import Pay
from houseway.rules.tables import Table, TableRow


class Batch:
    """N rounds of one seat: the cards of each pile, dealt in full, as arrays of N rows."""

    def __init__(
        self,
        plan: Plan,
        piles: Mapping[str, Cards],
        meters: Mapping[str, float] | None = None,
        held: Cards | None = None,
        selected: Sequence[int] = (),
        made: Collection[str] | None = None,
        parts: Mapping[str, Cards] | None = None,
        hands: Mapping[str, Cards] | None = None,
    ) -> None:
        self.plan = plan
        self.parts = parts or {}  # how the dealer set his cards
        self.piles = piles
        self.held = held  # what the seat still holds of its cards; None: all of them
        # Before the deal all places are alike: the first stand for those that a seat selects, unless it says which.
        self.selected = [place - 1 for place in selected] or list(range(plan.selects))
        self._made = made  # the wagers of the seat; None: every wager
        self.size = len(next(iter(piles.values())))
        self.meters = dict(meters or {})
        self._cards = dict(hands or {})  # those that are given, wherever their cards lie
        self._values: dict[str, Ints] = {}
        self._facts: dict[tuple[str, bool], Ints] = {}

    def _part(self, part: Part, held_only: bool = False) -> Cards:
        if part.name and part.pile == "dealer" and part.name in self.parts:
            return self.parts[part.name]
        if part.name:
            raise RuleError(f"{part.pile}.{part.name} is a part of a setting, which arrays do not know", "hands")
        if self.held is not None and part.whole and part.pile == "player":
            return self.held
        cards = self.piles[part.pile]
        if part.selected:
            return cards[:, self.selected]
        some = cards if part.whole else cards[:, part.start : part.stop]
        if self.held is None or not held_only or part.pile != "player":
            return some
        still = (some[:, :, None] == self.held[:, None, :]).any(axis=2)
        return np.where(still, some, np.uint8(BLANK))

    def cards(self, hand: str) -> Cards:
        if hand not in self._cards:
            plan = self.plan.hands[hand]
            parts = [self._part(part, plan.held) for part in plan.parts]
            parts += [self.played(other) for other in plan.plays_of]
            parts += [self._one_of(plan)] if plan.one_of else []
            self._cards[hand] = np.ascontiguousarray(np.concatenate(parts, axis=1)) if len(parts) > 1 else parts[0]
        return self._cards[hand]

    def _one_of(self, plan: HandPlan) -> Cards:
        """The strongest or weakest of some hands; of equals the first as the strongest, the last as the weakest."""
        values = np.stack([self.value(hand) for hand in plan.one_of])
        last = len(values) - 1
        chosen = last - values[::-1].argmin(axis=0) if plan.weakest else values.argmax(axis=0)
        found: Cards = np.stack([self.cards(hand) for hand in plan.one_of])[chosen, np.arange(self.size)]
        return found

    def played(self, hand: str) -> Cards:
        """The cards of a hand that make its value: of several choices the first."""
        ranking = self.plan.hands[hand].ranking
        assert ranking is not None
        cards = self.cards(hand)
        choices = list(combinations(range(cards.shape[1]), ranking.size))
        values = np.stack([ranking.rank(np.ascontiguousarray(cards[:, list(choice)])) for choice in choices])
        return np.take_along_axis(cards, np.array(choices)[values.argmax(axis=0)], axis=1)

    def value(self, hand: str) -> Ints:
        if hand not in self._values:
            ranking = self.plan.hands[hand].ranking
            assert ranking is not None
            self._values[hand] = ranking.rank(np.ascontiguousarray(self.cards(hand)))
        return self._values[hand]

    def assume(self, hand: str, values: Ints) -> None:
        """From here on a hand has these values, whatever its cards are."""
        self._values[hand] = values

    def facts(self, hand: str, natural: bool = False) -> Ints:
        """The facts of a named hand, with its wild cards or without."""
        key = (hand, natural)
        if key not in self._facts:
            plan = self.plan.hands[hand]
            wild_ranks, joker = (0, DEAD) if natural else (plan.wild_ranks, plan.joker)
            self._facts[key] = facts_array(self._stood_in(plan), plan.length, wild_ranks, joker, plan.wheel)
        return self._facts[key]

    def _stood_in(self, hand: HandPlan) -> Cards:
        cards = np.ascontiguousarray(self.cards(hand.name))
        if hand.draws:
            cards = np.concatenate([cards, np.full((len(cards), hand.draws), JOKER, np.uint8)], axis=1)
        if not hand.stand_in:
            return cards
        if hand.stand_in not in self.piles:
            raise RuleError(f"{hand.name} needs the pile {hand.stand_in}", f"piles.{hand.stand_in}")
        return np.where((cards == 52) | (cards == 53), self.piles[hand.stand_in][:, :1], cards).astype(np.uint8)

    def fits(self, row: Row) -> Flags:
        return rows_that_fit(row, self)

    def in_order(self, table: Table) -> list[tuple[int, TableRow]]:
        rows = list(enumerate(table.rows))
        if table.block.award == "best":
            rows.sort(key=lambda item: self._price(item[1].pays[0], table, False, ""), reverse=True)
        return rows

    def decisive(self, table: Table) -> npt.NDArray[np.int16]:
        """The index of the row that decides, -1 where none does; among several the best paid if the table says so."""
        decided = np.full(self.size, -1, np.int16)
        for index, row in self.in_order(table):
            open_now = decided < 0
            if not open_now.any():
                break
            decided[open_now & self.fits(row.clauses)] = index
        return decided

    def _price(self, pay: Pay, table: Table | None, stake_kept: bool, meter: str, commission: float = 0) -> float:
        base = block_base(table.block, table.id) if table else 1.0
        return payoff(pay, stake_kept=stake_kept, base=base, meter=meter, commission=commission).at(self.meters)

    def points(self, hand: str) -> Ints:
        return self.facts(hand, True)[:, Fact.POINTS]

    def one_colour(self, *hands: str) -> Flags:
        suits = np.concatenate([self.cards(hand) & 3 for hand in hands], axis=1)
        red = (suits == 1) | (suits == 2)
        flags: Flags = red.all(axis=1) | ~red.any(axis=1)
        return flags

    def folded(self) -> Flags:
        """No hand here is folded: what a fold does is the caller's to apply."""
        return np.zeros(self.size, np.bool_)

    def bust(self) -> Flags:
        """Hands of arrays are not set, so none fails to be."""
        return np.zeros(self.size, np.bool_)

    def dealer_bust(self) -> Flags:
        """The dealer's neither."""
        return np.zeros(self.size, np.bool_)

    def made(self, wager: str) -> Flags:
        """A hand that was played to the end made every wager."""
        return np.full(self.size, self._made is None or wager in self._made)

    def acted(self, verb: str) -> Flags:
        """A hand that is worth claiming is claimed."""
        del verb
        return np.ones(self.size, np.bool_)

    def won(self, wager: str) -> Flags:
        return self.nets(wager) > 0

    def by_table(self, wager: WagerPlan, table: Table, margin: Ints | None = None) -> tuple[Floats, Flags]:
        """Net per unit by a pay table, and where it has a price."""
        decided = self.decisive(table)
        nets, priced = np.zeros(self.size), np.zeros(self.size, np.bool_)
        for index, row in enumerate(table.rows):
            here = decided == index
            if not here.any():
                continue
            keys = np.unique(margin[here]) if margin is not None else [None]
            for key in keys:
                pay = table.price(row, None if key is None else int(key))
                if pay is not None:
                    where = here if margin is None else here & (margin == key)
                    nets[where] = self._price(pay, table, wager.stake_kept, wager.spec.meter, wager.rate)
                    priced |= where
        return nets, priced

    def _margin(self, case: Case) -> Ints | None:
        """By how many categories a hand is above its opponent's, where prices go by that."""
        if case.margin is None:
            return None
        ranking = self.plan.hands[case.margin[0]].ranking
        assert ranking is not None
        mine, theirs = (self.value(hand) >> ranking.shift for hand in case.margin)
        return mine - theirs

    def nets(self, name: str) -> Floats:
        """Net per unit of a wager whose hand was played to the end; a bonus on another wager is per unit of that."""
        wager = self.plan.wagers[name]
        nets, undecided = np.zeros(self.size), np.ones(self.size, np.bool_)
        for case in wager.cases:
            if case.best_of or case.pot:
                raise RuleError(f"{name} depends on the other hands of the table", f"wagers.{name}")
            here: Flags = undecided & case.when.holds(self)
            if not here.any():
                continue
            if case.table is None:
                assert case.pay is not None
                nets[here] = self._price(case.pay, None, wager.stake_kept, wager.spec.meter, wager.rate)
            else:
                paid, priced = self.by_table(wager, case.table, self._margin(case))
                if case.also is not None:
                    second, fits = self.by_table(wager, case.also)
                    paid, priced = np.where(fits, paid + second, paid), priced | fits
                if case.stake_lost:
                    paid = np.where(paid > 0, paid - 1, paid)
                here &= priced
                nets[here] = paid[here]
            undecided &= ~here
            if not undecided.any():
                break
        if wager.spec.paid_on or wager.spec.coupon:
            return np.maximum(nets, 0.0)
        return nets
