"""Surveillance: rounds of the whole house found, flagged, noted on and exported."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from houseway.floor import surveillance
from houseway.floor.roles import Person
from houseway.floor.surveillance import Search, read_search
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.history import RoundId
from houseway.web.context import CallerDep, CurrentUser, Floor, FloorDep
from houseway.web.forms import NewFlag, Note
from houseway.web.lanes import REPORTS, LaneRouter, in_lane
from houseway.web.models.rounds import RoundFile
from houseway.web.models.surveillance import FlagId, FlagLine, FoundRound, PlayedTable, RoundNote, WinRate

router = LaneRouter(prefix="/api/surveillance", tags=["surveillance"], responses=PROBLEMS)

_SECONDS = 60.0
_Text = Annotated[str, Query(max_length=500)]


def asked_for(
    table: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    since: Annotated[_Text, Query(description="A day or a moment, UTC.")] = "",
    until: _Text = "",
    seat: Annotated[int | None, Query(ge=0, lt=200)] = None,
    person: _Text = "",
    game: _Text = "",
    wager: _Text = "",
    paid: Annotated[float | None, Query(ge=0, le=1e12, description="A wager won at least this.")] = None,
    staked: Annotated[float | None, Query(ge=0, le=1e12, description="A wager was at least this.")] = None,
    irregularity: Annotated[_Text, Query(description="A kind, `void`, or `any`.")] = "",
    award: Annotated[bool, Query(description="A meter paid.")] = False,
    late: Annotated[bool, Query(description="The clock decided for somebody, or a wager came too late.")] = False,
    unlikely: Annotated[float | None, Query(gt=0, lt=1, description="By people of so unlikely a win rate.")] = None,
) -> Search:
    given = {name: value for name, value in locals().items() if value is not None}
    return read_search(given)


Asked = Annotated[Search, Depends(asked_for)]


@router.get("/rounds", response_model=list[FoundRound])
def found(
    floor: FloorDep,
    who: CurrentUser,
    search: Asked,
    before: Annotated[int, Query(ge=1, le=2**53, description="Rounds with a smaller id.")] = 2**53,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Finished rounds of the house, the latest first."""
    who.need("read")
    return reply(floor.read(lambda db: surveillance.find(db, search, before, most), _SECONDS))


@router.get(
    "/export",
    responses={200: {"content": {"text/csv": {}, "application/x-ndjson": {}}, "description": "The rounds, streamed."}},
    response_model=RoundFile,
)
def export(
    floor: FloorDep,
    who: CurrentUser,
    search: Asked,
    format: Literal["csv", "jsonl"] = "csv",  # noqa: A002
) -> Response:
    """All rounds that a search finds: a line for each wager, or each round file; with the proof of the shuffle."""
    who.need("read")
    ids = floor.read(lambda db: surveillance.pages(db, search), _SECONDS)
    kind = "text/csv" if format == "csv" else "application/x-ndjson"
    named = {"Content-Disposition": f'attachment; filename="rounds.{format}"'}
    return StreamingResponse(_pages(floor, search, ids, format), media_type=kind, headers=named)


def _pages(floor: Floor, search: Search, ids: list[int], kind: str) -> Iterator[bytes]:
    if kind == "csv":
        yield surveillance.csv_head().encode()
    while ids:
        given = ids
        if kind == "csv":
            yield floor.read(lambda db, now=given: surveillance.as_csv(db, now), _SECONDS).encode()  # type: ignore[misc]
        else:
            yield b"".join(floor.read(lambda db, now=given: list(surveillance.as_lines(db, now)), _SECONDS))  # type: ignore[misc]
        ids = floor.read(lambda db, last=given[-1]: surveillance.pages(db, search, last), _SECONDS)  # type: ignore[misc]


@router.get("/tables", response_model=list[PlayedTable])
def played_at(floor: FloorDep, who: CurrentUser) -> Response:
    """The tables that rounds are searched at, closed ones too."""
    who.need("read")
    return reply(floor.read(surveillance.played_at))


@router.get("/win-rates", response_model=list[WinRate])
@in_lane(REPORTS)
def win_rates(
    floor: FloorDep,
    who: CurrentUser,
    search: Asked,
    least: Annotated[int, Query(ge=2, le=10**6, description="Of at least so many wagers.")] = 30,
) -> Response:
    """What people won compared with what was to be expected, the least likely first."""
    who.need("read")
    return reply(floor.read(lambda db: surveillance.win_rates(db, search, least), 120.0))


@router.get("/flags", response_model=list[FlagLine])
@in_lane(REPORTS)
def flags(floor: FloorDep, who: CurrentUser) -> Response:
    """The searches that the house keeps, and what they find."""
    who.need("read")
    return reply(floor.read(surveillance.list_flags, _SECONDS))


@router.post("/flags", status_code=201, response_model=FlagId)
def save_flag(floor: FloorDep, asks: CallerDep, form: NewFlag) -> Response:
    """Keep a search as a flag."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        return {"id": surveillance.save_flag(db, person, form.name, read_search(form.search))}

    return floor.change(asks, "read", work, 201)


@router.post("/flags/{flag}/end", response_model=FlagId)
def end_flag(floor: FloorDep, asks: CallerDep, flag: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """Remove a flag."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        surveillance.end_flag(db, person, flag)
        return {"id": flag}

    return floor.change(asks, "read", work)


@router.get("/rounds/{round_id}/notes", response_model=list[RoundNote])
def notes(floor: FloorDep, who: CurrentUser, round_id: RoundId) -> Response:
    """The notes on a round."""
    who.need("read")
    return reply(floor.read(lambda db: surveillance.notes_on(db, round_id)))


@router.post("/rounds/{round_id}/notes", response_model=list[RoundNote])
def add_note(floor: FloorDep, asks: CallerDep, round_id: RoundId, form: Note) -> Response:
    """Add a note to a round, which stays."""

    def work(db: Connection, person: Person) -> list[dict[str, Any]]:
        surveillance.add_note(db, person, round_id, form.text)
        return surveillance.notes_on(db, round_id)

    return floor.change(asks, "read", work)
