"""Every request is carried out once: its id is stored with its answer in the transaction that it changes things in."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from houseway.floor.moments import now
from houseway.floor.ready import Ready
from houseway.floor.schema import requests
from houseway.rules.errors import RuleError

KEPT_MS = 24 * 3600 * 1000


class ReusedError(RuleError):
    """The id was that of another request."""


class Asked(NamedTuple):
    """A request: the id that its sender gave it, and the hash of what it asks for."""

    id: str
    fingerprint: str


class Answer(NamedTuple):
    """What a request was answered."""

    status: int
    body: bytes


_FIND = Ready(select(requests).where(requests.c.user_id == bindparam("user"), requests.c.id == bindparam("request")))
_KEEP = Ready(insert(requests))


def answered(db: Connection, user: int, asked: Asked) -> Answer | None:
    """The answer to the same request, if it was carried out before."""
    row = _FIND.first(db, {"user": user, "request": asked.id})
    if row is None:
        return None
    if row.fingerprint != asked.fingerprint:
        raise ReusedError("another request was sent with this id; a new one needs a new id", "X-Request-Id")
    return Answer(int(row.status), row.answer.encode())


class TwiceError(Exception):
    """The same request was carried out meanwhile: this time nothing was changed."""


def keep(db: Connection, user: int, asked: Asked, answer: Answer) -> None:
    """Store the answer; where the same request is being carried out elsewhere, this one is undone."""
    row: dict[str, Any] = {"user_id": user, **asked._asdict(), "at": now()}
    try:
        _KEEP.run(db, {**row, "status": answer.status, "answer": answer.body.decode()})
    except IntegrityError:
        raise TwiceError from None


def forget_old(db: Connection) -> None:
    """Answers that nobody asks for again."""
    db.execute(delete(requests).where(requests.c.at < now() - KEPT_MS))
