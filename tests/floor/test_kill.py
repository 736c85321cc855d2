"""The server killed with -9 at random moments under load: no cent lost or made, nothing paid twice, rounds go on."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select
from tests.floor.books import check_books
from tests.floor.postgres import running
from tests.floor.serving import Client, Player, Server
from tests.floor.warm import WAGERS, Fuse

from houseway.floor.ledger import audit
from houseway.floor.schema import rounds
from houseway.floor.store import Store, default_url
from houseway.floor.transaction import OPEN

KILLS = 10  # on each database by day, and at night so many
MANY = 600


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


def played_on(players: list[Player], more: int, seconds: float) -> None:
    """Wait until so many more requests have been answered, but not for ever."""
    wanted, until = sum(player.done for player in players) + more, time.monotonic() + seconds
    while sum(player.done for player in players) < wanted and time.monotonic() < until:
        time.sleep(0.002)


def die_once(server: Server, players: list[Player], rng: Random) -> bool:
    """A server killed while it starts, under load, inside a write or a settlement; whether one of the last ended it."""
    way, by_itself = rng.choice(("start", "load", "load", "write", "settlement")), False
    if way == "start":
        server.fork()
        time.sleep(rng.uniform(0, 0.12))
    elif way == "load":
        server.start()
        played_on(players, rng.randint(0, 12), 60)
        time.sleep(rng.uniform(0, 0.01))
    else:
        server.start(Fuse(rng.randint(0, 15), way == "settlement"))
        by_itself = server.died(60)
    server.kill()
    return by_itself


def go_on(client: Client, table: int, returned: bool) -> None:
    """The open round of a table is played to its end, or every wager goes back."""
    path = f"/api/tables/{table}"
    while True:
        _, view = client.request("GET", path)
        hand = view["round"]
        if hand is None or hand["status"] in ("settled", "void"):
            return
        if returned:
            status, _ = client.request("POST", f"/api/floor/tables/{table}/round/void", {"reason": "killed"})
        elif hand["status"] == "betting":
            status, _ = client.request("POST", f"{path}/deal", {})
        else:
            action = next(text for one in hand["legal"] for text in one["texts"])
            body = {"seat": 0, "action": action, "after": hand["seq"]}
            status, _ = client.request("POST", f"{path}/act", body)
        assert status == 200


def open_rounds(store: Store) -> list[int]:
    """Tables with a round that is not over."""
    query = select(rounds.c.table_id).where(rounds.c.status.in_(OPEN))
    return store.read(lambda db: list(db.execute(query).scalars()))


def kill_again_and_again(url: str, times: int, seed: int) -> None:
    """Players at their tables while the server dies `times` times; the books are added up after every death."""
    rng = Random(seed)
    server = Server(url)
    for _ in range(4):  # the migration of a new database is killed too
        server.fork()
        time.sleep(rng.uniform(0, 0.4))
        server.kill()
    server.start()
    players = [Player(server.port, game, wagers, seed + index) for index, (game, wagers) in enumerate(WAGERS.items())]
    for player in players:
        player.start()
    played_on(players, 10, 60)
    server.kill()
    store = Store(url)
    inside = 0
    for number in range(times):
        inside += die_once(server, players, rng)
        assert store.read(audit).balanced
        if number % 5 == 0:
            check_books(store)
    server.start()
    played_on(players, 60, 120)
    for player in players:
        player.stopping.set()
    for player in players:
        player.join(120)
    check_books(store)
    for number, player in enumerate(players):
        go_on(player.client, player.table, returned=number % 2 == 1)
    server.close()
    assert open_rounds(store) == []
    settled = check_books(store)
    store.close()
    assert [fault for player in players for fault in player.faults] == []
    assert inside > times / 8
    assert settled > times / 4
    assert sum(player.done for player in players) > 2 * times


def test_sqlite_survives_being_killed(tmp_path: Path) -> None:
    kill_again_and_again(default_url(tmp_path / "floor.db"), KILLS, 1)


def test_postgresql_survives_being_killed(postgresql: str) -> None:
    kill_again_and_again(postgresql, KILLS, 2)


@pytest.mark.nightly
def test_sqlite_survives_being_killed_hundreds_of_times(tmp_path: Path) -> None:
    kill_again_and_again(default_url(tmp_path / "floor.db"), MANY, 3)


@pytest.mark.nightly
def test_postgresql_survives_being_killed_hundreds_of_times(postgresql: str) -> None:
    kill_again_and_again(postgresql, MANY, 4)


def test_two_servers_on_one_database_never_pay_twice(postgresql: str) -> None:
    """Every request goes to both servers at once: with two ids one is carried out, with one both get its answer."""
    servers = [Server(postgresql), Server(postgresql)]
    for server in servers:
        server.start()
    client = Client(*(server.port for server in servers))
    client.begin()
    _, view = client.request("POST", "/api/tables", {"game": "ultimate-texas-holdem"})
    path = f"/api/tables/{view['id']}"
    client.request("POST", f"{path}/sit", {"seat": 0, "buy_in": 5000})
    rng = Random(5)
    twice = 0

    def both(what: str, body: dict[str, object], request_id: str = "") -> list[int]:
        statuses = [0, 0]
        views: list[object] = [None, None]

        def ask(index: int) -> None:
            port = servers[index].port
            statuses[index], views[index] = client.request("POST", f"{path}/{what}", body, port, request_id)

        threads = [threading.Thread(target=ask, args=(index,)) for index in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not request_id or views[0] == views[1]
        return sorted(statuses)

    for number in range(20):
        assert both("buy-in", {"seat": 0, "amount": 1}, f"request-{number}") == [200, 200]
        _, view = client.request("GET", path)
        bet = {"seat": 0, "wagers": WAGERS["ultimate-texas-holdem"], "shuffle": view["shuffle"]["commitment"]}
        client.request("POST", f"{path}/bets", bet)
        assert both("deal", {}) == [200, 422]
        while True:
            _, view = client.request("GET", path, port=servers[rng.randrange(2)].port)
            hand = view["round"]
            if hand["status"] != "playing":
                break
            legal = [text for one in hand["legal"] for text in one["texts"]]
            action = {"seat": 0, "action": rng.choice(legal), "after": hand["seq"]}
            if rng.random() < 0.5:
                assert both("act", action) == [200, 409]
            else:
                assert both("act", action, f"action-{number}-{hand['seq']}") == [200, 200]
            twice += 1
    assert twice >= 20
    for server in servers:
        server.close()
    store = Store(postgresql)
    check_books(store)
    store.close()
