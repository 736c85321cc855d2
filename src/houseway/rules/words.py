"""The words every family shares: options, readings, pay tables, irregularities and the head of a game file."""

import datetime
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from houseway.rules.grammar import (
    Action,
    Amount,
    Count,
    HandName,
    Limits,
    MeterName,
    NewLine,
    NewMeter,
    NewOption,
    NumberOption,
    OptionName,
    Paragraph,
    Price,
    Share,
    Some,
    TableName,
    TariffName,
    WagerName,
    means,
    one_of,
)
from houseway.rules.patterns import Pattern

EACH = Annotated[
    tuple[str, ...],
    means("the statement stands for several: {} in its name and its words is each of these in turn", ["1", "2", "3"]),
]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A statement of a game file: unknown keys are errors, and `rule` is the paragraph it rests on, or `public`."""

    named_by: ClassVar[tuple[str, ...]] = ()  # in a list: the field that is its name, and those that tell it apart


Scalar = bool | int | float | str


class Option(Word, frozen=True, kw_only=True):
    """A choice of the house; a value may replace other statements of the file, by path."""

    default: Annotated[
        Scalar | dict[str, Any],
        means("what holds unless the house chooses; where it is a table, a bare value chosen is its first key's", 0),
    ]
    whole: Annotated[
        bool, means("of a table: what the house gives replaces the default whole, and the family checks it", True)
    ] = False
    choices: Annotated[tuple[Scalar, ...], means("the values allowed; none: any of the default's type", [0, 1])] = ()
    parts: Annotated[
        dict[str, tuple[Scalar, ...]],
        means("of a table: the values that these keys may take", {"mode": ["win", "tie"]}),
    ] = {}
    at_least: Annotated[int | float | None, means("the least value allowed", 0.05)] = None
    at_most: Annotated[int | float | None, means("the largest value allowed", 0.25)] = None
    sets: Annotated[
        dict[str, dict[str, Any]],
        means(
            "by value: the statements that it replaces, path and new statement", {"true": {"wagers.ante.win": "push"}}
        ),
    ] = {}
    writes: Annotated[
        dict[str, str],
        means(
            "statements that every value but an empty default replaces: path and a text in which {} is the value",
            {"deck": "{}x52"},
        ),
    ] = {}
    rule: Paragraph = ""
    text: Annotated[str, means("what is chosen, in a sentence", "Whether a folded hand still plays for the meter.")] = (
        ""
    )


# What may go wrong with a round, as round files record it.
IrregularityKind = Literal[
    "abandoned",
    "card_drawn_in_error",
    "card_face_up",
    "card_off_table",
    "dead_hand",
    "dealing_shoe_jam",
    "defective_deck",
    "exposed",
    "exposed_card",
    "face_up_cards",
    "first_card_face_up",
    "folded_by_dealer",
    "forgotten_burn",
    "insufficient_cards",
    "leftover_count",
    "malfunction",
    "mis_set",
    "misdeal",
    "no_card_dealt",
    "no_roll",
    "no_valid_spin",
    "off_table",
    "skipped_player",
    "too_few_cards",
    "too_many_cards",
    "wrong_count",
    "wrong_deck",
    "wrong_start",
]


# How a settled line came out, in any family; `envy`: a sum for another player's hand.
_RESULTS = (
    *("win", "lose", "tie", "push", "split", "copy", "fold", "foul", "surrender", "unqualified", "dealer_shows"),
    *("natural", "natural_tie", "dealer_natural", "even_money", "bust", "both_bust", "bust_saved", "dealer_bust"),
    *("dealer_push", "charlie", "instant", "drawn_21", "lost_if", "back", "envy"),
)


class Decides(Word, frozen=True, kw_only=True):
    """Which settled wagers rest on a reading: those that meet every word stated here."""

    wagers: Annotated[
        tuple[WagerName, ...],
        means("these wagers, whichever paragraph they cite; none: those that cite the reading's", ["fortune_bonus"]),
    ] = ()
    results: Annotated[tuple[Annotated[str, one_of(*_RESULTS)], ...], means("one of these results", ["foul"])] = ()
    rows: Annotated[
        tuple[str, ...], means("one of these rows of the pay table, or events", ["royal_flush_and_royal_match"])
    ] = ()
    schedules: Annotated[tuple[str, ...], means("by one of these alternatives of the pay table", ["PT-02"])] = ()
    actions: Annotated[tuple[Action, ...], means("of a seat that decided so", ["fold"])] = ()
    irregularities: Annotated[
        tuple[IrregularityKind, ...], means("after one of these irregularities", ["card_off_table"])
    ] = ()
    of: Annotated[
        tuple[Literal["player", "dealer", "community"], ...], means("... that happened to these cards", ["dealer"])
    ] = ()
    winners: Annotated[Count, means("only where at least this many seats win the wager", 2)] = 0
    decided_before: Annotated[
        tuple[WagerName, ...],
        means("only where each of these was bust, paid or given up before the dealer's last cards", ["blackjack"]),
    ] = ()
    nothing: Annotated[bool, means("no wager: it says what is printed, or what may be bet", True)] = False


class Reading(Word, frozen=True, kw_only=True):
    """How the file reads a damaged, silent or contradictory passage."""

    named_by = ("id",)

    id: Annotated[str, means("its name", "pair-plus-folded")]
    rule: Paragraph
    printed: Annotated[str, means("what the document says or fails to say", "What a fold loses is not said.")]
    taken: Annotated[str, means("what the file takes it to mean", "The progressive wager is lost.")]
    why: Annotated[str, means("the reason, arithmetic where there is one", "(9) names the two wagers that survive.")]
    option: Annotated[OptionName, means("the house option that selects the other reading", "survives_fold")] = ""
    decides: Annotated[
        Decides | None,
        means("the wagers that a ruling names it with; none: all that cite its paragraph", {"results": ["foul"]}),
    ] = None


class PayBlock(Word, frozen=True, kw_only=True):
    """One printed pay table: columns are alternatives (`ids`), or prices by a count (`by` with `keys`)."""

    named_by = ("ids",)

    ids: Annotated[tuple[str, ...], means("the alternatives printed side by side", ["1", "2"])] = ("1",)
    prefix: Annotated[str, means("what the printed names have before the `ids`; a house may name either", "PT-A6-")] = (
        ""
    )
    also: Annotated[
        tuple[str, ...],
        means("a second printed name of each alternative; those that share one are priced alike", ["A", "A", "B"]),
    ] = ()
    rule: Paragraph = ""
    odds: Annotated[Literal["", "to 1", "for 1"], means("what bare numbers mean", "to 1")] = ""
    by: Annotated[
        Literal["", "hands", "margin", "count", "up", "free_bets", "streak"],
        means("what the columns are prices by, where they are not alternatives: a count of the round", "hands"),
    ] = ""
    keys: Annotated[tuple[Count, ...], means("with `by`: the heads of the columns", [7, 6, 5, 4])] = ()
    beyond: Annotated[bool, means("with `by`: the highest head also serves what lies above it", True)] = False
    hand: Annotated[HandName, means("the hand that is judged, instead of the wager's", "five")] = ""
    rows: Annotated[
        dict[str, Price | list[Price]],
        means(
            "what is paid, in the printed order: row and price, or a price for each column; "
            "`-` in a column: that alternative has no such row",
            {"straight_flush": [5, 4], "straight": 1},
        ),
    ] = {}
    envy: Annotated[
        dict[str, Price | list[Price]],
        means("fixed sums that a row brings the other bettors, in dollars", {"royal_flush": "$25"}),
    ] = {}
    base: Annotated[
        Amount | list[Amount], means("the stake that dollar prices are printed for, or one a column", 5, unit="dollars")
    ] = 1
    award: Annotated[
        Literal["first", "best"], means("which of several rows that fit: the first, or the one that pays most", "best")
    ] = "first"
    seed: Annotated[
        dict[MeterName, Amount], means("least start of each meter after it was won", {"major": 1000}, unit="dollars")
    ] = {}
    increment: Annotated[
        dict[MeterName, Amount], means("part of each stake by which each meter grows", {"major": 5}, unit="percent")
    ] = {}
    library: Annotated[
        str,
        means("the rows come from this shared table: of the rulebook's library, or a file next to one's own", "PMG"),
    ] = ""
    agreement: Annotated[bool, means("only with the owner's written agreement", True)] = False
    decks: Annotated[
        tuple[str, ...], means("numbers of decks that each column (or all) may be used with", ["2", "4-8", "1 2 6"])
    ] = ()
    least_stake: Annotated[
        tuple[Amount, ...], means("least stake of each column (or of all)", [1, 5], unit="dollars")
    ] = ()
    joker: Annotated[Literal["", "bug", "wild"], means("the joker it is printed for; none: either", "bug")] = ""


class MeterWords(Word, frozen=True, kw_only=True):
    """What a meter starts with and what part of each stake it gets; 0: as the house decides."""

    seed: Annotated[
        Amount | OptionName, means("its start, or the house option that holds it", 1000, unit="dollars")
    ] = 0
    increment: Annotated[Amount, means("part of each stake by which the meter grows", 5, unit="percent")] = 0
    reserve: Annotated[Amount, means("part of each stake kept for the next start", 1, unit="percent")] = 0
    rule: Paragraph = ""


class Envy(Word, frozen=True, kw_only=True):
    """Fixed sums to the other bettors of a wager when a listed hand appears."""

    pays_as: Annotated[NewLine, means("the name of the settled line", "envy")] = "envy"
    min_stake: Annotated[Amount, means("least stake that takes part", 5, unit="dollars")] = 0
    holder_must_bet: Annotated[bool, means("a hand counts only if its holder made the wager too", True)] = False
    highest_only: Annotated[bool, means("only the best of several hands brings envy bonuses", True)] = False
    not_to_holders: Annotated[bool, means("a bettor whose own hand earns an envy bonus receives none", True)] = False
    fixed: Annotated[bool, means("the printed sums whatever the stake; otherwise they grow with it", True)] = False
    hands: Annotated[
        tuple[HandName, ...], means("the hands of a seat that count; none: the one that decides the wager", ["split"])
    ] = ()
    beats: Annotated[HandName, means("a hand counts only if it beats this one", "board")] = ""
    rule: Paragraph = ""
    rule_by_stake: Annotated[
        dict[str, str], means("stake in dollars and paragraph, where each has its own", {"5": "(19)(b)"})
    ] = {}


class IrregularitySpec(Word, frozen=True, kw_only=True):
    """What a named irregularity does: stakes go back or are lost, or play goes on."""

    named_by = ("kind", "of", "at_least")

    kind: Annotated[IrregularityKind, means("what happened", "misdeal")]
    of: Annotated[Literal["", "player", "dealer", "community"], means("to whose cards; none: to any", "dealer")] = ""
    at_least: Annotated[Some, means("the count of the irregularity from which this applies", 2)] = 1
    effect: Annotated[
        Literal["void_seat", "void_table", "void_hand", "void_wagers", "lose_seat", "may_fold", "continue"],
        means(
            "the stakes of the seat, of the table, of all wagers on a shared hand or of some wagers go back, or play "
            "goes on; `lose_seat`: the stakes of the seat are lost; "
            "`may_fold`: it goes on, and from then on each seat may fold with its stakes back",
            "void_seat",
        ),
    ]
    wagers: Annotated[tuple[WagerName, ...], means("with `void_wagers`: these only", ["pair_plus"])] = ()
    keep: Annotated[tuple[WagerName, ...], means("wagers that go on nevertheless", ["progressive"])] = ()
    else_returned: Annotated[bool, means("... but are returned too when none of them wins at the table", True)] = False
    remaining: Annotated[
        bool, means("only wagers not settled before; a record names those that were in `irregularity.settled`", True)
    ] = False
    rule: Paragraph


class Settling(Word, frozen=True, kw_only=True):
    """The order in which wagers are paid and taken, and the way round the table."""

    order: Annotated[
        tuple[WagerName, ...], means("wagers in their order; the others follow as the file has them", ["play", "ante"])
    ] = ()
    direction: Annotated[Literal["clockwise", "counterclockwise"], means("the way round the table", "clockwise")] = (
        "counterclockwise"
    )
    awards: Annotated[
        Literal["", "clockwise", "counterclockwise"],
        means("the way round in which awards of a meter are paid; none: that of all wagers", "clockwise"),
    ] = ""
    awards_rule: Annotated[str, means("the paragraph of `awards`", "(9)")] = ""
    passes: Annotated[bool, means("with a bank: one wager is settled round the whole table, then the next", True)] = (
        False
    )
    rule: Paragraph = ""


class Cap(Word, frozen=True, kw_only=True):
    """A ceiling on what a round may pay out (aggregate limits); winners share it pro rata."""

    named_by = ("per",)

    per: Annotated[Literal["player", "table"], means("whose winnings it bounds", "table")]
    amount: Annotated[
        Amount | NumberOption,
        means("the ceiling, or the house option that holds it (0: none)", "max_payout_per_player", unit="dollars"),
    ]
    wagers: Annotated[tuple[WagerName, ...], means("the wagers counted; none: all", ["pair_plus"])] = ()
    from_odds: Annotated[Amount, means("only prices of at least this many to one", 50, unit="units for one")] = 0
    winners: Annotated[Some, means("only when at least this many players win one of them", 2)] = 1
    minimum: Annotated[
        NumberOption, means("the house option that holds the least stake: its best win is never cut", "min_bet")
    ] = ""
    best_win: Annotated[
        Amount | TableName | tuple[TableName, ...],
        means("with `minimum`: its best win in units, or the tables that price it; 0: the price at hand", "pair_plus"),
    ] = 0
    rule: Paragraph

    @property
    def best_tables(self) -> tuple[str, ...]:
        """The tables whose best price sets the least ceiling, where it is not a number."""
        if isinstance(self.best_win, tuple):
            return self.best_win
        return (self.best_win,) if isinstance(self.best_win, str) else ()


class BankWords(Word, frozen=True, kw_only=True):
    """A player-dealer banks: it pays and collects up to what it put up, in the order of `settle`."""

    covers: Annotated[
        Literal["each_way", "net", "gross"],
        means("how wins and losses together use the bank up: each to its amount, their difference, their sum", "net"),
    ] = "each_way"
    tariff: Annotated[
        TariffName,
        means("the schedule of collections; the option collection_option names the column in force", "pure-21-5"),
    ] = ""
    turns: Annotated[
        Count, means("rounds that one player banks in a row before the bank is offered clockwise; 0: any number", 2)
    ] = 0
    turn_rule: Annotated[str, means("the paragraph of `turns`", "(Type of Game)")] = ""
    rule: Paragraph


class ShoeWords(Word, frozen=True, kw_only=True):
    """What happens to the cards between shuffles."""

    burn: Annotated[
        Literal["none", "one", "value"],
        means("cards burned after the shuffle; `value`: one, and as many more as the first card counts", "one"),
    ] = "one"
    cut: Annotated[Share, means("part of the cards that lies behind the cut card", 0.25)] = 0.25
    behind: Annotated[Count, means("... or so many cards", 14, unit="cards")] = 0
    last_rounds: Annotated[Count, means("rounds still dealt after the one in which the cut card came out", 1)] = 0
    continuous: Annotated[bool, means("a machine mixes the cards of every round in again at once", True)] = False
    rule: Paragraph = ""


class Tip(Word, frozen=True, kw_only=True):
    """Wagers on which a player may stake for the dealer, paid at the odds of the player's own."""

    wagers: Annotated[tuple[WagerName, ...], means("these wagers; none: all", ["ante", "play"])] = ()
    at_most: Annotated[WagerName, means("the wager that bounds the amount; none: as the house posts", "ante")] = ""
    needs: Annotated[
        tuple[WagerName, ...], means("wagers of the player's own that it needs; none: the same wager", ["ante"])
    ] = ()
    alone: Annotated[bool, means("the player needs no wager of his own", True)] = False
    beside: Annotated[WagerName, means("only with a tip on this wager", "ante")] = ""
    equals: Annotated[WagerName, means("the same amount as the tip on this wager", "ante")] = ""
    even: Annotated[bool, means("all tips of the player are of one amount", True)] = False
    joins: Annotated[bool, means("it takes part in doubles and splits of its hand", True)] = False
    without: Annotated[OptionName, means("the option of a commission that is not taken of tips", "commission")] = ""
    offered: Annotated[bool, means("false: the rules bar tip bets", False)] = True
    rule: Paragraph


