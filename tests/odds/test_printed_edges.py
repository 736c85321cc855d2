"""House advantages that the documents print, computed from the printed prices."""

import pytest

from houseway.odds.house_poker.sides import Sides
from houseway.play.house_poker.plan import load_plan

PRINTED = {  # 30-1099.22(7), in percent
    "B7S-01": 2.3167,
    "B7S-02": 7.2760,
    "B7S-03": 5.5747,  # the payback, 94.4253%, is right; the advantage is misprinted as 5.5765%
    "B7S-04": 4.4887,
    "B7S-05": 7.0950,
    "B7S-06": 6.1900,
    "B7S-07": 4.1991,
    "B7S-08": 2.4072,
}


@pytest.mark.parametrize("game", ["boston-5-stud", "boston-7-stud"])
def test_30_1099_22_7_house_advantage_of_the_optional_bonus(game: str) -> None:
    prices = Sides(load_plan(game, {})).wager("optional_bonus", every_table=True)["optional_bonus"]
    computed = {table: 100 * price.house_edge for table, price in prices.items()}
    assert computed == pytest.approx(PRINTED, abs=5.1e-5)
    assert {price.method for price in prices.values()} == {"exact"}


def test_30_1099_49_bonanza_2_the_kicker_is_counted_although_a_card_is_burned() -> None:
    price = Sides(load_plan("poker-burnout-bonanza", {})).wager("kicker")["kicker"]["3"]
    assert price.method == "exact"
    assert price.house_edge == pytest.approx(1 - 11 * 1916 / 22100)
