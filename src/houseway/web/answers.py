"""Answers of the interface: JSON in the exchange format, errors as one sentence and the field it is about."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from houseway.floor.ledger import RepeatedError
from houseway.floor.outages import OutcomeUnknownError, UnavailableError
from houseway.floor.own_games import ClashError
from houseway.floor.roles import DeniedError
from houseway.floor.rounds import StaleError
from houseway.floor.tables import MissingError
from houseway.rules.errors import MALFORMED, RuleError
from houseway.web.lanes import BusyError
from houseway.web.misfits import field_of, sentence

_log = logging.getLogger(__name__)


class Problem(BaseModel):
    """What went wrong; nothing was changed."""

    error: str
    field: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "The request cannot be read."),
        (401, "There is no session."),
        (403, "The person may not do this, or the request is forged."),
        (404, "There is no such thing."),
        (405, "This is not done here."),
        (409, "The request came before, or the table has moved on."),
        (413, "The body is too large."),
        (415, "The body is not JSON."),
        (422, "The rules or the form of the request do not allow it."),
        (429, "Too many requests."),
        (
            503,
            "Too much waits, the database does not answer, or the outcome is unknown: ask again by the same id.",
        ),
    )
}

_STATUS = (
    (UnavailableError, 503),
    (BusyError, 503),
    (OutcomeUnknownError, 503),
    (DeniedError, 403),
    (MissingError, 404),
    (StaleError, 409),
    (RepeatedError, 409),
    (ClashError, 409),
)


_PLAIN = {  # what the framework says of itself
    "Not Found": "there is nothing at this address",
    "Method Not Allowed": "this is not done at this address",
    "There was an error parsing the body": "the body cannot be read",
}


def reply(data: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def problem(message: str, field: str, status: int) -> Response:
    return reply({"error": message, "field": field}, status)


def rule_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RuleError)
    if isinstance(error.__cause__, UnicodeEncodeError):
        return unstorable(request, error)
    if isinstance(error.__cause__, MALFORMED):  # what we could not read and did not foresee
        _log.error("refused by an internal fault", exc_info=error.__cause__)
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 422)
    message = error.message
    if isinstance(error, UnavailableError):
        _log.warning(message)
        message = error.told
    answer = problem(message, error.field, status)
    if status == 503:
        answer.headers["Retry-After"] = "1"
    return answer


def invalid(_: Request, error: Exception) -> Response:
    """The first fault of a request that does not fit its form."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return problem(sentence(first), field_of(first), 422)


def unstorable(_: Request, __: Exception) -> Response:
    """A text with characters that no database keeps."""
    return problem("a text of the request has characters that cannot be kept", "request", 422)


# For a browser that was sent to an address which is none of the site's.
_ASTRAY = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Not found · Houseway</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/css/base.css" />
    <script src="/js/theme.js"></script>
  </head>
  <body>
    <main class="page">
      <h1>Not found</h1>
      <p>There is no such page.</p>
      <p><a href="/#/">All games</a></p>
    </main>
  </body>
</html>
"""


def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page = not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
    if page and error.status_code == 404:
        return HTMLResponse(_ASTRAY, 404)
    answer = problem(_PLAIN.get(error.detail, error.detail), "request", error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def fault(_: Request, error: Exception) -> Response:
    """A fault of ours: told without its inside, which goes to the log."""
    _log.error("internal fault", exc_info=error)
    return problem("internal fault, please report it", "server", 500)


HANDLERS: dict[type[Exception], Callable[[Request, Exception], Response]] = {
    RuleError: rule_error,
    RequestValidationError: invalid,
    HTTPException: http_error,
    DataError: unstorable,
    UnicodeEncodeError: unstorable,
}


def answer_to(request: Request, error: Exception) -> Response:
    """The answer to an error of one of these kinds."""
    return next(HANDLERS[kind] for kind in type(error).__mro__ if kind in HANDLERS)(request, error)
