"""The grammar of player-banked poker: forced bets, streets, betting, hands and the award of the pot."""

from typing import Literal

from houseway.rules.words import PUBLIC, Head, Word

First = Literal["after_blinds", "left_of_button", "low_card", "high_card", "high_board", "low_board"]
Structure = Literal["limit", "spread", "pot-limit", "no-limit", "equal"]


class Deal(Word, frozen=True, kw_only=True):
    """Cards of a street: to each live seat face down and up, to every board face up."""

    down: int = 0
    up: int = 0
    board: int = 0


class Discard(Word, frozen=True, kw_only=True):
    """Cards that each live seat gives up in turn, from the left of the button."""

    most: int
    least: int = 0
    replaced: bool = False  # a card from the deck for each card given up
    late: Literal["", "dead"] = ""  # a seat that keeps too many: its hand is dead from the next street on
    wild: bool = False  # the cards are not given up but named as wild
    rule: str = ""


class Bet(Word, frozen=True, kw_only=True):
    """A betting round: who acts first, at which of the two limits."""

    first: First = "left_of_button"
    size: Literal["small", "big"] = "small"
    pair_doubles: bool = False  # an open pair that acts first may bet at either limit, which then binds all
    rule: str = ""


class Street(Word, frozen=True, kw_only=True):
    """A step of the hand: burn, deal, discard, bet, each where the street has it."""

    named_by = ("name",)

    name: str
    burn: int = 0
    deal: Deal = Deal()
    discard: Discard | None = None
    bet: Bet | None = None
    rule: str = ""


class BringIn(Word, frozen=True, kw_only=True):
    """A forced first bet by the lowest (or highest) up card; suits break ties, clubs lowest."""

    full: bool = False  # the whole lower limit; otherwise the table's bring-in
    option: bool = False  # the seat acts again when all others only called
    rule: str = ""


class ExtraBlinds(Word, frozen=True, kw_only=True):
    """Blinds beyond the two: a straddle left of the big blind, or over blinds by any seat."""

    allowed: bool = True
    who: Literal["left_of_blind", "any"] = "any"
    times: int = 2  # at least this many times the largest blind so far
    acts: Literal["after_big_blind", "in_turn"] = (
        "in_turn"  # straddlers last, the smallest first; or clockwise from the last
    )
    until: Literal["first_card", "second_card"] = "first_card"
    rule: str = ""


class Forced(Word, frozen=True, kw_only=True):
    """What must be put in before or with the first cards; the amounts are the table's."""

    ante: bool = False
    blinds: bool = False
    own: str = ""  # the wager that each seat puts in before the first card, of a size of its own
    heads_up: Literal["button_small", "button_big"] = "button_small"
    extra: ExtraBlinds | None = None
    bring_in: BringIn | None = None
    rule: str = ""


class Betting(Word, frozen=True, kw_only=True):
    """How much may be bet, how often it may be raised, and what a seat may not do."""

    structure: Structure = "no-limit"
    raises: int | Literal["unlimited"] = "unlimited"  # raises of a betting round, the bet itself not counted
    raises_heads_up: int | Literal["", "unlimited"] = ""  # when only two seats take part
    two_players: Literal["active", "began"] = "active"  # live now, or when the betting round began
    check: bool = True  # false: bet or fold
    check_raise: bool = True
    under_raise: Literal["closed", "reopens"] = "closed"  # an all-in below a full raise, to seats that have acted
    openers: str = ""  # least hand that may open the first betting round; nobody opens: the pot is carried over
    chop: bool = False  # the two blinds may take their money back when all others folded
    least: Literal["", "ante"] = ""  # the least bet where the table states no other
    fixed_by: str = ""  # the house option that may fix the bet: `fixed 5`
    equal_to: str = ""  # with the structure `equal`: the table's amount that every live seat bets on each street
    table_stakes: bool = True  # false: no all-in, who cannot bet must fold
    last_plays_on: bool = False  # the last live seat goes on betting for its cards
    all_fold: Literal["house", "carried"] = "house"  # where the pot goes when the last seat folds as well
    rule: str = ""


