"""Exactly once, whatever breaks: connections cut at BEGIN and COMMIT, wrong clocks, two servers, a checked history."""

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import pytest
from sqlalchemy import Connection, func, select
from tests.floor.books import check_books
from tests.floor.helpers import assert_balanced
from tests.floor.postgres import running
from tests.floor.proxy import Proxy
from tests.floor.serving import Client, Server
from tests.floor.warm import Skew

from houseway.floor import store as storing
from houseway.floor import wire
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.outages import OutcomeUnknownError, UnavailableError
from houseway.floor.schema import entries, events, lines
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError
from houseway.web.app import create_app
from houseway.web.settings import Settings

ASKED = 20  # requests of each client
NOTHING = "nothing was changed"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


Ask = Callable[[str, str, Any, str], tuple[int, Any]]


class History:
    """A client that buys in for an amount no other request has, and writes down what it was told of each."""

    step = 1  # cents between two requests

    def __init__(self, ask: Ask, table: int, first: int, seed: int) -> None:
        self.ask, self.table, self.first, self.rng = ask, table, first, Random(seed)
        self.told: dict[int, set[str]] = {}
        self.faults: list[Any] = []

    def run(self) -> None:
        for cents in range(self.first, self.first + ASKED * self.step, self.step):
            self.told[cents] = self._until_done(cents, patient=self.rng.random() < 0.8)

    def asks_for(self, cents: int) -> tuple[str, dict[str, Any]]:
        return "buy-in", {"seat": 0, "amount": cents / 100}

    def _until_done(self, cents: int, patient: bool) -> set[str]:
        """Ask until it is done; who is not patient gives up at the first answer that is none."""
        told: set[str] = set()
        (path, body), name = self.asks_for(cents), token_hex(8)
        for _ in range(40):
            status, view = self.ask("POST", f"/api/tables/{self.table}/{path}", body, name)
            if status == 200:
                return {*told, "done"}
            if status != 503:
                self.faults.append((status, view))
                return {*told, "refused"}
            told.add("nothing" if NOTHING in view["error"] else "unknown")
            if not patient:
                return told
            time.sleep(0.01)
        return told


class Bets(History):
    """One that bets such amounts, each on a round of its own."""

    step = 100

    def asks_for(self, cents: int) -> tuple[str, dict[str, Any]]:
        for _ in range(40):
            status, view = self.ask("GET", f"/api/tables/{self.table}", None, token_hex(8))
            if status == 200:
                break
        body = {"seat": 0, "wagers": {"player": cents / 100}, "deal": True}
        return "bets", {**body, "shuffle": view["shuffle"]["commitment"]}


def check_history(
    store: Store, clients: list[History], kind: str = "buy-in", memo: str = "cash", table: int = 0
) -> Counter[str]:
    """What was done is done once; what was told to have changed nothing, and was not asked again, is not done."""
    query = (
        select(lines.c.cents, func.count())
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.kind == kind, lines.c.memo == memo, (entries.c.table_id == table) | (table == 0))
        .group_by(lines.c.cents)
    )
    found = {int(cents): int(count) for cents, count in store.read(lambda db: db.execute(query).all())}
    outcomes: Counter[str] = Counter()
    for client in clients:
        assert client.faults == []
        for cents, told in client.told.items():
            times = found.get(cents, 0)
            if "done" in told:
                assert times == 1, (cents, told)
            elif told == {"nothing"}:
                assert times == 0, (cents, told)
            else:
                assert times <= 1, (cents, told)
            outcomes += Counter(told)
            outcomes["done though unknown"] += times == 1 and "unknown" in told
    return outcomes


