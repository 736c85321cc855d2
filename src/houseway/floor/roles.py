"""People and what they may do: guests on one's own machine; with accounts, players, dealers, supervisors, auditors."""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from houseway.floor.chain import advance, audit_content, head
from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.moments import now
from houseway.floor.schema import accounts, audit, users
from houseway.rules.errors import RuleError

WELCOME = 1_000_000  # cents of play money for a guest or an automatic player

_PLAY = frozenset({"play", "dispute"})  # a player disputes rounds that he played
_DEAL = _PLAY | {"open", "deal", "fill"}
_SUPERVISE = _DEAL | {"void", "irregularity", "jackpot", "meter", "people", "cage", "approve", "read", "author", "rule"}
RIGHTS: dict[str, frozenset[str]] = {
    "bot": frozenset(),
    "player": _PLAY,
    "dealer": _DEAL,
    "supervisor": _SUPERVISE,
    "auditor": frozenset({"read", "dispute"}),
    "guest": _SUPERVISE - {"people", "cage", "approve"},  # on one's own machine the guest is the house too
}


_STAFF = ("player", "dealer", "supervisor", "auditor")  # who has an account, as a refusal names them


class DeniedError(RuleError):
    """The person may not do this."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks for something."""

    id: int
    name: str
    role: str
    csrf: str = ""  # of the session
    session: str = ""  # its name, which opens nothing
    must_change: bool = False  # only the password may be changed: another gave it

    @property
    def alone(self) -> bool:
        """Whether the person is the whole house: a guest on his own machine."""
        return self.role == "guest"

    def may(self, right: str) -> bool:
        return right in RIGHTS[self.role]

    def need(self, right: str) -> None:
        if not self.may(right):
            others = [article(role) for role in _STAFF if right in RIGHTS[role]]
            raise DeniedError(f"{article(self.role)} may not do this: {' or '.join(others)} may", "role")


def article(role: str) -> str:
    """A role as a sentence names it: `an auditor`."""
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def wallet(db: Connection, user: int) -> int:
    """The account of a person's money away from the tables."""
    return account(db, "player", str(user), user=user)


_PURSE = select(accounts.c.balance).where(accounts.c.name == bindparam("name"))


def purse(db: Connection, user: int) -> int:
    """What a person has away from the tables."""
    return int(db.execute(_PURSE, {"name": f"player/{user}"}).scalar_one())


def add_user(db: Connection, name: str, role: str, password: str | None, **more: Any) -> int:
    """A person with a purse: play money for a guest, nothing for an account, so that registering gives no money."""
    values = {"name": name, "role": role, "password": password, "created": now(), **more}
    user = int(db.execute(insert(users).values(**values).returning(users.c.id)).scalar_one())
    own = wallet(db, user)
    if password is None:
        post(db, Cause("welcome", user=user), [Move(account(db, "promotional"), own, WELCOME, "play money")])
    return user


def add_guest(db: Connection, role: str = "guest") -> Person:
    """A newcomer without a password: a guest, or an automatic player."""
    name = f"{role}-{secrets.token_hex(8)}"
    return Person(add_user(db, name, role, None), name, role)


def record(
    db: Connection, user: int | None, act: str, subject: str = "", table: int | None = None, **data: Any
) -> None:
    """A line of the audit log, which the database never lets change."""
    subject = subject or (f"table {table}" if table else "")
    row = {"at": now(), "user_id": user, "act": act, "subject": subject[:128], "data": data, "table_id": table}
    link = head(db, table).next(audit_content(row))
    db.execute(insert(audit).values(**row, **link._asdict()))
    advance(db, table, link)
