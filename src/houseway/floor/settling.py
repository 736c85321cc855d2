"""Money at the end of a round: every settled wager a line of the ledger, in the transaction of the last event."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.floor.ledger import Cause, Move
from houseway.floor.meters import Held, hold
from houseway.floor.pinned import Rules
from houseway.floor.tables import fill_up, spots_of
from houseway.floor.transaction import TableTransaction
from houseway.play.core.meters import SEED
from houseway.play.core.money import dollars
from houseway.play.core.owners import BACKLINE, COUPON, DEALER
from houseway.play.core.round import LiveRound, on_layout
from houseway.play.core.settlement import Fees, Line, MeterAward, Settlement

# Who stands against the players: the table's chips, or only the rake where players play for a pot.
POT = "pot"
RETURNED = "stakes returned"
JACKPOT = "jackpot"  # the line of an award by posted rules
Waits = frozenset[tuple[int, int]]  # seat of the round and number of its line
NOBODY: Waits = frozenset()
_NOBODY: Mapping[int, Any] = {}


def other_side(rules: Rules) -> str:
    """The account that wins what players lose: the tray, the player-dealer's bank, or the rake."""
    if rules.traits.pot:
        return "rake"
    return "inventory" if rules.made.spec.bank is None else "bank"


def plays_for_a_pot(rules: Rules) -> bool:
    """Whether the players of the table compete for a pot."""
    return rules.traits.pot


def _cents(amount: float) -> int:
    return round(amount * 100)


def _memo(line: Line) -> str:
    named = f"{line.wager} {line.spot}" if line.spot else line.wager
    return f"{named}: {line.reason}"[:128]


