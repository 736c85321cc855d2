"""docs/readings.md is what the files say, and every option a reading names can be chosen."""

import pytest
from scripts.readings import TARGET, document
from tests.games import all_games

from houseway.rules.game import load_game


def test_the_page_is_in_step_with_the_files() -> None:
    assert TARGET.read_text(encoding="utf-8").splitlines() == document().splitlines(), "run make readings"


@pytest.mark.parametrize("game", all_games())
def test_every_reading_is_complete_and_named_once(game: str) -> None:
    readings = load_game(game).spec.readings
    assert len({reading.id for reading in readings}) == len(readings)
    for reading in readings:
        assert all((reading.rule, reading.printed, reading.taken, reading.why))
