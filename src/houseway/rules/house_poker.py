"""The grammar of house poker: hands, stages, choices and wagers of games against a dealer or a pay table."""

from typing import Literal

from houseway.rules.words import Envy, Head, Price, Word


class Hand(Word, frozen=True, kw_only=True):
    """A named hand: which cards form it, how they are ranked, what of them is wild."""

    cards: tuple[str, ...]  # piles or slices: player, dealer, community[1-3], gold; `player` is what the seat holds now
    ranking: str = ""  # empty: serves pay-table rows only
    length: int = 0  # cards in a straight or flush for pay-table rows; 0: the ranking's size
    wild: tuple[str, ...] = ()  # ranks that are wild, and `joker`
    bug: bool = False  # the joker is an ace or completes a straight or flush
    wheel: bool = True  # the ace may stand below the two
    stand_in: str = ""  # this pile's card replaces a joker
    qualifies: str = ""  # least category and ranks, e.g. `high Q`, `pair 8`, `flush_3 9`
    rule: str = ""


class Choice(Word, frozen=True, kw_only=True):
    """Something a seat may do at a decision."""

    named_by = ("do", "having", "bet")

    do: str  # the verb of the action
    bet: tuple[str, ...] = ()  # wagers that it places
    times: str = ""  # ... at a multiple of this wager; empty: any amount
    by: tuple[int, ...] = (1,)  # the multiples
    any_between: bool = False  # or any amount from the first to the last multiple
    ahead: bool = False  # a wager of a later decision, placed blind and by name; the seat still has to decide now
    having: str = ""  # only with this hand or better
    hand: str = "player"  # the hand that `having` looks at
    pull: str = ""  # takes this wager back
    fold: bool = False
    surrender: str = ""  # ends the hand, losing `share` of this wager
    share: float = 0.5
    gives_up: str = ""  # this wager is lost by the choice
    discard: tuple[int, int] | None = None
    adds: dict[str, str] = {}  # wagers that may be made in the same breath, by the word for each: `war tie 5`
    rule: str = ""


class Stage(Word, frozen=True, kw_only=True):
    """A step of the round: cards are dealt or turned, or the seats decide in turn."""

    named_by = ("name",)

    name: str = ""
    burn: int = 0
    deal: dict[str, int] = {}  # cards to each seat (`player`), to `dealer`, `community` or a named pile
    up: tuple[str, ...] = ()  # piles or slices dealt or turned face up now
    decide: tuple[str | Choice, ...] = ()  # `fold` and `check` need no more words
    take: str = ""  # seats that discarded fill their hands from this shared pile, in its order
    tie: tuple[str, str] | None = None  # only for seats where these two hands tie
    made: str = ""  # only for seats that made this wager
    unless: str = ""  # only for seats that have not made this wager
    table: tuple[str, str] | None = None  # only while the house uses this pay table: its name and id
    optional: bool = False  # a seat may let it pass without a word
    timeout: str = ""  # the action of a seat that does not act
    rule: str = ""


class Outcome(Word, frozen=True, kw_only=True):
    """A result with a price of its own: a pay table, and what happens when it has no row."""

    pays: str = ""  # a pay table
    price: Price = ""
    at_least: str = ""  # `price` only with this category or better, else `otherwise`
    otherwise: Price = "lose"
    stake: Literal["", "lost"] = ""  # the stake is lost although the table pays
    lost_from: int | None = None  # a tie in points is lost from this total up
    lost_to: int | None = None  # ... or down to this total


class Wager(Word, frozen=True, kw_only=True):
    """A wager: when it may be made, what it wins on, and what each result does to it."""

    name: str = ""
    rule: str
    cites: dict[str, str] = {}  # result -> paragraph, where it is another than `rule`
    offered: bool = True  # an option of the house may withdraw it
    required: bool = False  # must be made; with `needs`: wherever those are
    equals: str = ""  # the same amount as this wager
    share: float = 1.0  # ... or this part of it
    needs: tuple[str, ...] = ()  # only beside these
    bars: tuple[str, ...] = ()  # not beside these
    limit: tuple[float, float] | None = None  # printed least and most, dollars
    stakes: tuple[float, ...] = ()  # the only amounts allowed, dollars
    step: float = 0  # amounts are multiples of this, dollars
    blind: bool = False  # a decision places it, or the seat before the first card
    on: str = ""  # paid without a stake, on the amount of this wager
    hand: str = "player"
    against: str = ""  # the opponent's hand
    pays: str = ""  # a pay table, judged before the dealer's hand
    otherwise: Price = ""  # without a row in `pays`: a price; empty: compare if `against` is set, else lose
    at_least: str = ""  # wins with this category or better
    all_win: tuple[str, ...] = ()  # wins when all these win
    win: Outcome | Price = "1 to 1"
    tie: Outcome | Price = "push"
    lose: Outcome | Price = "lose"
    unqualified: Outcome | Price = ""  # when the opponent does not qualify; empty: compare as usual
    best_of: tuple[str, ...] = ()  # priced by the best of these hands at the table (cover all)
    bad_beat: str = ""  # both hands at least this, no tie, priced by the losing hand
    survives_fold: bool = False
    only_if_played: str = ""  # dead unless this wager was made
    meter: str = ""
    stake: Literal["", "taken", "returned"] = ""  # what becomes of the stake of a winner paid dollars or a meter share
    hits: Literal["in_turn", "shared"] = "in_turn"  # several winners of one meter in one round
    envy: Envy | None = None
    dealer_envy: bool = False  # the table's envy sums, for each base unit of the stake, are paid to the dealer
    commission: float = 0
    coupon: bool = False  # the stake is a coupon: it wins money, but it is none, and nothing is lost with it


class Total(Word, frozen=True, kw_only=True):
    """Bounds on wagers taken together, held by house options in dollars (0: no bound)."""

    wagers: tuple[str, ...]
    least: str = ""
    most: str = ""
    rule: str = ""


class HousePoker(Head, frozen=True, kw_only=True, tag_field="family", tag="house-poker"):
    """A game against the dealer or a pay table."""

    hands: dict[str, Hand]
    stages: tuple[Stage, ...]
    wagers: dict[str, Wager]
    one_of: tuple[str, ...] = ()  # at least one of these wagers
    totals: tuple[Total, ...] = ()
    hands_counted: Literal["players", "players_and_dealer"] = "players_and_dealer"  # for prices by number of hands