class Payer:
    """The moves of one settlement."""

    def __init__(
        self, accounts: Mapping[str, int], stacks: Sequence[int], staked: Sequence[int], waits: Waits = NOBODY
    ) -> None:
        self.accounts, self.stacks, self.staked, self.waits = accounts, stacks, staked, waits
        self.collected: list[Move] = []  # lost wagers first, so that a pot or a bank pays with what it won
        self.paid: list[Move] = []

    def goes_to(self, seat: int, number: int) -> int:
        """The seat's chips, or what is due to it until a supervisor has given his word."""
        return self.accounts["due"] if (seat, number) in self.waits else self.stacks[seat]

    def against(self, kind: str, settlement: Settlement) -> None:
        """Wagers against the table: stakes lost go there, winnings come from there, the rest goes back."""
        layout, house = self.accounts["layout"], self.accounts[kind]
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for number, line in enumerate(lines):
                if line.net < 0:
                    self.collected.append(Move(layout, house, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(house, self.goes_to(seat, number), line.net, _memo(line)))
            if left < 0:
                raise AssertionError(f"seat {seat} lost more than it staked")
            self.paid.append(Move(layout, self.stacks[seat], left, RETURNED))

    def decided(self, seat: int, lines: Sequence[Line], returned: int) -> None:
        """Wagers that were decided while others stand; `returned`: what of their stakes goes back."""
        layout, tray = self.accounts["layout"], self.accounts["inventory"]
        for line in lines:
            if line.net < 0:
                self.collected.append(Move(layout, tray, -line.net, _memo(line)))
            else:
                self.paid.append(Move(tray, self.stacks[seat], line.net, _memo(line)))
        self.paid.append(Move(layout, self.stacks[seat], returned, RETURNED))

    def owned(self, kind: str, settlement: Settlement, owners: Mapping[int, Any], behind: Mapping[int, int]) -> None:
        """Wagers of other owners: won tips go to the tip box, a coupon wins chips for the player, and so on."""
        layout, house, tips = self.accounts["layout"], self.accounts[kind], self.accounts["tips"]
        for place, owner in owners.items():
            stack = self.stacks[place]
            by_owner = {one.owner: one.lines for one in settlement.owned if one.seat == place}
            for line in by_owner.get(COUPON, ()):
                self.paid.append(Move(house, stack, line.net, f"coupon on {_memo(line)}"[:128]))
            left = owner.tipped
            for line in by_owner.get(DEALER, ()):
                won, stake = line.net > 0, min(line.stake, left)
                if won:
                    self.paid.append(Move(house, tips, line.net, f"tip on {_memo(line)}"[:128]))
                    self.paid.append(Move(layout, tips, stake, f"tip on {line.wager}"))
                elif line.net < 0:
                    stake = min(-line.net, left)
                    self.collected.append(Move(layout, house, stake, f"tip on {_memo(line)}"[:128]))
                left -= stake if line.net else 0
            self.paid.append(Move(layout, stack, left, "tips returned"))
            for number, (user, bettor) in enumerate(owner.behind.items(), 1):
                left = bettor.staked
                for line in by_owner.get(f"{BACKLINE} {number}", ()):
                    if line.net < 0:
                        lost = min(-line.net, left)
                        self.collected.append(Move(layout, house, lost, f"behind: {_memo(line)}"[:128]))
                        left -= lost
                    else:
                        self.paid.append(Move(house, behind[user], line.net, f"behind: {_memo(line)}"[:128]))
                self.paid.append(Move(layout, behind[user], left, "stakes returned"))

    def written(self, settlement: Settlement) -> None:
        """Tickets: every stake is written, every payment paid out (keno's proceeds are the difference)."""
        layout, desk = self.accounts["layout"], self.accounts["inventory"]
        for seat, lines in enumerate(settlement.seats):
            for number, line in enumerate(lines):
                self.collected.append(Move(layout, desk, line.stake, line.wager))
                waits = line.net if (seat, number) in self.waits else 0
                self.paid.append(Move(desk, self.accounts["due"], waits, _memo(line)))
                self.paid.append(Move(desk, self.stacks[seat], line.stake + line.net - waits, _memo(line)))

    def pot(self, settlement: Settlement, shared: frozenset[str], carried: int, jackpot: int) -> None:
        """A pot: chips of the losers to the winners, the rakes to their boxes, what is carried stays on the table.

        Lines of names that are not `shared` are wagers against the table besides the pot.
        """
        layout, tray = self.accounts["layout"], self.accounts["inventory"]
        won = 0
        for seat, lines in enumerate(settlement.seats):
            left = self.staked[seat]
            for number, line in enumerate(lines):
                if line.wager in shared:
                    left, won = left + line.net, won + line.net
                elif line.wager == JACKPOT and "fund" in self.accounts:
                    self.paid.append(Move(self.accounts["fund"], self.goes_to(seat, number), line.net, _memo(line)))
                elif line.net < 0:
                    self.collected.append(Move(layout, tray, -line.net, _memo(line)))
                    left += line.net
                else:
                    self.paid.append(Move(tray, self.goes_to(seat, number), line.net, _memo(line)))
            memo = next((_memo(line) for line in lines if line.wager == POT), POT)
            self.paid.append(Move(layout, self.stacks[seat], left, memo))
        self.paid.append(Move(layout, self.accounts["jackpot"], jackpot, "jackpot rake"))
        self.paid.append(Move(layout, self.accounts["rake"], -carried - won - jackpot, "rake"))


def _shared(rules: Rules) -> frozenset[str]:
    """The lines of a game's pots and pools, in which players only win from players."""
    pool = rules.made.spec.pool
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
    waits: Waits = NOBODY,
    owners: Mapping[int, Any] = _NOBODY,
    behind: Mapping[int, int] = _NOBODY,
) -> Payer:
    """Every wager of a settled round paid: what is collected, then what is paid out.

    `owners`: by place of the round, what others have there; `behind`: the account of each bettor behind a seat.
    """
    payer, kind = Payer(accounts, stacks, staked, waits), other_side(rules)
    payer.owned(tray_of(rules), settlement, owners, behind)
    if kind == "rake":
        carried = _kept(settlement.state) - _kept(opening.get("state", {}))
        payer.pot(settlement, _shared(rules), carried, settlement.jackpot_rake)
    elif writes_tickets(rules):
        payer.written(settlement)
    elif not pays_at_once(rules):
        payer.against(kind, settlement)
    return payer


def hold_meters(tx: TableTransaction, settlement: Settlement) -> Held | None:
    """The table's meters, held until the transaction ends, where the round feeds them or is paid from them."""
    levels = tx.table.levels
    fed = stakes_for_meters(tx.rules, levels, tx.values["opening"], settlement)
    if fed or any(level in levels for level in settlement.awards):
        return hold(tx.book, levels.values())
    return None


def meters_now(
    tx: TableTransaction, held: Held, settlement: Settlement, shown: Mapping[str, float]
) -> dict[str, float]:
    """What the meters show as their awards are paid; empty where no award is, or nothing has changed since the deal.

    Another table of a link may have won a meter or fed it in the meantime: a meter pays what it shows, once.
    """
    levels = {level: meter for level, meter in tx.table.levels.items() if level in shown}
    if not any(level in levels for level in settlement.awards):
        return {}
    now = {level: dollars(held.book.balance(held.accounts[meter]["meter"])) for level, meter in levels.items()}
    whole = [level for level, paid in settlement.awards.items() if paid.whole and level in levels]
    starts = {f"{level}{SEED}": dollars(held.start(levels[level])) for level in whole}
    changed = {**shown, **now, **starts}
    return {} if changed == shown else changed