def together(clients: list[History]) -> None:
    threads = [threading.Thread(target=client.run) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_postgresql_cut_at_begin_and_commit_behind_two_servers(postgresql: str) -> None:
    proxy = Proxy(postgresql)
    servers = [Server(proxy.url), Server(proxy.url)]
    for server in servers:
        server.start()
    clients = []
    for number in range(4):
        guest, rng = Client(*(server.port for server in servers)), Random(number)
        guest.begin()
        _, view = guest.request("POST", "/api/tables", {"game": "baccarat"})
        guest.request("POST", f"/api/tables/{view['id']}/sit", {"seat": 0})

        def ask(method: str, path: str, body: Any, name: str, g: Client = guest, r: Random = rng) -> tuple[int, Any]:
            return g.request(method, path, body, r.choice(g.ports), name)

        clients.append(History(ask, view["id"], 1000 * (number + 1), number))
    proxy.every = 7
    together(clients)
    proxy.every = 0
    for server in servers:
        server.close()
    store = Store(postgresql)
    outcomes = check_history(store, clients)
    check_books(store)
    store.close()
    proxy.close()
    assert min(proxy.cut.values()) > 3, proxy.cut
    assert outcomes["done"] > 2 * ASKED


def test_bets_cut_at_begin_and_commit_behind_two_servers(postgresql: str) -> None:
    """What a bet writes is sent with its commit: where the line is cut there, it is asked for again, once."""
    proxy = Proxy(postgresql)
    servers = [Server(proxy.url), Server(proxy.url)]
    for server in servers:
        server.start()
    clients: list[History] = []
    for number in range(3):
        guest, rng = Client(*(server.port for server in servers)), Random(number)
        guest.begin()
        _, view = guest.request("POST", "/api/tables", {"game": "baccarat"})
        guest.request("POST", f"/api/tables/{view['id']}/sit", {"seat": 0, "buy_in": 950})

        def ask(method: str, path: str, body: Any, name: str, g: Client = guest, r: Random = rng) -> tuple[int, Any]:
            return g.request(method, path, body, r.choice(g.ports), name)

        clients.append(Bets(ask, view["id"], 100, number))
    proxy.every = 5
    together(clients)
    proxy.every = 0
    for server in servers:
        server.close()
    store = Store(postgresql)
    outcomes = sum((check_history(store, [one], "bet", "wagers", one.table) for one in clients), Counter[str]())
    check_books(store)
    store.close()
    proxy.close()
    assert min(proxy.cut.values()) > 3, proxy.cut
    assert outcomes["done"] > 2 * ASKED


def test_a_bet_waits_for_postgresql_twice(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for who bets and the table, once for all that is written and the commit; so does a decision."""
    from tests.web.conftest import Client as Page
    from tests.web.conftest import begin

    sent, carry_out = list[list[str]](), wire.Wire.carry_out

    def noted(self: wire.Wire, asked: Any) -> list[Any]:
        if threading.current_thread().name.startswith("play"):  # the clock asks too
            sent.append([text for text, _ in asked])
        return carry_out(self, asked)

    with Page(create_app(Settings(postgresql, hosts=("testserver",), requests_per_second=1e6))) as page:
        begin(page)
        table = page.post("/api/tables", json={"game": "three-card-poker"}).json()["id"]
        view = page.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 100}).json()
        bet = {"seat": 0, "shuffle": view["shuffle"]["commitment"]}
        page.post(f"/api/tables/{table}/bets", json={**bet, "wagers": {"ante": 5}})  # stores the rules
        monkeypatch.setattr(wire.Wire, "carry_out", noted)
        view = page.post(f"/api/tables/{table}/bets", json={**bet, "wagers": {"ante": 6}, "deal": True}).json()
        assert (view["round"]["status"], len(sent)) == ("playing", 2)
        asked = {"seat": 0, "action": "fold", "after": view["round"]["seq"]}
        view = page.post(f"/api/tables/{table}/act", json=asked).json()
        assert (view["round"]["status"], len(sent)) == ("settled", 4)
        assert [one[-1] for one in sent[1::2]] == ["COMMIT", "COMMIT"]
        monkeypatch.undo()
        check_books(page.app.state.floor.store)  # type: ignore[attr-defined]


def test_what_the_database_refuses_with_the_commit_is_told(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet that overdraws an account is refused where it is written, which is with the commit; nothing is changed."""
    from tests.web.conftest import Client as Page
    from tests.web.conftest import begin

    from houseway.floor.ledger import Book

    with Page(create_app(Settings(postgresql, hosts=("testserver",), requests_per_second=1e6))) as page:
        begin(page)
        table = page.post("/api/tables", json={"game": "baccarat"}).json()["id"]
        before = page.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 100}).json()
        know = Book.know
        monkeypatch.setattr(Book, "know", lambda self, account, cents: know(self, account, cents + 1_000_000))
        bet = {"seat": 0, "shuffle": before["shuffle"]["commitment"]}
        answer = page.post(f"/api/tables/{table}/bets", json={**bet, "wagers": {"player": 200}, "deal": True})
        assert (answer.status_code, answer.json()["error"]) == (422, "not enough money in the account"), answer.text
        monkeypatch.undo()
        after = page.get(f"/api/tables/{table}").json()
        assert (after["seats"][0]["stack"], after["round"]) == (100, before["round"])
        assert page.post(f"/api/tables/{table}/bets", json={**bet, "wagers": {"player": 50}}).status_code == 200
        check_books(page.app.state.floor.store)  # type: ignore[attr-defined]


