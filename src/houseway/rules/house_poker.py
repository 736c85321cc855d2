"""The grammar of house poker: hands, stages, choices and wagers of games against a dealer or a pay table."""

import re
from typing import Annotated, ClassVar, Literal

from houseway.rules.grammar import (
    Action,
    Amount,
    Count,
    HandName,
    NewVerb,
    OptionName,
    Paragraph,
    Price,
    Share,
    Some,
    Span,
    TableName,
    WagerName,
    means,
    one_of,
)
from houseway.rules.words import EACH, PARTIAL, Head, ShoeWords, WagerSpec, WayRow, Word

# A pile (`hands.2`: the second of several), a part of its setting, the places from one to another in it, or those that
# the seat selected.
CARDS = re.compile(
    r"(?P<pile>\w+(?:\.\d+)?)"
    r"(?:\.(?P<part>[a-z]\w*)|\[(?:(?P<select>select)|(?P<first>\d+)(?:-(?P<last>\d+))?)\])?"
)

# Verbs of decisions, as games and players call them.
_VERBS = (
    "add", "bet", "bid", "burn", "bust", "buy", "call", "check", "conceal", "decline", "declare", "discard", "double",
    "draw", "drop", "exchange", "fold", "hold", "insure", "keep", "lay", "leave", "make", "move", "pass", "pay", "play",
    "pull", "put", "raise", "remove", "replace", "ride", "select", "set", "show", "split", "stand", "stay", "surrender",
    "swap", "switch", "take", "throw", "tie", "tip", "turn", "wait", "war", "withdraw",
)  # fmt: skip
# Of hands of a setting: not the better one, but higher cards, one suit, suits by the alphabet.
PREFERENCES = ("high", "suited", "suits")
_STATES = ("bust", "dealer_bust", "lost_if")
Result = Annotated[str, one_of("win", "tie", "lose", "push", "unqualified", "fold", "foul", *_STATES)]


class Hand(Word, frozen=True, kw_only=True):
    """A named hand: which cards form it, how they are ranked, what of them is wild."""

    cards: Annotated[
        tuple[str, ...],
        means(
            "piles, or slices of what they received; a bare `player` or `dealer` is what is held now, `hands.2` the "
            "second of several hands in a pile, `player.low` a part of a setting, `array[select]` the cards at the "
            "places that the seat selected",
            ["player", "community[1-3]"],
        ),
    ] = ()
    ranking: Annotated[str, means("how it is ranked; none: it serves rows of pay tables only", "three_card")] = ""
    length: Annotated[
        Count,
        means("cards that make a straight or flush in rows of pay tables; 0: the ranking's number", 5, unit="cards"),
    ] = 0
    wild: Annotated[tuple[str, ...], means("ranks that are wild, and `joker`", ["2", "joker"])] = ()
    bug: Annotated[bool, means("the joker is an ace, or completes a straight or flush", True)] = False
    wheel: Annotated[bool, means("the ace may stand below the two", False)] = True
    draws: Annotated[
        Count, means("rows see it with so many wild cards more: what it draws to, one card short", 1, unit="cards")
    ] = 0
    stand_in: Annotated[str, means("the card of this pile replaces a joker", "extra")] = ""
    held: Annotated[bool, means("of a slice: only the cards that the seat still holds", True)] = False
    plays_of: Annotated[
        tuple[HandName, ...],
        means("instead of `cards`: the cards that these hands play, as many of each as its ranking takes", ["dealer"]),
    ] = ()
    stronger_of: Annotated[
        tuple[HandName, ...], means("instead of `cards`: of these hands the one ranked highest", ["first", "second"])
    ] = ()
    weaker_of: Annotated[
        tuple[HandName, ...], means("instead of `cards`: of these hands the one ranked lowest", ["first", "second"])
    ] = ()
    qualifies: Annotated[str, means("least category and ranks with which it counts", "high Q")] = ""
    each: EACH = ()
    rule: Paragraph = ""