def lines_that_wait(
    tx: TableTransaction, held: Held | None, settlement: Settlement, jackpot_at_once: int
) -> dict[tuple[int, int], int | None]:
    """The awards that wait for a supervisor's approval, each with its meter, or none where a jackpot pays it.

    An automatic player has nobody to ask, and a guest on his own machine is the house.
    """
    if writes_tickets(tx.rules):
        return {} if held is None else {**by_the_year(held, tx.table.levels, settlement)}
    fed = {spot.name: spot.meters for spot in spots_of(tx.rules)}
    found: dict[tuple[int, int], int | None] = {}
    for seat, place in enumerate(tx.values["places"]):
        if tx.seats[place].role in ("bot", "guest"):
            continue
        for number, line in enumerate(settlement.seats[seat]):
            levels = [tx.table.levels[level] for level in fed.get(line.wager, ()) if level in tx.table.levels]
            if line.wager == JACKPOT and "fund" in tx.accounts and line.net > jackpot_at_once:
                found[seat, number] = None
            elif held is not None and levels and line.net > min(map(held.waits_above, levels)):
                found[seat, number] = levels[0]
    return found


def by_the_year(held: Held, levels: Mapping[str, int], settlement: Settlement) -> dict[tuple[int, int], int]:
    """The lines of tickets whose award a link pays by the year; other winnings the system itself has verified."""
    return {
        line: levels[level]
        for level, paid in settlement.awards.items()
        if level in levels and held.years(levels[level]) > 1
        for line in paid.shares
    }


def settle_money(
    tx: TableTransaction,
    held: Held | None,
    stacks: Sequence[int],
    settlement: Settlement,
    cause: Cause,
    waits: Waits = NOBODY,
    owners: Mapping[int, Any] = _NOBODY,
    behind: Mapping[int, int] = _NOBODY,
) -> dict[tuple[int, int], int]:
    """Post a finished round: wagers of all owners, meters. The rests of eased meters by seat and line."""
    rules, accounts, book, opening = tx.rules, tx.accounts, tx.book, tx.values["opening"]
    levels = tx.table.levels
    tray = accounts[tray_of(rules)]
    drawn = {level: paid for level, paid in settlement.awards.items() if level in levels}
    payer = payer_of(rules, opening, tx.values["staked"], settlement, accounts, stacks, waits, owners, behind)
    coupons = [
        Move(accounts["promotional"], accounts["drop"], round(coupon["value"] * 100), "match play coupon")
        for owner in owners.values()
        for coupon in owner.coupons.values()
    ]
    book.post(cause.of("coupon"), coupons)
    rests: dict[tuple[int, int], int] = {}
    owed: dict[str, int] = {}  # by what a second award takes of a meter that starts again
    for level in drawn:
        if held is None:
            continue
        here, elsewhere = award_moves(held, levels[level], tray, drawn[level], level)
        owed[level] = drawn[level].amount - here.cents - elsewhere.cents
        book.post(cause.of("meter award"), [here])
        book.post(cause.of("link award"), [elsewhere])
        for one, move in _rest(held, levels[level], level, payer, settlement, rules):
            payer.paid.append(move)
            rests[one] = rests.get(one, 0) + move.cents
    tickets = writes_tickets(rules)
    book.post(cause.of("writes" if tickets else "wagers lost"), payer.collected)
    fill_up(book, accounts, tray, sum(move.cents for move in payer.paid if move.source == tray), cause)
    book.post(cause.of("pay outs" if tickets else "settlement"), payer.paid)
    if held is not None:
        shares = held.contribute(stakes_for_meters(rules, levels, opening, settlement), tray)
        fill_up(book, accounts, tray, sum(move.cents for move in shares), cause)
        book.post(cause.of("contribution"), shares)
        for level, paid in drawn.items():
            if paid.whole or held.eased(levels[level]):
                held.restart(levels[level], cause.of("meter restart"), accounts["house"])
                if owed[level]:
                    source = held.accounts[levels[level]]["meter"]
                    again = Move(source, tray, min(owed[level], book.balance(source)), level)
                    book.post(cause.of("meter award"), [again])
    return rests


def tray_of(rules: Rules) -> str:
    """The account that pays wagers and awards."""
    kind = other_side(rules)
    return "inventory" if kind == "rake" else kind


def pays_at_once(rules: Rules) -> bool:
    """Whether wagers are paid as they are decided, while others stand."""
    return rules.traits.pays_at_once


