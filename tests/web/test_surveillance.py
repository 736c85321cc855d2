"""Surveillance over HTTP: every round is found by what is known of it, flagged, noted on and exported."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text
from starlette.testclient import TestClient
from tests.cli.command import houseway
from tests.web.conftest import Client, bet
from tests.web.test_floor_duties import PASSWORD, paid_in

from houseway.families import price
from houseway.floor import facts, surveillance, win_rates
from houseway.floor.logins import add_person
from houseway.floor.schema import round_facts, wager_facts
from houseway.floor.store import Store, default_url
from houseway.floor.surveillance import Search
from houseway.floor.verification import verify
from houseway.web.app import create_app
from houseway.web.settings import Settings

PEOPLE = {"ann": "player", "bob": "player", "dealer": "dealer", "chief": "supervisor", "eye": "auditor"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return default_url(tmp_path_factory.mktemp("eye") / "floor.db")


@pytest.fixture(scope="module")
def people(url: str) -> Iterator[dict[str, Client]]:
    """A house in which two people have played roulette and baccarat, one round was voided."""
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
        for name in ("ann", "bob"):
            paid_in(clients["chief"], name, 220)
        _play(clients)
        yield clients


def _play(clients: dict[str, Client]) -> None:
    wheel = clients["dealer"].post("/api/tables", json={"game": "roulette", "name": "Wheel"}).json()["id"]
    shoe = clients["dealer"].post("/api/tables", json={"game": "baccarat", "name": "Shoe"}).json()["id"]
    clients["ann"].post(f"/api/tables/{wheel}/sit", json={"seat": 0, "buy_in": 200})
    clients["bob"].post(f"/api/tables/{shoe}/sit", json={"seat": 3, "buy_in": 200})
    for _ in range(4):
        bet(clients["ann"], f"/api/tables/{wheel}", seat=0, wagers={"red": 5, "black": 7}, deal=True)
    for _ in range(3):
        bet(clients["bob"], f"/api/tables/{shoe}", seat=3, wagers={"banker": 10}, deal=True)
    bet(clients["bob"], f"/api/tables/{shoe}", seat=3, wagers={"player": 10})
    clients["chief"].post(f"/api/floor/tables/{shoe}/round/void", json={"reason": "late bet"})


def found(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    answer = client.get("/api/surveillance/rounds", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def test_all_rounds_of_the_house_are_found_by_what_is_known_of_them(people: dict[str, TestClient]) -> None:
    eye = people["eye"]
    rounds = found(eye)
    assert len(rounds) == 8
    assert [one["id"] for one in rounds] == sorted((one["id"] for one in rounds), reverse=True)
    assert len(found(eye, person="ann")) == 4
    assert len(found(eye, game="baccarat")) == 4
    assert len(found(eye, wager="red")) == len(found(eye, wager="Red")) == 4
    assert len(found(eye, seat=3)) == 4
    assert len(found(eye, seat=3, person="ann")) == 0
    assert len(found(eye, irregularity="void")) == len(found(eye, irregularity="Void")) == 1
    assert len(found(eye, irregularity="any")) == 1
    assert len(found(eye, staked=10)) == 4
    won = [one for one in rounds if any(line["net"] >= 7 for line in one["wagers"])]
    assert [one["id"] for one in found(eye, paid=7)] == [one["id"] for one in won]
    assert len(found(eye, since="2020-01-01", until="2020-01-02")) == 0
    assert len(found(eye, since="2020-01-01T12:00")) == 8
    table = rounds[-1]["table"]
    assert len(found(eye, table=table)) == 4
    assert found(eye, award=True) == found(eye, late=True) == []
    assert rounds[-1]["wagers"][0]["person"] == "ann"


def test_a_search_is_paged_without_a_gap(people: dict[str, TestClient]) -> None:
    whole = [one["id"] for one in found(people["eye"])]
    seen: list[int] = []
    before = 2**53
    while page := found(people["eye"], most=3, before=before):
        seen += [one["id"] for one in page]
        before = seen[-1]
    assert seen == whole


def test_surveillance_is_for_those_who_read_the_books(people: dict[str, TestClient]) -> None:
    for name in ("ann", "dealer"):
        for path in ("rounds", "export", "flags", "win-rates", "tables"):
            assert people[name].get(f"/api/surveillance/{path}").status_code == 403, path
        assert (
            people[name].post("/api/surveillance/flags", json={"name": "x", "search": {"late": True}}).status_code
            == 403
        )
    number = found(people["eye"])[0]["id"]
    assert people["ann"].post(f"/api/surveillance/rounds/{number}/notes", json={"text": "x"}).status_code == 403
    assert people["chief"].get("/api/surveillance/rounds").status_code == 200


def test_a_round_that_a_supervisor_voided_is_not_one_that_he_played(people: dict[str, TestClient]) -> None:
    assert people["chief"].get("/api/rounds").json() == []
    assert [one["status"] for one in people["bob"].get("/api/rounds").json()][:2] == ["void", "settled"]


def test_a_wrong_search_is_one_sentence_and_changes_nothing(people: dict[str, TestClient]) -> None:
    eye = people["eye"]
    before = eye.get("/api/surveillance/flags").json()
    for asked, field in (
        ({"since": "yesterday"}, "since"),
        ({"person": "nobody"}, "person"),
        ({"paid": -1}, "paid"),
        ({"table": "x"}, "table"),
        ({"unlikely": 2}, "unlikely"),
    ):
        answer = eye.get("/api/surveillance/rounds", params=asked)
        assert answer.status_code == 422, asked
        assert answer.json()["field"] == field
    for search, field in (
        ({}, "search"),
        ({"colour": "red"}, ""),
        ({"since": "never"}, "since"),
        ({"paid": "much"}, "paid"),
    ):
        answer = eye.post("/api/surveillance/flags", json={"name": "x", "search": search})
        assert answer.status_code == 422, search
        assert field in answer.json()["field"]
    assert eye.get("/api/surveillance/flags").json() == before
    assert eye.post("/api/surveillance/rounds/999999/notes", json={"text": "x"}).status_code == 404


def test_flags_are_kept_count_what_they_find_and_are_removed(people: dict[str, TestClient]) -> None:
    eye = people["eye"]
    made = eye.post("/api/surveillance/flags", json={"name": "Void rounds", "search": {"irregularity": "void"}})
    flag = made.json()["id"]
    (line,) = [one for one in eye.get("/api/surveillance/flags").json() if one["id"] == flag]
    assert (line["name"], line["found"], line["who"]) == ("Void rounds", 1, "eye")
    assert people["chief"].get("/api/surveillance/flags").json() == eye.get("/api/surveillance/flags").json()
    assert eye.post(f"/api/surveillance/flags/{flag}/end", json={}).status_code == 200
    assert eye.post(f"/api/surveillance/flags/{flag}/end", json={}).status_code == 404
    acts = [one["act"] for one in eye.get("/api/floor/audit").json()]
    assert acts[:2] == ["flag removed", "flag saved"]


def test_notes_stay_with_a_round(people: dict[str, TestClient]) -> None:
    number = found(people["eye"], person="ann")[0]["id"]
    people["eye"].post(f"/api/surveillance/rounds/{number}/notes", json={"text": "Chips were moved."})
    notes = people["chief"].get(f"/api/surveillance/rounds/{number}/notes").json()
    assert [(one["who"], one["text"]) for one in notes] == [("eye", "Chips were moved.")]
    assert found(people["eye"], person="ann")[0]["notes"] == 1


def test_an_export_has_seats_tables_times_and_the_proof_of_the_shuffle(
    people: dict[str, TestClient], tmp_path: Path
) -> None:
    answer = people["eye"].get("/api/surveillance/export", params={"game": "roulette"})
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(lines) == 8  # four rounds, two wagers each
    for line in lines:
        assert (line["seat"], line["person"], line["table_name"]) == ("1", "ann", "Wheel")
        assert line["started"] <= line["ended"]
        assert len(line["commitment"]) == len(line["digest"]) == 64
    answer = people["eye"].get("/api/surveillance/export", params={"format": "jsonl", "game": "roulette"})
    files = [json.loads(line) for line in answer.text.splitlines()]
    assert len(files) == 4
    for file in files:
        assert file["remarks"]["seats"] == [{"seat": 1, "person": "ann"}]
        assert verify(file, file["proof"]["commitment"], file["proof"]["digest"]) == []
    export = tmp_path / "rounds.jsonl"
    export.write_text(answer.text)
    assert houseway("verify", str(export)).out.endswith("4 rounds, each follows from its hash\n")
    void = people["eye"].get("/api/surveillance/export", params={"format": "jsonl", "irregularity": "void"})
    export.write_text(answer.text + void.text)
    said = "4 rounds, each follows from its hash; 1 round void and not settled\n"
    assert houseway("verify", str(export)).out.endswith(said)
    export.write_text(void.text)
    assert "a void round was not settled" in houseway("verify", str(export)).err
    files[2]["outcome"]["spins"][-1] = "0" if files[2]["outcome"]["spins"][-1] != "0" else "1"
    export.write_text("\n".join(json.dumps(file) for file in files))
    changed = houseway("verify", str(export))
    assert changed.code == 1
    assert "line 3: " in changed.err
    assert "line 2: " not in changed.err
    assert houseway("verify", str(export), "--published", "0" * 64).code == 2


@pytest.mark.usefixtures("people")
def test_facts_are_written_again_for_rounds_from_before_there_were_any(url: str) -> None:
    store = Store(url)

    def rows(db: Any) -> tuple[list[Any], list[Any]]:
        wagers = [column for column in wager_facts.c if column.name != "id"]
        rounds = db.execute(select(round_facts).order_by(round_facts.c.round_id)).all()
        return list(rounds), list(
            db.execute(select(*wagers).order_by(wager_facts.c.round_id, wager_facts.c.seat, wager_facts.c.wager))
        )

    before = store.read(rows)
    store.write(lambda db: (db.execute(delete(wager_facts)), db.execute(delete(round_facts))))
    assert store.write(facts.write_missing) == len(before[0]) == 8
    assert store.read(rows) == before
    assert store.write(facts.write_missing) == 0
    store.close()


def test_an_unlikely_win_rate_is_found_and_says_where_its_chance_comes_from(
    people: dict[str, TestClient], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann wins each of sixty bets on red; of bets without a shipped price, those of all others are the measure."""
    store = Store(url)
    rng = Random(1)

    def work(db: Any) -> None:
        table, ann, bob = (
            db.execute(select(wager_facts.c.table_id).where(wager_facts.c.wager == "red")).scalars().first(),
            1,
            2,
        )
        number = db.execute(select(round_facts.c.round_id).where(round_facts.c.table_id == table)).scalars().first()
        for user, wins in ((ann, [1] * 60), (bob, [rng.choice((1, -1)) for _ in range(200)])):
            lines = [{"net": sign * 500, "stake": 500} for sign in wins]
            head = {"round_id": number, "table_id": table, "seat": 0, "user_id": user, "wager": "red"}
            db.execute(insert(wager_facts), [{**head, **line} for line in lines])

    store.write(work)
    monkeypatch.setattr(win_rates, "stored_price", lambda _: None)
    rates = people["eye"].get("/api/surveillance/win-rates", params={"person": "ann", "wager": "red"}).json()
    assert rates[0]["source"] == "the wagers of all others"
    assert rates[0]["chance"] < 1e-9
    assert rates[0]["chance"] < rates[0]["at_most"] < 0.05
    monkeypatch.setattr(win_rates, "stored_price", price)
    (rate,) = people["eye"].get("/api/surveillance/win-rates", params={"person": "ann", "wager": "red"}).json()
    assert rate["source"] == "the shipped price"
    assert rate["expected"] == pytest.approx(-rate["stake"] * 2 / 38, abs=0.01)
    assert store.read(lambda db: surveillance.count(db, Search(person="ann", unlikely=1e-6))) > 0
    assert store.read(lambda db: surveillance.count(db, Search(person="bob", unlikely=1e-6))) == 0
    store.close()


