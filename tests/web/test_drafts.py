"""Drafts of game files: faults with their lines, a sample round, prices left off and solved for; certificates."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client

from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.rules.edit import price_path, set_price
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.load import as_text
from houseway.web.app import create_app
from houseway.web.pricing import STOPPED, Pricing
from houseway.web.settings import Settings

WHEEL = """id = "my-wheel"
extends = "big-six-wheel"
name = "My Wheel"
"""
POKER = """id = "my-poker"
extends = "three-card-poker"
name = "My Poker"
"""


def ready(ask: Any) -> dict[str, Any]:
    """What is asked for until it is there."""
    for _ in range(40):
        answer = ask()
        if answer.json().get("state") != "computing":
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found
        assert answer.status_code == 202
    raise AssertionError("the work never ended")


def test_a_draft_tells_its_faults_with_lines(client: TestClient) -> None:
    for text, line, key in (
        (WHEEL + "players = 3\nseats = 2\n", 4, "players"),
        (WHEEL + "seats = 'many'\n", 4, "seats"),
        (WHEEL + "\n[[\n", 5, ""),
    ):
        found = client.post("/api/draft", json={"text": text}).json()
        fault = found["faults"][0]
        assert (fault["line"], fault["key"], found["game"]) == (line, key, None), found


def test_a_sound_draft_is_dealt_and_settled(client: TestClient) -> None:
    found = client.post("/api/draft", json={"text": POKER}).json()
    assert (found["faults"], found["game"]["name"], found["live"]) == ([], "My Poker", True)
    assert found["round"]["game"] == "my-poker"
    assert found["settlement"]["seats"][0]["lines"]
    assert {spot["name"] for spot in found["spots"]} >= {"ante", "pair_plus"}


def test_the_round_of_a_draft_has_the_wager_that_it_adds(client: TestClient) -> None:
    added = (
        POKER
        + """
[wagers.lucky]
pay_table = "lucky"
rule = "house"

