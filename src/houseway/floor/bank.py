"""The player-dealer: a seat that puts up the bank, pays and collects up to that, and takes what is left."""

from sqlalchemy import Connection

from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.roles import Person
from houseway.floor.settling import other_side
from houseway.floor.tables import BANKROLL, between_rounds, find, own_seat, till, touch
from houseway.rules.errors import RuleError


def take_bank(db: Connection, table: int, seat: int, person: Person, cents: int) -> None:
    """Put up the bank with chips of one's seat; an amount of nothing gives it back to the house's own banker."""
    row = find(db, table, lock=True)
    place = own_seat(db, table, seat, person)
    if other_side(row) != "bank":
        raise RuleError("the house banks this game", "table")
    if row.banker not in (None, seat):
        raise RuleError(f"seat {row.banker} has the bank", "seat")
    between_rounds(db, row)
    own, house = till(db, table), account(db, "house")
    held = balance(db, own["bank"])
    before = place.account_id if row.banker == seat else house
    cause = Cause("bank", table, user=person.id)
    post(db, cause, [Move(own["bank"], before, held, "bank returned")])
    if cents > balance(db, place.account_id):
        raise RuleError("you do not have that many chips", "amount")
    source, amount = (place.account_id, cents) if cents else (house, BANKROLL)
    post(db, cause, [Move(source, own["bank"], amount, "bank put up")])
    touch(db, table, banker=seat if cents else None)
