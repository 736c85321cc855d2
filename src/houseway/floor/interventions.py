"""What happens to a round from outside: time runs out, a supervisor voids it, something went wrong at the table."""

from typing import Any

from sqlalchemy import Connection, select

from houseway.floor.clock import timeout_action
from houseway.floor.hand import OPEN, Hand, take
from houseway.floor.ledger import Move
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.rounds import apply, bots_of, clear, deal_hand, finish, go_on, total_of
from houseway.floor.schema import rounds
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.shoes import in_play, without_shoe
from houseway.floor.store import now
from houseway.play.core.roundfile import convert_round
from houseway.play.settle import settle
from houseway.rules.errors import RuleError


def expire(db: Connection, table_id: int, round_id: int) -> bool:
    """Carry on a round whose time has run out: deal to those who bet, or act for the seat that did not."""
    hand = take(db, table_id)
    deadline = hand.values.get("deadline")
    if hand.status not in OPEN or hand.id != round_id or deadline is None or deadline > now():
        return False
    if hand.status == "playing":
        live = rebuild(hand)
        go_on(hand, apply(hand, live, live.turn, timeout_action(live, live.turn), "timeout", None))
    elif plays_for_a_pot(hand.table) and len({*hand.values["bets"], *map(str, bots_of(hand.taken))}) < 2:
        hand.values["deadline"] = None
        hand.save()
    else:
        deal_hand(hand, None)
    return True


def overdue(db: Connection) -> list[tuple[int, int]]:
    """Tables and rounds whose time has run out."""
    query = select(rounds.c.table_id, rounds.c.id).where(rounds.c.deadline <= now(), rounds.c.status.in_(OPEN))
    return [(int(row.table_id), int(row.id)) for row in db.execute(query)]


def shuffle(db: Connection, table_id: int) -> Hand:
    """End the shoe between two rounds: the cards are shuffled before the next one, and its secret is shown."""
    hand = take(db, table_id)
    if hand.status in OPEN:
        raise RuleError("the round at hand is dealt from this shoe", "round")
    if not in_play(hand.table):
        raise RuleError("no shoe is in play", "table")
    hand.leaves["state"] = without_shoe(hand.table)
    hand.save()
    return hand


def irregularity(db: Connection, table_id: int, person: Person, told: dict[str, Any]) -> Hand:
    """What went wrong in the round at hand: the game's rules say which wagers go back and which stand.

    The cards are shuffled afterwards.
    """
    hand = take(db, table_id)
    if hand.status != "playing":
        raise RuleError("no round is being played", "round")
    places = hand.values["places"]
    if "seat" in told:
        if told["seat"] not in places:
            raise RuleError(f"seat {told['seat']} has no part in this round", "seat")
        told = {**told, "seat": places.index(told["seat"])}
    file = {**rebuild(hand).round_file(), "irregularity": told}
    settlement = settle(convert_round(file))
    hand.event("irregularity", None, person.id, told=told)
    finish(hand, file, settlement, {})
    return hand


def void(db: Connection, table_id: int, person: Person, reason: str) -> Hand:
    """Every wager of the round at hand goes back, and the round counts for nothing; dealt cards mean a new shuffle."""
    hand = take(db, table_id)
    if hand.status not in OPEN:
        raise RuleError("no round is open; a settled round is corrected by a dispute", "round")
    if hand.status == "playing":
        back = dict(zip(hand.values["places"], hand.values["staked"], strict=True))
        hand.leaves["state"] = without_shoe(hand.table)
    else:
        back = {int(seat): total_of(bet) for seat, bet in hand.values["bets"].items()}
    cause = hand.event("void", None, person.id, reason=reason)
    returned = [
        Move(hand.own["layout"], hand.taken[seat].account_id, staked, "returned") for seat, staked in back.items()
    ]
    hand.book.post(cause, returned)
    hand.values |= {"status": "void", "deadline": None, "ended": now()}
    hand.save()
    clear(hand)
    return hand
