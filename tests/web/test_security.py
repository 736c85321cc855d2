"""The door: sessions, forged requests, roles, passwords, headers, hosts, pace."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.web.conftest import Client, begin

from houseway.floor.logins import add_person
from houseway.floor.schema import audit, sessions, users
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError
from houseway.web import guard
from houseway.web.app import create_app
from houseway.web.guard import HEADERS, Pace, host_of
from houseway.web.settings import Settings

PASSWORD = "a long enough secret"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    """A server with accounts: maria supervises, dan deals, ada audits, paul plays."""
    url = default_url(tmp_path / "floor.db")
    app = create_app(Settings(url, accounts=True, hosts=("testserver",)))
    store = Store(url)
    store.migrate()
    for name, role in (("maria", "supervisor"), ("dan", "dealer"), ("ada", "auditor"), ("paul", "player")):
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(app) as client:
        yield client


def login(house: TestClient, name: str) -> TestClient:
    made = Client(house.app)
    made.portal = house.portal
    answer = made.post("/api/login", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    made.headers["X-CSRF-Token"] = answer.json()["csrf"]
    return made


def stored(house: TestClient, query: Any) -> list[Any]:
    floor = house.app.state.floor  # type: ignore[attr-defined]
    rows: list[Any] = floor.read(lambda db: list(db.execute(query).all()))
    return rows


def test_without_a_session_nothing_changes(house: TestClient) -> None:
    told = {"accounts": True, "public": ["games", "odds"], "user": None, "csrf": None}
    assert house.get("/api/session").json() == told
    assert house.post("/api/tables", json={"game": "blackjack"}).status_code == 401
    assert house.get("/api/floor/books").status_code == 401
    assert house.get("/api/tables").status_code == 401
    assert login(house, "paul").get("/api/tables").json() == []


def test_a_request_without_the_sessions_token_is_refused(client: TestClient) -> None:
    for token in ("", "wrong"):
        answer = client.post("/api/tables", json={"game": "blackjack"}, headers={"X-CSRF-Token": token})
        assert answer.status_code == 403
    crossed = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/api/tables", json={"game": "blackjack"}, headers=crossed).status_code == 403
    assert client.get("/api/tables").json() == []


def test_the_cookie_is_kept_from_scripts_and_other_sites(app_client: TestClient) -> None:
    cookie = app_client.get("/api/session").headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize(
    ("who", "allowed"),
    [
        ("paul", set()),
        ("dan", {"open", "fill"}),
        ("maria", {"open", "fill", "void", "books"}),
        ("ada", {"books"}),
    ],
)
def test_each_role_does_its_own_and_no_more(house: TestClient, who: str, allowed: set[str]) -> None:
    table = login(house, "maria").post("/api/tables", json={"game": "blackjack"}).json()["id"]
    client = login(house, who)
    floor = f"/api/floor/tables/{table}"
    asked = {
        "open": client.post("/api/tables", json={"game": "blackjack"}),
        "fill": client.post(f"{floor}/fill", json={"amount": 100}),
        "void": client.post(f"{floor}/round/void", json={"reason": "test"}),
        "books": client.get("/api/floor/books"),
    }
    assert {name for name, answer in asked.items() if answer.status_code != 403} == allowed
    if "fill" in allowed:
        acts = stored(house, select(audit.c.act, users.c.name).join(users, users.c.id == audit.c.user_id))
        assert ("fill", who) in {tuple(row) for row in acts}


def test_an_auditor_may_not_play(house: TestClient) -> None:
    table = login(house, "dan").post("/api/tables", json={"game": "blackjack"}).json()["id"]
    assert login(house, "ada").post(f"/api/tables/{table}/sit", json={}).status_code == 403
    assert login(house, "paul").post(f"/api/tables/{table}/sit", json={}).status_code == 200


def test_only_a_supervisor_appoints(house: TestClient) -> None:
    new = {"name": "eve", "password": PASSWORD, "role": "supervisor"}
    assert house.post("/api/people", json=new).status_code == 401
    assert login(house, "paul").post("/api/people", json=new).status_code == 403
    assert login(house, "maria").post("/api/people", json=new).status_code == 201
    assert house.post("/api/login", json={"name": "eve", "password": PASSWORD}).status_code == 401  # see test_control
    assert house.post("/api/people", json={"name": "pia", "password": PASSWORD}).json()["user"]["role"] == "player"
    house.cookies.clear()
    assert house.post("/api/people", json={"name": "pia", "password": PASSWORD}).status_code == 422


def test_passwords_are_hashed_and_sessions_are_not_readable(house: TestClient) -> None:
    client = login(house, "paul")
    (row,) = stored(house, select(users.c.password).where(users.c.name == "paul"))
    assert row.password.startswith("$argon2id$")
    tokens = {row.token for row in stored(house, select(sessions.c.token))}
    assert client.cookies["houseway_session"] not in tokens
    assert client.post("/api/logout", json={}).status_code == 200
    assert stored(house, select(sessions.c.token)) == []


def test_wrong_passwords_make_a_name_wait(house: TestClient) -> None:
    for _ in range(5):
        assert house.post("/api/login", json={"name": "paul", "password": "wrong"}).status_code == 401
    right = {"name": "paul", "password": PASSWORD}
    assert house.post("/api/login", json=right).status_code == 403
    assert house.post("/api/login", json={"name": "dan", "password": PASSWORD}).status_code == 200
    assert house.post("/api/login", json={"name": "nobody", "password": "wrong"}).status_code == 401


def test_a_file_on_the_servers_disk_is_not_for_players(house: TestClient) -> None:
    answer = login(house, "paul").get("/api/game", params={"id": "/etc/secret.toml"})
    assert answer.status_code == 403


def test_every_answer_carries_the_security_headers(app_client: TestClient) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/api/openapi.json"):
        answer = app_client.get(path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_the_server_is_called_only_by_its_own_names(app_client: TestClient) -> None:
    assert app_client.get("/api/games", headers={"Host": "evil.example"}).status_code == 400
    assert app_client.get("/api/games", headers={"Host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize(
    ("header", "host"), [("Localhost:80", "localhost"), ("[::1]:80", "[::1]"), ("127.0.0.1", "127.0.0.1"), ("", "")]
)
def test_a_host_without_its_port(header: str, host: str) -> None:
    assert host_of(header) == host


def test_the_pace_of_one_client_does_not_slow_another(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: moment))
    pace = Pace(4)
    assert [pace.allows("a") for _ in range(10)] == [True] * 8 + [False] * 2
    assert pace.allows("b")
    moment += 0.75  # three more by now
    assert [pace.allows("a") for _ in range(4)] == [True] * 3 + [False]


def test_too_many_requests_are_told_to_wait(tmp_path: Path) -> None:
    app = create_app(Settings(default_url(tmp_path / "f.db"), hosts=("testserver",), requests_per_second=0.001))
    with Client(app) as client:
        statuses = [client.get("/api/tables").status_code for _ in range(3)]
    assert statuses == [200, 429, 429]


def test_without_accounts_the_server_is_for_this_machine_only() -> None:
    from houseway.commands import serve

    with pytest.raises(RuleError, match="this machine only"):
        serve.run(serve.Options("0.0.0.0", 8000, "", False, [], 10, [], False))


def test_a_guest_cannot_make_accounts(client: TestClient) -> None:
    begin(client)
    assert client.post("/api/people", json={"name": "x", "password": PASSWORD}).status_code == 403
