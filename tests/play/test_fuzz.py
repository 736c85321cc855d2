"""Whatever a round file holds, it is settled or refused with one error; money is conserved where it is settled."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import live_games, settled_games
from tests.play.rounds import real_round, spoiled

from houseway.families import settle
from houseway.play.core.roundfile import SeatFile, convert_round, decode_round
from houseway.play.core.settlement import Settlement, as_json
from houseway.rules.errors import RuleError

GAMES = live_games()
SPOILED = 120

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


def settled_or_refused(file: Any) -> dict[str, Any] | None:
    """The answer to an accepted round, its money checked; None for one that was refused with a named field."""
    try:
        settlement = settle(convert_round(file))
    except RuleError as error:
        refused = error
    else:
        return _conserved(settlement)
    assert refused.field, f"no field in {refused}"
    assert refused.message
    assert "\n" not in str(refused)
    return None


def _conserved(settlement: Settlement) -> dict[str, Any]:
    answer = as_json(settlement)
    cents = [[round(line["net"] * 100) for line in seat["lines"]] for seat in answer["seats"]]
    assert [sum(lines) for lines in cents] == [round(seat["net"] * 100) for seat in answer["seats"]]
    assert sum(map(sum, cents)) + round(answer["house"] * 100) == 0
    assert msgspec.json.decode(msgspec.json.encode(answer)) == answer
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_spoiled_rounds_are_settled_or_refused(game: str) -> None:
    real = [real_round(game, seed) for seed in range(6)]
    assert all(settled_or_refused(file) for file in real)
    for seed in range(SPOILED):
        rng = Random(f"{game} {seed}")
        settled_or_refused(spoiled(rng.choice(real), rng))


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
