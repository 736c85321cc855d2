"""What happens to a round from outside: time runs out, a supervisor voids it, something went wrong at the table."""

from typing import Any

from sqlalchemy import Connection, bindparam, or_, select

from houseway.families import settle
from houseway.floor import owners, rotation
from houseway.floor.clock import timeout_action
from houseway.floor.ledger import Move
from houseway.floor.moments import now
from houseway.floor.ready import Ready
from houseway.floor.replay import rebuild
from houseway.floor.roles import Person
from houseway.floor.rounds import (
    advance_round,
    bots_of,
    deal_round,
    end_shuffle,
    free_leaving_seats,
    pending_irregularity,
    record_action,
    settle_round,
    total_of,
    write_round_facts,
)
from houseway.floor.schema import entries, lines, rounds
from houseway.floor.settling import plays_for_a_pot
from houseway.floor.shoes import in_play, without_shoe
from houseway.floor.transaction import OPEN, TableTransaction, lock_table
from houseway.play.core.irregularities import find_irregularity
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round
from houseway.play.pots.round import is_live
from houseway.play.pots.rulings import FLOOR, KINDS, SHOWDOWN, ruling_text
from houseway.rules.errors import RuleError
from houseway.rules.wording import seat_name

_ASKED = "asked_to_see"  # between two hands, by a player (`show_hand`)


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
    elif rotation.unbanked(tx):
        rotation.close_offer(tx, late=True)
        tx.values["deadline"] = None
        tx.save()
    else:
        deal_round(tx, None)
    return True


_OVERDUE = Ready(
    select(rounds.c.table_id, rounds.c.id).where(
        rounds.c.deadline <= bindparam("now"), or_(*(rounds.c.status == status for status in OPEN))
    )
)


def overdue(db: Connection) -> list[tuple[int, int]]:
    """Tables and rounds whose time has run out."""
    return [(int(row.table_id), int(row.id)) for row in _OVERDUE.rows(db, {"now": now()})]


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

    A ruling on a pot, and whatever leaves the others in, lets the hand go on. The cards are shuffled afterwards.
    """
    tx = lock_table(db, table_id)
    if tx.status != "playing":
        raise RuleError("no round is being played", "round")
    places = tx.values["places"]
    for name in {"seat", "knew"} & told.keys():
        told = {**told, name: _places_of(places, told[name], name)}
    live = rebuild(tx)
    if plays_for_a_pot(tx.rules) and (text := _pot_ruling(tx, told)):
        after = record_action(tx, live, told.get("seat", -1), text, "ruling", person.id)
        advance_round(tx, after)
        return tx
    if pending_irregularity(tx):
        raise RuleError(
            "an irregularity of this round is recorded already: void the round, or play it to its end", "kind"
        )
    goes_on = _goes_on(tx, live, told)
    if goes_on is not None:
        tx.event("irregularity", None, person.id, told=told, **goes_on)
        advance_round(tx, live)
        return tx
    file = {**live.round_file(), "irregularity": told}
    settlement = settle(convert_round(file))
    file["game"] = tx.table.game
    tx.event("irregularity", None, person.id, told=told)
    settle_round(tx, file, settlement, {})
    return tx


def _places_of(places: list[int], named: Any, field: str) -> Any:
    """Seats of the table, one or several, as the round counts them."""
    if isinstance(named, list):
        return [_places_of(places, seat, field) for seat in named]
    if named not in places:
        raise RuleError(f"{seat_name(named)} has no part in this round", field)
    return places.index(named)


def _pot_ruling(tx: TableTransaction, told: dict[str, Any]) -> str:
    """A ruling on a pot as its hand takes it; empty for what the game's own file rules on in another way."""
    kind, own = told.get("kind"), [one.kind for one in tx.rules.made.spec.irregularities]
    text = ruling_text(told) if kind in KINDS or kind in SHOWDOWN or kind in own or kind not in FLOOR else ""
    if not text and kind not in own:
        kinds = ", ".join(dict.fromkeys([*KINDS, *(one for one in SHOWDOWN if one != _ASKED), *own]))
        raise RuleError(f"the rules of this game know no irregularity {kind!r}; they know {kinds}", "kind")
    if kind == _ASKED:
        raise RuleError("whoever called all bets asks to see a hand when the pot has been played for", "kind")
    if kind == "exposed_card" and kind not in own and not told.get("cards"):
        raise RuleError("name the card that was exposed", "cards")
    return text


def _goes_on(tx: TableTransaction, live: LiveRound, told: dict[str, Any]) -> dict[str, Any] | None:
    """Whether the rules let the others play on, and the seat that is out; none where the round is settled at once."""
    spec = tx.rules.made.spec
    found = find_irregularity(spec.irregularities, told, convert_round(live.round_file()).seats)
    if live.over or (found is not None and found.spec.effect in ("void_table", "void_hand")):
        return None
    _try_end(live, told)
    return {"out": found.out} if found is not None and found.out is not None else {}


def _try_end(live: LiveRound, told: dict[str, Any]) -> None:
    """What is recorded now can be settled when the others have played to the end."""
    for _ in range(500):
        if live.over:
            break
        live = live.act(live.turn, timeout_action(live, live.turn))
    settle(convert_round({**live.round_file(), "irregularity": told}))


def show_hand(db: Connection, table_id: int, seat: int, person: Person) -> TableTransaction:
    """Whoever called all bets asks to see a hand that did too, before the next hand begins, 30-1026(12)."""
    tx = lock_table(db, table_id)
    if tx.status != "settled" or not plays_for_a_pot(tx.rules):
        raise RuleError("hands are asked for when a pot has been played for, before the next one begins", "round")
    live, places = rebuild(tx), tx.values["places"]
    called = [place for index, place in enumerate(places) if is_live(live, index)]
    own = [place for place, row in tx.seats.items() if row.user_id == person.id and place in called]
    if not own:
        raise RuleError("only who has called all bets may ask to see a hand", "seat")
    if len(called) < 2 or seat not in called:
        raise RuleError(f"{seat_name(seat)} has no hand that called all bets", "seat")
    public = [pile for pile in live.visible() if pile.seat == places.index(seat) and not pile.hidden]
    if public or any(said["kind"] == "shown" and said["seat"] == seat for said in tx.log):
        raise RuleError(f"the hand of {seat_name(seat)} is shown already", "seat")
    tx.event("shown", seat, person.id)
    tx.save()
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
        fees = _fees_taken(tx)
    else:
        fees = []
        back = {int(seat): total_of(bet) for seat, bet in tx.values["bets"].items()}
    cause = tx.event("void", None, person.id, reason=reason)
    returned = [
        Move(tx.accounts["layout"], tx.seats[seat].account_id, staked, "returned") for seat, staked in back.items()
    ]
    tx.book.post(cause, returned)
    tx.book.post(cause.of("fees returned"), fees)
    others = owners.owners_of(tx.log)
    for seat, one in others.items():
        tx.book.post(cause.of("owners"), owners.returned(tx, seat, one))
    tx.values |= {"status": "void", "deadline": None, "ended": now()}
    write_round_facts(tx)
    tx.save()
    owners.cash_out_behind(tx, [user for other in others.values() for user in other.behind])
    free_leaving_seats(tx)
    return tx


def _fees_taken(tx: TableTransaction) -> list[Move]:
    """The fees that the round took before its cards, going back."""
    query = (
        select(lines.c.source, lines.c.target, lines.c.cents)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.round_id == tx.id, entries.c.kind == "collection")
    )
    return [Move(row.target, row.source, int(row.cents), "fee returned") for row in tx.db.execute(query)]
