"""The grammar of player-banked poker: forced bets, streets, betting, hands and the award of the pot."""

from typing import Literal

from houseway.rules.words import Head, Word

First = Literal["after_blinds", "left_of_button", "low_card", "high_card", "high_board", "low_board"]
Structure = Literal["limit", "spread", "pot-limit", "no-limit"]


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
    rule: str = ""


class Bet(Word, frozen=True, kw_only=True):
    """A betting round: who acts first, at which of the two limits."""

    first: First = "left_of_button"
    size: Literal["small", "big"] = "small"
    pair_doubles: bool = False  # an open pair that acts first may bet at either limit, which then binds all
    rule: str = ""


class Street(Word, frozen=True, kw_only=True):
    """A step of the hand: burn, deal, discard, bet, each where the street has it."""

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
    heads_up: Literal["button_small", "button_big"] = "button_small"
    extra: ExtraBlinds | None = None
    bring_in: BringIn | None = None
    rule: str = ""


class Betting(Word, frozen=True, kw_only=True):
    """How much may be bet, how often it may be raised, and what a seat may not do."""

    structure: Structure = "no-limit"
    raises: int | Literal["unlimited"] = "unlimited"  # raises of a betting round, the bet itself not counted
    raises_heads_up: int | Literal["", "unlimited"] = ""  # when only two seats began the betting round
    check: bool = True  # false: bet or fold
    check_raise: bool = True
    under_raise: Literal["closed", "reopens"] = "closed"  # an all-in below a full raise, to seats that have acted
    openers: str = ""  # least hand that may open the first betting round; nobody opens: the pot is carried over
    chop: bool = False  # the two blinds may take their money back when all others folded
    least: Literal["", "ante"] = ""  # the least bet where the table states no other
    fixed_by: str = ""  # the house option that may fix the bet: `fixed 5`
    rule: str = ""


class PotHand(Word, frozen=True, kw_only=True):
    """A hand that wins the pot or a part of it: cards it may use, how it ranks, what it needs."""

    ranking: Literal["poker", "poker_bug", "short_deck", "low_a5"]
    own: tuple[int, int] = (0, 7)  # least and most cards from the seat's own
    qualifies: str = ""  # least category and ranks that may win: `low 8`, `pair J`
    rule: str = ""


class Award(Word, frozen=True, kw_only=True):
    """How a pot is divided: equal parts for the hands named, on each board; ties share a part."""

    parts: tuple[str, ...] = ("high",)
    odd_part: Literal["first_part", "left_of_button"] = "first_part"  # chips that the parts cannot share
    odd_tie: Literal["left_of_button", "left_of_dealer"] = "left_of_button"  # chips that tied hands cannot share
    odd_chips: Literal["first", "one_each"] = "first"  # several odd chips: all to the first, or one each in turn
    rule: str = ""
    tie_rule: str = ""
    part_rule: str = ""
    fold_rule: str = ""


class Collection(Word, frozen=True, kw_only=True):
    """A flat fee by a printed tariff, never part of the pot."""

    tariffs: tuple[str, ...]  # the first also serves an option without a tariff's name before it
    rule: str = ""


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
    collection: Collection | None = None
