"""A round as evidence: its file with the proof of its shuffle, and the check that the cards came from that shuffle."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.cards.proof import commitment
from houseway.floor import shoes
from houseway.floor.replay import ACTS, acts_of, play_through
from houseway.floor.schema import events, rounds, tables
from houseway.floor.tables import MissingError
from houseway.floor.transaction import OPEN
from houseway.floor.views import event_text, piles_view
from houseway.play.core.round import LiveRound, shoe_left
from houseway.rules.errors import MALFORMED, RuleError

_LAID = ("seats", "dealer", "community", "piles", "outcome")


def find_round(db: Connection, round_id: int) -> Row[Any]:
    row = db.execute(select(rounds).where(rounds.c.id == round_id)).first()
    if row is None:
        raise MissingError(f"there is no round {round_id}", "round")
    return row


def export(db: Connection, round_id: int) -> dict[str, Any]:
    """The round file of a settled round; `proof` lets anybody replay it, and what was dealt before it, from its secret.

    While the shoe it was dealt from is in play the secret stays one.
    """
    row = find_round(db, round_id)
    if row.status in OPEN:
        raise RuleError("the round is not over: its cards are still secret", "round")
    if row.file is None:
        raise RuleError("the round was voided", "round")
    table = db.execute(select(tables).where(tables.c.id == row.table_id)).one()
    proof = {
        "round": row.id,
        "commitment": row.commitment,
        "secret": row.seed if shoes.revealed(table, row._mapping) else None,
        **_played(db, row),
    }
    if "shoe" in row.opening:
        proof["earlier"] = [_played(db, one) for one in _earlier(db, row)]
    return {**row.file, "proof": proof}


def _played(db: Connection, row: Row[Any]) -> dict[str, Any]:
    return {"opening": row.opening, "actions": [list(one) for one in acts_of(db, row.id)]}


def _earlier(db: Connection, row: Row[Any]) -> list[Row[Any]]:
    """The rounds dealt from the same shoe before this one."""
    same = rounds.c.table_id == row.table_id, rounds.c.commitment == row.commitment
    query = select(rounds).where(*same, rounds.c.id < row.id, rounds.c.status == "settled").order_by(rounds.c.id)
    return list(db.execute(query))


def _replayed(secret: str, proof: dict[str, Any], allowed: Callable[[str], object]) -> LiveRound:
    """The round of a proof, after every round before it of the same shoe: each begins where the last one ended."""
    place: dict[str, int] = {}
    for number, one in enumerate([*proof.get("earlier", []), proof]):
        opening = dict(one["opening"])
        allowed(str(opening["game"]))
        if opening.get("shoe", {}) != place or (number and not place):
            raise RuleError("the round does not begin where the one before it left the shoe", "shoe")
        live = play_through(opening, secret, [(int(seat), str(action)) for seat, action in one["actions"]])
        place = shoe_left(live)
    return live


def verify(file: dict[str, Any], published: str = "", allowed: Callable[[str], object] = str) -> list[str]:
    """What is wrong with the proof of a round file; empty when every card follows from the published hash.

    `allowed` refuses games that whoever asks may not have read.
    """
    not_yet = "not yet: the shoe is still in play, and its secret is shown when it is finished"
    proof = file.get("proof")
    if not isinstance(proof, dict):
        return ["the file carries no proof"]
    if proof.get("secret", "") is None:
        return [not_yet]
    try:
        secret = str(proof["secret"])
        found = commitment(secret)
    except MALFORMED as error:
        return [f"the proof cannot be read: {error}"]
    wrong = []
    if found != proof.get("commitment"):
        wrong.append("the secret does not give the hash in the file")
    if published and found != published:
        wrong.append("the secret does not give the hash that was published")
    try:
        live = _replayed(secret, proof, allowed)
    except RuleError as error:
        return [*wrong, f"the round cannot be replayed: {error}"]
    except MALFORMED as error:
        return [*wrong, f"the proof cannot be read: {error!r}"]
    replayed = live.round_file()
    wrong += [f"{field}: not what the shuffle gives" for field in _LAID if replayed.get(field) != file.get(field)]
    if not live.over and "irregularity" not in file:
        wrong.append("the actions do not end the round")
    return wrong


def frames(db: Connection, row: Row[Any], own: list[int]) -> list[dict[str, Any]]:
    """A finished round event by event: what was said, and the piles as these seats of the table saw them."""
    if row.status in OPEN:
        raise RuleError("the round is not over", "round")
    if not row.places:
        return []
    viewers = [index for index, seat in enumerate(row.places) if seat in own]
    live = play_through(row.opening, row.seed, [])
    made = []
    for event in db.execute(select(events).where(events.c.round_id == row.id).order_by(events.c.seq)):
        if event.kind in ACTS:
            live = live.act(event.data["place"], event.data["action"])
        made.append(
            {
                "seq": event.seq,
                "at": event.at,
                "kind": event.kind,
                "seat": event.seat,
                "text": event_text(event._mapping),
                "piles": [] if event.kind in ("bet", "take back") else piles_view(live, row.places, viewers),
            }
        )
    return made
