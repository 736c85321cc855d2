"""The grammar of player-banked poker: forced bets, streets, betting, hands and the award of the pot."""

from typing import Annotated, ClassVar, Literal

from houseway.rules.grammar import (
    Amount,
    Count,
    HandName,
    NewMeter,
    NewWager,
    OptionName,
    Paragraph,
    Some,
    Span,
    TariffName,
    means,
    one_of,
)
from houseway.rules.words import PUBLIC, Head, WagerSpec, Word

First = Literal["after_blinds", "left_of_button", "low_card", "high_card", "high_board", "low_board"]
Structure = Literal["limit", "spread", "pot-limit", "no-limit", "equal"]


class Deal(Word, frozen=True, kw_only=True):
    """Cards of a street: to each live seat face down and up, to every board face up."""

    down: Annotated[Count, means("to each live seat, face down", 2, unit="cards")] = 0
    up: Annotated[Count, means("to each live seat, face up", 1, unit="cards")] = 0
    board: Annotated[Count, means("to every board", 3, unit="cards")] = 0


class Discard(Word, frozen=True, kw_only=True):
    """Cards that each live seat gives up in turn, from the left of the button."""

    most: Annotated[Count, means("at most", 5, unit="cards")]
    least: Annotated[Count, means("at least", 1, unit="cards")] = 0
    replaced: Annotated[bool, means("a card from the deck for each card given up", True)] = False
    late: Annotated[
        Literal["", "dead"], means("a seat that keeps too many: its hand is dead from the next street on", "dead")
    ] = ""
    wild: Annotated[bool, means("the cards are not given up but named as wild", True)] = False
    rule: Paragraph = ""


class Bet(Word, frozen=True, kw_only=True):
    """A betting round: who acts first, at which of the two limits."""

    first: Annotated[First, means("who acts first", "after_blinds")] = "left_of_button"
    size: Annotated[Literal["small", "big"], means("the lower or the higher limit", "big")] = "small"
    pair_doubles: Annotated[
        bool, means("an open pair that acts first may bet at either limit, which then binds all", True)
    ] = False
    rule: Paragraph = ""


class Street(Word, frozen=True, kw_only=True):
    """A step of the hand: burn, deal, discard, bet, each where the street has it."""

    named_by = ("name",)

    name: Annotated[str, means("its name, by which options reach it", "flop")]
    burn: Annotated[Count, means("cards burned first", 1, unit="cards")] = 0
    deal: Annotated[Deal, means("cards dealt", {"board": 3})] = Deal()
    discard: Annotated[Discard | None, means("cards given up", {"most": 5, "replaced": True})] = None
    bet: Annotated[Bet | None, means("a betting round", {"first": "after_blinds"})] = None
    rule: Paragraph = ""


class BringIn(Word, frozen=True, kw_only=True):
    """A forced first bet by the lowest (or highest) up card; suits break ties, clubs lowest."""

    full: Annotated[bool, means("the whole lower limit; otherwise the table's bring-in", True)] = False
    option: Annotated[bool, means("the seat acts again when all others only called", True)] = False
    rule: Paragraph = ""


class ExtraBlinds(Word, frozen=True, kw_only=True):
    """Blinds beyond the two: a straddle left of the big blind, or over blinds by any seat."""

    allowed: Annotated[bool, means("the house takes them", False)] = True
    who: Annotated[Literal["left_of_blind", "any"], means("the seats that may make one", "left_of_blind")] = "any"
    times: Annotated[Some, means("at least this many times the largest blind so far", 2)] = 2
    acts: Annotated[
        Literal["after_big_blind", "in_turn"],
        means("in the first round straddlers act last, the smallest first, or in turn", "after_big_blind"),
    ] = "in_turn"
    until: Annotated[
        Literal["first_card", "second_card"], means("the card before which it must be made", "second_card")
    ] = "first_card"
    rule: Paragraph = ""


class Forced(Word, frozen=True, kw_only=True):
    """What must be put in before or with the first cards; the amounts are the table's."""

    ante: Annotated[bool, means("every seat antes", True)] = False
    blinds: Annotated[bool, means("the seats left of the button post blinds", True)] = False
    own_bet: Annotated[
        NewWager, means("the wager that each seat puts in before the first card, of a size of its own", "initial")
    ] = ""
    heads_up: Annotated[
        Literal["button_small", "button_big"], means("of two seats, the blind that the button posts", "button_big")
    ] = "button_small"
    extra: Annotated[ExtraBlinds | None, means("blinds beyond the two", {"who": "left_of_blind"})] = None
    bring_in: Annotated[BringIn | None, means("a forced first bet by an up card", {"rule": "(3)"})] = None
    rule: Paragraph = ""


