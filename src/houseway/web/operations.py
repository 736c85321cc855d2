"""Operations: whether the server is well, what it does in figures, and a line of the log for every request."""

import contextlib
import gc
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_hex
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import text
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway import __version__
from houseway.hands.ranking import load_kernels
from houseway.rules.errors import RuleError
from houseway.web.answers import problem, reply, rule_error
from houseway.web.connections import LINES
from houseway.web.context import Floor, is_request_id
from houseway.web.guard import RAW_HEADERS
from houseway.web.lanes import CLOCK, LANES, REQUEST_ID

TOKEN = "HOUSEWAY_METRICS_TOKEN"
WORKERS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = 2.0  # for the database to answer
_COLLECTED = (20_000, 20, 20)  # objects made between two looks of the collector, and looks between two longer ones
_log = logging.getLogger("houseway.requests")
request_id: ContextVar[str] = ContextVar("request_id", default="")
router = APIRouter()

_registry = CollectorRegistry()
_REQUEST_ID = REQUEST_ID.lower().encode()
_requests = Counter(
    "houseway_requests", "Requests by route and status.", ("method", "route", "status"), registry=_registry
)
_seconds = Histogram(
    "houseway_request_seconds",
    "Time until the answer is sent, by route.",
    ("route",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=_registry,
)


_counter, _histogram = cache(_requests.labels), cache(_seconds.labels)  # as many as the registry keeps itself


class JsonLines(logging.Formatter):
    """A line of the log as JSON, with the id of the request it was written for."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def start_logging(level: str) -> None:
    """All of the program's log on standard error, a JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("houseway", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())


def keep_what_is_loaded() -> None:
    """Load what every round needs; have the garbage collector pass over what is loaded, and look less often.

    Most of what a request makes is gone by then; the collector took a twelfth of an action's time.
    """
    load_kernels()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTED)


class Observe:
    """The layer around all others: every request has an id, is counted and is in the log; every answer is guarded."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == _REQUEST_ID), b"").decode("latin-1")
        name = given if is_request_id(given) else token_hex(8)
        token, start, status = request_id.set(name), time.perf_counter(), 500

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *RAW_HEADERS, (_REQUEST_ID, name.encode())]
            await send(message)

        try:
            await self.app(scope, receive, told)
        finally:
            took = time.perf_counter() - start
            route = getattr(scope.get("route"), "path", "") or ("site" if status < 400 else "none")
            _counter(scope["method"], route, status).inc()
            _histogram(route).observe(took)
            level = logging.WARNING if status >= 500 else logging.INFO
            if _log.isEnabledFor(level):
                fields = {
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "ms": round(1000 * took, 1),
                    "client": (scope["client"] or ("",))[0],
                }
                _log.log(level, "request", extra={"fields": fields})
            request_id.reset(token)


@router.get("/healthz", include_in_schema=False)
async def healthz(request: Request) -> Response:
    """Whether the server and its database answer: 200, or 503."""
    floor: Floor = request.app.state.floor
    try:
        await CLOCK.run(lambda: floor.read(lambda db: db.execute(text("SELECT 1")).scalar_one(), _SECONDS))
    except RuleError as error:
        return rule_error(request, error)
    return reply({"status": "ok", "version": __version__})


class _Now(Collector):
    """What is the case at this moment in this process."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    def collect(self) -> Iterator[GaugeMetricFamily]:
        worker = str(os.getpid())
        for what, told in (("busy", "Threads that work."), ("waiting", "Callers who wait."), ("refused", "Told 503.")):
            family = GaugeMetricFamily(f"houseway_lane_{what}", told, labels=("lane", "worker"))
            for lane in LANES:
                family.add_metric((lane.name, worker), getattr(lane, what))
            yield family
        pool: Any = self.floor.store.engine.pool
        for name, told, value in (
            ("connections", "Open connections.", len(LINES.open)),
            ("connections_unsent", "Connections that have sent no whole request.", len(LINES.unsent)),
            ("watchers", "Sockets that watch a table.", self.floor.watch.watchers),
            ("database_connections", "Connections to the database in use.", pool.checkedout()),
        ):
            family = GaugeMetricFamily(f"houseway_{name}", told, labels=("worker",))
            family.add_metric((worker,), value)
            yield family


def _may_read(request: Request) -> bool:
    """From this machine, or with the token of the house."""
    expected = os.environ.get(TOKEN, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if expected and compare_digest(given.encode(), expected.encode()):
        return True
    with contextlib.suppress(ValueError):
        return ip_address(request.client.host if request.client else "").is_loopback
    return False


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    if not _may_read(request):
        return problem(f"figures are for this machine, or with the token in {TOKEN}", "Authorization", 403)
    found = CollectorRegistry()
    if os.environ.get(WORKERS_FOLDER):
        MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    now = CollectorRegistry()
    now.register(_Now(request.app.state.floor))
    counted = generate_latest(found if os.environ.get(WORKERS_FOLDER) else _registry)
    return Response(counted + generate_latest(now), media_type=CONTENT_TYPE_LATEST)
