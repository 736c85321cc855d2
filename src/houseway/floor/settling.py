"""Money at the end of a round: every settled wager a line of the ledger, in the transaction of the last event."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from houseway.floor import meters
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.tables import fill_up, spots_of, till
from houseway.play.lines import Line, Settlement
from houseway.play.settle import family_of
from houseway.rules.game import load_game

# Who stands against the players: the table's chips, or only the rake where players play for a pot.
POT = "pot"
_POTS = frozenset({"player-poker"})
_TICKETS = frozenset({"keno"})


def other_side(row: Row[Any]) -> str:
    """The account that wins what players lose: the tray, the player-dealer's bank, or the rake."""
    spec = load_game(row.game, row.house).spec
    if family_of(row.game) in _POTS:
        return "rake"
    return "inventory" if spec.bank is None else "bank"


def plays_for_a_pot(row: Row[Any]) -> bool:
    """Whether the players of the table compete for a pot."""
    return other_side(row) == "rake"


def _cents(amount: float) -> int:
    return round(amount * 100)


def _memo(line: Line) -> str:
    return f"{line.wager}: {line.reason}"[:128]


class Payer:
    """The moves of one settlement."""

    def __init__(self, own: Mapping[str, int], stacks: Sequence[int], staked: Sequence[int]) -> None:
        self.own, self.stacks, self.staked = own, stacks, staked
        self.taken: list[Move] = []  # lost wagers first, so that a pot or a bank pays with what it won
        self.paid: list[Move] = []

    def against(self, kind: str, settlement: Settlement) -> None:
        """Wagers against the table: stakes lost go there, winnings come from there, the rest goes back."""
        layout, house = self.own["layout"], self.own[kind]
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for line in lines:
                if line.net < 0:
                    self.taken.append(Move(layout, house, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(house, self.stacks[seat], line.net, _memo(line)))
            if left < 0:
                raise AssertionError(f"seat {seat} lost more than it staked")
            self.paid.append(Move(layout, self.stacks[seat], left, "stakes returned"))

    def written(self, settlement: Settlement) -> None:
        """Tickets: every stake is written, every payment paid out (keno's proceeds are the difference)."""
        layout, desk = self.own["layout"], self.own["inventory"]
        for seat, lines in enumerate(settlement.seats):
            for line in lines:
                self.taken.append(Move(layout, desk, line.stake, line.wager))
                self.paid.append(Move(desk, self.stacks[seat], line.stake + line.net, _memo(line)))

    def pot(self, settlement: Settlement, shared: frozenset[str], carried: int, jackpot: int) -> None:
        """A pot: chips of the losers to the winners, the rakes to their boxes, what is carried stays on the table.

        Lines of names that are not `shared` are wagers against the table beside the pot.
        """
        layout, tray = self.own["layout"], self.own["inventory"]
        won = 0
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for line in lines:
                if line.wager in shared:
                    left, won = left + line.net, won + line.net
                elif line.net < 0:
                    self.taken.append(Move(layout, tray, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(tray, self.stacks[seat], line.net, _memo(line)))
            memo = next((_memo(line) for line in lines if line.wager == POT), POT)
            self.paid.append(Move(layout, self.stacks[seat], left, memo))
        self.paid.append(Move(layout, self.own["jackpot"], jackpot, "jackpot rake"))
        self.paid.append(Move(layout, self.own["rake"], -carried - won - jackpot, "rake"))


def _shared(row: Row[Any]) -> frozenset[str]:
    """The lines of a game's pots and pools, in which players only win from players."""
    pool = load_game(row.game, row.house).spec.pool
    return frozenset({POT} if pool is None else {POT, "pool", pool.wager})


def _kept(given: Mapping[str, Any]) -> int:
    """Cents that lie on the table between two rounds: a pot carried over, a pool."""
    state = given.get("state", {})
    return _cents(state.get("pot", 0)) + _cents(state.get("pool", 0))


def settle_money(
    db: Connection, row: Row[Any], hand: Mapping[str, Any], stacks: Sequence[int], settlement: Settlement, cause: Cause
) -> None:
    """Post a finished round: wagers and winnings, meters, collections."""
    own = till(db, row.id)
    kind = other_side(row)
    payer = Payer(own, stacks, hand["staked"])
    tickets = family_of(row.game) in _TICKETS
    tray = "inventory" if kind == "rake" else kind
    awards = _awards(db, row, settlement)
    post(
        db,
        Cause("meter award", cause.table, cause.round, cause.seq),
        [Move(source, own[tray], cents, level) for level, (source, cents, _) in awards.items()],
    )
    if kind == "rake":
        jackpot = _cents(settlement.more.get("jackpot_rake", 0))
        payer.pot(settlement, _shared(row), _kept(settlement.more) - _kept(hand["opening"]), jackpot)
    elif tickets:
        payer.written(settlement)
    else:
        payer.against(kind, settlement)
    post(db, Cause("writes" if tickets else "wagers lost", cause.table, cause.round, cause.seq), payer.taken)
    fill_up(db, own, tray, sum(move.cents for move in payer.paid if move.source == own[tray]), cause)
    post(db, Cause("pay outs" if tickets else "settlement", cause.table, cause.round, cause.seq), payer.paid)
    _contributions(db, row, hand, own, tray, cause)
    for level, (_, _, whole) in awards.items():
        if whole:
            meters.restart(db, row.levels[level], Cause("meter restart", cause.table, cause.round, cause.seq))
    _collections(db, hand, stacks, own, settlement, cause)


def _awards(db: Connection, row: Row[Any], settlement: Settlement) -> dict[str, tuple[int, int, bool]]:
    """For each meter of the table that was drawn on: its account, the cents, and whether it was won whole."""
    drawn: dict[str, tuple[int, int, bool]] = {}
    for level, paid in settlement.more.get("awards", {}).items():
        if level in row.levels:
            source = account(db, "meter", str(row.levels[level]))
            drawn[level] = (source, min(_cents(paid["amount"]), balance(db, source)), paid["whole"])
    return drawn


def _contributions(
    db: Connection, row: Row[Any], hand: Mapping[str, Any], own: Mapping[str, int], kind: str, cause: Cause
) -> None:
    """The meters' shares of the wagers that may win them."""
    if not row.levels:
        return
    fed = {spot.name: spot.meters for spot in spots_of(row)}
    moves: list[Move] = []
    for seat in hand["opening"]["seats"]:
        for wager, amount in seat.get("wagers", {}).items():
            for level in fed.get(wager, ()):
                moves += meters.contribute(db, row.levels[level], _cents(amount), own[kind])
    fill_up(db, own, kind, sum(move.cents for move in moves), cause)
    post(db, Cause("contribution", cause.table, cause.round, cause.seq), moves)


def _collections(
    db: Connection,
    hand: Mapping[str, Any],
    stacks: Sequence[int],
    own: Mapping[str, int],
    settlement: Settlement,
    cause: Cause,
) -> None:
    """Flat fees of a printed tariff, never part of a wager; a seat that has less pays what it has."""
    owed = settlement.more.get("collection")
    if not owed:
        return
    button = hand["opening"].get("betting", {}).get("button", len(stacks) - 1)
    due = [0] * len(stacks)
    due[button] += _cents(owed.get("button", 0))
    for seat, fee in enumerate(owed.get("seats", [])[: len(stacks)]):
        due[seat] += _cents(fee)
    for seat in range(len(stacks)):
        due[seat] += _cents(owed.get("each_active_player", 0))
    moves = [
        Move(stack, own["collection"], min(fee, balance(db, stack)), "collection")
        for stack, fee in zip(stacks, due, strict=True)
        if fee
    ]
    bank = _cents(owed.get("player_dealer", 0))
    moves.append(Move(own["bank"], own["collection"], min(bank, balance(db, own["bank"])), "collection"))
    post(db, Cause("collection", cause.table, cause.round, cause.seq), moves)