class Backline(Word, frozen=True, kw_only=True):
    """Who may bet on a hand besides the player seated there, who alone decides how it is played."""

    wagers: Annotated[tuple[WagerName, ...], means("on these wagers; none: all before the first card", ["ante"])] = ()
    owners: Annotated[
        Count, means("owners that a hand may have with the seated player; 0: any number, 1: him alone", 4)
    ] = 0
    together: Annotated[bool, means("the posted limits hold for all owners of a hand together", True)] = False
    stays_out: Annotated[
        tuple[Literal["double", "split", "insurance"], ...],
        means("what of the seated player's further bets an owner may stay out of", ["double", "split"]),
    ] = ()
    offered: Annotated[bool, means("an option of the house may withdraw it", False)] = True
    rule: Paragraph


# Words of the head that not every family acts on: in a file of one that does not, they are errors.
PARTIAL = frozenset(
    ("deck", "seats", "hands_per_player", "patterns", "pay_tables", "chosen_as", "default_tables", "irregularities")
) | {"meters", "settle", "caps", "bank", "tips", "backline", "house_suit", "one_of", "totals"}


# Words of a wager that not every family acts on: in a wager of one that does not, they are errors.
PARTIAL_WAGER = frozenset(("pay_table", "meter", "stake", "envy", "dealer_envy", "commission"))


