"""Patterns: what a pay-table row asks of a hand, compiled to tests on the hand's facts; and whether a hand fits.

A row is named after a category (`straight_flush`, `pair T+`, `natural flush`, `flush_6`) or after a pattern that the
file defines from the fields below. All tests of a pattern must hold.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, Protocol

import msgspec

from houseway.cards.text import RANKS, SUITS, parse_card, parse_rank
from houseway.hands.columns import Fact
from houseway.hands.ranking import Ranking, threshold
from houseway.rules.errors import RuleError, allowed
from houseway.rules.grammar import Count, HandName, Paragraph, Span, means


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row that is not a plain category; all that is stated must hold."""

    category: Annotated[str, means("a category of the list of row names, with its ranks", "pair Q")] = ""
    hand: Annotated[HandName, means("judged on this hand instead of the table's own", "dealer")] = ""
    suit: Annotated[
        str,
        means("the suit of the royal or of all cards: c, d, h, s; `same`: all of one; `house`: the house's", "same"),
    ] = ""
    colour: Annotated[
        Literal["", "one", "red", "black"], means("all cards are of this colour; `one`: of either", "red")
    ] = ""
    ranks: Annotated[str, means("exactly these ranks, in any order", "AKQ")] = ""
    among: Annotated[str, means("every rank is one of these: `T+`, `6-9` or a list", "JQK")] = ""
    contains: Annotated[str, means("holds a card of each of these ranks", "AK")] = ""
    cards: Annotated[tuple[str, ...], means("contains these cards", ["Qh"])] = ()
    identical: Annotated[Count, means("at least this many copies of one card", 2, unit="cards")] = 0
    twins: Annotated[Count, means("at least this many different cards, each with a second copy", 2)] = 0
    natural: Annotated[bool | None, means("true: without wild cards; false: only with them", True)] = None
    wilds: Annotated[Count | None, means("exactly this many wild cards", 1, unit="cards")] = None
    jokers: Annotated[Count | None, means("exactly this many jokers", 1, unit="cards")] = None
    points: Annotated[
        Span | None, means("from and to, each card by its points, ace one, ten and faces ten", [9, 9])
    ] = None
    total: Annotated[
        Span | None, means("from and to, as blackjack counts: an ace eleven where that is not over 21", [20, 20])
    ] = None
    tens: Annotated[Span | None, means("from and to: how many cards count ten", [2, 5], unit="cards")] = None
    low: Annotated[str, means("distinct ranks, none above this one, the ace low", "8")] = ""
    reds: Annotated[Span | None, means("from and to: how many cards are red", [3, 3], unit="cards")] = None
    between: Annotated[
        Span | None,
        means(
            "from and to: the last card's rank lies between those of the others, the ace high, "
            "with so many ranks between them",
            [1, 4],
        ),
    ] = None
    falls: Annotated[
        Span | None, means("from and to: so many ranks from the first card down to the last, the ace low", [1, 12])
    ] = None
    result: Annotated[Literal["", "win", "push", "lose"], means("how the hand fares against the dealer's", "win")] = ""
    also: Annotated["Pattern | None", means("and this holds too", {"suit": "same"})] = None
    declared: Annotated[bool, means("paid only by a choice that ends the hand with this row", True)] = False
    unless: Annotated["Pattern | None", means("and this does not hold", {"category": "royal_flush"})] = None
    each: Annotated[
        tuple[str, ...], means("the pattern stands for several: {} is each of these in turn", ["c", "d", "h", "s"])
    ] = ()
    rule: Paragraph = ""


Bounds = tuple[int, int, int, int]  # fact, mask, least, most


@dataclass(frozen=True, slots=True)
class Test:
    """One comparison on a fact: `any` of the bits, `all` of the bits, or a `range`."""

    fact: Fact
    kind: Literal["any", "all", "range"]
    low: int
    high: int = 0

    def bounds(self) -> Bounds:
        """The test in one form for all kinds: the fact's bits under a mask lie between two numbers."""
        if self.kind == "range":
            return int(self.fact), -1, self.low, self.high
        return int(self.fact), self.low, 1 if self.kind == "any" else self.low, self.low


