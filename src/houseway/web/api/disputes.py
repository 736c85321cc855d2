"""Cases: a dispute with a number, its round, notes, rulings and their history."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from sqlalchemy import Connection

from houseway.floor import disputes
from houseway.floor.own_games import refresh
from houseway.floor.roles import Person
from houseway.web.answers import PROBLEMS, reply
from houseway.web.api.desk import piles_of, words_of
from houseway.web.api.games import may_read
from houseway.web.context import CallerDep, CurrentUser, Floor, FloorDep
from houseway.web.forms import CasePayment, Decision, NewCase, Note, Told
from houseway.web.lanes import LaneRouter
from houseway.web.models.desk import CaseId, CaseLine, CasePaid, CaseView

router = LaneRouter(prefix="/api/cases", tags=["cases"], responses=PROBLEMS)

CaseNumber = Annotated[int, Path(ge=1, le=2**53)]


def _view(db: Connection, floor: Floor, person: Person, case: int) -> dict[str, Any]:
    """A case; the words of its paragraphs are the server's, never kept with it."""
    made, words = disputes.read_case(db, person, case), words_of(floor)
    for ruling in (made["ruling"], made["preview"], *(step["ruling"] for step in made["history"])):
        if ruling is not None and "settlement" in ruling:
            cited = {line["rule"] for seat in ruling["settlement"]["seats"] for line in seat["lines"]}
            ruling["words"] = {rule: text for rule in sorted(cited) if (text := words(rule))}
    rules = disputes.game_of_case(db, person, case)[1]
    return {**made, "piles": piles_of({**made["told"], "game": rules})}


@router.get("", response_model=list[CaseLine])
def listing(
    floor: FloorDep,
    person: CurrentUser,
    state: Annotated[Literal["", "open", "ruled", "revised"], Query()] = "",
    round: Annotated[int | None, Query(ge=1, le=2**53)] = None,  # noqa: A002
    before: Annotated[int, Query(ge=1, le=2**53, description="Cases with a smaller number.")] = 2**53,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Cases, the latest first: one's own, or for those who read the books all."""
    return reply(floor.read(lambda db: disputes.listing(db, person, state, round, before, most)))


@router.post("", status_code=201, response_model=CaseId)
def open_case(floor: FloorDep, asks: CallerDep, form: NewCase) -> Response:
    """Open a case about a round of a table, or about one that was told at the desk."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        game = str(form.round.get("game", ""))
        may_read(floor, person, game)
        refresh(db, game)
        return {"id": disputes.open_case(db, person, form.round, form.paid, form.title, form.note, form.round_id)}

    return floor.change(asks, "dispute", work, 201)


@router.get("/{case}", response_model=CaseView)
def one(floor: FloorDep, person: CurrentUser, case: CaseNumber) -> Response:
    """A case with its history."""
    return reply(floor.read(lambda db: _view(db, floor, person, case)))


@router.post("/{case}/told", response_model=CaseView)
def tell(floor: FloorDep, asks: CallerDep, case: CaseNumber, form: Told) -> Response:
    """Say otherwise what lay on the table and what was paid, before there is a ruling."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        disputes.tell(db, person, case, form.round, form.paid)
        return _view(db, floor, person, case)

    return floor.change(asks, "dispute", work)


@router.post("/{case}/notes", response_model=CaseView)
def note(floor: FloorDep, asks: CallerDep, case: CaseNumber, form: Note) -> Response:
    """Add a note, which stays."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        disputes.note(db, person, case, form.text)
        return _view(db, floor, person, case)

    return floor.change(asks, "dispute", work)


@router.post("/{case}/ruling", response_model=CaseView)
def decide(floor: FloorDep, asks: CallerDep, case: CaseNumber, form: Decision) -> Response:
    """Rule on the case; of one that is ruled on, revise the ruling, with a reason and by another person."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        disputes.decide(db, person, case, form.round, form.paid, form.reason, floor.settings.alone)
        return _view(db, floor, person, case)

    return floor.change(asks, "rule", work)


@router.post("/{case}/payments", response_model=CasePaid)
def pay(floor: FloorDep, asks: CallerDep, case: CaseNumber, form: CasePayment) -> Response:
    """Pay what the ruling finds owed at a seat, or collect it; above the limit it waits for a second person's word."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        waiting = disputes.pay_difference(db, person, case, form.seat, form.person, floor.settings.alone)
        return {**_view(db, floor, person, case), "waiting": waiting}

    return floor.change(asks, "rule", work)
