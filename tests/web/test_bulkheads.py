"""Bulkheads: what is slow or many waits among its own kind, is told so, and keeps nobody from playing."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sqlalchemy import text
from starlette.testclient import TestClient
from tests.floor.postgres import running
from tests.web.conftest import Client, begin
from websockets.sync.client import connect

from houseway.cards import decks
from houseway.families import open_round
from houseway.floor import reports
from houseway.floor.outages import UnavailableError
from houseway.floor.store import Store, default_url
from houseway.play.core.roundfile import convert_round
from houseway.rules import game as games
from houseway.rules import load, pays, words
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.web import connections
from houseway.web.api.games import MOST_FROM_VISITORS
from houseway.web.app import create_app
from houseway.web.connections import LINES, Bounded
from houseway.web.lanes import LANES, REPORTS, BusyError
from houseway.web.pricing import Pricing
from houseway.web.settings import AREAS, Settings


def test_reports_that_hang_keep_nobody_from_playing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads of the reports are taken, their queue is full: the next is told to wait, and play goes on."""
    go_on, began = threading.Event(), threading.Semaphore(0)

    def hangs(*_: Any) -> list[Any]:
        began.release()
        go_on.wait(30)
        return []

    monkeypatch.setitem(reports.REPORTS, "agp", hangs)
    asked = REPORTS.threads + REPORTS.queue
    with ThreadPoolExecutor(asked + 1) as crowd:
        waiting = [crowd.submit(client.get, "/api/floor/reports/agp") for _ in range(asked)]
        try:
            for _ in range(REPORTS.threads):
                assert began.acquire(timeout=20)
            end = time.monotonic() + 120
            while REPORTS.waiting < REPORTS.queue and time.monotonic() < end:
                time.sleep(0.01)
            refused = client.get("/api/floor/reports/agp")
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            assert "nothing was changed" in refused.json()["error"]
            table = client.post("/api/tables", json={"game": "baccarat"}).json()["id"]
            assert client.post(f"/api/tables/{table}/sit", json={"buy_in": 50}).status_code == 200
            assert client.get(f"/api/tables/{table}").status_code == 200
        finally:
            go_on.set()
        assert {answer.result().status_code for answer in waiting} == {200}


def test_the_lanes_together_have_a_connection_for_each_thread() -> None:
    """So that no lane waits for another's connection to the database."""
    assert sum(lane.threads for lane in LANES) <= 48


@pytest.fixture
def bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server that holds 40 connections and waits a second for a request."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(connections, "BODY_SECONDS", 1.0)
    monkeypatch.setattr(LINES, "most", 40)
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=()))
    config = uvicorn.Config(app, port=0, log_level="error", access_log=False, http=Bounded)  # as `serve` does
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)


