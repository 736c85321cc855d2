"""What the pages ask for besides tables: apparatus, own files, purse and prices."""

from pathlib import Path

from starlette.testclient import TestClient
from tests.web.conftest import Client

from houseway.floor.store import default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

RULEBOOK = Path(__file__).parents[2] / "src/houseway/rulebook"


def test_apparatus_of_wheel_and_keno(client: TestClient) -> None:
    wheel = client.get("/api/apparatus", params={"id": "big-six-wheel"}).json()
    assert len(wheel["sections"]) == 54
    assert client.get("/api/apparatus", params={"id": "keno"}).json() == {"numbers": 80, "take": 20}
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
    for _ in range(20):
        answer = client.get("/api/odds", params={"id": "big-six-wheel", "wait": 5})
        if answer.json()["state"] == "ready":
            break
        assert answer.status_code == 202
    report = answer.json()
    assert round(report["side_bets"]["s1"]["house_edge"], 4) == 0.1481
    assert [point["rounds"] for point in report["session"]["points"]][-1] == 1000


def test_a_game_without_a_solver_is_said_to_be_unpriced(client: TestClient) -> None:
    answer = client.get("/api/odds", params={"id": "ca-pai-gow-dice-action", "wait": 5})
    assert answer.json()["state"] == "unpriced"
    assert client.get("/api/odds", params={"id": "no-such-game"}).status_code in (404, 422)


def test_a_game_without_a_house_edge_has_its_sheet(client: TestClient) -> None:
    answer = client.get("/api/odds", params={"id": "ca-omaha", "wait": 10})
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
