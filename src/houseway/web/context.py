"""What every request needs: the store, who asks, and that the request was not forged by another site."""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import compare_digest
from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Request
from sqlalchemy import Connection

from houseway.floor.roles import Person, find_session
from houseway.floor.store import Store
from houseway.web.settings import Settings
from houseway.web.watch import Watch

T = TypeVar("T")
COOKIE = "houseway_session"
CSRF = "X-CSRF-Token"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


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


def visitor(request: Request) -> Person | None:
    """Who asks, if there is a session; a request that changes something must carry the session's token."""
    token = request.cookies.get(COOKIE)
    floor: Floor = request.app.state.floor
    found = floor.read(lambda db: find_session(db, token)) if token else None
    if found is not None and request.method not in _SAFE:
        given = request.headers.get(CSRF, "")
        crossed = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
        if crossed or not compare_digest(given.encode(), found.csrf.encode()):
            raise HTTPException(403, f"the header {CSRF} does not carry the token of your session")
    return found


async def somebody(person: Annotated[Person | None, Depends(visitor)]) -> Person:
    """Who asks; without a session the request ends here."""
    if person is None:
        raise HTTPException(401, "there is no session: GET /api/session begins one, or log in")
    return person


AFloor = Annotated[Floor, Depends(floor_of)]
Visitor = Annotated[Person | None, Depends(visitor)]
Somebody = Annotated[Person, Depends(somebody)]
