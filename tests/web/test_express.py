"""Changes of a table that go straight to their routes are answered as the framework would have them answered."""

from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Client, begin

from houseway.floor.store import default_url
from houseway.web import express
from houseway.web.api import tables
from houseway.web.app import create_app
from houseway.web.settings import Settings

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("/api/tables/1/sit", {"json": {"seat": 0, "buy_in": 50}}),
    ("/api/tables/1/bets", {"json": {"seat": 0, "wagers": {"banker": 5}}}),
    ("/api/tables/1/bets", {"json": {"seat": 0, "wagers": {"banker": 5}, "shuffle": "x"}}),
    ("/api/tables/1/bets", {"json": {"seat": 0, "wagers": {"banker": "5"}, "shuffle": "0" * 64}}),
    ("/api/tables/1/bets", {"json": {"seat": 0, "wagers": {"banker": 5}, "shuffle": "0" * 64}}),
    ("/api/tables/1/bets", {"json": {"seat": False, "shuffle": "0" * 64}}),
    ("/api/tables/1/bets", {"json": {"seat": 0, "shuffle": "0" * 64, "colour": "red"}}),
    ("/api/tables/1/bets", {"json": [1, 2]}),
    ("/api/tables/1/bets", {"content": b"{", "headers": {"Content-Type": "application/json"}}),
    ("/api/tables/1/bets", {"content": b"", "headers": {"Content-Type": "application/json"}}),
    ("/api/tables/1/bets", {"content": b"seat=0", "headers": {"Content-Type": "text/plain"}}),
    ("/api/tables/1/act", {"json": {"seat": 0, "action": "stand", "after": 1}}),
    ("/api/tables/1/act", {"json": {"seat": 0, "action": "\ud800", "after": 1}}),
    ("/api/tables/1/act", {"content": b'{"seat":0,"action":"\\ud800","after":1}'}),
    ("/api/tables/99/act", {"json": {"seat": 0, "action": "stand", "after": 1}}),
    ("/api/tables/01/act", {"json": {"seat": 0, "action": "stand", "after": 1}}),
    ("/api/tables/0/act", {"json": {"seat": 0, "action": "stand", "after": 1}}),
    ("/api/tables/1/act", {"json": {"seat": 0, "action": "stand", "after": 1}, "headers": {"X-CSRF-Token": "no"}}),
    ("/api/tables/1/act", {"json": {"seat": 0, "action": "stand", "after": 1}, "headers": {"X-Request-Id": "no"}}),
    ("/api/tables/1/act", {"json": {"seat": 0, "action": "x" * 2_000_000, "after": 1}}),
    ("/api/tables/1/nothing", {"json": {}}),
]


def answers(path: Path) -> list[tuple[int, Any]]:
    path.mkdir()
    found = []
    with Client(create_app(Settings(default_url(path / "floor.db"), hosts=("testserver",)))) as client:
        begin(client)
        assert client.post("/api/tables", json={"game": "baccarat"}).json()["id"] == 1
        for address, asked in ASKED:
            if "content" in asked:
                asked = {**asked, "headers": {"Content-Type": "application/json", **asked.get("headers", {})}}
            try:
                answer = client.post(address, **asked)
            except UnicodeEncodeError:
                continue  # no client sends it
            told = answer.json()
            found.append((answer.status_code, told if answer.status_code >= 400 else sorted(told)))
    return found


def test_both_ways_answer_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    straight = answers(tmp_path / "straight")
    monkeypatch.setattr(express, "_ways", lambda _: {})
    assert straight == answers(tmp_path / "framework")
    assert {200, 400, 403, 404, 409, 413, 422} <= {status for status, _ in straight}


def test_the_changes_of_every_round_go_straight() -> None:
    named = express._ways(tables.router.routes)
    assert {"bets", "act", "sit", "take-back", "leave"} <= set(named)
    assert all(way.route.response_model is not None for way in named.values())
