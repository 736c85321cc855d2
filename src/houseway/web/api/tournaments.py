"""Tournaments: announced with their printed rules, entered, run by the clock, ended with every cent paid."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Path, Response
from sqlalchemy import Connection

from houseway.floor import control
from houseway.floor.roles import Person
from houseway.floor.tournaments import entries, running
from houseway.floor.tournaments.state import read
from houseway.floor.tournaments.views import lines, view
from houseway.play.tournaments.printed import parse_rules
from houseway.web.answers import PROBLEMS, reply
from houseway.web.context import Caller, CallerDep, Floor, FloorDep, OptionalUser, opened
from houseway.web.forms import Bots, Disqualify, Leave, NewTournament, Reason, Shares, TournamentEntry
from houseway.web.lanes import LaneRouter
from houseway.web.models.tournaments import TournamentLine, TournamentView

router = LaneRouter(prefix="/api/tournaments", tags=["tournaments"], responses=PROBLEMS)

TournamentId = Annotated[int, Path(ge=1, le=2**53, description="Its number.")]
_DIRECTOR = "void"  # the right that only supervisors have, and a guest on his own machine


def _done(
    floor: Floor, tournament: int, asks: Caller, right: str, work: Callable[[Connection, Person], int | None]
) -> Response:
    """Carry it out and answer with the tournament after it, in one transaction."""

    def both(db: Connection, person: Person) -> dict[str, Any]:
        waits = work(db, person)
        return {**view(db, tournament, person), "waiting": waits}

    answer = floor.change(asks, right, both)
    for table in floor.read(lambda db: read(db, tournament)).tables.values():
        floor.watch.changed(table)
    return answer


@router.get("", dependencies=[opened("tables")], response_model=list[TournamentLine])
def listing(floor: FloorDep) -> Response:
    """All tournaments, those under way first."""
    return reply(floor.read(lines))


@router.post("", status_code=201, response_model=TournamentView)
def announce(floor: FloorDep, asks: CallerDep, form: NewTournament) -> Response:
    """Announce a tournament by its printed rules."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        return view(db, entries.announce(db, person, parse_rules(form.rules.encode())), person)

    return floor.change(asks, _DIRECTOR, work, 201)


@router.post("/{tournament}/approve", response_model=TournamentView)
def approve(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: Leave) -> Response:
    """Write down that the regulator approved it; one of tickets takes no entry before."""
    return _done(
        floor, tournament, asks, _DIRECTOR, lambda db, person: entries.approve(db, person, tournament, form.leave)
    )


@router.get("/{tournament}", dependencies=[opened("tables")], response_model=TournamentView)
def state(floor: FloorDep, person: OptionalUser, tournament: TournamentId) -> Response:
    """A tournament with its rules, clock, tables, standings and payouts."""
    return reply(floor.read(lambda db: view(db, tournament, person)))


@router.post("/{tournament}/entries", response_model=TournamentView)
def enter(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: TournamentEntry) -> Response:
    """Enter, or as an employee enter somebody; what the house pays above a limit waits for a second person."""

    def work(db: Connection, person: Person) -> int | None:
        if form.medium not in entries.GIVEN or form.who in ("", person.name):
            entries.enter(db, person, tournament, who=form.who, medium=form.medium, item=form.item)
            return None
        person.need("deal")
        asked = {**entries.given_to(db, tournament, form.who), "medium": form.medium, "item": form.item}
        return control.ask(db, person, "tournament entry given", None, asked, floor.settings.alone)[0]

    return _done(floor, tournament, asks, "", work)


@router.post("/{tournament}/withdraw", response_model=TournamentView)
def withdraw(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Take one's entry back before the first hand."""
    return _done(floor, tournament, asks, "", lambda db, person: entries.withdraw(db, person, tournament))


@router.post("/{tournament}/rebuy", response_model=TournamentView)
def rebuy(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Buy chips again, as the printed rules allow."""
    return _done(floor, tournament, asks, "play", lambda db, person: entries.rebuy(db, person, tournament))


@router.post("/{tournament}/bots", response_model=TournamentView)
def bots(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: Bots) -> Response:
    """Enter automatic players."""
    return _done(
        floor, tournament, asks, _DIRECTOR, lambda db, person: entries.add_bots(db, person, tournament, form.count)
    )


@router.post("/{tournament}/begin", response_model=TournamentView)
def begin(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Draw the seats and start the clock."""
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.begin(db, person, tournament))


@router.post("/{tournament}/pause", response_model=TournamentView)
def pause(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Stop the clock."""
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.pause(db, person, tournament))


@router.post("/{tournament}/resume", response_model=TournamentView)
def resume(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Let the clock go on."""
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.resume(db, person, tournament))


@router.post("/{tournament}/cancel", response_model=TournamentView)
def cancel(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: Reason) -> Response:
    """Call it off before it begins; every entry goes back."""
    return _done(
        floor, tournament, asks, _DIRECTOR, lambda db, person: entries.cancel(db, person, tournament, form.reason)
    )


@router.post("/{tournament}/disqualify", response_model=TournamentView)
def disqualify(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: Disqualify) -> Response:
    """Put a player out without a prize."""

    def work(db: Connection, person: Person) -> None:
        running.disqualify(db, person, tournament, form.person, form.reason)

    return _done(floor, tournament, asks, _DIRECTOR, work)


@router.post("/{tournament}/division", response_model=TournamentView)
def propose(floor: FloorDep, asks: CallerDep, tournament: TournamentId, form: Shares) -> Response:
    """Put a division of the prizes, by name and dollars, before the players who are left."""
    shares = {name: round(100 * amount) for name, amount in form.shares.items()}
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.propose(db, person, tournament, shares))


@router.post("/{tournament}/agree", response_model=TournamentView)
def agree(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Agree to the division."""
    return _done(floor, tournament, asks, "play", lambda db, person: running.agree(db, person, tournament))


@router.post("/{tournament}/conclude", response_model=TournamentView)
def conclude(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Award the prizes as all players left agreed."""
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.conclude(db, person, tournament))


@router.post("/{tournament}/names", response_model=TournamentView)
def names(floor: FloorDep, asks: CallerDep, tournament: TournamentId) -> Response:
    """Let participants see the names of the winners."""
    return _done(floor, tournament, asks, _DIRECTOR, lambda db, person: running.show_names(db, person, tournament))
