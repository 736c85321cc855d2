"""What every request needs: the store, who asks, and that the request was not forged by another site."""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import compare_digest
from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Request
from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from houseway.floor.roles import Person, find_session
from houseway.floor.store import Store
from houseway.web.guard import SAFE
from houseway.web.settings import Settings
from houseway.web.watch import Watch

T = TypeVar("T")
COOKIE = "houseway_session"
CSRF = "X-CSRF-Token"


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor behind the server."""

    settings: Settings
    store: Store
    watch: Watch

    def read(self, work: Callable[[Connection], T]) -> T:
        return self.store.read(work)

    def write(self, work: Callable[[Connection], T]) -> T:
        return self.store.write(work)


# What only looks something up is `async`, so that it needs no thread of its own.
async def floor_of(request: Request) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


FloorDep = Annotated[Floor, Depends(floor_of)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who says to ask: a cookie, and what a request that changes something must carry beside it."""

    token: str
    csrf: str
    safe: bool
    guests: bool  # whether the server is for guests; where it is not, their old sessions are worth nothing

    def find(self, db: Connection) -> Person | None:
        """Who asks, if there is a session; a request that changes something must carry the session's token."""
        found = find_session(db, self.token) if self.token else None
        if found is None or (found.role == "guest" and not self.guests):
            return None
        if not self.safe and not compare_digest(self.csrf.encode(), found.csrf.encode()):
            raise HTTPException(403, f"the header {CSRF} does not carry the token of your session")
        return found

    def person(self, db: Connection, right: str = "") -> Person:
        """Who asks, with the right to what is asked; without a session the request ends here."""
        found = self.find(db)
        if found is None:
            raise HTTPException(401, "there is no session: GET /api/session begins one, or log in")
        if right:
            found.need(right)
        return found


async def caller(asked: HTTPConnection) -> Caller:
    """Who says to ask, by a request or by a socket."""
    safe = asked.scope.get("method", "GET") in SAFE
    guests = not asked.app.state.floor.settings.accounts
    return Caller(asked.cookies.get(COOKIE, ""), asked.headers.get(CSRF, ""), safe, guests)


CallerDep = Annotated[Caller, Depends(caller)]


def optional_user(floor: FloorDep, asks: CallerDep) -> Person | None:
    """Who asks, if there is a session."""
    return floor.read(asks.find)


def current_user(floor: FloorDep, asks: CallerDep) -> Person:
    """Who asks; without a session the request ends here."""
    return floor.read(asks.person)


OptionalUser = Annotated[Person | None, Depends(optional_user)]
CurrentUser = Annotated[Person, Depends(current_user)]
