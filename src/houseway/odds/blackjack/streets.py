"""Poker after the hands of blackjack, exactly.

A hand is worth the same whichever of its cards were the dealer's, so that a decision depends on the set of three or
four cards seen; each hand of five is reached in twenty orders (five last cards, four before it).
"""

from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards.decks import deck
from houseway.hands.facts import facts_array
from houseway.odds.arrays import Cards, Flags, Ints
from houseway.odds.lines import Line, price_lines
from houseway.odds.pay_rows import rows_that_fit
from houseway.odds.payoff import Payoff, payoff
from houseway.odds.report import SidePrice
from houseway.play.blackjack.plan import Plan
from houseway.rules.blackjack import VIEWS
from houseway.rules.errors import RuleError
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table

Floats = npt.NDArray[np.float64]
_CHUNK = 1 << 17
NOTE = "per unit of the first wager under best play, the later wagers among it; counted over all cards"


class _Hands:
    """Five-card hands as pay-table rows look at them."""

    def __init__(self, held: Cards, length: int) -> None:
        self._held, self.size = held, len(held)
        self._facts = facts_array(held, length)

    def cards(self, hand: str) -> Cards:
        del hand
        return self._held

    def facts(self, hand: str, natural: bool) -> Ints:
        del hand, natural
        return self._facts


@cache
def _sets(size: int) -> Cards:
    """All sets of so many of 52 cards, each in ascending order."""
    return np.array(list(combinations(range(52), size)), np.uint8)


def _number(sets: Cards) -> Ints:
    """The number of each set among those of its size."""
    binomials = np.array([[comb(card, place + 1) for card in range(52)] for place in range(sets.shape[1])], np.int64)
    found: Ints = np.sum([binomials[place, sets[:, place]] for place in range(sets.shape[1])], axis=0, dtype=np.int64)
    return found


def _subsets(size: int) -> Ints:
    """[set, card left out]: the number of the set of one card fewer."""
    sets = _sets(size)
    return np.stack([_number(np.delete(sets, place, axis=1)) for place in range(size)], axis=1)


def _summed(values: Floats, below: Ints, size: int) -> Floats:
    """For each smaller set the sum of `values` over the sets that hold it."""
    weights = np.repeat(values, below.shape[1])
    return np.bincount(below.ravel(), weights=weights, minlength=comb(52, size)).astype(np.float64)


def _rows(table: Table) -> Ints:
    """The row that each five-card hand is paid by, the number of rows where it is none."""
    sets, hand = _sets(5), VIEWS[table.hand]
    found = np.full(len(sets), len(table.rows), np.int64)
    for start in range(0, len(sets), _CHUNK):
        view = _Hands(sets[start : start + _CHUNK], hand.length)
        part = found[start : start + _CHUNK]
        for place, row in enumerate(table.rows):
            here: Flags = rows_that_fit(row.clauses, view) & (part == len(table.rows))
            part[here] = place
    return found


def price_streets(plan: Plan) -> dict[str, dict[str, SidePrice]]:
    """The opening wager of the streets with all that follows it."""
    spec = plan.spec.streets
    assert spec is not None
    table = plan.sides[spec.wager].table
    if sorted(deck(plan.spec.deck)) != list(range(52)) or len(spec.bets) != 2:
        raise RuleError("streets are counted for one deck of 52 cards and two later wagers", "streets")
    nets = [payoff(row.pays[0]).net for row in table.rows] + [payoff(LOSE).net]
    rows = _rows(table)
    fives, fours = _subsets(5), _subsets(4)
    order_4 = _number(_sets(4))
    at_four = _summed(np.array(nets)[rows], fives, 4) * 3 / 48  # the mean of the fifth card, three wagers
    go_4: Flags = at_four > -2
    best_4 = np.maximum(at_four, -2.0)[order_4]  # in the order of the sets
    at_three = _summed(best_4, fours, 3) / 49
    go_3: Flags = at_three > -1
    ways_4 = go_3[fours].sum(axis=1)  # by set of four: sets of three from which the player went on
    reached = np.zeros(comb(52, 4))
    reached[order_4] = ways_4
    played = np.where(go_4, reached, 0.0)[fives].sum(axis=1)  # by hand: the orders in which it was played out
    lines = [
        Line(
            row.name,
            f"{row.pays[0].text} on three wagers",
            Payoff(3 * nets[place]),
            True,
            int(played[rows == place].sum()),
        )
        for place, row in enumerate(table.rows)
    ]
    lost = int(played[rows == len(table.rows)].sum())
    lines += [
        Line("not paid", "three wagers lost", Payoff(-3.0), False, lost),
        Line("fold after the second card", "two wagers lost", Payoff(-2.0), False, int(reached[~go_4].sum()) * 48),
        Line("fold after the first card", "the wager lost", Payoff(-1.0), False, int((~go_3).sum()) * 49 * 48),
    ]
    price = price_lines(lines, comb(52, 5) * 20, {}, table=table.id)
    return {spec.wager: {table.id: replace(price, note=NOTE)}}
