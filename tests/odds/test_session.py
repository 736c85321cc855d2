"""Sessions: sums of rounds by convolution against the binomial formula, and moments that add up."""

from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.odds.session import normal_session, session


def test_even_money_rounds_are_binomial() -> None:
    made = session({1.0: 0.45, -1.0: 0.55}, rounds=30)
    for wins in range(31):
        chance = comb(30, wins) * 0.45**wins * 0.55 ** (30 - wins)
        net = 2.0 * wins - 30
        assert made.below(net + 1) - made.below(net) == pytest.approx(chance, abs=1e-12)


@settings(max_examples=25)
@given(
    st.dictionaries(
        st.floats(-3, 60, allow_nan=False).map(lambda net: round(net, 2)), st.integers(1, 50), min_size=2, max_size=8
    )
)
def test_mean_and_deviation_of_a_session_follow_from_one_round(counts: dict[float, int]) -> None:
    total = sum(counts.values())
    outcomes = {net: count / total for net, count in counts.items()}
    mean = sum(net * chance for net, chance in outcomes.items())
    variance = sum(net * net * chance for net, chance in outcomes.items()) - mean**2
    made = session(outcomes, rounds=40)
    assert made.mean == pytest.approx(40 * mean, abs=1e-6)
    # Results between two steps are split, which adds at most a quarter of a step squared to a round's variance.
    assert made.std_dev == pytest.approx(sqrt(40 * variance), abs=0.2)
    assert made.percentile(0.05) <= made.percentile(0.5) <= made.percentile(0.95)


def test_a_session_known_by_its_moments_alone_keeps_them() -> None:
    made = normal_session(-0.05, 3.0, rounds=200)
    assert made.mean == pytest.approx(-10.0, abs=1e-6)
    assert made.std_dev == pytest.approx(3.0 * sqrt(200), rel=1e-4)


def test_a_wager_that_always_comes_to_the_same_has_a_session_of_one_result() -> None:
    found = normal_session(-1.0, 0.0, 50)
    assert (found.nets.tolist(), found.chances.tolist(), found.std_dev) == ([-50.0], [1.0], 0.0)
