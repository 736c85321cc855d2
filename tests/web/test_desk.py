"""The desk and its cases over HTTP: layouts, rulings, who may open, rule and revise, and that nothing is lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError
from starlette.testclient import TestClient
from tests.web.conftest import Client, bet
from tests.web.test_floor_duties import PASSWORD, paid_in

from houseway.floor import books
from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

PEOPLE = {
    "player": "player",
    "other": "player",
    "dealer": "dealer",
    "chief": "supervisor",
    "deputy": "supervisor",
    "auditor": "auditor",
}
ROUND: dict[str, Any] = {
    "game": "three-card-poker",
    "house": {"pay_tables": {"pair_plus": "3"}},
    "seats": [{"wagers": {"ante": 10, "pair_plus": 5}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}
SHORT = [[0, 10, 0]]  # pair plus was not paid: $5 are owed


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return default_url(tmp_path_factory.mktemp("desk") / "floor.db")


@pytest.fixture(scope="module")
def people(url: str) -> Iterator[dict[str, Client]]:
    """One logged-in client for each person on a server with accounts."""
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
        paid_in(clients["chief"], "player", 400)
        yield clients


def played_round(people: dict[str, TestClient]) -> int:
    """A finished round of the player at a table."""
    table = people["dealer"].post("/api/tables", json={"game": "baccarat"}).json()["id"]
    people["player"].post(f"/api/tables/{table}/sit", json={"seat": 2, "buy_in": 25})
    bet(people["player"], f"/api/tables/{table}", seat=2, wagers={"banker": 5}, deal=True)
    return int(people["player"].get("/api/rounds").json()[0]["id"])


def open_case(client: TestClient, **more: Any) -> int:
    answer = client.post("/api/cases", json={"round": ROUND, "paid": SHORT, **more})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def test_a_blank_layout_has_every_wager_and_says_what_is_missing(client: TestClient) -> None:
    blank = client.post("/api/desk/layout", json={"game": "three-card-poker", "seats": [{}]}).json()
    assert {spot["name"] for spot in blank["spots"]} >= {"ante", "pair_plus"}
    assert blank["problem"]["error"]
    assert blank["piles"] == []
    ante: dict[str, Any] = {"game": "three-card-poker", "seats": [{"wagers": {"ante": 10}}]}
    laid = client.post("/api/desk/layout", json=ante).json()
    assert laid["problem"] is None
    assert laid["waits"]
    own = next(pile for pile in laid["piles"] if pile["seat"] == 0)
    told = {slot["source"]: card for slot, card in zip(own["slots"], ("As", "Kd", "2c"), strict=True)}
    legal = client.post("/api/desk/layout", json={**ante, "sources": told}).json()["legal"]
    assert [one["verb"] for one in legal] == ["fold", "play"]


def test_30_1099_18_6_what_is_missing_after_a_misdeal_is_said_with_its_seat(client: TestClient) -> None:
    """The misdealt hand is not asked for; the other seat's is, by its name."""
    two = {
        "game": "three-card-poker",
        "seats": [{"wagers": {"ante": 10}}, {"wagers": {"ante": 10}}],
        "irregularity": {"kind": "misdeal", "of": "player", "seat": 0},
    }
    laid = client.post("/api/desk/layout", json=two).json()
    assert laid["file"] is None
    assert laid["missing"].startswith("Seat 2: ")
    told = {f"seats.1.cards.{at}": card for at, card in enumerate(("9s", "9d", "2c"))}
    laid = client.post("/api/desk/layout", json={**two, "places": told}).json()
    assert laid["turn"] == 1
    assert laid["missing"].startswith("Seat 2: ")


def test_cards_that_are_missing_are_not_called_decisions(client: TestClient) -> None:
    laid = client.post(
        "/api/desk/layout", json={"game": "three-card-poker", "seats": [{"wagers": {"ante": 10}}]}
    ).json()
    assert laid["waits"]
    assert laid["missing"] == "the round is not over: cards are missing"


