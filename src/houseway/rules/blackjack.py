"""The grammar of blackjack: naturals, doubles, splits, the dealer's duties, and side bets on views of the cards."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from houseway.rules.grammar import (
    Count,
    NewLine,
    NumberOption,
    OptionName,
    Paragraph,
    Price,
    Share,
    Some,
    WagerName,
    means,
    one_of,
)
from houseway.rules.pays import parse_pay
from houseway.rules.words import PARTIAL, Head, ShoeWords, WagerSpec, Word

Source = Literal[
    "first",  # the first card of the seat's first hand
    "start",  # the cards with which the seat's first hand starts
    "three",  # the first three of them
    "starts",  # the starting cards of all its hands
    "hand",  # its first hand in the end, in order of arrival; after a split the hand that holds the first card
    "up",
    "hole",
    "dealer",  # the dealer's hand in the end
    "drawn",  # the cards dealt to the seat after the hands are played
]


@dataclass(frozen=True, slots=True)
class CardView:
    """Cards that a row of a side bet looks at."""

    cards: tuple[Source, ...]
    length: int  # cards that a straight or flush takes
    text: str
    keep: Literal["all", "run", "reds"] = "all"  # of the cards, only the run or the red cards at their head
    counted: str = "cards"  # what a table by count counts
    judged: bool = False  # whether they are a hand that wins, pushes or loses

    @property
    def starting(self) -> bool:
        """Whether no decision touches the cards of one hand and the dealer's."""
        return set(self.cards) <= {"first", "start", "up", "hole"}

    @property
    def own_set(self) -> bool:
        """Whether it is a number of own starting cards, of one hand or several, and nothing else."""
        return self.cards in (("three",), ("starts",))

    @property
    def past_up(self) -> bool:
        """Whether it takes more of the dealer's cards than the one face up."""
        return bool({"hole", "dealer"} & set(self.cards))


# The one list of what a side bet may look at.
VIEWS: dict[str, CardView] = {
    "first_up": CardView(("first", "up"), 2, "the player's first card and the dealer's up card"),
    "own_two": CardView(("start",), 2, "the player's first two cards"),
    "own_three": CardView(("three",), 3, "the player's first three cards"),
    "two_up": CardView(("start", "up"), 3, "the player's first two cards and the dealer's up card"),
    "two_hole": CardView(("start", "hole"), 3, "the player's first two cards and the dealer's hole card"),
    "first_four": CardView(("starts",), 4, "the four cards of the player's two hands as dealt"),
    "own_all": CardView(("hand",), 5, "the player's hand", judged=True),
    "own_run": CardView(
        ("hand",),
        2,
        "the unbroken sequence at the head of the player's hand, a card that busts left out",
        "run",
        "cards in sequence",
    ),
    "up": CardView(("up",), 1, "the dealer's up card"),
    "hole": CardView(("hole",), 1, "the dealer's hole card"),
    "dealer_two": CardView(("up", "hole"), 2, "the dealer's first two cards"),
    "dealer": CardView(("dealer",), 5, "the dealer's hand"),
    "dealer_reds": CardView(
        ("dealer",), 5, "the red cards at the head of the dealer's hand", "reds", "leading red cards"
    ),
    "streets": CardView(
        ("up", "hole", "drawn"),
        5,
        "the dealer's first two cards and those dealt to the player after the hands are played",
    ),
}

_MOVES = ("hit", "stand", "double", "split", "surrender", "insurance", "even_money", "switch", "fold")
View = Annotated[str, one_of(*VIEWS)]
Result = Annotated[
    str,
    one_of(
        *(
            "natural",
            "natural_tie",
            "dealer_natural",
            "bust",
            "both_bust",
            "bust_saved",
            "dealer_bust",
            "dealer_push",
            "charlie",
            "instant",
            "drawn_21",
            "unqualified",
        ),
        *("surrender", "even_money", "win", "tie", "push", "lose", "fold"),
    ),
]


class Natural(Word, frozen=True, kw_only=True):
    """An ace and a ten-value card as the first two: what it pays and when it counts."""

    name: Annotated[str, means("what it is called, without an article", "blackjack")] = "blackjack"
    article: Annotated[Literal["", "a", "an"], means("the article that its name takes in a sentence", "a")] = ""
    price: Annotated[Price, means("its price", "6 to 5")] = "3 to 2"
    after_switch: Annotated[bool, means("one made by a switch counts", True)] = False
    against_push: Annotated[
        Price, means("when the dealer makes a total that pushes; none stated: paid as ever", "push")
    ] = ""
    rule: Paragraph = ""

    @property
    def held(self) -> str:
        """What a hand has that is one."""
        return f"{self.article} {self.name}".lstrip()


