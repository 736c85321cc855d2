"""What is refused is said in the words of the layout: no id of a wager, option, table or hand stands in a sentence."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.games import settled_games

from houseway.cases import answer
from houseway.families import betting_spots
from houseway.play.core.roundfile import RoundFile
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file

CASES = Path(__file__).parent.parent / "cases"
# A word that nobody knows is answered with those that may be written, and a wrong action with the legal ones.
WRITTEN = re.compile(r"'[^']*'|(has no|unknown|not allowed|legal (are|is)|allowed:|(known|printed|choices) are).*")


@cache
def recorded() -> dict[str, list[dict[str, Any]]]:
    """The recorded rounds of every game, those that are refused too."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(CASES.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            case = json.loads(line)
            if isinstance(case.get("seats"), list) and case.get("game") and not isinstance(case.get("seats"), int):
                found.setdefault(case["game"], []).append(case)
    return found


def wrong(case: dict[str, Any], spots: list[str]) -> Iterator[dict[str, Any]]:
    """Rounds made wrong in the ways that people get them wrong: amounts, company, tips, coupons, decisions."""
    seat = case["seats"][0]
    stakes = {name: amount for name, amount in seat.get("wagers", {}).items() if isinstance(amount, int | float)}

    def told(**changed: Any) -> dict[str, Any]:
        return {**case, "seats": [{**seat, **changed}, *case["seats"][1:]]}

    yield case
    for name in spots:
        yield told(wagers={name: 5})
        yield told(wagers={**stakes, name: 7.37})
        yield told(tips={name: 500_000})
        yield told(tips={name: 1})
        yield told(coupons={name: {"value": 9999, "expires": "2999-01-01"}})
        yield told(backline=[{"wagers": {name: 3}}])
        house = case.get("house", {})
        yield {**told(), "house": {**house, "limits": {name: [3, 4]}}}
    for option in load_file(case["game"])[0].options:
        for value in ("frobnicate", -1, True):
            yield {**case, "house": {**case.get("house", {}), option: value}}
    yield told(wagers={name: 5 + place for place, name in enumerate(spots)})
    for name in stakes:
        yield told(wagers={other: amount for other, amount in stakes.items() if other != name})
        yield told(wagers={**stakes, name: 0.5})
        yield told(wagers={**stakes, name: 10**6})
    actions = seat.get("actions") or []
    yield told(actions=[])
    for place, action in enumerate(actions):
        if isinstance(action, str):
            for said in (f"{action} 7.77", action.split()[0], "frobnicate"):
                yield told(actions=[*actions[:place], said, *actions[place + 1 :]])


def ids_of(game: str) -> set[str]:
    """The ids of a game file that are not plain words."""
    spec = load_file(game)[0]
    names = {*spec.named("wager"), *spec.options, *spec.pay_tables, *getattr(spec, "hands", {})}
    return {part for name in names for part in name.split(".") if "_" in part}


def refusals(game: str) -> Iterator[str]:
    """What is said to the wrong rounds of a game."""
    cases = recorded().get(game, [])
    refused = [case for case in cases if "expect_error" in case]
    spots = [spot.name for spot in betting_spots(RoundFile(game, house=cases[0].get("house", {})))] if cases else []
    for file in (*refused, *(wrong(cases[0], spots) if cases else ())):
        try:
            answer(file)
        except RuleError as error:
            yield error.message


@pytest.mark.parametrize("quarter", range(4))
def test_no_id_stands_in_a_refusal(quarter: int) -> None:
    leaks, heard = set(), 0
    for game in settled_games()[quarter::4]:
        ids = ids_of(game)
        for message in refusals(game):
            heard += 1
            plain = WRITTEN.sub("", message)
            leaks |= {f"{game}: {message}" for name in ids if re.search(rf"\b{name}\b", plain)}
    assert sorted(leaks) == []
    assert heard > 500
