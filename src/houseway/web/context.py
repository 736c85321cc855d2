"""What every request needs: the store, who asks, and that the request was not forged by another site."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from secrets import compare_digest
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, HTTPException, Request, Response
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, ProgrammingError
from starlette.requests import HTTPConnection, cookie_parser
from starlette.types import Scope

from houseway.floor.ledger import refusal
from houseway.floor.logins import find_session
from houseway.floor.once import Answer, Asked, TwiceError, answered, keep
from houseway.floor.outages import OutcomeUnknownError, UnavailableError
from houseway.floor.ready import aborted
from houseway.floor.roles import Person
from houseway.floor.store import Store, after_commit
from houseway.rules.errors import RuleError
from houseway.web.guard import SAFE, fingerprint, headers_of
from houseway.web.lanes import ID_FORM, REQUEST_ID, SESSION
from houseway.web.settings import Settings
from houseway.web.watch import Watch

T = TypeVar("T")
COOKIE = "houseway_session"
CSRF = "X-CSRF-Token"
_CSRF, _REQUEST_ID = CSRF.lower().encode(), REQUEST_ID.lower().encode()
_ID = re.compile(ID_FORM)
_TRIES = 5


def is_request_id(given: str) -> bool:
    """Whether this can name a request."""
    return _ID.fullmatch(given) is not None


_ENDS_SESSIONS = ("/api/account/", "/api/floor/people/")
_BEFORE_CHANGE = frozenset({"/api/session", "/api/account/password", "/api/logout"})


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor behind the server."""

    settings: Settings
    store: Store
    watch: Watch

    def read(self, work: Callable[[Connection], T], seconds: float = 15.0) -> T:
        return self.store.read(work, seconds)

    def write(self, work: Callable[[Connection], T]) -> T:
        return self.store.write(work)

    def change(
        self,
        asks: "Caller",
        right: str,
        work: Callable[[Connection, Person], Any],
        status: int = 200,
        table: int | None = None,
        before: Callable[[Connection], None] | None = None,
    ) -> Response:
        """Carry out for who has the right what the request asks for, once: asked again it gets the same answer.

        Who watches the table that is changed is told; `before` is done before it is known who asks, for work that is
        refused before it writes anything.
        A commit whose outcome is unknown is asked for again here, with the same id, before the client must do so.
        """
        asked = asks.request()

        def tell() -> None:
            if asks.path.startswith(_ENDS_SESSIONS):
                self.watch.ended += 1
            if table is not None:
                self.watch.changed(table)

        tried = False  # a request that comes again is found by what it leaves; looking for it first would cost each

        def once(db: Connection) -> Answer:
            after_commit(db, tell)
            if before is not None and not tried:
                before(db)
            person = asks.person(db, right)
            if tried and (stored := answered(db, person.id, asked)) is not None:
                return stored
            try:
                answer = Answer(status, msgspec.json.encode(work(db, person)))
            except (RuleError, HTTPException):
                # It was refused because it has been carried out before, perhaps by another server just now.
                if aborted(db):  # which is looked for in another transaction
                    if tried:
                        raise
                    raise TwiceError from None
                if (stored := answered(db, person.id, asked)) is not None:
                    return stored
                raise
            except IntegrityError:
                if tried:
                    raise
                raise TwiceError from None
            keep(db, person.id, asked, answer)
            return answer

        unknown = False
        for _ in range(_TRIES):
            try:
                answer = self.store.write(once, checks_first=before is not None)
            except (TwiceError, OutcomeUnknownError) as error:
                tried, unknown = True, unknown or isinstance(error, OutcomeUnknownError)
                continue
            except (IntegrityError, ProgrammingError) as error:  # the commit told what the database refuses
                if tried:
                    raise refusal(error) from None
                tried = True
                continue
            except UnavailableError:
                if unknown:  # this time nothing was changed, but perhaps before
                    break
                raise
            return Response(answer.body, answer.status, media_type="application/json")
        raise OutcomeUnknownError


# What only looks something up is `async`, so that it needs no thread of its own.
async def floor_of(request: Request) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


FloorDep = Annotated[Floor, Depends(floor_of)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who says to ask: a cookie, and what a request that changes something must carry with it."""

    token: str
    csrf: str
    safe: bool
    asked: Asked
    guests: bool  # whether the server is for guests; where it is not, their old sessions are worth nothing
    idle: int
    used: Callable[[str], None]  # told which session asks
    path: str = ""

    def find(self, db: Connection) -> Person | None:
        """Who asks, if there is a session; a request that changes something must carry the session's token."""
        found = find_session(db, self.token, self.idle) if self.token else None
        if found is None or (found.role == "guest" and not self.guests):
            return None
        if found.must_change and self.path not in _BEFORE_CHANGE:
            raise HTTPException(403, "the password was given by another: choose your own first")
        self.used(found.session)
        if not self.safe and not compare_digest(self.csrf.encode(), found.csrf.encode()):
            raise HTTPException(403, f"the header {CSRF} does not carry the token of your session")
        return found

    def request(self) -> Asked:
        """The id of a request that changes something, which it must carry."""
        if not is_request_id(self.asked.id):
            raise HTTPException(
                400, f"a request that changes something carries an id of 8 to 64 characters in the header {REQUEST_ID}"
            )
        return self.asked

    def person(self, db: Connection, right: str = "") -> Person:
        """Who asks, with the right to what is asked; without a session the request ends here."""
        found = self.find(db)
        if found is None:
            raise HTTPException(401, "there is no session: GET /api/session begins one, or log in")
        if right:
            found.need(right)
        return found


def _watched(_: str) -> None:
    """Whoever only watches does not use his session: a page that was left open ends with the idle limit."""


def caller_of(asked: HTTPConnection) -> Caller:
    """Who says to ask, by a request or by a socket."""
    return caller_in(asked.scope)


def caller_in(scope: Scope) -> Caller:
    """Who says to ask, by the scope of a request or of a socket."""
    headers = headers_of(scope)
    floor: Floor = scope["app"].state.floor
    return Caller(
        cookie_parser(headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE, ""),
        headers.get(_CSRF, b"").decode("latin-1"),
        scope.get("method", "GET") in SAFE,
        Asked(headers.get(_REQUEST_ID, b"").decode("latin-1"), fingerprint(scope)),
        not floor.settings.accounts,
        floor.settings.idle,
        floor.watch.used if scope["type"] == "http" else _watched,
        scope["path"],
    )


async def caller(asked: HTTPConnection) -> Caller:
    """Who says to ask, for a route."""
    return caller_of(asked)


caller.names_request = True  # type: ignore[attr-defined]
CallerDep = Annotated[Caller, Depends(caller)]


async def optional_user(floor: FloorDep, asks: CallerDep) -> Person | None:
    """Who asks, if there is a session."""
    return await SESSION.run(floor.read, asks.find) if asks.token else None


async def current_user(floor: FloorDep, asks: CallerDep) -> Person:
    """Who asks; without a session the request ends here."""
    return await SESSION.run(floor.read, asks.person)


def opened(area: str) -> Any:
    """A route of an area: for whoever has a session, and for everybody where the house has opened it."""

    async def check(floor: FloorDep, person: Annotated[Person | None, Depends(optional_user)]) -> None:
        if person is None and area not in floor.settings.opened:
            raise HTTPException(401, "this house shows it to people with a session only")

    return Depends(check)


OptionalUser = Annotated[Person | None, Depends(optional_user)]
CurrentUser = Annotated[Person, Depends(current_user)]