class Double(Word, frozen=True, kw_only=True):
    """When a hand may be doubled with more money: one more card."""

    totals: Annotated[tuple[Count, ...], means("only on these totals; none: on any", [10, 11], unit="points")] = ()
    cards: Annotated[Count, means("only on hands of this many; 0: of any number", 0, unit="cards")] = 2
    not_with: Annotated[str, means("not on a hand that holds one of these ranks", "A")] = ""
    after_split: Annotated[bool, means("also after a split", False)] = True
    for_less: Annotated[bool, means("also for less than the wager", True)] = False
    pays_as: Annotated[NewLine, means("the settled line of the added stake; none: the line of its hand", "double")] = ""
    back_rule: Annotated[
        str, means("the paragraph by which it goes back where a natural takes the original wager only", "(7)(G)")
    ] = ""
    rule: Paragraph = ""


class Split(Word, frozen=True, kw_only=True):
    """When two cards may become two hands."""

    same: Annotated[Literal["rank", "value"], means("what the two cards share", "rank")] = "value"
    hands: Annotated[Some, means("at most this many from one", 3)] = 4
    aces: Annotated[bool, means("aces may be split", False)] = True
    resplit_aces: Annotated[bool, means("... and split again", True)] = False
    hit_aces: Annotated[bool, means("split aces may draw more than one card each", True)] = False
    singles: Annotated[
        bool,
        means(
            "instead: a start of more than two cards that holds a pair, or that may be counted over 21 or at 21 with "
            "an ace, becomes a hand for each card, and no hand is split again",
            True,
        ),
    ] = False
    pays_as: Annotated[NewLine, means("the settled line of the added hands; none: the line of the first", "split")] = ""
    back_rule: Annotated[
        str,
        means("the paragraph by which their stake goes back where a natural takes the original wager only", "(8)(E)"),
    ] = ""
    rule: Paragraph = ""


class Free(Word, frozen=True, kw_only=True):
    """Doubles and splits on the house: no stake, and a win pays the original wager."""

    double: Annotated[tuple[Count, ...], means("two-card hard totals", [9, 10, 11], unit="points")]
    split_not: Annotated[str, means("ranks of pairs that are not split free", "TJQK")]
    rule: Paragraph
    split_rule: Annotated[str, means("the paragraph of free splits", "(5)(b)")]
    cites: Annotated[
        dict[Result, str],
        means("paragraphs of results of a hand doubled free, where print has them", {"win": "(9)(a)"}),
    ] = {}
    split_cites: Annotated[dict[Result, str], means("... of a hand split free", {"win": "(8)(a)"})] = {}


class Insurance(Word, frozen=True, kw_only=True):
    """A wager that the dealer holds a natural."""

    up: Annotated[str, means("up cards under which it is offered", "A")] = "A"
    most: Annotated[Share, means("of the wager insured", 0.5)] = 0.5
    for_less: Annotated[bool, means("also for less than that", False)] = True
    price: Annotated[Price, means("its price", "2 to 1")] = "2 to 1"
    even_money: Annotated[
        Literal["none", "flat", "insured", "fair"],
        means(
            "on a natural: one to one at once (`flat`), as an insurance of half the wager (`insured`), "
            "or one to one where that is the same, because a natural pays 3 to 2 (`fair`)",
            "none",
        ),
    ] = "fair"
    rule: Paragraph = ""
    even_money_rule: Annotated[str, means("the paragraph of even money", "(5)")] = ""


class Surrender(Word, frozen=True, kw_only=True):
    """Giving the hand up for part of the wager."""

    at: Annotated[Literal["late", "early"], means("after the dealer looked for a natural, or before", "late")]
    costs: Annotated[Share, means("part of the wager that is lost", 0.5)] = 0.5
    over_21: Annotated[bool, means("only a start that may be counted over 21", True)] = False
    rule: Paragraph = ""


class Must(Word, frozen=True, kw_only=True):
    """Totals on which a player has no choice between hitting and standing."""

    hit_hard_to: Annotated[Count, means("a hard total up to this must hit", 11, unit="points")] = 0
    stand_hard_from: Annotated[Count, means("a hard total from this on must stand", 17, unit="points")] = 22
    rule: Paragraph = ""