def test_a_round_without_decisions_is_not_ruled_before_its_cards_are_told(client: TestClient) -> None:
    coup = {"game": "baccarat", "seats": [{"wagers": {"player": 10}}]}
    laid = client.post("/api/desk/layout", json=coup).json()
    assert laid["over"]
    assert (laid["file"], laid["missing"]) == (None, "Player, card 1 is not told yet")
    hand = [["player", "9s"], ["player", "Kd"], ["banker", "5h"]]
    places = {f"piles.{pile}.{at % 2}": card for at, (pile, card) in enumerate(hand)}
    laid = client.post("/api/desk/layout", json={**coup, "places": places}).json()
    assert (laid["file"], laid["missing"]) == (None, "Banker, card 2 is not told yet")
    laid = client.post("/api/desk/layout", json={**coup, "places": {**places, "piles.banker.1": "2c"}}).json()
    assert laid["file"]["piles"] == {"player": ["9s", "Kd"], "banker": ["5h", "2c"]}


def test_30_1099_53_pay_tables_that_are_chosen_together_name_each_other(client: TestClient) -> None:
    tables = client.get("/api/game", params={"id": "stadium-three-card-poker"}).json()["pay_tables"]
    assert {name: table["together"] for name, table in tables.items() if table["together"]} == {
        "ante_bonus": ["pair_plus"],
        "pair_plus": ["ante_bonus"],
    }


def test_cards_stay_with_their_places_when_seats_change(client: TestClient) -> None:
    seats = [{"wagers": {"ante": 10}}, {"wagers": {"ante": 20}}]
    body = {"game": "three-card-poker", "seats": seats, "places": {"seats.1.cards.0": "As", "dealer.2": "2c"}}
    laid = client.post("/api/desk/layout", json=body).json()
    told = {slot["place"]: slot["value"] for pile in laid["piles"] for slot in pile["slots"] if slot["value"]}
    assert told == {"seats.1.cards.0": "As", "dealer.2": "2c"}


def test_a_round_file_is_laid_out_whole_and_ruled(client: TestClient) -> None:
    laid = client.post("/api/desk/told", json={"round": ROUND}).json()
    assert laid["over"]
    assert laid["file"]["dealer"] == ROUND["dealer"]
    ruled = client.post("/api/desk/rule", json={"round": laid["file"]}).json()
    assert ruled["settlement"]["seats"][0]["lines"][-1]["table"]["text"] == "Pair Plus schedule 3"


def test_bad_input_at_the_desk_is_one_sentence(client: TestClient) -> None:
    for path, body, field in (
        ("layout", {"game": "no-such-game"}, ""),
        ("layout", {"game": "three-card-poker", "seats": [{}], "actions": [["0", "play"]]}, "actions[0]"),
        ("rule", {"round": {"game": "three-card-poker", "seats": [{"wagers": {"ante": -1}}]}}, ""),
        ("rule", {"round": {"game": "three-card-poker", "colour": "red"}}, "colour"),
        ("told", {"round": {"game": "three-card-poker", "seats": 3}}, "seats"),
        ("file", {"name": "x.jsonl", "text": "\n"}, "text"),
    ):
        answer = client.post(f"/api/desk/{path}", json=body)
        assert answer.status_code in (404, 422), (path, answer.text)
        problem = answer.json()
        assert problem["error"]
        assert "\n" not in problem["error"]
        assert field in problem["field"], problem


