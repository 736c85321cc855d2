"""Rounds of poker and pai gow, fees and proceeds worked out by hand from the text settle as expected or are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.cases import differences
from houseway.families import family_of

CASES = Path(__file__).parents[1] / "cases"
FAMILIES = ("house-poker", "pai-gow", "pai-gow-dice", "player-poker")


def _cases() -> list[dict[str, Any]]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return [json.loads(line) for line in lines]


def _rounds(*families: str) -> list[dict[str, Any]]:
    cases = [case for case in _cases() if case["kind"] == "round"]
    kinds = {name: family_of(name).name for name in {case["game"] for case in cases}}
    return [case for case in cases if kinds[case["game"]] in families]


def _settle_as_expected(cases: list[dict[str, Any]]) -> None:
    found = {case["id"]: differences(case) for case in cases}
    wrong = [f"{name}: {'; '.join(texts)}" for name, texts in found.items() if texts]
    assert not wrong, "\n".join(wrong)
    assert len(found) == len(cases) > 0, "two cases have one id"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_rounds_of_a_family(family: str) -> None:
    _settle_as_expected(_rounds(family))


@pytest.mark.parametrize("kind", ["fee", "accounting"])
def test_the_fees_and_proceeds(kind: str) -> None:
    _settle_as_expected([case for case in _cases() if case["kind"] == kind])


def test_what_a_case_expects_can_fail() -> None:
    case = next(case for case in _rounds("house-poker") if "expect_rules" in case)
    for rules in ([{"ante": "CO 30-1099"}], [], "(8)", [8]):
        assert differences({**case, "expect_rules": rules}), rules
    assert differences({**case, "expect_error": "ante"})


def test_a_case_may_ask_for_other_answers_only() -> None:
    posted = {"button": 3, "blinds": [2, 5], "over_blinds": [[0, 10], [1, 15]], "actions": []}
    case = {"game": "out-pops-the-devil", "kind": "round", "seats": [{}] * 4, "betting": posted, "expect": []}
    assert differences({**case, "expect_legal": [True, False], "expect_min_bet": 10}) == []
    assert differences({**case, "expect_legal": False}) == []
    assert differences({**case, "expect_legal": True}) == ["legal: expected true, got false"]
    assert differences({**case, "expect": [{}], "expect_legal": False}) == ["expected 1 seats, got 4"]
