"""Casino war: every wager has a price, those of the war deal too, counted here a second time by hand."""

from fractions import Fraction

import pytest

from houseway.families import price
from houseway.odds.pricing import Question
from houseway.play.house_poker.plan import load_plan


@pytest.mark.parametrize("decks", [6, 8])
def test_30_1099_55_11_e_wagers_of_the_war_deal(decks: int) -> None:
    report = price(Question("casino-war", {"decks": decks})).report
    each, left = 4 * decks, 52 * decks - 2
    pairs = [each - 2] + [each] * 12  # of each rank, when two of one are gone
    tied = Fraction(sum(count * (count - 1) for count in pairs), left * (left - 1))
    won = (1 - tied) / 2  # whoever has the first of two unlike cards
    again, war = report.side_bets["war_tie"], report.side_bets["war"]
    assert again.house_edge == pytest.approx(float(1 - 11 * tied), abs=1e-12)
    assert again.hit_frequency == pytest.approx(float(tied), abs=1e-12)
    mean = 2 * won + 3 * tied - won
    assert war.house_edge == pytest.approx(-float(mean), abs=1e-12)
    assert [(line.hand, line.pays) for line in war.lines] == [("win", "2 to 1"), ("tie", "3 to 1")]
    assert war.lines[1].probability == pytest.approx(float(tied), abs=1e-12)
    first = Fraction(each - 1, 52 * decks - 1)
    assert report.main is not None
    assert report.main.house_edge == pytest.approx(
        float(first * (1 - mean)), abs=1e-12
    )  # the initial wager is given up


def test_every_wager_of_casino_war_has_a_price() -> None:
    report = price(Question("casino-war")).report
    assert report.main is not None
    assert set(load_plan("casino-war", {}).wagers) == {report.main.unit, *report.side_bets}