[[pay_tables.lucky]]
ids = ["1"]
odds = "to 1"
rule = "house"
rows = { flush = 4 }
"""
    )
    found = client.post("/api/draft", json={"text": added}).json()
    assert found["faults"] == []
    assert "lucky" in {line["wager"] for line in found["settlement"]["seats"][0]["lines"]}


def test_a_draft_is_priced_and_solved_for_a_price(client: TestClient) -> None:
    def design(row: str = "") -> Any:
        body = {"text": POKER, "wager": "pair_plus", "target": "4..6", "row": row, "wait": 10}
        return client.post("/api/draft/design", json=body)

    price = ready(lambda: client.post("/api/draft/odds", json={"text": POKER, "wait": 10}))
    assert price["side_bets"]["pair_plus"]["house_edge"] == pytest.approx(0.0232, abs=1e-4)
    found = ready(design)["proposals"]
    assert all(0.04 <= one["house_edge"] <= 0.06 for one in found)
    rows = ready(lambda: design("straight"))["proposals"]
    assert rows
    assert all(one["changed"] == ["straight"] for one in rows)
    changed = {row: found[0]["pays"][row] for row in found[0]["changed"]}
    made = client.post("/api/draft/rows", json={"text": POKER, "wager": "pair_plus", "pays": changed}).json()["text"]
    after = ready(lambda: client.post("/api/draft/odds", json={"text": made, "wait": 10}))
    assert after["side_bets"]["pair_plus"]["house_edge"] == pytest.approx(found[0]["house_edge"], abs=1e-12)
    for body, said in (
        ({"wager": "ante", "target": "4..6"}, "stands by itself"),
        ({"wager": "pair_plus", "target": "six"}, "write percents"),
        ({"wager": "pair_plus", "target": "4..6", "row": "royal"}, "no such row"),
    ):
        refused = client.post("/api/draft/design", json={"text": POKER, "wait": 10, **body})
        assert (refused.status_code, said in refused.json()["error"]) == (422, True), refused.text


def test_prices_are_written_where_they_stand() -> None:
    head = '[[pay_tables.pair_plus]]\nids = ["1", "2"]\nodds = "to 1"\nrule = "(20)"\n'
    text = f"{POKER}{head}rows = {{ flush = [4, 3], pair = 1 }} # kept\n"
    game = load_game(as_text("draft.toml", text))
    path = price_path(game, "pair_plus", "flush")
    assert path == "pay_tables.pair_plus[1].rows.flush"
    assert "flush = [5, 3], pair = 1 } # kept" in set_price(text, path, "5 to 1")
    assert "pair = [2, 1] } # kept" in set_price(text, price_path(game, "pair_plus", "pair"), "2 to 1")
    below = set_price(POKER, path, "5 to 1")
    assert 'sets."pay_tables.pair_plus[1].rows.flush" = 5' in below
    assert 'rows.flush" = 6' in set_price(below, path, "6 to 1")
    assert below.count("sets.") == set_price(below, path, "6 to 1").count("sets.") == 1
    with pytest.raises(RuleError, match="not a whole number"):
        set_price(text, path, "five to 1")
    with pytest.raises(RuleError, match="no such wager"):
        price_path(game, "nothing", "flush")


def test_a_newer_draft_of_the_same_person_takes_the_place_of_the_last() -> None:
    pricing = Pricing(waiting=3)
    try:
        first = pricing.ask(as_text("a.toml", POKER), {}, owner="ada")
        assert pricing.ask(as_text("a.toml", POKER), {}, owner="ada") is first
        shared = pricing.ask(as_text("a.toml", POKER), {}, owner="bob")
        assert shared is first
        second = pricing.ask(as_text("a.toml", POKER + "# two\n"), {}, owner="ada")
        third = pricing.ask(as_text("a.toml", POKER + "# three\n"), {}, owner="ada")
        assert first.future.result(120)["state"] == "ready"  # somebody else asked for it too
        assert third.future.result(120)["state"] == "ready"
        assert second.answer() == {"state": "unpriced", "reason": STOPPED}
    finally:
        pricing.close()


def test_with_accounts_only_supervisors_send_drafts(tmp_path: Path) -> None:
    database = Store(url := default_url(tmp_path / "floor.db"))
    database.migrate()
    for role in ("dealer", "supervisor"):
        database.write(lambda db, name=role: add_person(db, name, "a long enough secret", name))  # type: ignore[misc]
    database.close()
    with Client(create_app(Settings(url, accounts=True, hosts=()))) as client:
        assert client.post("/api/draft", json={"text": WHEEL}).status_code == 401
        for role, status in (("dealer", 403), ("supervisor", 200)):
            said = client.post("/api/login", json={"name": role, "password": "a long enough secret"})
            client.headers["X-CSRF-Token"] = said.json()["csrf"]
            assert client.post("/api/draft", json={"text": WHEEL}).status_code == status
        assert client.get("/api/schema").json()["$defs"]


def test_a_certificate_is_written_and_recomputed(client: TestClient) -> None:
    found = ready(lambda: client.get("/api/certificate?id=big-six-wheel&wait=10"))
    assert found["certificate"]["game"] == "big-six-wheel"
    assert found["html"].startswith("<!doctype html>")
    assert "," in found["csv"]
    assert base64.b64decode(found["xlsx"])[:2] == b"PK"
    body = {"certificate": found["json"], "seconds": 1, "wait": 10}
    again = ready(lambda: client.post("/api/certify", json=body))
    assert again["holds"]
    assert again["findings"]
    changed = {**found["certificate"], "name": "Another"}
    told = ready(lambda: client.post("/api/certify", json={**body, "certificate": json.dumps(changed)}))
    assert not told["holds"]
    assert "was changed" in told["faults"][0]
    for wrong, said in (
        ({}, "not a certificate"),
        ({**changed, "figures": {}}, "no figures"),
        ({**changed, "game": "nothing"}, "unknown game"),
    ):
        refused = client.post("/api/certify", json={**body, "certificate": json.dumps(wrong)})
        assert (refused.status_code, said in refused.json()["error"]) == (422, True), refused.text


def test_a_sweep_names_its_values(client: TestClient) -> None:
    assert client.get("/api/sweep?id=baccarat&option=decks").json()["pay_table"] is False
    tables = client.get("/api/sweep?id=three-card-poker&option=pair_plus").json()
    assert (tables["pay_table"], tables["values"][:2]) == (True, ["1", "2"])
    assert client.get("/api/sweep?id=baccarat&option=colour").status_code == 422
