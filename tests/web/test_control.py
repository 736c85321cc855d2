"""Control of the house: nobody rules on his own play, and what is large or cannot be undone takes two people."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client, bet

from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

PASSWORD = "a long enough secret"
PEOPLE = {"maria": "supervisor", "mark": "supervisor", "dan": "dealer", "ada": "auditor", "paul": "player"}
Login = Callable[..., TestClient]


@pytest.fixture
def login(tmp_path: Path) -> Iterator[Login]:
    """Logs people in on a server with accounts: two supervisors, a dealer, an auditor, a player with $5,000."""
    url = default_url(tmp_path / "floor.db")
    store = Store(url)
    store.migrate()
    for name, role in PEOPLE.items():
        store.write(lambda db, n=name, r=role: add_person(db, n, PASSWORD, r))  # type: ignore[misc]
    store.close()
    with Client(create_app(Settings(url, True, hosts=("testserver",), requests_per_second=1e6))) as house:

        def make(name: str, **more: Any) -> TestClient:
            made = Client(house.app)
            made.portal = house.portal
            answer = made.post("/api/login", json={"name": name, "password": PASSWORD, **more})
            assert answer.status_code == 200, answer.text
            made.headers["X-CSRF-Token"] = answer.json()["csrf"]
            return made

        maria, mark = make("maria"), make("mark")
        for name in ("paul", "dan", "mark"):
            asked = maria.post(f"/api/floor/people/{number(maria, name)}/cage/deposit", json={"amount": 5000}).json()
            decider = mark if name != "mark" else None
            if decider is not None:
                answer = decider.post(f"/api/floor/approvals/{asked['waiting']}/approve")
                assert answer.status_code == 200, answer.text
        yield make


def number(client: TestClient, name: str) -> int:
    (found,) = [one for one in client.get("/api/floor/people", params={"search": name}).json() if one["name"] == name]
    return int(found["id"])


def opened(client: TestClient, game: str = "blackjack", **more: Any) -> int:
    answer = client.post("/api/tables", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def sat(client: TestClient, table: int, **more: Any) -> Any:
    return client.post(f"/api/tables/{table}/sit", json={"buy_in": 500, **more})


def test_nobody_acts_on_a_table_he_plays_at(login: Login) -> None:
    maria, dan, paul = login("maria"), login("dan"), login("paul")
    table = opened(maria)
    assert sat(dan, table).status_code == 200
    assert sat(paul, table).status_code == 200
    bet(paul, f"/api/tables/{table}", seat=1, wagers={"blackjack": 5})
    floor = f"/api/floor/tables/{table}"
    acts: list[tuple[str, dict[str, Any]]] = [
        (f"{floor}/fill", {"amount": 5}),
        (f"{floor}/coupons/accept", {"amount": 5, "seat": 0}),
        (f"{floor}/count/opening", {"amount": 5}),
        (f"{floor}/close/now", {}),
        (f"/api/tables/{table}/bots", {}),
        (f"/api/tables/{table}/deal", {}),
    ]
    before = maria.get("/api/floor/audit").json()
    for path, body in acts:
        answer = dan.post(path, json=body)
        assert answer.status_code == 403, (path, answer.text)
        assert "you play at this table" in answer.json()["error"]
    assert maria.get("/api/floor/audit").json() == before
    assert maria.post(f"{floor}/fill", json={"amount": 5}).status_code == 200


def test_who_bets_behind_a_seat_plays_at_the_table(login: Login) -> None:
    maria, mark, dan, paul = login("maria"), login("mark"), login("dan"), login("paul")
    mark.post(f"/api/floor/people/{number(mark, 'maria')}/cage/deposit", json={"amount": 400})
    table = opened(mark, "pure-21-5-blackjack-3-to-2")
    path, floor = f"/api/tables/{table}", f"/api/floor/tables/{table}"
    sat(paul, table, seat=0)
    assert paul.post(f"{floor}/bank", json={"seat": 0, "amount": 400}).status_code == 200
    sat(dan, table, seat=1)
    assert bet(dan, path, seat=1, wagers={"base_game": 10}).status_code == 200
    assert maria.post(f"{path}/behind", json={"seat": 1, "wagers": {"base_game": 20}}).status_code == 200
    for act, body in (("round/void", {"reason": "misdeal"}), ("fill", {"amount": 5})):
        answer = maria.post(f"{floor}/{act}", json=body)
        assert (answer.status_code, "you play at this table" in answer.text) == (403, True), (act, answer.text)
    assert maria.post(f"{path}/behind", json={"seat": 1, "wagers": {}}).status_code == 200
    assert maria.post(f"{floor}/fill", json={"amount": 5}).status_code == 200
    assert "acted for the house" in maria.post(f"{path}/behind", json={"seat": 1, "wagers": {"base_game": 20}}).text


def test_who_opened_or_dealt_a_table_does_not_play_at_it(login: Login) -> None:
    maria, dan, mark, paul = login("maria"), login("dan"), login("mark"), login("paul")
    table, other = opened(dan), opened(maria)
    assert "acted for the house" in sat(dan, table).json()["error"]
    assert sat(dan, other, seat=3).status_code == 200
    sat(paul, table)
    bet(paul, f"/api/tables/{table}", seat=0, wagers={"blackjack": 5})
    assert mark.post(f"/api/tables/{table}/deal").status_code == 200
    assert sat(mark, table, buy_in=None).status_code == 403
    assert any(one["act"] == "deals" and one["who"] == "mark" for one in maria.get("/api/floor/audit").json())


def test_one_person_holds_the_seats_that_the_game_allows(login: Login) -> None:
    """One seat in a pot, one hand at Cajun Stud's neighbour, two where the paragraph allows two hands."""
    dan, paul = login("dan"), login("paul")
    for game, most in (("texas-holdem", 1), ("caribbean-stud", 1), ("three-card-poker", 2), ("blackjack", 7)):
        table = opened(dan, game)
        seats = len(dan.get(f"/api/tables/{table}").json()["seats"])
        taken = [sat(paul, table, buy_in=5).status_code for _ in range(seats)]
        assert taken == [200] * min(most, seats) + [422] * (seats - min(most, seats)), game


