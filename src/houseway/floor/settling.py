"""Money at the end of a round: every settled wager a line of the ledger, in the transaction of the last event."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.families import family_of
from houseway.floor.ledger import Cause, Move
from houseway.floor.meters import Held, hold
from houseway.floor.pinned import Rules
from houseway.floor.tables import fill_up, spots_of
from houseway.floor.transaction import TableTransaction
from houseway.play.core.settlement import Line, MeterAward, Settlement
from houseway.rules.game import load_game

# Who stands against the players: the table's chips, or only the rake where players play for a pot.
POT = "pot"


def other_side(rules: Rules) -> str:
    """The account that wins what players lose: the tray, the player-dealer's bank, or the rake."""
    spec = load_game(rules.game, rules.house).spec
    if family_of(rules.game).traits.pot:
        return "rake"
    return "inventory" if spec.bank is None else "bank"


def plays_for_a_pot(rules: Rules) -> bool:
    """Whether the players of the table compete for a pot."""
    return other_side(rules) == "rake"


def _cents(amount: float) -> int:
    return round(amount * 100)


def _memo(line: Line) -> str:
    return f"{line.wager}: {line.reason}"[:128]


class Payer:
    """The moves of one settlement."""

    def __init__(self, accounts: Mapping[str, int], stacks: Sequence[int], staked: Sequence[int]) -> None:
        self.accounts, self.stacks, self.staked = accounts, stacks, staked
        self.collected: list[Move] = []  # lost wagers first, so that a pot or a bank pays with what it won
        self.paid: list[Move] = []

    def against(self, kind: str, settlement: Settlement) -> None:
        """Wagers against the table: stakes lost go there, winnings come from there, the rest goes back."""
        layout, house = self.accounts["layout"], self.accounts[kind]
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for line in lines:
                if line.net < 0:
                    self.collected.append(Move(layout, house, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(house, self.stacks[seat], line.net, _memo(line)))
            if left < 0:
                raise AssertionError(f"seat {seat} lost more than it staked")
            self.paid.append(Move(layout, self.stacks[seat], left, "stakes returned"))

    def written(self, settlement: Settlement) -> None:
        """Tickets: every stake is written, every payment paid out (keno's proceeds are the difference)."""
        layout, desk = self.accounts["layout"], self.accounts["inventory"]
        for seat, lines in enumerate(settlement.seats):
            for line in lines:
                self.collected.append(Move(layout, desk, line.stake, line.wager))
                self.paid.append(Move(desk, self.stacks[seat], line.stake + line.net, _memo(line)))

    def pot(self, settlement: Settlement, shared: frozenset[str], carried: int, jackpot: int) -> None:
        """A pot: chips of the losers to the winners, the rakes to their boxes, what is carried stays on the table.

        Lines of names that are not `shared` are wagers against the table beside the pot.
        """
        layout, tray = self.accounts["layout"], self.accounts["inventory"]
        won = 0
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for line in lines:
                if line.wager in shared:
                    left, won = left + line.net, won + line.net
                elif line.net < 0:
                    self.collected.append(Move(layout, tray, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(tray, self.stacks[seat], line.net, _memo(line)))
            memo = next((_memo(line) for line in lines if line.wager == POT), POT)
            self.paid.append(Move(layout, self.stacks[seat], left, memo))
        self.paid.append(Move(layout, self.accounts["jackpot"], jackpot, "jackpot rake"))
        self.paid.append(Move(layout, self.accounts["rake"], -carried - won - jackpot, "rake"))


def _shared(rules: Rules) -> frozenset[str]:
    """The lines of a game's pots and pools, in which players only win from players."""
    pool = load_game(rules.game, rules.house).spec.pool
    return frozenset({POT} if pool is None else {POT, "pool", pool.wager})


def _kept(state: Mapping[str, Any]) -> int:
    """Cents that lie on the table between two rounds: a pot carried over, a pool."""
    return _cents(state.get("pot", 0)) + _cents(state.get("pool", 0))


def payer_of(
    rules: Rules,
    opening: Mapping[str, Any],
    staked: Sequence[int],
    settlement: Settlement,
    accounts: Mapping[str, int],
    stacks: Sequence[int],
) -> Payer:
    """Every wager of a settled round paid: what is collected, then what is paid out."""
    payer, kind = Payer(accounts, stacks, staked), other_side(rules)
    if kind == "rake":
        carried = _kept(settlement.state) - _kept(opening.get("state", {}))
        payer.pot(settlement, _shared(rules), carried, settlement.jackpot_rake)
    elif writes_tickets(rules):
        payer.written(settlement)
    else:
        payer.against(kind, settlement)
    return payer


def hold_meters(tx: TableTransaction, settlement: Settlement) -> Held | None:
    """The table's meters, held until the transaction ends, where the round feeds them or is paid from them."""
    levels = tx.table.levels
    if stakes_for_meters(tx.rules, levels, tx.values["opening"]) or any(level in levels for level in settlement.awards):
        return hold(tx.book, levels.values())
    return None


def settle_money(
    tx: TableTransaction, held: Held | None, stacks: Sequence[int], settlement: Settlement, cause: Cause
) -> None:
    """Post a finished round: wagers and winnings, meters, collections."""
    rules, accounts, book, opening = tx.rules, tx.accounts, tx.book, tx.values["opening"]
    levels = tx.table.levels
    tray = accounts[tray_of(rules)]
    drawn = {level: paid for level, paid in settlement.awards.items() if level in levels}
    awards = [_award(held, levels[level], tray, drawn[level], level) for level in drawn] if held else []
    book.post(cause.of("meter award"), awards)
    payer = payer_of(rules, opening, tx.values["staked"], settlement, accounts, stacks)
    tickets = writes_tickets(rules)
    book.post(cause.of("writes" if tickets else "wagers lost"), payer.collected)
    fill_up(book, accounts, tray, sum(move.cents for move in payer.paid if move.source == tray), cause)
    book.post(cause.of("pay outs" if tickets else "settlement"), payer.paid)
    if held is not None:
        shares = held.contribute(stakes_for_meters(rules, levels, opening), tray)
        fill_up(book, accounts, tray, sum(move.cents for move in shares), cause)
        book.post(cause.of("contribution"), shares)
        for level, paid in drawn.items():
            if paid.whole:
                held.restart(levels[level], cause.of("meter restart"), accounts["house"])
    due = collections(settlement, opening, accounts, stacks)
    charged = [move._replace(cents=min(move.cents, book.balance(move.source))) for move in due]
    book.post(cause.of("collection"), charged)


def tray_of(rules: Rules) -> str:
    """The account that pays wagers and awards."""
    kind = other_side(rules)
    return "inventory" if kind == "rake" else kind


def writes_tickets(rules: Rules) -> bool:
    """Whether every stake is written and every payment paid out."""
    return family_of(rules.game).traits.tickets


def _award(held: Held, meter: int, tray: int, paid: MeterAward, level: str) -> Move:
    """What a meter pays, which is at most what it shows."""
    source = held.accounts[meter]["meter"]
    return Move(source, tray, min(paid.amount, held.book.balance(source)), level)


def stakes_for_meters(rules: Rules, levels: Mapping[str, int], opening: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The meters of the table that the wagers of a round feed, each with the cents staked."""
    if not levels:
        return []
    fed = {spot.name: spot.meters for spot in spots_of(rules)}
    return [
        (levels[level], _cents(amount))
        for seat in opening["seats"]
        for wager, amount in seat.get("wagers", {}).items()
        for level in fed.get(wager, ())
    ]


def collections(
    settlement: Settlement, opening: Mapping[str, Any], accounts: Mapping[str, int], stacks: Sequence[int]
) -> list[Move]:
    """Flat fees of a printed tariff, never part of a wager; a seat that has less pays what it has."""
    owed: Any = settlement.collection
    if not owed:
        return []
    button = opening.get("betting", {}).get("button", len(stacks) - 1)
    due = [owed.get("each_active_player", 0)] * len(stacks)
    due[button] += owed.get("button", 0)
    for seat, fee in enumerate(owed.get("seats", [])[: len(stacks)]):
        due[seat] += fee
    moves = [Move(stack, accounts["collection"], fee, "collection") for stack, fee in zip(stacks, due, strict=True)]
    return [*moves, Move(accounts["bank"], accounts["collection"], owed.get("player_dealer", 0), "collection")]
