"""Cards set in parts against the dealer's house way: the count against rounds settled one by one, on a small deck."""

from itertools import combinations

import numpy as np
import pytest
from tests.rulebook.helpers import seat, settle

from houseway.cards.text import format_card, parse_cards
from houseway.families import price
from houseway.odds.counts import whole_counts
from houseway.odds.house_poker.price import fitting_solver
from houseway.odds.house_poker.solvers import first_fitting
from houseway.odds.house_poker.vs_dealer import setting
from houseway.odds.pricing import Question
from houseway.play.house_poker.plan import load_plan

GAME = "three-card-split"
BETS = {"bet_1_low": 10, "bet_2_high": 10, "bet_3_three_card": 10}
# Pairs, runs, suits, and copies of either colour.
SMALL = tuple(parse_cards(["Kc", "Kd", "Kh", "Qs", "Qh", "Jd", "9c", "9s"]))


def test_30_1099_35_7_the_best_setting_equals_that_of_rounds_settled_one_by_one() -> None:
    total, met = 0.0, 0
    for own in combinations(SMALL, 3):
        texts = [format_card(card) for card in own]
        others = list(combinations([card for card in SMALL if card not in own], 3))
        worths = []
        for low in texts:
            nets = [
                settle(
                    GAME,
                    seat(BETS, " ".join(texts), f"set low: {low}"),
                    dealer=" ".join(format_card(card) for card in dealer),
                    community="2s",
                )
                for dealer in others
            ]
            worths.append(sum(round_nets[name] for round_nets in nets for name in BETS) / 10)
        total += float(max(worths))
        met += len(others)
    solution = setting.solve(load_plan(GAME, {}), {}, deck=np.array(sorted(SMALL), np.uint8))
    assert solution.cycle == met == 560
    assert solution.mean == pytest.approx(total / met, abs=1e-12)
    assert sum(whole_counts(solution.outcomes, solution.cycle).values()) == met
    assert solution.mean == pytest.approx(sum(net * chance for net, chance in solution.outcomes.items()), abs=1e-12)


def test_which_games_are_counted_so() -> None:
    plan = load_plan(GAME, {})
    listed = first_fitting(plan)
    assert listed is not None
    assert listed.load() is setting
    assert fitting_solver(plan) == "cards set in parts against the dealer's house way"
    for game in ("texas-shootout", "caribbean-draw", "three-card-poker"):
        assert not setting.fits(load_plan(game, {})), game


@pytest.mark.nightly  # 10 s of one core
def test_30_1099_35_the_whole_game() -> None:
    """407 million pairs; a sample of the general solver gave 2.90% with a standard error of 0.07%."""
    priced = price(Question(GAME))
    main = priced.report.main
    assert main is not None
    assert priced.report.method == "exact"
    assert main.house_edge == pytest.approx(0.0292829243, abs=1e-10)
    assert sum(priced.counts.values()) == 22_100 * 18_424
    assert sum(net * count for net, count in priced.counts.items()) == pytest.approx(-main.house_edge * 407_170_400)
