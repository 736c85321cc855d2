"""Side bets that touch the hand: on how it fares, or with winnings that may be moved onto its wager."""

from dataclasses import replace
from itertools import product

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.hands.columns import FACTS, Fact
from houseway.odds.blackjack.dealer import NATURAL
from houseway.odds.blackjack.hands import all_hands
from houseway.odds.blackjack.pays import FIRST, Pays
from houseway.odds.blackjack.solve import Counted, Rules, best_totals, count_hands, splittable
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints
from houseway.odds.blackjack.views import Parts, holds
from houseway.odds.payoff import payoff
from houseway.play.blackjack.table import Seat
from houseway.play.blackjack.totals import card_value
from houseway.play.blackjack.views import SeatView
from houseway.rules.blackjack import VIEWS
from houseway.rules.patterns import RESULTS, Row
from houseway.rules.tables import Table, matching_rows

_FARES = ("lose", "push", "win")  # in the order of the chances that the count gives


def asks_result(row: Row) -> bool:
    """Whether a row asks how the own hand fares, and nothing else."""
    return bool(row) and all(
        VIEWS[clause.hand].judged and not clause.ranks and all(test.fact == Fact.RESULT for test in clause.tests)
        for clause in row
    )


def deciding_rows(table: Table) -> Ints:
    """The row that decides when the hand loses, pushes and wins, -1 for none."""
    facts = np.zeros((len(_FARES), FACTS), np.int64)
    facts[:, Fact.RESULT] = [RESULTS[name] for name in _FARES]
    found = np.full(len(_FARES), -1, np.int64)
    for number, row in enumerate(table.rows):
        here = found < 0
        for clause in row.clauses:
            here &= holds(clause, np.zeros((len(_FARES), 0), np.uint8), facts)
        found[here] = number
    return found


def count_results(table: Table, chances: Floats) -> Parts:
    """A table on the result of the own hand; `chances` are those to lose, to push and to win."""
    rows = deciding_rows(table)
    return [(row, None, float(chances[rows == row].sum())) for row in (*range(len(table.rows)), -1)]


def best_with(rules: Rules, nets: Floats, share: float) -> float:
    """What the wager and a side bet of `share` of it return together when every hand is played for both.

    `nets` are what the side bet nets per unit when the hand loses, pushes and wins.
    """

    def paid(own: Floats) -> Floats:
        """The side bet pays its net above a lost hand's beside what the hand itself does."""
        more: Floats = own + share * (nets[np.sign(own).astype(np.int64) + 1] - nets[0])
        return more

    hands = rules.pays.hands.copy()
    hands[FIRST] = paid(hands[FIRST])
    even = rules.pays.even_money
    both = Pays(hands, paid(rules.pays.natural), None if even is None else paid(even))
    return best_totals(count_hands(replace(rules, pays=both))).mean + share * float(nets[0])


def start_worth(counted: Counted, up: int, one: int, two: int) -> float:
    """What a hand of these two values is worth under best play, insurance aside."""
    rules, hand = counted.rules, all_hands().place(one, two)
    left = rules.shoe - all_hands().counts[hand]
    left[up] -= 1
    natural = float(left[{ACE: TEN, TEN: ACE}[up]] / left.sum()) if up in (ACE, TEN) else 0.0
    if {one, two} == {ACE, TEN}:
        ends = counted.ends[up, hand].copy()
        ends[NATURAL] = natural
        return float(ends @ rules.pays.natural)
    best = float(counted.values[up, hand].max())
    if one == two:
        share = splittable(rules, one)
        best += share * max(float(counted.split_worth[one, up]) - best, 0.0)
    return best - (natural if rules.peeks[up] else 0.0)


def first_card_worth(counted: Counted) -> Floats:
    """[first card, up card] what a unit on the hand is worth before its second card comes."""
    found = np.zeros((VALUES, VALUES))
    for up, one in product(range(VALUES), repeat=2):
        left = counted.rules.shoe.copy()
        left[up] -= 1
        left[one] -= 1
        if left.min() >= 0:
            seconds = [start_worth(counted, up, *sorted((one, two))) if left[two] else 0.0 for two in range(VALUES)]
            found[one, up] = float(left @ np.array(seconds)) / left.sum()
    return found


def count_pressed(table: Table, deck: str, counted: Counted) -> float:
    """What it adds per unit that a bet on the first card and the up card may be pressed with what it wins."""
    each, worths, gain = copies_of_each(deck), first_card_worth(counted), 0.0
    size = sum(each.values())
    for (one, copies), (up, others) in product(each.items(), repeat=2):
        rows = matching_rows(table, SeatView(Seat({}, start=((one,),)), (up,)))
        chance = copies * (others - (one == up)) / (size * (size - 1))
        if rows and chance:
            won = max(payoff(rows[0].pays[0]).net, 0.0)
            gain += chance * won * max(float(worths[card_value(one) - 1, card_value(up) - 1]), 0.0)
    return gain