class Choice(Word, frozen=True, kw_only=True):
    """Something a seat may do at a decision."""

    named_by = ("do", "having", "below", "bet")

    do: Annotated[NewVerb, means("the verb of the action, of several words if need be", "play")]
    bet: Annotated[tuple[WagerName, ...], means("wagers that it places", ["play"])] = ()
    times: Annotated[WagerName, means("... at a multiple of this wager; none: at any amount", "ante")] = ""
    by: Annotated[tuple[Some, ...], means("the multiples", [1, 2, 3])] = (1,)
    any_between: Annotated[bool, means("or any amount from the first to the last multiple", True)] = False
    ahead: Annotated[
        bool, means("a wager of a later decision, placed blind and by name; the seat still has to decide now", True)
    ] = False
    having: Annotated[str, means("only with this category or better", "pair A")] = ""
    below: Annotated[str, means("only with less than this category", "pair 6")] = ""
    shows: Annotated[str, means("only with a hand that is this: a category or a pattern of the file", "flush")] = ""
    hand: Annotated[HandName, means("the hand that `having`, `below` and `shows` look at", "player")] = "player"
    needs: Annotated[tuple[WagerName, ...], means("only for seats that made these wagers", ["insurance"])] = ()
    ends: Annotated[
        dict[WagerName, Price],
        means("ends the hand at once: wagers, each at a price or at that of a row of its pay table", {"ante": "push"}),
    ] = {}
    pull: Annotated[WagerName, means("takes this wager back", "bet_1")] = ""
    fold: Annotated[bool, means("the hand is given up", True)] = False
    forced: Annotated[
        bool, means("what the rules make of a seat that may do nothing else: a record need not say it", True)
    ] = False
    offered: Annotated[bool, means("false: a mistake that a record may hold; no seat is offered it", False)] = True
    surrender: Annotated[WagerName, means("ends the hand, losing `share` of this wager", "initial")] = ""
    share: Annotated[Share, means("of the wager surrendered: the part lost", 0.5)] = 0.5
    goes_on: Annotated[bool, means("a surrender ends that wager only: the seat plays on with the others", True)] = False
    gives_up: Annotated[WagerName, means("this wager is lost by the choice", "initial")] = ""
    discard: Annotated[Span | None, means("least and most cards that are thrown away", [0, 2], unit="cards")] = None
    select: Annotated[
        Count, means("so many different places of a pile, which `[select]` in a hand then stands for", 3)
    ] = 0
    parts: Annotated[
        dict[str, Some],
        means(
            "sets the seat's cards into named parts of so many cards; what is in none is thrown away",
            {"low": 1, "high": 2},
            unit="cards",
        ),
    ] = {}
    above: Annotated[
        tuple[HandName, HandName] | None,
        means(
            "of a setting: the first of these hands is not below the second; a seat whose cards cannot be set so takes "
            "the choice that `busts`",
            ["high", "low"],
        ),
    ] = None
    if_foul: Annotated[
        Literal["stands", "reset", "house_way"],
        means("of a setting against `above`: it stands, must be set again, or the house way sets the cards", "reset"),
    ] = "stands"
    by_house_way: Annotated[bool, means("the cards are set as the house way sets the dealer's", True)] = False
    busts: Annotated[bool, means("for cards that cannot be set only: the hand busts", True)] = False
    adds: Annotated[
        dict[NewVerb, WagerName],
        means("wagers that may be made in the same action, by the word for each", {"tie": "war_tie"}),
    ] = {}
    rule: Paragraph = ""


class DealerRow(WayRow, frozen=True, kw_only=True):
    """A row of the dealer's house way: of the settings that meet it, the one preferred is played."""

    keep: Annotated[Count | None, means("with `discard`: so many cards are kept", 4, unit="cards")] = None
    shows: Annotated[
        dict[HandName, str],
        means("hands of the setting, each with the category or pattern that it shows", {"dealer_kept": "pair"}),
    ] = {}
    at_least: Annotated[
        dict[HandName, str], means("hands of the setting, each with the least it ranks", {"dealer_low": "high T"})
    ] = {}
    prefer: Annotated[
        tuple[str, ...],
        means(
            "of several such settings: the better hand of this name; `high` before it: the higher cards, `suited`: "
            "of one suit, `suits`: the suits first by the alphabet",
            ["dealer_high", "suits dealer_low"],
        ),
    ] = ()


class DealerActs(Word, frozen=True, kw_only=True):
    """The dealer discards, keeps or sets cards: as the round states (`dealer_set`), otherwise by the first row."""

    discard: Annotated[Span | None, means("least and most cards that are replaced from the deck", [0, 2])] = None
    parts: Annotated[
        dict[str, Some], means("the cards are set into named parts; what is in none is thrown away", {"kept": 2})
    ] = {}
    above: Annotated[
        tuple[HandName, HandName] | None,
        means("never with the first of these hands below the second", ["dealer_high", "dealer_low"]),
    ] = None
    busts: Annotated[bool, means("cards that cannot be set so bust", True)] = False
    rows: Annotated[tuple[DealerRow, ...], means("the house way: the first row that can be met", [{"hand": "flush"}])]
    prefer: Annotated[
        tuple[str, ...], means("after the preferences of the row, these", ["suited dealer_kept", "suits dealer_kept"])
    ] = ()
    rule: Paragraph = ""