class Instant(Word, frozen=True, kw_only=True):
    """A total of 21 that wins as soon as it is there, whatever the dealer has."""

    price: Annotated[Price, means("its price", "1 to 1")] = "1 to 1"
    rule: Annotated[str, means("the paragraph of a start of 21, paid before the dealer looks", "(6)")]
    later_rule: Annotated[str, means("the paragraph of a 21 that is drawn to", "(5)")]


class PokerDuel(Word, frozen=True, kw_only=True):
    """A poker hand of the cards that the blackjack leaves, against the dealer's: bet on or folded before the look."""

    wager: Annotated[WagerName, means("the wager that plays it", "ante")]
    bet: Annotated[WagerName, means("the wager of the same amount that goes on; who does not make it folds", "bet")]
    ranking: Annotated[str, means("how the best cards are ranked", "two_card")]
    qualifies: Annotated[
        str, means("the least with which the dealer qualifies; otherwise the wager wins and the bet pushes", "high Q")
    ]
    price: Annotated[Price, means("the price of both", "1 to 1")] = "1 to 1"
    rule: Paragraph


class Streets(Word, frozen=True, kw_only=True):
    """Poker after the hands: cards one by one from the deck without the dealer's first two, which all seats share."""

    wager: Annotated[WagerName, means("the wager that plays it", "pk")]
    bets: Annotated[
        tuple[WagerName, ...],
        means("wagers of the same amount, one after each card but the last; who does not make it folds", ["2", "3"]),
    ]
    rule: Paragraph


class Dealer(Word, frozen=True, kw_only=True):
    """How the dealer's hand is dealt, looked at, drawn and compared."""

    hands: Annotated[
        Some,
        means(
            "hands that the dealer plays from one up card, one after the other; each main wager is on one of them", 3
        ),
    ] = 1
    hole_card: Annotated[bool, means("false: the second card comes after the players have acted", False)] = True
    peeks: Annotated[
        str,
        means("up cards under which the dealer looks for a natural at once; T: any ten-value card", "A"),
    ] = "AT"
    hits_soft_17: Annotated[bool, means("draws on a seventeen with an ace as eleven", True)] = False
    pushes_on: Annotated[
        Count, means("a bust with this total pushes against hands that did not bust", 22, unit="points")
    ] = 0
    pushes_for: Annotated[
        Literal["all", "switched_natural"], means("... or only against a natural made by a switch", "switched_natural")
    ] = "all"
    busts_push_on: Annotated[
        str, means("the dealer's hand of exactly these ranks pushes against busted hands", "888")
    ] = ""
    natural_takes: Annotated[
        Literal["all", "initial"], means("what doubled and split hands lose to a natural unseen till then", "initial")
    ] = "all"
    rule: Paragraph = ""
    cites: Annotated[
        dict[Result, str], means("paragraphs of single results, where the wager names none", {"bust": "(9)"})
    ] = {}


class BlackjackWager(WagerSpec, frozen=True, kw_only=True):
    """A wager on a hand against the dealer (`main`), or on what a view of the cards shows."""

    reads = frozenset(("pay_table", "meter", "stake", "dealer_envy"))

    cites: Annotated[
        dict[Result, str], means("paragraphs of single results, where they are not `rule`", {"tie": "(7)"})
    ] = {}
    main: Annotated[bool, means("on a hand against the dealer", True)] = False
    at_most: Annotated[
        NumberOption, means("the house option that bounds it by a multiple of the main wager (0: not bounded)", "times")
    ] = ""
    fixed_by: Annotated[
        NumberOption,
        means("the house option that fixes the amount (0: not fixed)", "progressive_stake", unit="dollars"),
    ] = ""
    opens_at: Annotated[
        Literal["bets", "duel", "dealt", "peeked", "acted", "streets"],
        means(
            "when it may be made: before the cards, in the duel of poker, after the deal, the look, the play, or in "
            "the streets",
            "dealt",
        ),
    ] = "bets"
    barred: Annotated[tuple[Literal["bust", "natural"], ...], means("hands that may not make it", ["natural"])] = ()
    view: Annotated[View, means("the cards that its table looks at", "two_up")] = "own_two"
    on: Annotated[
        WagerName, means("the main wager on whose hand it is made, where a seat has several; none: the first", "hand_2")
    ] = ""
    draws_out: Annotated[bool, means("the dealer finishes the hand for it", True)] = False
    presses: Annotated[
        WagerName,
        means(
            "it is decided before the second cards, and what it wins may be moved onto this wager, up to its maximum",
            "blackjack",
        ),
    ] = ""
    press_rule: Paragraph = ""
    drawn_from: Annotated[
        OptionName,
        means(
            "the house option with the prizes that rows priced `drawn` are drawn from: odds to 1 and how many of each; "
            "without any the wager is not offered",
            "wheel",
        ),
    ] = ""
    streak: Annotated[
        Count,
        means("it is on winning so many rounds running and stays up until it is decided; a push counts nothing", 3),
    ] = 0


