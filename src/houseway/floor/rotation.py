"""The player-dealer's bank goes round: held for the printed number of rounds, then offered clockwise, seat by seat.

Who holds it, for how many rounds, to whom it is offered and who refused stand in the table's state under `bank`.
"""

from typing import Any

from sqlalchemy import Connection

from houseway.floor.ledger import Move
from houseway.floor.roles import Person, record
from houseway.floor.tables import claimed
from houseway.floor.transaction import TableTransaction, lock_table
from houseway.rules.errors import RuleError
from houseway.rules.wording import seat_name

RETURNED = "bank returned"


def _turns(tx: TableTransaction) -> int:
    bank = tx.rules.made.spec.bank
    return bank.turns if bank is not None else 0


def _next(tx: TableTransaction, after: int, last: int, refused: list[int]) -> int | None:
    """The next seat clockwise that may be asked; the one that held the bank last is asked at the end."""
    order = [(after + step) % tx.table.seats for step in range(1, tx.table.seats + 1)]
    asked = [seat for seat in order if seat in tx.seats and seat not in refused]
    people = [seat for seat in asked if tx.seats[seat].role != "bot" and not tx.seats[seat].leaving]
    others = [seat for seat in people if seat != last]
    return next(iter(others or people), None)


def after_round(tx: TableTransaction) -> dict[str, Any]:
    """What a settled round leaves of the bank's turn: after the last one it goes back to its seat and is offered on."""
    held: dict[str, Any] = tx.table.state.get("bank", {})
    banker, most = tx.table.banker, _turns(tx)
    if banker is None or not most:
        return held
    turns = held.get("turns", 0) + 1 if held.get("seat") == banker else 1
    if turns < most:
        return {"seat": banker, "turns": turns}
    bank, seat = tx.accounts["bank"], tx.seats[banker]
    cents = tx.book.balance(bank)
    cause = tx.event(RETURNED, banker, seat.user_id, cents=cents)
    tx.book.post(cause.of("bank"), [Move(bank, seat.account_id, cents, RETURNED)])
    tx.table_changes["banker"] = None
    return _offered_on(tx, banker)


def _offered_on(tx: TableTransaction, banker: int) -> dict[str, Any]:
    """The bank after the turn of a seat: offered clockwise from there on."""
    return {"seat": banker, "offer": _next(tx, banker, banker, []), "refused": []}


def offered(tx: TableTransaction) -> int | None:
    """The seat to which the bank is offered; where nobody sits there any more, the next one."""
    state = tx.table_changes.get("state", tx.table.state).get("bank", {})
    offer: int | None = state.get("offer")
    if offer is None or (offer in tx.seats and not tx.seats[offer].leaving):
        return offer
    return _next(tx, offer, state["seat"], state["refused"])


def check_taker(tx: TableTransaction, seat: int) -> None:
    """Refuse the bank to a seat to which it is not offered."""
    offer = offered(tx)
    if offer is not None and offer != seat:
        bank = tx.rules.made
        assert bank.spec.bank is not None
        rule = bank.cite(bank.spec.bank.turn_rule)
        raise RuleError(f"the bank is offered to {seat_name(offer)}, {rule}", "seat")


def taken(tx: TableTransaction, seat: int) -> None:
    """The seat holds the bank from the next round on, as a turn of its own."""
    tx.table_changes["state"] = {**tx.table.state, "bank": {"seat": seat, "turns": 0}}


def given_back(tx: TableTransaction, seat: int) -> None:
    """The seat has given the bank up: its turn is over, however few rounds it was."""
    if _turns(tx):
        tx.table_changes["state"] = {**tx.table.state, "bank": _offered_on(tx, seat)}


def _refuse(tx: TableTransaction, seat: int) -> None:
    state = tx.table_changes.get("state", tx.table.state)
    bank = state["bank"]
    refused = [*bank["refused"], seat]
    rest = _next(tx, seat, bank["seat"], refused)
    tx.table_changes["state"] = {**state, "bank": {**bank, "offer": rest, "refused": refused}}


def refuse_bank(db: Connection, table: int, seat: int, person: Person) -> TableTransaction:
    """A seat does not want the bank: the log says so, and it is offered to the next one."""
    tx = lock_table(db, table)
    claimed(tx.seats, seat, person)
    if offered(tx) != seat:
        raise RuleError("the bank is not offered to this seat", "seat")
    _refuse(tx, seat)
    tx.save()
    record(db, person.id, "bank refused", table=table, seat=seat)  # after the book, in the same chain
    tx.stale = True
    return tx


def unbanked(tx: TableTransaction) -> bool:
    """Whether a player has to take the bank first: the house has no part in such a game.

    At a table of guests, where nobody plays for money, the house stands in.
    """
    return (
        tx.rules.made.spec.bank is not None
        and tx.table.banker is None
        and any(row.role not in ("guest", "bot") for row in tx.seats.values())
    )


def house_stands_in(tx: TableTransaction) -> bool:
    """Whether the house's own banker plays against those who sit here."""
    return tx.table.banker is None and bool(tx.seats) and not unbanked(tx)


def check_banked(tx: TableTransaction) -> None:
    """Refuse the deal while no player banks."""
    if unbanked(tx):
        made = tx.rules.made
        raise RuleError(
            f"a player banks this game: somebody takes the bank first, {made.cite(made.spec.bank.rule)}", "bank"
        )


def close_offer(tx: TableTransaction, *, late: bool) -> None:
    """Before the deal nobody may still be asked; whose time has run out has refused."""
    offer = offered(tx)
    if offer is None:
        return
    if not late:
        raise RuleError(f"{seat_name(offer)} takes or refuses the bank first", "bank")
    while (offer := offered(tx)) is not None:
        _refuse(tx, offer)
        tx.event("bank refused", offer, tx.seats[offer].user_id, reason="no answer in time")