class Stage(Word, frozen=True, kw_only=True):
    """A step of the round: cards are dealt or turned, or the seats decide in turn."""

    named_by = ("name",)

    name: Annotated[str, means("its name, by which options reach it", "play or fold")] = ""
    burn: Annotated[Count, means("cards burned first", 1, unit="cards")] = 0
    deal: Annotated[
        dict[str, Count],
        means("cards to each seat (`player`), to `dealer`, `community` or a named pile", {"player": 3, "dealer": 3}),
    ] = {}
    up: Annotated[tuple[str, ...], means("piles or slices that lie face up from now on", ["community[1-3]"])] = ()
    decide: Annotated[
        tuple[str | Choice, ...], means("what a seat may do; `fold` and `check` need no more words", ["fold", "check"])
    ] = ()
    fill_from: Annotated[
        str,
        means(
            "seats that discarded fill their hands: from this shared pile, in its order, or from the `deck`",
            "community",
        ),
    ] = ""
    dealer: Annotated[
        DealerActs | None,
        means("the dealer discards, keeps or sets", {"parts": {"kept": 2}, "rows": [{"prefer": ["high dealer_kept"]}]}),
    ] = None
    if_tied: Annotated[
        tuple[HandName, HandName] | None, means("only for seats where these two hands tie", ["player", "dealer"])
    ] = None
    made: Annotated[WagerName, means("only for seats that made this wager", "war")] = ""
    made_one: Annotated[
        tuple[WagerName, ...], means("only for seats that made one of these wagers", ["hand_1.war", "hand_2.war"])
    ] = ()
    unless: Annotated[WagerName, means("only for seats that have not made this wager", "ante")] = ""
    table: Annotated[
        tuple[TableName, str] | None, means("only while the house uses this pay table: its name and id", ["blind", "2"])
    ] = None
    optional: Annotated[bool, means("a seat may let it pass without a word", True)] = False
    timeout: Annotated[str, means("the action of a seat that does not act", "fold")] = ""
    opens: Annotated[
        tuple[str, ...],
        means("wagers that a seat may make now, any number of them; `card_1.*`: all whose names begin so", ["side"]),
    ] = ()
    hand: Annotated[
        str,
        means("its actions begin with this word: the one of several hands they are for", "hand_2"),
    ] = ""
    each: EACH = ()
    rule: Paragraph = ""


class Outcome(Word, frozen=True, kw_only=True):
    """A result with a price of its own: a pay table, and what happens when it has no row."""

    pay_table: Annotated[TableName, means("a pay table", "blind")] = ""
    price: Annotated[Price, means("a price, where the table has no row", "1 to 1")] = ""
    at_least: Annotated[str, means("`price` only with this category or better, else `otherwise`", "pair T")] = ""
    otherwise: Annotated[Price, means("what is left without a row and without `at_least`", "push")] = "lose"
    stake: Annotated[Literal["", "lost"], means("the stake is lost although the table pays", "lost")] = ""
    one_colour: Annotated[Price, means("instead, where all cards of both hands are red or all are black", "push")] = ""
    lost_from: Annotated[Count | None, means("a tie in points is lost from this total up", 20, unit="points")] = None
    lost_to: Annotated[Count | None, means("... or down to this total", 20, unit="points")] = None


