"""30-2701 to 30-2704: the Big 6 Wheel."""

from collections import Counter
from typing import Any

import pytest

from houseway.families import settle
from houseway.play.core.roundfile import as_json, convert_round
from houseway.play.draws.wheel import spin
from houseway.rules.draws import Wheel
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game

ALL = {"s1": 1, "s2": 1, "s5": 1, "s10": 1, "s20": 1, "joker": 1, "flag": 1}


def nets(spins: Any, wagers: dict[str, Any] = ALL, **more: Any) -> dict[str, float]:
    file = {"game": "big-six-wheel", "seats": [{"wagers": wagers}], "outcome": {"spins": spins}, **more}
    return {line["wager"]: line["net"] for line in as_json(settle(convert_round(file)))["seats"][0]["lines"]}


def test_30_2702_1_number_of_sections() -> None:
    spec: Wheel = load_game("big-six-wheel").spec
    assert len(spec.sections) == 54
    assert Counter(spec.sections) == {"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "flag": 1}


@pytest.mark.parametrize(
    ("section", "wager", "odds"),
    [("$1", "s1", 1), ("$2", "s2", 2), ("$5", "s5", 5), ("$10", "s10", 10), ("$20", "s20", 20), ("joker", "joker", 45),
     ("flag", "flag", 45)],
)  # fmt: skip
def test_30_2704_pay_out_odds(section: str, wager: str, odds: int) -> None:
    assert nets([section]) == {**dict.fromkeys(ALL, -1), wager: odds}


def test_30_2704_odds_are_minimums() -> None:
    assert nets(["joker"], {"joker": 2}, house={"joker_odds": 50}) == {"joker": 100}
    with pytest.raises(RuleError, match="at least 45"):
        nets(["joker"], house={"joker_odds": 40})


def test_30_2703_5_between_two_sections_is_spun_again() -> None:
    assert nets(["between", "$20"], {"s20": 5}) == {"s20": 100}
    assert nets(["between $1 and $2", "void", "$20"], {"s20": 5}) == {"s20": 100}
    assert nets(["clapper between $1 and $2", "$20"], {"s20": 5}) == {"s20": 100}


def test_30_2703_2_no_valid_spin_returns_the_wagers() -> None:
    assert nets([], {"s1": 5}, irregularity={"kind": "no_valid_spin"}) == {"s1": 0}


@pytest.mark.parametrize("spins", [[], ["$3"], ["$1", "$2"], ["$1", "between"], "joker", [1]])
def test_bad_spins_are_refused(spins: Any) -> None:
    with pytest.raises(RuleError) as error:
        nets(spins)
    assert error.value.field.startswith("outcome.spins")


def test_a_seed_replays_the_spin() -> None:
    spec: Wheel = load_game("big-six-wheel").spec
    assert [spin(spec, seed) for seed in range(20)] == [spin(spec, seed) for seed in range(20)]
    assert {spin(spec) for _ in range(2000)} <= set(spec.sections)