@pytest.mark.parametrize("crowded", [False, True])
def test_sqlite_with_a_disk_that_fails_at_the_commit(tmp_path: Path, crowded: bool) -> None:
    """Alone, and where the changes of several share a transaction."""
    from tests.web.conftest import Client as Page
    from tests.web.conftest import begin

    url = default_url(tmp_path / "floor.db")
    with Page(create_app(Settings(url, hosts=("testserver",), requests_per_second=1e6))) as page:
        begin(page)
        store: Store = page.app.state.floor.store  # type: ignore[attr-defined]
        table = page.post("/api/tables", json={"game": "baccarat"}).json()["id"]
        page.post(f"/api/tables/{table}/sit", json={"seat": 0})
        rng, commit, failing = Random(2), store.engine.dialect.do_commit, [0, 0]

        def do_commit(connection: Any) -> None:
            if rng.random() < 0.5:
                after = rng.random() < 0.5
                failing[after] += 1
                if after:
                    commit(connection)
                raise sqlite3.OperationalError("disk I/O error")
            commit(connection)

        def ask(method: str, path: str, body: Any, name: str) -> tuple[int, Any]:
            answer = page.request(method, path, json=body, headers={"X-Request-Id": name})
            if answer.status_code == 503:
                assert answer.headers["Retry-After"]
            return answer.status_code, answer.json()

        clients = [History(ask, table, 1000 * (number + 1), number) for number in range(6 if crowded else 2)]
        shared, together_of = list[int](), store.together

        def noted(calls: Any) -> Any:
            shared.append(len(calls))
            return together_of(calls)

        store.together = noted  # type: ignore[method-assign]
        store.engine.dialect.do_commit = do_commit  # type: ignore[method-assign, assignment]
        if crowded:
            together(clients)
        else:
            for client in clients:
                client.run()
        assert (max(shared) > 1) == crowded
        store.engine.dialect.do_commit = commit  # type: ignore[method-assign]
        outcomes = check_history(store, clients)
        assert_balanced(store)
    assert min(failing) > 3
    assert outcomes["done"] > ASKED


