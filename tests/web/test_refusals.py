"""What somebody might send: old sessions, forged and malformed requests, files of others, made-up cookies."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import select, text, update
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.floor.postgres import running
from tests.web.conftest import Client, bet

from houseway.floor import logins
from houseway.floor.ledger import audit
from houseway.floor.logins import add_person
from houseway.floor.schema import users
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError
from houseway.web import watch
from houseway.web.app import create_app
from houseway.web.settings import AREAS, Settings

PASSWORD = "a long enough secret"
Make = Callable[[], TestClient]


def served(url: str, **more: Any) -> TestClient:
    return Client(create_app(Settings(url, hosts=("testserver",), **more)))


def begin(client: TestClient) -> TestClient:
    client.headers["X-CSRF-Token"] = client.get("/api/session").json()["csrf"]
    return client


def seat(client: TestClient, game: str, **more: Any) -> str:
    """A table with the client at seat 0; its path."""
    table = client.post("/api/tables", json={"game": game, **more}).json()["id"]
    client.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 500})
    return f"/api/tables/{table}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    """A server with accounts and one player, paul."""
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.migrate()
    store.write(lambda db: add_person(db, "paul", PASSWORD, "player"))
    store.close()
    with served(url, accounts=True, public=AREAS) as client:
        yield client


def test_a_guests_old_session_opens_nothing_once_the_server_has_accounts(tmp_path: Path) -> None:
    """A guest of one's own machine is the house too; nobody is on a server with accounts."""
    url = default_url(tmp_path / "floor.db")
    with served(url) as client:
        begin(client)
        path = seat(client, "baccarat")
        cookie, token = client.cookies["houseway_session"], client.headers["X-CSRF-Token"]
    with served(url, accounts=True, public=AREAS) as client:
        client.cookies["houseway_session"] = cookie
        client.headers["X-CSRF-Token"] = token
        assert client.get("/api/session").json()["user"] is None
        assert client.get("/api/floor/books").status_code == 401
        assert client.post("/api/tables", json={"game": "baccarat"}).status_code == 401
        assert client.post(f"{path}/leave", json={"seat": 0}).status_code == 401
        assert client.get(path).json()["you"] == {"seats": [], "wallet": None}
        with client.websocket_connect(f"{path}/live") as socket:
            assert socket.receive_json()["you"] == {"seats": [], "wallet": None}


