"""Games of one's own on the site: files that are watched, uploads with versions, who may do what, what is refused."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import Client, begin, bet
from tests.web.test_tables import finish, post

from houseway.floor import own_games
from houseway.floor.logins import add_person
from houseway.floor.store import Store, default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

DUEL = 'id = "duel"\nextends = "casino-war"\nname = "Duel"\nrule = "house"\n'


def store(client: Any, text: str, version: int = 0) -> Any:
    return client.post("/api/own-games", json={"text": text, "version": version})


def test_an_upload_stays_in_the_catalogue_with_its_versions(tmp_path: Path) -> None:
    settings = Settings(default_url(tmp_path / "floor.db"), hosts=())
    with Client(create_app(settings)) as client:
        begin(client)
        made = store(client, DUEL)
        assert made.status_code == 201, made.text
        assert (made.json()["id"], made.json()["version"], made.json()["kind"]) == ("duel", 1, "stored")
        assert store(client, DUEL.replace('"Duel"', '"Duel Two"'), 1).json()["version"] == 2
        assert client.get("/api/sheet", params={"id": "duel"}).json()["name"] == "Duel Two"
    with Client(create_app(settings)) as again:
        (line,) = again.get("/api/own-games").json()
        assert (line["name"], line["version"], line["live"]) == ("Duel Two", 2, True)
        assert line["by"].startswith("guest-")
        assert [one["version"] for one in again.get("/api/own-games/versions?id=duel").json()] == [2, 1]
        assert again.get("/api/game-text?id=duel").json()["text"] == DUEL.replace('"Duel"', '"Duel Two"')
        assert again.get("/api/game-text?id=duel&version=1").json()["text"] == DUEL
        assert again.get("/api/game?id=duel").json()["own"]["fault"] is None
        begin(again)
        assert again.post("/api/own-games/remove", json={"id": "duel"}).json() == {"changed": True}
        assert again.get("/api/own-games").json() == []
        gone = again.get("/api/sheet", params={"id": "duel"})
        assert (gone.status_code, "unknown game 'duel'" in gone.json()["error"]) == (422, True)


def test_what_clashes_or_is_not_a_game_is_refused(client: TestClient) -> None:
    assert store(client, DUEL).status_code == 201
    for text, version, status, said in (
        (DUEL, 0, 409, "there is a game 'duel' already"),
        (DUEL, 7, 409, "was changed meanwhile (version 1)"),
        (DUEL.replace("duel", "dawn"), 3, 409, "there is no game 'dawn' any more"),
        (DUEL.replace("duel", "baccarat"), 0, 409, "'baccarat' is a game of the rulebook"),
        (DUEL.replace("duel", "Du el"), 0, 422, "small letters"),
        (DUEL.replace("duel", "dusk") + "players = 4\n", 0, 422, "unknown word"),
        ("id = [", 0, 422, "not valid TOML"),
        (DUEL.replace("casino-war", "/etc/hosts.toml"), 0, 422, "only a file on the disk"),
        (DUEL + "#" * own_games.MOST_TEXT, 0, 422, "at most 200,000 characters"),
    ):
        answer = store(client, text, version)
        assert (answer.status_code, said in answer.json()["error"]) == (status, True), answer.text
    assert [one["id"] for one in client.get("/api/own-games").json()] == ["duel"]
    assert client.post("/api/own-games/remove", json={"id": "dawn"}).status_code == 422
    assert client.get("/api/game-text?id=duel&version=9").json()["field"] == "version"


def test_the_catalogue_takes_so_many(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST_GAMES", 1)
    assert store(client, DUEL).status_code == 201
    assert "remove one first" in store(client, DUEL.replace("duel", "dawn")).json()["error"]
    monkeypatch.setattr(own_games, "MOST_VERSIONS", 1)
    assert "at most 1 versions" in store(client, DUEL, 1).json()["error"]


def test_a_table_plays_the_version_its_round_began_with(client: TestClient) -> None:
    store(client, DUEL)
    table = client.post("/api/tables", json={"game": "duel"}).json()["id"]
    path = f"/api/tables/{table}"
    client.post(f"{path}/sit", json={"seat": 0, "buy_in": 100})
    bet(client, path, seat=0, wagers={"initial": 10})
    store(client, DUEL.replace('"Duel"', '"Duel Two"'), 1)
    during = client.get(path).json()
    assert (during["round"]["status"], during["game"]["name"]) == ("betting", "Duel")
    finish(client, table, post(client, f"{path}/deal"))
    assert client.get(path).json()["game"]["name"] == "Duel Two"


def test_an_edited_file_shows_at_once_and_a_broken_one_says_so(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=(), game_files=(str(path),)))
    with Client(app) as client:
        begin(client)
        asked = {"id": str(path)}
        first = client.get("/api/game-state", params=asked).json()
        path.write_text(DUEL.replace('"Duel"', '"Duel at Dawn"'))
        assert client.get("/api/sheet", params=asked).json()["name"] == "Duel at Dawn"
        assert client.get("/api/own-games").json()[0]["name"] == "Duel at Dawn"
        assert client.get("/api/game-state", params=asked).json()["version"] != first["version"]
        drill = client.post("/api/trainer/deal", json={"game": str(path), "seats": 1})
        assert drill.status_code == 200
        path.write_text(DUEL + "players = 4\n")
        game = client.get("/api/game", params=asked).json()
        assert game["name"] == "Duel at Dawn"
        fault = game["own"]["fault"]
        assert (fault["file"], fault["line"], fault["key"]) == ("duel.toml", 5, "players")
        assert client.get("/api/own-games").json()[0]["fault"]["line"] == 5
        assert client.get("/api/game-state?id=casino-war").json() is None


def test_with_accounts_supervisors_store_games(tmp_path: Path) -> None:
    database = Store(url := default_url(tmp_path / "floor.db"))
    database.migrate()
    roles = {"player": 403, "dealer": 403, "auditor": 403, "supervisor": 201}
    for role in roles:
        database.write(lambda db, name=role: add_person(db, name, "a long enough secret", name))  # type: ignore[misc]
    database.close()
    with Client(create_app(Settings(url, accounts=True, hosts=()))) as client:
        assert store(client, DUEL).status_code == 401
        for role, status in roles.items():
            said = client.post("/api/login", json={"name": role, "password": "a long enough secret"})
            client.headers["X-CSRF-Token"] = said.json()["csrf"]
            assert store(client, DUEL).status_code == status, role
        assert client.get("/api/own-games").json()[0]["by"] == "supervisor"


def test_who_watches_a_table_sees_an_edit_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    app = create_app(Settings(default_url(tmp_path / "floor.db"), hosts=(), game_files=(str(path),)))
    with Client(app) as client:
        begin(client)
        table = client.post("/api/tables", json={"game": str(path)}).json()["id"]
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            assert socket.receive_json()["game"]["name"] == "Duel"
            path.write_text(DUEL.replace('"Duel"', '"Duel at Noon"'))
            assert socket.receive_json()["game"]["name"] == "Duel at Noon"