def test_a_table_has_no_more_seats_than_its_game(login: Login) -> None:
    dan = login("dan")
    for game in ("blackjack", "baccarat", "texas-holdem", "three-card-poker", "pai-gow-poker", "craps", "pai-gow"):
        if dan.get("/api/game", params={"id": game}).status_code != 200:
            continue
        most = len(dan.get(f"/api/tables/{opened(dan, game)}").json()["seats"])
        for seats in (150, most + 1):
            answer = dan.post("/api/tables", json={"game": game, "seats": seats})
            assert answer.status_code == 422, (game, seats)
            assert answer.json()["field"] == "seats"


def waiting(client: TestClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/floor/approvals").json()
    return [one for one in found if one["act"] != "cage"]


def test_what_one_person_gives_out_in_a_day_is_limited_and_counted_together(login: Login) -> None:
    maria, mark, dan, paul = login("maria"), login("mark"), login("dan"), login("paul")
    table = opened(maria)
    sat(paul, table)
    path = f"/api/floor/tables/{table}/coupons/accept"
    assert dan.post(path, json={"amount": 300, "seat": 0}).json()["waiting"] is None
    view = dan.post(path, json={"amount": 250, "seat": 0}).json()
    assert view["waiting"] is not None
    assert view["seats"][0]["stack"] == 800
    decide = f"/api/floor/approvals/{view['waiting']}"
    assert dan.post(f"{decide}/approve").status_code == 403  # a dealer's word is none
    assert paul.post(f"{decide}/refuse").status_code == 403
    assert mark.post(f"{decide}/approve").status_code == 200
    assert mark.post(f"{decide}/approve").status_code == 422  # once
    assert paul.get(f"/api/tables/{table}").json()["seats"][0]["stack"] == 1050
    (log, *_) = [one for one in maria.get("/api/floor/audit").json() if one["act"] == "coupon"]
    assert (log["who"], log["data"]["amount"]) == ("dan", 25_000)
    assert log["data"]["second"] == "mark"
    view = maria.post(path, json={"amount": 600, "seat": 0}).json()
    decide = f"/api/floor/approvals/{view['waiting']}"
    assert maria.post(f"{decide}/approve").status_code == 403  # not her own
    assert maria.post(f"{decide}/refuse").status_code == 200
    assert waiting(mark) == []
    assert maria.get("/api/floor/books").json()["balanced"]


def test_coupons_above_the_limit_are_issued_by_two(login: Login) -> None:
    maria, mark = login("maria"), login("mark")
    told = {"kind": "match play coupon", "amount": 300, "expires": "2099-12-31", "house": "X", "city": "Y"}
    assert maria.post("/api/floor/vouchers", json=told).json()["waiting"] is None
    made = maria.post("/api/floor/vouchers", json=told).json()
    assert (made["status"], made["waiting"] is None) == ("waiting", False)
    assert maria.get("/api/floor/vouchers", params={"code": made["code"]}).json() == []
    assert maria.post(f"/api/floor/approvals/{made['waiting']}/approve").status_code == 403
    assert mark.post(f"/api/floor/approvals/{made['waiting']}/approve").status_code == 200
    (good,) = maria.get("/api/floor/vouchers", params={"code": made["code"]}).json()
    assert (good["status"], good["amount"]) == ("good", 300)
    log = [one for one in maria.get("/api/floor/audit").json() if one["act"] == "coupon issued"]
    assert [one["data"].get("second") for one in log] == ["mark", None]


def test_a_round_whose_cards_were_seen_is_voided_by_two_people(login: Login) -> None:
    maria, mark, dan, paul = login("maria"), login("mark"), login("dan"), login("paul")
    table = opened(dan, "ultimate-texas-holdem")
    path, void = f"/api/tables/{table}", f"/api/floor/tables/{table}/round/void"
    sat(paul, table)
    wagers = {"ante": 5, "blind": 5}
    bet(paul, path, seat=0, wagers=wagers)
    assert maria.post(void, json={"reason": "wrong seat"}).json()["round"]["status"] == "void"  # no card was seen
    bet(paul, path, seat=0, wagers=wagers, deal=True)
    for reason in ({}, {"reason": ""}, {"reason": "  "}, {"reason": "\u200b."}):
        assert maria.post(void, json=reason).status_code == 422, reason
    view = maria.post(void, json={"reason": "cards exposed"}).json()
    assert (view["round"]["status"], view["waiting"] is None) == ("playing", False)
    first = view["waiting"]
    again = maria.post(f"/api/floor/tables/{table}/round/irregularity", json={"kind": "misdeal"}).json()
    assert again["waiting"] is not None
    assert mark.post(f"/api/floor/approvals/{first}/approve").status_code == 200
    state = paul.get(path).json()
    assert (state["round"]["status"], state["seats"][0]["stack"]) == ("void", 500)
    assert again["waiting"] not in [one["id"] for one in mark.get("/api/floor/approvals").json()]
    bet(paul, path, seat=0, wagers=wagers, deal=True)
    answer = mark.post(f"/api/floor/approvals/{again['waiting']}/approve")
    assert answer.json()["error"] == "that round is over"  # the word was for another round
    assert paul.get(path).json()["round"]["status"] == "playing"


def test_what_the_rules_refuse_does_not_wait_for_a_second_person(login: Login) -> None:
    maria, paul = login("maria"), login("paul")
    table = opened(maria)
    paul.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 300})
    dealt = bet(paul, f"/api/tables/{table}", seat=0, wagers={"blackjack": 10}, deal=True).json()
    assert dealt["round"]["status"] == "playing"
    answer = maria.post(f"/api/floor/tables/{table}/round/irregularity", json={"kind": "nonsense"})
    assert (answer.status_code, answer.json()["field"]) == (422, "irregularity.kind")
    person = number(maria, "paul")
    answer = maria.post(f"/api/floor/people/{person}/cage/withdrawal", json={"amount": 100_000})
    assert (answer.status_code, answer.json()["error"]) == (422, "not enough money in the account")
    assert [one for one in maria.get("/api/floor/approvals").json() if one["act"] != "cage"] == []
    assert maria.post(f"/api/floor/tables/{table}/round/void", json={"reason": "misdeal"}).json()["waiting"]
    now = paul.get(f"/api/tables/{table}").json()
    assert now["round"]["status"] == "playing"
    assert now["round"]["digest"] == dealt["round"]["digest"], "what was tried out left nothing behind"
    assert maria.get("/api/floor/books").json()["balanced"]


