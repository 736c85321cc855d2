"""A round from its list of events: opened from its file and secret, then every decision in order."""

from collections.abc import Sequence
from typing import Any

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
Key = tuple[str, int, int]


# Rounds already worked out, by shuffle, round and event: a saving only, for a round's past never changes.
recent: Recent[Key, LiveRound] = Recent(_KEPT)
# What decisions lead to, each with the round that it is made in, which is so the only one of its identity.
_ahead: Recent[tuple[int, int, str], tuple[LiveRound, LiveRound]] = Recent(_KEPT)


def after(live: LiveRound, seat: int, action: str) -> LiveRound:
    """The round after a decision: worked out to tell the player what it adds, and known when he makes it."""
    key = id(live), seat, action
    held = _ahead.get(key)
    if held is None or held[0] is not live:
        held = live, live.act(seat, action)
        _ahead.put(key, held)
    return held[1]


def _key(tx: TableTransaction) -> Key:
    return tx.values["commitment"], tx.id, tx.values["seq"]


def remember(tx: TableTransaction, live: LiveRound) -> None:
    """Keep a round that was just played on; for others only once it is committed."""
    key = _key(tx)
    kept(tx.db)[key] = live
    after_commit(tx.db, lambda: recent.put(key, live))


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
    key = _key(tx)
    live = kept(tx.db).get(key) or recent.get(key)
    if live is None:
        said = [one["data"] for one in tx.log if one["kind"] in (*ACTS, "deal")]
        acts = [(one["place"], one["action"]) for one in said[1:]]
        seed = seed_for(tx.db, tx.table.id, tx.values["shuffle"])
        live = play_through(tx.round_rules().game, tx.values["opening"], seed, acts)
        if said[-1].get("state", "") not in ("", state_hash(live)):
            raise changed_engine(tx.values["engine"])
        remember(tx, live)
    return live