def test_a_page_elsewhere_changes_nothing_even_without_a_session(house: TestClient) -> None:
    crossed = {"Sec-Fetch-Site": "cross-site"}
    right = {"name": "paul", "password": PASSWORD}
    assert house.post("/api/login", json=right, headers=crossed).status_code == 403
    new = {"name": "pia", "password": PASSWORD}
    assert house.post("/api/people", json=new, headers={"Sec-Fetch-Site": "same-site"}).status_code == 403
    assert house.post("/api/login", json=right, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_a_name_that_nobody_has_takes_as_long_as_a_wrong_password() -> None:
    hasher = PasswordHasher()
    unknown = logins._nobodys(hasher)
    assert not hasher.check_needs_rehash(unknown)
    with pytest.raises(VerifyMismatchError):  # it was hashed and compared: no hash that cannot be read
        hasher.verify(unknown, PASSWORD)


def test_a_password_of_older_strength_is_kept_stronger_after_a_login(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logins, "_hasher", PasswordHasher())
    floor = house.app.state.floor  # type: ignore[attr-defined]
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    floor.write(lambda db: db.execute(update(users).values(password=weak)))
    for _ in range(2):
        assert house.post("/api/login", json={"name": "paul", "password": PASSWORD}).status_code == 200
    stored = floor.read(lambda db: db.execute(select(users.c.password)).scalar_one())
    assert stored != weak
    assert not PasswordHasher().check_needs_rehash(stored)


def test_a_file_of_the_servers_disk_is_not_read_through_a_proof(house: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("password = 'xyzzy'")
    proof: dict[str, Any] = {
        **dict.fromkeys(("digest", "entropy", "events", "first", "number", "payments", "places", "published", "round")),
        **dict.fromkeys(("rules", "settlement", "table")),
        "version": 2,
        "secret": "00",
        "commitment": "",
        "opening": {"game": str(secret), "seats": []},
        "actions": [],
    }
    told = house.post("/api/verify", json={"round": {"proof": proof}})
    assert "log in to use a file of your own" in told.text
    proof["opening"] = {"game": "baccarat"}
    proof["earlier"] = [{"opening": {"game": str(secret)}, "actions": []}]
    assert "log in to use a file of your own" in house.post("/api/verify", json={"round": {"proof": proof}}).text
    proof["earlier"] = []
    told = house.post("/api/verify", json={"round": {"game": str(secret), "proof": proof}})
    assert "log in to use a file of your own" in told.text


def test_what_waits_behind_a_meter_is_for_those_who_read_the_books(house: TestClient) -> None:
    floor = house.app.state.floor  # type: ignore[attr-defined]
    floor.write(lambda db: add_person(db, "maria", PASSWORD, "supervisor"))
    seen = {}
    for name in ("maria", "paul"):
        told = house.post("/api/login", json={"name": name, "password": PASSWORD}).json()
        house.headers["X-CSRF-Token"] = told["csrf"]
        if name == "maria":
            house.post("/api/floor/meters", json={"name": "m", "seed": 1000, "hidden": 5})
        (seen[name],) = house.get("/api/floor/meters").json()
    assert (seen["maria"]["shown"], seen["maria"]["hidden"], seen["maria"]["reserve"]) == (1000, 0, 0)
    assert (seen["paul"]["shown"], seen["paul"]["hidden"], seen["paul"]["reserve"]) == (1000, None, None)


def test_made_up_cookies_do_not_make_a_client_faster(tmp_path: Path) -> None:
    with served(default_url(tmp_path / "f.db"), requests_per_second=0.001) as client:
        statuses = [client.get("/api/tables", headers={"Cookie": f"x={n}"}).status_code for n in range(4)]
    assert statuses == [200, 429, 429, 429]


def test_a_socket_shows_no_more_of_the_seat_after_a_logout(client: TestClient) -> None:
    path = seat(client, "three-card-poker")
    view = bet(client, path, seat=0, wagers={"ante": 5}, deal=True).json()
    with client.websocket_connect(f"{path}/live") as socket:
        assert socket.receive_json()["you"]["seats"] == [0]
        own = next(pile for pile in view["round"]["piles"] if pile["seat"] == 0)
        assert len(own["cards"]) == 3
        floor = client.app.state.floor  # type: ignore[attr-defined]
        client.post("/api/logout")
        floor.write(lambda db: db.execute(text("UPDATE tables SET version = version + 1")))
        after = socket.receive_json()
    assert after["you"] == {"seats": [], "wallet": None}
    assert [pile["cards"] for pile in after["round"]["piles"] if pile["seat"] == 0] == [[]]


def test_a_socket_of_no_table_is_closed(client: TestClient) -> None:
    for table in (7, 10**30):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/api/tables/{table}/live") as socket,
        ):
            socket.receive_text()


def test_cards_of_a_seat_are_replayed_to_who_played_it(client: TestClient, another: Make) -> None:
    """One bets at a seat, takes the wager back and leaves; another sits there and plays: it was never one's hand."""
    first, second = client, another()
    path = seat(first, "three-card-poker")
    bet(first, path, seat=0, wagers={"ante": 5})
    first.post(f"{path}/take-back", json={"seat": 0})
    first.post(f"{path}/leave", json={"seat": 0})
    second.post(f"{path}/sit", json={"seat": 0, "buy_in": 500})
    view = bet(second, path, seat=0, wagers={"ante": 5}, deal=True).json()
    body = {"seat": 0, "action": "fold", "after": view["round"]["seq"]}
    assert second.post(f"{path}/act", json=body).status_code == 200
    played = f"/api/rounds/{view['round']['id']}"
    assert (first.get(played).json()["your_seats"], second.get(played).json()["your_seats"]) == ([], [0])


def test_wagers_sent_twice_are_played_once(client: TestClient) -> None:
    path = seat(client, "baccarat")
    body = {"seat": 0, "wagers": {"banker": 5}, "deal": True, "round": 1}
    assert bet(client, path, **body).json()["round"]["status"] == "settled"
    assert bet(client, path, **body).status_code == 409
    assert client.get(path).json()["round"]["number"] == 1


MALFORMED: list[tuple[str, str]] = [
    (
        "/api/verify",
        '{"round": {"proof": {"version": 2, "secret": "00", "opening": {"game": "keno"}, "actions": [[9, "hit"]]}}}',
    ),
    (
        "/api/verify",
        '{"round": {"proof": {"version": 2, "secret": "00", "opening": {"game": "keno"}, "actions": [[1e999, ""]]}}}',
    ),
    ("/api/verify", '{"round": {"proof": {"version": 2, "secret": "00", "opening": [], "actions": 5}}}'),
    (
        "/api/verify",
        '{"round": {"proof": {"version": 2, "secret": "0", "earlier": 5, "opening": {"game": "keno"}, "actions": []}}}',
    ),
    ("/api/settle", '{"round": {"game": "blackjack", "seats": [{"wagers": {"blackjack": 1e999}}]}}'),
    (
        "/api/settle",
        '{"round": {"game": "keno", "seats": [{"wagers": {"straight": 5}, "ticket": {"spots": [1e999]}}]}}',
    ),
    ("/api/trainer/answer", '{"round": {"game": "blackjack"}, "answers": []}'),
    ("/api/trainer/answer", '{"round": {"game": "texas-holdem", "seats": [{}]}, "answers": []}'),
    ("/api/trainer/answer", '{"round": {}, "answers": []}'),
    ("/api/tables", '{"game": "texas-holdem", "betting": {"ante": "\\ud800"}}'),
    ("/api/tables", '{"game": "texas-holdem", "betting": {"ante": [[[]]]}}'),
    ("/api/tables", '{"game": "texas-holdem", "name": "a\\u0000b", "bankroll": -1}'),
    ("/api/tables/1/bets", '{"seat": 0, "wagers": {"ante": 5}, "ticket": {"a": "\\ud800"}}'),
    ("/api/tables/1/act", '{"seat": 0, "action": "\\u0000", "after": 99999999999999999999999999}'),
    ("/api/login", '{"name": "a\\u0000b", "password": "\\u0000"}'),
]


@pytest.mark.parametrize(("path", "body"), MALFORMED)
def test_what_cannot_be_read_is_refused_in_a_sentence(client: TestClient, path: str, body: str) -> None:
    seat(client, "three-card-poker")
    answer = client.post(path, content=body.encode(), headers={"Content-Type": "application/json"})
    assert answer.status_code < 500, answer.text
    told = answer.json()
    assert told.get("error") or told.get("wrong"), told


@pytest.mark.parametrize("round_", ['"game": "\\ud800"', '"game": "keno", "house": {"way": "\\ud800"}'])
def test_half_a_character_is_named_and_is_no_fault_of_ours(
    client: TestClient, caplog: pytest.LogCaptureFixture, round_: str
) -> None:
    answer = client.post(
        "/api/settle", content=f'{{"round": {{{round_}}}}}', headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["error"]) == (
        422,
        "a text of the request has characters that cannot be kept",
    )
    assert "internal fault" not in caplog.text


def test_texts_that_postgresql_does_not_keep_are_refused() -> None:
    with running() as url, served(url) as client:
        begin(client)
        seat(client, "baccarat")
        asked = [
            client.post("/api/tables", json={"game": "baccarat", "name": "a\0b"}),
            client.post("/api/login", json={"name": "a\0b", "password": "x"}),
            client.post("/api/floor/meters", json={"name": "a\0b", "seed": 5}),
            client.get("/api/floor/accounts", params={"kind": "a\0b"}),
            client.get("/api/floor/ledger", params={"kind": "a\0b"}),
        ]
        assert [answer.status_code for answer in asked] == [422] * len(asked)
        floor = client.app.state.floor  # type: ignore[attr-defined]
        for drop in ("read", "write"):  # a server of PostgreSQL that was started anew meanwhile
            kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            with floor.store.engine.connect() as connection:
                connection.execute(text(f"{kill} AND backend_type = 'client backend'"))
            again = (
                client.get("/api/tables/1") if drop == "read" else client.post("/api/tables/1/leave", json={"seat": 0})
            )
            assert again.status_code == 200, again.text
        assert floor.read(audit).balanced


def test_a_fault_in_one_game_does_not_stop_the_clock(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = client.app.state.floor  # type: ignore[attr-defined]
    asked: list[int] = []

    def fails(_: Any, table_id: int, round_id: int) -> bool:
        asked.append(table_id)
        raise KeyError(round_id) if table_id == 1 else RuleError("not now", "round")

    monkeypatch.setattr(watch, "expire", fails)
    monkeypatch.setattr(watch, "overdue", lambda _: [(1, 1), (2, 2)])
    assert client.portal is not None
    client.portal.call(floor.watch._keep_clock)
    assert asked[-2:] == [1, 2]


def _any_value(schema: dict[str, Any]) -> Any:
    """Something that a form may carry there."""
    found: dict[str, Any] = {"integer": 1, "number": 5, "boolean": True, "array": [], "object": {}, "null": None}
    for one in (schema, *schema.get("anyOf", ())):
        if "enum" in one:
            return one["enum"][0]
        if "const" in one:
            return one["const"]
        if one.get("type") in found:
            value = found[one["type"]]
            return type(value)(max(value, one["minimum"])) if "minimum" in one else value
    return "x" * max(schema.get("minLength", 1), 1)


def test_every_route_that_changes_something_asks_for_the_sessions_token(client: TestClient) -> None:
    """No route is left out: each is asked without the token, and answers as to a forgery."""
    open_to_all = {
        "/api/login",
        "/api/people",
        "/api/verify",
        "/api/settle",
        "/api/certify",
        "/api/trainer/deal",
        "/api/trainer/answer",
    }
    table = seat(client, "baccarat").rpartition("/")[2]
    before = client.get("/api/floor/audit").json()
    told = client.get("/api/openapi.json").json()
    values = {"game": "baccarat", "seat": 0, "amount": 5, "reason": "x", "kind": "misdeal", "name": "n", "seed": 5}
    values |= {"old": "x", "new": "x", "code": "123456"}
    values |= {"text": "x", "id": "x", "wager": "x", "target": "4..6", "pays": {"x": "2 to 1"}}
    values |= {"wagers": {"banker": 5}, "ticket": {}, "action": "x", "after": 0, "shuffle": "0" * 64}
    asked, unread = 0, []
    for route, methods in told["paths"].items():
        if "post" not in methods or route in open_to_all:
            continue
        address = route
        for part in methods["post"].get("parameters", ()):
            known_parts = {"table": table, "session": "0" * 16}
            value = known_parts.get(part["name"], _any_value(part["schema"]))
            address = address.replace(f"{{{part['name']}}}", str(value))
        content = methods["post"].get("requestBody", {}).get("content", {"application/json": {"schema": {}}})
        name = content["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
        form = told["components"]["schemas"].get(name, {})
        known = form.get("properties", {})
        body = {field: _any_value(known[field]) for field in form.get("required", ())}
        body |= {field: value for field, value in values.items() if field in known and "enum" not in known[field]}
        answer = client.post(address, json=body, headers={"X-CSRF-Token": "forged"})
        if answer.status_code == 422 and "must not be empty" in answer.text:
            unread.append(route)  # a list that must not be empty: the form is refused before anybody is asked for
            continue
        assert answer.status_code == 403, (route, answer.text)
        assert "token of your session" in answer.text
        asked += 1
    assert asked >= 100, asked
    assert len(unread) <= 5, unread
    assert client.get("/api/floor/audit").json() == before


def test_the_bank_of_a_player_dealer_is_put_up_and_given_back(client: TestClient) -> None:
    path = seat(client, "pure-21-5-blackjack-6-to-5")
    bank = path.replace("/api/", "/api/floor/") + "/bank"
    for amount, stack in ((300, 200), (0, 500)):
        view = client.post(bank, json={"seat": 0, "amount": amount}).json()
        assert (view["bank"]["seat"], view["seats"][0]["stack"]) == (0 if amount else None, stack)
    assert client.get("/api/floor/books").json()["balanced"]
