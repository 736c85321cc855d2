"""Surveillance: all finished rounds of the house found by table, time, seat, person, game, wager, sum or irregularity.

A search walks an index from the latest round backwards and stops when its page is full.
"""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, false, func, insert, select, update

from houseway.floor import late
from houseway.floor.daily import ALWAYS, DAY, Period
from houseway.floor.evidence import export, find_round
from houseway.floor.moments import now
from houseway.floor.pinned import pinned
from houseway.floor.roles import Person, record
from houseway.floor.schema import (
    cases,
    flags,
    late_wagers,
    round_facts,
    round_notes,
    rounds,
    tables,
    users,
    wager_facts,
)
from houseway.floor.tables import MissingError
from houseway.floor.transaction import OPEN
from houseway.floor.views import game_view
from houseway.floor.win_rates import rates, unlikely_people, view
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.rules.explain import rule_error
from houseway.rules.wording import irregularity_called, irregularity_name

_END = 2**53
_PAGE = 200
_AT_ONCE = 500
_FEW = 50_000
_COUNTED = 1000
_SHORT = 92 * DAY
_SHORT_NAME = re.compile(r"(guest|bot)[ -]([0-9a-f]{4,})")


class Search(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is looked for; seats count from 0, sums are dollars, moments `2026-11-16` or `2026-11-16T21:30`, UTC."""

    table: int | None = None
    since: str = ""
    until: str = ""
    seat: int | None = None
    person: str = ""
    game: str = ""
    wager: str = ""
    paid: float | None = None  # a wager won at least this
    staked: float | None = None  # a wager was at least this
    irregularity: str = ""  # a kind, `void`, or `any`
    award: bool = False  # a meter paid
    late: bool = False  # the clock decided for somebody, or a wager or decision came too late
    unlikely: float | None = None  # by people who won so much that the chance of it is below this

    @property
    def of_wagers(self) -> bool:
        """Whether it asks for something of a wager."""
        asked = (self.seat, self.paid, self.staked, self.unlikely)
        return bool(self.person or self.wager) or any(one is not None for one in asked)


def moment(text: str, field: str, end: bool = False) -> int:
    """A moment in milliseconds; of a day its beginning, or its end."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise RuleError(f"a moment is written 2026-12-31 or 2026-12-31T21:30, not {text!r}", field) from None
    whole = len(text) <= len("2026-12-31")
    made = int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)
    return made + 86_400_000 if whole and end else made


def _cents(amount: float, field: str) -> int:
    if not 0 <= amount <= 1e12:
        raise RuleError("must be an amount that is not negative", field)
    return round(amount * 100)


def _people_named(db: Connection, name: str) -> list[int]:
    """Who has the name; guests and automatic players also by the four figures that pages and tables show of theirs."""
    found = list(db.execute(select(users.c.id).where(users.c.name == name)).scalars())
    if not found and (short := _SHORT_NAME.fullmatch(name.strip().casefold())):
        begins = users.c.name.startswith(f"{short[1]}-{short[2]}", autoescape=True)
        found = list(db.execute(select(users.c.id).where(begins)).scalars())
    if not found:
        raise RuleError(f"nobody has the name {name!r}", "person")
    return [int(one) for one in found]


def _as_id(text: str) -> str:
    """What a page writes as `Pair Plus`, as files and books write it."""
    return "_".join(text.casefold().split())


def _wagers_named(db: Connection, text: str) -> set[str]:
    """The wagers of the name: by id, or as the layouts of the house write it."""
    found = {text, _as_id(text)}
    for game in db.execute(select(tables.c.game).distinct()).scalars():
        with suppress(RuleError):  # a file of one's own that is broken now
            labels: dict[str, str] = game_view(game)["labels"]
            found |= {name for name, label in labels.items() if label.casefold() == text.casefold()}
    return found


def _period(search: Search) -> Period:
    """The time asked for."""
    start = moment(search.since, "since") if search.since else ALWAYS.start
    return Period(start, moment(search.until, "until", end=True) if search.until else ALWAYS.end)


def _span(db: Connection, search: Search, before: int) -> tuple[int, int]:
    """The ids between which rounds of the time asked for lie; an empty span where there are none."""
    if not search.since and not search.until:
        return 0, before
    period = _period(search)
    within = round_facts.c.ended >= period.start, round_facts.c.ended < period.end
    ids: Any = round_facts.c.round_id
    if period.end - period.start < _SHORT:
        ids = ids + 0  # by the index of the time; PostgreSQL would walk through all rounds for the least of them
    first, last = db.execute(select(func.min(ids), func.max(ids)).where(*within)).one()
    return (1, 0) if first is None else (int(first), min(before, int(last) + 1))


