"""What the pages ask for besides tables: apparatus, own files, purse, hints and prices."""

from itertools import count
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from houseway.floor.store import default_url
from houseway.play.live import LiveRound, open_round
from houseway.play.roundfile import convert_round
from houseway.web.app import create_app
from houseway.web.hints import hint_for
from houseway.web.settings import Settings

RULEBOOK = Path(__file__).parents[2] / "src/houseway/rulebook"


def test_apparatus_of_wheel_and_keno(client: TestClient) -> None:
    wheel = client.get("/api/apparatus", params={"id": "big-six-wheel"}).json()
    assert len(wheel["sections"]) == 54
    assert client.get("/api/apparatus", params={"id": "keno"}).json() == {"numbers": 80, "take": 20}
    assert client.get("/api/apparatus", params={"id": "blackjack"}).json() == {}


def test_own_games_are_listed_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((RULEBOOK / "colorado/30-2701-big-six-wheel.toml").read_text().replace("Big 6 Wheel", "My Wheel"))
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=(), game_files=(str(path),)))
    with TestClient(app) as client:
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


def dealt(game: str, wagers: dict[str, float], cards: set[str]) -> LiveRound:
    """A round in which the seat holds cards of these ranks and plays them."""
    opening = convert_round({"game": game, "seats": [{"wagers": wagers}]})
    for seed in count():
        live = open_round(opening, seed)
        plays = not live.over and {"stand", "play"} & {one.verb for one in live.legal(0)}
        if plays and {card[0] for card in live.table(0)[-1].cards} == cards:
            return live
    raise AssertionError("seeds do not end")


def test_hint_plays_three_aces_and_folds_a_poor_hand() -> None:
    assert hint_for(dealt("three-card-poker", {"ante": 10}, {"A"}), 0, Random(5))["action"] == "play"
    poor = hint_for(dealt("three-card-poker", {"ante": 10}, {"7", "4", "2"}), 0, Random(5))
    assert poor["action"] == "fold"
    values = {one["action"]: one["value"] for one in poor["actions"]}
    assert values["fold"] == -10
    assert values["play"] < -10


def test_hint_deals_the_hole_card_anew() -> None:
    """A twenty stands, and its value is that of many hole cards: between losing and winning for certain."""
    hint = hint_for(dealt("blackjack", {"blackjack": 10}, {"K", "Q"}), 0, Random(5))
    assert hint["action"] == "stand"
    assert -10 < hint["actions"][0]["value"] < 10


def test_hint_is_for_the_seat_to_act(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "three-card-poker"}).json()["id"]
    client.post(f"/api/tables/{table}/sit", json={"seat": 0, "buy_in": 500})
    early = client.get(f"/api/tables/{table}/hint", params={"seat": 0})
    assert early.status_code == 422
    client.post(f"/api/tables/{table}/bets", json={"seat": 0, "wagers": {"ante": 10}, "deal": True})
    told = client.get(f"/api/tables/{table}/hint", params={"seat": 0}).json()
    assert told["action"] in ("fold", "play")


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
    answer = client.get("/api/odds", params={"id": "texas-holdem", "wait": 5})
    assert answer.json()["state"] == "unpriced"
    assert client.get("/api/odds", params={"id": "no-such-game"}).status_code in (404, 422)


def test_hint_follows_the_chart_where_there_is_one() -> None:
    """The chart decides; a letter that is not open now falls back to its second word."""
    live = dealt("blackjack", {"blackjack": 10}, {"5", "6"})
    up = live.table(0)[0].cards[0][0].translate(str.maketrans("JQK", "TTT"))
    for letter, wanted in (("D", "double"), ("S", "stand"), ("R", "hit"), ("Rs", "stand")):
        chart = {"hard": {"11": {up: letter}}, "soft": {}, "pairs": {}}
        told = hint_for(live, 0, Random(5), chart)
        assert (told["action"], told["source"]) == (wanted, "basic strategy")


def test_hint_splits_by_the_pairs_of_the_chart() -> None:
    live = dealt("blackjack", {"blackjack": 10}, {"8"})
    up = live.table(0)[0].cards[0][0].translate(str.maketrans("JQK", "TTT"))
    chart = {"hard": {"16": {up: "S"}}, "soft": {}, "pairs": {"8,8": {up: "P"}}}
    assert hint_for(live, 0, Random(5), chart)["action"] == "split"
    assert hint_for(live, 0, Random(5), {**chart, "pairs": {}})["action"] == "stand"
