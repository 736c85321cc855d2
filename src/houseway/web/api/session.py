"""Sessions: a guest's begins by itself on one's own machine; with accounts one logs in."""

from typing import Annotated

from fastapi import HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection

from houseway.floor import control
from houseway.floor.logins import (
    SESSION_MS,
    Place,
    add_person,
    asks_for_codes,
    check_password,
    check_waiting,
    end_session,
    new_device,
    record_failure,
    renew_password,
    start_session,
    use_code,
)
from houseway.floor.names import refuse_reserved
from houseway.floor.roles import RIGHTS, Person, add_guest, purse, record
from houseway.play.core.money import dollars
from houseway.web.answers import PROBLEMS, problem, reply
from houseway.web.context import COOKIE, CallerDep, CurrentUser, Floor, FloorDep, OptionalUser
from houseway.web.forms import Login, NewPerson
from houseway.web.lanes import LOGIN, SESSION, LaneRouter
from houseway.web.models.sessions import NewAccount, SessionView

router = LaneRouter(reads=SESSION, changes=LOGIN, prefix="/api", tags=["session"], responses=PROBLEMS)
entrance = LaneRouter(reads=LOGIN, tags=["session"], responses=PROBLEMS)
DEVICE = "houseway_device"
_DEVICE_AGE = 365 * 24 * 3600


def _view(floor: Floor, person: Person | None) -> dict[str, object]:
    shared = {"accounts": floor.settings.accounts, "public": list(floor.settings.opened)}
    if person is None:
        return {**shared, "user": None, "csrf": None}
    money, codes = floor.read(lambda db: (purse(db, person.id), not person.alone and asks_for_codes(db, person.id)))
    user = {"id": person.id, "name": person.name, "role": person.role, "rights": sorted(RIGHTS[person.role])}
    view = {**user, "wallet": dollars(money), "must_change": person.must_change, "codes": codes}
    return {**shared, "user": view, "csrf": person.csrf}


def _with_cookie(request: Request, floor: Floor, person: Person, token: str, device: str = "") -> Response:
    answer = reply(_view(floor, person))
    return _set_cookies(request, answer, token, device)


def _set_cookies(request: Request, answer: Response, token: str, device: str = "") -> Response:
    secure = request.url.scheme == "https"
    for name, value, age in ((COOKIE, token, SESSION_MS // 1000), (DEVICE, device, _DEVICE_AGE)):
        if value:
            answer.set_cookie(name, value, max_age=age, httponly=True, samesite="strict", secure=secure)
    return answer


def _place(request: Request) -> Place:
    return Place(request.client.host if request.client else "", request.cookies.get(DEVICE, ""))


@router.get("/session", response_model=SessionView)
def session(request: Request, floor: FloorDep, person: OptionalUser) -> Response:
    """Who I am, and the token that every changing request carries; begins a guest's session where there are none."""
    if person is not None or floor.settings.accounts or floor.settings.entry is not None:
        return reply(_view(floor, person))
    token, guest = floor.write(lambda db: start_session(db, add_guest(db), _place(request).address))
    return _with_cookie(request, floor, guest, token)


@entrance.get("/enter", include_in_schema=False)
def enter(request: Request, floor: FloorDep, key: Annotated[str, Query(max_length=64)] = "") -> Response:
    """The address that the server printed: begins a guest's session by the key in it, once."""
    entry = floor.settings.entry
    if entry is None:
        return RedirectResponse("/", 303)
    if not entry.admits(key):
        raise HTTPException(403, "this address was used before; the server has printed another")
    token, _ = floor.write(lambda db: start_session(db, add_guest(db), _place(request).address))
    return _set_cookies(request, RedirectResponse("/", 303), token)


@router.post("/login", response_model=SessionView)
def login(request: Request, floor: FloorDep, form: Login) -> Response:
    """Begin a session with a password, and a code where the account asks for one."""
    place = _place(request)
    floor.read(lambda db: check_waiting(db, form.name, place))
    person = floor.read(lambda db: check_password(db, form.name, form.password))

    def fail(message: str) -> None:
        floor.write(lambda db: record_failure(db, form.name, place))
        raise HTTPException(401, message)

    if person is None:
        fail("name or password is wrong")
    assert person is not None
    found = person

    def begin(db: Connection) -> tuple[str, Person, str] | None:
        if not use_code(db, found.id, form.code):
            return None
        renew_password(db, found, form.password)
        token, known = start_session(db, found, place.address)
        record(db, found.id, "login", found.name, address=place.address, session=known.session)
        return token, known, new_device(db, found.id)

    begun = floor.write(begin)
    if begun is None:
        if not form.code:
            return problem("this account asks for a one-time code", "code", 401)
        fail("the code is wrong")
    assert begun is not None
    token, known, device = begun
    return _with_cookie(request, floor, known, token, device)


@router.post("/logout", response_model=SessionView)
def logout(request: Request, floor: FloorDep, person: CurrentUser) -> Response:
    """End the session."""
    token = request.cookies.get(COOKIE, "")

    def work(db: Connection) -> None:
        end_session(db, token)
        if not person.alone:
            record(db, person.id, "logout", person.name, session=person.session)

    floor.write(work)
    floor.watch.ended += 1
    answer = reply(_view(floor, None))
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/people", response_model=SessionView, responses={201: {"model": NewAccount}})
def people(request: Request, floor: FloorDep, asks: CallerDep, person: OptionalUser, form: NewPerson) -> Response:
    """Make an account: a player for oneself; other roles by a supervisor, and another supervisor by two."""
    if not floor.settings.accounts:
        raise HTTPException(403, "this server has no accounts")
    if form.role != "player":
        if person is None:
            raise HTTPException(401, "only a supervisor makes such an account")

        def appoint(db: Connection, maker: Person) -> dict[str, object]:
            second = form.role == "supervisor"
            made = add_person(db, form.name, form.password, form.role, disabled=second)
            record(db, maker.id, "person added", made.name, role=made.role)
            view: dict[str, object] = {"id": made.id, "name": made.name, "role": made.role}
            if second:
                view["waiting"], _ = control.ask(db, maker, "appoint", None, {"person": made.id, "name": made.name})
            return view

        return floor.change(asks, "people", appoint, 201)

    def register(db: Connection) -> tuple[str, Person, str]:
        refuse_reserved(form.name)
        made = add_person(db, form.name, form.password, "player")
        record(db, made.id, "registered", made.name, address=_place(request).address)
        token, own = start_session(db, made, _place(request).address)
        return token, own, new_device(db, made.id)

    token, own, device = floor.write(register)
    return _with_cookie(request, floor, own, token, device)
