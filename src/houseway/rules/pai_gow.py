"""The grammar of pai gow poker: seven cards set into a low and a high hand, and wagers on them and on all seven."""

from typing import Literal

from houseway.rules.words import Envy, Head, Price, Word


class Dealt(Word, frozen=True, kw_only=True):
    """The same number of hands is dealt at every table, whoever plays; a fixed number of cards is left over."""

    cards: int  # to each hand
    hands: int  # the dealer's among them
    left: int
    rule: str


class FirstHand(Word, frozen=True, kw_only=True):
    """Dice count out the position of the first hand; the dealer is position one."""

    dice: int
    positions: int
    direction: Literal["clockwise", "counterclockwise", "either"]
    button: bool = False  # an action button goes with it, past the dealer and empty positions
    rule: str


class Joker(Word, frozen=True, kw_only=True):
    """What the joker is: `bug` an ace or a filler of straights and flushes, `wild` any card."""

    plays: Literal["bug", "wild"]
    rule: str


class SetHands(Word, frozen=True, kw_only=True):
    """The two hands a player sets, and what becomes of copies and of a high hand that does not outrank the low."""

    low: str  # ranking of two cards
    high: str  # ranking of five cards
    copy_loses: Literal["hand", "wager"] = "hand"  # a copy of the dealer's hand loses that hand, or the whole wager
    foul: str  # the rule by which a fouled hand loses
    rule: str


class Counted(Word, frozen=True, kw_only=True):
    """A hand that pay-table rows look at: all cards of a side, or those beside a royal flush."""

    of: Literal["player", "dealer"]
    beside: Literal["", "royal_flush"] = ""
    rule: str = ""


class Row(Word, frozen=True, kw_only=True):
    """A row of a house way: if the cards are `hand`, and can be set with at least these hands, they are."""

    named_by = ("name",)

    name: str = ""  # by which an option reaches it
    hand: str = ""  # a category among all cards; empty: any cards
    low: str = ""  # at least this in the low hand
    high: str = ""  # at least this in the high hand
    prefer: Literal["low", "high"] = (
        "low"  # of several such settings: the best low hand, then the best high, or reversed
    )
    text: str = ""


class HouseWay(Word, frozen=True, kw_only=True):
    """How the dealer sets his cards: the first row that fits, and never a foul."""

    printed: bool  # false: the licensee's policy, and the round states the setting
    rows: tuple[Row, ...]
    rule: str


class PaiGowWager(Word, frozen=True, kw_only=True):
    """A wager: on two set hands against the dealer's, or by a pay table on all cards of a hand."""

    name: str = ""
    rule: str
    cites: dict[str, str] = {}  # result -> paragraph, where it is another than `rule`
    offered: bool = True
    required: bool = False
    needs: tuple[str, ...] = ()
    limit: tuple[float, float] | None = None
    step: float = 0  # amounts are multiples of this
    later: bool = False  # may also be made after the hands are set
    alone: bool = False  # only one seat may make it
    set_hands: Literal["", "player", "dragon", "own_dragon"] = ""  # whose two hands are compared; own: set by the seat
    win: Price = "1 to 1"  # both hands beat the dealer's
    split: Price = "push"  # one of them does
    lose: Price = "lose"
    commission: str = ""  # the option that states it
    dealer_shows: str = ""  # a table on the dealer's cards: a push for all, or another price for winners
    pays: str = ""
    hand: str = ""  # which hand `pays` looks at
    choose: dict[str, str] = {}  # instead: the seat says which, `insure WORD`
    doubled_by: str = ""  # prices are doubled when the dealer's cards are this
    rows: Literal["first", "ranked"] = "first"  # of several rows: the first printed, or the one of the best-ranked hand
    meter: str = ""
    envy: Envy | None = None


class Collection(Word, frozen=True, kw_only=True):
    """The cardroom's fee, by a printed tariff; empty option: none."""

    tariff: str
    option: str  # the house option that names the schedule
    base: str  # the wager that a fee by base wager counts
    rule: str


class PaiGow(Head, frozen=True, kw_only=True, tag_field="family", tag="pai-gow"):
    """Seven cards, two hands, one dealer."""

    dealt: Dealt
    first_hand: FirstHand
    joker: Joker
    set_hands: SetHands
    hands: dict[str, Counted]
    house_way: HouseWay
    wagers: dict[str, PaiGowWager]
    dealer_up: bool = False  # the dealer's cards lie face up while the players set
    collection: Collection | None = None
    envy_last: bool = True  # with a bank: envy bonuses are paid after all other wagers


class PaiGowDice(Head, frozen=True, kw_only=True, tag_field="family", tag="pai-gow-dice"):
    """The shake of the dice by itself: who gets the first hand and the action button."""

    first_hand: FirstHand