def test_sqlite_begin_and_commit_fail_behind_two_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails where a transaction begins, before it has and after, and where it commits, on either server."""
    from tests.web.conftest import Client as Page
    from tests.web.conftest import begin

    rng, failing, faulty = Random(5), Counter[str](), [False]
    plainly = storing._plainly

    def fails(place: str) -> bool:
        if not faulty[0] or rng.random() > 0.2:
            return False
        failing[place] += 1
        return True

    def begins(connection: Connection, statement: str) -> None:
        if statement.startswith("BEGIN IMMEDIATE") and fails("before begin"):
            raise sqlite3.OperationalError("disk I/O error")
        plainly(connection, statement)
        if statement.startswith("BEGIN IMMEDIATE") and fails("after begin"):
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(storing, "_plainly", begins)
    settings = Settings(default_url(tmp_path / "floor.db"), hosts=("testserver",), requests_per_second=1e6)
    with Page(create_app(settings)) as first, Page(create_app(settings)) as second:
        begin(first)
        second.headers.update(first.headers)
        second.cookies.update(first.cookies)
        for page in (first, second):
            dialect = page.app.state.floor.store.engine.dialect  # type: ignore[attr-defined]

            def do_commit(connection: Any, commit: Callable[[Any], None] = dialect.do_commit) -> None:
                if fails("before commit"):
                    raise sqlite3.OperationalError("disk I/O error")
                commit(connection)
                if fails("after commit"):
                    raise sqlite3.OperationalError("disk I/O error")

            monkeypatch.setattr(dialect, "do_commit", do_commit)

        def ask(method: str, path: str, body: Any, name: str) -> tuple[int, Any]:
            page = rng.choice((first, second))
            answer = page.request(method, path, json=body, headers={"X-Request-Id": name})
            return answer.status_code, answer.json()

        clients: list[History] = []
        for number in range(2):
            table = first.post("/api/tables", json={"game": "baccarat"}).json()["id"]
            first.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 950})
            clients.append(Bets(ask, table, 100, number))
        faulty[0] = True
        together(clients)
        faulty[0] = False
        store: Store = first.app.state.floor.store  # type: ignore[attr-defined]
        outcomes = sum((check_history(store, [one], "bet", "wagers", one.table) for one in clients), Counter[str]())
        check_books(store)
    assert len(failing) == 4
    assert min(failing.values()) > 3, failing
    assert outcomes["done"] > ASKED


def test_an_outage_is_503_and_the_next_request_is_served(postgresql: str) -> None:
    """The database is gone for a while: every answer says so at once, and afterwards all is as before."""
    proxy = Proxy(postgresql)
    server = Server(proxy.url)
    server.start()
    client = Client(server.port)
    client.begin()
    _, view = client.request("POST", "/api/tables", {"game": "baccarat"})
    client.request("POST", f"/api/tables/{view['id']}/sit", {"seat": 0})
    proxy.every = 1
    body = {"seat": 0, "amount": 5}
    for _ in range(3):
        status, told = client.request("POST", f"/api/tables/{view['id']}/buy-in", body)
        assert (status, told["field"]) == (503, "server")
        assert NOTHING in told["error"]
    assert client.request("GET", "/api/tables")[0] == 503
    proxy.every = 0
    status, view = client.request("POST", f"/api/tables/{view['id']}/buy-in", body)
    assert (status, view["seats"][0]["stack"]) == (200, 5)
    server.close()
    proxy.close()


@pytest.mark.parametrize("at_commit", [False, True])
def test_a_database_that_falls_silent_is_waited_for_so_long(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, at_commit: bool
) -> None:
    """Nothing arrives and nothing ends the connection: a deadline does, and afterwards all is as before."""
    from tests.web.conftest import Client as Page
    from tests.web.conftest import begin

    proxy = Proxy(postgresql)
    monkeypatch.setattr(wire, "PATIENCE", 0.5)
    monkeypatch.setattr(storing, "_PATIENCE", 0.0)  # tried once
    with Page(create_app(Settings(proxy.url, hosts=("testserver",), requests_per_second=1e6))) as page:
        begin(page)
        table = page.post("/api/tables", json={"game": "baccarat"}).json()["id"]
        page.post(f"/api/tables/{table}/sit", json={"seat": 0})
        name = token_hex(8)
        asked: dict[str, Any] = {"json": {"seat": 0, "amount": 5}, "headers": {"X-Request-Id": name}}
        proxy.silent_after, proxy.silent = name.encode() if at_commit else b"", not at_commit
        start = time.monotonic()
        answer = page.post(f"/api/tables/{table}/buy-in", **asked)
        assert time.monotonic() - start < 10
        assert (answer.status_code, answer.headers["Retry-After"] > "0") == (503, True), answer.text
        assert ("outcome unknown" if at_commit else NOTHING) in answer.json()["error"]
        proxy.silent_after, proxy.silent = b"", False
        for _ in range(2):
            answer = page.post(f"/api/tables/{table}/buy-in", **asked)
            assert (answer.status_code, answer.json()["seats"][0]["stack"]) == (200, 5), answer.text
        check_books(page.app.state.floor.store)  # type: ignore[attr-defined]
    proxy.close()


def test_a_server_with_a_wrong_clock_ends_nobodys_time(postgresql: str) -> None:
    """One server is an hour ahead, one an hour behind: the time of a seat is the database's."""
    servers = [Server(postgresql), Server(postgresql)]
    for server, seconds in zip(servers, (3600, -3600), strict=True):
        server.start(Skew(seconds))
    people = [Client(server.port) for server in servers]
    for person in people:
        person.begin()
    _, view = people[0].request("POST", "/api/tables", {"game": "blackjack", "bet_seconds": 30, "act_seconds": 30})
    path, shuffle = f"/api/tables/{view['id']}", view["shuffle"]["commitment"]
    for seat, person in enumerate(people):
        person.request("POST", f"{path}/sit", {"seat": seat, "buy_in": 100})
    body = {"wagers": {"blackjack": 5}, "shuffle": shuffle}
    first = people[0].request("POST", f"{path}/bets", {"seat": 0, **body})[1]
    time.sleep(1.0)  # both servers look for rounds whose time is up
    second = people[1].request("POST", f"{path}/bets", {"seat": 1, **body})[1]
    assert second["round"]["status"] == "betting"
    assert abs(first["round"]["deadline"] - first["round"]["events"][0]["at"] - 30_000) < 2000
    moments = [event["at"] for event in second["round"]["events"]]
    assert moments == sorted(moments)
    assert moments[-1] - moments[0] < 60_000
    for server in servers:
        server.close()
    store = Store(postgresql)
    assert store.read(lambda db: db.execute(select(events).where(events.c.kind == "timeout")).all()) == []
    store.close()