def test_a_search_for_unlikely_winners_where_there_are_none_reads_no_wager(
    people: dict[str, Client], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It read all of them: half a second at a million rounds that ANALYZE had counted."""
    assert people
    store, steps, nobody = Store(url), list[int](), Search(unlikely=0.001)
    monkeypatch.setattr(surveillance, "unlikely_people", lambda *_: [])

    def more(db: Any) -> None:
        number, table = db.execute(select(wager_facts.c.round_id, wager_facts.c.table_id)).first()
        line = {"round_id": number, "table_id": table, "seat": 0, "user_id": None, "wager": "red"}
        db.execute(insert(wager_facts), [{**line, "net": 0, "stake": 0}] * 5000)
        db.execute(text("ANALYZE"))

    def looked(db: Any) -> None:
        driver = db.connection.driver_connection
        assert surveillance.find(db, nobody) == []
        driver.set_progress_handler(lambda: steps.append(1), 100)
        assert surveillance.find(db, nobody) == []

    store.write(more)
    store.engine.dispose()  # a connection reads what was counted when it begins
    store.read(looked)
    store.write(
        lambda db: db.execute(delete(wager_facts).where(wager_facts.c.user_id.is_(None), wager_facts.c.net == 0))
    )
    store.close()
    assert len(steps) < 20


def test_a_wager_that_comes_too_late_is_refused_kept_and_flagged(people: dict[str, Client]) -> None:
    ann, eye = people["ann"], people["eye"]
    paid_in(people["chief"], "ann", 50)
    table = people["dealer"].post("/api/tables", json={"game": "three-card-poker", "name": "Late"}).json()["id"]
    path = f"/api/tables/{table}"
    ann.post(f"{path}/sit", json={"seat": 1, "buy_in": 50})
    early = bet(ann, path, seat=1, wagers={"ante": 1000})
    assert early.status_code == 422  # refused, and not for being late
    dealt = bet(ann, path, seat=1, wagers={"ante": 5}, deal=True).json()
    for _ in range(7):
        refused = bet(ann, path, seat=1, wagers={"pair_plus": 25})
        assert refused.json()["error"] == "wagers are closed until the round is over"
    other = bet(people["bob"], path, seat=1, wagers={"pair_plus": 25})
    assert other.status_code in (403, 422)  # who does not sit there was not late
    ann.post(f"{path}/act", json={"seat": 1, "action": "fold", "after": dealt["round"]["seq"]})
    number = dealt["round"]["number"]
    stale = bet(ann, path, seat=1, wagers={"ante": 5}, round=number)
    assert stale.status_code == 409
    found = eye.get("/api/surveillance/rounds", params={"late": True, "table": table}).json()
    assert [one["late"] for one in found] == [5]  # more of one person are not kept
    notes = eye.get(f"/api/surveillance/rounds/{found[0]['id']}/notes").json()
    assert {one["who"] for one in notes} == {"ann"}
    assert notes[0]["text"] == "Too late and refused: Seat 2, $25 on Pair Plus, after wagers were closed."
    flag = eye.post("/api/surveillance/flags", json={"name": "Late", "search": {"late": True, "table": table}}).json()
    kept = next(one for one in eye.get("/api/surveillance/flags").json() if one["id"] == flag["id"])
    assert (kept["found"], kept["latest"]) == (1, found[0]["id"])
    ann.post(f"{path}/leave", json={"seat": 1})
