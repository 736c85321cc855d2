"""The door of the server: allowed hosts, bodies of bounded size, security headers, a pace for each client."""

import time
from collections import OrderedDict
from collections.abc import Iterable
from hashlib import sha256

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.answers import problem
from houseway.web.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_CLIENTS = 10_000
_FROM_ONE_ADDRESS = 20  # as many clients of one address at full pace: cookies are free to whoever makes them up
_BODY = "houseway_body"
_HEADERS = "houseway_headers"
_ANY_NAME = frozenset({"/healthz", "/metrics"})  # asked for by machines that know an address only
_OWN_PAGES = (b"same-origin", b"none")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
RawHeaders = dict[bytes, bytes]


def _first_of_each(headers: Iterable[tuple[bytes, bytes]]) -> RawHeaders:
    """The headers by name; of several of one name the first, as everywhere else."""
    return dict(reversed(list(headers)))


def headers_of(scope: Scope) -> RawHeaders:
    """The headers of a request by name, as the guard has read them."""
    found: RawHeaders | None = scope.get("state", {}).get(_HEADERS)
    return _first_of_each(scope["headers"]) if found is None else found


def host_of(header: str) -> str:
    """A Host header without its port."""
    name = header.strip().casefold()
    return name[: name.index("]") + 1] if name.startswith("[") and "]" in name else name.partition(":")[0]


def fingerprint(scope: Scope) -> str:
    """The hash of what a request asks for, whose body has been read."""
    body = scope.get("state", {}).get(_BODY)
    head = f"{scope.get('method', '')} {scope['path']}\n"
    return sha256(head.encode() + (body.digest() if body else b"")).hexdigest()


class Pace:
    """A bucket for each client that fills at `rate` a second and holds two seconds' worth, at least one request."""

    def __init__(self, rate: float) -> None:
        self.rate, self.most = rate, max(2 * rate, 1.0)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        moment = time.monotonic()
        left, before = self._buckets.pop(client, (self.most, moment))
        left = min(left + (moment - before) * self.rate, self.most)
        self._buckets[client] = (max(left - 1, 0), moment)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return left >= 1


class Guard:
    """The layer in front of the application; the security headers are sent by the one around it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.pace = Pace(settings.requests_per_second)
        self.crowd = Pace(_FROM_ONE_ADDRESS * settings.requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = scope.setdefault("state", {})[_HEADERS] = _first_of_each(scope["headers"])
        if scope["type"] != "http":
            if not self._welcome(headers):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return

        if not self._welcome(headers) and scope["path"] not in _ANY_NAME:
            await problem("this server is not called by that name", "Host", 400)(scope, receive, send)
            return
        if scope["method"] not in SAFE and headers.get(b"sec-fetch-site", b"none") not in _OWN_PAGES:
            await problem("a page of another site may not ask for this", "Sec-Fetch-Site", 403)(scope, receive, send)
            return
        address = (scope["client"] or ("",))[0]
        client = headers[b"cookie"].decode("latin-1") if headers.get(b"cookie") else address
        if scope["path"].startswith("/api/") and not (self.pace.allows(client) and self.crowd.allows(address)):
            answer = problem("too many requests; wait a moment", "request", 429)
            answer.headers["Retry-After"] = "1"
            await answer(scope, receive, send)
            return
        await self._within(scope, receive, send, headers)

    def _welcome(self, headers: RawHeaders) -> bool:
        """A name the server is meant to have: no page elsewhere may point its own name at this machine."""
        return not self.settings.hosts or host_of(headers.get(b"host", b"").decode("latin-1")) in self.settings.hosts

    async def _within(self, scope: Scope, receive: Receive, send: Send, headers: RawHeaders) -> None:
        limit, seen = self.settings.body_limit, 0
        large = f"a body may have {limit:,} bytes"
        stated = headers.get(b"content-length", b"0").decode("latin-1")
        if not stated.isdecimal() or int(stated) > limit:
            answer = problem(large, "body", 413)
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return

        hashed = scope["state"][_BODY] = sha256()

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            hashed.update(message.get("body", b""))
            if seen > limit:
                raise HTTPException(413, large, {"Connection": "close"})
            return message

        await self.app(scope, counted, send)
