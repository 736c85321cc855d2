"""Every game that a solver counts, dealt at random and played by the solver's strategy: both must agree."""

import numpy as np
import pytest
from tests.games import by_day, house_poker_games
from tests.odds.solved import solved

from houseway.families import price
from houseway.odds.house_poker.simulate import engine_with
from houseway.odds.house_poker.solvers import find_solver
from houseway.odds.house_poker.strategy import solved_policy, unplayed
from houseway.odds.house_poker.wagers import check_known
from houseway.odds.pricing import Question
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import NET, SQUARE, STAKED
from houseway.play.house_poker.plan import load_plan
from houseway.rules.errors import RuleError
from houseway.simulation import Run, simulate

BLOCKS = 8
# A few games; the others are compared every night.
BY_DAY = ("three-card-poker", "let-it-ride", "mississippi-stud", "crazy-4-poker", "casino-war")
STANDING_ALONE = ("baccarat", "ez-baccarat", "big-six-wheel", "keno")


@pytest.mark.parametrize("game", by_day(house_poker_games(), BY_DAY))
def test_exact_and_simulated_agree(game: str) -> None:
    agree(game, {})


@pytest.mark.nightly
def test_exact_and_simulated_agree_on_an_option_of_the_house() -> None:
    agree("vegas-double-action", {"stud_bet_required": True})


def agree(game: str, house: dict[str, bool]) -> None:
    plan = load_plan(game, house)
    if find_solver(plan) is None:
        pytest.skip("no exact solver fits")
    try:
        check_known(plan, with_draws=True)
    except RuleError as refused:
        pytest.skip(refused.message)
    if why := unplayed(plan):
        pytest.skip(why)
    solution = solved(game, **house)
    setup = Setup(game, house, seed=11)
    engine = engine_with(setup, plan, solved_policy(plan, solution))
    rounds = BLOCKS * engine.info.block
    sums = sum((engine.play(block, engine.info.block) for block in range(BLOCKS)), np.zeros(1))[0]
    mean, square, staked = sums[NET] / rounds, sums[SQUARE] / rounds, sums[STAKED] / rounds
    error = np.sqrt((solution.square - solution.mean**2) / rounds)
    assert abs(mean - solution.mean) < 4 * error
    assert staked == pytest.approx(solution.average_bet, rel=0.01)
    # Rare high prices make the square itself uncertain: a royal alone may be a third of it. It is held to its order.
    assert square == pytest.approx(solution.square, rel=0.5)


@pytest.mark.parametrize("game", STANDING_ALONE)
def test_wagers_that_stand_alone_agree(game: str) -> None:
    exact = price(Question(game)).report.side_bets
    found = simulate(Setup(game, seed=3), Run(1_000_000))
    assert set(found.wagers) <= set(exact)
    for name, one in found.wagers.items():
        error = exact[name].std_dev / 1_000_000**0.5
        assert abs(one.mean + exact[name].house_edge) < 4.5 * error, name
        assert one.hit_frequency == pytest.approx(exact[name].hit_frequency, abs=0.003), name
