"""The golden playthroughs are what the software does now; `make golden` writes them anew for review."""

import pytest
from scripts.golden import FOLDER, live_games, playthrough


@pytest.mark.parametrize("game", live_games())
def test_the_playthrough_is_as_recorded(game: str) -> None:
    recorded = FOLDER / f"{game}.txt"
    assert recorded.is_file(), "no playthrough yet: run make golden"
    assert playthrough(game).splitlines() == recorded.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(live_games())
