"""Rounds of house poker worked out by hand from the rules' text settle as expected, or are refused."""

import json
from pathlib import Path
from typing import Any

from houseway.cases import differences
from houseway.families import family_of

CASES = Path(__file__).parents[1] / "cases"


def _house_poker() -> list[dict[str, Any]]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    cases = [case for case in map(json.loads, lines) if case["kind"] == "round"]
    kinds = {name: family_of(name).name for name in {case["game"] for case in cases}}
    return [case for case in cases if kinds[case["game"]] == "house-poker"]


def test_the_cases_of_house_poker() -> None:
    cases = _house_poker()
    found = {case["id"]: differences(case) for case in cases}
    wrong = [f"{name}: {'; '.join(texts)}" for name, texts in found.items() if texts]
    assert not wrong, "\n".join(wrong)
    assert len(found) == len(cases) > 0, "two cases have one id"


def test_what_a_case_expects_can_fail() -> None:
    case = next(case for case in _house_poker() if "expect_rules" in case)
    for rules in ([{"ante": "CO 30-1099"}], [], "(8)", [8]):
        assert differences({**case, "expect_rules": rules}), rules
    assert differences({**case, "expect_error": "ante"})