def _among(condition: Any) -> Any:
    """Rounds that few meet: found by the condition's index and not by walking through all rounds."""
    return round_facts.c.round_id.in_(select(round_facts.c.round_id).where(condition).correlate(None))


def _conditions(search: Search) -> list[Any]:
    """What is asked of the round."""
    asked: list[Any] = []
    if search.table is not None:
        asked.append(round_facts.c.table_id == search.table)
    if search.game:
        asked.append(round_facts.c.game == search.game)
    if search.since:
        asked.append(round_facts.c.ended >= moment(search.since, "since"))
    if search.until:
        asked.append(round_facts.c.ended < moment(search.until, "until", end=True))
    if irregularity_called(search.irregularity) == "any":
        asked.append(_among(round_facts.c.irregularity > ""))
    elif search.irregularity:
        asked.append(round_facts.c.irregularity == irregularity_called(search.irregularity))
    if search.award:
        asked.append(_among(round_facts.c.awarded > 0))
    if search.late:
        by_clock = select(round_facts.c.round_id).where(round_facts.c.late > 0).correlate(None)
        asked.append(round_facts.c.round_id.in_(by_clock.union(select(late_wagers.c.round_id))))
    return asked


def _wager_conditions(db: Connection, search: Search) -> list[Any]:
    asked: list[Any] = []
    if search.person:
        asked.append(wager_facts.c.user_id.in_(_people_named(db, search.person)))
    if search.wager:
        asked.append(wager_facts.c.wager.in_(_wagers_named(db, search.wager)))
    if search.seat is not None:
        asked.append(wager_facts.c.seat == search.seat)
    if search.table is not None:
        asked.append(wager_facts.c.table_id == search.table)
    if search.paid is not None:
        asked.append(wager_facts.c.net >= _cents(search.paid, "paid"))
    if search.staked is not None:
        asked.append(wager_facts.c.stake >= _cents(search.staked, "staked"))
    if search.unlikely is not None:
        lucky = unlikely_people(db, search.unlikely, _period(search))
        asked.append(wager_facts.c.user_id.in_(lucky) if lucky else false())
    return asked


def _few(db: Connection, search: Search) -> Any:
    """The condition on a sum that few wagers meet: their rounds are looked at one by one; None where many do."""
    facts = wager_facts.c
    sums = []
    if search.paid is not None:
        sums.append(facts.net >= _cents(search.paid, "paid"))
    if search.staked is not None:
        sums.append(facts.stake >= _cents(search.staked, "staked"))
    for condition in sums:
        some = select(facts.id).where(condition).limit(_FEW + 1).subquery()
        if int(db.execute(select(func.count()).select_from(some)).scalar_one()) <= _FEW:
            return condition
    return None


def _ids(db: Connection, search: Search, before: int) -> Select[Any]:
    """The ids of the rounds that are looked for, the latest first."""
    first, last = _span(db, search, before)
    if search.of_wagers:
        few = _few(db, search)
        ids = wager_facts.c.round_id
        query = select(ids).distinct().where(ids >= first, ids < last, *_wager_conditions(db, search))
        left = dict.fromkeys(("table", "seat", "paid", "staked"))
        if _conditions(msgspec.structs.replace(search, **left)):
            query = query.join(round_facts, round_facts.c.round_id == ids).where(*_conditions(search))
        if few is not None:
            query = query.where(ids.in_(select(wager_facts.c.round_id).where(few).correlate(None)))
    else:
        ids = round_facts.c.round_id
        query = select(ids).where(ids >= first, ids < last, *_conditions(search))
    return query.order_by(ids.desc())


def find(db: Connection, search: Search, before: int = _END, most: int = 50) -> list[dict[str, Any]]:
    """A page of rounds with their wagers, the latest first."""
    found = [int(one) for one in db.execute(_ids(db, search, before).limit(min(most, _PAGE))).scalars()]
    return _lines(db, found) if found else []


def count(db: Connection, search: Search, most: int = _COUNTED) -> int:
    """How many rounds are found, counted up to `most`."""
    return int(db.execute(select(func.count()).select_from(_ids(db, search, _END).limit(most).subquery())).scalar_one())


