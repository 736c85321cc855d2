"""Schedules, options and games with the word of an authority: proposed, approved from a day on, under review, ceased.

What nobody has entered here is printed and may be used. Of several entries on one thing the latest in force decides.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from houseway.floor.moments import now, today
from houseway.floor.ready import Ready
from houseway.floor.roles import Person, record
from houseway.floor.schema import schedules
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import Game, load_game, parse_day
from houseway.rules.wording import humanize

STATUSES = ("proposed", "approved", "under review", "ceased")
_PAY_TABLES = "pay_tables."


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _known(game: str, choice: str, value: str) -> None:
    """Refuse an entry on something that the game does not have."""
    if not game:
        if choice and choice != "collection_option":
            raise RuleError("name the game of the choice", "game")
        return
    spec = load_game(game).spec
    table = choice.removeprefix(_PAY_TABLES)
    if choice.startswith(_PAY_TABLES):
        ids = [one for block in spec.pay_tables.get(table, ()) for one in block.ids]
        if not ids or (value and value not in ids):
            raise RuleError(f"{spec.id} has no such pay table; printed are {', '.join(ids) or 'none'}", "choice")
    elif choice and choice not in spec.options:
        raise RuleError(f"{spec.id} has no option {choice!r}; it has {', '.join(spec.options) or 'none'}", "choice")
    elif choice:
        known = [_text(one) for one in spec.options[choice].choices]
        if value and known and value not in known:
            raise RuleError(f"{value!r} is not a choice of {humanize(choice)}; choices are {', '.join(known)}", "value")


def enter(
    db: Connection,
    person: Person,
    *,
    game: str,
    choice: str,
    value: str,
    status: str,
    authority: str,
    effective: str,
    note: str = "",
) -> int:
    """What an authority decided on a game, or on a choice of the house, from a day on."""
    if status not in STATUSES:
        raise RuleError(f"must be one of {', '.join(STATUSES)}", "status")
    if not authority.strip():
        raise RuleError("name who decided", "authority")
    _known(game, choice, value)
    day = parse_day(effective, "effective").isoformat()
    row = {"game": game, "choice": choice, "value": value, "status": status, "authority": authority.strip()}
    made = db.execute(
        insert(schedules).values(**row, effective=day, note=note, user_id=person.id, at=now()).returning(schedules.c.id)
    )
    number = int(made.scalar_one())
    told: dict[str, Any] = {**row, "effective": day, "note": note}
    record(db, person.id, "schedule", f"{game or 'all games'} {choice} {value}".strip(), **told)
    return number


def listing(db: Connection) -> list[dict[str, Any]]:
    """All entries, the latest first, each with whether it is the one in force."""
    rows = [dict(row._mapping) for row in db.execute(select(schedules).order_by(schedules.c.id.desc()))]
    for row in rows:
        latest = _deciding([one for one in rows if _thing(one) == _thing(row)], today().isoformat())
        row["in_force"] = row is latest and row["effective"] <= today().isoformat()
    return rows


def _thing(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["game"], row["choice"], row["value"]


def _deciding(rows: list[dict[str, Any]], day: str) -> dict[str, Any]:
    """Of the entries on one thing: the latest that has taken effect, or the first to come."""
    begun = [row for row in rows if row["effective"] <= day]
    if begun:
        return max(begun, key=lambda row: (row["effective"], row["id"]))
    return min(rows, key=lambda row: (row["effective"], row["id"]))


_ANY = Ready(select(schedules.c.id).limit(1))


def _concerns(game: Game[Any], row: Mapping[str, Any]) -> bool:
    choice, value = row["choice"], row["value"]
    if row["game"] not in ("", game.spec.id):
        return False
    if not choice:
        return True
    table = choice.removeprefix(_PAY_TABLES)
    if choice.startswith(_PAY_TABLES):
        return table in game.spec.pay_tables and value in ("", game.table_id(table))
    return choice in game.options and value in ("", _text(game.options[choice]))


def entries_on(db: Connection, game: Game[Any]) -> list[dict[str, Any]]:
    """The deciding entries on what a table plays and chose."""
    rows = [dict(row._mapping) for row in db.execute(select(schedules).order_by(schedules.c.id))]
    concerned = [row for row in rows if _concerns(game, row)]
    things = dict.fromkeys(map(_thing, concerned))
    return [_deciding([row for row in concerned if _thing(row) == thing], today().isoformat()) for thing in things]


def check_table(db: Connection, game: str, house: dict[str, Any]) -> None:
    """Refuse a round by a game or a choice that is not approved, not yet in force, or ceased."""
    if _ANY.first(db, {}) is None:
        return
    made = load_game(game, house)
    for row in entries_on(db, made):
        what = humanize(f"{row['choice'].removeprefix(_PAY_TABLES)} {row['value']}".strip()) or made.spec.name
        rule = cite_floor("approval" if made.spec.jurisdiction == "CO" else "review", made.spec.jurisdiction)
        to_come = row["effective"] > today().isoformat()
        if row["status"] == "ceased" and not to_come:
            raise RuleError(f"{what} was ceased by {row['authority']} from {row['effective']} on, {rule}", "house")
        if row["status"] == "proposed":
            raise RuleError(f"{what} is proposed to {row['authority']} and not approved yet, {rule}", "house")
        if row["status"] == "approved" and to_come:
            raise RuleError(f"{what} is approved from {row['effective']} on, {rule}", "house")
