"""What dealers and supervisors do over HTTP: each act moves its money once, is refused to others, and is in the log."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client, bet

from houseway.floor.logins import add_person
from houseway.floor.roles import RIGHTS
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

PASSWORD = "a long enough secret"
ROLES = ("player", "dealer", "supervisor", "auditor")
DUTIES: list[tuple[str, dict[str, Any], str, str]] = [
    ("fill", {"amount": 500}, "fill", "fill"),
    ("credit", {"amount": 300}, "fill", "credit"),
    ("drop-count", {"amount": 10}, "fill", "drop count"),
    ("count/opening", {"amount": 100_000}, "fill", "opening count"),
    ("count/closing", {"amount": 99_995.5}, "fill", "closing count"),
    ("coupons/accept", {"amount": 25, "seat": 0}, "fill", "coupon"),
    ("fees/accept", {"amount": 20, "seat": 0}, "fill", "tournament fee"),
    ("shuffle/now", {}, "deal", "shuffle"),
    ("round/void", {"reason": "test"}, "void", "void"),
    ("round/irregularity", {"kind": "misdeal"}, "irregularity", "irregularity"),
    ("jackpot/award", {"amount": 5, "seat": 0, "reason": "test"}, "jackpot", "jackpot verified"),
    ("close/now", {}, "open", "close"),
]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """One logged-in client for each role on a server with accounts."""
    url = default_url(tmp_path_factory.mktemp("duties") / "floor.db")
    store = Store(url)
    store.migrate()
    for role in ROLES:
        store.write(lambda db, r=role: add_person(db, r, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(create_app(Settings(url, True, hosts=("testserver",), requests_per_second=1e6))) as house:
        clients = {}
        for role in ROLES:
            made = Client(house.app)
            made.portal = house.portal
            answer = made.post("/api/login", json={"name": role, "password": PASSWORD})
            made.headers["X-CSRF-Token"] = answer.json()["csrf"]
            clients[role] = made
        paid_in(clients["supervisor"], "player", 400)
        yield clients


def paid_in(supervisor: TestClient, name: str, dollars: float) -> None:
    """Cash at the cage for an account."""
    (found,) = supervisor.get("/api/floor/people", params={"search": name}).json()
    answer = supervisor.post(f"/api/floor/people/{found['id']}/cage/deposit", json={"amount": dollars})
    assert answer.json() == {"waiting": None}, answer.text


def table_of(people: dict[str, TestClient], game: str = "baccarat") -> int:
    """A table with a player who has played a round and sits with chips."""
    table = int(people["dealer"].post("/api/tables", json={"game": game}).json()["id"])
    people["player"].post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 25})
    bet(people["player"], f"/api/tables/{table}", seat=0, wagers={"banker": 5}, deal=True)
    return table


@pytest.mark.parametrize(("path", "body", "right", "act"), DUTIES)
def test_a_duty_is_for_who_has_the_right_and_is_in_the_log(
    people: dict[str, TestClient], path: str, body: dict[str, Any], right: str, act: str
) -> None:
    table = table_of(people)
    if right in ("void", "irregularity"):
        bet(people["player"], f"/api/tables/{table}", seat=0, wagers={"banker": 5})
    address = f"/api/floor/tables/{table}/{path}"
    before = people["auditor"].get("/api/floor/audit").json()
    for role in ROLES:
        if right not in RIGHTS[role]:
            assert people[role].post(address, json=body).status_code == 403
    forged = people["supervisor"].post(address, json=body, headers={"X-CSRF-Token": "forged"})
    assert forged.status_code == 403
    assert people["auditor"].get("/api/floor/audit").json() == before
    answer = people["supervisor"].post(address, json=body)
    log = people["auditor"].get("/api/floor/audit").json()
    if path in ("round/irregularity", "jackpot/award"):  # nothing was dealt, and the pool is empty
        assert answer.status_code == 422
        assert log == before
    else:
        assert answer.status_code == 200, answer.text
        assert (log[0]["act"], log[0]["who"], log[0]["subject"]) == (act, "supervisor", f"table {table}")
    assert people["auditor"].get("/api/floor/books").json()["balanced"]


def test_a_closing_count_books_what_is_short_and_lowers_the_proceeds(client: TestClient) -> None:
    """30-1603(1) takes the bankroll as it is counted."""
    table = client.post("/api/tables", json={"game": "baccarat", "bankroll": 1000}).json()["id"]
    address = f"/api/floor/tables/{table}/count"
    assert client.post(f"{address}/opening", json={"amount": 1000}).status_code == 200
    assert client.post(f"{address}/closing", json={"amount": 995.25}).status_code == 200
    line = client.get("/api/floor/reports/agp").json()[0]
    assert (line["opening_bankroll"], line["closing_bankroll"], line["agp"]) == (1000, 995.25, -4.75)
    log = client.get("/api/floor/audit").json()
    assert log.pop()["act"] == "open"
    assert [(one["act"], one["data"]["counted"], one["data"]["over"]) for one in log] == [
        ("closing count", 99_525, -475),
        ("opening count", 100_000, 0),
    ]
    client.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 100})
    bet(client, f"/api/tables/{table}", seat=0, wagers={"banker": 5})
    assert client.post(f"{address}/closing", json={"amount": 5}).status_code == 422
    assert client.get("/api/floor/books").json()["balanced"]


def test_ending_a_shoe_shows_its_secret(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "baccarat"}).json()["id"]
    client.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 100})
    hand = bet(client, f"/api/tables/{table}", seat=0, wagers={"banker": 5}, deal=True).json()["round"]
    assert (hand["status"], hand["secret"]) == ("settled", None)
    path = f"/api/rounds/{hand['id']}"
    assert client.get(path).json()["secret"] is None
    file = client.get(f"{path}/file").json()
    told = client.post("/api/verify", json={"round": file}).json()
    assert not told["ok"]
    assert told["wrong"][0].startswith("not yet")
    assert client.post(f"/api/floor/tables/{table}/shuffle/now").status_code == 200
    file = client.get(f"{path}/file").json()
    assert client.post("/api/verify", json={"round": file, "published": hand["commitment"]}).json()["ok"]