@dataclass(frozen=True, slots=True)
class Clause:
    """Tests on one hand, read with its wild cards or naturally."""

    hand: str
    natural: bool
    tests: tuple[Test, ...]
    forbidden: bool = False  # the clause must not hold
    ranks: tuple[int, ...] = ()  # exactly these ranks, if any are given
    bounds: tuple[Bounds, ...] = field(init=False, compare=False, repr=False)  # of the tests

    def __post_init__(self) -> None:
        object.__setattr__(self, "bounds", tuple(test.bounds() for test in self.tests))


Row = tuple[Clause, ...]


def may_fit(row: Row) -> bool:
    """Whether some cards may fit a row; not if only a choice awards it."""
    return not any(test.kind == "range" and test.low > test.high for clause in row for test in clause.tests)


def takes_all(row: Row, other: Row) -> bool:
    """Whether every hand that fits the other row fits this one, as far as their tests alone tell it."""
    return all(any(_holds_with(clause, known) for known in other) for clause in row)


def _holds_with(clause: Clause, known: Clause) -> bool:
    if clause.forbidden or known.forbidden:
        return clause == known
    alike = (clause.hand, clause.natural) == (known.hand, known.natural) and clause.ranks in ((), known.ranks)
    return alike and all(any(_follows(test, given) for given in known.tests) for test in clause.tests)


def _follows(test: Test, given: Test) -> bool:
    """Whether a test holds wherever another one does."""
    if test.fact != given.fact or (test.kind == "range") != (given.kind == "range"):
        return False
    if test.kind == "range":
        return test.low <= given.low and given.high <= test.high
    if test.kind == "any" and given.kind == "all":
        return bool(test.low & given.low)
    return test.kind == given.kind and not (given.low & ~test.low if test.kind == "any" else test.low & ~given.low)


RESULTS = {"lose": 1, "push": 2, "win": 4}  # as the fact holds them
_ALL = (1 << 13) - 1
_ACE = 1 << 12
# Every row name that needs no pattern, and when it holds. Ranks follow the name: `pair Q`, `pair T+`, `pair 6-9`.
ROW_NAMES = {
    "pair": "two cards of one rank, or more: three queens are also `pair Q`, so a row for them stands before it",
    "three_of_a_kind": "three of one rank, or more",
    "four_of_a_kind": "four of one rank, or more",
    "five_of_a_kind": "five of one rank, wild cards or several decks among them",
    "six_of_a_kind": "six of one rank",
    "full_house": "three of one rank and two of another; ranks: of the three",
    "two_pair": "two pairs of different ranks; ranks: of the higher",
    "three_pair": "three pairs of different ranks",
    "straight": "as many ranks in a row as the hand has cards, or its `length`; ranks: of the highest",
    "flush": "as many cards of one suit; ranks: the highest card is at least this",
    "straight_flush": "both at once; ranks: of the highest",
    "royal_flush": "a straight flush up to the ace",
    "suited": "all cards of one suit",
    "high": "none of pair, straight and flush; ranks: of the highest card",
    "five_wilds": "five wild cards",
    "three_aces": "three_of_a_kind A",
    "four_aces": "four_of_a_kind A",
    "five_aces": "five_of_a_kind A",
    "connectors": "straight",
    "suited_connectors": "straight_flush",
    "flush_N": "N cards of one suit, or more: `flush_4`",
    "straight_N": "N ranks in a row, or more",
    "straight_flush_N": "N ranks in a row in one suit, or more",
    "royal_flush_N": "N cards of one suit down from the ace, or more",
    "run_N": "N ranks in a row, or more, round the corner from king over ace to two",
    "other": "always",
}
_CATEGORIES: dict[str, Fact] = {
    "pair": Fact.TWO_ALIKE,
    "three_of_a_kind": Fact.THREE_ALIKE,
    "four_of_a_kind": Fact.FOUR_ALIKE,
    "five_of_a_kind": Fact.FIVE_ALIKE,
    "six_of_a_kind": Fact.SIX_ALIKE,
    "full_house": Fact.FULL_HOUSE,
    "two_pair": Fact.TWO_PAIR,
    "straight": Fact.STRAIGHT,
    "straight_flush": Fact.STRAIGHT_FLUSH,
}
_ALIASES = {
    "three_aces": "three_of_a_kind A",
    "four_aces": "four_of_a_kind A",
    "five_aces": "five_of_a_kind A",
    "connectors": "straight",
    "suited_connectors": "straight_flush",
}
_LENGTHS = {
    "flush": Fact.FLUSH_LENGTH,
    "straight_flush": Fact.STRAIGHT_FLUSH_LENGTH,
    "straight": Fact.RUN_LENGTH,
    "run": Fact.CIRCLE_LENGTH,
    "royal_flush": Fact.ROYAL_LENGTH,
}


