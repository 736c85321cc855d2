"""What everybody may see of a tournament: printed rules, entries, the clock, tables, standings, payouts.

30-2512(7): who won a tournament of tickets is shown to participants only where management allows it.
"""

from typing import Any

from sqlalchemy import Connection, select

from houseway.floor.moments import now
from houseway.floor.roles import Person
from houseway.floor.schema import tournament_receipts, tournament_vouchers, tournaments, users
from houseway.floor.tournaments.conduct import printed_rules
from houseway.floor.tournaments.running import vouchers
from houseway.floor.tournaments.seating import has_tickets
from houseway.floor.tournaments.state import TournamentTransaction, printed, read
from houseway.play.core.money import dollars
from houseway.play.tournaments import event as play
from houseway.play.tournaments.printed import Level
from houseway.rules.game import load_game

_PRIZES = ("prize", "voucher", "merchandise", "carried")


def lines(db: Connection) -> list[dict[str, Any]]:
    """All tournaments, those to come and under way first."""
    order = {"running": 0, "paused": 1, "announced": 2, "over": 3, "cancelled": 4}
    rows = db.execute(select(tournaments).order_by(tournaments.c.id.desc())).all()
    return sorted((_line(TournamentTransaction(db, row)) for row in rows), key=lambda one: order[one["status"]])


def _line(tx: TournamentTransaction) -> dict[str, Any]:
    rules = tx.rules
    return {
        "id": tx.id,
        "name": rules.name,
        "series": rules.series,
        "casino": rules.casino,
        "game": rules.game,
        "game_name": load_game(rules.game, dict(rules.house)).spec.name,
        "status": tx.status,
        "first_day": rules.first_day.isoformat(),
        "last_day": rules.last_day.isoformat(),
        "entry_fee": rules.entry_fee,
        "buy_in": rules.buy_in,
        "entries": len(tx.event.entries),
        "left": len(tx.event.left),
        "pool": dollars(tx.pool) if tx.status != "over" else dollars(tx.event.pool),
    }


def view(db: Connection, tournament: int, person: Person | None) -> dict[str, Any]:
    """A tournament as the person sees it."""
    tx = read(db, tournament)
    names = _names(db, tx)
    own = [number for number, entry in enumerate(tx.event.entries) if person and entry.person == str(person.id)]
    staff = person is not None and person.may("deal")
    level, tickets = tx.rules.level(tx.event.level), has_tickets(tx)
    ahead = tx.rules.level(tx.event.level + 1) if tx.event.level + 1 < len(tx.rules.levels) else None
    hidden = tickets and tx.status == "over" and not tx.row.names_shown and not staff
    return {
        **_line(tx),
        "version": tx.row.version,
        "sheet": printed_rules(tx.rules),
        "announced": tx.row.announced,
        "leave": tx.row.leave,
        "commitment": tx.row.shuffle["commitment"],
        "secret": tx.row.secret,
        "tickets": tickets,
        "games": tx.rules.games,
        "played": max(tx.played.values(), default=0),
        "now": now(),
        "level": tx.event.level + 1,
        "stakes": "" if tickets else stakes(level),
        "next_stakes": "" if tickets or ahead is None else stakes(ahead),
        "level_ends": tx.row.level_ends,
        "time_left": tx.row.time_left,
        "tables": _tables(tx, names),
        "standings": _standings(tx, names, person, hidden),
        "prizes": _prizes(tx, names, person, hidden),
        "shares": [
            {"person": names[who], "amount": dollars(cents), "agreed": who in tx.saved.agreed}
            for who, cents in tx.saved.shares.items()
            if who in names
        ],
        "you": _you(db, tx, person, own),
        "names_shown": not hidden,
        "split": tx.rules.split_by_agreement,
        "rule": printed("chips").cite,
    }


def stakes(level: Level) -> str:
    """The stakes of a level in words."""
    parts = ["/".join(f"{blind:,}" for blind in level.blinds)] if level.blinds else []
    parts += [f"ante {level.ante:,}"] if level.ante else []
    parts += [f"limits {'/'.join(f'{limit:,}' for limit in level.limits)}"] if level.limits else []
    return ", ".join(parts)


def _names(db: Connection, tx: TournamentTransaction) -> dict[str, str]:
    ids = [int(entry.person) for entry in tx.event.entries]
    return {str(row.id): row.name for row in db.execute(select(users.c.id, users.c.name).where(users.c.id.in_(ids)))}