def played_at(db: Connection, most: int = 500) -> list[dict[str, Any]]:
    """The tables that have dealt, closed ones too: the open ones first, then the latest."""
    asked = select(tables.c.id, tables.c.name, tables.c.open).where(tables.c.rounds > 0)
    return [
        dict(row._mapping) for row in db.execute(asked.order_by(tables.c.open.desc(), tables.c.id.desc()).limit(most))
    ]


def _lines(db: Connection, ids: list[int]) -> list[dict[str, Any]]:
    wagers: dict[int, list[dict[str, Any]]] = {one: [] for one in ids}
    query = select(wager_facts, users.c.name).outerjoin(users, users.c.id == wager_facts.c.user_id)
    for row in db.execute(query.where(wager_facts.c.round_id.in_(ids)).order_by(wager_facts.c.id)):
        wagers[row.round_id].append(
            {
                "seat": row.seat,
                "person": row.name,
                "wager": row.wager,
                "stake": dollars(row.stake),
                "net": dollars(row.net),
            }
        )
    noted, refused = (_counts(db, one.c.round_id, ids) for one in (round_notes, late_wagers))
    disputed = {
        row.round_id: row.id for row in db.execute(select(cases).where(cases.c.round_id.in_(ids)).order_by(cases.c.id))
    }
    rows = db.execute(
        select(round_facts, tables.c.name, tables.c.house, rounds.c.number, rounds.c.started, rounds.c.rules)
        .join(tables, tables.c.id == round_facts.c.table_id)
        .join(rounds, rounds.c.id == round_facts.c.round_id)
        .where(round_facts.c.round_id.in_(ids))
    )
    made = {
        row.round_id: {
            "id": row.round_id,
            "table": row.table_id,
            "table_name": row.name,
            "game": game_view(row.game, row.house, pinned(db, row.rules, row.game, row.house).game),
            "number": row.number,
            "status": row.status,
            "started": row.started,
            "ended": row.ended,
            "staked": dollars(row.staked),
            "net": dollars(row.net),
            "paid": dollars(row.paid),
            "award": dollars(row.awarded),
            "late": row.late + refused.get(row.round_id, 0),
            "irregularity": row.irregularity,
            "happened": irregularity_name(row.irregularity) if row.irregularity else "",
            "wagers": wagers[row.round_id],
            "notes": noted.get(row.round_id, 0),
            "case": disputed.get(row.round_id),
        }
        for row in rows
    }
    return [made[one] for one in ids]


def _counts(db: Connection, column: Any, ids: list[int]) -> dict[int, int]:
    query = select(column, func.count()).where(column.in_(ids)).group_by(column)
    return {int(name): int(number) for name, number in db.execute(query)}


def win_rates(db: Connection, search: Search, least: int, most: int = 100) -> list[dict[str, Any]]:
    """The least likely results of people in a span of time, or of one person."""
    found = rates(db, _period(search), least)
    if search.person:
        wanted = _people_named(db, search.person)
        found = [one for one in found if one.user in wanted]
    if search.game:
        found = [one for one in found if one.game == search.game]
    if search.wager:
        named = _wagers_named(db, search.wager)
        found = [one for one in found if one.wager in named]
    return view(db, found[:most])


# -- notes ------------------------------------------------------------------------------------------------------------


def add_note(db: Connection, person: Person, round_id: int, text: str) -> None:
    """A note on a round, which stays."""
    row = find_round(db, round_id)
    if not text.strip():
        raise RuleError("a note needs a text", "text")
    db.execute(insert(round_notes).values(round_id=round_id, at=now(), user_id=person.id, text=text))
    record(db, person.id, "round note", f"round {round_id}", round=round_id, number=row.number, text=text)


def notes_on(db: Connection, round_id: int) -> list[dict[str, Any]]:
    query = select(round_notes, users.c.name).join(users, users.c.id == round_notes.c.user_id)
    rows = db.execute(query.where(round_notes.c.round_id == round_id).order_by(round_notes.c.id))
    noted = [{"at": row.at, "who": row.name, "text": row.text} for row in rows]
    return sorted([*noted, *late.on_round(db, round_id)], key=lambda one: one["at"])


# -- flags ------------------------------------------------------------------------------------------------------------


def read_search(given: dict[str, Any]) -> Search:
    """A search from plain data, checked whole."""
    try:
        made = msgspec.convert(given, Search)
    except msgspec.ValidationError as error:
        raise rule_error(error, "search", given, grammar=Search) from None
    for field, end in (("since", False), ("until", True)):
        if text := getattr(made, field):
            moment(text, field, end)
    for field in ("paid", "staked"):
        if (amount := getattr(made, field)) is not None:
            _cents(amount, field)
    if made.unlikely is not None and not 0 < made.unlikely < 1:
        raise RuleError("a chance is between 0 and 1", "unlikely")
    return made