def test_a_second_person_who_plays_at_the_table_is_none(login: Login) -> None:
    maria, mark, paul = login("maria"), login("mark"), login("paul")
    table = opened(maria)
    sat(paul, table)
    sat(mark, table, buy_in=None)
    view = maria.post(f"/api/floor/tables/{table}/coupons/accept", json={"amount": 501, "seat": 0}).json()
    assert mark.post(f"/api/floor/approvals/{view['waiting']}/approve").status_code == 403


def test_a_supervisor_is_appointed_by_two(login: Login) -> None:
    """Otherwise one supervisor could make the second person himself."""
    maria, mark = login("maria"), login("mark")
    new = {"name": "eve", "password": PASSWORD, "role": "supervisor"}
    made = maria.post("/api/people", json=new).json()
    with pytest.raises(AssertionError):
        login("eve")
    assert maria.post(f"/api/floor/people/{made['id']}/enable").json() == {"disabled": True, "waiting": made["waiting"]}
    assert maria.post(f"/api/floor/approvals/{made['waiting']}/approve").status_code == 403
    assert mark.post(f"/api/floor/people/{made['id']}/reset").status_code == 403
    assert mark.post(f"/api/floor/approvals/{made['waiting']}/approve").status_code == 200
    eve = login("eve")
    assert eve.get("/api/floor/books").status_code == 200
    assert maria.post(f"/api/floor/people/{made['id']}/disable").json()["disabled"]
    assert eve.get("/api/floor/books").status_code == 401
    again = maria.post(f"/api/floor/people/{made['id']}/enable").json()["waiting"]
    assert mark.post(f"/api/floor/approvals/{again}/approve").status_code == 200
    assert login("eve").get("/api/floor/books").status_code == 200


def test_cash_at_the_cage_is_on_the_books(login: Login) -> None:
    maria = login("maria")
    paul = number(maria, "paul")
    cage = f"/api/floor/people/{paul}/cage"
    assert maria.post(f"{cage}/withdrawal", json={"amount": 400}).json() == {"waiting": None}
    assert maria.post(f"{cage}/withdrawal", json={"amount": 400}).json()["waiting"] is not None
    assert login("paul").get("/api/session").json()["user"]["wallet"] == 4600
    own = number(maria, "maria")
    assert maria.post(f"/api/floor/people/{own}/cage/deposit", json={"amount": 1}).status_code == 403
    assert maria.get("/api/floor/books").json()["balanced"]