class WagerSpec(Word, frozen=True, kw_only=True):
    """What a wager of any family may say: when and in what amount it may be made, and what its price rests on."""

    reads: ClassVar[frozenset[str]] = PARTIAL_WAGER  # those that this family acts on

    name: Annotated[str, means("its name on the layout, where the key does not say it", "Win 'em all")] = ""
    each: EACH = ()
    rule: Paragraph
    cites: Annotated[
        dict[str, str], means("paragraphs of single results, where they are not `rule`", {"fold": "(9)"})
    ] = {}
    placed_rule: Annotated[
        Paragraph, means("the paragraph on when and in what amount it may be made, where it is not `rule`", "(2)")
    ] = ""
    offered: Annotated[bool, means("an option of the house may withdraw it", False)] = True
    required: Annotated[bool, means("must be made; with `needs`: wherever those are", True)] = False
    equals: Annotated[WagerName, means("the same amount as this wager", "ante")] = ""
    share: Annotated[Amount, means("... or this many times it", 0.5)] = 1.0
    or_more: Annotated[bool, means("... or a larger amount", True)] = False
    or_less: Annotated[bool, means("... or a smaller amount", True)] = False
    needs: Annotated[tuple[WagerName, ...], means("only with these wagers", ["ante"])] = ()
    needs_one: Annotated[tuple[WagerName, ...], means("only with one of these wagers", ["player", "banker"])] = ()
    bars: Annotated[tuple[WagerName, ...], means("not with these wagers", ["pair_plus"])] = ()
    limit: Limits = None
    stakes: Annotated[tuple[Amount, ...], means("the only amounts allowed", [1, 5], unit="dollars")] = ()
    step: Annotated[Amount, means("amounts are multiples of this; 0: any", 5, unit="dollars")] = 0
    pay_table: Annotated[TableName, means("the pay table that prices it", "pair_plus")] = ""
    meter: Annotated[NewMeter, means("the progressive meter that shares are of", "progressive")] = ""
    stake: Annotated[
        Literal["", "taken", "returned"],
        means(
            "what becomes of the stake of a winner paid dollars or a share; none stated: taken with a meter", "returned"
        ),
    ] = ""
    envy: Annotated[Envy | None, means("fixed sums to the other bettors", {"rule": "(19)(a)"})] = None
    dealer_envy: Annotated[bool, means("the table's envy sums are paid to the dealer", True)] = False
    commission: Annotated[OptionName, means("the option that states what the house keeps of a win", "commission")] = ""