class Blackjack(Head, frozen=True, kw_only=True, tag_field="family", tag="blackjack"):
    """A game of hands against the dealer's without going over twenty-one, with side bets."""

    reads = PARTIAL - {"hands_per_player"}
    reads_options: ClassVar = {"decks": float, "collection_option": float}
    judges = frozenset(("between", "drawn", "falls", "result"))
    hand_texts: ClassVar = {name: view.text for name, view in VIEWS.items()}

    wagers: Annotated[
        dict[str, BlackjackWager], means("wagers by name", {"blackjack": {"main": True, "rule": "30-807(1)"}})
    ]
    start: Annotated[
        Some, means("cards that a hand starts with; those beyond two come after the dealer's second", 3, unit="cards")
    ] = 2
    instant: Annotated[
        Instant | None, means("a total of 21 that wins at once", {"rule": "(6)", "later_rule": "(5)"})
    ] = None
    duel: Annotated[
        PokerDuel | None,
        means(
            "a poker hand of the same cards",
            {"wager": "ante", "bet": "bet", "ranking": "two_card", "qualifies": "high Q", "rule": "(9)"},
        ),
    ] = None
    natural: Annotated[Natural, means("an ace and a ten-value card", {"price": "6 to 5"})] = Natural()
    double: Annotated[Double | None, means("doubling", {"totals": [10, 11]})] = Double()
    split: Annotated[Split | None, means("splitting", {"same": "rank", "hands": 3})] = Split()
    free: Annotated[
        Free | None,
        means(
            "doubles and splits on the house",
            {"double": [9, 10, 11], "split_not": "TJQK", "rule": "(4)", "split_rule": "(5)"},
        ),
    ] = None
    insurance: Annotated[Insurance | None, means("insurance", {"even_money": "none"})] = Insurance()
    surrender: Annotated[Surrender | None, means("surrender", {"at": "late"})] = None
    must: Annotated[Must, means("what a player must do", {"hit_hard_to": 11})] = Must()
    switch: Annotated[
        str, means("the paragraph that lets a seat exchange the second cards of its two hands", "(4)")
    ] = ""
    charlie: Annotated[
        Count, means("a hand of this many wins unless the dealer has a natural; 0: no such rule", 5, unit="cards")
    ] = 0
    shared: Annotated[
        Literal["", "stream", "hands"],
        means(
            "all seats play the same cards: `stream`, the next card serves whoever wants one, and what a seat leaves "
            "is its dealer's; `hands`, each spot has a stream of its own, and the dealer's hand is one",
            "stream",
        ),
    ] = ""
    spots_by: Annotated[NumberOption, means("the house option that holds the number of spots", "spots")] = ""
    timeout: Annotated[
        OptionName,
        means("the option whose `stand_hard` is the least hard total on which an idle seat stands", "timeout"),
    ] = ""
    streets: Annotated[
        Streets | None, means("poker after the hands", {"wager": "pk", "bets": ["2", "3"], "rule": "(7)"})
    ] = None
    dealer: Annotated[Dealer, means("the dealer's duties", {"hits_soft_17": True})] = Dealer()
    shoe: Annotated[ShoeWords, means("what happens to the cards between shuffles", {"cut": 0.25})] = ShoeWords()

    @property
    def even_money(self) -> Literal["none", "flat", "insured"]:
        """How even money on a natural comes out here; `none`: it is not offered."""
        words = self.insurance
        if words is None:
            return "none"
        if words.even_money == "fair":
            return "flat" if parse_pay(self.natural.price).parts == parse_pay("3 to 2").parts else "none"
        return words.even_money

    def named(self, kind: str) -> tuple[str, ...]:
        if kind == "hand":
            return tuple(VIEWS)
        lines = (words.pays_as for words in (self.double, self.split) if words is not None)
        added = ("insurance", *filter(None, lines)) if kind == "wager" else _MOVES if kind == "action" else ()
        return (*super().named(kind), *added)
