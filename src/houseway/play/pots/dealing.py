"""Where cards come from: a shuffled deck, or the cards that a record shows; and what to do when a deck runs out."""

from dataclasses import dataclass
from typing import Literal, Protocol

from houseway.cards.shuffle import shuffled
from houseway.rules.errors import RuleError

UNKNOWN = 255  # a card that the record does not show


class Source(Protocol):
    """Cards for seats and boards."""

    def to_seats(self, seats: tuple[int, ...], had: tuple[int, ...], used: int, count: int) -> list[tuple[int, ...]]:
        """`count` cards for each of `seats`, one at a time round the table; `had` counts all seats' cards so far."""

    def to_board(self, board: int, have: int, used: int, count: int) -> tuple[int, ...]:
        """The next `count` cards of a board that has `have`."""

    def burnt(self, used: int, count: int) -> tuple[int, ...]:
        """The next `count` cards, put aside unseen."""

    def left(self, used: int) -> int:
        """Cards not yet dealt."""

    def shares_last(self) -> bool:
        """The last card of a stud game was turned once for all (CO 30-1009(2))."""

    def with_last(self, used: int, cards: tuple[int, ...]) -> "Source":
        """The same source with `cards` in place of all that is left."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled deck, dealt from the front."""

    cards: tuple[int, ...]

    def to_seats(self, seats: tuple[int, ...], had: tuple[int, ...], used: int, count: int) -> list[tuple[int, ...]]:
        del had
        n = len(seats)
        end = used + n * count
        if end > len(self.cards):
            raise RuleError("the deck does not hold enough cards for so many seats", "seats")
        return [self.cards[start:end:n] for start in range(used, used + n)]

    def to_board(self, board: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del board, have
        return self.cards[used : used + count]

    def burnt(self, used: int, count: int) -> tuple[int, ...]:
        return self.cards[used : used + count]

    def left(self, used: int) -> int:
        return len(self.cards) - used

    def shares_last(self) -> bool:
        return False

    def with_last(self, used: int, cards: tuple[int, ...]) -> "Deck":
        return Deck(self.cards[:used] + cards)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The cards of a round file; cards that were never seen may be missing."""

    seats: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    shared: bool = False  # the board of a game that deals none

    def to_seats(self, seats: tuple[int, ...], had: tuple[int, ...], used: int, count: int) -> list[tuple[int, ...]]:
        del used
        hands = []
        for seat in seats:
            shown = self.seats[seat][had[seat] : had[seat] + count]
            hands.append(shown + (UNKNOWN,) * (count - len(shown)))
        return hands

    def to_board(self, board: int, have: int, used: int, count: int) -> tuple[int, ...]:
        del used
        shown = self.boards[board][have : have + count] if board < len(self.boards) else ()
        return shown + (UNKNOWN,) * (count - len(shown))

    def burnt(self, used: int, count: int) -> tuple[int, ...]:
        del used
        return (UNKNOWN,) * count

    def left(self, used: int) -> int:
        del used
        return 1 << 16

    def shares_last(self) -> bool:
        return self.shared

    def with_last(self, used: int, cards: tuple[int, ...]) -> "Recorded":
        del used, cards
        return self


Policy = Literal["last_card_and_burns", "reshuffle_discards"]


@dataclass(frozen=True, slots=True)
class Rescue:
    """How a street is dealt when the deck is short: a rebuilt deck, burn or not, or one card shared by all."""

    source: Source
    burn: int
    shared: bool = False


def mixed(cards: tuple[int, ...], seed: int, moment: str) -> tuple[int, ...]:
    """The cards shuffled again at a moment of the round, the same way for the same seed."""
    return tuple(shuffled(cards, seed, moment))


def rescue(
    policy: Policy, source: Source, used: int, seats: int, burns: tuple[int, ...], muck: tuple[int, ...], seed: int
) -> Rescue:
    """The deck cannot give each of `seats` one more card after a burn."""
    remaining = source.left(used)
    rest = source.burnt(used, remaining)
    if policy == "reshuffle_discards":
        # CA GEGR-001831, note after 23: the rest of the deck, then the shuffled discards, without a burn.
        return Rescue(source.with_last(used, rest + mixed(burns + muck, seed, f"exhausted after {used}")), 0)
    # CO 30-1009(2): the street's burn is made, all but the last card are dealt, the last and the four burns follow.
    burnt, rest = (*burns, *rest[:1]), rest[1:]
    before, mix = rest[:-1], mixed((*rest[-1:], *burnt), seed, f"exhausted after {used}")
    short = seats - len(before)
    if short > len(mix):
        return Rescue(source.with_last(used, mix), 1, shared=True)
    if short < len(mix):
        mix = mix[1:]
    return Rescue(source.with_last(used, before + mix), 0)