class Button(Word, frozen=True, kw_only=True):
    """Where the button goes when a hand is over."""

    moves: Annotated[Literal["left", "right"], means("to the next seat on this side that is dealt in", "right")] = (
        "left"
    )
    rule: Paragraph = ""


class Betting(Word, frozen=True, kw_only=True):
    """How much may be bet, how often it may be raised, and what a seat may not do."""

    structure: Annotated[Structure, means("how amounts are bounded", "limit")] = "no-limit"
    raises: Annotated[
        Count | Literal["unlimited"], means("raises of a betting round, the bet itself not counted", 3)
    ] = "unlimited"
    raises_heads_up: Annotated[
        Count | Literal["", "unlimited"], means("... when only two seats take part", "unlimited")
    ] = ""
    two_players: Annotated[
        Literal["active", "began"], means("two seats: live now, or when the betting round began", "began")
    ] = "active"
    check: Annotated[bool, means("a seat may check; false: bet or fold", False)] = True
    check_raise: Annotated[bool, means("a seat that checked may raise", False)] = True
    under_raise: Annotated[
        Literal["closed", "reopens"],
        means("what an all-in below a full raise does for seats that have acted", "reopens"),
    ] = "closed"
    openers: Annotated[
        str, means("least hand that may open the first betting round; nobody opens: the pot is carried over", "pair J")
    ] = ""
    chop: Annotated[bool, means("the two blinds may take their money back when all others folded", True)] = False
    least: Annotated[Literal["", "ante"], means("the least bet where the table states no other", "ante")] = ""
    most: Annotated[
        Amount,
        means("what a bet, or a raise above it, may be at most; 0: as the table posts", 100, unit="dollars"),
    ] = 0
    fixed_by: Annotated[OptionName, means("the house option that may fix the bet: `fixed 5`", "bet_size")] = ""
    equal_to: Annotated[
        NewWager,
        means("with the structure `equal`: the table's amount that every live seat bets on each street", "ante"),
    ] = ""
    table_stakes: Annotated[bool, means("false: no all-in, who cannot bet must fold", False)] = True
    last_plays_on: Annotated[bool, means("the last live seat goes on betting for its cards", True)] = False
    all_fold: Annotated[
        Literal["house", "carried"], means("where the pot goes when the last seat folds as well", "carried")
    ] = "house"
    rule: Paragraph = ""


class PotHand(Word, frozen=True, kw_only=True):
    """A hand that wins the pot or a part of it: cards it may use, how it ranks, what it needs."""

    ranking: Annotated[
        Literal["poker", "poker_bug", "poker_wild_fortune", "short_deck", "low_a5"], means("how it ranks", "low_a5")
    ]
    own_cards: Annotated[Span, means("least and most cards from the seat's own", [2, 2], unit="cards")] = (0, 7)
    qualifies: Annotated[str, means("least category and ranks that may win", "low 8")] = ""
    rule: Paragraph = ""


class Award(Word, frozen=True, kw_only=True):
    """How a pot is divided: equal parts for the hands named, on each board; ties share a part."""

    parts: Annotated[tuple[HandName, ...], means("the hands that take a part each", ["high", "low"])] = ("high",)
    odd_part: Annotated[
        Literal["first_part", "left_of_button"], means("who gets chips that the parts cannot share", "left_of_button")
    ] = "first_part"
    odd_tie: Annotated[
        Literal["left_of_button", "left_of_dealer"],
        means("who gets chips that tied hands cannot share", "left_of_dealer"),
    ] = "left_of_button"
    odd_chips: Annotated[
        Literal["first", "one_each"], means("several odd chips: all to the first, or one each in turn", "one_each")
    ] = "first"
    pairwise: Annotated[
        bool, means("each loser pays the winner at most the winner's own bet and keeps the rest", True)
    ] = False
    consolation: Annotated[
        OptionName,
        means("no hand qualifies: this option's share to the best hand, the rest is carried over", "consolation"),
    ] = ""
    sat_out: Annotated[
        Literal["", "waits"],
        means("who was not dealt in to the last hand: takes no part until a pot that is carried over is won", "waits"),
    ] = ""
    rule: Paragraph = ""
    sat_out_rule: Annotated[str, means("the paragraph of who sat out", "(9)")] = ""
    tie_rule: Annotated[str, means("the paragraph of tied hands", "(4)(d)")] = ""
    part_rule: Annotated[str, means("the paragraph of parts", "(4)(b)")] = ""
    fold_rule: Annotated[str, means("the paragraph of a pot that all others left", "(4)(a)")] = ""


