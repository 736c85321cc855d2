"""Words of house poker that an option or a pay table switches: withdrawn wagers, stages of one table, stand-ins."""

from pathlib import Path

import pytest
from tests.rulebook.helpers import seat, settle

from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.rules.load import find

GAME = "dj-wild-stud-poker"
MULTI_GAME = {"pay_tables": {"progressive": "MGL-1"}}


def _altered(tmp_path: Path, old: str, new: str) -> str:
    text = find(GAME).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "altered.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_a_stage_of_one_pay_table_is_left_out_with_another() -> None:
    piles = [[pile for stage in load_plan(GAME, house).stages for pile in stage.deal] for house in ({}, MULTI_GAME)]
    assert piles == [["player", "dealer"], ["player", "dealer", "joker_replacement"]]


@pytest.mark.parametrize("wrong", ['["progressive", "MGL-9"]', '["link", "MGL-1"]'])
def test_a_stage_names_a_pay_table_of_the_file(tmp_path: Path, wrong: str) -> None:
    game = _altered(tmp_path, 'table = ["progressive", "MGL-1"]', f"table = {wrong}")
    with pytest.raises(RuleError, match="no pay table"):
        load_plan(game, {})


def test_a_wager_that_is_not_offered_is_refused_in_a_user_s_file_too(tmp_path: Path) -> None:
    game = _altered(tmp_path, "[wagers.trips]\n", "[wagers.trips]\noffered = false\n")
    with pytest.raises(RuleError, match="does not offer trips"):
        settle(game, seat({"ante": 5, "blind": 5, "trips": 5}, "As Ks 8d 7c 3h", "play"), dealer="Qh Jd 9c 6d 4h")


def test_a_stand_in_is_not_asked_for_where_no_wager_needs_it() -> None:
    joker = seat({"ante": 5, "blind": 5}, "As Ks 8d 7c Jk1", "play")
    assert settle(GAME, joker, dealer="Qh Jd 9c 6d 4h", house=MULTI_GAME) == {"ante": 5, "blind": 0, "play": 10}
