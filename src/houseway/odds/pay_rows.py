"""Where the rows of a pay table hold, on many deals at once."""

from typing import Protocol

import numpy as np

from houseway.odds.arrays import Cards, Flags, Ints
from houseway.rules.patterns import Row, Test


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
