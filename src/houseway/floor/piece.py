"""Money on the piece: currency that lay on the table when the hand began plays in a pot when the chips have run out.

It is exchanged for chips as soon as a bet is taken from it, and so before the pot is awarded, 30-1039(3).
"""

from sqlalchemy import Connection, bindparam, select

from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.roles import Person, wallet
from houseway.floor.schema import accounts
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.tables import claimed, fill_up, positive
from houseway.floor.transaction import TableTransaction, lock_table
from houseway.play.core.money import in_dollars
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor

_LAID = select(accounts.c.id, accounts.c.user_id).where(
    accounts.c.table_id == bindparam("table"), accounts.c.kind == "piece", accounts.c.balance > 0
)


def piece_of(tx: TableTransaction, seat: int) -> int:
    """The account of the currency that lies at a seat."""
    user = tx.seats[seat].user_id
    return account(tx.db, "piece", f"{tx.table.id}/{seat}/{user}", table=tx.table.id, user=user)


def lay(db: Connection, table: int, seat: int, person: Person, cents: int) -> TableTransaction:
    """Currency laid on the table before a hand begins, in place of what lay there."""
    tx = lock_table(db, table)
    claimed(tx.seats, seat, person)
    rule = cite_floor("piece", tx.rules.made.spec.jurisdiction)
    if not plays_for_a_pot(tx.rules):
        raise RuleError(f"money on the piece is for games in which players play for a pot, {rule}", "table")
    if not tx.table.piece:
        raise RuleError(f"the house takes no money on the piece here, {rule}", "table")
    if tx.status == "playing":
        raise RuleError(f"only what was there when the hand began is in play, {rule}", "round")
    own, purse, before = piece_of(tx, seat), wallet(db, person.id), balance(db, piece_of(tx, seat))
    more = (positive(cents, "amount") if cents else 0) - before
    if more > (held := balance(db, purse)):
        raise RuleError(f"you have only {in_dollars(held)}", "amount")
    move = Move(purse, own, more, "on the piece") if more > 0 else Move(own, purse, -more, "taken off")
    post(db, Cause("piece", table, user=person.id), [move])
    tx.stale = True
    return tx


def on_the_piece(tx: TableTransaction, seat: int) -> int:
    """The cents of currency that play for a seat of a pot."""
    return tx.book.balance(piece_of(tx, seat)) if tx.table.piece and plays_for_a_pot(tx.rules) else 0


def on_the_pieces(tx: TableTransaction) -> dict[int, int]:
    """The cents of currency that lie at a pot's table for all to see, by player."""
    if not (tx.table.piece and plays_for_a_pot(tx.rules)):
        return {}
    found = tx.db.execute(_LAID, {"table": tx.table.id})
    return {int(row.user_id): tx.book.balance(int(row.id)) for row in found.all()}


def exchange(tx: TableTransaction, seat: int) -> None:
    """The dealer takes the currency and gives chips for it."""
    own, accounts, book = piece_of(tx, seat), tx.accounts, tx.book
    cents = book.balance(own)
    cause = Cause("buy-in", tx.table.id, tx.id, tx.values["seq"] + 1, tx.seats[seat].user_id)
    fill_up(book, accounts, accounts["inventory"], cents, cause)
    stack = tx.seats[seat].account_id
    moves = [Move(own, accounts["drop"], cents, "on the piece"), Move(accounts["inventory"], stack, cents, "chips")]
    book.post(cause, moves)