class WayRow(Word, frozen=True, kw_only=True):
    """A row of a house way, by which the dealer sets, keeps or discards: it applies if the cards are `hand`."""

    named_by = ("name",)

    name: Annotated[str, means("its name, by which options reach it", "complete hand")] = ""
    hand: Annotated[str, means("a category among all cards; none: any cards", "two_pair 6-8")] = ""
    text: Annotated[str, means("the row in a sentence", "One pair: behind.")] = ""


class Total(Word, frozen=True, kw_only=True):
    """Bounds on wagers taken together; the house options hold dollars (0: no bound)."""

    wagers: Annotated[tuple[WagerName, ...], means("these wagers", ["contract", "bonus"])]
    least: Annotated[NumberOption, means("the option that holds their least sum", "min_wager")] = ""
    most: Annotated[NumberOption, means("the option that holds their largest sum", "max_wager")] = ""
    required_within: Annotated[
        WagerName, means("the posted minimums of those that are required are together within its maximum", "draw")
    ] = ""
    rule: Paragraph = ""


class Amendment(Word, frozen=True, kw_only=True):
    """A change of the rule on a day: the file states what holds since, `before` what stood until then, by path."""

    date: Annotated[datetime.date, means("the day from which the new rule holds", "2021-05-01")]
    rule: Paragraph
    text: Annotated[str, means("what changed, in a sentence", "A player may play two hands; one until then.")]
    before: Annotated[
        dict[str, Any], means("what stood until then: path and earlier statement", {"hands_per_player": 1})
    ]


