"""What a finished round is found by: a row for the round and one for each wager, written when it ends."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from houseway.floor.ready import Ready
from houseway.floor.schema import events, round_facts, rounds, tables, wager_facts
from houseway.play.core.money import cents

VOID = "void"
_CHUNK = 2000
# What facts are read from: columns that the first database had, for older ones are read before they are brought up.
_NAMES = ("id", "table_id", "status", "bets", "places", "started", "ended", "file", "settlement")
_COLUMNS = tuple(rounds.c[name] for name in _NAMES)
_ROUND = Ready(insert(round_facts))
_WAGERS = Ready(insert(wager_facts))


class Facts(NamedTuple):
    """The row of a round and the rows of its wagers."""

    round: dict[str, Any]
    wagers: list[dict[str, Any]]


def facts_of(row: Mapping[str, Any], game: str, people: Mapping[int, int], late: int) -> Facts:
    """The facts of a round that is over: `row` as the table of rounds has it, `people` by seat of the table."""
    settled = row["settlement"]
    wagers = list(_returned(row) if settled is None else _settled(row["places"], settled))
    told = ((row["file"] or {}).get("irregularity") or {}).get("kind", "")
    awards = (settled or {}).get("awards", {}).values()
    head = {
        "round_id": row["id"],
        "table_id": row["table_id"],
        "game": game,
        "ended": row["ended"] or row["started"],
        "status": row["status"],
        "staked": sum(wager["stake"] for wager in wagers),
        "paid": max((wager["net"] for wager in wagers), default=0),
        "net": sum(wager["net"] for wager in wagers),
        "awarded": sum(_cents(award["amount"]) for award in awards),
        "late": late,
        "irregularity": VOID if row["status"] == VOID else str(told)[:64],
    }
    same = {"round_id": row["id"], "table_id": row["table_id"]}
    return Facts(head, [{**same, **wager, "user_id": people.get(wager["seat"])} for wager in wagers])


def _cents(dollars: float) -> int:
    return round(dollars * 100)


def _settled(places: list[int], settled: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for seat, own in zip(places, settled["seats"], strict=False):
        for line in own["lines"]:
            stake, net = _cents(line["stake"]), _cents(line["net"])
            yield {"seat": seat, "wager": str(line["wager"])[:64], "stake": stake, "net": net}


def _returned(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The wagers of a round that was voided, which went back."""
    for seat, bet in row["bets"].items():
        for name, amount in bet.get("wagers", {}).items():
            yield {"seat": int(seat), "wager": name[:64], "stake": cents(amount, name), "net": 0}


def write_facts(db: Connection, facts: Facts) -> None:
    _ROUND.run(db, facts.round)
    if facts.wagers:
        _WAGERS.run(db, *facts.wagers)


def write_missing(db: Connection) -> int:
    """Write the facts of rounds that ended before there were any; how many."""
    over = rounds.c.status.in_(("settled", VOID))
    before, done = 0, 0
    while True:
        query = select(*_COLUMNS, tables.c.game).join(tables, tables.c.id == rounds.c.table_id)
        rows = db.execute(query.where(over, rounds.c.id > before).order_by(rounds.c.id).limit(_CHUNK)).all()
        if not rows:
            return done
        before = rows[-1].id
        known = set(
            db.execute(
                select(round_facts.c.round_id).where(round_facts.c.round_id.between(rows[0].id, before))
            ).scalars()
        )
        missing = [row for row in rows if row.id not in known]
        people, late = _events_of(db, rows[0].id, before)
        made = [facts_of(dict(row._mapping), row.game, people.get(row.id, {}), late.get(row.id, 0)) for row in missing]
        if made:
            _ROUND.run(db, *(one.round for one in made))
        if wagers := [line for one in made for line in one.wagers]:
            _WAGERS.run(db, *wagers)
        done += len(made)


def _events_of(db: Connection, first: int, last: int) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """Who bet last at each seat, and how often time ran out, of the rounds between two."""
    within = events.c.round_id.between(first, last), events.c.kind.in_(("bet", "timeout"))
    query = select(events.c.round_id, events.c.kind, events.c.seat, events.c.user_id).where(*within)
    people: dict[int, dict[int, int]] = {}
    late: dict[int, int] = {}
    for row in db.execute(query.order_by(events.c.round_id, events.c.seq)):
        if row.kind == "timeout":
            late[row.round_id] = late.get(row.round_id, 0) + 1
        elif row.user_id is not None:
            people.setdefault(row.round_id, {})[row.seat] = row.user_id
    return people, late
