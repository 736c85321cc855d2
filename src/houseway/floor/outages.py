"""What can go wrong between the floor and its database, and what is known of the work that was under way."""

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from houseway.rules.errors import RuleError

_PASSING = frozenset({"40001", "40P01", "55P03"})  # serialisation failure, deadlock, lock not available
_GONE = ("08", "57", "53", "58")  # connection, operator's intervention, resources, system: by SQLSTATE


class UnavailableError(RuleError):
    """The database does not answer, or has no room: nothing was changed."""

    told = "the database does not answer; nothing was changed, ask again"  # to strangers: the reason names machines

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database does not answer ({reason}); nothing was changed, ask again", "server")


class OutcomeUnknownError(RuleError):
    """The connection was lost while the work was being committed: it may be done or not."""

    def __init__(self) -> None:
        super().__init__("outcome unknown: ask again with the same request id", "server")


Fault = (DBAPIError, sqlite3.Error, PoolTimeout)


def _driver(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _code(error: BaseException) -> str:
    return str(getattr(_driver(error), "sqlstate", None) or "")


def passing(error: BaseException) -> bool:
    """Whether another process was in the way, so that the same work may do the next time."""
    return _code(error) in _PASSING or "database is locked" in str(_driver(error))


def too_long(error: BaseException) -> bool:
    """Whether a statement was ended because it took too long: the next one would as well."""
    return _code(error) == "57014" or str(_driver(error)) == "interrupted"


def outage(error: BaseException) -> bool:
    """Whether it is the database that failed, not what was asked of it."""
    if isinstance(error, PoolTimeout) or too_long(error):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    driver, code = _driver(error), _code(error)
    if isinstance(driver, sqlite3.Error):
        told = str(driver)
        return any(text in told for text in ("disk", "full", "unable to open", "readonly", "closed database"))
    return code.startswith(_GONE) or (not code and type(driver).__name__ in ("OperationalError", "InterfaceError"))


def refused(error: BaseException) -> bool:
    """Whether the database answered a commit with a refusal, so that it was not carried out."""
    driver = _driver(error)
    if isinstance(driver, sqlite3.Error):
        return "locked" in str(driver) or "full" in str(driver)
    return bool(_code(error)) and not _code(error).startswith(_GONE)