class Rulings(Word, frozen=True, kw_only=True):
    """The paragraphs of what may end a hand, or a seat's part in it, apart from the cards."""

    misdeal: Annotated[
        str, means("the paragraph by which chips go back, not once there has been substantial action", "30-1023")
    ] = PUBLIC
    defective_deck: Annotated[
        str, means("the paragraph by which chips go back, save those of seats that knew", "30-1024")
    ] = PUBLIC
    dead_hand: Annotated[str, means("the paragraph by which a seat is out and its chips stay", "30-1025")] = PUBLIC
    fouled_no_fault: Annotated[
        str, means("the paragraph by which a seat is out and its chips go back", "30-1025(3)")
    ] = PUBLIC
    chopped: Annotated[str, means("the paragraph by which the two blinds take theirs back", "(7)")] = PUBLIC
    all_folded: Annotated[str, means("the paragraph of a pot that all have left", "(8)")] = PUBLIC
    passed: Annotated[str, means("the paragraph of a hand that nobody could open", "(9)")] = PUBLIC
    jackpot: Annotated[str, means("the paragraph of a jackpot paid by posted rules", "30-1046")] = PUBLIC
    exposed_card: Annotated[str, means("the paragraph of a card exposed in the deal", "30-1015")] = PUBLIC
    premature: Annotated[str, means("the paragraph of a card dealt before its time", "30-1015")] = PUBLIC
    faced_card: Annotated[str, means("the paragraph of a joker that is not in the game", "30-1031")] = PUBLIC
    asked_to_see: Annotated[str, means("the paragraph by which a called hand is shown", "30-1026(12)")] = PUBLIC
    unshown: Annotated[str, means("the paragraph by which a beaten hand may be discarded", "30-1027(5)")] = PUBLIC
    statement: Annotated[str, means("the paragraph by which a statement in turn binds", "30-1021")] = PUBLIC
    gesture: Annotated[str, means("the paragraph by which a gesture counts as a statement", "30-1022")] = PUBLIC
    folded_bet: Annotated[str, means("the paragraph of a bet with an announced fold", "30-1020")] = PUBLIC
    pushed_forward: Annotated[str, means("the paragraph by which chips pushed forward are a bet", "30-1023")] = PUBLIC
    short_call: Annotated[str, means("the paragraph of a call with too few chips", "30-1023")] = PUBLIC
    one_chip: Annotated[str, means("the paragraph of one chip thrown in", "30-1023")] = PUBLIC
    string_raise: Annotated[str, means("the paragraph of chips added after a bet", "30-1023")] = PUBLIC
    bypassed: Annotated[str, means("the paragraph of a seat passed over in the betting", "30-1018")] = PUBLIC
    touched_muck: Annotated[str, means("the paragraph of a hand that touched the discards", "30-1026(3)")] = PUBLIC
    conceded: Annotated[str, means("the paragraph of a verbal concession", "30-1026(4)")] = PUBLIC
    left_table: Annotated[str, means("the paragraph of a player who leaves", "30-1026(5)")] = PUBLIC
    face_up: Annotated[str, means("the paragraph of a hand discarded face up", "30-1026(6)")] = PUBLIC
    retrieved: Annotated[str, means("the paragraph of a hand taken back", "30-1026(7)")] = PUBLIC
    irretrievable: Annotated[str, means("the paragraph of a hand that cannot be taken back", "30-1026(8)")] = PUBLIC
    dealer_discard: Annotated[str, means("the paragraph of a hand that the dealer discards", "30-1026(9)")] = PUBLIC
    tabled: Annotated[str, means("the paragraph of such a hand that lay face up", "30-1026(10)")] = PUBLIC
    overput: Annotated[str, means("the paragraph of more chips than a call takes", "30-1024")] = PUBLIC


class Collection(Word, frozen=True, kw_only=True):
    """A flat fee by a printed tariff, never part of the pot."""

    tariffs: Annotated[
        tuple[TariffName, ...],
        means(
            "printed tariffs; the first also serves an option without a tariff's name before it",
            ["ca-collection-poker-limit"],
        ),
    ]
    rule: Paragraph = ""


class Pool(Word, frozen=True, kw_only=True):
    """A pool fed by the losers' side wagers, taken by the first seat to collect enough markers."""

    wager: Annotated[NewWager, means("the wager that every seat makes", "strike_out")]
    least: Annotated[Literal["", "initial"], means("at least the ante, or the largest blind", "initial")] = ""
    joint: Annotated[bool, means("with the ante or the seat's own blind at most the table's largest wager", True)] = (
        False
    )
    wager_rule: Annotated[str, means("the paragraph of the wager", "(9)")] = ""
    goal: Annotated[Some, means("markers that take the pool", 4)]
    markers: Annotated[
        dict[str, Count], means("for a pot won alone: `any`, or by the category of the hand", {"any": 1, "flush": 2})
    ]
    state: Annotated[str, means("the name of the markers in a round's state", "bases")]
    rule: Paragraph
    close_rule: Annotated[str, means("the paragraph of what a table that closes does with the pool", "(12)")] = ""


