"""The floor under load: 200 tables in one server process, on SQLite and on PostgreSQL; actions a second and latency."""

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.floor.postgres import free_port, running

from houseway.floor.ledger import audit
from houseway.floor.store import Store

TABLES = 208  # 13 for each connection
THREADS = 16
SECONDS = 15.0
GAMES: dict[str, dict[str, float]] = {
    "blackjack": {"blackjack": 1},
    "three-card-poker": {"ante": 1},
    "ultimate-texas-holdem": {"ante": 1, "blind": 1},
    "baccarat": {"banker": 1},
}


@contextmanager
def serving(url: str) -> Iterator[int]:
    """A server process on the database."""
    port = free_port()
    command = [sys.executable, "-m", "houseway", "serve", "--port", str(port), "--database", url, "--rate", "100000"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                HTTPConnection("127.0.0.1", port, timeout=1).connect()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


class Client:
    """A guest on a connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Content-Type": "application/json"}
        self.took: list[float] = []
        session = self.ask("GET", "/api/session")
        self.headers["X-CSRF-Token"] = session["csrf"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        start = time.perf_counter()
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.took.append(time.perf_counter() - start)
        if cookie := answer.getheader("set-cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        if answer.status >= 400:
            raise RuntimeError(f"{answer.status} {text!r}")
        return json.loads(text)

    def seat(self, number: int) -> tuple[str, dict[str, float]]:
        """A table of its own with chips in front."""
        game = list(GAMES)[number % len(GAMES)]
        table = self.ask("POST", "/api/tables", {"game": game})["id"]
        self.ask("POST", f"/api/tables/{table}/sit", {"seat": 0, "buy_in": 700})
        return f"/api/tables/{table}", GAMES[game]

    def step(self, path: str, wagers: dict[str, float], view: Any) -> Any:
        """The next bet or decision at a table."""
        hand = view["round"] if view else None
        if hand is None or hand["status"] != "playing":
            return self.ask("POST", f"{path}/bets", {"seat": 0, "wagers": wagers, "deal": True})
        action = hand["legal"][-1]["examples"][0]
        return self.ask("POST", f"{path}/act", {"seat": 0, "action": action, "after": hand["seq"]})


def measure(name: str, url: str) -> None:
    with serving(url) as port:
        clients, placed = [], []
        for _ in range(THREADS):
            client = Client(port)
            placed.append([client.seat(number) for number in range(TABLES // THREADS)])
            client.took.clear()
            client.connection.close()  # the server ends idle connections; the next request opens it again
            clients.append(client)
        until = time.perf_counter() + SECONDS

        def play(client: Client, tables: list[tuple[str, dict[str, float]]]) -> None:
            views: list[Any] = [None] * len(tables)
            while time.perf_counter() < until:
                for index, (path, wagers) in enumerate(tables):
                    views[index] = client.step(path, wagers, views[index])

        threads = [threading.Thread(target=play, args=pair) for pair in zip(clients, placed, strict=True)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - start
    took = sorted(one for client in clients for one in client.took)
    p50, p99 = (1000 * took[int(len(took) * share)] for share in (0.5, 0.99))
    store = Store(url)
    balanced = store.read(audit).balanced
    store.close()
    tables = THREADS * (TABLES // THREADS)
    print(
        f"{name}: {tables} tables, {len(took) / seconds:,.0f} actions/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
        f"no error, ledger {'balanced' if balanced else 'NOT BALANCED'}"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", f"sqlite:///{folder}/floor.db")
    with running() as url:
        measure("PostgreSQL", url)


if __name__ == "__main__":
    main()
