"""A round as evidence: its file with all that led to it, for anybody to check (see `verification`)."""

from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.floor.pinned import Rules, pinned
from houseway.floor.replay import ACTS, acts_of, play_through
from houseway.floor.schema import accounts, entries, events, lines, rounds, tables
from houseway.floor.shoes import seed_for
from houseway.floor.tables import MissingError
from houseway.floor.transaction import OPEN
from houseway.floor.views import event_view, piles_view, staked_view, stakes_view
from houseway.rules.errors import RuleError

VERSION = 2


def find_round(db: Connection, round_id: int) -> Row[Any]:
    row = db.execute(select(rounds).where(rounds.c.id == round_id)).first()
    if row is None:
        raise MissingError(f"there is no round {round_id}", "round")
    return row


def export(db: Connection, round_id: int) -> dict[str, Any]:
    """The round file of a settled round; `proof` lets anybody check it, and what was dealt before it, from its secret.

    While the shoe it was dealt from is in play the secret stays one.
    """
    row = find_round(db, round_id)
    if row.status in OPEN:
        raise RuleError("the round is not over: its cards are still secret", "round")
    if row.file is None:
        raise RuleError("the round was voided", "round")
    if not row.shuffle:
        return {**row.file, "proof": {"version": 1, "round": row.id, "commitment": row.commitment}}
    proof = {
        "version": VERSION,
        "table": row.table_id,
        "round": row.id,
        "number": row.number,
        "rules": {"hash": row.rules, "engine": row.engine, "file": _pinned(db, row).game},
        "commitment": row.commitment,
        "published": row.shuffle["published"],
        "secret": row.secret,
        "first": row.shuffle["number"],
        "entropy": row.shuffle["entropy"],
        "places": row.places,
        **_played(db, row),
        "events": _events(db, row.id),
        "digest": row.digest,
        "settlement": row.settlement,
        "payments": _payments(db, row),
    }
    if "shoe" in row.opening:
        proof["earlier"] = [_played(db, one) for one in _earlier(db, row)]
    return {**row.file, "proof": proof}


def _pinned(db: Connection, row: Row[Any]) -> Rules:
    table = db.execute(select(tables).where(tables.c.id == row.table_id)).one()
    return pinned(db, row.rules, table.game, table.house)


def _played(db: Connection, row: Row[Any]) -> dict[str, Any]:
    return {"opening": row.opening, "actions": [list(act) for act in acts_of(db, row.id)]}


def _earlier(db: Connection, row: Row[Any]) -> list[Row[Any]]:
    """The rounds dealt from the same shoe before this one."""
    same = rounds.c.table_id == row.table_id, rounds.c.commitment == row.commitment, rounds.c.number < row.number
    query = select(rounds).where(*same, rounds.c.status == "settled").order_by(rounds.c.number)
    return list(db.execute(query))


def _events(db: Connection, round_id: int) -> list[dict[str, Any]]:
    columns = events.c.seq, events.c.at, events.c.kind, events.c.seat, events.c.user_id, events.c.data
    query = select(*columns).where(events.c.round_id == round_id).order_by(events.c.seq)
    return [dict(row) for row in db.execute(query).mappings()]


def _payments(db: Connection, row: Row[Any]) -> list[dict[str, Any]]:
    """Every line of the ledger that the round caused, in its order, its accounts named as the table knows them."""
    source, target = accounts.alias("source_account"), accounts.alias("target_account")
    query = (
        select(entries.c.seq, entries.c.kind, lines.c.cents, lines.c.memo, source, target)
        .join(lines, lines.c.entry_id == entries.c.id)
        .join(source, source.c.id == lines.c.source)
        .join(target, target.c.id == lines.c.target)
        .where(entries.c.round_id == row.id)
        .order_by(lines.c.id)
    )
    return [
        {
            "event": line.seq,
            "kind": line.kind,
            "from": _party(line._mapping[source.c.kind], line._mapping[source.c.name]),
            "to": _party(line._mapping[target.c.kind], line._mapping[target.c.name]),
            "cents": line.cents,
            "memo": line.memo,
        }
        for line in db.execute(query)
    ]


def _party(kind: str, name: str) -> str:
    """An account as the proof names it: a seat of the table, a part of a meter, or an account of the table."""
    parts = name.split("/")
    if kind == "stack":
        return f"behind {parts[3]}" if parts[2] == "behind" else f"seat {parts[2]}"
    return f"{kind} {parts[1]}" if kind in ("meter", "reserve", "hidden") else kind


def frames(db: Connection, row: Row[Any], own: list[int]) -> list[dict[str, Any]]:
    """A finished round event by event: what was said, and the piles as these seats of the table saw them."""
    if row.status in OPEN:
        raise RuleError("the round is not over", "round")
    if not row.places:
        return []
    viewers = [index for index, seat in enumerate(row.places) if seat in own]
    live = play_through(_pinned(db, row).game, row.opening, seed_for(db, row.table_id, row.shuffle), [])
    made, bets, dealt = [], dict[str, dict[str, float]](), False
    for event in db.execute(select(events).where(events.c.round_id == row.id).order_by(events.c.seq)):
        if event.kind in ACTS:
            live = live.act(event.data["place"], event.data["action"])
        dealt = dealt or event.kind == "deal"
        if event.kind == "shown":
            viewers.append(row.places.index(event.seat))
        if event.kind == "bet":
            bets[str(event.seat)] = event.data.get("wagers", {})
        elif event.kind == "take back":
            bets.pop(str(event.seat), None)
        made.append(
            {
                **event_view(event._mapping),
                "piles": piles_view(live, row.places, viewers) if dealt else [],
                "staked": staked_view(live, row.places)
                if dealt
                else {seat: sum(bet.values()) for seat, bet in bets.items()},
                "stakes": stakes_view(live, row.places) if dealt else dict(bets),
            }
        )
    return made
