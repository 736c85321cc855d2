"""The sample rounds and fees settle exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.families import settle
from houseway.play.core.collection import collection
from houseway.play.core.roundfile import as_json, convert_round, fees_in_dollars

CASES = Path(__file__).parents[1] / "cases"


def _cases(name: str) -> list[Any]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=json.loads(line)["id"]) for line in lines]


@pytest.mark.parametrize("case", _cases("player-poker.jsonl"))
def test_round(case: dict[str, Any]) -> None:
    answer = as_json(settle(convert_round(case)))
    for seat, expected in zip(answer["seats"], case["expect"], strict=True):
        lines = {line["wager"]: line["net"] for line in seat["lines"]}
        assert ({"net": seat["net"]} if "net" in expected else lines) == expected
    assert all(line["rule"] and line["reason"] for seat in answer["seats"] for line in seat["lines"])
    if "expect_state" in case:
        assert answer["state"] == case["expect_state"]
    if "expect_collection" in case:
        assert answer["collection"] == case["expect_collection"]


@pytest.mark.parametrize("case", _cases("fees.jsonl"))
def test_fee(case: dict[str, Any]) -> None:
    fees = collection(case["game"], case["house"]["collection_option"], case["inputs"])
    assert fees_in_dollars(fees) == case["expect"]
