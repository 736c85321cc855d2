"""The keno desk over HTTP: a guest's own tickets, and each duty by the role that has it."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client

from houseway import __version__
from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

PASSWORD = "a long enough secret"
PEOPLE = {"pat": "player", "wanda": "dealer", "rita": "dealer", "boss": "supervisor", "chief": "supervisor"}


def desk(client: TestClient, **more: Any) -> str:
    made = client.post("/api/keno/desks", json={"casino": "Golden Lode", **more})
    assert made.status_code == 201, made.text
    return f"/api/keno/desks/{made.json()['id']}"


def done(client: TestClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body) if body else client.post(path)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_30_2503_a_guest_writes_draws_and_collects(client: TestClient) -> None:
    card = {"rate_card_per_dollar_total_paid": {"1": {"0": 2, "1": 2}}}
    path = desk(client, house=card)
    before = client.get("/api/session").json()["user"]["wallet"]
    told = done(client, f"{path}/tickets", wagers={"straight": 5}, ticket={"spots": [7]})
    serial = told["ticket"]["serial"]
    assert told["ticket"]["casino"] == "Golden Lode"
    assert client.get("/api/session").json()["user"]["wallet"] == before - 5
    done(client, f"{path}/tickets", 422, wagers={"straight": 2}, ticket={"spots": [81]})
    done(client, f"{path}/game/lock")
    drawn = done(client, f"{path}/game/draw")
    assert len(drawn["desk"]["board"][0]["numbers"]) == 20
    assert drawn["desk"]["tickets"][0]["status"] == "won"
    paid = done(client, f"{path}/tickets/redeem", serial=serial)
    assert paid["ticket"]["status"] == "paid"
    assert client.get("/api/session").json()["user"]["wallet"] == before + 5
    again = done(client, f"{path}/tickets/replay", serial=serial)
    assert again["ticket"]["replays"] == serial
    done(client, f"{path}/tickets/void", serial=again["ticket"]["serial"], reason="changed my mind")
    agp = client.get("/api/floor/reports/agp").json()[0]
    assert (agp["writes"], agp["pay_outs"]) == (5, 10)
    assert client.get("/api/keno/tickets", params={"serial": serial}).json()["status"] == "paid"
    assert client.get("/api/keno/tickets", params={"serial": "none"}).status_code == 404


def test_30_2502_a_request_is_priced_before_it_is_written(client: TestClient) -> None:
    path = desk(client)
    kinds = {kind["name"]: kind for kind in client.get(path).json()["kinds"]}
    assert kinds["split"] == {"name": "split", "groups": 2, "split": True, "games": False}
    assert not {"split_a", "split_b"} & set(kinds)

    def drafted(**asked: Any) -> dict[str, Any]:
        return done(client, f"{path}/tickets/draft", **asked)

    assert drafted(kind="straight", stake=2)["problem"]
    raced = next(name for name, kind in kinds.items() if kind["games"])
    assert drafted(kind=raced, stake=2, games=5, spots=[7, 9])["price"] == 10
    split = drafted(kind="split", stake=2, groups=[[1, 2], [3, 4]])
    assert (split["wagers"], split["price"], split["problem"]) == ({"split_a": 2, "split_b": 2}, 4, "")
    assert "groups" in drafted(kind="split", stake=2, groups=[[1, 2]])["problem"]
    done(client, f"{path}/tickets/draft", 422, kind="nothing", stake=2)
    for asked in (split, drafted(kind="straight", stake=3, spots=[5, 6])):
        told = done(client, f"{path}/tickets", wagers=asked["wagers"], ticket=asked["ticket"])
        assert told["ticket"]["price"] == asked["price"]
        assert told["ticket"]["may"] == ["void", "replay"]
    locked = done(client, f"{path}/game/lock")
    assert [ticket["may"] for ticket in locked["desk"]["tickets"]] == [["replay"], ["replay"]]


def test_30_2510_3_the_version_of_the_software_is_on_the_screen(client: TestClient) -> None:
    view = client.get(desk(client)).json()
    assert view["system"]["software"] == __version__
    assert len(view["system"]["rules"]) == 64


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """Logged-in clients of a house with accounts."""
    url = default_url(tmp_path_factory.mktemp("keno") / "floor.db")
    store = Store(url)
    store.migrate()
    for name, role in PEOPLE.items():
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(create_app(Settings(url, True, hosts=("testserver",), requests_per_second=1e6))) as house:
        clients = {}
        for name in PEOPLE:
            made = Client(house.app)
            made.portal = house.portal
            answer = made.post("/api/login", json={"name": name, "password": PASSWORD})
            made.headers["X-CSRF-Token"] = answer.json()["csrf"]
            clients[name] = made
        yield clients


def test_30_2505_1_a_each_duty_is_refused_to_who_may_not(people: dict[str, Client]) -> None:
    done(people["pat"], "/api/keno/desks", 403, casino="Mine")
    done(people["wanda"], "/api/keno/desks", 403, casino="Mine")
    path = desk(people["boss"])
    done(people["boss"], f"{path}/drawers", holder="wanda", kind="writer", amount=500)
    reason = {"reason": "test"}
    for name in ("pat", "wanda"):
        for what in ("suspend", "resume", "game/override", "game/malfunction"):
            done(people[name], f"{path}/{what}", 403, **reason)
        done(people[name], f"{path}/drawers", 403, holder="rita", kind="runner", amount=5)
        done(people[name], f"{path}/counts/1", 403, amount=5)
        done(people[name], f"{path}/promotions", 403, name="x", conditions="y")
        done(people[name], f"{path}/parameters", 403, interval=300)
    for what in ("game/lock", "game/draw", "game/sign-in"):
        assert people["pat"].post(f"{path}/{what}").status_code == 403
    done(people["pat"], f"{path}/game/notice", 403, seconds=60)
    done(people["pat"], f"{path}/drawers/1/fill", 403, amount=5)
    assert people["pat"].get(path).json()["drawers"] == []


def test_30_2505_8_and_30_2508_5_a_shift_at_the_counter(people: dict[str, Client]) -> None:
    path = desk(people["boss"], name="Second desk")
    done(people["boss"], f"{path}/drawers", holder="wanda", kind="writer", amount=500)
    view = people["wanda"].get(path).json()
    drawer = view["drawer"]["id"]
    told = done(people["wanda"], f"{path}/tickets", wagers={"straight": 5}, ticket={}, quick_pick=4)
    assert told["ticket"]["quick_pick"]
    slip = done(people["wanda"], f"{path}/tickets/void", serial=told["ticket"]["serial"], reason="misread")
    assert slip["slip"] == 1
    waits = done(people["wanda"], f"{path}/drawers/{drawer}/fill", amount=100)["waiting"]
    done(people["boss"], f"/api/floor/approvals/{waits}/approve")
    assert people["wanda"].get(path).json()["drawer"]["holds"] == 600
    done(people["wanda"], f"{path}/counts/{drawer}", 403, amount=600)
    counted = done(people["boss"], f"{path}/counts/{drawer}", amount=599.5, certified=True)
    assert "$0.50 short" in counted["told"]
    lines = people["boss"].get("/api/floor/reports/keno-drawers").json()
    assert next(line for line in lines if line["counted"] == 599.5)["over"] == -0.5
    assert people["boss"].get("/api/floor/books").json()["balanced"]