def test_a_round_from_a_table_comes_to_the_desk_with_its_seats_and_payments(people: dict[str, TestClient]) -> None:
    number = played_round(people)
    taken = people["player"].get(f"/api/desk/rounds/{number}").json()
    assert taken["places"] == [2]
    assert len(taken["paid"][0]) == 1
    assert people["other"].get(f"/api/desk/rounds/{number}").status_code == 403
    assert people["auditor"].get(f"/api/desk/rounds/{number}").status_code == 200
    for path in (f"/api/rounds/{number}", f"/api/rounds/{number}/file"):
        answers = {name: people[name].get(path).status_code for name in ("player", "other", "auditor")}
        assert answers == {"player": 200, "other": 403, "auditor": 200}
    case = people["player"].post("/api/cases", json={"round": taken["round"], "round_id": number}).json()["id"]
    found = people["auditor"].get("/api/cases", params={"round": number}).json()
    assert [one["id"] for one in found] == [case]
    assert found[0]["places"] == [2]
    assert people["other"].get(f"/api/cases/{case}").status_code == 403
    assert people["other"].get("/api/cases").json() == []
    assert people["player"].get(f"/api/desk/rounds/{number}").json()["case"] == case


def test_a_case_is_opened_noted_ruled_and_revised_by_those_who_may(people: dict[str, TestClient], url: str) -> None:
    assert people["player"].post("/api/cases", json={"round": ROUND}).status_code == 403  # not a round that he played
    case = open_case(people["dealer"], note="The player says the pair was not paid.")
    address = f"/api/cases/{case}"
    body = {"round": ROUND, "paid": SHORT}
    for name in ("player", "other", "dealer", "auditor"):
        assert people[name].post(f"{address}/ruling", json=body).status_code == 403
    assert people["auditor"].get(address).json()["state"] == "open"
    people["auditor"].post(f"{address}/notes", json={"text": "Seen on camera 4."})
    ruled = people["chief"].post(f"{address}/ruling", json={**body, "reason": "A pair pays under schedule 3."}).json()
    assert (ruled["state"], ruled["owed"], ruled["ruled_by"]) == ("ruled", 5, "chief")
    again = people["chief"].post(f"{address}/ruling", json={**body, "reason": "no"})
    assert again.status_code == 403
    assert again.json()["error"] == "a ruling is revised by somebody other than the person who made it"
    assert people["deputy"].post(f"{address}/ruling", json=body).json()["field"] == "reason"
    paid = {**body, "paid": [[0, 10, 5]], "reason": "The player was paid meanwhile."}
    revised = people["deputy"].post(f"{address}/ruling", json=paid).json()
    assert (revised["state"], revised["owed"], revised["ruled_by"]) == ("revised", 0, "deputy")
    assert [step["act"] for step in revised["history"]] == ["opened", "noted", "ruled", "revised"]
    assert [step["owed"] for step in revised["history"]] == [None, None, 5, 0]
    acts = [
        line["act"] for line in people["auditor"].get("/api/floor/audit").json() if line["subject"] == f"case {case}"
    ]
    assert acts == ["case revised", "case ruled", "case noted", "case opened"]
    store = Store(url)
    assert store.read(books.check) == []
    store.close()


