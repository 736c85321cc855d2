"""Two exchanges with the deck: the count against plain recursion and against rounds played out, on a small deck."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.cards.text import BLANK
from houseway.odds.counts import whole_counts
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.simulate import Rounds, play_on
from houseway.odds.house_poker.simulate import engine as make_engine
from houseway.odds.house_poker.solvers import DISCARDS, first_fitting
from houseway.odds.house_poker.strategy import solved_policy
from houseway.odds.house_poker.vs_paytable import redraw
from houseway.odds.house_poker.wagers import DECK, cards_drawn
from houseway.odds.simulate.setup import Setup
from houseway.odds.simulate.tally import HITS
from houseway.odds.suit_classes.stock import Stock
from houseway.play.house_poker.plan import load_plan

SMALL = Stock((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1), ((52, 1), (53, 1)))  # Q, K, A and two jokers
CARDS = SMALL.cards.tolist()
WAGERS = ("ante", "draw_1", "draw_2", "bonus")
Hand = frozenset[int]


@pytest.fixture(scope="module")
def results() -> dict[Hand, int]:
    """What every hand of the small deck yields when it is played to the end, a unit on every wager."""
    plan, every = load_plan("double-draw-poker", {}), list(combinations(CARDS, 5))
    batch = Batch(plan, {"player": np.array(every, np.uint8)})
    nets = np.sum([batch.nets(name) for name in WAGERS], axis=0)
    return {frozenset(hand): round(float(net)) for hand, net in zip(every, nets, strict=True)}


def second(held: Hand, left: Hand, results: dict[Hand, int]) -> int:
    """The best second move by trying all: the sum of its results over all cards that may come."""
    ways = [-3 * len(left), results[held] * len(left)]
    return max(*ways, *(sum(results[held - {out} | {card}] for card in left) for out in held))


def test_30_1099_41_5_and_6_best_play_equals_plain_recursion_on_a_small_deck(results: dict[Hand, int]) -> None:
    plan = load_plan("double-draw-poker", {})
    shape = redraw.match_template(plan, SMALL)
    assert shape is not None
    solved = redraw.solve_shape(plan, shape, {})
    assert int(solved.weights.sum()) == len(results)
    nets = np.append(solved.tables.nets, -3.0)
    total = Fraction(0)
    for row, cards in enumerate(solved.cards.tolist()):
        hand, best = frozenset(cards), Fraction(-2)
        for count in range(4):
            for thrown in combinations(cards, count):
                left = frozenset(CARDS) - hand
                draws = list(combinations(left, count))
                kept = hand - {*thrown}
                worth = sum(second(kept | {*drawn}, left - {*drawn}, results) for drawn in draws)
                best = max(best, Fraction(worth, len(draws) * (len(left) - count)))
        assert solved.worths[row] == pytest.approx(float(best), abs=1e-12), cards
        total += best * int(solved.weights[row])
    counted = Fraction(-2) * int(solved.weights[solved.kept == 0].sum())
    away = np.array([5 - int(bits).bit_count() for bits in solved.kept])
    for count, by_label in enumerate(solved.results):
        throwing = int(solved.weights[(away == count) & (solved.kept > 0)].sum())
        assert int(by_label.sum()) == throwing * solved.ways(count)
        counted += Fraction(float(by_label @ nets)) / solved.ways(count)
    assert counted == total
    solution = redraw.solve(plan, {}, stock=SMALL)
    assert solution.mean == pytest.approx(float(total / len(results)), abs=1e-12)
    assert sum(solution.outcomes.values()) == pytest.approx(1.0, abs=1e-12)


def test_rounds_played_by_the_strategy_come_to_its_law(results: dict[Hand, int]) -> None:
    """One round after the other, cards in hand replaced as the moves say; the jokers are in either place."""
    plan, rounds = load_plan("double-draw-poker", {}), 40_000
    solution = redraw.solve(plan, {}, stock=SMALL)
    assert solution.decide is not None
    first, later = sorted(solution.moves)
    order = np.argsort(np.random.default_rng(3).random((rounds, len(CARDS))), axis=1)
    dealt = np.array(CARDS, np.uint8)[order]
    held, nets = dealt[:, :5].copy(), np.zeros(rounds)
    gone, used, playing = np.full((rounds, 3), BLANK, np.uint8), np.full(rounds, 5), np.ones(rounds, np.bool_)
    for stage, lost in ((first, -2.0), (later, -3.0)):
        chosen = solution.decide(stage, {"player": held, DISCARDS: gone})
        for row in np.flatnonzero(playing):
            text = solution.moves[stage][int(chosen[row])].text
            if text == "fold":
                nets[row], playing[row] = lost, False
            for number, place in enumerate(text.split()[1:]):
                if stage == first:
                    gone[row, number] = held[row, int(place) - 1]
                held[row, int(place) - 1] = dealt[row, used[row]]
                used[row] += 1
    for row in np.flatnonzero(playing):
        nets[row] = results[frozenset(held[row].tolist())]
    error = float(nets.std()) / rounds**0.5
    assert abs(float(nets.mean()) - solution.mean) < 4 * error
    assert float((nets**2).mean()) == pytest.approx(solution.square, rel=0.05)
    for net, chance in solution.outcomes.items():
        spread = (chance * (1 - chance) / rounds) ** 0.5
        assert abs(float((nets == net).mean()) - chance) < 4.5 * spread + 1e-9, net


def test_30_1099_41_5_and_6_simulated_rounds_come_to_the_count_on_a_small_deck() -> None:
    """The engine of `simulate`: cards from the deck for those thrown away, twice, by the solver's moves."""
    plan, rounds = load_plan("double-draw-poker", {}), 200_000
    assert cards_drawn(plan) == 4
    solution = redraw.solve(plan, {}, stock=SMALL)
    order = np.argsort(np.random.default_rng(8).random((rounds, len(CARDS))), axis=1)[:, :9]
    dealt = np.array(CARDS, np.uint8)[order]
    piles = {"player": dealt[:, :5].copy(), DECK: dealt[:, 5:].copy()}
    stakes = {name: np.ones(rounds) for name in ("ante", "bonus")}
    now = Rounds(plan, Batch(plan, piles), stakes)
    play_on(now, solved_policy(plan, solution))
    staked, nets = (np.sum(columns, axis=0) for columns in zip(*(now.net(name) for name in WAGERS), strict=True))
    spread = float(nets.std()) / rounds**0.5
    assert abs(float(nets.mean()) - solution.mean) < 4 * spread
    assert float(staked.mean()) == pytest.approx(solution.average_bet, rel=0.01)
    held = np.sort(now.batch.piles["player"], axis=1)
    assert (np.diff(held, axis=1) > 0).all()  # no card is drawn twice
    kept = now.discards[:, :, None] == held[:, None, :]
    assert not kept.any()


