"""What settling gives back: one line a wager, with stake, net result, reason and rule, in cents."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from houseway.play.core.money import dollars

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


def fees_in_dollars(fees: Fees) -> dict[str, Any]:
    """Fees in the exchange format."""
    return {
        payer: [dollars(each) for each in fee] if isinstance(fee, list) else dollars(fee) for payer, fee in fees.items()
    }


_MONEY = ("player_dealer", "dealer_vs_bank", "dealer_envy", "rake")
_PLAIN = ("first_hand", "action_seat", "button", "next_shaker")


def _decided(settlement: Settlement) -> dict[str, Any]:
    """What a round decided beside the wagers, as far as it decided something."""
    told: dict[str, Any] = {}
    if settlement.pots is not None:
        told["pots"] = [{"amount": dollars(pot.amount), "seats": list(pot.seats)} for pot in settlement.pots]
    for name in _MONEY:
        if (cents := getattr(settlement, name)) is not None:
            told[name] = dollars(cents)
    if settlement.jackpot_rake:
        told["jackpot_rake"] = dollars(settlement.jackpot_rake)
    if (returned := settlement.returned) is not None:
        told["returned"] = {"seat": returned.seat, "amount": dollars(returned.amount)}
    if (opening := settlement.opening) is not None:
        told["legal"], told["min_bet"] = list(opening.legal), dollars(opening.min_bet)
        told["action_order"] = list(opening.action_order)
    for name in _PLAIN:
        if (value := getattr(settlement, name)) is not None:
            told[name] = value
    if settlement.rulings:
        told["rulings"] = [msgspec.to_builtins(ruling) for ruling in settlement.rulings]
    if settlement.showing:
        told["showing"] = list(settlement.showing)
    if settlement.opens:
        told["opens"] = dict(settlement.opens)
    if settlement.collection is not None:
        told["collection"] = fees_in_dollars(settlement.collection)
    if (timed := settlement.timed_collection) is not None:
        told["timed_collection"] = {
            "minutes": timed.minutes,
            "each_active_player": dollars(timed.each_active_player),
            **({"table": dollars(timed.table)} if timed.table else {}),
        }
    if settlement.meters:
        told["meters"] = {level: dollars(cents) for level, cents in settlement.meters.items()}
    if settlement.awards:
        told["awards"] = {
            level: {"amount": dollars(award.amount), "whole": award.whole} for level, award in settlement.awards.items()
        }
    if settlement.state:
        told["state"] = dict(settlement.state)
    return told


def joined_lines(lines: Sequence[Line]) -> Line:
    """Several lines of one wager as one: the sums, and every reason, paragraph and result once."""

    def once(texts: Iterable[str], by: str = "; ") -> str:
        return by.join(dict.fromkeys(filter(None, texts)))

    rows = {line.row for line in lines}
    return Line(
        wager=lines[0].wager,
        stake=sum(line.stake for line in lines),
        net=sum(line.net for line in lines),
        reason=once(f"{line.spot}: {line.reason}" if line.spot else line.reason for line in lines),
        rule=once(line.rule for line in lines),
        result=once((line.result for line in lines), "+"),
        row=rows.pop() if len(rows) == 1 else "",
    )


def _line(line: Line) -> dict[str, Any]:
    return {
        "wager": line.wager,
        "stake": dollars(line.stake),
        "net": dollars(line.net),
        "reason": line.reason,
        "rule": line.rule,
        **({"spot": line.spot} if line.spot else {}),
    }


def _by_wager(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """One line a wager; where it was on several hands or numbers, `spots` has the line of each."""
    wagers: dict[str, list[Line]] = {}
    for line in lines:
        wagers.setdefault(line.wager, []).append(line)
    return [
        _line(group[0]) if len(group) == 1 else {**_line(joined_lines(group)), "spots": list(map(_line, group))}
        for group in wagers.values()
    ]


def _lines(lines: tuple[Line, ...], by_wager: bool) -> dict[str, Any]:
    """Settled wagers of one owner, and what they yield."""
    return {
        "lines": _by_wager(lines) if by_wager else list(map(_line, lines)),
        "net": dollars(sum([line.net for line in lines])),
    }


def as_json(settlement: Settlement, *, by_wager: bool = False) -> dict[str, Any]:
    """The settlement in the exchange format, amounts in dollars; `by_wager`: split hands under one line."""
    seats = [_lines(lines, by_wager) for lines in settlement.seats]
    for owned in settlement.owned:
        seats[owned.seat].setdefault("owners", []).append({"owner": owned.owner, **_lines(owned.lines, by_wager)})
    return {
        "game": settlement.game,
        "seats": seats,
        "house": dollars(settlement.house_net()),
        **_decided(settlement),
    }