def _tables(tx: TournamentTransaction, names: dict[str, str]) -> list[dict[str, Any]]:
    if tx.status not in ("running", "paused"):
        return []
    return [
        {
            "index": index + 1,
            "table": tx.tables[index],
            "players": [
                {"seat": entry.place[1], "person": names[entry.person], "chips": entry.chips}
                for entry in (tx.event.entries[number] for number in seated)
            ],
        }
        for index, seated in sorted(tx.event.tables.items())
        if index in tx.tables
    ]


def _standings(
    tx: TournamentTransaction, names: dict[str, str], person: Person | None, hidden: bool
) -> list[dict[str, Any]]:
    """Who is in by chips, then who is out by place."""
    entries = tx.event.entries
    order = sorted(
        range(len(entries)),
        key=lambda number: (entries[number].finished > 0, entries[number].finished, -entries[number].chips),
    )
    return [
        {
            "place": entries[number].finished or None,
            "person": _shown(names[entries[number].person], hidden and entries[number].person != _id(person)),
            "you": entries[number].person == _id(person),
            "chips": entries[number].chips if not entries[number].finished or has_tickets(tx) else 0,
            "rebuys": entries[number].rebuys,
            "disqualified": entries[number].barred,
        }
        for number in order
    ]


def _id(person: Person | None) -> str:
    return "" if person is None else str(person.id)


def _shown(name: str, hidden: bool) -> str:
    return "not shown" if hidden else name


def _prizes(
    tx: TournamentTransaction, names: dict[str, str], person: Person | None, hidden: bool
) -> list[dict[str, Any]]:
    """What was paid, or what the pool would pay now."""
    if tx.status == "over":
        query = select(tournament_receipts).where(
            tournament_receipts.c.tournament_id == tx.id, tournament_receipts.c.kind.in_(_PRIZES)
        )
        return [
            {
                "place": row.place,
                "person": _shown(
                    names.get(str(row.user_id), ""), hidden and row.user_id != (person.id if person else None)
                ),
                "amount": dollars(row.cents),
                "kind": row.kind,
                "note": row.note,
            }
            for row in tx.db.execute(query.order_by(tournament_receipts.c.id))
        ]
    count, each = vouchers(tx, tx.pool)
    rest, percents = tx.pool - count * each, tx.rules.prizes
    paid = play.shares(rest, tuple(share * 100 / sum(percents) for share in percents))
    if tx.rules.carry_to:
        paid = tuple(int(rest * share / 100) for share in percents)
    event = tx.rules.voucher.event if tx.rules.voucher else ""
    given: list[tuple[str, int | None, int, str]] = [("voucher", place, each, event) for place in range(1, count + 1)]
    given += [("prize", place, cents, "") for place, cents in enumerate(paid, start=1)]
    if rest > sum(paid):
        given.append(("carried", None, rest - sum(paid), tx.rules.carry_to))
    return [
        {"place": place, "person": "", "amount": dollars(cents), "kind": kind, "note": note}
        for kind, place, cents, note in given
    ]


def _you(db: Connection, tx: TournamentTransaction, person: Person | None, own: list[int]) -> dict[str, Any]:
    mine = tx.event.entries[own[-1]] if own else None
    active = mine is not None and not mine.finished
    table = tx.tables.get(mine.place[0]) if mine is not None and active and tx.status in ("running", "paused") else None
    vouchers = 0
    if person is not None:
        held = tournament_vouchers
        query = select(held.c.id).where(
            held.c.user_id == person.id, held.c.event == tx.rules.name, held.c.used.is_(None)
        )
        vouchers = len(db.execute(query).all())
    again = tx.rules.reentry and mine is not None and not active and tx.status == "running"
    return {
        "entered": active,
        "table": table,
        "seat": mine.place[1] if mine is not None and table is not None else None,
        "chips": mine.chips if mine is not None and active else 0,
        "may_enter": (tx.status == "announced" and not active) or again,
        "may_rebuy": bool(own) and tx.status == "running" and play.may_rebuy(tx.event, own[-1]),
        "vouchers": vouchers,
    }


def of_table(db: Connection, table: int) -> dict[str, Any] | None:
    """The tournament that a table belongs to, with its level and clock."""
    query = select(tournaments).where(tournaments.c.status.in_(("running", "paused")))
    for row in db.execute(query):
        if table in row.tables.values():
            tx = TournamentTransaction(db, row)
            return {
                "id": tx.id,
                "name": tx.rules.name,
                "status": tx.status,
                "level": tx.event.level + 1,
                "stakes": "" if has_tickets(tx) else stakes(tx.rules.level(tx.event.level)),
                "level_ends": row.level_ends,
                "left": len(tx.event.left),
            }
    return None
