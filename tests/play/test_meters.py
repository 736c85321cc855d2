"""What a settlement says of its meters: how much each award took, whether it took all, and what is left."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulebook.helpers import answer, seat

from houseway.play.core.meters import Meters
from houseway.play.core.settlement import MeterAward

SEED = 250  # dollars


def paid(meters: Meters, share: Fraction, winners: int = 1) -> int:
    """One winner's part of an award, charged to the meter."""
    cents = int(meters.amount("grand", share, winners) * share / winners)
    meters.take("grand", cents, share, SEED, winners)
    return cents


def test_winners_in_turn_take_from_what_is_left() -> None:
    meters = Meters({"grand": 100_000})
    assert [paid(meters, Fraction(1, 10)), paid(meters, Fraction(1, 10))] == [10_000, 9_000]
    assert meters.amounts == {"grand": 81000}
    assert meters.awards == {"grand": MeterAward(19000, False)}
    assert paid(meters, Fraction(1)) == 81_000
    assert meters.amounts == {"grand": 25000}
    assert meters.awards == {"grand": MeterAward(100000, True)}
    assert paid(meters, Fraction(1)) == 25_000


def test_winners_who_share_take_the_award_once() -> None:
    meters = Meters({"grand": 100_000})
    assert [paid(meters, Fraction(1, 10), 2), paid(meters, Fraction(1, 10), 2)] == [5_000, 5_000]
    assert meters.amounts == {"grand": 90_000}
    assert [paid(meters, Fraction(1), 3) for _ in range(3)] == [30_000] * 3
    assert meters.amounts == {"grand": 25000}
    assert meters.awards == {"grand": MeterAward(100000, True)}


def test_a_fixed_sum_beyond_the_meter_takes_what_there_is() -> None:
    meters = Meters({"grand": 3_000})
    meters.take("grand", 5_000, Fraction(0), SEED)
    assert meters.amounts == {"grand": 0}
    assert meters.awards == {"grand": MeterAward(3000, False)}


def test_a_round_without_meters_says_nothing_of_them() -> None:
    assert Meters({}).awards == {}
    assert Meters({"grand": 100}).awards == {}


@given(
    shown=st.integers(0, 10**8),
    awards=st.lists(st.tuples(st.sampled_from([Fraction(1, 10), Fraction(1, 4), Fraction(1)]), st.integers(1, 4))),
)
def test_what_is_taken_and_what_is_left_make_up_the_display(shown: int, awards: list[tuple[Fraction, int]]) -> None:
    """The display, and a seed for every whole award, is what was paid and what is left, but for rounding down."""
    meters = Meters({"grand": shown})
    total = lost = 0
    for share, winners in awards:
        before = meters.amounts["grand"]
        parts = sum(paid(meters, share, winners) for _ in range(winners))
        total += parts
        assert before - parts == meters.amounts["grand"] or share == 1
        if share == 1:
            lost += before - parts - 25_000  # cents that nobody got, and the new seed
    assert total == sum(award.amount for award in meters.awards.values())
    assert shown - total - lost == meters.amounts["grand"]


@pytest.mark.parametrize("hits", ["in_turn", "shared"])
def test_two_royal_flushes_on_one_meter(hits: str) -> None:
    """In turn the second wins the seed that the first left; together they win the display once."""
    seats = [seat({"ante": 10, "progressive": 1}, cards, "bet") for cards in ("Ah Kh Qh Jh Th", "As Ks Qs Js Ts")]
    house = {"progressive_hits": hits}
    table = {"dealer": "2c 3d 5c 7d 9c", "meters": {"progressive": 100_000}, "house": house}
    found = answer("caribbean-stud", *seats, **table)
    won = [next(line["net"] for line in one["lines"] if line["wager"] == "progressive") for one in found["seats"]]
    award = found["awards"]["progressive"]
    assert award == {"amount": sum(won) + 2, "whole": True}
    assert (won == [49_999, 49_999]) is (hits == "shared")
    assert found["meters"]["progressive"] < 50_000
