"""Every route says what it answers, and what is written from that is up to date."""

from pathlib import Path

import pytest
from scripts import api
from starlette.testclient import TestClient
from tests.games import live_games
from tests.web.described import routes

from houseway.web.api.games import catalogue
from houseway.web.app import create_app
from houseway.web.documentation import to_markdown
from houseway.web.settings import Settings


def test_every_route_has_a_model_of_its_answer() -> None:
    found = routes(create_app(Settings("sqlite:///:memory:")))
    assert len(found) > 50
    bare = [one.path for one in found if one.include_in_schema and one.response_model is None]
    assert bare == [], "name the answer's model with response_model=, see web/models"


@pytest.mark.parametrize("path", [api.DOCS, api.TYPES], ids=lambda path: path.name)
def test_what_is_written_from_the_document_is_up_to_date(path: Path) -> None:
    made = api.document()
    written = to_markdown(made) if path == api.DOCS else api.to_types(made)
    assert path.read_text(encoding="utf-8") == written, "run make written"


def test_every_model_is_described_in_the_documentation() -> None:
    made = api.document()
    text = to_markdown(made)
    for name in made["components"]["schemas"]:
        assert f"\n### {name}\n" in text


def test_the_documentation_is_a_page_without_other_hosts(client: TestClient) -> None:
    page = client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert 'id="tableview"' in page.text
    assert 'href="#tableview"' in page.text
    assert "://" not in page.text.replace("sqlite:///", "")


def test_the_answers_about_every_game_are_as_described(client: TestClient) -> None:
    """The client holds each answer to its model."""
    live = set(live_games())
    for game in catalogue():
        for path in ("/api/game", "/api/sheet", "/api/apparatus"):
            answer = client.get(path, params={"id": game["id"]})
            assert answer.status_code == 200, (game["id"], path, answer.text)
        assert game["live"] == (game["id"] in live)
