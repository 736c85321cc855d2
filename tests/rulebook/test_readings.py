"""docs/readings.md is what the files say, and every option a reading names can be chosen."""

import msgspec
import pytest
from scripts.readings import TARGET, document
from tests.games import all_games

from houseway.families import sheet_of
from houseway.play.pots.fees import load_tariff, tariff_names
from houseway.rules.game import load_game
from houseway.rules.sheet.html import to_html
from houseway.rules.words import COMMON_PRACTICE


def test_the_page_is_in_step_with_the_files() -> None:
    assert TARGET.read_text(encoding="utf-8").splitlines() == document().splitlines(), "run make readings"


def test_the_page_has_the_readings_of_the_fees() -> None:
    page = TARGET.read_text(encoding="utf-8")
    for name in tariff_names():
        for reading in load_tariff(name).readings:
            assert f"### {reading.id} (CA {reading.rule})" in page.partition(f"(`{name}`)")[2], (name, reading.id)


@pytest.mark.parametrize("game", all_games())
def test_every_reading_is_complete_and_named_once(game: str) -> None:
    readings = load_game(game).spec.readings
    assert len({reading.id for reading in readings}) == len(readings)
    for reading in readings:
        assert all((reading.rule, reading.printed, reading.taken, reading.why))


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
