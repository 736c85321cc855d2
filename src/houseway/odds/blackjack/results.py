"""Side bets on how the own hand fares: their chances by the chart, and the game when hands are played for both."""

from dataclasses import replace

import numpy as np

from houseway.hands.columns import FACTS, Fact
from houseway.odds.blackjack.pays import FIRST, Pays
from houseway.odds.blackjack.solve import Rules, best_totals, count_hands
from houseway.odds.blackjack.values import Floats, Ints
from houseway.odds.blackjack.views import Parts, holds
from houseway.rules.blackjack import VIEWS
from houseway.rules.patterns import RESULTS, Row
from houseway.rules.tables import Table

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