class PotHand(Word, frozen=True, kw_only=True):
    """A hand that wins the pot or a part of it: cards it may use, how it ranks, what it needs."""

    ranking: Literal["poker", "poker_bug", "poker_wild_fortune", "short_deck", "low_a5"]
    own: tuple[int, int] = (0, 7)  # least and most cards from the seat's own
    qualifies: str = ""  # least category and ranks that may win: `low 8`, `pair J`
    rule: str = ""


class Award(Word, frozen=True, kw_only=True):
    """How a pot is divided: equal parts for the hands named, on each board; ties share a part."""

    parts: tuple[str, ...] = ("high",)
    odd_part: Literal["first_part", "left_of_button"] = "first_part"  # chips that the parts cannot share
    odd_tie: Literal["left_of_button", "left_of_dealer"] = "left_of_button"  # chips that tied hands cannot share
    odd_chips: Literal["first", "one_each"] = "first"  # several odd chips: all to the first, or one each in turn
    pairwise: bool = False  # each loser pays the winner at most the winner's own bet and keeps the rest
    consolation: str = ""  # no hand qualifies: this house option's share to the best hand, the rest is carried over
    rule: str = ""
    tie_rule: str = ""
    part_rule: str = ""
    fold_rule: str = ""


class Rulings(Word, frozen=True, kw_only=True):
    """The paragraphs of what may end a hand, or a seat's part in it, beside the cards."""

    misdeal: str = PUBLIC  # chips go back; not once there has been substantial action
    defective_deck: str = PUBLIC  # chips go back, save those of seats that knew
    dead_hand: str = PUBLIC  # the seat is out, what it put in stays
    fouled_no_fault: str = PUBLIC  # the seat is out, what it put in goes back
    chopped: str = PUBLIC  # the two blinds take theirs back
    all_folded: str = PUBLIC
    passed: str = PUBLIC  # nobody could open
    jackpot: str = PUBLIC  # paid by posted rules


class Collection(Word, frozen=True, kw_only=True):
    """A flat fee by a printed tariff, never part of the pot."""

    tariffs: tuple[str, ...]  # the first also serves an option without a tariff's name before it
    rule: str = ""


class Pool(Word, frozen=True, kw_only=True):
    """A pool fed by the losers' side wagers, taken by the first seat to collect enough markers."""

    wager: str
    least: Literal["", "initial"] = ""  # the ante, or the largest blind
    joint: bool = False  # with the ante or the seat's own blind at most the table's largest wager
    wager_rule: str = ""
    goal: int
    markers: dict[str, int]  # for a pot won alone: `any`, or by the category of the hand
    state: str  # the name of the markers in a round's state
    rule: str
    close_rule: str = ""  # what a table that closes does with the pool


class Bonus(Word, frozen=True, kw_only=True):
    """A house-banked wager on the seat's own hand, lost by a fold."""

    pays: str  # a pay table by category
    required: bool = False
    rule: str


class BadBeat(Word, frozen=True, kw_only=True):
    """A wager that shares in a jackpot when a good hand is beaten, lost by a fold."""

    wager: str
    beaten: str  # least hand that must be beaten
    shares: dict[str, int]  # percent to `loser`, `winner` and `table`
    meter: str
    rule: str


class PlayerPoker(Head, frozen=True, kw_only=True, tag_field="family", tag="player-poker"):
    """A game in which the players compete for a pot."""

    streets: tuple[Street, ...]
    hands: dict[str, PotHand]
    forced: Forced
    betting: Betting = Betting()
    award: Award = Award()
    boards: int = 1
    exhausted: Literal["last_card_and_burns", "reshuffle_discards"] = "last_card_and_burns"
    rake: bool = True  # a share of the pot is allowed; false: fees by `collection` only
    rake_most: int = 10  # percent of the pot
    rulings: Rulings = Rulings()
    collection: Collection | None = None
    pool: Pool | None = None
    bonus: dict[str, Bonus] = {}
    bad_beat: BadBeat | None = None
