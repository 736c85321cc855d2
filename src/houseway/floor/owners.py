"""Other owners of a seat's hand at a live table: tips for the dealer, coupons, bettors behind the seat.

What they have down is told by the events of the round; their chips lie on the layout next to the player's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from houseway.floor import vouchers
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.roles import Person, wallet
from houseway.floor.separation import refuse_house
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.tables import fill_up, taken_seat
from houseway.floor.transaction import OPEN, TableTransaction, lock_table
from houseway.play.core.money import cents, dollars, in_cents, in_dollars
from houseway.play.core.owners import JOINABLE, check_backline, check_coupon, check_tips
from houseway.play.core.round import LiveRound
from houseway.play.core.settlement import Fees
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import Game

STAY_OUT = "stay out"  # the event by which a bettor behind a seat changes what the bet takes part in


@dataclass(slots=True)
class Bettor:
    """Somebody who bets behind a seat."""

    wagers: dict[str, float]
    stays_out: list[str] = field(default_factory=list)
    staked: int = 0  # cents on the layout


@dataclass(slots=True)
class SeatOwners:
    """What others than the player have on a seat's hand."""

    tips: dict[str, float] = field(default_factory=dict)
    tips_join: list[str] = field(default_factory=list)
    tipped: int = 0  # cents of tips on the layout
    coupons: dict[str, dict[str, Any]] = field(default_factory=dict)
    behind: dict[int, Bettor] = field(default_factory=dict)

    def file(self) -> dict[str, Any]:
        """The fields of a seat of the round file."""
        backline = [{"wagers": one.wagers, "stays_out": one.stays_out} for one in self.behind.values()]
        coupons = {
            wager: {name: value for name, value in one.items() if name in ("value", "expires")}
            for wager, one in self.coupons.items()
        }
        parts = {"tips": self.tips, "tips_join": self.tips_join, "coupons": coupons, "backline": backline}
        return {name: part for name, part in parts.items() if part}


def owners_of(events: Iterable[Mapping[str, Any]]) -> dict[int, SeatOwners]:
    """By seat of the table, what the events of a round leave others with on its hand."""
    found: dict[int, SeatOwners] = {}
    for event in events:
        kind, data, seat = event["kind"], event["data"], event["seat"]
        if kind == "take back":
            found.pop(seat, None)
        elif kind in ("tip", "coupon", "behind", STAY_OUT):
            _fold(found.setdefault(seat, SeatOwners()), kind, data, event["user_id"])
    return found


def _fold(owners: SeatOwners, kind: str, data: Mapping[str, Any], user: int) -> None:
    if kind == "coupon":
        owners.coupons = dict(data["coupons"])
    elif kind == "tip":
        owners.tips = {**owners.tips, **data["tips"]} if data["adds"] else dict(data["tips"])
        owners.tips_join = data.get("tips_join", owners.tips_join)
        owners.tipped += data["staked"]
    elif kind == STAY_OUT:
        owners.behind[user].stays_out = list(data["stays_out"])
    elif not data["wagers"]:
        owners.behind.pop(user, None)
    else:
        before = owners.behind.get(user, Bettor({}))
        staked = before.staked + data["staked"]
        owners.behind[user] = Bettor(dict(data["wagers"]), list(data["stays_out"]), staked)


def with_owners(
    file: dict[str, Any], places: Sequence[int], events: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, Any], dict[int, SeatOwners]]:
    """A round file with what others had on the seats, and those others by place of the round."""
    found = {places.index(seat): one for seat, one in owners_of(events).items() if seat in places}
    if not any(one.file() for one in found.values()):
        return file, {}
    seats = [{**seat, **(found[index].file() if index in found else {})} for index, seat in enumerate(file["seats"])]
    return {**file, "seats": seats}, found


def is_coupon(game: Game[Any], wager: str) -> bool:
    """Whether only a coupon makes the wager, never chips."""
    return bool(getattr(getattr(game.spec, "wagers", {}).get(wager), "coupon", False))


