"""A wager as data: a list of cases, of which the first that holds decides.

The same list is read by the settlement of one round, by the settlement of arrays, by the odds and by the rule sheet.
Each family has conditions of its own; a condition is written once, with operators that mean the same for one round and
for arrays of rounds.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.rules.pays import Pay
from houseway.rules.tables import Table

Truth = Any  # a bool, or an array of bools
Number = Any  # an int, or an array of ints
WHOLE, HALF = Fraction(1), Fraction(1, 2)


class When(ABC):
    """A condition."""

    @abstractmethod
    def holds(self, sight: Any) -> Truth:
        """Whether it holds, for one round or for each of many; what a sight shows is the family's."""

    @abstractmethod
    def text(self) -> str:
        """The condition in words."""

    def hands(self) -> frozenset[str]:
        """The named hands that it looks at."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Always(When):
    """Whatever the cards are."""

    said: str = "otherwise"

    def holds(self, sight: Any) -> Truth:
        del sight
        return True

    def text(self) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class Is(When):
    """What the wager looks at is this: the category of a hand, what became of the pot."""

    value: str
    said: str

    def holds(self, sight: str) -> Truth:
        return sight == self.value

    def text(self) -> str:
        return self.said


@dataclass(frozen=True, slots=True)
class Both(When):
    """Two conditions at once."""

    first: When
    second: When

    def holds(self, sight: Any) -> Truth:
        first = self.first.holds(sight)
        met = first if isinstance(first, bool) else first.any()
        return first & self.second.holds(sight) if met else first  # without the first, cards may lack for the second

    def text(self) -> str:
        return f"{self.first.text()}, and {self.second.text()}"

    def hands(self) -> frozenset[str]:
        return self.first.hands() | self.second.hands()


@dataclass(frozen=True, slots=True)
class Case:
    """When it holds, the wager comes out so: at a price, or by the row of a table that fits (if one does)."""

    when: When
    outcome: str
    pay: Pay | None = None  # none: the wager stays, or the table prices it
    table: Table | None = None
    row: str = field(default="", kw_only=True)  # with a price: the row of the table that it is from, as a path
    lost: Fraction = field(default=WHOLE, kw_only=True)  # part of the stake that a loss takes
    reason: str = field(default="", kw_only=True)  # why, where that is always the same and no price is told
    cite: str = field(default="", compare=False, repr=False, kw_only=True)  # cited for this case

    @property
    def hands(self) -> frozenset[str]:
        """The named hands that the condition looks at."""
        return self.when.hands()

    @property
    def price(self) -> str:
        """What becomes of the stake, in words."""
        if self.pay is None:
            return "stays"
        if self.lost is WHOLE:
            return self.pay.text
        return f"{'half' if self.lost == HALF else f'{float(self.lost):.0%}'} of the stake is lost"


def deciding(cases: Iterable[Case], sight: Any) -> Case:
    """The first case that holds for one round; the last of a wager always does."""
    return next(case for case in cases if case.when.holds(sight))


def masks(cases: Iterable[Case], sight: Any, undecided: Truth) -> Iterator[tuple[Case, Truth]]:
    """Each case with the rounds that it decides, of arrays of rounds; `undecided` are those not decided so far."""
    for case in cases:
        here = undecided & case.when.holds(sight)
        undecided = undecided & ~here
        yield case, here


def told(cases: Iterable[Case]) -> Iterator[tuple[str, str, str]]:
    """Each case as a row of the rule sheet: when it holds, the price, the paragraph."""
    return ((case.when.text(), case.price, case.cite) for case in cases)
