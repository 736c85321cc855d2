"""What of the cards a set of pay-table rows looks at: which hands, whether suits matter, and which suits are named."""

from collections.abc import Iterable, Mapping, Sequence

from houseway.hands.columns import Fact
from houseway.odds.suit_classes.stock import ANY_SUIT, NO_SUITS, Blocks
from houseway.play.house_poker.plan import HandPlan
from houseway.rules.patterns import Row, Test

OF_RANKS = frozenset(
    {
        Fact.COUNT, Fact.WILDS, Fact.JOKERS, Fact.TWO_ALIKE, Fact.THREE_ALIKE, Fact.FOUR_ALIKE, Fact.FIVE_ALIKE,
        Fact.SIX_ALIKE, Fact.FULL_HOUSE, Fact.TWO_PAIR, Fact.THREE_PAIR, Fact.STRAIGHT, Fact.RUN_LENGTH,
        Fact.CIRCLE_LENGTH, Fact.RANKS, Fact.TOP, Fact.POINTS, Fact.LOW, Fact.TOTAL,
    }
)  # fmt: skip
_OF_SUITS = frozenset({Fact.COUNT, Fact.FLUSH_SUITS, Fact.FLUSH_LENGTH, Fact.SUITED, Fact.COLOURS, Fact.REDS})
_OF_FLUSHES = frozenset({Fact.FLUSH_SUITS, Fact.STRAIGHT_FLUSH, Fact.ROYAL_SUITS, Fact.NOTHING})
_OF_NAMED_SUITS = (Fact.ROYAL_SUITS, Fact.FLUSH_SUITS, Fact.SUITED)
RANKINGS_OF_RANKS = frozenset({"one_card", "two_card", "points_high", "points_low", "run_length", "low_a5"})
_GROWING = frozenset(
    {
        Fact.TWO_ALIKE, Fact.THREE_ALIKE, Fact.FOUR_ALIKE, Fact.FIVE_ALIKE, Fact.SIX_ALIKE, Fact.FULL_HOUSE,
        Fact.STRAIGHT, Fact.STRAIGHT_FLUSH, Fact.ROYAL_SUITS, Fact.FLUSH_SUITS, Fact.CARDS, Fact.RANKS,
    }
)  # fmt: skip


def hands_in(rows: Iterable[Row]) -> frozenset[str]:
    """The hands that some rows are judged on."""
    return frozenset(clause.hand for row in rows for clause in row)


def _tests(rows: Iterable[Row]) -> list[Test]:
    return [test for row in rows for clause in row for test in clause.tests]


def interchangeable(rows: Iterable[Row], ranked: Iterable[HandPlan] = ()) -> Blocks:
    """The suits that may be renamed with no change to any row or ranking; none at all: suits do not count."""
    tests = _tests(rows)
    if all(test.fact in OF_RANKS for test in tests) and all(
        hand.ranking is not None and hand.ranking.name in RANKINGS_OF_RANKS for hand in ranked
    ):
        return NO_SUITS
    marks: list[list[bool]] = [[] for _ in range(4)]
    for test in tests:
        if test.fact in _OF_NAMED_SUITS and test.low != 15:
            named = [bool(test.low >> suit & 1) for suit in range(4)]
        elif test.fact in (Fact.COLOURS, Fact.REDS):
            named = [suit in (1, 2) for suit in range(4)]
        elif test.fact == Fact.CARDS:
            for suit in range(4):
                marks[suit] += [bool(test.low >> (4 * rank + suit) & 1) for rank in range(13)]
            continue
        else:
            continue
        for suit in range(4):
            marks[suit].append(named[suit])
    groups: dict[tuple[bool, ...], list[int]] = {}
    for suit in range(4):
        groups.setdefault(tuple(marks[suit]), []).append(suit)
    return tuple(tuple(group) for group in groups.values()) if len(groups) > 1 else ANY_SUIT


def flush_length(rows: Sequence[Row], hands: Mapping[str, HandPlan]) -> int:
    """The cards of one suit from which on rows look at suits at all; 0: they look at every suit."""
    if any(test.fact not in OF_RANKS | _OF_FLUSHES for test in _tests(rows)):
        return 0
    looked_at = [hands[name] for name in hands_in(rows)]
    if any(hand.wild_ranks or hand.draws or hand.plays_of for hand in looked_at):
        return 0
    return min(hand.length for hand in looked_at)


def suits_alone(rows: Iterable[Row]) -> bool:
    """Whether no row looks at a rank."""
    clauses = [clause for row in rows for clause in row]
    return all(test.fact in _OF_SUITS for clause in clauses for test in clause.tests) and not any(
        clause.ranks for clause in clauses
    )


def grows(test: Test) -> bool:
    """Whether more cards can only help a test to hold."""
    return test.fact in _GROWING or (test.kind == "range" and test.high >= 99)
