"""Rounds that a second reader of blackjack, baccarat, dice, wheels, keno and tiles worked out from the text alone."""

import json
from pathlib import Path
from typing import Any

from houseway.cases import differences
from houseway.families import family_of

CASES = Path(__file__).parents[1] / "cases"
FAMILIES = ("blackjack", "baccarat", "dice", "wheel", "keno", "tiles")
LEAST = 3  # rounds of each game


def _rounds() -> list[dict[str, Any]]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    cases = [case for case in map(json.loads, lines) if case["kind"] == "round"]
    kinds = {name: family_of(name).name for name in {case["game"] for case in cases}}
    return [case for case in cases if kinds[case["game"]] in FAMILIES]


def test_the_rounds_settle_as_the_text_says() -> None:
    cases = _rounds()
    found = {case["id"]: differences(case) for case in cases}
    wrong = [f"{name}: {'; '.join(texts)}" for name, texts in found.items() if texts]
    assert not wrong, "\n".join(wrong)
    assert len(found) == len(cases), "two cases have one id"


def test_every_game_has_rounds_that_settle_and_one_that_is_refused() -> None:
    cases = _rounds()
    for game in {case["game"] for case in cases}:
        own = [case for case in cases if case["game"] == game]
        assert sum("expect" in case for case in own) >= LEAST, game
        assert any("expect_error" in case for case in own), game
