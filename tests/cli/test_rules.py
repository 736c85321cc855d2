"""The map of the documents as commands and the interface show it, with the words where the reader has them."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.cli.command import houseway

from houseway.floor.store import default_url
from houseway.web.app import create_app
from houseway.web.settings import Settings

TEXT = """30-1099.18 The play.

- (8) The bank of this test qualifies with a queen.
- (20) Prices of this test.
"""
ROUND = {
    "game": "three-card-poker",
    "seats": [{"wagers": {"ante": 10}, "cards": ["9s", "9d", "2c"], "actions": ["play"]}],
    "dealer": ["Jh", "8c", "4d"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rule.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_the_whole_map_and_one_paragraph(folder: Path) -> None:
    whole = json.loads(houseway("rules", "--json").out)
    assert {"30-1046", "GEGR-001823", "235 Ch. 12"} <= {one["section"] for one in whole}
    assert "paragraphs:" in houseway("rules").out
    one = json.loads(houseway("rules", "30-1099.18(8)", "--text", str(folder), "--json").out)
    assert [entry["number"] for entry in one["entries"]] == ["30-1099.18(8)"]
    assert one["entries"][0]["status"] == "acted on"
    assert one["text"] == "(8) The bank of this test qualifies with a queen."
    former = json.loads(houseway("rules", "30-1017.24", "--text", str(folder), "--json").out)
    assert "qualifies with a queen" in former["text"], "found by the number that it had before"
    assert "The text has no such paragraph." in houseway("rules", "30-1046(7)", "--text", str(folder)).out
    refused = houseway("rules", "30-9999")
    assert (refused.code, refused.err) == (2, "houseway: section: no section '30-9999' in the documents\n")
    refused = houseway("rules", "30-1023(99)")
    assert (refused.code, refused.err) == (2, "houseway: section: section 30-1023 has no paragraph '(99)'\n")


def test_a_section_is_found_by_the_number_it_had_before() -> None:
    """Rule 10 was renumbered on December 15, 2017: the numbers of then are those of other sections today."""
    assert json.loads(houseway("rules", "30-1017.20", "--json").out)["section"] == "30-1099.16"
    one = json.loads(houseway("rules", "30-1012", "--json").out)
    assert (one["section"], one["formerly"], one["now"]) == ("30-1012", "30-1018", ["30-1099.01"])
    assert "30-1012 was the number of what is now 30-1099.01" in " ".join(houseway("rules", "30-1012").out.split())


def test_rulings_and_sheets_show_the_words(folder: Path) -> None:
    settled = houseway("settle", "-", "--text", str(folder), text=json.dumps(ROUND))
    assert "qualifies with a queen" in settled.out
    shown = ("show", "three-card-poker", "--text", str(folder))
    assert "qualifies with a queen" in houseway(*shown).out
    assert "qualifies with a queen" in houseway(*shown, "--html", "-").out
    assert "qualifies with a queen" in json.loads(houseway(*shown, "--json").out)["text"]["CO 30-1099.18(8)"]
    assert houseway("show", "three-card-poker", "--text", str(folder / "none")).code == 2


def test_the_interface_has_the_same(folder: Path, tmp_path: Path) -> None:
    settings = Settings(default_url(tmp_path / "floor.db"), hosts=("testserver",), text=folder)
    with TestClient(create_app(settings)) as client:
        whole = client.get("/api/rules").json()
        assert whole["has_text"]
        assert sum(whole["statuses"].values()) == sum(sum(one["statuses"].values()) for one in whole["sections"])
        section = client.get("/api/rules/section", params={"number": "CO 30-1099.18(8)"}).json()
        named = [entry for entry in section["entries"] if entry["named"]]
        assert [(entry["number"], entry["text"]) for entry in named] == [
            ("30-1099.18(8)", "The bank of this test qualifies with a queen.")
        ]
        sheet = client.get("/api/sheet", params={"id": "three-card-poker"}).json()
        assert sheet["words"]["CO 30-1099.18(8)"].endswith("with a queen.")
        assert client.get("/api/rules/section", params={"number": "30-9999"}).status_code == 422
        assert client.get("/api/rules/section", params={"number": "30-1023(99)"}).status_code == 422
        assert list(client.get("/api/rules/section", params={"number": "30-1012"}).json()["now"]) == ["30-1099.01"]
        (found,) = client.get("/api/games", params={"search": "30-1017.20"}).json()
        assert (found["id"], found["formerly"]) == ("vegas-double-action", "30-1017.20")
