"""A nursery of servers: a process with everything loaded that forks one server after another, to be killed.

A forked server is a process of its own with its own connections, files and locks, and starts as `houseway serve`
does; only the imports are done before. It may carry a fuse: then it kills itself inside a transaction.
"""

import gc
import logging
import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from sqlalchemy import Engine, event

from houseway.families import betting_spots, open_round
from houseway.floor import moments
from houseway.floor.ready import Ready
from houseway.floor.store import Store
from houseway.floor.wire import Wire
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.web.app import create_app
from houseway.web.settings import Settings

WAGERS: dict[str, dict[str, float]] = {
    "blackjack": {"blackjack": 10},
    "three-card-poker": {"ante": 10, "pair_plus": 5},
    "ultimate-texas-holdem": {"ante": 10, "blind": 10, "progressive": 1},
    "baccarat": {"banker": 10},
    "texas-holdem": {},
}


class Fuse(NamedTuple):
    """Die after so many writing statements: from the start on, or from the next settlement on."""

    statements: int
    settling: bool = False


class Skew(NamedTuple):
    """A machine whose clock is wrong by so many seconds."""

    seconds: int


def _warm() -> None:
    for game, wagers in WAGERS.items():
        betting_spots(RoundFile(game))
        opening = {"game": game, "seats": [{"wagers": wagers}] * 2, "meters": {"progressive": 100}}
        live = open_round(convert_round(opening), 1)
        while not live.over:
            live = live.act(live.turn, live.suggest(live.turn))
        live.settle()


_warm()


def light(fuse: Fuse) -> None:
    """Count the statements that change something, and die by the same signal as from outside."""
    burning, left = not fuse.settling, fuse.statements

    def count(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        nonlocal burning, left
        if not statement.startswith(("INSERT", "UPDATE")):
            return
        burning = burning or (statement.startswith("INSERT INTO events") and "'settle'" in repr(parameters))
        left -= burning
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    ready = Ready._execute

    def executed(db: Any, made: Any, values: Any, many: bool = False) -> Any:
        cursor = ready(db, made, values, many)
        count(db, cursor, made.text, values)
        return cursor

    together = Wire.carry_out

    def sent(self: Wire, asked: Any) -> list[Any]:
        results = []
        for text, values in asked:  # what is sent together may be cut off after any of them
            results += together(self, [(text, values)])
            count(None, None, text, values)
        return results

    event.listen(Engine, "after_cursor_execute", count)
    Ready._execute = staticmethod(executed)  # type: ignore[method-assign]
    Wire.carry_out = sent  # type: ignore[method-assign]


def _serve(app: Any, port: int, fault: Fuse | Skew | None) -> None:
    if isinstance(fault, Fuse):
        light(fault)
    elif isinstance(fault, Skew):
        moments._clock._ahead += fault.seconds * 1_000_000_000
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="critical")


def _dead(pid: int, seconds: float) -> bool:
    """Whether the server is dead, or dies within the time."""
    until = time.monotonic() + seconds
    while os.waitpid(pid, os.WNOHANG)[0] == 0:
        if time.monotonic() > until:
            return False
        time.sleep(0.002)
    return True


def nursery(url: str, key_file: Path, port: int, orders: Connection) -> None:
    """Carry out orders until the other end is closed: fork a server, kill it, say whether it died by itself."""
    logging.disable(logging.CRITICAL)
    app = create_app(Settings(url, key_file=key_file, requests_per_second=100_000))
    app.openapi()  # the routes are worked out on first use
    Store(url).close()  # loads the driver; no connection is opened here
    uvicorn.Config(app).load()
    gc.freeze()
    pid = 0
    while True:
        try:
            order, given = orders.recv()
        except EOFError:
            order, given = "end", None
        if order == "fork":
            assert not pid, "one server at a time: another would keep the port and go on unkilled"
            pid = os.fork()
            if not pid:
                orders.close()
                _serve(app, port, given)
                os._exit(0)
            orders.send(pid)
        elif order == "wait":
            gone = _dead(pid, given)
            pid = 0 if gone else pid
            orders.send(gone)
        else:
            if pid:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                pid = 0
            if order == "end":
                return
            orders.send(True)
