"""What settling gives back: one line a wager, with stake, net result, reason and rule, in cents."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

_NOTHING = Fraction(0)


class Line(msgspec.Struct, frozen=True):
    """A settled wager of one seat."""

    wager: str
    stake: int
    net: int
    reason: str
    rule: str
    result: str = ""  # the result that decided, as `cites` names it; several of one line by a plus
    row: str = ""  # the row of a pay table that decided, as a path
    spot: str = ""  # which of several wagers of the name: `hand 2`, `on 6`


class Award(msgspec.Struct, frozen=True):
    """A price applied to a stake: the net result, and what was won on which stake."""

    net: int
    won: int = 0
    stake: int = 0

    @property
    def odds(self) -> Fraction:
        """The odds that the price amounted to."""
        return Fraction(self.won, self.stake) if self.stake else _NOTHING


class Ruling(msgspec.Struct, frozen=True):
    """How a wager came out: its line, and what ceilings and other wagers need to know of it."""

    line: Line
    award: Award
    outcome: str


class MeterAward(msgspec.Struct, frozen=True):
    """What one meter paid in a round, and whether it was won whole."""

    amount: int
    whole: bool
    shares: Mapping[tuple[int, int], int] = {}  # by seat and line, where a line pays more than the meter does


class PotShare(msgspec.Struct, frozen=True):
    """A pot before the rakes, and the seats that played for it."""

    amount: int
    seats: tuple[int, ...]


class Returned(msgspec.Struct, frozen=True):
    """A bet that nobody called."""

    seat: int
    amount: int


class Opening(msgspec.Struct, frozen=True):
    """What the blinds decide before the first action."""

    legal: tuple[bool, ...]  # whether each over blind is taken
    min_bet: int
    action_order: tuple[int, ...]


class TableRuling(msgspec.Struct, frozen=True):
    """What a player said or did, what it counted for, and the paragraph."""

    seat: int
    conduct: str
    ruling: str
    rule: str


class TimedFee(msgspec.Struct, frozen=True):
    """A fee by the clock: what each player dealt in owes for a stretch of time, apart from the hands played in it."""

    minutes: int
    each_active_player: int
    table: int = 0  # or what the table owes, which the players dealt in share
    inactive: bool = False  # seated players who are not dealt in owe it too
    prorated: bool = True  # who came in the meantime owes a part
    rake: bool = False  # it is a rake, not a collection


class Owned(msgspec.Struct, frozen=True):
    """What others than the seated player have on a seat's hand: the dealer's tip, a coupon, a bettor behind it."""

    seat: int
    owner: str
    lines: tuple[Line, ...]


Fees = Mapping[str, int | list[int]]  # payer -> cents, `seats` and `backline` -> cents of each


class Settlement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A settled round: the lines of each seat, and what else the round decided. Amounts are cents."""

    game: str
    seats: tuple[tuple[Line, ...], ...]
    meters: Mapping[str, int] = {}  # as the round leaves them
    awards: Mapping[str, MeterAward] = {}
    fed: Mapping[str, int] | None = None  # what feeds each meter, where not all of a wager does
    pots: tuple[PotShare, ...] | None = None  # of a game played for a pot
    rake: int | None = None
    jackpot_rake: int = 0
    returned: Returned | None = None
    collection: Fees | None = None  # the cardroom's fees, never part of a wager
    timed_collection: TimedFee | None = None  # the same by the clock
    player_dealer: int | None = None  # what the bank won or lost
    dealer_vs_bank: int | None = None  # what the house's dealer won or lost against a player's bank
    dealer_envy: int | None = None  # what the house tips the dealer
    first_hand: int | None = None  # the position that the dice gave the first hand
    action_seat: int | None = None  # the seat with the action button
    button: int | None = None
    next_shaker: int | str | None = None
    opens: Mapping[str, int] = {}  # the seat that turns the cards of each side
    opening: Opening | None = None
    rulings: tuple[TableRuling, ...] = ()  # on words and chips, in the order given
    showing: tuple[int, ...] = ()  # the seats in the order in which they show their hands
    state: Mapping[str, Any] = {}  # what the next round's file takes over as its `state`
    owned: tuple[Owned, ...] = ()  # wagers of other owners than the players at the seats
    # by seat and main wager: its lines for whoever stays out of `double`, `split`, both or nothing (the empty name),
    # where the player doubled or split
    apart: tuple[Mapping[str, Mapping[str, tuple[Line, ...]]], ...] = ()
    choices: tuple[str, ...] = ()  # that seats took, as the file names them: stage and verb

    def nets(self) -> tuple[int, ...]:
        """The net result of each seat."""
        return tuple([sum([line.net for line in lines]) for lines in self.seats])

    def nets_by_wager(self, seat: int) -> dict[str, int]:
        """The net result of each wager of a seat, all its lines together."""
        nets: dict[str, int] = {}
        for line in self.seats[seat]:
            nets[line.wager] = nets.get(line.wager, 0) + line.net
        return nets

    def house_net(self) -> int:
        """What the other side of the table won or lost."""
        return -sum(self.nets()) - sum(line.net for owned in self.owned for line in owned.lines)
