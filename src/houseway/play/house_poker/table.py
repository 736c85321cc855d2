"""What lies on the table during a round: seats, piles, and the stock the cards come from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from houseway.play.house_poker.plan import HandPlan
from houseway.rules.errors import RuleError


class Stock(Protocol):
    """Where cards come from; `have` is how many the pile received before, `used` how many left the stock."""

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shuffled deck, or a shoe of which some cards are gone; `packs`: piles dealt from cards of their own."""

    cards: tuple[int, ...]
    packs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    used: int = 0

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del seat
        if pile in self.packs:
            return self.packs[pile][have : have + count]
        if used + count > len(self.cards):
            raise RuleError("the deck does not hold enough cards for so many seats", "seats")
        return self.cards[used : used + count]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The cards of a round file; a pile may end early, and is missed only when a wager needs it."""

    seats: tuple[tuple[int, ...], ...]
    piles: Mapping[str, tuple[int, ...]]

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del used
        source = self.seats[seat] if pile == "player" else self.piles.get(pile, ())
        return source[have : have + count]


class Closed(msgspec.Struct, frozen=True):
    """A wager that ended before the showdown."""

    net: int
    reason: str
    rule: str
    row: str = ""  # of its pay table, as a path


class Seat(msgspec.Struct, frozen=True):
    """One hand of one player."""

    wagers: dict[str, int]  # cents
    cards: tuple[int, ...] = ()  # received, in order
    due: int = 0  # cards the deal owed so far
    discards: tuple[int, ...] = ()
    refilled: int = 0  # discards replaced from the deck so far
    drawn: tuple[int, ...] = ()  # taken from a shared pile
    selected: tuple[int, ...] = ()  # places of a shared pile, counted from 1
    parts: Mapping[str, tuple[int, ...]] = {}  # the setting
    bust: bool = False  # the cards cannot be set
    folded: bool = False
    fold_rule: str = ""  # the paragraph of the decision to fold
    out: bool = False  # decided before the showdown
    dead: bool = False  # an irregularity voids the hand: its cards may be too few or too many
    closed: dict[str, Closed] = {}
    actions: tuple[str, ...] = ()  # the decisions it took, each beginning with the game's own word for it

    def held(self) -> tuple[int, ...]:
        if not self.discards and not self.drawn:
            return self.cards
        return (*without(self.cards, self.discards), *self.drawn)


class Piles(msgspec.Struct, frozen=True):
    """The piles that no seat owns, how many cards each should have, and what the dealer did with his own."""

    cards: Mapping[str, tuple[int, ...]] = {}
    due: Mapping[str, int] = {}
    discards: tuple[int, ...] = ()  # of the dealer
    parts: Mapping[str, tuple[int, ...]] = {}  # the dealer's setting
    bust: bool = False  # the dealer's cards cannot be set

    def held(self, pile: str) -> tuple[int, ...]:
        cards = self.cards.get(pile, ())
        return without(cards, self.discards) if pile == "dealer" and self.discards else cards


def without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are left when others are gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def pile_field(pile: str) -> str:
    """The field of a round file that holds a pile no seat owns."""
    name, _, number = pile.partition(".")
    place = f"[{int(number) - 1}]" if number else ""
    return pile if pile in ("dealer", "community") else f"piles.{name}{place}"


def hand_cards(plan: HandPlan, seat: Seat | None, index: int, piles: Piles) -> tuple[int, ...]:
    """The cards of a named hand; a missing card is an error that names the pile."""
    found: tuple[int, ...] = ()
    for part in plan.parts:
        pile = part.pile
        if pile == "player":
            assert seat is not None
            have, due, parts = seat.cards, seat.due, seat.parts
            cards = seat.held() if part.whole else have
        else:
            have, due = piles.cards.get(pile, ()), piles.due.get(pile, 0)
            parts = piles.parts if pile == "dealer" else {}
            cards = piles.held(pile) if part.whole else have
        if part.name:
            if part.name not in parts:
                where = f"seats[{index}].actions" if pile == "player" else "dealer_set"
                raise RuleError(f"no cards were set as {part.name}", where)
            found += parts[part.name]
            continue
        assert seat is not None or not part.selected
        chosen = seat.selected if seat is not None and part.selected else ()
        wanted = due if part.whole else max(chosen, default=0) if part.selected else part.stop or 0
        if len(have) < wanted or wanted == 0:
            named = f"seats[{index}].cards" if pile == "player" else pile_field(pile)
            raise RuleError(f"needs {max(wanted, 1)} cards, has {len(have)}", named)
        if part.selected:
            some = tuple(cards[place - 1] for place in chosen)
        else:
            some = cards if part.whole else cards[part.start : part.stop]
        if plan.held and pile == "player":
            assert seat is not None
            some = tuple(card for card in some if card in seat.held())
        found += some
    return found
