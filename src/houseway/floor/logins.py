"""Accounts and sessions: passwords, one-time codes, waiting after wrong ones, an idle limit, sessions listed and ended.

Wrong passwords make whoever tried them wait, not the person they were tried on: a browser that has logged in before is
known by a cookie, and what others do to the name does not touch it.
"""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from typing import Any, NamedTuple

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.floor.keys import keys_of
from houseway.floor.moments import now
from houseway.floor.names import checked_name, skeleton
from houseway.floor.ready import Ready
from houseway.floor.roles import DeniedError, Person, add_user, record
from houseway.floor.schema import audit, sessions, users
from houseway.rules.errors import RuleError

SESSION_MS = 14 * 24 * 3600 * 1000
IDLE_MS = 60 * 60 * 1000  # for accounts; a guest's session is on his own machine
_LEAST_NAME = 3  # letters of a name that a password may not contain
FAILURES = 5  # wrong passwords from one place before it must wait
FAILURES_OF_NAME = 50  # from all places that are not known to the name
WAIT_MS = 60_000
_STEP = 30  # seconds of a one-time code
_hasher = PasswordHasher()


def _nobodys(hasher: PasswordHasher) -> str:
    """A hash of no password, made without hashing: to compare with it takes as long as with somebody's."""
    salt, digest = (base64.b64encode(bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len))
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"


_NOBODYS = _nobodys(_hasher)  # an unknown name takes as long as a wrong password


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _contains(password: str, name: str) -> bool:
    """Whether somebody who tries the name tries this too; one or two letters are in every second password."""
    return len(name) >= _LEAST_NAME and _folded(name) in _folded(password)


def _checked_password(password: str, name: str) -> str:
    if not 10 <= len(password) <= 256:
        raise RuleError("a password has 10 to 256 characters", "password")
    if _contains(password, name):
        raise RuleError("this password contains the name: choose one that does not", "password")
    return _hasher.hash(password)


def _given_password() -> str:
    return secrets.token_urlsafe(12)


def add_person(db: Connection, name: str, password: str, role: str, *, disabled: bool = False) -> Person:
    """An account with a password."""
    if role not in ("player", "dealer", "supervisor", "auditor"):
        raise RuleError("a role is player, dealer, supervisor or auditor", "role")
    kept = checked_name(name)
    try:
        made = add_user(db, kept, role, _checked_password(password, kept), skeleton=skeleton(kept), disabled=disabled)
    except IntegrityError:
        raise RuleError("this name is taken, or looks like one that is", "name") from None
    return Person(made, kept, role)


def find_person(db: Connection, user: int) -> Row[Any]:
    """An account by its number."""
    row = db.execute(select(users).where(users.c.id == user, users.c.password.is_not(None))).first()
    if row is None:
        raise RuleError(f"there is no account {user}", "person")
    return row


class Place(NamedTuple):
    """Where a log-in is tried from: an address, and what a browser brings that has logged in before."""

    address: str
    device: str = ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _device_proof(db: Connection, row: Row[Any], nonce: str) -> str:
    """Holds until the password is changed."""
    said = f"houseway device 1\n{row.id}\n{nonce}\n{_hash(row.password)}"
    return hmac.digest(keys_of(db).derive("devices"), said.encode(), "sha256").hex()


def new_device(db: Connection, user: int) -> str:
    """The cookie by which a browser is known to a name."""
    nonce = secrets.token_hex(16)
    return f"{nonce}.{_device_proof(db, find_person(db, user), nonce)}"


def _known_device(db: Connection, row: Row[Any] | None, device: str) -> str:
    """The name of a browser that has logged in by this name before."""
    nonce, _, proof = device.partition(".")
    if row is None or not row.password or not nonce:
        return ""
    return nonce if hmac.compare_digest(proof.encode(), _device_proof(db, row, nonce).encode()) else ""


def _by_name(db: Connection, name: str) -> Row[Any] | None:
    return db.execute(select(users).where(users.c.name == name)).first()


