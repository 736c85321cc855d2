"""Servers that can be killed, and clients that go on playing whatever happens to them."""

import json
import multiprocessing
import os
import signal
import socket
import threading
import time
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any

from tests.floor.postgres import free_port

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.floor.warm"])


class Server:
    """A server process on a port of its own; it starts again on the same port."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, free_port()
        self._process: Any = None

    def start(self) -> None:
        from tests.floor.warm import serve

        self._process = _context.Process(target=serve, args=(self.url, self.port), daemon=True)
        self._process.start()
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()


class Gone(Exception):  # noqa: N818 - the server died under the request
    """No answer came: nobody knows whether the request was carried out."""


class Client:
    """A guest with a session, over one of the servers."""

    def __init__(self, *ports: int) -> None:
        self.ports = ports
        self.cookie = self.csrf = ""

    def request(self, method: str, path: str, body: Any = None, port: int = 0) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", port or self.ports[0], timeout=20)
        headers = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf, "Content-Type": "application/json"}
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
        self.client, self.game, self.wagers, self.luck = Client(port), game, wagers, Random(seed)
        self.stopping = threading.Event()
        self.table = 0
        self.done = 0
        self.faults: list[Any] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._sit()
                while not self.stopping.is_set():
                    self._step()
            except Gone:
                time.sleep(0.03)

    def _ask(self, path: str, **body: Any) -> dict[str, Any]:
        status, view = self.client.request("POST", path, body)
        self.done += 1
        if status not in (200, 201, 409):
            self.faults.append((status, view, path, body))
        found: dict[str, Any] = view
        return found

    def _sit(self) -> None:
        if not self.client.csrf:
            self.client.begin()
        if not self.table:
            self.table = self._ask("/api/tables", game=self.game)["id"]
        _, view = self.client.request("GET", f"/api/tables/{self.table}")
        if not view["you"]["seats"]:
            self._ask(f"/api/tables/{self.table}/sit", seat=0, buy_in=5000, key=f"sit{self.table}")
        if self.game == "texas-holdem" and view["seats"][1]["player"] is None:
            self._ask(f"/api/tables/{self.table}/bots", seat=1, buy_in=5000)

    def _step(self) -> None:
        path = f"/api/tables/{self.table}"
        _, view = self.client.request("GET", path)
        hand = view["round"]
        if hand is not None and hand["status"] == "playing":
            legal = [text for one in hand["legal"] for text in one["examples"] if text.islower()]
            self._ask(f"{path}/act", seat=0, action=self.luck.choice(legal), after=hand["seq"])
        elif view["seats"][1]["bot"] and not view["seats"][1]["stack"]:
            self.stopping.set()  # the automatic player has lost everything
        elif view["seats"][0]["stack"] + view["you"]["wallet"] < 200 and not (hand and hand["status"] == "betting"):
            self.stopping.set()
        elif hand is not None and hand["status"] == "betting":
            self._ask(f"{path}/deal")
        elif view["seats"][0]["stack"] < 100:
            self._ask(f"{path}/buy-in", seat=0, amount=min(1000, view["you"]["wallet"]))
        else:
            self._ask(f"{path}/bets", seat=0, wagers=self.wagers, deal=self.luck.random() < 0.5)
