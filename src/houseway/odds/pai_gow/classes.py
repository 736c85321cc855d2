"""What of a pai gow game goes by the ranks of a hand, and by its class of suits where it holds a flush."""

from houseway.cards.text import JOKER
from houseway.hands.columns import Fact
from houseway.odds.suit_classes.stock import Stock
from houseway.odds.suit_symmetry import OF_RANKS, RANKINGS_OF_RANKS
from houseway.play.pai_gow.plan import Plan
from houseway.rules.patterns import Clause, Row, Test

_LENGTHS = (Fact.FLUSH_LENGTH, Fact.STRAIGHT_FLUSH_LENGTH, Fact.ROYAL_LENGTH)
_OF_ALL_SUITS = (Fact.FLUSH_SUITS, Fact.ROYAL_SUITS, Fact.SUITED)
_OF_FLUSHES = (Fact.STRAIGHT_FLUSH, Fact.NOTHING, Fact.IDENTICAL)
_OF_NAMED_SUITS = (Fact.COLOURS, Fact.REDS, Fact.CARDS)


def countable(plan: Plan, stock: Stock) -> bool:
    """Whether the deck is plain, with a joker at most, and suits that go round make no flush."""
    most = -(-plan.game.spec.dealt.cards // 4) + sum(count for _, count in stock.extras)
    plain = max(stock.copies) == 1 and stock.extras in ((), ((JOKER, 1),))
    return plain and most < plan.high.size


def names_suits(test: Test) -> bool:
    """Whether a renaming of suits may change what a test says."""
    return test.fact in _OF_NAMED_SUITS or (test.fact in _OF_ALL_SUITS and test.low != 15)


def by_classes(plan: Plan, clause: Clause, test: Test) -> bool:
    """Whether a test says the same of all hands of a class."""
    if names_suits(test):
        return False
    if test.fact in OF_RANKS or plan.hands[clause.hand].beside:
        return True
    long_enough = test.fact in _LENGTHS and test.low >= plan.high.size and test.high >= 99
    return long_enough or test.fact in _OF_ALL_SUITS or test.fact in _OF_FLUSHES


def rows_by_classes(plan: Plan, rows: tuple[Row, ...]) -> bool:
    """Whether rows say the same of all hands of a class."""
    return all(by_classes(plan, clause, test) for row in rows for clause in row for test in clause.tests)


def set_by_classes(plan: Plan) -> bool:
    """Whether all hands of a class are set alike."""
    return plan.low.name in RANKINGS_OF_RANKS and rows_by_classes(plan, tuple(row.tests for row in plan.house_way))
