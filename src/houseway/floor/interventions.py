"""What happens to a round from outside: time runs out, a supervisor voids it, something went wrong at the table."""

from typing import Any

from sqlalchemy import Connection, select

from houseway.families import settle
from houseway.floor.clock import timeout_action
from houseway.floor.ledger import Move
from houseway.floor.moments import now
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.rounds import (
    advance_round,
    bots_of,
    deal_round,
    end_shuffle,
    free_leaving_seats,
    record_action,
    settle_round,
    total_of,
)
from houseway.floor.schema import rounds
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.shoes import in_play, without_shoe
from houseway.floor.transaction import OPEN, TableTransaction, lock_table
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.wording import seat_name


def expire(db: Connection, table_id: int, round_id: int) -> bool:
    """Carry on a round whose time has run out: deal to those who bet, or act for the seat that did not."""
    tx = lock_table(db, table_id)
    deadline = tx.values.get("deadline")
    if tx.status not in OPEN or tx.id != round_id or deadline is None or deadline > now():
        return False
    if tx.status == "playing":
        live = rebuild(tx)
        advance_round(tx, record_action(tx, live, live.turn, timeout_action(live, live.turn), "timeout", None))
    elif plays_for_a_pot(tx.rules) and len({*tx.values["bets"], *map(str, bots_of(tx.seats))}) < 2:
        tx.values["deadline"] = None
        tx.save()
    else:
        deal_round(tx, None)
    return True


def overdue(db: Connection) -> list[tuple[int, int]]:
    """Tables and rounds whose time has run out."""
    query = select(rounds.c.table_id, rounds.c.id).where(rounds.c.deadline <= now(), rounds.c.status.in_(OPEN))
    return [(int(row.table_id), int(row.id)) for row in db.execute(query)]


def shuffle(db: Connection, table_id: int) -> TableTransaction:
    """End the shoe between two rounds: the cards are shuffled before the next one, and its secret is shown."""
    tx = lock_table(db, table_id)
    if tx.status in OPEN:
        raise RuleError("the round at hand is dealt from this shoe", "round")
    if not in_play(tx.table):
        raise RuleError("no shoe is in play", "table")
    tx.table_changes["state"] = without_shoe(tx.table)
    end_shuffle(tx)
    tx.save()
    return tx


def irregularity(db: Connection, table_id: int, person: Person, told: dict[str, Any]) -> TableTransaction:
    """What went wrong in the round at hand: the game's rules say which wagers go back and which stand.

    The cards are shuffled afterwards.
    """
    tx = lock_table(db, table_id)
    if tx.status != "playing":
        raise RuleError("no round is being played", "round")
    places = tx.values["places"]
    if "seat" in told:
        if told["seat"] not in places:
            raise RuleError(f"{seat_name(told['seat'])} has no part in this round", "seat")
        told = {**told, "seat": places.index(told["seat"])}
    file = {**rebuild(tx).round_file(), "irregularity": told}
    settlement = settle(convert_round(file))
    file["game"] = tx.table.game
    tx.event("irregularity", None, person.id, told=told)
    settle_round(tx, file, settlement, {})
    return tx


def void(db: Connection, table_id: int, person: Person, reason: str) -> TableTransaction:
    """Every wager of the round at hand goes back, and the round counts for nothing; dealt cards mean a new shuffle."""
    tx = lock_table(db, table_id)
    if tx.status not in OPEN:
        raise RuleError("no round is open; a settled round is corrected by a dispute", "round")
    if tx.status == "playing":
        back = dict(zip(tx.values["places"], tx.values["staked"], strict=True))
        tx.table_changes["state"] = without_shoe(tx.table)
        end_shuffle(tx)
    else:
        back = {int(seat): total_of(bet) for seat, bet in tx.values["bets"].items()}
    cause = tx.event("void", None, person.id, reason=reason)
    returned = [
        Move(tx.accounts["layout"], tx.seats[seat].account_id, staked, "returned") for seat, staked in back.items()
    ]
    tx.book.post(cause, returned)
    tx.values |= {"status": "void", "deadline": None, "ended": now()}
    tx.save()
    free_leaving_seats(tx)
    return tx