def _game(tx: TableTransaction) -> Game[Any]:
    return tx.rules.made


def _bet_of(tx: TableTransaction, seat: int) -> dict[str, int]:
    """The own wagers of a seat that waits for the deal, in cents."""
    if tx.status != "betting" or str(seat) not in tx.values["bets"]:
        raise RuleError("the player bets first", "seat")
    return in_cents(tx.values["bets"][str(seat)].get("wagers", {}), "wagers")


def _no_pot(tx: TableTransaction, what: str, rule: str) -> None:
    if plays_for_a_pot(tx.rules):
        raise RuleError(f"a pot takes no {what}, {cite_floor(rule, _game(tx).spec.jurisdiction)}", "table")


def place_tips(tx: TableTransaction, seat: int, user: int, tips: Mapping[str, float], joins: Sequence[str]) -> None:
    """A seat's tips for the coming round, in place of those it had down."""
    before = owners_of(tx.log).get(seat, SeatOwners())
    if not tips and not before.tips:
        return
    if not _game(tx).spec.tips:
        _no_pot(tx, "tip bets", "tip_limits")
    own, wanted = _bet_of(tx, seat), in_cents(tips, "tips")
    check_tips(_game(tx), own, wanted, "tips")
    if unknown := [name for name in joins if name not in JOINABLE]:
        raise RuleError(f"a tip joins {', '.join(JOINABLE)}, not {unknown[0]}", "tips_join")
    _stake_tips(tx, seat, user, dict(tips), list(joins), sum(wanted.values()) - before.tipped, adds=False)


def add_tips(tx: TableTransaction, seat: int, user: int, tips: Mapping[str, float], live: LiveRound) -> None:
    """Tips on wagers that an action has just made."""
    if not tips:
        return
    index = tx.values["places"].index(seat)
    before = owners_of(tx.log).get(seat, SeatOwners())
    wanted = in_cents(tips, "tips")
    if again := [name for name in wanted if name in before.tips]:
        raise RuleError(f"there is a tip on {again[0]} already", f"tips.{again[0]}")
    check_tips(_game(tx), live.stakes(index), {**in_cents(before.tips, "tips"), **wanted}, "tips")
    _stake_tips(tx, seat, user, dict(tips), before.tips_join, sum(wanted.values()), adds=True)


def _stake_tips(
    tx: TableTransaction, seat: int, user: int, tips: dict[str, float], joins: list[str], more: int, *, adds: bool
) -> None:
    stack = tx.seats[seat].account_id
    if more > (held := tx.book.balance(stack)):
        raise RuleError(f"the tips take {in_dollars(more)} more, you have {in_dollars(held)}", "tips")
    cause = tx.event("tip", seat, user, tips=tips, tips_join=joins, staked=more, adds=adds)
    layout = tx.accounts["layout"]
    tx.book.post(cause, [Move(stack, layout, more, "tips") if more > 0 else Move(layout, stack, -more, "tips")])


def place_coupons(tx: TableTransaction, seat: int, user: int, codes: Mapping[str, str]) -> None:
    """A seat's coupons for the coming round by wager, each by its number; in place of those it had down."""
    before = owners_of(tx.log).get(seat, SeatOwners())
    if not codes and not before.coupons:
        return
    _no_pot(tx, "coupons", "pot_media")
    own, game = _bet_of(tx, seat), _game(tx)
    vouchers.release(tx.db, [coupon["code"] for coupon in before.coupons.values()])
    laid = {}
    for wager, code in codes.items():
        voucher = vouchers.lay(tx.db, code, tx.id, f"coupons.{wager}")
        check_coupon(game, own, wager, voucher.cents, f"coupons.{wager}")
        laid[wager] = {"value": dollars(voucher.cents), "expires": voucher.expires, "code": voucher.code}
    tx.event("coupon", seat, user, coupons=laid)


