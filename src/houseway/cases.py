"""Cases: rounds with their expected answers, and where the rules engine answers differently."""

from typing import Any

import msgspec

from houseway.families import answer as answer_file
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
from houseway.rules.wording import humanize, seat_name

_CENT = 0.005


def _same(expected: Any, got: Any) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return abs(expected - got) < _CENT
    if isinstance(expected, dict) and isinstance(got, dict):
        return all(_same(expected.get(key, 0), got.get(key, 0)) for key in {*expected, *got})
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_same, expected, got))
    return bool(expected == got)


def _nets(seat: dict[str, Any]) -> dict[str, float]:
    nets: dict[str, float] = {}
    for line in seat["lines"]:
        nets[line["wager"]] = nets.get(line["wager"], 0) + line["net"]
    return nets


def _seats(expect: list[dict[str, Any]], seats: list[dict[str, Any]]) -> list[str]:
    if len(expect) != len(seats):
        return [f"expected {len(expect)} seats, got {len(seats)}"]
    found = []
    for index, (wanted, seat) in enumerate(zip(expect, seats, strict=True)):
        got = {"net": seat["net"]} if set(wanted) == {"net"} else _nets(seat)
        for wager in dict.fromkeys((*wanted, *got)):
            expected, actual = wanted.get(wager, 0), got.get(wager, 0)
            if not _same(expected, actual):
                found.append(f"{seat_name(index)} {wager}: expected {_text(expected)}, got {_text(actual)}")
    return found


def _rules(expect: Any, seats: list[dict[str, Any]]) -> list[str]:
    """Where a wager named by the case rests on another paragraph."""
    if not isinstance(expect, list) or len(expect) != len(seats) or not all(isinstance(one, dict) for one in expect):
        return ["expect_rules: must be a list of objects, one a seat"]
    found = []
    for index, (wanted, seat) in enumerate(zip(expect, seats, strict=True)):
        for wager, rule in wanted.items():
            cited = {line["rule"] for line in seat["lines"] if line["wager"] == wager}
            if cited != {rule}:
                found.append(
                    f"{seat_name(index)} {wager}: expected by {rule}, got {' and '.join(sorted(cited)) or 'no line'}"
                )
    return found


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the engine says to a case: the settled round, or the figures of a fee or an account."""
    return answer_file(convert_round(case))


def differences(case: dict[str, Any]) -> list[str]:
    """Where the engine differs from what the case expects; empty when it does not."""
    if not any(key.startswith("expect") for key in case):
        return ["the case has no field 'expect'"]
    try:
        got = answer(case)
    except RuleError as error:
        wanted = case.get("expect_error")
        return [] if wanted is not None and str(wanted) in str(error) else [str(error)]
    if "expect_error" in case:
        return [f"expected to be refused for {_text(case['expect_error'])}, got an answer"]
    expect = case.get("expect", got)  # a case may ask for other answers only
    if isinstance(expect, list):
        if not all(isinstance(one, dict) for one in expect):
            return ["expect: must be a list of objects, one a seat"]
        found = _seats(expect, got["seats"]) if expect else []  # an empty list asks nothing of the seats
    else:
        found = [] if _same(expect, got) else [f"expected {_text(expect)}, got {_text(got)}"]
    if "expect_owners" in case:
        owned = [{one["owner"]: _nets(one) for one in seat.get("owners", [])} for seat in got.get("seats", [])]
        if not _same(case["expect_owners"], owned):
            found.append(f"owners: expected {_text(case['expect_owners'])}, got {_text(owned)}")
    if "expect_rules" in case:
        found += _rules(case["expect_rules"], got.get("seats", []))
    for key, wanted in case.items():
        if key.startswith("expect_") and key not in ("expect_rules", "expect_owners"):
            name = key.removeprefix("expect_")
            given = got.get(name, got.get("house") if name == "player_dealer" else None)
            if name == "legal" and isinstance(wanted, bool) and given:  # one word on all that was posted
                given = all(given)
            if name == "state" and isinstance(wanted, dict):  # meters stand among it by their own names
                given = {meter: one for meter, one in got.get("meters", {}).items() if meter in wanted} | (given or {})
            if not _same(wanted, 0 if given is None else given):  # what an answer leaves out is nothing
                found.append(f"{humanize(name)}: expected {_text(wanted)}, got {_text(given)}")
    return found


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