def save_flag(db: Connection, person: Person, name: str, search: Search) -> int:
    """Keep a search as a flag of the house."""
    if search == Search():
        raise RuleError("a flag must look for something", "search")
    kept = msgspec.to_builtins(search)
    row = {"name": name, "search": kept, "at": now(), "user_id": person.id}
    made = int(db.execute(insert(flags).values(**row).returning(flags.c.id)).scalar_one())
    record(db, person.id, "flag saved", name, flag=made, search=kept)
    return made


def end_flag(db: Connection, person: Person, flag: int) -> None:
    row = db.execute(select(flags).where(flags.c.id == flag, flags.c.ended.is_(None))).first()
    if row is None:
        raise MissingError(f"there is no flag {flag}", "flag")
    db.execute(update(flags).where(flags.c.id == flag).values(ended=now()))
    record(db, person.id, "flag removed", row.name, flag=flag)


def list_flags(db: Connection) -> list[dict[str, Any]]:
    """The flags of the house, each with the rounds it finds (up to a thousand) and the latest of them."""
    query = select(flags, users.c.name.label("who")).join(users, users.c.id == flags.c.user_id)
    made = []
    for row in db.execute(query.where(flags.c.ended.is_(None)).order_by(flags.c.id)).all():
        search = read_search(row.search)
        ids = db.execute(_ids(db, search, _END).limit(_COUNTED)).scalars().all()
        hits = {"found": len(ids), "latest": ids[0] if ids else None}
        made.append({"id": row.id, "name": row.name, "search": row.search, "who": row.who, "at": row.at, **hits})
    return made


# -- export -----------------------------------------------------------------------------------------------------------

COLUMNS = (
    *("round", "table", "table_name", "number", "game", "started", "ended", "status", "seat", "person", "wager"),
    *("stake", "net", "irregularity", "award", "late", "commitment", "secret", "digest"),
)


def iso(at: int | None) -> str:
    """A moment as it is written, UTC; empty where there is none."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def pages(db: Connection, search: Search, before: int = _END) -> list[int]:
    """The ids of the next rounds of an export."""
    return [int(one) for one in db.execute(_ids(db, search, before).limit(_AT_ONCE)).scalars()]


def csv_head() -> str:
    return ",".join(COLUMNS) + "\r\n"


def as_csv(db: Connection, ids: list[int]) -> str:
    """Rounds as comma-separated values: a line for each wager, with the proof of the shuffle; seats count from 1."""
    proofs = {row.id: row for row in db.execute(select(rounds).where(rounds.c.id.in_(ids)))}
    out = io.StringIO()
    write = csv.writer(out).writerow
    for one in _lines(db, ids):
        proof = proofs[one["id"]]
        head = [one["id"], one["table"], one["table_name"], one["number"], one["game"]["name"]]
        head += [iso(one["started"]), iso(one["ended"]), one["status"]]
        tail = [one["irregularity"], one["award"], one["late"], proof.commitment, proof.secret or "", proof.digest]
        for line in one["wagers"] or [{"seat": None, "person": "", "wager": "", "stake": "", "net": ""}]:
            seat = "" if line["seat"] is None else line["seat"] + 1
            write([*map(_plain, [*head, seat, line["person"], line["wager"], line["stake"], line["net"], *tail])])
    return out.getvalue()


def _plain(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def as_lines(db: Connection, ids: list[int]) -> Iterator[bytes]:
    """Rounds as JSON Lines: each the round file with its proof, and where, when and by whom it was played."""
    for line in _lines(db, ids):
        about = {
            "round": line["id"],
            "table": line["table"],
            "table_name": line["table_name"],
            "number": line["number"],
            "started": iso(line["started"]),
            "ended": iso(line["ended"]),
            "status": line["status"],
            "seats": [{"seat": seat + 1, "person": person} for seat, person in _people(line)],
            "notes": notes_on(db, line["id"]),
        }
        row = find_round(db, line["id"])
        void = row.file is None or row.status in OPEN  # no round file: only what proves the shuffle
        if void:
            about |= {"commitment": row.commitment, "secret": row.secret or ""}
        whole = {} if void else export(db, line["id"])
        yield msgspec.json.encode({**whole, "remarks": about}) + b"\n"


def _people(one: dict[str, Any]) -> list[tuple[int, str | None]]:
    return sorted({line["seat"]: line["person"] for line in one["wagers"]}.items())
