"""People and what they may do: guests on one's own machine; with accounts, players, dealers, supervisors, auditors."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.floor.chain import advance, audit_content, head
from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.moments import now
from houseway.floor.schema import accounts, audit, sessions, users
from houseway.rules.errors import RuleError

WELCOME = 1_000_000  # cents of play money for a newcomer
SESSION_MS = 14 * 24 * 3600 * 1000
FAILURES = 5  # wrong passwords for a name before it must wait
WAIT_MS = 60_000

_PLAY = frozenset({"play"})
_DEAL = _PLAY | {"open", "deal", "fill"}
_SUPERVISE = _DEAL | {"void", "irregularity", "jackpot", "meter", "people", "read"}
RIGHTS: dict[str, frozenset[str]] = {
    "bot": frozenset(),
    "player": _PLAY,
    "dealer": _DEAL,
    "supervisor": _SUPERVISE,
    "auditor": frozenset({"read"}),
    "guest": _SUPERVISE - {"people"},  # on one's own machine the guest is the house too
}
_hasher = PasswordHasher()
_DUMMY = _hasher.hash("no such person")  # an unknown name takes as long as a wrong password


class DeniedError(RuleError):
    """The person may not do this."""


@dataclass(frozen=True, slots=True)
class Person:
    """CurrentUser with a session."""

    id: int
    name: str
    role: str
    csrf: str = ""

    def may(self, right: str) -> bool:
        return right in RIGHTS[self.role]

    def need(self, right: str) -> None:
        if not self.may(right):
            raise DeniedError(f"a {self.role} may not do this ({right})", "role")


def wallet(db: Connection, user: int) -> int:
    """The account of a person's money away from the tables."""
    return account(db, "player", str(user), user=user)


_PURSE = select(accounts.c.balance).where(accounts.c.name == bindparam("name"))


def purse(db: Connection, user: int) -> int:
    """What a person has away from the tables."""
    return int(db.execute(_PURSE, {"name": f"player/{user}"}).scalar_one())


def _add(db: Connection, name: str, role: str, password: str | None) -> int:
    made = db.execute(
        insert(users).values(name=name, role=role, password=password, created=now()).returning(users.c.id)
    )
    user = int(made.scalar_one())
    own = wallet(db, user)
    if role != "auditor":
        post(db, Cause("welcome", user=user), [Move(account(db, "promotional"), own, WELCOME, "play money")])
    return user


def add_guest(db: Connection, role: str = "guest") -> Person:
    """A newcomer without a password: a guest, or an automatic player."""
    name = f"{role}-{secrets.token_hex(8)}"
    return Person(_add(db, name, role, None), name, role)


def add_person(db: Connection, name: str, password: str, role: str) -> Person:
    """An account with a password."""
    if role not in ("player", "dealer", "supervisor", "auditor"):
        raise RuleError("a role is player, dealer, supervisor or auditor", "role")
    if not name.strip() or len(name) > 64 or not name.isprintable():
        raise RuleError("a name has 1 to 64 printable characters", "name")
    if not 10 <= len(password) <= 256:
        raise RuleError("a password has 10 to 256 characters", "password")
    try:
        return Person(_add(db, name.strip(), role, _hasher.hash(password)), name.strip(), role)
    except IntegrityError:
        raise RuleError("this name is taken", "name") from None


def record(
    db: Connection, user: int | None, act: str, subject: str = "", table: int | None = None, **data: Any
) -> None:
    """A line of the audit log, which the database never lets change."""
    subject = subject or (f"table {table}" if table else "")
    row = {"at": now(), "user_id": user, "act": act, "subject": subject[:128], "data": data, "table_id": table}
    link = head(db, table).next(audit_content(row))
    db.execute(insert(audit).values(**row, **link._asdict()))
    advance(db, table, link)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def start_session(db: Connection, person: Person) -> tuple[str, Person]:
    """The cookie of a new session, and the person with its token against forged requests."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    db.execute(insert(sessions).values(token=_hash(token), user_id=person.id, csrf=csrf, expires=now() + SESSION_MS))
    return token, Person(person.id, person.name, person.role, csrf)


_SESSION = (
    select(users.c.id, users.c.name, users.c.role, sessions.c.csrf)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.token == bindparam("token"), sessions.c.expires > bindparam("now"))
)


def find_session(db: Connection, token: str) -> Person | None:
    """Who holds this cookie."""
    row = db.execute(_SESSION, {"token": _hash(token), "now": now()}).first()
    return None if row is None else Person(row.id, row.name, row.role, row.csrf)


def end_session(db: Connection, token: str) -> None:
    db.execute(delete(sessions).where(sessions.c.token == _hash(token)))


def check_waiting(db: Connection, name: str) -> None:
    """Too many wrong passwords: the name waits, whichever server is asked."""
    recent = select(func.count()).where(
        audit.c.act == "login failed", audit.c.subject == name[:128], audit.c.at > now() - WAIT_MS
    )
    if int(db.execute(recent).scalar_one()) >= FAILURES:
        raise DeniedError("too many wrong passwords; wait a minute", "name")


def check_password(db: Connection, name: str, password: str) -> Person | None:
    """The person, if the password is right."""
    row = db.execute(select(users).where(users.c.name == name)).first()
    stored = row.password if row is not None and row.password else _DUMMY
    try:
        _hasher.verify(stored, password)
    except VerificationError:
        return None
    return None if row is None or not row.password else Person(row.id, row.name, row.role)


def renew_password(db: Connection, person: Person, password: str) -> None:
    """Keep a password that was just right by a hash of today's strength."""
    own = users.c.id == person.id
    if _hasher.check_needs_rehash(str(db.execute(select(users.c.password).where(own)).scalar_one())):
        db.execute(update(users).where(own).values(password=_hasher.hash(password)))