def asked(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(b"GET /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return line.recv(100)


def closed(line: socket.socket) -> bool:
    line.settimeout(connections.HEADER_SECONDS + 8)  # less than without the fixture
    try:
        return line.recv(10) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent", [b"", b"GET /api/games HTTP/1.1\r\nHost:", b"POST /api/settle HTTP/1.1\r\nHost: x\r\n"]
)
def test_half_sent_requests_give_way_and_end(bounded: int, sent: bytes) -> None:
    """Three times as many as there is room for: others are served at once, and all are closed after their time."""
    lines = [socket.create_connection(("127.0.0.1", bounded), 10) for _ in range(120)]
    try:
        for line in lines:
            try:
                line.sendall(sent)
            except ConnectionError:
                continue  # gave way already
        assert asked(bounded).startswith(b"HTTP/1.1 200")
        assert all(closed(line) for line in lines)
    finally:
        for line in lines:
            line.close()


def test_an_answer_is_one_write(bounded: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its head goes with its body; a HEAD has none, and 100 Continue goes before the answer is begun."""
    written: list[bytes] = []
    made = Bounded.connection_made

    class Noted:
        """A transport whose writes are noted."""

        def __init__(self, transport: Any) -> None:
            self._transport = transport

        def __getattr__(self, name: str) -> Any:
            return getattr(self._transport, name)

        def write(self, data: bytes) -> None:
            written.append(data)
            self._transport.write(data)

    def noted(self: Bounded, transport: Any) -> None:
        transport_noted: Any = Noted(transport)
        made(self, transport_noted)

    monkeypatch.setattr(Bounded, "connection_made", noted)
    with contextlib.closing(HTTPConnection("127.0.0.1", bounded, timeout=10)) as line:
        for method in ("GET", "HEAD", "GET"):
            line.request(method, "/healthz")
            line.getresponse().read()
        assert [len(sent.partition(b"\r\n\r\n")[2]) > 0 for sent in written] == [True, False, True]
        written.clear()
        line.putrequest("POST", "/api/settle")
        for name, value in (("Expect", "100-continue"), ("Content-Type", "application/json"), ("Content-Length", "2")):
            line.putheader(name, value)
        line.endheaders()
        end = time.monotonic() + 10
        while not written and time.monotonic() < end:
            time.sleep(0.01)
        assert written == [b"HTTP/1.1 100 Continue\r\n\r\n"]
        line.send(b"{}")
        assert line.getresponse().status == 422
        assert len(written) == 2


def test_headers_without_end_are_refused(bounded: int) -> None:
    with socket.create_connection(("127.0.0.1", bounded), 10) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n")
        with contextlib.suppress(ConnectionError):
            for _ in range(80):
                line.sendall(b"X-More: " + b"a" * 1000 + b"\r\n")
        line.settimeout(5)
        assert line.recv(12) == b"HTTP/1.1 400"
    assert asked(bounded).startswith(b"HTTP/1.1 200")


def test_a_body_that_does_not_come_ends_too(bounded: int) -> None:
    head = b"POST /api/settle HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", bounded), 10) as line:
        line.sendall(head)
        assert closed(line)
    assert asked(bounded).startswith(b"HTTP/1.1 200")


def test_what_came_in_while_the_server_was_held_up_is_read_before_its_time_is_over(bounded: int) -> None:
    with socket.create_connection(("127.0.0.1", bounded), 10) as line:
        end = time.monotonic() + 10
        while not LINES.open and time.monotonic() < end:
            time.sleep(0.01)
        held_up, loop = threading.Event(), next(iter(LINES.open)).loop
        ours, theirs = socket.socketpair()

        def hold() -> None:
            loop.remove_reader(theirs)
            held_up.set()
            time.sleep(1.5)  # longer than a request may take

        loop.call_soon_threadsafe(loop.add_reader, theirs, hold)
        ours.sendall(b"!")
        assert held_up.wait(10)
        line.sendall(b"GET /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        line.settimeout(10)
        assert line.recv(12) == b"HTTP/1.1 200"
        ours.close()
        theirs.close()


def test_a_line_kept_open_is_not_cut_between_requests(bounded: int) -> None:
    line = HTTPConnection("127.0.0.1", bounded, timeout=10)
    line.connect()
    first = line.sock
    for _ in range(4):
        line.request("GET", "/api/tables")
        answer = line.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True)
        time.sleep(0.4)
    assert line.sock is first
    line.close()


def test_a_socket_stays_open_and_is_counted_until_it_is_closed(bounded: int) -> None:
    line = HTTPConnection("127.0.0.1", bounded, timeout=10)
    line.request("GET", "/api/session")
    answer = line.getresponse()
    told, cookie = json.load(answer), str(answer.getheader("set-cookie")).partition(";")[0]
    headers = {"Cookie": cookie, "X-CSRF-Token": told["csrf"], "X-Request-Id": "12345678"}
    headers["Content-Type"] = "application/json"
    line.request("POST", "/api/tables", json.dumps({"game": "casino-war"}), headers)
    table = json.load(line.getresponse())["id"]
    line.close()
    with connect(f"ws://127.0.0.1:{bounded}/api/tables/{table}/live") as socket:
        assert json.loads(socket.recv())["id"] == table
        before = len(LINES.open)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=2.5)  # longer than a request may take to come in
        socket.ping().wait(5)
        assert len(LINES.open) <= before
    end = time.monotonic() + 60
    while len(LINES.open) >= before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(LINES.open) < before


def test_the_queue_for_prices_ends() -> None:
    class Never:
        def submit(self, *_: Any) -> "Future[Any]":
            return Future()

    pricing = Pricing(waiting=2)
    pricing._pool, pricing._shares = Never(), [0.25, 0.5]  # type: ignore[assignment]
    pricing._stops = [0, 0]
    first = pricing.ask("baccarat", {})
    assert first.answer() == {"state": "computing", "done": 0.0}
    assert pricing.ask("baccarat", {}) is first
    second = pricing.ask("casino-war", {})
    with pytest.raises(BusyError, match="odds"):
        pricing.ask("blackjack", {})
    second.future.set_result({"state": "ready"})
    assert pricing.ask("blackjack", {}).answer()["state"] == "computing"
    assert pricing.computing == 2


def test_what_strangers_bring_fills_no_memory() -> None:
    """Caches whose keys come from files and requests have a size, and a file has a length."""
    for kept in (games._configured, decks.deck, pays.parse_pay, words.cite):
        assert kept.cache_parameters()["maxsize"], kept
    with pytest.raises(RuleError, match="at most"):
        load_game('{"file": "x.toml", "game": {"id": "' + "x" * 400_000 + '"}}')


def test_a_game_that_a_visitor_sends_has_a_length(tmp_path: Path) -> None:
    """Games of a visitor's own in rounds: one of twice the size of the largest of the rulebook is refused."""
    raw = json.loads(load.whole_file("casino-war"))
    dealt = open_round(convert_round({"game": "casino-war", "seats": [{"wagers": {"initial": 10}}]}), 1)
    while not dealt.over:
        dealt = dealt.act(dealt.turn, dealt.legal(dealt.turn)[0].texts()[0])
    settings = Settings(default_url(tmp_path / "floor.db"), True, hosts=("testserver",), public=("rulings",))
    with Client(create_app(settings)) as visitor:

        def ask(summary: str) -> Any:
            game = json.dumps({**raw, "game": {**raw["game"], "summary": summary}})
            return visitor.post("/api/settle", json={"round": {**dealt.round_file(), "game": game}})

        assert ask("one of a visitor's own").status_code == 200
        refused = ask("x" * MOST_FROM_VISITORS)
        assert (refused.status_code, refused.json()["field"]) == (422, "game")
        assert f"at most {MOST_FROM_VISITORS:,}" in refused.json()["error"]
    largest = max(len(load.whole_file(str(load.read_raw(path)["id"]))) for path in load.rulebook_files())
    assert largest <= MOST_FROM_VISITORS / 2


def _endless(store: Store) -> Callable[[Any], Any]:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    return lambda db: db.execute(text(endless if store.embedded else "SELECT pg_sleep(20)")).all()


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_statement_that_takes_too_long_is_ended(database: str, tmp_path: Path) -> None:
    def check(store: Store) -> None:
        began = time.monotonic()
        with pytest.raises(UnavailableError, match="nothing was changed"):
            store.read(_endless(store), seconds=0.3)
        assert time.monotonic() - began < 15
        assert store.read(lambda db: db.execute(text("SELECT 1")).scalar_one()) == 1
        if not store.embedded:
            assert store.read(lambda db: db.execute(text("SHOW lock_timeout")).scalar_one()) == "2s"
            assert store.read(lambda db: db.execute(text("SHOW statement_timeout")).scalar_one()) == "15s"
        store.close()

    if database == "sqlite":
        check(Store(default_url(tmp_path / "floor.db")))
    else:
        with running() as url:
            check(Store(url))


OPEN_TO = {
    "games": ["/api/games", "/api/own-games", "/api/game?id=casino-war", "/api/sheet?id=casino-war"],
    "odds": ["/api/odds?id=no-such-game"],
    "tables": ["/api/tables", "/api/tables/1", "/api/floor/meters", "/api/tables/1/draws"],
    "rounds": ["/api/rounds/1", "/api/rounds/1/file"],
    "rulings": [],
}


def test_a_visitor_sees_what_the_house_has_opened(tmp_path: Path) -> None:
    url = default_url(tmp_path / "floor.db")
    with Client(create_app(Settings(url, hosts=("testserver",)))) as client:  # a table and a round to look at
        begin(client)
        client.post("/api/tables", json={"game": "casino-war"})
    for public in (None, (), *((area,) for area in AREAS)):
        opened = ("games", "odds") if public is None else public
        with Client(create_app(Settings(url, True, hosts=("testserver",), public=public))) as visitor:
            assert visitor.get("/api/session").json()["public"] == list(opened)
            for area, paths in OPEN_TO.items():
                for path in paths:
                    assert (visitor.get(path).status_code != 401) == (area in opened), (path, public)
            ruled = visitor.post("/api/settle", json={"round": {}}).status_code
            assert (ruled != 401) == ("rulings" in opened)
