"""docs/readings.md and its pages are what the files say, and every option a reading names can be chosen."""

import msgspec
from scripts.readings import DOCS, documents
from tests.games import all_games

from houseway.families import sheet_of
from houseway.rules.game import load_game
from houseway.rules.sheet.html import to_html
from houseway.rules.tariffs import load_tariff, tariff_names
from houseway.rules.words import COMMON_PRACTICE


def test_the_pages_are_in_step_with_the_files() -> None:
    made = documents()
    for name, text in made.items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, f"docs/{name}: run make readings"
    assert {f"readings/{path.name}" for path in (DOCS / "readings").glob("*")} == set(made) - {"readings.md"}


def test_the_pages_have_the_readings_of_the_fees() -> None:
    made = documents()
    for name in tariff_names():
        for reading in load_tariff(name).readings:
            assert f"## {reading.id} (CA {reading.rule})" in made[f"readings/{name}.md"], (name, reading.id)


def test_the_index_names_every_reading_by_its_kind() -> None:
    by_kind = documents()["readings.md"].partition("## By kind")[2]
    for reading in load_game("three-card-poker").spec.readings:
        assert by_kind.count(f"](readings/three-card-poker.md#{reading.id}-") == 1, reading.id


def test_every_reading_is_complete_and_named_once() -> None:
    for game in all_games():
        readings = load_game(game).spec.readings
        assert len({reading.id for reading in readings}) == len(readings), game
        for reading in readings:
            assert all((reading.rule, reading.printed, reading.taken, reading.why)), (game, reading.id)


def test_what_no_document_prints_is_said_in_a_reading_and_on_the_sheet() -> None:
    """A game with statements from common practice has a reading that tells what is printed, and its sheet says so."""
    public = []
    for name in all_games():
        game = load_game(name)
        if '"public"' in msgspec.json.encode(game.spec).decode():
            public.append(name)
            assert any(reading.id.endswith("not-printed") for reading in game.spec.readings), name
            assert f"marked {COMMON_PRACTICE}" in to_html(sheet_of(game)), name
        assert COMMON_PRACTICE not in {game.cite(reading.rule) for reading in game.spec.readings}, name
    assert "blackjack" in public
