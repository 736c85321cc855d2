"""The changes of a table straight to their routes: for these the framework's own way took longer than the change.

It looks through the routes of all routers, twice, and works out every parameter of a route on its own. Here a request
is known by its path, and its form is read at once. A request that does not fit its form goes the framework's way, which
says what is wrong with it; so every route is described, and means the same, there.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from inspect import signature
from typing import Any, NamedTuple, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.answers import HANDLERS, answer_to, fault
from houseway.web.context import Floor, caller_in
from houseway.web.forms import Form
from houseway.web.guard import headers_of
from houseway.web.lanes import PLAY, ROUNDS, Lane

_PATH = re.compile(r"/api/tables/([1-9][0-9]{0,14})/([a-z-]+)")
_PARAMETERS = ["floor", "asks", "table", "form"]
_KNOWN = tuple(HANDLERS)
_JSON = b"application/json"


class _Way(NamedTuple):
    """A route: where its work is done, the work, and the form that it takes."""

    route: APIRoute
    lane: Lane
    work: Callable[..., Response]
    form: type[Form]

    def read(self, body: bytes, kind: bytes) -> Form | None:
        """What the body says, if it fits."""
        if kind.partition(b";")[0].strip() != _JSON:
            return None
        try:
            return self.form.model_validate_json(body)
        except ValidationError:
            return None


def _ways(routes: Iterable[BaseRoute]) -> dict[str, _Way]:
    """The routes that change a table by a form, by the last part of their path."""
    found = {}
    for route in routes:
        if isinstance(route, APIRoute) and route.methods == {"POST"}:
            work: Any = getattr(route.endpoint, "__wrapped__", None)
            if work is not None and list(signature(work).parameters) == _PARAMETERS:
                form = get_type_hints(work)["form"]
                found[route.path.rpartition("/")[2]] = _Way(route, route.endpoint.lane, work, form)  # type: ignore[attr-defined]
    return found


class Express:
    """The innermost layer around the framework's own."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self.app, self._named = app, _ways(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        matched = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        way = self._named.get(matched[2]) if matched else None
        if matched is None or way is None:
            await self.app(scope, receive, send)
            return
        answer = None
        try:
            body, ended = await _whole(receive)
            form = None if ended else way.read(body, headers_of(scope).get(b"content-type", b""))
            if form is not None:
                scope["route"] = way.route
                floor: Floor = scope["app"].state.floor
                given = way.work, floor, caller_in(scope), int(matched[1]), form
                shared = floor.store.embedded and way.lane is PLAY
                answer = await (ROUNDS.run_together(floor.store, *given) if shared else way.lane.run(*given))
        except _KNOWN as error:
            answer = answer_to(Request(scope), error)
        except Exception as error:  # noqa: BLE001 - as the framework does
            answer = fault(Request(scope), error)
        if answer is None:
            await self.app(scope, _again(body, receive, ended), send)
        else:
            await answer(scope, receive, send)


async def _whole(receive: Receive) -> tuple[bytes, Message | None]:
    """The body of a request; and what came in place of its end, where the client is gone."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts), message
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts), None


def _again(body: bytes, receive: Receive, ended: Message | None) -> Callable[[], Awaitable[Message]]:
    """What gives a body that was read once more."""
    told: list[Message] = [{"type": "http.request", "body": body, "more_body": ended is not None}]
    if ended is not None:
        told.append(ended)

    async def next_message() -> Message:
        return told.pop(0) if told else await receive()

    return next_message