def rank_mask(text: str) -> int:
    """Ranks as a mask: `T+` (and up), `6-9`, `A`, `JQK`."""
    if text.endswith("+"):
        return _ALL & ~((1 << parse_rank(text[:-1])) - 1)
    first, dash, last = text.partition("-")
    if dash:
        low, high = parse_rank(first), parse_rank(last)
        return (1 << high + 1) - (1 << low)
    return sum(1 << parse_rank(rank) for rank in text)


def _category_tests(text: str) -> list[Test]:
    text = _ALIASES.get(text, text)
    name, _, ranks = text.partition(" ")
    mask = rank_mask(ranks) if ranks else _ALL
    stem, _, length = name.rpartition("_")
    if length.isdecimal() and stem in _LENGTHS:
        if not 1 <= int(length) <= len(RANKS):
            raise RuleError(f"no hand is {text!r}: lengths are 1 to {len(RANKS)}")
        return [Test(_LENGTHS[stem], "range", int(length), 99)]
    if name == "high":
        tests = [Test(Fact.NOTHING, "range", 1, 1)]
        if ranks:
            tests.append(Test(Fact.TOP, "range", (mask & -mask).bit_length() - 1, mask.bit_length() - 1))
        return tests
    if name == "royal_flush":
        return [Test(Fact.ROYAL_SUITS, "any", 15)]
    if name == "flush":
        tests = [Test(Fact.FLUSH_SUITS, "any", 15)]
        return tests + [Test(Fact.TOP, "range", (mask & -mask).bit_length() - 1, 12)] if ranks else tests
    if name == "suited":
        return [Test(Fact.SUITED, "any", 15)]
    if name == "three_pair":
        return [Test(Fact.THREE_PAIR, "range", 1, 9)]
    if name == "five_wilds":
        return [Test(Fact.WILDS, "range", 5, 99)]
    if name in _CATEGORIES:
        return [Test(_CATEGORIES[name], "any", mask)]
    raise RuleError(f"{text!r} is neither a pattern of the file nor a category; {allowed(name, ROW_NAMES)}")


def _suit_mask(suit: str, house_suit: str) -> int:
    name = house_suit if suit == "house" else suit
    if name not in SUITS or len(name) != 1:
        raise RuleError(f"suit must be one of {SUITS}, same or house, not {suit!r}")
    return 1 << SUITS.index(name)


def _own_tests(pattern: Pattern, house_suit: str) -> list[Test]:
    tests = _category_tests(pattern.category) if pattern.category else []
    if pattern.declared:
        tests.append(Test(Fact.TOP, "range", 1, 0))  # no hand has it by itself
    if pattern.suit:
        royal = pattern.category == "royal_flush"
        mask = 15 if pattern.suit == "same" else _suit_mask(pattern.suit, house_suit)
        tests.append(Test(Fact.ROYAL_SUITS if royal else Fact.SUITED, "any", mask))
    if pattern.colour:
        tests.append(Test(Fact.COLOURS, "any", {"one": 3, "black": 1, "red": 2}[pattern.colour]))
    if pattern.cards:
        tests.append(Test(Fact.CARDS, "all", sum(1 << parse_card(card) for card in pattern.cards)))
    if pattern.identical:
        tests.append(Test(Fact.IDENTICAL, "range", pattern.identical, 99))
    if pattern.twins:
        tests.append(Test(Fact.TWINS, "range", pattern.twins, 99))
    for fact, exact in ((Fact.WILDS, pattern.wilds), (Fact.JOKERS, pattern.jokers)):
        if exact is not None:
            tests.append(Test(fact, "range", exact, exact))
    for fact, bounds in (
        (Fact.POINTS, pattern.points),
        (Fact.TOTAL, pattern.total),
        (Fact.REDS, pattern.reds),
        (Fact.TENS, pattern.tens),
        (Fact.BETWEEN, pattern.between),
        (Fact.FALL, pattern.falls),
    ):
        if bounds is not None:
            tests.append(Test(fact, "range", *bounds))
    if pattern.contains:
        tests.append(Test(Fact.RANKS, "all", rank_mask(pattern.contains)))
    if pattern.result:
        tests.append(Test(Fact.RESULT, "any", RESULTS[pattern.result]))
    if pattern.low:
        tests.append(Test(Fact.LOW, "range", 0, (parse_rank(pattern.low) + 1) % 13))
    return tests


