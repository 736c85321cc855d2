"""Servers that can be killed, and clients that go on playing whatever happens to them."""

import json
import multiprocessing
import socket
import threading
import time
from http.client import HTTPConnection, HTTPException
from random import Random
from secrets import token_hex
from typing import Any

from tests.ports import held_port, port_of

from houseway.floor.store import default_key_file

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.floor.warm"])


class Server:
    """A server process on a port of its own; it starts again on the same port."""

    def __init__(self, url: str) -> None:
        self.url, self._held = url, held_port()
        self.port = port_of(self._held)
        self._orders: Any = None

    def fork(self, fuse: Any = None) -> None:
        """A new server process, which may not answer yet."""
        if self._orders is None:
            from tests.floor.warm import nursery

            self._orders, theirs = _context.Pipe()
            _context.Process(
                target=nursery, args=(self.url, default_key_file(self.url), self.port, theirs), daemon=True
            ).start()
            theirs.close()
        self._order("fork", fuse)

    def start(self, fuse: Any = None) -> None:
        """A new server process, once it takes requests."""
        self.fork(fuse)
        until = time.monotonic() + 300
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.005)
        raise AssertionError("the server did not start")

    def died(self, seconds: float) -> bool:
        """Whether the server dies by itself within the time."""
        return bool(self._order("wait", seconds))

    def kill(self) -> None:
        """End the process with -9, if it lives."""
        self._order("kill", None)

    def close(self) -> None:
        """Kill the server and the process that makes it."""
        self.kill()
        self._orders.close()
        self._held.close()

    def _order(self, order: str, given: Any) -> Any:
        self._orders.send((order, given))
        return self._orders.recv()


class Gone(Exception):  # noqa: N818 - the server died under the request
    """No answer came: nobody knows whether the request was carried out."""


class Client:
    """A guest with a session, over one of the servers."""

    def __init__(self, *ports: int) -> None:
        self.ports = ports
        self.cookie = self.csrf = ""

    def request(self, method: str, path: str, body: Any = None, port: int = 0, request_id: str = "") -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", port or self.ports[0], timeout=60)
        headers = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf, "Content-Type": "application/json"}
        headers["X-Request-Id"] = request_id or token_hex(8)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            given = answer.getheader("set-cookie")
        except (OSError, HTTPException) as error:
            raise Gone from error
        finally:
            connection.close()
        if given:
            self.cookie = given.partition(";")[0]
        return answer.status, json.loads(text) if answer.getheader("content-type") == "application/json" else text

    def begin(self) -> None:
        _, session = self.request("GET", "/api/session")
        self.csrf = session["csrf"]


class Player(threading.Thread):
    """Plays a game at a table of its own until told to stop; a lost answer only makes it look again."""

    def __init__(self, port: int, game: str, wagers: dict[str, float], seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.game, self.wagers, self.rng = Client(port), game, wagers, Random(seed)
        self.stopping = threading.Event()
        self.table = 0
        self.done = 0
        self.faults: list[Any] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                view = self._sit()
                while self.table and not self.stopping.is_set():
                    view = self._step(view)
            except Gone:
                time.sleep(0.01)

    def _look(self) -> dict[str, Any]:
        _, view = self.client.request("GET", f"/api/tables/{self.table}")
        found: dict[str, Any] = view
        return found

    def _ask(self, path: str, **body: Any) -> dict[str, Any]:
        """The table after the request; where it moved on meanwhile, as it is now."""
        status, view = self.client.request("POST", path, body)
        self.done += 1
        if status not in (200, 201, 409):
            self.faults.append((status, view, path, body))
        found: dict[str, Any] = view
        return found if "round" in found else self._look()

    def _sit(self) -> dict[str, Any]:
        if not self.client.csrf:
            self.client.begin()
        if not self.table:
            self.table = self._ask("/api/tables", game=self.game)["id"]
        view, path = self._look(), f"/api/tables/{self.table}"
        if not view["you"]["seats"]:
            bought = min(5000, int(view["you"]["wallet"]))
            view = self._ask(f"{path}/sit", seat=0, buy_in=bought)
        if self.game == "texas-holdem" and view["seats"][1]["player"] is None:
            view = self._ask(f"{path}/bots", seat=1, buy_in=5000)
        return view

    def _step(self, view: dict[str, Any]) -> dict[str, Any]:
        path, hand = f"/api/tables/{self.table}", view["round"]
        if hand is not None and hand["status"] == "playing":
            legal = [text for one in hand["legal"] for text in one["texts"]]
            return self._ask(f"{path}/act", seat=0, action=self.rng.choice(legal), after=hand["seq"])
        if hand is not None and hand["status"] == "betting":
            return self._ask(f"{path}/deal")
        if view["seats"][1]["bot"] and not view["seats"][1]["stack"]:
            self.table = 0  # the automatic player has lost everything: on to another table
            return view
        if view["you"]["wallet"] < 1000:
            self._ask("/api/purse")
            return self._look()
        if view["seats"][0]["stack"] < 100:
            return self._ask(f"{path}/buy-in", seat=0, amount=1000)
        body = {"seat": 0, "wagers": self.wagers, "shuffle": view["shuffle"]["commitment"]}
        return self._ask(f"{path}/bets", **body, deal=self.rng.random() < 0.5)
