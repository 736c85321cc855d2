"""The grammar of pai gow poker: seven cards set into a low and a high hand, and wagers on them and on all seven."""

from typing import Annotated, Literal

from houseway.rules.grammar import (
    Count,
    HandName,
    OptionName,
    Paragraph,
    Some,
    TableName,
    TariffName,
    WagerName,
    means,
    one_of,
)
from houseway.rules.words import PARTIAL, Head, WagerSpec, WayRow, Word


class Dealt(Word, frozen=True, kw_only=True):
    """The same number of hands is dealt at every table, whoever plays; a fixed number of cards is left over."""

    cards: Annotated[Some, means("to each hand", 7, unit="cards")]
    hands: Annotated[Some, means("hands, the dealer's among them", 7)]
    left: Annotated[Count, means("left over", 4, unit="cards")]
    rule: Paragraph


class FirstHand(Word, frozen=True, kw_only=True):
    """Dice count out the position of the first hand; the dealer is position one."""

    dice: Annotated[Some, means("dice that are shaken", 3)]
    positions: Annotated[Some, means("positions counted, the dealer's among them", 7)]
    direction: Annotated[Literal["clockwise", "counterclockwise", "either"], means("the way of the count", "clockwise")]
    button: Annotated[bool, means("an action button goes with it, past the dealer and empty positions", True)] = False
    rule: Paragraph


class Joker(Word, frozen=True, kw_only=True):
    """What the joker is."""

    plays: Annotated[
        Literal["bug", "wild"], means("`bug`: an ace or a filler of straights and flushes; `wild`: any card", "bug")
    ]
    rule: Paragraph


class SetHands(Word, frozen=True, kw_only=True):
    """The two hands a player sets, and what becomes of copies and of a high hand that does not outrank the low."""

    low: Annotated[str, means("ranking of the two cards", "two_card")]
    high: Annotated[str, means("ranking of the five cards", "poker_bug")]
    copy_loses: Annotated[
        Literal["hand", "wager"], means("a copy of the dealer's hand loses that hand, or the whole wager", "wager")
    ] = "hand"
    foul: Annotated[str, means("the paragraph by which a fouled hand loses", "(10)")]
    rule: Paragraph


class Counted(Word, frozen=True, kw_only=True):
    """A hand that pay-table rows look at: all cards of a side, or those outside a royal flush."""

    of: Annotated[Literal["player", "dealer"], means("whose cards", "player")]
    beside: Annotated[Literal["", "royal_flush"], means("only the cards beside this", "royal_flush")] = ""


class Row(WayRow, frozen=True, kw_only=True):
    """A row of a house way: if the cards are `hand`, and can be set with at least these hands, they are."""

    low: Annotated[str, means("at least this in the low hand", "high K")] = ""
    high: Annotated[str, means("at least this in the high hand", "two_pair")] = ""
    prefer: Annotated[
        Literal["low", "high"], means("of several such settings, the hand that is made best first", "high")
    ] = "low"


class HouseWay(Word, frozen=True, kw_only=True):
    """How the dealer sets his cards: the first row that fits, and never a foul."""

    printed: Annotated[bool, means("false: the licensee's policy, and the round states the setting", True)]
    rows: Annotated[tuple[Row, ...], means("rows in order", [{"text": "The second and third highest in front."}])]
    rule: Paragraph


class PaiGowWager(WagerSpec, frozen=True, kw_only=True):
    """A wager: on two set hands against the dealer's, or by a pay table on all cards of a hand."""

    reads = frozenset(("pay_table", "meter", "envy", "commission"))

    cites: Annotated[
        dict[Annotated[str, one_of("win", "split", "lose", "copy", "push", "dealer_shows")], str],
        means("paragraphs of single results, where they are not `rule`", {"split": "(9)"}),
    ] = {}
    later: Annotated[bool, means("may also be made after the hands are set", True)] = False
    alone: Annotated[bool, means("only one seat may make it", True)] = False
    set_hands: Annotated[
        Literal["", "player", "dragon", "own_dragon"],
        means("whose two hands are compared with the dealer's; `own_dragon`: the seat sets it", "player"),
    ] = ""
    dealer_shows: Annotated[
        TableName,
        means("a table on the dealer's cards: a push for all, or another price for winners", "dealer_pai_gow"),
    ] = ""
    hand: Annotated[HandName, means("which hand the pay table looks at; none: the player's", "dealer")] = ""
    choose: Annotated[
        dict[Annotated[str, one_of("player", "dealer")], HandName],
        means("instead: the seat says which, `insure WORD`", {"dealer": "dealer"}),
    ] = {}
    doubled_by: Annotated[str, means("prices are doubled when the dealer's cards are this", "high 9")] = ""
    rows: Annotated[
        Literal["first", "ranked"], means("of several rows: the first printed, or the one of the best hand", "ranked")
    ] = "first"


class Collection(Word, frozen=True, kw_only=True):
    """The cardroom's fee, by a printed tariff; empty option: none."""

    tariff: Annotated[TariffName, means("the printed tariff", "ca-collection-fortune-pai-gow")]
    option: Annotated[OptionName, means("the house option that names the schedule", "collection_option")]
    base: Annotated[WagerName, means("the wager that a fee by base wager counts", "base_game")]
    rule: Paragraph


class PaiGow(Head, frozen=True, kw_only=True, tag_field="family", tag="pai-gow"):
    """Seven cards, two hands, one dealer."""

    reads = PARTIAL

    dealt: Annotated[Dealt, means("the deal", {"cards": 7, "hands": 7, "left": 4, "rule": "(5)"})]
    first_hand: Annotated[
        FirstHand,
        means("who is dealt to first", {"dice": 3, "positions": 7, "direction": "clockwise", "rule": "(4)"}),
    ]
    joker: Annotated[Joker, means("the joker", {"plays": "bug", "rule": "(1)"})]
    set_hands: Annotated[
        SetHands, means("the two hands", {"low": "two_card", "high": "poker_bug", "foul": "(10)", "rule": "(6)"})
    ]
    hands: Annotated[
        dict[str, Counted],
        means("hands that rows look at, by name; `player` and `dealer` need no words", {"seven": {"of": "player"}}),
    ]
    house_way: Annotated[
        HouseWay, means("how the dealer sets", {"printed": False, "rows": [{"text": "Any."}], "rule": "(12)"})
    ]
    wagers: Annotated[dict[str, PaiGowWager], means("wagers by name", {"ante": {"set_hands": "player", "rule": "(9)"}})]
    dealer_up: Annotated[bool, means("the dealer's cards lie face up while the players set", True)] = False
    collection: Annotated[
        Collection | None,
        means(
            "the cardroom's fee",
            {"tariff": "ca-collection-fortune-pai-gow", "option": "collection", "base": "base_game", "rule": "x"},
        ),
    ] = None
    envy_last: Annotated[bool, means("with a bank: envy bonuses are paid after all other wagers", False)] = True

    def named(self, kind: str) -> tuple[str, ...]:
        sides = ("player", "dealer") if kind == "hand" else ()
        return (*sides, *super().named(kind))


class PaiGowDice(Head, frozen=True, kw_only=True, tag_field="family", tag="pai-gow-dice"):
    """The shake of the dice by itself: who gets the first hand and the action button."""

    reads = frozenset(("seats",))

    first_hand: Annotated[
        FirstHand,
        means("who is dealt to first", {"dice": 3, "positions": 7, "direction": "clockwise", "rule": "(4)"}),
    ]
