"""One's own account: the password, the sessions, one-time codes."""

from typing import Annotated, Any

from fastapi import Path, Response
from sqlalchemy import Connection

from houseway.floor import logins
from houseway.floor.roles import DeniedError, Person, record
from houseway.rules.errors import RuleError
from houseway.web.answers import PROBLEMS, reply
from houseway.web.context import CallerDep, CurrentUser, FloorDep
from houseway.web.forms import Code, NewPassword
from houseway.web.lanes import LOGIN, LaneRouter
from houseway.web.models.sessions import Changed, Codes, CodeSecret, Ended, SessionLine

router = LaneRouter(changes=LOGIN, prefix="/api/account", tags=["account"], responses=PROBLEMS)

SessionId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


def _with_account(person: Person) -> Person:
    if person.alone:
        raise RuleError("a guest has no account", "person")
    return person


@router.post("/password", response_model=Changed)
def password(floor: FloorDep, asks: CallerDep, form: NewPassword) -> Response:
    """A new password; every other session of the person ends."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        logins.change_password(db, _with_account(person), form.old, form.new)
        return {"changed": True}

    return floor.change(asks, "", work)


@router.get("/sessions", response_model=list[SessionLine])
def sessions(floor: FloorDep, person: CurrentUser) -> Response:
    """The sessions of the person: since when, last used, and from where."""
    return reply(floor.read(lambda db: logins.sessions_of(db, person)))


@router.post("/sessions/{session}/end", response_model=Ended)
def end(floor: FloorDep, asks: CallerDep, session: SessionId) -> Response:
    """End one of one's sessions."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        ended = logins.end_sessions(db, person.id, only=session)
        record(db, person.id, "session ended", person.name, ended=ended)
        return {"ended": ended}

    return floor.change(asks, "", work)


@router.post("/codes", response_model=CodeSecret)
def begin_codes(floor: FloorDep, asks: CallerDep) -> Response:
    """A secret for an application that shows one-time codes (RFC 6238)."""
    return floor.change(asks, "", lambda db, person: logins.begin_totp(db, _with_account(person)))


@router.post("/codes/confirm", response_model=Codes)
def confirm(floor: FloorDep, asks: CallerDep, form: Code) -> Response:
    """From now on a code is asked for at every log-in; this one shows that the application has the secret."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        if not logins.use_code(db, _with_account(person).id, form.code, confirm=True):
            raise DeniedError("the code is wrong", "code")
        record(db, person.id, "codes on", person.name)
        return {"codes": True}

    return floor.change(asks, "", work)


@router.post("/codes/off", response_model=Codes)
def off(floor: FloorDep, asks: CallerDep, form: Code) -> Response:
    """No more codes."""

    def work(db: Connection, person: Person) -> dict[str, Any]:
        logins.end_totp(db, _with_account(person), form.code)
        return {"codes": False}

    return floor.change(asks, "", work)
