"""Watching: a table is read once a change for all who watch it, and servers of one database tell each other."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.floor.postgres import running
from tests.web.conftest import Client, begin, bet

from houseway.web import shown
from houseway.web.app import create_app
from houseway.web.settings import Settings


def test_a_change_is_read_once_for_all_watchers(
    client: TestClient, another: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve watch, one of them at a seat: each sees his own view, and the database is asked once or twice a change."""
    table = client.post("/api/tables", json={"game": "ultimate-texas-holdem"}).json()["id"]
    path, read = f"/api/tables/{table}", list[int]()
    client.post(f"{path}/sit", json={"seat": 0, "buy_in": 100})
    real = shown.read_shown

    def counted(db: Any, table: int) -> Any:
        read.append(table)
        return real(db, table)

    monkeypatch.setattr(shown, "read_shown", counted)
    watchers = [client, *(another() for _ in range(11))]
    with ExitStack() as stack:
        sockets = [stack.enter_context(one.websocket_connect(f"{path}/live")) for one in watchers]
        for socket in sockets:
            socket.receive_json()
        read.clear()
        bet(client, path, seat=0, wagers={"ante": 5, "blind": 5}, deal=True)
        views = [socket.receive_json() for socket in sockets]
        assert len(read) <= 3
        assert views[0]["you"]["seats"] == [0]
        assert all(view["you"] == {"seats": [], "wallet": 10_000} for view in views[1:])
        mine, theirs = (
            next(pile for pile in view["round"]["piles"] if pile["seat"] == 0) for view in (views[0], views[1])
        )
        assert len(mine["cards"]) == 2
        assert (theirs["cards"], theirs["hidden"]) == ([], 2)
        direct = client.get(path).json()
        assert {**views[0], "round": None} == {**direct, "round": None}


def test_servers_of_one_database_tell_each_other_at_once() -> None:
    """What one server changes, the watchers of the other see long before its next look."""
    with running() as url, ExitStack() as stack:
        apps = [create_app(Settings(url, hosts=("testserver",))) for _ in range(2)]
        first, second = (stack.enter_context(Client(app)) for app in apps)
        for client in (first, second):
            begin(client)
            end = time.monotonic() + 120
            while not client.app.state.floor.watch.channel.listening:  # type: ignore[attr-defined]
                assert time.monotonic() < end
                time.sleep(0.01)
        table = first.post("/api/tables", json={"game": "casino-war"}).json()["id"]
        with second.websocket_connect(f"/api/tables/{table}/live") as socket:
            before = socket.receive_json()["version"]
            took = []
            for seat in range(4):
                start = time.monotonic()
                answer = first.post(f"/api/tables/{table}/sit", json={"seat": seat, "buy_in": 10})
                if answer.status_code != 200:
                    break
                assert socket.receive_json()["version"] > before
                took.append(time.monotonic() - start)
            assert min(took) < 1.0, took