def recheck_behind(tx: TableTransaction, seat: int) -> None:
    """What others bet behind a seat must still fit what its player bets."""
    behind = owners_of(tx.log).get(seat, SeatOwners()).behind
    if behind:
        stakes = [in_cents(one.wagers, "wagers") for one in behind.values()]
        check_backline(_game(tx), stakes, _bet_of(tx, seat), (), "wagers")


def bet_behind(
    db: Connection, table: int, seat: int, person: Person, wagers: Mapping[str, float], stays_out: Sequence[str]
) -> TableTransaction:
    """Bets on the hand of another's seat, paid from one's purse, in place of those made before; none takes them off."""
    tx = lock_table(db, table)
    place = taken_seat(tx.seats, seat)
    if place.user_id == person.id:
        raise RuleError("one bets on one's own hand at one's own spot", "seat")
    if tx.table.banker is not None and tx.seats[tx.table.banker].user_id == person.id:
        raise RuleError("the player-dealer does not bet against the bank", "seat")
    refuse_house(db, table, person)
    own = _bet_of(tx, seat)
    owners = owners_of(tx.log).get(seat, SeatOwners())
    before = owners.behind.get(person.id, Bettor({}))
    others = [in_cents(one.wagers, "wagers") for user, one in owners.behind.items() if user != person.id]
    wanted = in_cents(wagers, "wagers")
    if wanted:
        check_backline(_game(tx), [wanted, *others], own, stays_out, "backline")
    elif not before.wagers:
        raise RuleError("there is no wager to take back", "wagers")
    more = sum(wanted.values()) - before.staked
    stack = _behind_stack(tx, person.id)
    if more > 0:
        _bring_chips(tx, person.id, stack, more, "wagers")
    cause = tx.event("behind", seat, person.id, wagers=dict(wagers), stays_out=list(stays_out), staked=more)
    layout = tx.accounts["layout"]
    tx.book.post(cause, [Move(stack, layout, more, "behind") if more > 0 else Move(layout, stack, -more, "behind")])
    tx.save()
    cash_out_behind(tx, [person.id])
    return tx


def stay_out(db: Connection, table: int, seat: int, person: Person, stays_out: Sequence[str]) -> TableTransaction:
    """What a bettor behind a seat stays out of from now on."""
    tx = lock_table(db, table)
    owners = owners_of(tx.log).get(seat, SeatOwners()) if tx.status in OPEN else SeatOwners()
    if person.id not in owners.behind:
        raise RuleError("you have no bet behind this seat", "seat")
    words = _game(tx).spec.backline
    if unknown := [name for name in stays_out if name not in (words.stays_out if words else ())]:
        raise RuleError(f"one cannot stay out of {unknown[0]} here", "stays_out")
    if set(stays_out) != set(owners.behind[person.id].stays_out):
        tx.event(STAY_OUT, seat, person.id, stays_out=list(stays_out))
        tx.save()
    return tx


def follow(tx: TableTransaction, index: int, before: LiveRound, after: LiveRound, action: str) -> None:
    """What a player's double, split or insurance adds to the stakes of those who take part in it."""
    seat = tx.values["places"][index]
    owners = owners_of(tx.log).get(seat)
    if owners is None:
        return
    words = action.casefold().split()
    what = next((name for name in (*JOINABLE, "insurance") if name in words), "")
    added = after.staked(index) - before.staked(index)
    if not what or added <= 0:
        return
    own = in_cents(tx.values["opening"]["seats"][index].get("wagers", {}), "wagers")
    for wager, amount in owners.tips.items():
        if what in owners.tips_join and before.stakes(index).get(wager) != after.stakes(index).get(wager):
            more = cents(amount, "tips") * added // own.get(wager, added)
            _stake_tips(tx, seat, tx.seats[seat].user_id, {}, owners.tips_join, more, adds=True)
    for user, bettor in owners.behind.items():
        if what in bettor.stays_out:
            continue
        base = next(name for name in bettor.wagers if name in own)
        more = cents(bettor.wagers[base], "wagers") * added // own[base]
        _join(tx, seat, user, bettor, what, more)