class Bonus(WagerSpec, frozen=True, kw_only=True):
    """A house-banked wager on the seat's own hand, lost by a fold."""

    reads = frozenset(("pay_table",))


class BadBeat(Word, frozen=True, kw_only=True):
    """A wager that shares in a jackpot when a good hand is beaten, lost by a fold."""

    wager: Annotated[NewWager, means("its name", "bad_beat")]
    beaten: Annotated[str, means("least hand that must be beaten", "full_house A")]
    shares: Annotated[
        dict[Annotated[str, one_of("loser", "winner", "table")], Count],
        means("parts of the jackpot", {"loser": 50, "winner": 25, "table": 25}, unit="percent"),
    ]
    meter: Annotated[NewMeter, means("the meter it is paid from", "bad_beat")]
    rule: Paragraph


class PlayerPoker(Head, frozen=True, kw_only=True, tag_field="family", tag="player-poker"):
    """A game in which the players compete for a pot."""

    reads = frozenset(("deck", "seats", "pay_tables", "default_tables", "irregularities", "meters", "tips"))
    reads_options: ClassVar = {
        "rake_percent": float,
        "rake_cap": float,
        "jackpot_rake": float,
        "collection_option": object,  # the number of an option, or the id of a tariff with it
        "timed_rake": float,
        "timed_rake_per": ("player", "table"),
        "timed_rake_every": float,
        "timed_rake_inactive": bool,
    }

    streets: Annotated[
        tuple[Street, ...], means("the hand, street by street", [{"name": "flop", "deal": {"board": 3}}])
    ]
    hands: Annotated[dict[str, PotHand], means("hands that take the pot or a part", {"high": {"ranking": "poker"}})]
    forced: Annotated[Forced, means("forced bets", {"blinds": True})]
    betting: Annotated[Betting, means("how amounts and raises are bounded", {"structure": "limit", "raises": 3})] = (
        Betting()
    )
    award: Annotated[Award, means("how the pot is divided", {"parts": ["high", "low"]})] = Award()
    button: Annotated[Button, means("how the button moves", {"moves": "right", "rule": "(19)"})] = Button()
    boards: Annotated[Some, means("boards dealt side by side", 2)] = 1
    exhausted: Annotated[
        Literal["last_card_and_burns", "reshuffle_discards"],
        means("what is shuffled when the deck runs out", "reshuffle_discards"),
    ] = "last_card_and_burns"
    rake: Annotated[bool, means("a share of the pot is allowed; false: fees by `collection` only", False)] = True
    rake_most: Annotated[Count, means("most of the pot that may be raked", 10, unit="percent")] = 10
    rulings: Annotated[Rulings, means("paragraphs of rulings", {"dead_hand": "30-1025"})] = Rulings()
    collection: Annotated[Collection | None, means("a flat fee", {"tariffs": ["ca-collection-poker-limit"]})] = None
    pool: Annotated[
        Pool | None,
        means("a pool", {"wager": "strike_out", "goal": 4, "markers": {"any": 1}, "state": "bases", "rule": "(9)"}),
    ] = None
    bonus: Annotated[
        dict[str, Bonus],
        means("wagers against the house on one's own hand", {"bonus": {"pay_table": "bonus", "rule": "(1)"}}),
    ] = {}
    bad_beat: Annotated[
        BadBeat | None,
        means(
            "a wager on a good hand that is beaten",
            {"wager": "bad_beat", "beaten": "full_house A", "shares": {"loser": 50}, "meter": "jackpot", "rule": "(1)"},
        ),
    ] = None

    def named(self, kind: str) -> tuple[str, ...]:
        if kind != "wager":
            return super().named(kind)
        pool = (self.pool.wager,) if self.pool else ()
        beat = (self.bad_beat.wager,) if self.bad_beat else ()
        own = (self.forced.own_bet,) if self.forced.own_bet else ()
        return ("pot", *own, *pool, *self.bonus, *beat)

    def usual(self, kind: str) -> tuple[str, ...]:
        wagers = ("ante", "bet", "initial", "pot_wager", "bad_beat", "bad_beat_jackpot", "strike_out")
        return wagers if kind == "wager" else super().usual(kind)
