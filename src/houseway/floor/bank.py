"""The player-dealer: a seat that puts up the bank, pays and collects up to that, and takes what is left."""

from sqlalchemy import Connection

from houseway.floor import rotation
from houseway.floor.ledger import Cause, Move
from houseway.floor.roles import Person
from houseway.floor.rounds import free_leaving_seats
from houseway.floor.settling import other_side
from houseway.floor.tables import BANKROLL, claimed
from houseway.floor.transaction import TableTransaction, lock_table
from houseway.rules.errors import RuleError
from houseway.rules.wording import seat_name


def take_bank(db: Connection, table: int, seat: int, person: Person, cents: int) -> TableTransaction:
    """Put up the bank with chips of one's seat; an amount of nothing gives it back to the house's own banker."""
    tx = lock_table(db, table)
    stack, banker = claimed(tx.seats, seat, person).account_id, tx.table.banker
    if other_side(tx.rules) != "bank":
        raise RuleError("the house banks this game", "table")
    if banker not in (None, seat):
        raise RuleError(f"{seat_name(banker)} has the bank", "seat")
    if tx.status == "playing":
        raise RuleError("a round is not over yet", "table")
    if tx.status == "betting" and banker is not None:
        raise RuleError("wagers are down already: the bank changes between rounds", "table")
    if tx.status == "betting" and str(seat) in tx.values["bets"]:
        raise RuleError("who banks does not bet: take your wagers back first", "seat")
    if cents:
        rotation.check_taker(tx, seat)
    book, bank, house = tx.book, tx.accounts["bank"], tx.accounts["house"]
    cause = Cause("bank", table, user=person.id)
    book.post(cause, [Move(bank, house if banker is None else stack, book.balance(bank), "bank returned")])
    if cents > book.balance(stack):
        raise RuleError("you do not have that many chips", "amount")
    source, amount = (stack, cents) if cents else (house, BANKROLL)
    book.post(cause, [Move(source, bank, amount, "bank put up")])
    tx.table_changes["banker"] = seat if cents else None
    if cents and banker is None:
        rotation.taken(tx, seat)
    elif not cents and banker is not None:
        rotation.given_back(tx, seat)
    tx.save()
    free_leaving_seats(tx)
    return tx
