"""What happens to a round from outside: time runs out, a supervisor voids it, something went wrong at the table."""

from typing import Any

from sqlalchemy import Connection, select

from houseway.floor.clock import timeout_action
from houseway.floor.hand import OPEN, Hand, current
from houseway.floor.ledger import Move, post
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.rounds import apply, bots_of, clear, deal_hand, finish, go_on, total_of
from houseway.floor.schema import rounds
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.shoes import in_play, without_shoe
from houseway.floor.store import now
from houseway.floor.tables import find, till, touch
from houseway.play.roundfile import convert_round
from houseway.play.settle import settle
from houseway.rules.errors import RuleError


def expire(db: Connection, table_id: int, round_id: int) -> bool:
    """Carry on a round whose time has run out: deal to those who bet, or act for the seat that did not."""
    table = find(db, table_id, lock=True)
    row = current(db, table)
    if row is None or row.id != round_id or row.deadline is None or row.deadline > now() or row.status not in OPEN:
        return False
    hand = Hand(db, table, row)
    bots = bots_of(hand.taken)
    if row.status == "betting":
        if plays_for_a_pot(table) and len({*row.bets, *map(str, bots)}) < 2:
            hand.values["deadline"] = None
            hand.save()
            return True
        deal_hand(hand, None)
        return True
    live = rebuild(db, row)
    go_on(hand, apply(hand, live, live.turn, timeout_action(live, live.turn), "timeout", None))
    return True


def overdue(db: Connection) -> list[tuple[int, int]]:
    """Tables and rounds whose time has run out."""
    query = select(rounds.c.table_id, rounds.c.id).where(rounds.c.deadline <= now(), rounds.c.status.in_(OPEN))
    return [(int(row.table_id), int(row.id)) for row in db.execute(query)]


def shuffle(db: Connection, table_id: int) -> None:
    """End the shoe between two rounds: the cards are shuffled before the next one, and its secret is shown."""
    table = find(db, table_id, lock=True)
    row = current(db, table)
    if row is not None and row.status in OPEN:
        raise RuleError("the round at hand is dealt from this shoe", "round")
    if not in_play(table):
        raise RuleError("no shoe is in play", "table")
    touch(db, table_id, state=without_shoe(table))


def irregularity(db: Connection, table_id: int, person: Person, told: dict[str, Any]) -> None:
    """What went wrong in the round at hand: the game's rules say which wagers go back and which stand.

    The cards are shuffled afterwards.
    """
    table = find(db, table_id, lock=True)
    row = current(db, table)
    if row is None or row.status != "playing":
        raise RuleError("no round is being played", "round")
    if "seat" in told:
        if told["seat"] not in row.places:
            raise RuleError(f"seat {told['seat']} has no part in this round", "seat")
        told = {**told, "seat": row.places.index(told["seat"])}
    hand = Hand(db, table, row)
    file = {**rebuild(db, row).round_file(), "irregularity": told}
    settlement = settle(convert_round(file))
    hand.event("irregularity", None, person.id, told=told)
    finish(hand, file, settlement, {})


def void(db: Connection, table_id: int, person: Person, reason: str) -> None:
    """Every wager of the round at hand goes back, and the round counts for nothing; dealt cards mean a new shuffle."""
    table = find(db, table_id, lock=True)
    row = current(db, table)
    if row is None or row.status not in OPEN:
        raise RuleError("no round is open; a settled round is corrected by a dispute", "round")
    hand = Hand(db, table, row)
    taken = hand.taken
    if row.status == "playing":
        back = dict(zip(row.places, row.staked, strict=True))
    else:
        back = {int(seat): total_of(bet) for seat, bet in row.bets.items()}
    cause = hand.event("void", None, person.id, reason=reason)
    layout = till(db, table_id)["layout"]
    post(db, cause, [Move(layout, taken[seat].account_id, staked, "returned") for seat, staked in back.items()])
    hand.values |= {"status": "void", "deadline": None, "ended": now()}
    if row.status == "playing":
        hand.leaves["state"] = without_shoe(table)
    hand.save()
    clear(hand, taken)
