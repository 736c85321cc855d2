"""Past rounds: one's own list, replay, export with the proof of the shuffle; rulings on round files."""

from typing import Annotated, Any

from fastapi import Path, Query, Response
from sqlalchemy import Connection, select

from houseway.families import answer
from houseway.floor.evidence import export, find_round, frames
from houseway.floor.pinned import pinned
from houseway.floor.roles import DeniedError, Person
from houseway.floor.schema import events, rounds, tables
from houseway.floor.transaction import OPEN
from houseway.floor.verification import verify
from houseway.floor.views import face_down, game_view, settlement_view
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import MALFORMED, RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.games import allow
from houseway.web.context import CurrentUser, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Proof, Ruling
from houseway.web.lanes import COMPUTE, LaneRouter, in_lane
from houseway.web.models.rounds import Figures, RoundFile, RoundLine, RoundReplay, Settlement, Verdict

router = LaneRouter(prefix="/api", tags=["rounds"], responses=PROBLEMS)

_OPEN_AT_ONCE = 50
RoundId = Annotated[int, Path(ge=1, le=2**53)]


def own_seats(db: Connection, ids: list[int], person: Person | None) -> dict[int, list[int]]:
    """The table's seats that this person held in each of the rounds."""
    held: dict[int, list[int]] = {one: [] for one in ids}
    if person is None:
        return held
    query = select(events.c.round_id, events.c.seat, events.c.user_id).where(
        events.c.round_id.in_(ids), events.c.kind == "bet"
    )
    # Who bet last at a seat played it: another may have taken his wager back and left it.
    rows = db.execute(query.order_by(events.c.round_id, events.c.seq))
    last = {(row.round_id, row.seat): row.user_id for row in rows}
    for (one, seat), user in sorted(last.items()):
        if user == person.id:
            held[one].append(seat)
    return held


def _line(db: Connection, row: Any, mine: list[int]) -> dict[str, Any]:
    settled = settlement_view(row._mapping)
    nets = {str(seat["seat"]): seat["net"] for seat in settled["seats"]} if settled else {}
    return {
        "id": row.id,
        "table": row.table_id,
        "table_name": row.name,
        "game": game_view(row.game, row.house, pinned(db, row.rules, row.game, row.house).game),
        "number": row.number,
        "status": row.status,
        "started": row.started,
        "ended": row.ended,
        "nets": nets,
        "your_seats": mine,
        "your_net": sum(nets.get(str(seat), 0) for seat in mine),
    }


def past_rounds(db: Connection, person: Person, table: int | None, before: int, most: int) -> list[dict[str, Any]]:
    """A page of finished rounds, the latest first: one's own, or for those who read the books all of a table."""
    query = (
        select(rounds, tables.c.name, tables.c.game, tables.c.house)
        .join(tables, tables.c.id == rounds.c.table_id)
        .where(rounds.c.status.not_in(OPEN), rounds.c.id < before)
        .order_by(rounds.c.id.desc())
        .limit(most)
    )
    if table is not None:
        query = query.where(rounds.c.table_id == table)
    if table is None or not person.may("read"):
        # Who deals or rules at a table has no seat there.
        own = events.c.user_id == person.id, events.c.seat.is_not(None)
        mine = select(events.c.round_id).where(*own, events.c.round_id < before)
        if table is not None:
            mine = mine.join(rounds, rounds.c.id == events.c.round_id).where(rounds.c.table_id == table)
        # The rounds that are not over yet are few: those at the tables where the person sits.
        latest = mine.distinct().order_by(events.c.round_id.desc()).limit(most + _OPEN_AT_ONCE).subquery()
        query = query.where(rounds.c.id.in_(select(latest.c.round_id)))
    rows = db.execute(query).all()
    held = own_seats(db, [row.id for row in rows], person)
    return [_line(db, row, held[row.id]) for row in rows]


@router.get("/rounds", response_model=list[RoundLine])
def history(
    floor: FloorDep,
    person: CurrentUser,
    table: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    before: Annotated[int, Query(ge=1, le=2**53, description="Rounds with a smaller id.")] = 2**53,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Finished rounds, the latest first: one's own, or for those who read the books all of a table."""
    return reply(floor.read(lambda db: past_rounds(db, person, table, before, most)))


def _refuse_stranger(db: Connection, floor: Floor, person: Person | None, round_id: int) -> None:
    """Where the house has not opened its rounds to everybody, one is shown to those who had a part in it."""
    if person is None or person.may("read") or "rounds" in floor.settings.opened:
        return
    part = select(events.c.round_id).where(events.c.round_id == round_id, events.c.user_id == person.id).limit(1)
    if db.execute(part).first() is None:
        raise DeniedError("a round is shown to who had a part in it, to auditors and to supervisors", "round")


@router.get("/rounds/{round_id}", dependencies=[opened("rounds")], response_model=RoundReplay)
def one(floor: FloorDep, person: OptionalUser, round_id: RoundId) -> Response:
    """A finished round, event by event, with its settlement."""

    def read(db: Connection) -> dict[str, Any]:
        row = find_round(db, round_id)
        _refuse_stranger(db, floor, person, round_id)
        table = db.execute(select(tables).where(tables.c.id == row.table_id)).one()
        mine = own_seats(db, [round_id], person)[round_id]
        told = frames(db, row, mine)
        return {
            "id": row.id,
            "table": row.table_id,
            "table_name": table.name,
            "game": game_view(table.game, table.house, pinned(db, row.rules, table.game, table.house).game),
            "house": table.house,
            "number": row.number,
            "status": row.status,
            "started": row.started,
            "ended": row.ended,
            "commitment": row.commitment,
            "secret": row.secret,
            "your_seats": mine,
            "frames": told,
            "settlement": settlement_view(row._mapping, face_down(told[-1]["piles"]) if told else ()),
        }

    return reply(floor.read(read))


@router.get("/rounds/{round_id}/file", dependencies=[opened("rounds")], response_model=RoundFile)
def file(floor: FloorDep, person: OptionalUser, round_id: RoundId) -> Response:
    """The round file with the proof of its shuffle."""

    def read(db: Connection) -> dict[str, Any]:
        _refuse_stranger(db, floor, person, round_id)
        return export(db, round_id)

    answered = reply(floor.read(read))
    answered.headers["Content-Disposition"] = f'attachment; filename="round-{round_id}.json"'
    return answered


@router.post("/verify", dependencies=[opened("rulings")], response_model=Verdict)
@in_lane(COMPUTE)
def check(floor: FloorDep, person: OptionalUser, form: Proof) -> Response:
    """Whether all of a round file follows from the hash that was published: cards, wagers, meters and every payment."""
    wrong = verify(form.round, form.published, form.digest, lambda game: allow(floor, person, game))
    return reply({"ok": not wrong, "wrong": wrong})


@router.post("/settle", dependencies=[opened("rulings")], response_model=Settlement | Figures)
@in_lane(COMPUTE)
def rule(floor: FloorDep, person: OptionalUser, form: Ruling) -> Response:
    """The ruling on a round file: every wager with its net, the reason and the paragraph."""
    given = convert_round(form.round)
    allow(floor, person, given.game)
    try:
        return reply(answer(given))
    except MALFORMED as error:
        raise RuleError("the round cannot be settled as it is written", "round") from error
