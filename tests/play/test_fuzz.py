"""Whatever a round file holds, it is settled or refused with one error; money is conserved where it is settled."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import live_games, settled_games
from tests.play.rounds import real_round, spoiled

from houseway.families import answer, settle
from houseway.play.core.roundfile import SeatFile, as_json, convert_round, decode_round
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError

GAMES = live_games()
SPOILED = {"default": 60, "nightly": 500}
T = TypeVar("T")
CASES = Path(__file__).parents[1] / "cases"

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
anything: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner)
)
fields = st.sampled_from(
    ("house", "meters", "seats", "dealer", "community", "piles", "irregularity", "extra", "outcome", "betting", "state")
)
seat_fields = st.sampled_from(SeatFile.__struct_fields__)
amounts = st.one_of(st.integers(-5, 500), st.floats(-5, 500), scalars)
wagers = st.dictionaries(st.sampled_from(("ante", "play", "super_bonus", "bet", "player", "base_game")), amounts)
card_lists = st.lists(st.sampled_from(("Ah", "Kd", "2c", "Ts", "Jk1", "", "7h", "9s", "3d", "Qc")), max_size=7)
seats = st.fixed_dictionaries(
    {"wagers": wagers, "cards": card_lists, "actions": st.lists(st.sampled_from(("play", "fold", "check", "raise 3x")))}
)
rounds = st.fixed_dictionaries(
    {"game": st.sampled_from(settled_games()), "seats": st.lists(seats, max_size=3)},
    optional={"dealer": card_lists, "community": card_lists, "meters": wagers},
)


def refused_by_name(work: Callable[[], T]) -> T | None:
    """What comes of it; None where it was refused with a named field."""
    try:
        return work()
    except RuleError as error:
        refused = error
    assert refused.field, f"no field in {refused}"
    assert refused.message
    assert "\n" not in str(refused)
    return None


def settled_or_refused(file: Any) -> dict[str, Any] | None:
    """The answer to an accepted round, its money checked; None for one that was refused with a named field."""
    settlement = refused_by_name(lambda: settle(convert_round(file)))
    return None if settlement is None else _conserved(settlement)


def _conserved(settlement: Settlement) -> dict[str, Any]:
    answer = as_json(settlement)
    cents = [[round(line["net"] * 100) for line in seat["lines"]] for seat in answer["seats"]]
    assert [sum(lines) for lines in cents] == [round(seat["net"] * 100) for seat in answer["seats"]]
    assert sum(map(sum, cents)) + round(answer["house"] * 100) == 0
    assert msgspec.json.decode(msgspec.json.encode(answer)) == answer
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_spoiled_rounds_are_settled_or_refused(game: str, request: pytest.FixtureRequest) -> None:
    profile = request.config.getoption("--hypothesis-profile") or "default"
    real = [real_round(game, seed) for seed in range(6)]
    assert all(settled_or_refused(file) for file in real)
    for seed in range(SPOILED[profile]):
        rng = Random(f"{game} {seed}")
        settled_or_refused(spoiled(rng.choice(real), rng))


def test_spoiled_cases_of_other_kinds_are_answered_or_refused() -> None:
    """Fees, accounts and whatever else is told in a file without a round."""
    cases = [
        json.loads(line) for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    kept = [case for case in cases if case.get("kind", "round") != "round"]
    assert len(kept) > 100
    for seed, case in enumerate(kept):
        file = {name: part for name, part in case.items() if not name.startswith("expect")}
        refused_by_name(partial(_answered, file, seed))


def _answered(file: dict[str, Any], seed: int) -> dict[str, Any]:
    return answer(convert_round(spoiled(file, Random(seed))))


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ({"game": "ca-collection-poker-limit", "house": {"collection_option": 37}, "inputs": {"limit": 37}}, "4-$10"),
        (
            {
                "game": "ca-collection-fortune-pai-gow",
                "house": {"collection_option": 41},
                "inputs": {"total_table_action": 1001, "base_wagers": [501, {}]},
            },
            "must be a number",
        ),
        ({"game": "x" * 300, "house": {"collection_option": 2}, "inputs": {}}, "unknown tariff"),
        ({"game": "../fees/ca-collection-poker-limit", "house": {"collection_option": 37}, "inputs": {}}, "unknown"),
    ],
)
def test_wrong_inputs_of_a_fee_are_named(file: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleError, match=re.escape(says)):
        answer(convert_round({**file, "kind": "fee"}))


def test_hands_that_no_split_makes_are_refused() -> None:
    seat = {
        "wagers": {"three_card_21": 10},
        "dealt": ["Kh", "5d", "9c"],
        "hands": [["5d", "6c", "Th"], ["9c", "9d"]],
        "actions": ["split", "hand_1 stand", "hand_2 hit"],
    }
    with pytest.raises(RuleError, match="no split makes 2 hands"):
        settle(convert_round({"game": "3-card-21-n-done", "seats": [seat], "dealer": ["9s", "8d"]}))


def test_wagers_settled_before_an_irregularity_are_names() -> None:
    happened = {"kind": "exposed_card", "of": "community", "settled": [{}]}
    seat = {"wagers": {"three_card": 5, "five_card": 5, "seven_card": 5}, "cards": ["7h", "7d", "2c"]}
    with pytest.raises(RuleError, match="must be a list of wagers that were bet"):
        settle(convert_round({"game": "3-5-7-poker", "seats": [seat], "irregularity": happened}))


@given(file=anything)
def test_arbitrary_json_is_refused(file: Any) -> None:
    assert settled_or_refused(file) is None


@given(file=rounds, field=fields, value=anything)
def test_rounds_of_odd_parts_are_settled_or_refused(file: dict[str, Any], field: str, value: Any) -> None:
    settled_or_refused(file)
    settled_or_refused({**file, field: value})


@given(game=st.sampled_from(settled_games()), field=seat_fields, value=anything)
def test_seats_of_odd_parts_are_settled_or_refused(game: str, field: str, value: Any) -> None:
    settled_or_refused({"game": game, "seats": [{"wagers": {"ante": 5}, field: value}]})


@given(text=st.binary(max_size=200) | st.text(max_size=200))
def test_arbitrary_text_is_refused_as_a_round(text: bytes | str) -> None:
    with pytest.raises(RuleError) as caught:
        decode_round(text)
    assert caught.value.field
