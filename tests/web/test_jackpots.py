"""Jackpots and meters over HTTP: who may do what, one clear sentence for bad input, and every act in the log."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.floor.test_jackpots import TERMS
from tests.web.conftest import Client
from tests.web.test_floor_duties import PASSWORD

from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

WHO = {"boss": "supervisor", "other": "supervisor", "dealer": "dealer", "player": "player", "auditor": "auditor"}


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    url = default_url(tmp_path_factory.mktemp("jackpots") / "floor.db")
    store = Store(url)
    store.migrate()
    for name, role in WHO.items():
        store.write(lambda db, n=f"{name} x", r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(create_app(Settings(url, True, hosts=("testserver",), requests_per_second=1e6))) as house:
        clients = {}
        for name in WHO:
            made = Client(house.app)
            made.portal = house.portal
            answer = made.post("/api/login", json={"name": f"{name} x", "password": PASSWORD})
            made.headers["X-CSRF-Token"] = answer.json()["csrf"]
            clients[name] = made
        yield clients


def floor(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(f"/api/floor/{path}", json=body)


def test_30_1046_a_jackpot_over_http(people: dict[str, TestClient]) -> None:
    """Proposed by a supervisor, approved, offered at a table, posted; its notice is for everybody."""
    boss, player = people["boss"], people["player"]
    for name in ("dealer", "player", "auditor"):
        assert floor(people[name], "jackpots", name="x", terms=TERMS).status_code == 403
    wrong = floor(boss, "jackpots", name="x", terms={**TERMS, "rake": 5})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "terms.rake")
    wrong = floor(boss, "jackpots", name="x", terms={})
    assert wrong.json() == {"error": "is missing", "field": "terms.beaten"}
    made = floor(boss, "jackpots", name="Bad beat", terms=TERMS).json()["id"]
    table = people["dealer"].post("/api/tables", json={"game": "texas-holdem"}).json()["id"]
    early = floor(boss, f"tables/{table}/jackpot/offer", jackpot=made)
    assert "not approved" in early.json()["error"]
    assert floor(boss, f"jackpots/{made}/approve", leave="letter 1").json() == {"done": True}
    view = floor(boss, f"tables/{table}/jackpot/offer", jackpot=made).json()
    assert view["jackpot"] == {"id": made, "name": "Bad beat", "posted": 0, "raked": True}
    assert view["house"] == {"jackpot_rake": 2}
    assert floor(boss, f"jackpots/{made}/post").json() == {"done": True}
    assert floor(player, f"jackpots/{made}/post").status_code == 403
    told = player.get(f"/api/floor/jackpots/{made}/notice").json()
    assert told["title"] == "Bad beat"
    (seen,) = player.get("/api/floor/jackpots").json()
    (read,) = people["auditor"].get("/api/floor/jackpots").json()
    assert (seen["fund"], read["fund"]) == (None, 0)
    log = [one["act"] for one in people["auditor"].get("/api/floor/audit").json()]
    for act in ("jackpot proposed", "jackpot approved", "jackpot offered", "jackpot posted"):
        assert act in log


def test_30_2110_15_d_petitions_over_http(people: dict[str, TestClient]) -> None:
    """Who asks does not write down the answer; a meter that was never fed ends without leave."""
    boss, other = people["boss"], people["other"]
    meter = floor(boss, "meters", name="Linked", seed=1000).json()["id"]
    spare = floor(boss, "meters", name="Spare", seed=1000, at_once=100).json()["id"]
    assert floor(people["dealer"], "petitions", kind="ease", meter=meter).status_code == 403
    asked = floor(boss, "petitions", kind="move", meter=meter, to=spare).json()["id"]
    assert floor(boss, f"petitions/{asked}/grant", leave="letter 2").status_code == 403
    blank = floor(other, f"petitions/{asked}/grant", leave=" ")
    assert (blank.status_code, blank.json()["error"]) == (422, "leave must have a letter or a digit")
    assert floor(boss, "meters", name=" ", seed=5).status_code == 422
    assert floor(other, f"petitions/{asked}/grant", leave="letter 2").json() == {"done": True}
    shown = {one["id"]: one for one in boss.get("/api/floor/meters").json()}
    assert (shown[meter]["status"], shown[meter]["shown"], shown[spare]["shown"]) == ("moved", 0, 2000)
    refused = floor(boss, f"meters/{spare}/end")
    assert "holds players' money" in refused.json()["error"]
    fresh = floor(boss, "meters", name="Fresh", seed=5).json()["id"]
    assert floor(boss, f"meters/{fresh}/end").json() == {"done": True}
    (line,) = boss.get("/api/floor/petitions").json()["petitions"]
    assert (line["status"], line["leave"]) == ("granted", "letter 2")
    assert boss.get("/api/floor/awards").json() == []
    assert floor(boss, "tables/1/awards/pay", award=77).status_code == 404


def test_30_2504_01_a_link_over_http(people: dict[str, TestClient]) -> None:
    boss = people["boss"]
    meter = floor(boss, "meters", name="Wide", seed=1000).json()["id"]
    none = floor(boss, f"meters/{meter}/contributions", licensee="House B", amount=5)
    assert "not of a wide-area link" in none.json()["error"]
    assert floor(boss, f"meters/{meter}/link", operator="O", licensees=["House B"], prime=5).json() == {"done": True}
    assert floor(boss, f"meters/{meter}/contributions", licensee="House B", amount=5).json() == {"done": True}
    assert floor(boss, f"meters/{meter}/deposit", amount=2500).json() == {"done": True}
    lines = boss.get("/api/floor/reports/reserve").json()
    assert [(one["required"], one["kept"], one["short"]) for one in lines] == [(2005, 2500, 0)]
    assert boss.get("/api/floor/reports/link").json()[0]["licensee"] == "House B"
    assert boss.get("/api/floor/books").json()["balanced"]
