"""A round as evidence: its file with the proof of its shuffle, and the check that the cards came from that shuffle."""

from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.cards.proof import commitment
from houseway.floor.replay import ACTS, acts_of, play_through
from houseway.floor.rounds import OPEN
from houseway.floor.schema import events, rounds
from houseway.floor.tables import MissingError
from houseway.floor.views import event_text, piles_view
from houseway.rules.errors import RuleError

_LAID = ("seats", "dealer", "community", "piles", "outcome")


def find_round(db: Connection, round_id: int) -> Row[Any]:
    row = db.execute(select(rounds).where(rounds.c.id == round_id)).first()
    if row is None:
        raise MissingError(f"there is no round {round_id}", "round")
    return row


def export(db: Connection, round_id: int) -> dict[str, Any]:
    """The round file of a settled round; `proof` lets anybody replay it from its secret."""
    row = find_round(db, round_id)
    if row.status in OPEN:
        raise RuleError("the round is not over: its cards are still secret", "round")
    if row.file is None:
        raise RuleError("the round was voided", "round")
    proof = {
        "round": row.id,
        "commitment": row.commitment,
        "secret": row.seed,
        "opening": row.opening,
        "actions": [list(one) for one in acts_of(db, row.id)],
    }
    return {**row.file, "proof": proof}


def verify(file: dict[str, Any], published: str = "") -> list[str]:
    """What is wrong with the proof of a round file; empty when every card follows from the published hash."""
    proof = file.get("proof")
    if not isinstance(proof, dict):
        return ["the file carries no proof"]
    try:
        secret, opening = str(proof["secret"]), dict(proof["opening"])
        acts = [(int(seat), str(action)) for seat, action in proof["actions"]]
        found = commitment(secret)
    except (KeyError, TypeError, ValueError) as error:
        return [f"the proof cannot be read: {error}"]
    wrong = []
    if found != proof.get("commitment"):
        wrong.append("the secret does not give the hash in the file")
    if published and found != published:
        wrong.append("the secret does not give the hash that was published")
    try:
        live = play_through(opening, secret, acts)
    except RuleError as error:
        return [*wrong, f"the round cannot be replayed: {error}"]
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
                "text": event_text(event),
                "piles": [] if event.kind in ("bet", "take back") else piles_view(live, row.places, viewers),
            }
        )
    return made
