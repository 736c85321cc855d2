"""The words every family shares: options, readings, pay tables, mishaps and the head of a game file."""

from functools import cache
from typing import Any, ClassVar, Literal

import msgspec

from houseway.rules.patterns import Pattern

Price = str | int | float


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A statement of a game file: unknown keys are errors, and `rule` is the paragraph it rests on, or `public`."""

    named_by: ClassVar[tuple[str, ...]] = ()  # in a list: the field that is its name, and those that tell it apart


Scalar = bool | int | float | str


class Option(Word, frozen=True, kw_only=True):
    """A choice of the house; a value may patch other statements (`sets.VALUE."path.to.key" = new`)."""

    default: Scalar | dict[str, Any]  # a mapping: a bare value given for it is its first key's
    whole: bool = False  # a mapping given replaces the default's, and the family's engine checks it
    choices: tuple[Scalar, ...] = ()  # empty: any value of the default's type
    parts: dict[str, tuple[Scalar, ...]] = {}  # of a mapping: the values that these keys may take
    at_least: int | float | None = None
    at_most: int | float | None = None
    sets: dict[str, dict[str, Any]] = {}
    writes: dict[str, str] = {}  # path -> text in which {} is the value, e.g. "{} to 1"
    rule: str = ""
    text: str = ""


class Reading(Word, frozen=True, kw_only=True):
    """How the file reads a damaged, silent or contradictory passage."""

    named_by = ("id",)

    id: str
    rule: str
    printed: str  # what the document says or fails to say
    taken: str
    why: str
    option: str = ""  # the house option that selects the other reading


class PayBlock(Word, frozen=True, kw_only=True):
    """One printed pay table: columns are alternatives (`ids`), or prices by a count (`by` with `keys`)."""

    named_by = ("ids",)

    ids: tuple[str, ...] = ("1",)
    rule: str = ""
    odds: Literal["", "to 1", "for 1"] = ""  # what bare numbers mean
    by: Literal["", "hands", "margin", "count", "up", "free_bets"] = ""
    keys: tuple[int, ...] = ()  # with `by`: the column heads; `beyond`: the highest also serves what lies above it
    beyond: bool = False
    hand: str = ""  # judged on this hand instead of the wager's
    rows: dict[str, Price | list[Price]] = {}  # in the printed order; "-" in a column: that alternative has no such row
    envy: dict[str, Price | list[Price]] = {}
    base: int | float | list[int | float] = 1  # dollars of stake that dollar amounts are printed for, or one a column
    award: Literal["first", "best"] = "first"  # the first row that fits, or the one that pays most
    seed: dict[str, int | float] = {}  # least start of each meter
    increment: dict[str, int | float] = {}  # percent of each stake by which each meter grows
    library: str = ""  # rows come from this shared table of the rulebook
    agreement: bool = False  # only with the owner's written agreement
    decks: tuple[str, ...] = ()  # numbers of decks each column (or all) may be used with: `2`, `4-8`, `1 2 6`
    least: tuple[int | float, ...] = ()  # least stake of each column (or all), dollars
    joker: Literal["", "bug", "wild"] = ""  # the joker it is printed for; empty: either


class MeterWords(Word, frozen=True, kw_only=True):
    """What a meter starts with and what part of each stake it gets; 0: as the house decides."""

    seed: int | float | str = 0  # dollars, or the house option that holds them
    increment: int | float = 0  # percent of each stake by which the meter grows
    reserve: int | float = 0  # percent of each stake kept for the next start
    rule: str = ""


class Envy(Word, frozen=True, kw_only=True):
    """Fixed sums to the other bettors of a wager when a listed hand appears."""

    pays_as: str = "envy"  # the name of the settled line
    min_stake: int | float = 0
    holder_must_bet: bool = False
    highest_only: bool = False
    not_to_holders: bool = False  # a bettor whose own hand earns an envy bonus receives none
    rule: str = ""
    rule_by_stake: dict[str, str] = {}  # stake in dollars -> paragraph, where each has its own


class Irregularity(Word, frozen=True, kw_only=True):
    """What a named mishap does: `void` the seat or the table (stakes back), or play goes on.

    `may_fold`: play goes on, but from then on each seat may fold with its stakes back.
    """

    named_by = ("kind", "of", "at_least")

    kind: str
    of: Literal["", "player", "dealer", "community"] = ""
    at_least: int = 1  # the mishap's count from which this applies
    effect: Literal["void_seat", "void_table", "void_wagers", "may_fold", "continue"]
    wagers: tuple[str, ...] = ()  # with void_wagers: these only
    keep: tuple[str, ...] = ()  # wagers that go on nevertheless
    else_returned: bool = False  # ... but are returned too when none of them wins
    rule: str


class Settling(Word, frozen=True, kw_only=True):
    """The order in which wagers are paid and taken, and the way round the table."""

    order: tuple[str, ...] = ()
    direction: Literal["clockwise", "counterclockwise"] = "counterclockwise"
    passes: bool = False  # one wager round the whole table, then the next
    rule: str = ""


class Cap(Word, frozen=True, kw_only=True):
    """A ceiling on what a round may pay out (aggregate limits), in dollars."""

    named_by = ("per",)

    per: Literal["player", "table"]
    amount: int | float | str  # dollars, or the house option that holds them (0: no ceiling)
    wagers: tuple[str, ...] = ()  # counted under the ceiling; empty: all without a meter and with a stake
    from_odds: int | float = 0  # only prices of at least this many to one
    winners: int = 1  # only when at least this many players win one of them
    minimum: str = ""  # the house option that holds the least stake: the ceiling is never below its best win
    best_win: int | float | str | tuple[str, ...] = 0  # ... so many times it, or at these tables' best price; 0: as won
    rule: str

    @property
    def best_tables(self) -> tuple[str, ...]:
        """The tables whose best price sets the least ceiling, where it is not a number."""
        if isinstance(self.best_win, tuple):
            return self.best_win
        return (self.best_win,) if isinstance(self.best_win, str) else ()


class BankWords(Word, frozen=True, kw_only=True):
    """A player-dealer banks: it pays and collects up to what it put up, in the order of `settle`."""

    covers: Literal["each_way", "net", "gross"] = "each_way"  # how wins and losses together use the bank up
    tariff: str = ""  # the schedule of collections; the option collection_option names the column in force (0: none)
    rule: str


class ShoeWords(Word, frozen=True, kw_only=True):
    """What happens to the cards between shuffles."""

    burn: Literal["none", "one", "value"] = "one"  # value: and as many more as the first card counts
    cut: float = 0.25  # part of the cards behind the cut card
    behind: int = 0  # ... or so many cards
    last_rounds: int = 0  # rounds still dealt after the one in which the cut card came out
    continuous: bool = False  # a machine mixes the cards of every round in again at once
    rule: str = ""


class Tip(Word, frozen=True, kw_only=True):
    """Wagers on which a player may stake for the dealer, and the wager that bounds the amount."""

    on: tuple[str, ...]
    at_most: str = ""  # empty: as the house posts
    rule: str


class Head(Word, frozen=True, kw_only=True):
    """What every game file begins with."""

    id: str
    name: str
    jurisdiction: Literal["CO", "CA", "MD", "HOUSE"]
    rule: str  # the section, e.g. 30-1099.18
    source: str = ""  # the owner of the name or the maker of the game
    deck: str = "52"
    seats: int = 7
    hands_per_player: int = 1
    summary: str = ""
    refused: str = ""  # why no table is opened and no round settled, in one sentence; the sheet is still shown
    options: dict[str, Option] = {}
    readings: tuple[Reading, ...] = ()
    patterns: dict[str, Pattern] = {}
    pay_tables: dict[str, tuple[PayBlock, ...]] = {}
    chosen_as: dict[str, tuple[str, ...]] = {}  # one choice of the house that sets several tables: name -> tables
    default_tables: dict[str, str] = {}  # the id taken when the house names none; otherwise the first printed
    irregularities: tuple[Irregularity, ...] = ()
    meters: dict[str, MeterWords] = {}  # what a pay table states of a meter goes before
    settle: Settling = Settling()
    caps: tuple[Cap, ...] = ()
    bank: BankWords | None = None  # empty: the house banks
    tips: tuple[Tip, ...] = ()
    house_suit: str = "s"
    notes: dict[str, str] = {}  # procedures that do not touch the money, by paragraph

    judges: ClassVar[frozenset[str]] = frozenset()  # words of patterns that only some families act on


_SOURCES = ("CO ", "CA ", "MD ")
# As the `rule` of a statement: no document prints it, and those who deal the game know it.
PUBLIC = "public"
COMMON_PRACTICE = "common practice"


@cache
def cite(jurisdiction: str, section: str, paragraph: str) -> str:
    """A citation such as `CO 30-1099.18(8)`; a paragraph that names its own section or source stands alone.

    `public` is cited as common practice, never as a paragraph.
    """
    if paragraph == PUBLIC:
        return COMMON_PRACTICE
    if paragraph.startswith("("):
        return f"{jurisdiction} {section}{paragraph}"
    if paragraph.startswith(_SOURCES):
        return paragraph
    return f"{jurisdiction} {paragraph}" if paragraph else f"{jurisdiction} {section}"