class Head(Word, frozen=True, kw_only=True):
    """What every game file begins with."""

    reads: ClassVar[frozenset[str]] = frozenset()  # of PARTIAL, the words that this family acts on
    judges: ClassVar[frozenset[str]] = frozenset()  # words of patterns that only some families act on
    reads_options: ClassVar[dict[str, type | tuple[str, ...]]] = {}  # options that it knows by name, with their values
    hand_texts: ClassVar[dict[str, str]] = {}  # what its hands are, where the family names them and not the file

    id: Annotated[str, means("its name in commands and round files", "three-card-poker")]
    name: Annotated[str, means("its name for people", "Three Card Poker")]
    jurisdiction: Annotated[Literal["CO", "CA", "MD", "HOUSE"], means("whose rules these are; HOUSE: one's own", "CO")]
    rule: Annotated[str, means("the section it rests on", "30-1099.18")]
    edition: Annotated[
        str,
        means("which text is stated: the last date it prints, or what an undated document calls itself", "2023-12-30"),
    ] = ""
    effective: Annotated[
        datetime.date | None, means("the day the section took effect; none: not printed", "2011-03-17")
    ] = None
    amended: Annotated[
        tuple[Amendment, ...],
        means(
            "changes of the rule whose earlier wording is known",
            [{"date": "2021-05-01", "rule": "(1)", "text": "Two hands.", "before": {"hands_per_player": 1}}],
        ),
    ] = ()
    source: Annotated[str, means("the owner of the name or the maker of the game", "LNW Gaming, Inc.")] = ""
    deck: Annotated[
        str, means("the cards: `52`, `53` and `54` with jokers, `36` from the sixes up, `6x52` a shoe", "52")
    ] = "52"
    seats: Annotated[Some, means("seats at the table", 7)] = 7
    hands_per_player: Annotated[Some, means("hands that one player may play in a round", 2)] = 1
    adjacent_hands: Annotated[bool, means("the hands of one player are adjacent", True)] = False
    summary: Annotated[str, means("the game in a sentence", "Three cards against a dealer who needs queen high.")] = ""
    refused: Annotated[
        str,
        means("why no table is opened and no round settled; the sheet is still shown", "Nobody knows what it pays."),
    ] = ""
    options: Annotated[
        dict[NewOption, Option], means("choices of the house, by name", {"min_bet": {"default": 0}})
    ] = {}
    readings: Annotated[
        tuple[Reading, ...],
        means(
            "how damaged or silent text is read",
            [{"id": "fold", "rule": "(9)", "printed": "Nothing.", "taken": "It is lost.", "why": "(9) names two."}],
        ),
    ] = ()
    patterns: Annotated[
        dict[str, Pattern],
        means("rows of pay tables that are not a plain category, by name", {"three_reds": {"colour": "red"}}),
    ] = {}
    pay_tables: Annotated[
        dict[str, tuple[PayBlock, ...]],
        means("printed tables, by name; each is a list of blocks", {"bonus": [{"odds": "to 1", "rows": {"flush": 4}}]}),
    ] = {}
    chosen_as: Annotated[
        dict[str, tuple[TableName, ...]],
        means(
            "tables that the house chooses together, by the name of the choice",
            {"schedule": ["ante_bonus", "pair_plus"]},
        ),
    ] = {}
    default_tables: Annotated[
        dict[TableName, str],
        means("the alternative in use when the house names none; otherwise the first printed", {"pair_plus": "2"}),
    ] = {}
    irregularities: Annotated[
        tuple[IrregularitySpec, ...],
        means(
            "what becomes of a round after an irregularity",
            [{"kind": "misdeal", "effect": "void_table", "rule": "(6)"}],
        ),
    ] = ()
    meters: Annotated[
        dict[MeterName, MeterWords],
        means("terms of meters, by name; what a pay table states of one goes before", {"major": {"seed": 1000}}),
    ] = {}
    settle: Annotated[Settling, means("the order of settlement", {"order": ["play", "ante"], "rule": "(7)"})] = (
        Settling()
    )
    caps: Annotated[
        tuple[Cap, ...],
        means("ceilings on what a round pays", [{"per": "table", "amount": 50000, "rule": "30-1047"}]),
    ] = ()
    bank: Annotated[BankWords | None, means("a player banks; none: the house does", {"rule": "(Dealing 4)"})] = None
    tips: Annotated[tuple[Tip, ...], means("stakes for the dealer", [{"wagers": ["ante"], "rule": "(3)"}])] = ()
    backline: Annotated[
        Backline | None, means("bets of others on a seat's hand; none: not printed", {"owners": 4, "rule": "(5)"})
    ] = None
    one_of: Annotated[tuple[WagerName, ...], means("at least one of these wagers", ["ante", "pair_plus"])] = ()
    totals: Annotated[
        tuple[Total, ...], means("bounds on wagers taken together", [{"wagers": ["ante"], "least": "min_ante"}])
    ] = ()
    counts_as: Annotated[
        Literal["", "blackjack", "poker"],
        means("the class under which the accounts count a combination game; none: its family", "blackjack"),
    ] = ""
    house_suit: Annotated[str, means("the suit that rows call the house's", "s")] = "s"
    notes: Annotated[
        dict[str, str], means("procedures that do not touch the money, by paragraph", {"(4)": "One deck."})
    ] = {}

    def named(self, kind: str) -> tuple[str, ...]:
        """The names that the file gives to statements of a kind."""
        tables = {"wager": "wagers", "hand": "hands", "event": "events", "option": "options", "pay table": "pay_tables"}
        return tuple(getattr(self, tables.get(kind, ""), ()))

    def usual(self, kind: str) -> tuple[str, ...]:
        """Names that files of the family usually give to things of a kind: one a letter away is a slip."""
        wagers = self.named("wager")
        if kind == "line":
            return (*("envy", "envy_bonus", "double", "double_down", "split"), *(f"{wager}_envy" for wager in wagers))
        if kind == "meter":
            named = (name.removesuffix("_progressive") for name in wagers)
            return (*self.meters, *wagers, *self.pay_tables, *named, "progressive")
        return tuple(self.reads_options) if kind == "option" else ()


_SOURCES = ("CO ", "CA ", "MD ")
# As the `rule` of a statement: no document prints it, and those who deal the game know it.
PUBLIC = "public"
COMMON_PRACTICE = "common practice"


@lru_cache(maxsize=8192)
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
