"""The grammar of blackjack: naturals, doubles, splits, the dealer's duties, and side bets on views of the cards."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from houseway.rules.pays import parse_pay
from houseway.rules.words import Head, Price, ShoeWords, Word

View = Literal[
    "own_two",
    "two_up",
    "two_hole",
    "first_four",
    "own_all",
    "own_run",
    "up",
    "hole",
    "dealer_two",
    "dealer",
    "dealer_reds",
]
Source = Literal[
    "start",  # the first two cards of the seat's first hand
    "starts",  # the first two cards of all its hands
    "hand",  # its first hand in the end, in order of arrival; after a split the hand that holds the first card
    "up",
    "hole",
    "dealer",  # the dealer's hand in the end
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
        return set(self.cards) <= {"start", "up", "hole"}

    @property
    def past_up(self) -> bool:
        """Whether it takes more of the dealer's cards than the one face up."""
        return bool({"hole", "dealer"} & set(self.cards))


# The one list of what a side bet may look at.
VIEWS: dict[str, CardView] = {
    "own_two": CardView(("start",), 2, "the player's first two cards"),
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
}


class Natural(Word, frozen=True, kw_only=True):
    """An ace and a ten-value card as the first two: what it pays and when it counts."""

    name: str = "blackjack"
    pays: Price = "3 to 2"
    tie: Price = "push"  # against the dealer's
    after_switch: bool = False  # one made by a switch counts
    against_push: Price = ""  # when the dealer makes a total that pushes; empty: paid as ever
    rule: str = ""


class Double(Word, frozen=True, kw_only=True):
    """When a hand may be doubled with more money: one more card."""

    totals: tuple[int, ...] = ()  # only on these totals; empty: any
    cards: int = 2  # only on hands of this many cards; 0: any number
    not_with: str = ""  # not on a hand that holds one of these ranks
    after_split: bool = True
    for_less: bool = False
    pays_as: str = ""  # the settled line of the added stake; empty: the line of its hand
    rule: str = ""


class Split(Word, frozen=True, kw_only=True):
    """When two cards may become two hands."""

    same: Literal["rank", "value"] = "value"
    hands: int = 4  # at most this many from one
    aces: bool = True
    resplit_aces: bool = False
    hit_aces: bool = False  # split aces may draw more than one card each
    pays_as: str = ""  # the settled line of the added hands; empty: the line of the first
    rule: str = ""


class Free(Word, frozen=True, kw_only=True):
    """Doubles and splits on the house: no stake, and a win pays the original wager."""

    double: tuple[int, ...]  # two-card hard totals
    split_not: str  # ranks of pairs that are not split free
    rule: str
    split_rule: str


class Insurance(Word, frozen=True, kw_only=True):
    """A wager that the dealer holds a natural."""

    up: str = "A"
    most: float = 0.5  # of the wager insured
    pays: Price = "2 to 1"
    # On a natural: one to one at once (`flat`), as an insurance of half the wager (`insured`), or one to one where that
    # is the same thing, because a natural pays 3 to 2 (`fair`).
    even_money: Literal["none", "flat", "insured", "fair"] = "fair"
    rule: str = ""
    even_money_rule: str = ""


class Surrender(Word, frozen=True, kw_only=True):
    """Giving the hand up for part of the wager: after the dealer looked for a natural (late) or before (early)."""

    at: Literal["late", "early"]
    costs: float = 0.5
    rule: str = ""


class Must(Word, frozen=True, kw_only=True):
    """Totals on which a player has no choice between hitting and standing."""

    hit_hard_to: int = 0
    stand_hard_from: int = 22
    rule: str = ""


class Dealer(Word, frozen=True, kw_only=True):
    """How the dealer's hand is dealt, looked at, drawn and compared."""

    hole_card: bool = True  # false: the second card comes after the players have acted
    peeks: str = "AT"  # up cards under which the dealer looks for a natural at once; T: any ten-value card
    hits_soft_17: bool = False
    pushes_on: int = 0  # a bust with this total pushes against hands that did not bust
    pushes_for: Literal["all", "switched_natural"] = "all"  # ... or only against a natural made by a switch
    busts_push_on: str = ""  # the dealer's hand of exactly these ranks pushes against busted hands
    natural_takes: Literal["all", "initial"] = "all"  # what doubled and split hands lose to a natural unseen till then
    rule: str = ""
    cites: dict[str, str] = {}


class BlackjackWager(Word, frozen=True, kw_only=True):
    """A wager on a hand against the dealer (`main`), or on what a view of the cards shows."""

    name: str = ""
    rule: str
    cites: dict[str, str] = {}  # result -> paragraph
    offered: bool = True  # an option of the house may withdraw it
    main: bool = False
    required: bool = False
    equals: str = ""
    needs: tuple[str, ...] = ()
    needs_one: tuple[str, ...] = ()
    limit: tuple[float, float] | None = None
    at_most: str = ""  # the house option that bounds it by a multiple of the main wager (0: not bounded)
    whole_dollars: bool = False
    fixed_by: str = ""  # the house option that fixes the amount in dollars (0: not stated)
    opens: Literal["bets", "dealt", "peeked", "acted"] = "bets"  # before the cards, after the deal, the look, the play
    barred: tuple[Literal["bust", "natural"], ...] = ()  # hands that may not make it
    view: View = "own_two"
    pays: str = ""  # a pay table
    draws_out: bool = False  # the dealer finishes the hand for it
    meter: str = ""
    stake: Literal["", "taken", "returned"] = ""  # what becomes of the stake of a winner paid dollars or a meter share
    dealer_envy: bool = False  # the table's envy sums are paid to the dealer


class Blackjack(Head, frozen=True, kw_only=True, tag_field="family", tag="blackjack"):
    """A game of hands against the dealer's without going over twenty-one, with side bets."""

    wagers: dict[str, BlackjackWager]
    natural: Natural = Natural()
    double: Double | None = Double()
    split: Split | None = Split()
    free: Free | None = None
    insurance: Insurance | None = Insurance()
    surrender: Surrender | None = None
    must: Must = Must()
    switch: str = ""  # the paragraph that lets a seat exchange the second cards of its two hands
    charlie: int = 0  # a hand of this many cards wins unless the dealer has a natural
    # All seats play the same cards: `stream`, the next card serves whoever wants one, and what a seat leaves is its
    # dealer's; `hands`, each spot has a stream of its own, and the dealer's hand is one.
    shared: Literal["", "stream", "hands"] = ""
    spots_by: str = ""  # the house option that holds the number of spots
    timeout: str = ""  # the house option whose `stand_hard` is the least hard total on which an idle seat stands
    dealer: Dealer = Dealer()
    shoe: ShoeWords = ShoeWords()

    judges: ClassVar[frozenset[str]] = frozenset({"between", "result"})

    @property
    def even_money(self) -> Literal["none", "flat", "insured"]:
        """How even money on a natural comes out here; `none`: it is not offered."""
        words = self.insurance
        if words is None:
            return "none"
        if words.even_money == "fair":
            return "flat" if parse_pay(self.natural.pays).parts == parse_pay("3 to 2").parts else "none"
        return words.even_money