def test_refused_changes_leave_a_case_as_it_was(people: dict[str, TestClient]) -> None:
    case = open_case(people["chief"])
    before = people["chief"].get(f"/api/cases/{case}").json()
    wrong = {**ROUND, "dealer": ["9s", "8c", "4d"]}
    for body, field in (
        ({"round": wrong, "paid": SHORT}, "dealer[0]"),
        ({"round": {**ROUND, "game": "casino-war"}, "paid": []}, "round.game"),
        ({"round": ROUND, "paid": [[1, 2, 3, 4]]}, "paid[0]"),
        ({"round": ROUND, "paid": [[1], [2]]}, "paid"),
        ({"round": ROUND, "paid": [["much"]]}, "paid"),
        ({"round": ROUND, "colour": "red"}, "colour"),
    ):
        answer = people["chief"].post(f"/api/cases/{case}/ruling", json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["field"].startswith(field.split("[")[0]), answer.json()
    assert people["chief"].get(f"/api/cases/{case}").json() == before
    assert people["chief"].get("/api/cases/999999").status_code == 404


def test_what_was_told_can_be_told_otherwise_until_it_is_ruled(people: dict[str, TestClient]) -> None:
    case = open_case(people["dealer"])
    other = {**ROUND, "dealer": ["Qh", "8c", "4d"]}
    assert people["player"].post(f"/api/cases/{case}/told", json={"round": other}).status_code == 403
    assert people["dealer"].post(f"/api/cases/{case}/told", json={"round": other}).json()["told"] == other
    people["chief"].post(f"/api/cases/{case}/ruling", json={"round": other, "paid": []})
    refused = people["dealer"].post(f"/api/cases/{case}/told", json={"round": ROUND})
    assert refused.json()["error"] == "the case is ruled on; it can be revised"


def test_large_sums_take_another_person_than_who_opened_the_case(people: dict[str, TestClient]) -> None:
    dear = {**ROUND, "seats": [{**ROUND["seats"][0], "wagers": {"ante": 1000, "pair_plus": 1000}}]}
    case = open_case(people["chief"], round=dear, paid=[[0, 1000, 0]])
    body = {"round": dear, "paid": [[0, 1000, 0]]}
    refused = people["chief"].post(f"/api/cases/{case}/ruling", json=body)
    assert refused.status_code == 403
    assert "somebody other than the person who opened the case rules on it" in refused.json()["error"]
    assert people["deputy"].post(f"/api/cases/{case}/ruling", json=body).json()["owed"] == 1000


def test_a_case_survives_and_its_history_cannot_be_changed(people: dict[str, TestClient], url: str) -> None:
    open_case(people["dealer"])
    store = Store(url)
    with pytest.raises(DatabaseError, match="append-only"):
        store.write(lambda db: db.execute(text("UPDATE case_events SET act = 'ruled'")))
    store.close()


def chips_of(client: TestClient, table: int, seat: int) -> float:
    return float(client.get(f"/api/tables/{table}").json()["seats"][seat]["stack"])


def tray_of(client: TestClient, table: int) -> float:
    found = client.get("/api/floor/accounts", params={"kind": "inventory"}).json()
    return float(next(one["balance"] for one in found if one["table"] == table))


def test_the_difference_owed_is_paid_and_collected_once_through_the_ledger(people: dict[str, TestClient]) -> None:
    number = played_round(people)
    about = people["chief"].get(f"/api/desk/rounds/{number}").json()
    table, round_, given = about["table"], about["round"], about["paid"][0][0]
    body = {"round": round_, "paid": [[given - 7]]}
    case = people["player"].post("/api/cases", json={**body, "round_id": number}).json()["id"]
    address = f"/api/cases/{case}"
    assert people["chief"].get(address).json()["booked"] == [[given]]  # whatever the player says of it
    early = people["chief"].post(f"{address}/payments", json={"seat": 0})
    assert early.json()["error"] == "the case is not ruled on yet"
    people["chief"].post(f"{address}/ruling", json=body)
    held, tray = chips_of(people["player"], table, 2), tray_of(people["chief"], table)
    assert people["dealer"].post(f"{address}/payments", json={"seat": 0}).status_code == 403
    paid = people["chief"].post(f"{address}/payments", json={"seat": 0}).json()
    assert paid["waiting"] is None
    assert paid["seats"] == [{"person": "player", "owed": 0, "settled": 7, "waiting": None}]
    assert (paid["history"][-1]["act"], paid["history"][-1]["text"]) == ("paid", "Seat 3: $7 to player")
    assert chips_of(people["player"], table, 2) == held + 7
    assert tray_of(people["chief"], table) == tray - 7
    again = people["chief"].post(f"{address}/payments", json={"seat": 0})
    assert (again.status_code, again.json()["error"]) == (422, "nothing is owed at Seat 3")
    # The revision finds that it was paid too much: all of that is collected, with the $7 of the first ruling.
    revised = {"round": round_, "paid": [[given + 3]], "reason": "Seen on camera."}
    people["deputy"].post(f"{address}/ruling", json=revised)
    back = people["deputy"].post(f"{address}/payments", json={"seat": 0}).json()
    assert back["seats"] == [{"person": "player", "owed": 0, "settled": -3, "waiting": None}]
    assert chips_of(people["player"], table, 2) == held - 3
    assert people["auditor"].get("/api/floor/books").json()["balanced"]
    people["player"].post(f"/api/tables/{table}/leave", json={"seat": 2})


def test_large_differences_wait_for_a_second_person_who_is_not_paid(people: dict[str, TestClient], url: str) -> None:
    dear = {**ROUND, "seats": [{**ROUND["seats"][0], "wagers": {"ante": 1000, "pair_plus": 1000}}]}
    body = {"round": dear, "paid": [[0, 1000, 0]]}
    case = open_case(people["dealer"], **body)
    address = f"/api/cases/{case}"
    people["deputy"].post(f"{address}/ruling", json=body)
    assert people["chief"].post(f"{address}/payments", json={"seat": 0, "person": "nobody"}).json()["field"] == "person"
    before = people["player"].get("/api/session").json()["user"]["wallet"]
    asked = people["chief"].post(f"{address}/payments", json={"seat": 0, "person": "player"}).json()
    assert asked["seats"][0]["waiting"] == asked["waiting"]
    assert asked["seats"][0]["owed"] == 1000
    twice = people["chief"].post(f"{address}/payments", json={"seat": 0, "person": "player"}).json()
    assert twice["error"] == "it already waits for the approval of a second person"
    word = f"/api/floor/approvals/{asked['waiting']}/approve"
    assert people["chief"].post(word).status_code == 403
    assert people["deputy"].post(word).status_code == 200
    assert people["player"].get("/api/session").json()["user"]["wallet"] == before + 1000
    assert people["chief"].get(address).json()["seats"][0]["settled"] == 1000
    store = Store(url)
    assert store.read(books.check) == []
    store.close()


def test_who_has_no_account_is_paid_in_cash(people: dict[str, TestClient]) -> None:
    case = open_case(people["dealer"])
    people["chief"].post(f"/api/cases/{case}/ruling", json={"round": ROUND, "paid": SHORT})
    paid = people["chief"].post(f"/api/cases/{case}/payments", json={"seat": 0}).json()
    assert paid["history"][-1]["text"] == "Seat 1: $5 to the player, in cash"
    assert people["auditor"].get("/api/floor/books").json()["balanced"]


def test_a_case_is_ruled_by_the_version_of_the_file_that_it_was_opened_with(people: dict[str, TestClient]) -> None:
    first = 'id = "own-poker"\nextends = "three-card-poker"\nname = "Own Poker"\nrule = "house"\n'
    stored = people["chief"].post("/api/own-games", json={"text": first, "version": 0})
    assert stored.status_code < 300, stored.text
    told = {**ROUND, "game": "own-poker", "house": {}}
    case = open_case(people["dealer"], round=told, paid=[])
    address = f"/api/cases/{case}"
    before = people["chief"].get(address).json()["preview"]["settlement"]
    second = (
        people["chief"]
        .post("/api/draft/rows", json={"text": first, "wager": "pair_plus", "pays": {"pair": "9 to 1"}})
        .json()["text"]
    )
    kept = people["chief"].post("/api/own-games", json={"text": second, "version": 1})
    assert kept.status_code < 300, kept.text
    today = people["chief"].post("/api/desk/rule", json={"round": told}).json()["settlement"]
    assert today["seats"][0]["net"] != before["seats"][0]["net"]
    as_opened = people["chief"].post("/api/desk/rule", json={"round": told, "case": case}).json()["settlement"]
    assert as_opened["seats"] == before["seats"]
    laid = people["chief"].post("/api/desk/told", json={"round": told, "case": case}).json()
    assert laid["file"]["game"] == "own-poker"
    people["chief"].post("/api/own-games/remove", json={"id": "own-poker"})
    assert people["chief"].get(address).json()["preview"]["settlement"] == before
    ruled = people["chief"].post(f"{address}/ruling", json={"round": told, "paid": []}).json()
    assert ruled["ruling"]["settlement"]["seats"][0]["net"] == before["seats"][0]["net"]
    assert ruled["game"]["name"] == "Own Poker"