def check_waiting(db: Connection, name: str, place: Place) -> None:
    """After too many wrong passwords from this place, or from all unknown ones together, it waits on every server."""
    recent = select(audit.c.data).where(
        audit.c.act == "login failed", audit.c.subject == name[:128], audit.c.at > now() - WAIT_MS
    )
    failed = list(db.execute(recent).scalars())
    device = _known_device(db, _by_name(db, name), place.device)
    if device:
        wait = sum(one.get("device") == device for one in failed) >= FAILURES
    else:
        strangers = [one for one in failed if not one.get("device")]
        here = sum(stranger.get("address") == place.address for stranger in strangers)
        wait = here >= FAILURES or len(strangers) >= FAILURES_OF_NAME
    if wait:
        raise DeniedError("too many wrong passwords; wait a minute", "name")


def record_failure(db: Connection, name: str, place: Place) -> None:
    """A wrong password or code, for the log and for `check_waiting`."""
    device = _known_device(db, _by_name(db, name), place.device)
    record(db, None, "login failed", name, address=place.address, device=device)


def check_password(db: Connection, name: str, password: str) -> Person | None:
    """The person, if the password is right and the account is in use."""
    row = _by_name(db, name)
    stored = row.password if row is not None and row.password else _NOBODYS
    try:
        _hasher.verify(stored, password)
    except VerificationError:
        return None
    if row is None or not row.password or row.disabled:
        return None
    return Person(row.id, row.name, row.role, must_change=row.must_change)


def renew_password(db: Connection, person: Person, password: str) -> None:
    """Keep a password that was just right by a hash of today's strength."""
    own = users.c.id == person.id
    if _hasher.check_needs_rehash(str(db.execute(select(users.c.password).where(own)).scalar_one())):
        db.execute(update(users).where(own).values(password=_hasher.hash(password)))


def change_password(db: Connection, person: Person, old: str, new: str) -> None:
    """A new password for oneself; every other session of the person ends."""
    if check_password(db, person.name, old) is None:
        raise DeniedError("the old password is wrong", "old")
    if old == new:
        raise RuleError("the new password is the old one", "new")
    stored = _checked_password(new, person.name)
    db.execute(update(users).where(users.c.id == person.id).values(password=stored, must_change=False))
    end_sessions(db, person.id, but=person.session)
    record(db, person.id, "password changed", person.name)


def reset_password(db: Connection, person: Person, user: int) -> str:
    """A password for somebody who lost his: told once, and good only for choosing another.

    Supervisors are each other's second word, so none of them is given a password by another.
    """
    row = find_person(db, user)
    if row.role == "supervisor":
        raise DeniedError("a supervisor's password is reset where the database is: houseway account", "person")
    given = next(one for one in iter(_given_password, "") if not _contains(one, row.name))
    replace_password(db, user, given)
    record(db, person.id, "password reset", row.name)
    return given


def replace_password(db: Connection, user: int, password: str) -> None:
    """Another's password; whoever logs in by it must choose his own, and no code is asked for until he does."""
    stored = _checked_password(password, find_person(db, user).name)
    values = {"password": stored, "must_change": True, "totp": None}
    db.execute(update(users).where(users.c.id == user).values(**values))
    end_sessions(db, user)


def set_disabled(db: Connection, person: Person, user: int, disabled: bool) -> None:
    """Take an account out of use, or put it back; its money stays where it is."""
    row = find_person(db, user)
    if user == person.id:
        raise DeniedError("nobody may disable or enable himself", "person")
    db.execute(update(users).where(users.c.id == user).values(disabled=disabled))
    if disabled:
        end_sessions(db, user)
    record(db, person.id, "person disabled" if disabled else "person enabled", row.name)


def start_session(db: Connection, person: Person, address: str = "") -> tuple[str, Person]:
    """The cookie of a new session, and the person with its token against forged requests."""
    token, csrf, moment = secrets.token_urlsafe(32), secrets.token_urlsafe(24), now()
    row = {"token": _hash(token), "user_id": person.id, "csrf": csrf, "expires": moment + SESSION_MS}
    db.execute(insert(sessions).values(**row, created=moment, seen=moment, address=address[:64]))
    return token, Person(person.id, person.name, person.role, csrf, _hash(token)[:16], person.must_change)


_SESSION = Ready(
    select(users.c.id, users.c.name, users.c.role, users.c.must_change, sessions.c.csrf, sessions.c.token)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(
        sessions.c.token == bindparam("token"),
        sessions.c.expires > bindparam("now"),
        (users.c.role == "guest") | (sessions.c.seen > bindparam("idle")),
        users.c.disabled.is_(False),
    )
)


