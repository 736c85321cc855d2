"""Sessions: a guest's begins by itself on one's own machine; with accounts one logs in."""

from fastapi import APIRouter, HTTPException, Request, Response
from sqlalchemy import Connection

from houseway.floor.roles import (
    RIGHTS,
    SESSION_MS,
    Person,
    add_guest,
    add_person,
    check_password,
    check_waiting,
    end_session,
    purse,
    record,
    renew_password,
    start_session,
)
from houseway.play.core.money import dollars
from houseway.web.answers import PROBLEMS, reply
from houseway.web.context import COOKIE, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser
from houseway.web.forms import Login, NewPerson

router = APIRouter(prefix="/api", tags=["session"], responses=PROBLEMS)


def _view(floor: Floor, person: Person | None) -> dict[str, object]:
    if person is None:
        return {"accounts": floor.settings.accounts, "user": None, "csrf": None}
    money = floor.read(lambda db: purse(db, person.id))
    user = {"id": person.id, "name": person.name, "role": person.role, "rights": sorted(RIGHTS[person.role])}
    return {"accounts": floor.settings.accounts, "user": {**user, "wallet": dollars(money)}, "csrf": person.csrf}


def _with_cookie(request: Request, floor: Floor, person: Person, token: str) -> Response:
    answer = reply(_view(floor, person))
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=SESSION_MS // 1000, httponly=True, samesite="strict", secure=secure)
    return answer


@router.get("/session")
def session(request: Request, floor: FloorDep, person: OptionalUser) -> Response:
    """Who I am, and the token that every changing request carries; begins a guest's session where there are none."""
    if person is not None or floor.settings.accounts:
        return reply(_view(floor, person))
    token, guest = floor.write(lambda db: start_session(db, add_guest(db)))
    return _with_cookie(request, floor, guest, token)


@router.post("/login")
def login(request: Request, floor: FloorDep, form: Login) -> Response:
    """Begin a session with a password."""
    floor.read(lambda db: check_waiting(db, form.name))
    person = floor.read(lambda db: check_password(db, form.name, form.password))
    if person is None:
        floor.write(lambda db: record(db, None, "login failed", form.name))
        raise HTTPException(401, "name or password is wrong")
    found = person

    def begin(db: Connection) -> tuple[str, Person]:
        renew_password(db, found, form.password)
        return start_session(db, found)

    token, known = floor.write(begin)
    return _with_cookie(request, floor, known, token)


@router.post("/logout")
def logout(request: Request, floor: FloorDep, _: CurrentUser) -> Response:
    """End the session."""
    token = request.cookies.get(COOKIE, "")
    floor.write(lambda db: end_session(db, token))
    answer = reply({"accounts": floor.settings.accounts, "user": None, "csrf": None})
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/people")
def people(request: Request, floor: FloorDep, asks: CallerDep, person: OptionalUser, form: NewPerson) -> Response:
    """Make an account: a player for oneself; other roles by a supervisor."""
    if not floor.settings.accounts:
        raise HTTPException(403, "this server has no accounts")
    if form.role != "player":
        if person is None:
            raise HTTPException(401, "only a supervisor makes such an account")

        def appoint(db: Connection, maker: Person) -> dict[str, object]:
            made = add_person(db, form.name, form.password, form.role)
            record(db, maker.id, "person added", made.name, role=made.role)
            return {"id": made.id, "name": made.name, "role": made.role}

        return floor.change(asks, "people", appoint, 201)
    token, own = floor.write(lambda db: start_session(db, add_person(db, form.name, form.password, "player")))
    return _with_cookie(request, floor, own, token)
