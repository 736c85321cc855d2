"""Accounts: passwords, accounts put out of use, sessions, codes, names, and the key of one's own machine."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import Client

from houseway.floor import logins, moments
from houseway.floor.logins import add_person
from houseway.floor.names import checked_name, skeleton
from houseway.floor.store import Store, default_url
from houseway.rules.errors import RuleError
from houseway.web.app import create_app
from houseway.web.entry import Entry
from houseway.web.settings import Settings

PASSWORD = "a long enough secret"
OTHER = "another long secret"
Login = Callable[..., TestClient]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestClient]:
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.migrate()
    for name, role in (("maria", "supervisor"), ("ada", "auditor"), ("paul", "player")):
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(create_app(Settings(url, True, hosts=("testserver",), requests_per_second=1e6))) as client:
        yield client


def browser(house: TestClient) -> TestClient:
    made = Client(house.app)
    made.portal = house.portal
    return made


def tries(client: TestClient, name: str, password: str = PASSWORD, **more: Any) -> int:
    answer = client.post("/api/login", json={"name": name, "password": password, **more})
    if answer.status_code == 200:
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
    return answer.status_code


def entered(house: TestClient, name: str) -> TestClient:
    made = browser(house)
    assert tries(made, name) == 200
    return made


def acts(house: TestClient) -> list[str]:
    return [f"{one['act']} {one['subject']}" for one in entered(house, "ada").get("/api/floor/audit").json()]


def test_a_password_is_changed_and_the_other_sessions_end(house: TestClient) -> None:
    here, there = entered(house, "paul"), entered(house, "paul")
    for wrong in (
        {"old": "wrong", "new": OTHER},
        {"old": PASSWORD, "new": "short"},
        {"old": PASSWORD, "new": PASSWORD},
        {"old": PASSWORD, "new": "for PAUL only"},
    ):
        assert here.post("/api/account/password", json=wrong).status_code in (403, 422)
    assert there.get("/api/account/sessions").status_code == 200
    assert here.post("/api/account/password", json={"old": PASSWORD, "new": OTHER}).status_code == 200
    assert here.get("/api/account/sessions").status_code == 200
    assert there.get("/api/account/sessions").status_code == 401
    assert tries(browser(house), "paul") == 401
    assert tries(browser(house), "paul", OTHER) == 200
    assert "password changed paul" in acts(house)


def test_a_password_that_another_gave_is_good_for_choosing_ones_own(house: TestClient) -> None:
    maria = entered(house, "maria")
    (paul,) = maria.get("/api/floor/people", params={"search": "paul"}).json()
    given = maria.post(f"/api/floor/people/{paul['id']}/reset").json()["password"]
    client = browser(house)
    assert tries(client, "paul") == 401
    assert tries(client, "paul", given) == 200
    assert client.get("/api/session").json()["user"]["must_change"]
    for path in ("/api/rounds", "/api/account/sessions"):
        assert client.get(path).status_code == 403
    assert client.post("/api/account/password", json={"old": given, "new": OTHER}).status_code == 200
    assert client.get("/api/rounds").status_code == 200
    assert tries(browser(house), "paul", given) == 401
    assert tries(browser(house), "paul", OTHER) == 200


def test_a_disabled_account_is_out_at_once(house: TestClient) -> None:
    maria, paul = entered(house, "maria"), entered(house, "paul")
    found = {one["name"]: one["id"] for one in maria.get("/api/floor/people").json()}
    assert maria.post(f"/api/floor/people/{found['maria']}/disable").status_code == 403  # nobody himself
    assert maria.post(f"/api/floor/people/{found['paul']}/disable").json()["disabled"] is True
    assert paul.get("/api/rounds").status_code == 401
    assert tries(browser(house), "paul") == 401
    assert maria.post(f"/api/floor/people/{found['paul']}/enable").json()["disabled"] is False
    assert tries(browser(house), "paul") == 200
    assert {"person disabled paul", "person enabled paul"} <= set(acts(house))


def test_sessions_are_listed_and_ended(house: TestClient) -> None:
    here, there = entered(house, "paul"), entered(house, "paul")
    listed = here.get("/api/account/sessions").json()
    assert [one["this"] for one in listed].count(True) == 1
    assert all(one["address"] == "testclient" for one in listed)
    (other,) = [one["id"] for one in listed if not one["this"]]
    maria = entered(house, "maria")
    assert maria.post(f"/api/account/sessions/{other}/end").json() == {"ended": 0}  # another's
    assert here.post(f"/api/account/sessions/{other}/end").json() == {"ended": 1}
    assert there.get("/api/account/sessions").status_code == 401
    assert here.get("/api/account/sessions").status_code == 200
    assert {"login paul", "session ended paul"} <= set(acts(house))
    here.post("/api/logout")
    assert "logout paul" in acts(house)


def test_an_unused_session_ends(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    paul, later = entered(house, "paul"), 0
    real = moments.now
    for module in ("houseway.floor.logins.now", "houseway.web.watch.now"):
        monkeypatch.setattr(module, lambda: real() + later)
    floor = house.app.state.floor  # type: ignore[attr-defined]
    for _ in range(3):
        later += logins.IDLE_MS - 60_000
        assert paul.get("/api/account/sessions").status_code == 200
        floor.watch._tidy()  # what was used is written down
    later += logins.IDLE_MS + 1
    assert paul.get("/api/account/sessions").status_code == 401


@pytest.mark.usefixtures("house")
def test_a_session_that_is_used_does_not_end_however_short_the_limit(tmp_path: Path) -> None:
    """What was used is written down many times within the limit; it was once a minute, whatever the limit."""
    settings = Settings(default_url(tmp_path / "floor.db"), True, hosts=("testserver",), idle=6000)
    with Client(create_app(settings)) as short:
        paul = entered(short, "paul")
        until = time.monotonic() + 9
        while time.monotonic() < until:
            assert paul.get("/api/account/sessions").status_code == 200
            time.sleep(0.3)
        time.sleep(6.5)
        assert paul.get("/api/account/sessions").status_code == 401


def test_a_page_that_only_watches_does_not_use_its_session(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    maria, used = entered(house, "maria"), list[str]()
    table = maria.post("/api/tables", json={"game": "casino-war"}).json()["id"]
    monkeypatch.setattr(house.app.state.floor.watch, "used", used.append)  # type: ignore[attr-defined]
    with maria.websocket_connect(f"/api/tables/{table}/live") as socket:
        assert socket.receive_json()["you"]["seats"] == []
        assert used == []
    assert maria.get("/api/account/sessions").status_code == 200
    assert len(used) == 1


@pytest.mark.parametrize("ends", ["log-out", "disabled"])
def test_a_table_that_the_house_hides_is_not_told_to_a_session_that_ended(house: TestClient, ends: str) -> None:
    maria, paul = entered(house, "maria"), entered(house, "paul")
    table = maria.post("/api/tables", json={"game": "casino-war"}).json()["id"]
    with paul.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.receive_json()
        if ends == "log-out":
            paul.post("/api/logout", json={})
        else:
            number = next(one["id"] for one in maria.get("/api/floor/people").json() if one["name"] == "paul")
            assert maria.post(f"/api/floor/people/{number}/disable").status_code == 200
        assert maria.post(f"/api/floor/tables/{table}/fill", json={"amount": 5}).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_an_outsider_cannot_lock_another_out(house: TestClient) -> None:
    """Wrong passwords make those wait who tried them; a browser that paul has used before is not theirs."""
    paul, outsider = entered(house, "paul"), browser(house)
    for _ in range(5):
        assert tries(outsider, "paul", "wrong") == 401
    assert tries(outsider, "paul") == 403
    assert tries(paul, "paul") == 200
    for _ in range(5):
        assert tries(paul, "paul", "wrong") == 401
    assert tries(paul, "paul") == 403  # the known browser waits for its own mistakes
    forged = browser(house)
    forged.cookies["houseway_device"] = "00" * 16 + "." + "00" * 32
    assert tries(forged, "paul") == 403
    assert tries(outsider, "ada") == 200


def test_a_code_is_asked_for_and_good_once(house: TestClient) -> None:
    paul = entered(house, "paul")
    told = paul.post("/api/account/codes").json()
    codes = pyotp.TOTP(told["secret"])
    assert told["uri"].startswith("otpauth://totp/Houseway:paul?")
    assert paul.post("/api/account/codes/confirm", json={"code": "000000"}).status_code == 403
    assert tries(browser(house), "paul") == 200  # not confirmed yet
    moment = moments.now() // 1000
    assert paul.post("/api/account/codes/confirm", json={"code": codes.at(moment)}).status_code == 200
    answer = house.post("/api/login", json={"name": "paul", "password": PASSWORD})
    assert (answer.status_code, answer.json()["field"]) == (401, "code")
    assert tries(browser(house), "paul", code=codes.at(moment)) == 401  # used
    assert tries(browser(house), "paul", code=codes.at(moment + 30)) == 200
    assert tries(browser(house), "paul", "wrong", code=codes.at(moment + 30)) == 401
    assert {"codes on paul"} <= set(acts(house))
    again = paul.post("/api/account/codes/off", json={"code": codes.at(moment + 30)})
    assert again.status_code == 403


def test_a_code_or_a_device_in_other_letters_is_wrong(house: TestClient) -> None:
    """They are compared as bytes: letters outside ASCII were a fault of the server."""
    paul = entered(house, "paul")
    codes = pyotp.TOTP(paul.post("/api/account/codes").json()["secret"])
    assert paul.post("/api/account/codes/confirm", json={"code": "éééééé"}).status_code == 403
    assert paul.post("/api/account/codes/confirm", json={"code": codes.at(moments.now() // 1000)}).status_code == 200
    assert tries(browser(house), "paul", code="٣٣٣٣٣٣") == 401
    told = {"name": "ada", "password": "wrong"}
    answer = browser(house).post("/api/login", json=told, headers={b"Cookie": b"houseway_device=0123.\xe9"})
    assert answer.status_code == 401


def test_registering_gives_no_money(house: TestClient) -> None:
    answer = house.post("/api/people", json={"name": "pia", "password": PASSWORD})
    assert answer.json()["user"]["wallet"] == 0
    house.headers["X-CSRF-Token"] = answer.json()["csrf"]
    assert house.post("/api/purse", json={}).status_code == 422


@pytest.mark.parametrize("name", ["Bartholomew", "Émilie"])
def test_a_password_does_not_contain_the_name(house: TestClient, name: str) -> None:
    for password in (f"{name} {name}", f"x{name.upper()}-2026", f"12345{name.casefold()}"):
        answer = house.post("/api/people", json={"name": name, "password": password})
        assert (answer.status_code, answer.json()["field"]) == (422, "password")
    floor = house.app.state.floor.store  # type: ignore[attr-defined]
    made = floor.write(lambda db: logins.add_person(db, name, PASSWORD, "player"))
    with pytest.raises(RuleError, match="contains the name"):
        floor.write(lambda db: logins.replace_password(db, made.id, f"the key of {name.lower()}"))
    assert house.post("/api/people", json={"name": "al", "password": "always a long one"}).status_code == 200


def test_a_password_given_anew_does_not_contain_the_name(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(("1PAULpaul-234567", "q8Zp3-fWn1_xLk0T"))
    maria = entered(house, "maria")
    (paul,) = maria.get("/api/floor/people", params={"search": "paul"}).json()
    monkeypatch.setattr(logins, "_given_password", lambda: next(given))
    assert maria.post(f"/api/floor/people/{paul['id']}/reset").json()["password"] == "q8Zp3-fWn1_xLk0T"


def test_names_that_look_like_another_are_refused(house: TestClient) -> None:
    for name in ("Maria", "MARlA", "rnaria", "mаria", "ｍaria", "maria.", "ma ria", "maría"):
        answer = house.post("/api/people", json={"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.json().get("field")) == (422, "name"), name
    answer = house.post("/api/people", json={"name": "m4ria ", "password": PASSWORD})
    assert answer.status_code == 200  # nobody reads a 4 for an a


def test_names_that_are_none(house: TestClient) -> None:
    for name in ("guest-1", "Supervisor", "b0t", "", " ", "a\u202eb", "12", "a  b", "<b>", "пaul", "a\u0661"):
        answer = house.post("/api/people", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 422, repr(name)


def test_people_of_other_scripts_have_names() -> None:
    for name in ("Мария", "Μαρία", "李小龍", "Zoë O'Hara-Smith", "Jean Paul 2nd"):
        assert checked_name(name) == name
        assert skeleton(name)


def test_without_accounts_the_address_carries_a_key_that_is_good_once(tmp_path: Path) -> None:
    keys: list[str] = []
    app = create_app(Settings(default_url(tmp_path / "f.db"), hosts=("testserver",), entry=Entry(keys.append)))
    with Client(app) as first:
        assert first.get("/api/session").json()["user"] is None
        assert first.post("/api/tables", json={"game": "blackjack"}).status_code == 401
        assert first.get("/enter", params={"key": "guess"}).status_code == 403
        answer = first.get("/enter", params={"key": keys[0]}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert first.get("/api/session").json()["user"]["role"] == "guest"
        other = browser(first)
        assert other.get("/enter", params={"key": keys[0]}).status_code == 403
        assert len(keys) == 2
        assert other.get("/enter", params={"key": keys[1]}, follow_redirects=False).status_code == 303