def test_double_draw_is_simulated_by_the_plain_policy() -> None:
    """Standing twice: 8.98% of five cards with two jokers are two pair or better, three units for each and a bonus."""
    engine = make_engine(Setup("double-draw-poker", strategy="simple", seed=2))
    sums = engine.play(0, 20_000)
    assert engine.info.wagers == ("ante", "draw_1", "draw_2", "bonus")
    gains = float(sums[1, HITS]) / 20_000
    assert gains == pytest.approx(0.0898, abs=0.008)


def test_the_solver_fits_double_draw_alone() -> None:
    listed = first_fitting(load_plan("double-draw-poker", {}))
    assert listed is not None
    assert listed.counts == "cards exchanged twice, paid by a table"
    assert not any(
        redraw.fits(load_plan(game, {})) for game in ("vegas-double-action", "three-card-draw-poker", "caribbean-draw")
    )


@pytest.mark.nightly
def test_30_1099_41_9_b_double_draw_under_both_schedules() -> None:
    """The figures of the file's reading; rounds played by the strategy came to 6.80% with an error of 0.55%."""
    for schedule, edge in (("1", 0.06715192), ("2", 0.14770489)):
        solution = redraw.solve(load_plan("double-draw-poker", {"pay_tables": {"bonus": schedule}}), {})
        assert -solution.mean == pytest.approx(edge, abs=5e-9)
        assert sum(whole_counts(solution.outcomes, solution.cycle).values()) == solution.cycle == 8_040_719_625_120