Decided = list[tuple[Line, ...]]  # by seat of the round


def newly_decided(before: LiveRound, after: LiveRound) -> Decided:
    """The lines that an action decided while other wagers stand; empty where none were."""
    seats = range(len(after.opening.seats))
    if not on_layout(before) or not on_layout(after):
        return []
    found = [after.decided(seat)[len(before.decided(seat)) :] for seat in seats]
    return found if any(found) else []


def pay_decided(tx: TableTransaction, after: LiveRound, decided: Decided, cause: Cause) -> None:
    """Post what an action decided; what of the stakes is neither lost nor stands goes back."""
    staked = [after.staked(seat) for seat in range(len(decided))]
    stacks = [tx.seats[seat].account_id for seat in tx.values["places"]]
    payer, tray = Payer(tx.accounts, stacks, staked), tx.accounts["inventory"]
    for seat, lines in enumerate(decided):
        lost = sum(-line.net for line in lines if line.net < 0)
        payer.decided(seat, lines, tx.values["staked"][seat] - staked[seat] - lost)
    tx.values["staked"] = staked
    tx.book.post(cause.of("wagers lost"), payer.collected)
    fill_up(tx.book, tx.accounts, tray, sum(move.cents for move in payer.paid if move.source == tray), cause)
    tx.book.post(cause.of("settlement"), payer.paid)


def writes_tickets(rules: Rules) -> bool:
    """Whether every stake is written and every payment paid out."""
    return rules.traits.tickets


def award_moves(held: Held, meter: int, tray: int, paid: MeterAward, level: str) -> tuple[Move, Move]:
    """What a meter pays, which is at most what it shows: of this house's money, and of other licensees'."""
    source = held.accounts[meter]["meter"]
    amount = min(paid.amount, held.book.balance(source))
    elsewhere = held.elsewhere(meter, amount)
    return Move(source, tray, amount - elsewhere, level), Move(source, tray, elsewhere, level)


def _rest(
    held: Held, meter: int, level: str, payer: Payer, settlement: Settlement, rules: Rules
) -> list[tuple[tuple[int, int], Move]]:
    """With leave to ease it an award of any size wins the meter whole: the rest goes to whoever won most by it."""
    source = held.accounts[meter]["meter"]
    rest = held.book.balance(source)
    if not held.eased(meter) or not rest:
        return []
    fed = {spot.name for spot in spots_of(rules) if level in spot.meters}
    won = [
        (line.net, seat, number)
        for seat, lines in enumerate(settlement.seats)
        for number, line in enumerate(lines)
        if line.wager in fed and line.net > 0
    ]
    best = [(seat, number) for net, seat, number in won if net == max(won)[0]]
    each = [rest // len(best) + (place < rest % len(best)) for place in range(len(best))]
    return [
        (one, Move(source, payer.goes_to(*one), cents, f"{level}: the rest of an eased meter"))
        for one, cents in zip(best, each, strict=True)
    ]


def stakes_for_meters(
    rules: Rules, levels: Mapping[str, int], opening: Mapping[str, Any], settlement: Settlement
) -> list[tuple[int, int]]:
    """The meters of the table that the wagers of a round feed, each with the cents staked."""
    if not levels:
        return []
    if settlement.fed is not None:
        return [(levels[level], cents) for level, cents in settlement.fed.items() if level in levels]
    fed = {spot.name: spot.meters for spot in spots_of(rules)}
    return [
        (levels[level], _cents(amount))
        for seat in opening["seats"]
        for wager, amount in seat.get("wagers", {}).items()
        for level in fed.get(wager, ())
    ]


def collections(
    fees: Fees | None,
    opening: Mapping[str, Any],
    accounts: Mapping[str, int],
    stacks: Sequence[int],
    behind: Sequence[int] = (),
) -> list[Move]:
    """Flat fees of a printed tariff, never part of a wager, taken before the cards."""
    owed: Any = fees
    if not owed:
        return []
    button = opening.get("betting", {}).get("button", len(stacks) - 1)
    due = [owed.get("each_active_player", 0)] * len(stacks)
    due[button] += owed.get("button", 0)
    for seat, fee in enumerate(owed.get("seats", [])[: len(stacks)]):
        due[seat] += fee
    moves = [Move(stack, accounts["collection"], fee, "collection") for stack, fee in zip(stacks, due, strict=True)]
    for stack, fee in zip(behind, owed.get("backline", []), strict=False):
        moves.append(Move(stack, accounts["collection"], fee, "collection"))
    return [*moves, Move(accounts["bank"], accounts["collection"], owed.get("player_dealer", 0), "collection")]
