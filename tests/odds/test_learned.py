"""Games that no solver fits: played by a strategy learned from sampled rounds, with the error told."""

from pathlib import Path

import pytest
from tests.odds.solved import solved

from houseway.families import price
from houseway.odds import learned
from houseway.odds.price import Question
from houseway.odds.report import as_json
from houseway.odds.solvers import find_solver
from houseway.play.house_poker.plan import load_plan

TWO_CARDS_OPEN = """
extends = "caribbean-stud"
id = "open-stud"
name = "Open Stud"
jurisdiction = "HOUSE"
rule = "House rules"

[[stages]]
name = "deal"
deal = { player = 5, dealer = 5 }
up = ["dealer[1-2]"]
rule = "1"

[[stages]]
name = "bet or fold"
decide = [
  { do = "fold", fold = true, rule = "2" },
  { do = "bet", bet = ["bet"], times = "ante", by = [2], rule = "2" },
]
rule = "2"

[[stages]]
name = "showdown"
up = ["dealer"]
rule = "3"
"""


def test_what_is_learned_comes_close_to_best_play_and_never_beats_it() -> None:
    plan = load_plan("three-card-poker", {})
    best = solved("three-card-poker")
    found, error = learned.solve(plan, {})
    assert error == pytest.approx(((best.square - best.mean**2) / learned.PLAYED) ** 0.5, rel=0.1)
    assert best.mean - 0.01 < found.mean < best.mean + 4 * error
    assert found.average_bet == pytest.approx(best.average_bet, rel=0.03)


def test_a_file_that_no_solver_fits_is_simulated_with_its_error(tmp_path: Path) -> None:
    """Two dealer cards shown instead of one can only help the player."""
    path = tmp_path / "open-stud.toml"
    path.write_text(TWO_CARDS_OPEN)
    assert find_solver(load_plan(str(path), {})) is None
    report = price(Question(str(path))).report
    told = as_json(report)
    assert told["method"] == "simulated"
    assert 0 < told["main"]["standard_error"] < 0.003
    assert told["main"]["house_edge"] < 0.05224 + 4 * told["main"]["standard_error"]
    assert told["side_bets"]["progressive"]["method"] == "exact"
    assert any("may be smaller" in note for note in told["notes"])