def find_session(db: Connection, token: str, idle: int = IDLE_MS) -> Person | None:
    """Who holds this cookie and was there within the idle limit."""
    moment = now()
    row = _SESSION.first(db, {"token": _hash(token), "now": moment, "idle": moment - idle})
    return None if row is None else Person(row.id, row.name, row.role, row.csrf, row.token[:16], row.must_change)


def sessions_of(db: Connection, person: Person) -> list[dict[str, Any]]:
    """The sessions of a person, the latest first."""
    query = select(sessions).where(sessions.c.user_id == person.id, sessions.c.expires > now())
    return [
        {
            "id": row.token[:16],
            "started": row.created,
            "seen": row.seen,
            "address": row.address,
            "this": row.token[:16] == person.session,
        }
        for row in db.execute(query.order_by(sessions.c.seen.desc()))
    ]


def end_session(db: Connection, token: str) -> None:
    db.execute(delete(sessions).where(sessions.c.token == _hash(token)))


def end_sessions(db: Connection, user: int, *, only: str = "", but: str = "") -> int:
    """End sessions of a person: all, one of them, or all but one. How many ended."""
    query = delete(sessions).where(sessions.c.user_id == user)
    if only:
        query = query.where(sessions.c.token.startswith(only, autoescape=True))
    if but:
        query = query.where(sessions.c.token.not_like(f"{but}%"))
    return int(db.execute(query).rowcount)


def seen_now(db: Connection, names: dict[str, int]) -> None:
    """Write down when sessions were last used (name of the session, moment)."""
    seen = update(sessions).where(sessions.c.token.startswith(bindparam("held"))).values(seen=bindparam("at"))
    if names:
        db.execute(seen, [{"held": held, "at": at} for held, at in names.items()])


def forget_sessions(db: Connection) -> None:
    """Sessions that have expired."""
    db.execute(delete(sessions).where(sessions.c.expires <= now()))


class Totp(NamedTuple):
    """What is stored of one-time codes: the secret follows from the salt and the house's key."""

    salt: str
    key: str
    on: bool
    last: int  # the step of the last code that was used


def _totp(row: Row[Any]) -> Totp | None:
    return None if row.totp is None else Totp(**row.totp)


def asks_for_codes(db: Connection, user: int) -> bool:
    """Whether a one-time code is asked for when the person logs in."""
    kept = db.execute(select(users.c.totp).where(users.c.id == user)).scalar()  # none: a guest has no account
    return kept is not None and Totp(**kept).on


def _codes(db: Connection, kept: Totp) -> pyotp.TOTP:
    secret = keys_of(db).derive(f"totp\n{kept.salt}", kept.key)[:20]
    return pyotp.TOTP(base64.b32encode(secret).decode(), interval=_STEP)


def begin_totp(db: Connection, person: Person) -> dict[str, str]:
    """A secret for an application that shows codes; they are asked for once one has been confirmed."""
    kept = _totp(find_person(db, person.id))
    if kept is not None and kept.on:
        raise RuleError("codes are asked for already", "code")
    made = Totp(secrets.token_hex(20), keys_of(db).ids[0], False, 0)
    db.execute(update(users).where(users.c.id == person.id).values(totp=made._asdict()))
    codes = _codes(db, made)
    return {"secret": codes.secret, "uri": codes.provisioning_uri(person.name, "Houseway")}


def use_code(db: Connection, user: int, code: str, *, confirm: bool = False) -> bool:
    """Whether the code is right and new; none is asked for where the person has not confirmed one."""
    row = find_person(db, user)
    kept = _totp(row)
    if kept is None or not (kept.on or confirm):
        return not confirm
    codes, step, given = _codes(db, kept), now() // 1000 // _STEP, code.replace(" ", "").encode()
    for tried in (step, step - 1, step + 1):
        if tried > kept.last and hmac.compare_digest(codes.generate_otp(tried).encode(), given):
            db.execute(
                update(users).where(users.c.id == user).values(totp=kept._replace(on=True, last=tried)._asdict())
            )
            return True
    return False


def end_totp(db: Connection, person: Person, code: str) -> None:
    """No more codes, by a last one."""
    if _totp(find_person(db, person.id)) is None or not use_code(db, person.id, code):
        raise DeniedError("the code is wrong", "code")
    db.execute(update(users).where(users.c.id == person.id).values(totp=None))
    record(db, person.id, "codes off", person.name)