def written(store: Store) -> list[str]:
    return store.read(lambda db: [str(one) for one in db.execute(select(entries.c.key)).scalars() if one])


def crowd(store: Store, count: int, work: Callable[[Connection, int], None]) -> dict[int, str]:
    """So many pieces of work that wait for each other, and what each was told."""
    told: dict[int, str] = {}
    store._writing.acquire()

    def ask(number: int) -> None:
        try:
            store.write(lambda db: work(db, number))
            told[number] = "done"
        except OutcomeUnknownError:
            told[number] = "unknown"
        except Exception as error:  # noqa: BLE001
            told[number] = f"failed {type(error).__name__}"

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    while len(store._waiting) < count:
        time.sleep(0.001)
    store._writing.release()
    for thread in threads:
        thread.join()
    return told


def paying(store: Store) -> Callable[[Connection, int], None]:
    ids = store.write(lambda db: [account(db, "house"), account(db, "player", "crowd")])
    return lambda db, number: post(db, Cause("test", key=str(number)), [Move(ids[0], ids[1], 1)])


def test_work_that_is_told_to_have_failed_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighty wait, more than go together; the first transaction of many breaks. Each learns what came of its own."""
    store = Store(default_url(tmp_path / "floor.db"))
    store.open()
    work, transaction, broken = paying(store), store._transaction, [0]

    def breaks(run: Callable[[Connection], None]) -> None:
        def and_break(db: Connection) -> None:
            run(db)
            broken[0] += 1
            if broken[0] in (1, 5, 6):
                raise sqlite3.OperationalError("nothing that passes")

        transaction(and_break)

    monkeypatch.setattr(store, "_transaction", breaks)
    told = crowd(store, 80, work)
    assert Counter(told.values()) == {"done": 78, "failed OperationalError": 2}
    assert sorted(written(store)) == sorted(str(number) for number, one in told.items() if one == "done")
    assert_balanced(store)
    store.close()


def test_a_transaction_that_sqlite_gives_up_takes_nobody_with_it(tmp_path: Path) -> None:
    """A full disk ends the whole transaction, not the one statement: the others' work is done again, alone."""
    store = Store(default_url(tmp_path / "floor.db"))
    store.open()
    pay = paying(store)

    def work(db: Connection, number: int) -> None:
        pay(db, number)
        if number == 7:
            driver: Any = db.connection.driver_connection
            driver.execute("ROLLBACK")
            raise RuleError("as if the disk were full", "disk")

    told = crowd(store, 12, work)
    assert told.pop(7) == "failed RuleError"
    assert set(told.values()) == {"done"}
    assert sorted(written(store), key=int) == [str(number) for number in range(12) if number != 7]
    store.close()


def test_a_database_that_another_process_holds_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "floor.db"
    store = Store(default_url(path))
    store.open()
    pay = paying(store)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(1.5, other.execute, ["COMMIT"])
    timer.start()
    store.write(lambda db: pay(db, 1))
    timer.join()
    assert written(store) == ["1"]
    monkeypatch.setattr(storing, "_TRIES", 2)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnavailableError, match="locked"):
        store.write(lambda db: pay(db, 2))
    other.execute("COMMIT")
    other.close()
    store.write(lambda db: pay(db, 3))
    assert written(store) == ["1", "3"]
    assert store.read(lambda db: balance(db, account(db, "player", "crowd"))) == 2
    store.close()
