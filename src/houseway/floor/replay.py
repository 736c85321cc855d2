"""A round from its list of events: opened from its file and secret, then every decision in order."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from houseway.families import open_round
from houseway.floor.digest import hashed
from houseway.floor.pinned import changed_engine
from houseway.floor.recent import Recent
from houseway.floor.schema import events
from houseway.floor.shoes import seed_for
from houseway.floor.store import after_commit, kept
from houseway.floor.transaction import TableTransaction
from houseway.play.core.round import LiveRound
from houseway.play.core.roundfile import convert_round

ACTS = ("act", "timeout", "ruling")
_KEPT = 2000
Key = tuple[str, int, int]  # shuffle, round and event


class Held(NamedTuple):
    """A round as it was worked out, and what decisions lead to that were told with it."""

    key: Key
    live: LiveRound
    ahead: dict[tuple[int, str], LiveRound]


# The round at each table as it was last seen: a saving only, for what led to it never changes.
recent: Recent[int, Held] = Recent(_KEPT)


def _held(tx: TableTransaction) -> Held | None:
    """The round at the table, if it is known."""
    key = tx.values["commitment"], tx.id, tx.values["seq"]
    for found in (kept(tx.db).get(tx.table.id), recent.get(tx.table.id)):
        if found is not None and found.key == key:
            held: Held = found
            return held
    return None


def after(tx: TableTransaction, live: LiveRound, seat: int, action: str) -> LiveRound:
    """The round after a decision: worked out to tell the player what it adds, and known when he makes it."""
    held, decision = _held(tx), (seat, action)
    if held is None or held.live is not live:
        return live.act(seat, action)
    if decision not in held.ahead:
        held.ahead[decision] = live.act(seat, action)
    return held.ahead[decision]


def remember(tx: TableTransaction, live: LiveRound) -> None:
    """Keep a round that was just played on; for others only once it is committed."""
    table, held = tx.table.id, Held((tx.values["commitment"], tx.id, tx.values["seq"]), live, {})
    kept(tx.db)[table] = held
    after_commit(tx.db, lambda: recent.put(table, held))


def play_through(game: str, opening: dict[str, Any], seed: int, acts: Sequence[tuple[int, str]]) -> LiveRound:
    """The round after these decisions (seat of the round, action), by the rules of `game`."""
    live = open_round(convert_round({**opening, "game": game}), seed)
    for seat, action in acts:
        live = live.act(seat, action)
    return live


def state_hash(live: LiveRound) -> str:
    """What tells the round so far from any other: cards, wagers and decisions."""
    return hashed({**live.round_file(), "game": ""})[:16]


_DECISIONS = (
    select(events.c.data).where(events.c.round_id == bindparam("round"), events.c.kind.in_(ACTS)).order_by(events.c.seq)
)


def acts_of(db: Connection, round_id: int) -> list[tuple[int, str]]:
    """The decisions of a round in order."""
    return [(data["place"], data["action"]) for data in db.execute(_DECISIONS, {"round": round_id}).scalars()]


def rebuild(tx: TableTransaction) -> LiveRound:
    """The dealt round at a table as its events leave it."""
    held = _held(tx)
    if held is not None:
        return held.live
    said = [one["data"] for one in tx.log if one["kind"] in (*ACTS, "deal")]
    acts = [(one["place"], one["action"]) for one in said[1:]]
    seed = seed_for(tx.db, tx.table.id, tx.values["shuffle"])
    live = play_through(tx.round_rules().game, tx.values["opening"], seed, acts)
    if said[-1].get("state", "") not in ("", state_hash(live)):
        raise changed_engine(tx.values["engine"])
    remember(tx, live)
    return live