def _join(tx: TableTransaction, seat: int, user: int, bettor: Bettor, what: str, more: int) -> None:
    """A bettor puts more behind a hand; who has not as much stays out."""
    stack = _behind_stack(tx, user)
    try:
        _bring_chips(tx, user, stack, more, what)
    except RuleError:
        tx.event(STAY_OUT, seat, user, stays_out=[*bettor.stays_out, what])
        return
    told = {"wagers": bettor.wagers, "stays_out": bettor.stays_out}
    cause = tx.event("behind", seat, user, **told, staked=more)
    tx.book.post(cause, [Move(stack, tx.accounts["layout"], more, what)])


def _behind_stack(tx: TableTransaction, user: int) -> int:
    return account(tx.db, "stack", f"{tx.table.id}/behind/{user}", table=tx.table.id, user=user)


def _bring_chips(tx: TableTransaction, user: int, stack: int, more: int, field_name: str) -> None:
    """Chips for cash of a bettor's purse."""
    purse, book, accounts = wallet(tx.db, user), tx.book, tx.accounts
    if more > (held := book.balance(purse)):
        raise RuleError(f"this takes {in_dollars(more)}, you have {in_dollars(held)}", field_name)
    cause = Cause("buy-in", tx.table.id, tx.id, tx.values["seq"], user)
    fill_up(book, accounts, accounts["inventory"], more, cause)
    cash = [Move(purse, accounts["drop"], more, "cash"), Move(accounts["inventory"], stack, more, "chips")]
    book.post(cause, cash)


def bettors_of(owners: Mapping[int, SeatOwners]) -> list[int]:
    """The bettors behind the seats of a round, in the order of the seats."""
    return [user for place in sorted(owners) for user in owners[place].behind]


def bring_fees(tx: TableTransaction, bettors: Sequence[int], fees: Fees) -> list[int]:
    """The accounts of the bettors, each with chips for the fee, or for what he has left of it."""
    stacks = [_behind_stack(tx, user) for user in bettors]
    due = fees.get("backline", [])
    for user, stack, fee in zip(bettors, stacks, due if isinstance(due, list) else [], strict=False):
        if more := min(fee, tx.book.balance(wallet(tx.db, user))):
            _bring_chips(tx, user, stack, more, "collection")
    return stacks


def stacks_behind(tx: TableTransaction, owners: Mapping[int, SeatOwners]) -> dict[int, int]:
    """The account of every bettor behind a seat, by person."""
    return {user: _behind_stack(tx, user) for owner in owners.values() for user in owner.behind}


def returned(tx: TableTransaction, seat: int, owners: SeatOwners) -> list[Move]:
    """All that others have on a seat's hand, going back to whoever put it down; coupons are good again."""
    layout = tx.accounts["layout"]
    vouchers.release(tx.db, [coupon["code"] for coupon in owners.coupons.values()])
    moves = [Move(layout, _behind_stack(tx, user), one.staked, "returned") for user, one in owners.behind.items()]
    return [*moves, Move(layout, tx.seats[seat].account_id, owners.tipped, "tips returned")]


def use_coupons(tx: TableTransaction, owners: Mapping[int, SeatOwners]) -> None:
    """The coupons of a settled round are used up."""
    vouchers.redeem(
        tx.db, [coupon["code"] for seat in owners.values() for coupon in seat.coupons.values()], tx.table.id
    )


def cash_out_behind(tx: TableTransaction, users: Iterable[int]) -> None:
    """What bettors behind a seat have left, in cash; after the book is written."""
    for user in dict.fromkeys(users):
        stack, house = _behind_stack(tx, user), tx.accounts["house"]
        if held := balance(tx.db, stack):
            moves = [Move(stack, house, held, "chips"), Move(house, wallet(tx.db, user), held, "cash")]
            post(tx.db, Cause("cash-out", tx.table.id, user=user), moves)
            tx.stale = True