def compile_pattern(pattern: Pattern, hand: str, house_suit: str = "s") -> Row:
    """The clauses of a pattern judged on `hand` unless it names its own."""
    hand = pattern.hand or hand
    tests = tuple(_own_tests(pattern, house_suit))
    ranks = tuple(sorted(RANKS.index(rank) for rank in pattern.ranks)) if pattern.ranks else ()
    clauses = [Clause(hand, pattern.natural is True, tests, ranks=ranks)]
    if pattern.among:
        excluded = _ALL & ~rank_mask(pattern.among)
        clauses.append(Clause(hand, False, (Test(Fact.RANKS, "any", excluded),), forbidden=True))
    if pattern.natural is False:
        clauses.append(Clause(hand, True, tests, forbidden=True, ranks=ranks))
    if pattern.also is not None:
        clauses.extend(compile_pattern(pattern.also, hand, house_suit))
    if pattern.unless is not None:
        clauses.append(_barring(pattern.unless, hand, house_suit))
    return tuple(clauses)


def _barring(pattern: Pattern, hand: str, house_suit: str) -> Clause:
    """The one clause of a pattern, turned round."""
    clauses = compile_pattern(pattern, hand, house_suit)
    if len(clauses) != 1:
        raise RuleError("`unless` takes a pattern without among, also, unless and natural = false")
    return replace(clauses[0], forbidden=True)


def compile_row(name: str, patterns: dict[str, Pattern], hand: str, house_suit: str = "s") -> Row:
    """The clauses of a pay-table row: a pattern of the file, or a category with `natural` or `wild` before it."""
    if name in patterns:
        return compile_pattern(patterns[name], hand, house_suit)
    if name == "other":
        return ()
    first, _, rest = name.partition(" ")
    if first in ("natural", "wild"):
        return compile_pattern(Pattern(category=rest, natural=first == "natural"), hand, house_suit)
    return compile_pattern(Pattern(category=name), hand, house_suit)


class View(Protocol):
    """A seat's sight of the table: cards and facts of each named hand."""

    def cards(self, hand: str) -> tuple[int, ...]: ...

    def facts(self, hand: str, natural: bool) -> list[int]: ...


def fits(row: Row, view: View) -> bool:
    """Whether all clauses of a row hold."""
    for clause in row:  # plain loops: this is the innermost work of a settlement
        holds = True
        if clause.bounds:
            facts = view.facts(clause.hand, clause.natural)
            for fact, mask, least, most in clause.bounds:
                if not least <= facts[fact] & mask <= most:
                    holds = False
                    break
        if holds and clause.ranks:
            holds = tuple(sorted(card >> 2 for card in view.cards(clause.hand))) == clause.ranks
        if holds is clause.forbidden:
            return False
    return True


def least_value(text: str, ranking: Ranking | None) -> int:
    """The least value that `category ranks` allows, e.g. `pair 8`, `high AK`, `flush_3 9`, `low 8`; 0 for no text."""
    if not text:
        return 0
    if ranking is None:
        raise RuleError("the hand has no ranking by which it could be this")
    name, _, ranks = text.partition(" ")
    if name not in ranking.categories:
        raise RuleError(f"{ranking.name} has no category {name!r}; {allowed(name, ranking.categories)}")
    if any(rank not in RANKS for rank in ranks):
        raise RuleError(f"{ranks!r} are not ranks; ranks are written {RANKS}, as in 'pair 8' or 'high AK'")
    return threshold(ranking, name, *(RANKS.index(rank) for rank in ranks))
