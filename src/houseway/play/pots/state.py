"""A hand in progress as an immutable value: chips, cards, whose turn it is, and what has been done."""

from typing import Literal, NamedTuple, TypeVar

import msgspec

from houseway.play.pots.dealing import Source
from houseway.play.pots.table import Table

Phase = Literal["bet", "discard", "over"]


class Ruled(NamedTuple):
    """A ruling on what a player said and did: the conduct, what it counts for and why, and the paragraph."""

    conduct: str
    ruling: str
    rule: str


class Act(NamedTuple):
    """What a seat does: a verb, the seat's total in this betting round where it bets, cards where it gives up any."""

    verb: str
    amount: int = 0  # with a fold: chips of a short call that stay in the pot
    cards: tuple[int, ...] = ()
    ruled: Ruled | None = None


class Legal(NamedTuple):
    """Something a seat may do, with the least and the most: totals in this betting round, or numbers of cards."""

    verb: str
    least: int = 0
    most: int = 0


class State(msgspec.Struct, frozen=True):
    """All that the rules look at between two actions."""

    table: Table
    source: Source
    stacks: tuple[int, ...]
    paid: tuple[int, ...]  # put in during the hand, antes included
    bets: tuple[int, ...]  # put in during this betting round, antes not counted
    live: tuple[bool, ...]
    hole: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    dealt: tuple[tuple[int, ...], ...]  # all cards each seat has received, in order
    used: int = 0  # cards that left the deck
    burns: tuple[int, ...] = ()
    muck: tuple[int, ...] = ()  # folded cards
    given: tuple[int, ...] = ()  # cards given up in a draw, kept apart
    street: int = -1
    phase: Phase = "bet"
    order: tuple[int, ...] = ()  # the seats of this street in their order
    queue: tuple[int, ...] = ()  # seats still to act; the first is in turn
    level: int = 0  # the total to match in this betting round
    full: int = 0  # the level of the last full bet
    step: int = 0  # the last full bet or raise
    size: int = 0  # the least bet of this betting round
    raises: int = 0
    entrants: int = 0  # live seats when the betting round began
    faced: tuple[int, ...] = ()  # the level each seat last acted on in this betting round; -1: none
    bringing: bool = False  # the forced bring-in is due
    completing: bool = False  # the bring-in may be completed to a full bet
    last: int = -1  # who bet or raised last in the betting round at hand, or in the last one that there was
    late: tuple[int, ...] = ()  # seats that kept too many cards
    chop: int = -1  # a blind that offers to chop
    ending: str = ""  # why the hand ended without an award: chopped, misdeal, defective_deck, passed
    forfeits: tuple[int, ...] = ()  # seats whose chips stay for the next hand
    refunds: tuple[int, ...] = ()  # seats that got their chips back
    frozen: tuple[int, ...] = ()  # live seats that take no more part in the betting
    early: tuple[int, ...] = ()  # seats that hold their last card before its time: they do not bet or raise
    events: tuple[tuple[int, Act], ...] = ()


S = TypeVar("S", bound=State)