class Wager(WagerSpec, frozen=True, kw_only=True):
    """A wager: what it wins on, and what each result does to it."""

    cites: Annotated[
        dict[Result, str], means("paragraphs of single results, where they are not `rule`", {"fold": "(9)"})
    ] = {}
    blind: Annotated[bool, means("a decision places it, or the seat before the first card", True)] = False
    opened_later: Annotated[
        bool, means("made between cards, where a stage opens it; round files list it with the first wagers", True)
    ] = False
    same_on_hands: Annotated[bool, means("the same amount on every hand that a player plays", True)] = False
    paid_on: Annotated[WagerName, means("paid without a stake of its own, on the amount of this wager", "ante")] = ""
    hand: Annotated[HandName, means("the hand that decides", "five")] = "player"
    against: Annotated[HandName, means("the opponent's hand", "dealer")] = ""
    at_least: Annotated[str, means("wins with this category or better", "pair T")] = ""
    shows: Annotated[str, means("wins when the hand is this: a category or a pattern of the file", "flush")] = ""
    beats: Annotated[
        tuple[tuple[HandName, HandName], ...],
        means("wins when each of these hands beats the one next to it", [["player", "high"], ["player_low", "low"]]),
    ] = ()
    most_of: Annotated[
        tuple[tuple[HandName, HandName], ...],
        means(
            "wins when more of these hands beat the one next to them than lose to it, ties when as many do",
            [["high", "dealer_high"], ["low", "dealer_low"]],
        ),
    ] = ()
    follows: Annotated[
        tuple[WagerName, ...],
        means("wins, ties or loses like the one of these wagers that the seat made, if it made one", ["high"]),
    ] = ()
    followed: Annotated[
        dict[Result, Price],
        means("with `follows`: what win, tie and lose are then, instead of its own prices", {"win": "push"}),
    ] = {}
    also_pay_table: Annotated[
        TableName, means("a second pay table: what both of them pay is added", "five_card_award")
    ] = ""
    pot: Annotated[bool, means("the stakes of all seats form a pot for the best `hand` among them", True)] = False
    rake: Annotated[
        OptionName, means("of a pot: the option with the percentage and the most that is taken", "rake")
    ] = ""
    rake_limit: Annotated[
        tuple[Amount, Amount], means("the most that a rake may be: percent of the pot, and dollars", [10, 5])
    ] = (0, 0)
    all_win: Annotated[tuple[WagerName, ...], means("wins when all these win", ["2_card_poker", "3_card_poker"])] = ()
    win: Annotated[Outcome | Price, means("a better hand than the opponent's", "1 to 1")] = "1 to 1"
    tie: Annotated[Outcome | Price, means("a hand as good", "push")] = "push"
    lose: Annotated[Outcome | Price, means("a worse hand", "lose")] = "lose"
    unqualified: Annotated[
        Outcome | Price, means("an opponent that does not qualify; none stated: compare as usual", "1 to 1")
    ] = ""
    best_of: Annotated[
        tuple[HandName, ...], means("priced by the best of these hands at the table (cover all)", ["player", "dealer"])
    ] = ()
    bad_beat: Annotated[
        str, means("both hands at least this, no tie, and the losing hand is priced", "three_of_a_kind")
    ] = ""
    survives_fold: Annotated[bool, means("it goes on when the hand is folded", True)] = False
    only_if_played: Annotated[WagerName, means("lost unless this wager was made", "play")] = ""
    hits: Annotated[Literal["in_turn", "shared"], means("several winners of one meter in one round", "shared")] = (
        "in_turn"
    )
    fee: Annotated[bool, means("a fee: collected whatever the hands are", True)] = False
    foul: Annotated[
        tuple[HandName, HandName] | None,
        means("lost when the first of these hands is below the second", ["high", "low"]),
    ] = None
    bust: Annotated[Price, means("the seat's cards cannot be set; none stated: that does not matter", "lose")] = ""
    dealer_bust: Annotated[
        Price, means("the dealer's cannot, whatever the seat has; none stated: that does not matter", "push")
    ] = ""
    lost_if: Annotated[
        dict[HandName, str],
        means("lost when this hand is this category or pattern, whatever the others are", {"dealer": "flush"}),
    ] = {}
    shown_by: Annotated[Action, means("lost unless the seat took this action", "show")] = ""
    coupon: Annotated[
        bool, means("the stake is a coupon: it wins money, but is none, and nothing is lost with it", True)
    ] = False


def decided_otherwise(wager: Wager) -> bool:
    """Whether a wager is decided by a pattern, several comparisons, another wager or a pot."""
    return bool(wager.shows or wager.beats or wager.most_of or wager.follows or wager.pot)


class HousePoker(Head, frozen=True, kw_only=True, tag_field="family", tag="house-poker"):
    """A game against the dealer or a pay table."""

    reads = PARTIAL
    reads_options: ClassVar = {"collection_option": float}

    hands: Annotated[
        dict[str, Hand], means("hands by name", {"player": {"cards": ["player"], "ranking": "three_card"}})
    ]
    stages: Annotated[
        tuple[Stage, ...], means("the round, step by step", [{"name": "deal", "deal": {"player": 3, "dealer": 3}}])
    ]
    wagers: Annotated[dict[str, Wager], means("wagers by name", {"ante": {"against": "dealer", "rule": "(14)"}})]
    packs: Annotated[
        dict[str, str], means("piles that are dealt from cards of their own, and those cards", {"community": "3x52"})
    ] = {}
    shoe: Annotated[
        ShoeWords | None,
        means("the cards of several rounds come from one shuffle; none: shuffled each round", {"cut": 0.2}),
    ] = None
    hands_counted: Annotated[
        Literal["players", "players_and_dealer"], means("the hands that prices by number of hands count", "players")
    ] = "players_and_dealer"

    def named(self, kind: str) -> tuple[str, ...]:
        if kind != "action":
            return super().named(kind)
        return tuple(one if isinstance(one, str) else one.do for stage in self.stages for one in stage.decide)

    def usual(self, kind: str) -> tuple[str, ...]:
        return _VERBS if kind == "action" else super().usual(kind)
