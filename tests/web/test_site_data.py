"""What the pages ask for besides tables: apparatus, own files, purse and prices."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client

from houseway.families import price
from houseway.floor.store import default_url
from houseway.odds import stored
from houseway.odds.pricing import Question
from houseway.rules.game import load_game
from houseway.web import pricing
from houseway.web.app import create_app
from houseway.web.settings import Settings

RULEBOOK = Path(__file__).parents[2] / "src/houseway/rulebook"


def test_apparatus_of_wheel_and_keno(client: TestClient) -> None:
    wheel = client.get("/api/apparatus", params={"id": "big-six-wheel"}).json()
    assert len(wheel["sections"]) == 54
    keno = client.get("/api/apparatus", params={"id": "keno"}).json()
    grouped = keno.pop("grouped")
    assert keno == {"numbers": 80, "take": 20, "races": ["straight", "way", "combination", "king", "multi_race"]}
    assert {name: ticket["groups"] for name, ticket in grouped.items() if not ticket["combined"]} == {
        "split_a": 2,
        "split_b": 2,
        "split_c": 3,
        "split_d": 4,
    }
    assert [name for name, ticket in grouped.items() if ticket["kings"]] == ["king"]
    assert [name for name, ticket in grouped.items() if ticket["combined"]] == ["way", "combination", "king"]
    assert client.get("/api/apparatus", params={"id": "blackjack"}).json() == {}


def test_apparatus_says_where_wagers_lie(client: TestClient) -> None:
    layout = client.get("/api/apparatus", params={"id": "roulette"}).json()["layout"]
    assert layout["head"] == ["00", "0"]
    assert layout["rows"][2][:2] == ["1", "4"]
    assert layout["colors"]["17"] == "black"
    assert layout["wagers"]["split_1_2"] == {"label": "Split 1 and 2", "covers": ["1", "2"], "price": "17 to 1"}
    places = client.get("/api/apparatus", params={"id": "craps-odds"}).json()["places"]
    lies = {place["wager"]: (place["area"], place["number"], place["behind"]) for place in places}
    assert lies["pass"] == ("line", 0, "")
    assert lies["dont_come_odds"] == ("odds", 0, "dont_come")
    assert lies["buy_10"] == lies["lay_10"] == ("number", 10, "")
    assert lies["hard_8"] == ("hard", 8, "")
    assert lies["field"] == ("one_roll", 0, "")
    assert all(area != "other" for area, _, _ in lies.values())


def test_own_games_are_listed_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((RULEBOOK / "colorado/30-2701-big-six-wheel.toml").read_text().replace("Big 6 Wheel", "My Wheel"))
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=(), game_files=(str(path),)))
    with Client(app) as client:
        found = client.get("/api/own-games").json()
    assert [(one["id"], one["name"], one["live"]) for one in found] == [(str(path), "My Wheel", True)]
    assert "joker" in found[0]["wagers"]


def test_purse_is_filled_to_what_a_newcomer_has(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "baccarat"}).json()["id"]
    client.post(f"/api/tables/{table}/sit", json={"buy_in": 9000})
    assert client.get("/api/session").json()["user"]["wallet"] == 1000
    assert client.post("/api/purse").json() == {"wallet": 10000}
    assert client.get("/api/session").json()["user"]["wallet"] == 10000
    assert client.get("/api/floor/books").json()["balanced"]


def test_price_of_a_wheel_is_ready_after_a_while(client: TestClient) -> None:
    report = _ready(client, "/api/odds", id="big-six-wheel").json()
    assert report["state"] == "ready"
    assert round(report["side_bets"]["s1"]["house_edge"], 4) == 0.1481
    assert [point["rounds"] for point in report["session"]["points"]][-1] == 1000


def _ready(client: TestClient, path: str, **asked: str) -> Any:
    """The answer once the work behind it is done."""
    for _ in range(20):
        answer = client.get(path, params={"wait": "5", **asked})
        if answer.status_code != 202:
            break
    return answer


def test_pay_tables_are_proposed_from_the_count_of_the_odds(client: TestClient) -> None:
    asked = {"id": "casino-war", "wager": "tie"}
    found = _ready(client, "/api/design", target="8..10", **asked).json()["proposals"]
    assert all(0.08 <= one["house_edge"] <= 0.1 for one in found)
    assert _ready(client, "/api/design", target="x", **asked).json()["field"] == "--target"
    assert _ready(client, "/api/design", target="4..6", id="casino-war", wager="no").status_code == 422


def test_how_a_game_can_be_beaten(client: TestClient) -> None:
    found = _ready(client, "/api/exposure", id="casino-war").json()
    assert found["shoe"]["cards"] == 312
    assert found["sections"][0]["title"] == "Counting the shoe"
    assert (
        "nothing that is dealt is kept"
        in _ready(client, "/api/exposure", id="roulette").json()["not_computed"]["the game"]
    )
    assert client.get("/api/exposure", params={"id": "no-such-game"}).status_code in (404, 422)


def test_a_shipped_price_answers_at_once(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(stored.RECOUNT, raising=False)
    monkeypatch.setattr(stored, "folder", lambda: tmp_path)
    stored.write_stored(
        load_game("casino-war"), True, price(Question("casino-war", every_table=True)), ("odds/report.py",)
    )
    pricing._shipped.cache_clear()
    answer = client.get("/api/odds", params={"id": "casino-war", "wait": 0})
    pricing._shipped.cache_clear()
    assert answer.status_code == 200
    assert answer.json()["main"]["cycle"] == 312 * 311 * 310 * 309


def test_a_game_without_a_solver_is_said_to_be_unpriced(client: TestClient) -> None:
    assert _ready(client, "/api/odds", id="ca-pai-gow-dice-action").json()["state"] == "unpriced"
    assert client.get("/api/odds", params={"id": "no-such-game"}).status_code in (404, 422)


def test_a_game_without_a_house_edge_has_its_sheet(client: TestClient) -> None:
    answer = _ready(client, "/api/odds", id="ca-omaha")
    assert answer.status_code == 200
    assert answer.json()["main"] is None
    assert any("no house edge" in note for note in answer.json()["notes"])


def test_the_rule_of_an_earlier_day(client: TestClient) -> None:
    asked = {"id": "ultimate-texas-holdem", "as_of": "2021-04-30"}
    sheet = client.get("/api/sheet", params=asked).json()
    assert "as of 2021-04-30" in sheet["rule"]
    assert client.get("/api/game", params=asked).json()["edition"] == sheet["rule"]
    refused = client.get("/api/sheet", params={"id": "casino-war", "as_of": "2021-04-30"})
    assert (refused.status_code, refused.json()["field"]) == (422, "house.as_of")
