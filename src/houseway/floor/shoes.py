"""The shuffle that the next round of a table is dealt from: published, dealt from to its end, then shown."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from houseway.cards.proof import seed_of
from houseway.floor.digest import event_digests, round_head
from houseway.floor.keys import Shuffle, keys_of
from houseway.floor.moments import now
from houseway.floor.schema import events, rounds, tables
from houseway.rules.errors import RuleError

_TOLD = (
    select(events.c.seq, events.c.at, events.c.kind, events.c.seat, events.c.user_id, events.c.data)
    .where(events.c.round_id == bindparam("round"))
    .order_by(events.c.seq)
)


def in_play(table: Any) -> dict[str, Any]:
    """The shoe that goes on: its first round, and the place where the next round begins."""
    found: dict[str, Any] = table.state.get("shoe", {})
    return found


def publish(db: Connection) -> dict[str, Any]:
    """A new shuffle, whose hash the table shows from now on."""
    return keys_of(db).new_shuffle(now())


def was_dealt(shuffle: Shuffle) -> bool:
    """Whether cards were dealt from it."""
    return "number" in shuffle


def dealt_from(shuffle: Shuffle, number: int, entropy: Mapping[int, str]) -> dict[str, Any]:
    """The shuffle once cards are dealt from it: the round it began with and what its seats added are fixed."""
    if was_dealt(shuffle):
        return dict(shuffle)
    return {**shuffle, "number": number, "entropy": {str(seat): given for seat, given in sorted(entropy.items())}}


def seed_for(db: Connection, table: int, shuffle: Shuffle) -> int:
    """The seed of the cards of a round."""
    if not shuffle:
        raise RuleError(
            "the round was dealt by an earlier version: the house must void it, and its wagers go back", "round"
        )
    entropy = {int(seat): str(given) for seat, given in shuffle["entropy"].items()}
    return seed_of(keys_of(db).secret(shuffle), table, shuffle["number"], entropy)


def left_behind(
    table: Any, hand: Mapping[str, Any], place: Mapping[str, int], left: Any, people: list[str]
) -> dict[str, Any]:
    """The table's state after a round: its shoe, if it goes on at `place`, and what the game leaves to the people."""
    state: dict[str, Any] = {"places": hand["places"], "people": people, "left": left} if left else {}
    if place:
        state["shoe"] = {"round": in_play(table).get("round", hand["id"]), "place": dict(place)}
    return state


def without_shoe(table: Any) -> dict[str, Any]:
    """The table's state when the cards are shuffled before the next round."""
    return {name: value for name, value in table.state.items() if name != "shoe"}


def secret_of(db: Connection, shuffle: Shuffle) -> str:
    """The secret of a shuffle that is over."""
    return keys_of(db).secret(shuffle)


def show_secret(db: Connection, table: int, shuffle: Shuffle) -> None:
    """Every round that was dealt from a shuffle that is over shows its secret from now on."""
    secret = secret_of(db, shuffle)
    dealt = rounds.c.table_id == table, rounds.c.number >= shuffle["number"]
    db.execute(update(rounds).where(*dealt, rounds.c.commitment == shuffle["commitment"]).values(secret=secret))


def adopt(db: Connection) -> None:
    """Publish a shuffle at every table of a database that was made before shuffles were published.

    The digest of a round at hand begins with what is known of it, so that what becomes of it is in the chains too.
    """
    for table in db.execute(select(tables).where(tables.c.open)).all():
        if table.shuffle:
            continue
        shuffle = publish(db)
        db.execute(update(tables).where(tables.c.id == table.id).values(shuffle=shuffle, state=without_shoe(table)))
        waiting = rounds.c.id == table.round_id, rounds.c.status == "betting"
        db.execute(update(rounds).where(*waiting).values(shuffle=shuffle, commitment=shuffle["commitment"]))
        at_hand = rounds.c.id == table.round_id, rounds.c.status.in_(("betting", "playing")), rounds.c.digest == ""
        for row in db.execute(select(rounds).where(*at_hand)).all():
            head = round_head(row.table_id, row.number, row.commitment, row.rules)
            said = db.execute(_TOLD, {"round": row.id}).mappings().all()
            so_far = event_digests(head, [dict(one) for one in said])[-1]
            db.execute(update(rounds).where(rounds.c.id == row.id).values(digest=so_far))
